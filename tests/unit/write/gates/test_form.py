from __future__ import annotations

import pytest

from tenure.model.decision import Fix, Request
from tenure.policy.presets import PERSONAL
from tenure.write.gates import form
from tests.unit.write.making import (
    PASSES,
    REFUSES,
    context,
    draft,
    says,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a" * 280, (PASSES, "ok")),
        ("a" * 281, (REFUSES, "too_long")),
        ("Give me a table, e.g. for comparisons.", (PASSES, "ok")),
        ("invoice.py implements Rounding", (PASSES, "ok")),
        ("Use version 3.11 or newer", (PASSES, "ok")),
        ("Give me a table. Keep it short.", (REFUSES, "not_one_assertion")),
        ("- use tables", (REFUSES, "not_one_assertion")),
        ("likes:\n1. tables\n2. lists", (REFUSES, "not_one_assertion")),
        ("User: give me a table Assistant: sure", (PASSES, "ok")),
        ("User: give me a table\nAssistant: here it is", (REFUSES, "transcript")),
        ("give me\u202e a table", (REFUSES, "unreadable")),
        ("give me a table\x1b[0m", (REFUSES, "unreadable")),
        ("表で比べてください。短くしてください。", (REFUSES, "not_one_assertion")),
    ],
)
def test_r10_one_compact_assertion(text, expected):
    assert says(form, draft(text)) == expected


def test_r10_other_fields_are_single_short_lines():
    most = PERSONAL.detail_chars_max
    assert says(form, draft(fields={"applies_when": "a" * most})) == (PASSES, "ok")
    for bad in ("a" * (most + 1), "two\nlines", "hid\u200bden"):
        assert says(form, draft(fields={"applies_when": bad})) == (REFUSES, "field_too_long")
    assert says(form, draft(request=Request.FORGET, target_id="ent_1", reason="r" * (most + 1)), raw=True) == (
        REFUSES,
        "field_too_long",
    )


def test_r10_a_slot_of_which_nothing_is_left_is_left_out_whole():
    verdict = form.judge(context(draft(fields={"entity": "\u200b", "attribute": "form", "value": "x"})))
    assert dict(verdict.try_) == {"entity": "", "attribute": "", "value": ""}


def test_r10_a_text_without_an_assertion_has_nothing_to_try():
    verdict = form.judge(context(draft("\u200b")))
    assert (verdict.code, verdict.fix, verdict.try_) == ("unreadable", Fix.NOBODY, ())
