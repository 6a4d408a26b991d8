"""Renames, merges, branches and commits: where the history leads, and what is judged without a working tree."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tenure.cite import ancestry, history
from tenure.model.validation import UNMERGED
from tests.cite_git.conftest import CLAIM, NOW, SOURCE, Repo


def test_a_rename_of_case_alone_is_a_rename(repo) -> None:
    lines, symbol = repo.cite("src/a.py:18-20"), repo.cite("src/a.py::Store.put")
    repo.git("mv", "src/a.py", "src/A.py")
    repo.commit()
    assert repo.says(lines) == ("moved", "src/A.py:18-20")
    assert repo.says(symbol) == ("moved", "src/A.py:13-15")


def test_a_rename_is_followed_through_a_merge_and_edits_after_it(repo) -> None:
    cited = repo.cite("src/a.py:18-20")
    repo.git("checkout", "-q", "-b", "side")
    repo.git("mv", "src/a.py", "src/store.py")
    repo.commit()
    repo.git("checkout", "-q", "main")
    repo.write("other.txt", "x\n")
    repo.commit()
    repo.git("merge", "-q", "--no-ff", "--no-edit", "side")
    repo.write("src/store.py", "import sys\n" + SOURCE.replace("address = (host, port)", "address = [host, port]"))
    repo.commit()
    assert repo.says(cited) == ("changed", "src/store.py:19-21")


def test_an_entry_of_a_branch_that_was_not_merged_is_verified_by_content(repo) -> None:
    repo.git("checkout", "-q", "-b", "side")
    repo.write("src/a.py", SOURCE + "\n\ndef late():\n    return 1\n")
    repo.commit()
    old, late = repo.cite("src/a.py:18-20"), repo.cite("src/a.py::late")
    repo.git("checkout", "-q", "main")
    assert repo.says(old) == ("verified", "src/a.py:18-20")
    assert repo.says(late)[0] == "gone"
    assert [repo.check(each).is_unmerged for each in (old, late)] == [True, True]
    assert repo.check(old).reason == UNMERGED
    assert repo.check(late).reason == f"the symbol is no longer in the file; {UNMERGED}"
    repo.git("merge", "-q", "--no-ff", "--no-edit", "side")
    assert [(repo.says(each)[0], repo.check(each).reason) for each in (old, late)] == [("verified", "")] * 2


def test_a_commit_that_was_rewritten_is_told_and_one_beyond_a_shallow_cut_is_not_guessed_at(repo, tmp_path) -> None:
    first = repo.cite("src/a.py:18-20")
    repo.write("other.txt", "x\n")
    repo.commit()
    second = repo.cite("src/a.py:3")
    repo.git("commit", "-q", "--amend", "-m", "anew", "--date", "2001-01-01T00:00:00")
    assert [repo.check(each).is_unmerged for each in (first, second)] == [False, True]
    repo.git("clone", "-q", "--depth", "1", f"file://{repo.folder}", str(tmp_path / "shallow"))
    repo.registry.adopt(tmp_path / "shallow", repo.registry.resolve(repo.folder).id)
    shallow = repo.at(tmp_path / "shallow")
    for each in (first, second):
        assert (shallow.says(each)[0], shallow.check(each).reason) == ("verified", "")


def test_a_history_too_long_to_walk_says_nothing_of_merges(repo, monkeypatch) -> None:
    cited = repo.cite("src/a.py:18-20")
    for _ in range(4):
        repo.commit()
    monkeypatch.setattr(ancestry, "COMMITS_MAX", 2)
    assert (repo.says(cited)[0], repo.check(cited).is_unmerged) == ("verified", False)


def test_a_shallow_clone_follows_no_rename_that_it_does_not_have_and_calls_nothing_valid(repo, tmp_path: Path) -> None:
    cited = repo.cite("src/a.py:18-20")
    repo.git("mv", "src/a.py", "src/store.py")
    repo.write("src/store.py", SOURCE.replace("address = (host, port)", "address = [host, port]"))
    repo.commit()
    repo.git("clone", "-q", "--depth", "1", f"file://{repo.folder}", str(tmp_path / "shallow"))
    known = repo.registry.resolve(repo.folder).id
    repo.registry.adopt(tmp_path / "shallow", known)
    assert repo.at(tmp_path / "shallow").says(cited) == ("gone", None)
    assert repo.says(cited) == ("changed", "src/store.py:18-20")


def test_a_branch_tag_or_commit_is_judged_without_the_working_tree(repo) -> None:
    cited = repo.cite("src/a.py:18-20")
    first = repo.git("rev-parse", "HEAD")
    repo.git("tag", "v1")
    repo.write("src/a.py", "import sys\n" + SOURCE)
    repo.commit()
    repo.write("src/a.py", "nothing = 1\n")

    def at(ref: str) -> tuple[str, str | None]:
        place = replace(repo.place(), ref=ref)
        found = repo.validator.validate(cited.citation, claim=CLAIM, place=place, now=NOW)
        return str(found.outcome), found.place

    assert at("v1") == at(first) == ("verified", "src/a.py:18-20")
    assert at("main") == ("moved", "src/a.py:19-21")
    assert repo.says(cited)[0] == "gone"
    place = replace(repo.place(), ref="no-such-branch")
    found = repo.validator.validate(cited.citation, claim=CLAIM, place=place, now=NOW)
    assert (str(found.outcome), found.reason) == ("unverified", "unknown_ref")


def test_lines_that_one_commit_took_away_are_gone_though_a_later_one_brought_their_like(repo, edit) -> None:
    cited = repo.cite("src/a.py:19-20")
    edit("def connect(host, port=80):\n    address = (host, port)\n    return address\n", "")
    repo.commit()
    text = (repo.folder / "src/a.py").read_text()
    repo.write("src/a.py", f"{text}def dial(name):\n    number = book[name]\n    return address\n")
    # Of the two texts alone half of the lines seem to have stayed; so it is where the history is not known.
    repo.commit()
    assert repo.says(cited) == ("gone", None)
    repo.git("checkout", "-q", "--orphan", "anew")
    repo.commit()
    assert repo.says(cited) == ("changed", "src/a.py:18-20")


def test_an_edit_is_found_by_its_lines_through_every_commit_and_on_to_the_working_tree(repo, edit) -> None:
    cited = repo.cite("src/a.py:18-20")
    edit("def connect(host, port=80):", "def connect(host, port=443):")
    repo.commit()
    repo.git("mv", "src/a.py", "src/store.py")
    repo.commit()
    text = (repo.folder / "src/store.py").read_text()
    repo.write("src/store.py", text.replace("    address = (host, port)\n", "    address = Address(host, port)\n"))
    repo.commit()
    assert repo.says(cited) == ("changed", "src/store.py:18-20")
    repo.write("src/store.py", "# One.\n# Two.\n" + (repo.folder / "src/store.py").read_text())
    assert repo.says(cited) == ("changed", "src/store.py:20-22")


def test_r19_a_history_that_cannot_be_walked_in_time_says_nothing_and_is_asked_again(repo, monkeypatch) -> None:
    lines, whole = repo.cite("src/a.py:18-20"), repo.cite("src/a.py::connect")
    repo.git("mv", "src/a.py", "src/store.py")
    repo.write("src/store.py", "import sys\n" + SOURCE.replace("TIMEOUT = 30", "TIMEOUT = 31"))
    repo.commit()
    monkeypatch.setattr(history, "SECONDS_MAX", -1.0)
    assert [repo.check(each).reason for each in (lines, whole)] == ["too_long", "too_long"]
    monkeypatch.undo()
    assert [repo.says(each)[0] for each in (lines, whole)] == ["moved", "moved"]


def test_an_edit_is_compared_directly_where_the_history_cannot_be_walked_in_time(repo, edit, monkeypatch) -> None:
    cited = repo.cite("src/a.py:18-20")
    edit("    address = (host, port)\n", "    address = Address(host, port)\n")
    repo.commit()
    monkeypatch.setattr(history, "SECONDS_MAX", -1.0)
    assert repo.says(cited) == ("changed", "src/a.py:18-20")


def test_an_edit_is_compared_directly_where_a_version_on_the_way_was_too_big(repo, edit, monkeypatch) -> None:
    cited = repo.cite("src/a.py:18-20")
    repo.write("src/a.py", "x = 1\n" * 40)
    repo.commit()
    repo.write("src/a.py", SOURCE)
    edit("    address = (host, port)\n", "    address = Address(host, port)\n")
    repo.commit()
    monkeypatch.setattr(history, "LINES_MAX", 30)
    assert repo.says(cited) == ("changed", "src/a.py:18-20")
    monkeypatch.undo()
    assert Repo(repo.folder, repo.folder.parent / "data").says(cited) == ("gone", None)


LONE = "    return replacements_of_old[match.group(0)]\n"


def test_a_single_line_is_followed_to_another_file_only_with_a_neighbour(repo) -> None:
    repo.write("src/b.py", f"def replacer(match):\n    check(match)\n{LONE}\n\nother = 1\n")
    repo.commit()
    cited = repo.cite("src/b.py:3")
    repo.write("src/b.py", "other = 1\n")
    repo.write("src/c.py", f"class Replacing:\n    def of(self, match):\n        pass\n\n\ndef named(match):\n{LONE}")
    repo.commit()
    assert repo.says(cited) == ("gone", None)
    repo.write("src/c.py", f"def named(match):\n    check(match)\n{LONE}")
    repo.git("add", "-A")
    repo.git("commit", "-q", "--amend", "-m", "with its neighbour")
    assert repo.says(cited) == ("moved", "src/c.py:3-3")
