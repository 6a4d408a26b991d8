"""What says a claim with one other word, and what only looks like it."""

from __future__ import annotations

import pytest

from tenure.cite.nearest import nearest


@pytest.mark.parametrize(
    ("claim", "text", "found"),
    [
        ("the limit is 30 requests", "Note: The limit is 60 requests.", ("30", "60", "The limit is 60 requests.")),
        ("the limit is 30 requests", "the limit is **60** requests; the limit is 60 requests", ("30", "60", None)),
        ("the branch is main", "The branch is trunk now", ("main", "trunk", "The branch is trunk")),
        ("the limit is 30 requests", "the limit is 30 requests", None),  # nothing differs
        ("the limit is 30 requests", "the limit is 60 answers", None),  # two words differ
        ("the limit is 30 requests", "the limit is 60 requests, then the limit is 90 requests", None),
        ("limit is 30", "limit is 60", None),  # too few words to know what it speaks of
        ("the limit is 30 requests", "the limit is -- requests", None),
        ("the limit is 30 requests", "", None),
    ],
)
def test_one_run_of_words_with_one_other_word_is_near(claim: str, text: str, found) -> None:
    near = nearest(claim, text.split())
    if found is None:
        assert near is None
    else:
        was, now, quote = found
        assert near is not None
        assert (near.was, near.now) == (was, now)
        assert quote is None or " ".join(near.quote) == quote
