"""Every outcome of a code citation, and the moment at which one becomes another (R17, R18, R22)."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

import pytest

from tenure.cite.anchor import Text
from tenure.cite.validator import Place
from tenure.cite.white import is_white_change
from tenure.errors import CitationError
from tenure.model.scope import Scope

Edit = Callable[[str, str], None]


def test_r14_a_citation_keeps_places_and_digests_and_no_source(repo) -> None:
    cited = repo.cite("src/a.py:18-20")
    details = dict(cited.citation.details)
    assert {"repository", "commit", "blob", "path", "first", "last", "lines", "before", "after"} <= set(details)
    assert (details["path"], details["first"], details["last"], details["state"]) == ("src/a.py", 18, 20, "commit")
    assert details["commit"] == repo.git("rev-parse", "HEAD")
    assert details["blob"] == repo.git("rev-parse", "HEAD:src/a.py")
    assert cited.passage == "def connect(host, port=80):\n    address = (host, port)\n    return address"
    assert not any(word in repr(cited.citation) for word in ("connect", "address =", "port"))
    assert cited.scope == Scope(repository=str(details["repository"]))


def test_r18_unchanged_text_is_verified(repo) -> None:
    assert repo.says(repo.cite("src/a.py:18-20")) == ("verified", "src/a.py:18-20")
    assert repo.says(repo.cite("src/a.py:3")) == ("verified", "src/a.py:3-3")
    assert repo.says(repo.cite("src/a.py::Store.get")) == ("verified", "src/a.py:9-11")


@pytest.mark.parametrize("committed", [False, True])
def test_r18_the_working_tree_decides_and_head_is_named(repo, edit: Edit, committed: bool) -> None:
    lines, symbol = repo.cite("src/a.py:18-20"), repo.cite("src/a.py::connect")
    edit("(host, port)\n", "(port, host)\n")
    if committed:
        repo.commit()
    for cited in (lines, symbol):
        found = repo.check(cited)
        assert (str(found.outcome), found.place) == ("changed", "src/a.py:18-20")
        assert ("HEAD still has it" in found.reason) is not committed
    edit("(port, host)\n", "(host, port)\n")
    assert repo.says(lines)[0] == repo.says(symbol)[0] == "verified"


def test_r18_white_space_at_line_ends_and_blank_lines_do_not_make_it_stale(repo, edit: Edit) -> None:
    lines, symbol = repo.cite("src/a.py:18-20"), repo.cite("src/a.py::connect")
    edit("    address = (host, port)\n", "    address = (host, port)  \t\n\n")
    edit("TIMEOUT = 30\n", "\n\nTIMEOUT = 30\n")
    assert repo.says(lines) == ("verified", "src/a.py:20-23")
    assert repo.says(symbol) == ("verified", "src/a.py:20-23")


def test_r18_white_space_alone_does_not_make_a_claim_stale(repo, edit: Edit) -> None:
    lines, symbol = repo.cite("src/a.py:18-20"), repo.cite("src/a.py::Store.put")
    edit("    address = (host, port)\n", "    address=( host,port )\n")
    assert repo.says(lines) == ("verified", "src/a.py:18-20")
    assert repo.check(lines).reason == "only white space differs"
    edit(
        "        self.rows[key] = value\n        return value\n",
        "        self.rows[ key ] = value\n        return value\n",
    )
    assert repo.says(symbol)[0] == "verified"
    edit(
        "        self.rows[ key ] = value\n        return value\n",
        "        self.rows[ key ] = value\n    return value\n",
    )
    assert repo.says(symbol)[0] == "changed", "in Python indentation is code"


@pytest.mark.parametrize(
    ("was", "now", "is_white"),
    [
        ("x = 'a b'", "x =  'a b'", True),
        ("x = 'a b'", "x = 'ab'", False),
        ("return x", "returnx", False),
        ("f(a,b)", "f( a, b )", True),
        ("x = 1", "x = 1  # told", False),
    ],
)
def test_r18_white_space_inside_a_text_or_between_words_counts(was: str, now: str, is_white: bool) -> None:
    old, new = (Text(one.encode(), "a.js") for one in (was, now))
    assert is_white_change(old, [(1, 1)], new, [(1, 1)]) is is_white


def test_a_line_of_quotes_without_end_is_read_in_time_that_grows_with_it() -> None:
    old, new = (Text(one.encode(), "a.js") for one in ('\\"' * 40_000, '\\" ' * 40_000))
    started = time.process_time()
    assert not is_white_change(old, [(1, 1)], new, [(1, 1)]), "what is quoted in so long a line is not told apart"
    assert time.process_time() - started < 1.0


def test_r18_white_space_inside_a_long_text_of_python_counts() -> None:
    old = Text(b'def f():\n    """One.\n\n    Two.  Three.\n    """\n    return g(1,2)\n', "a.py")
    prose, code = (Text(old.raw.replace(*pair).encode(), "a.py") for pair in ((".  T", ". T"), ("1,2", "1, 2")))
    assert not is_white_change(old, [(1, 6)], prose, [(1, 6)])
    assert is_white_change(old, [(1, 6)], code, [(1, 6)])


def test_r18_white_space_and_comments_are_told_from_code(repo, edit: Edit) -> None:
    cited = repo.cite("src/a.py:18-20")
    edit("    address = (host, port)\n", "    address = (host,  port)  # both\n")
    assert "white space or comments" in repo.check(cited).reason
    edit("(host,  port)", "(host,  port, 1)")
    assert "white space or comments" not in repo.check(cited).reason


def test_r18_shifted_lines_have_moved_and_a_shifted_symbol_is_verified(repo, edit: Edit) -> None:
    lines, symbol = repo.cite("src/a.py:18-20"), repo.cite("src/a.py::connect")
    edit("import os\n", "import os\nimport sys\n")
    assert repo.says(lines) == ("moved", "src/a.py:19-21")
    assert repo.says(symbol) == ("verified", "src/a.py:19-21")


def test_r18_the_same_text_in_another_definition_is_not_the_same_place(repo, edit: Edit) -> None:
    cited = repo.cite("src/a.py:10-11")
    edit("        value = self.rows[key]\n        return value\n", "        return None\n")
    edit("        self.rows[key] = value\n", "        value = self.rows[key]\n")
    assert "        value = self.rows[key]\n        return value\n" in (repo.folder / "src/a.py").read_text()
    assert repo.says(cited)[0] in {"changed", "gone"}


def test_r18_a_copy_elsewhere_does_not_stand_in(repo) -> None:
    repo.write("b.py", "x = 1\nsame = 2\ny = 3\n\nz = 4\nsame = 2\nw = 5\n")
    repo.commit()
    first, second = repo.cite("b.py:2"), repo.cite("b.py:6")
    repo.write("b.py", "x = 1\nsame = 9\ny = 3\n\nz = 4\nsame = 2\nw = 5\n")
    assert repo.says(first) == ("changed", "b.py:2-2")
    assert repo.says(second) == ("verified", "b.py:6-6")
    repo.write("b.py", "z = 4\nsame = 2\nw = 5\n")
    assert repo.says(second) == ("moved", "b.py:2-2")
    assert repo.says(first)[0] in {"gone", "changed"}


def test_r18_gone_symbol_lines_and_file(repo, edit: Edit) -> None:
    lines, symbol = repo.cite("src/a.py:18-20"), repo.cite("src/a.py::connect")
    edit("def connect(host, port=80):\n    address = (host, port)\n    return address\n", "")
    assert (repo.says(lines)[0], repo.says(symbol)[0]) == ("gone", "gone")
    (repo.folder / "src/a.py").unlink()
    found = repo.check(lines)
    assert (str(found.outcome), found.place) == ("gone", None)
    assert "HEAD still has it" in found.reason
    repo.commit()
    assert "HEAD" not in repo.check(lines).reason


@pytest.mark.parametrize("how", ["staged", "committed"])
def test_r18_a_renamed_file_is_followed_if_one_file_has_the_text(repo, how: str) -> None:
    lines, symbol = repo.cite("src/a.py:18-20"), repo.cite("src/a.py::Store.put")
    (repo.folder / "lib").mkdir()
    repo.git("mv", "src/a.py", "lib/b.py")
    if how == "committed":
        repo.commit()
    assert repo.says(lines) == ("moved", "lib/b.py:18-20")
    assert repo.says(symbol) == ("moved", "lib/b.py:13-15")
    repo.write("lib/c.py", (repo.folder / "lib/b.py").read_text())
    repo.commit()
    # A copy beside it in the same commit cannot be told from it; a later one can.
    assert repo.says(lines) == (("gone", None) if how == "staged" else ("moved", "lib/b.py:18-20"))


def test_r18_a_renamed_and_edited_file(repo) -> None:
    kept, edited = repo.cite("src/a.py:18-20"), repo.cite("src/a.py:9-11")
    text = (repo.folder / "src/a.py").read_text().replace("value = self.rows[key]\n", "value = self.rows.get(key)\n", 1)
    repo.git("mv", "src/a.py", "b.py")
    repo.write("b.py", "import sys\n" + text)
    repo.commit()
    assert repo.says(kept) == ("moved", "b.py:19-21")
    assert repo.says(edited) == ("changed", "b.py:10-12")


def test_r18_lines_that_went_to_another_file(repo, edit: Edit) -> None:
    cited = repo.cite("src/a.py::connect")
    body = "def connect(host, port=80):\n    address = (host, port)\n    return address\n"
    edit(body, "")
    repo.write("src/net.py", f"import socket\n\n\n{body}")
    repo.commit()
    assert repo.says(cited) == ("moved", "src/net.py:4-6")


def test_r22_a_check_contradicts_where_the_branch_says_otherwise(repo, edit: Edit) -> None:
    cited = repo.cite("src/a.py:3", check="literal TIMEOUT == 30")
    assert cited.check_holds is True
    assert repo.says(cited) == ("verified", "src/a.py:3-3")
    repo.git("checkout", "-q", "-b", "other")
    edit("TIMEOUT = 30", "TIMEOUT = 60")
    repo.commit()
    assert repo.says(cited) == ("contradicted", "src/a.py:3-3")
    edit("TIMEOUT = 60", "TIMEOUT: int = 3_0  # seconds")
    assert repo.says(cited) == ("verified", "src/a.py:3-3")
    edit("TIMEOUT: int = 3_0", "TIMEOUT = int('30')")
    assert (str(repo.check(cited).outcome), repo.check(cited).reason) == ("unverified", "check_undecided")
    repo.git("checkout", "-q", "-f", "main")
    assert repo.says(cited) == ("verified", "src/a.py:3-3")


def test_r22_a_check_that_is_false_is_cited_as_false(repo) -> None:
    cited = repo.cite("src/a.py::Store", check="class Store bases dict")
    assert (cited.check_holds, cited.has_symbol) == (False, True)
    assert repo.says(cited)[0] == "contradicted"


def test_uncommitted_text_is_cited_as_such(repo, edit: Edit) -> None:
    edit("import os\n", "import os\nNEW = 1\n")
    new, old = repo.cite("src/a.py:2"), repo.cite("src/a.py:19-21")
    assert dict(new.citation.details)["state"] == "worktree"
    assert dict(old.citation.details)["state"] == "commit"
    assert not new.at_trusted_ref
    assert repo.says(new) == ("verified", "src/a.py:2-2")
    assert repo.says(old) == ("moved", "src/a.py:19-21")
    repo.commit()
    assert repo.says(new) == ("verified", "src/a.py:2-2")
    edit("NEW = 1\n", "NEW = 2\n")
    assert repo.says(new)[0] in {"changed", "gone"}


def test_r05_only_this_very_text_at_a_trusted_ref_and_not_vendored(repo, edit: Edit) -> None:
    repo.write("vendor/v.py", "X = 1\n")
    repo.commit()
    assert repo.cite("src/a.py:3").at_trusted_ref
    assert not repo.cite("vendor/v.py:1").at_trusted_ref
    repo.write("new.py", "X = 1\n")
    assert not repo.cite("new.py:1").at_trusted_ref
    repo.git("checkout", "-q", "-b", "topic")
    edit("TIMEOUT = 30", "TIMEOUT = 31")
    assert not repo.cite("src/a.py:3").at_trusted_ref
    repo.commit()
    assert not repo.cite("src/a.py:3").at_trusted_ref
    repo.git("branch", "-f", "main", "topic")
    assert repo.cite("src/a.py:3").at_trusted_ref


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("src/a.py", "bad_citation"),
        ("src/a.py:0", "bad_lines"),
        ("src/a.py:5-4", "bad_lines"),
        ("src/a.py:21", "bad_lines"),
        ("src/a.py:2", "bad_lines"),
        ("src/a.py:1-401", "bad_lines"),
        ("src/a.py::missing", "no_such_symbol"),
        ("src/a.py::a b", "bad_citation"),
        ("README.md::Title", "no_symbols"),
        ("none.py:1", "not_citable"),
        (".env:1", "not_citable"),
        ("../x.py:1", "bad_path"),
        ("/etc/passwd:1", "bad_path"),
        (".git/config:1", "not_citable"),
        ("a\0.py:1", "bad_path"),
        ("src:1", "not_a_file"),
    ],
)
def test_what_cannot_be_cited_is_refused_clearly(repo, address: str, code: str) -> None:
    repo.write(".env", "TOKEN=1\n")
    with pytest.raises(CitationError) as caught:
        repo.cite(address)
    assert caught.value.code == code
    assert caught.value.hint


def test_r15_another_repository_is_unverified(repo, empty, tmp_path) -> None:
    cited = repo.cite("src/a.py:3")
    place = Place(worktree=repo.folder, scope=Scope(repository="repo_other"))
    with pytest.raises(CitationError):
        repo.validator.cite("src/a.py:3", place=place, now=cited.citation.seen_at, options={})
    nowhere = Place(worktree=None, scope=Scope(user="ana"))
    for where, reason in ((place, "other_repository"), (nowhere, "no_repository")):
        found = repo.validator.validate(cited.citation, claim=None, place=where, now=cited.citation.seen_at)
        assert (str(found.outcome), found.reason) == ("unverified", reason)


def test_an_answer_is_reused_only_while_the_file_and_head_are_the_same(repo, edit: Edit) -> None:
    path = repo.folder / "src/a.py"
    cited = repo.cite("src/a.py:3")
    old = time.time() - 60
    os.utime(path, (old, old))
    # The status time is now, so nothing is kept yet: the file is hashed anew each time.
    edit("TIMEOUT = 30", "TIMEOUT = 31")
    os.utime(path, (old, old))
    assert repo.says(cited)[0] == "changed"
    edit("TIMEOUT = 31", "TIMEOUT = 30")
    os.utime(path, (old, old))
    assert repo.says(cited)[0] == "verified"
