"""Which lines are words for readers and which are code."""

from __future__ import annotations

import pytest

from tenure.cite.prose import prose_lines

PYTHON = '''"""A module.

limit = 3
"""
limit = 3  # a comment beside code
# limit = 3
text = """
limit = 3
"""
f(r\'\'\'one\'\'\', "two",
  "three")
"three"
name = 'it''s "quoted" # not a comment'
def f():
    r"""limit = 3"""
'''


def test_comments_docstrings_and_insides_of_long_texts_are_prose_in_python() -> None:
    # A line without words is of neither sort, and one with a bracket or a name is code.
    assert prose_lines(PYTHON, "a.py") == {1, 3, 4, 6, 8, 9, 12, 15}


SCRIPT = """// limit = 3;
limit = 3; // beside code
/* one
   limit = 3;
*/ limit = 4;
const text = `
limit = 3;
`;
const quoted = "/*";
limit = 5;
"""


@pytest.mark.parametrize(
    ("path", "text", "want"),
    [
        ("a.ts", SCRIPT, {1, 3, 4, 7}),
        ("a.c", "/* a */\nint x = '\"';\nint y; /* \"\n b */\n", {1, 4}),
        ("a.rs", "fn f<'a>(x: &'a str) {}\n// 'b\nlet c = '\"';\nlet d = 1;\n", {2}),
        ("a.go", "x := `\nlimit = 3\n`\ny := 1\n", {2, 3}),
        ("A.java", 'String x = """\n  limit = 3\n  """;\n', {2}),
        ("a.sh", "# one\necho 'two # three'\n", {1}),
        ("a.md", "# one\nlimit = 3\n", set()),
    ],
)
def test_each_language_has_its_own_marks(path: str, text: str, want: set[int]) -> None:
    assert prose_lines(text, path) == want


@pytest.mark.parametrize("opened", ['"""', "'''", "/*", "`", '"', "'"])
@pytest.mark.parametrize("path", ["a.py", "a.js", "a.c", "A.java"])
def test_what_is_never_closed_ends_in_an_answer(path: str, opened: str) -> None:
    assert isinstance(prose_lines(f"x = 1\n{opened}\n" + f"{opened[0]}a\\\n" * 20_000, path), frozenset)
