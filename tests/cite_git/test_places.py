"""Where words are that hardly a line leads to, and where they are not: new indents, copies, comments (R17, R18)."""

from __future__ import annotations


def test_r18_a_file_that_was_indented_anew_is_not_stale(repo) -> None:
    old = ["if (a) {", *(f"    call{at}(function () {{ return {at}; }});" for at in range(20)), "}"]
    new = ["if (a) {", *(f"  call{at}(function () {{ return {at}; }});" for at in range(6, 20)), "}"]
    repo.write("a.js", "\n".join(old) + "\n")
    repo.commit()
    kept, gone = repo.cite("a.js:11-12"), repo.cite("a.js:3-4")
    assert kept.passage.split()[0] == "call9(function"
    repo.write("a.js", "\n".join(new) + "\n")
    repo.commit()
    assert repo.says(kept) == ("moved", "a.js:5-6")
    assert repo.check(kept).reason == "only white space differs"
    assert repo.says(gone)[0] == "gone"


def test_r18_of_two_copies_the_other_one_is_not_the_one_that_went(repo) -> None:
    block = "start()\nfirst_step()\nsecond_step()\n"
    repo.write("b.py", f"import a\n\n{block}middle = 1\n{block}end = 2\n")
    repo.commit()
    one, other = repo.cite("b.py:3-5"), repo.cite("b.py:7-9")
    repo.write("b.py", f"import a\n\nmiddle = 1\n{block}end = 2\n")
    repo.commit()
    assert repo.says(one)[0] == "gone"
    assert repo.says(other) == ("moved", "b.py:4-6")


def test_r18_lines_of_a_comment_in_place_have_no_definition_around_them(repo) -> None:
    repo.write("c.js", "var one = 1;\n\n/**\n * Says what.\n *\n * @param {x}\n */\nfunction f() {}\n")
    repo.commit()
    cited = repo.cite("c.js:6")
    repo.write("c.js", "var one = 1;\nvar two;\n\n/**\n * Says what.\n *\n * @param {x}\n */\nfunction f() {}\n")
    assert repo.says(cited) == ("moved", "c.js:7-7")
