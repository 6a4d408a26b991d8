"""A question about several things is divided, one about one thing is not."""

from __future__ import annotations

import pytest

from tenure.search.parts import PARTS_MAX, parts_of


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "Which came first, the trip to the coast or the new lens?",
            ("Which came first", "the trip to the coast", "the new lens?"),
        ),
        ("How far is the old mill from the new bridge?", ()),
        ("Was the paper delivered before noon?", ()),  # one word alone is no part
        ("rock and roll", ()),
        ("days between the first jog and the second swim", ("the first jog", "the second swim")),
        (
            "\u4f1a\u8bae\u51e0\u70b9\u5f00\u59cb\uff0c\u8c01\u6765\u4e3b\u6301",
            ("\u4f1a\u8bae\u51e0\u70b9\u5f00\u59cb", "\u8c01\u6765\u4e3b\u6301"),
        ),
        ("die neue Linse oder die lange Reise", ("die neue Linse", "die lange Reise")),
        ("costs 1,000 euros at 10:30 sharp", ()),  # no joint within a number
        ("the new lens or the new lens", ()),
        ("", ()),
    ],
)
def test_a_question_is_divided_where_it_joins_or_compares(text: str, parts: tuple[str, ...]) -> None:
    assert parts_of(text) == parts


def test_prose_is_not_divided() -> None:
    things = [f"thing number{chr(97 + at)}" for at in range(PARTS_MAX + 1)]
    assert parts_of(", ".join(things[:-1])) == tuple(things[:-1])
    assert parts_of(", ".join(things)) == ()
