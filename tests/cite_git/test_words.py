"""Code that became words for readers: in a docstring, a comment or between quotes it is not there (R30)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Edit = Callable[[str, str], None]
PUT = "        self.rows[key] = value\n"


@pytest.mark.parametrize(
    "now",
    [
        f'        """As in:\n\n{PUT}        """\n',
        f'        text = """\n{PUT}        """\n',
    ],
)
def test_r30_code_that_stands_in_a_docstring_now_is_not_there(repo, edit: Edit, now: str) -> None:
    cited = repo.cite("src/a.py:14")
    edit(PUT, now)
    assert repo.says(cited)[0] in {"changed", "gone"}
    edit(now, "")
    repo.write("src/b.py", f"class Store:\n    def put(self, key, value):\n{now}        return value\n")
    repo.commit()
    assert repo.says(cited)[0] in {"changed", "gone"}


def test_r30_code_that_was_put_between_quotes_is_not_there_and_a_docstring_moves_as_one(repo, edit: Edit) -> None:
    code, words = repo.cite("src/a.py:18-20"), repo.cite("src/a.py:7")
    edit("def connect(", '"""\ndef connect(')
    repo.write("src/a.py", (repo.folder / "src/a.py").read_text() + '"""\n')
    assert repo.check(code).reason.startswith("the same text stands in a comment or a quoted text now")
    assert repo.says(code) == ("gone", None)
    edit("class Store", "one = 1\n\n\nclass Store")
    assert repo.says(words) == ("moved", "src/a.py:10-10")
