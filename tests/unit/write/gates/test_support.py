from __future__ import annotations

from dataclasses import replace

import pytest

from tenure.model.claim import Kind
from tenure.write.gates import support
from tests.unit.write.making import (
    ASKS,
    CODED,
    OWN,
    PASSES,
    PERSON,
    REFUSES,
    claim,
    code,
    context,
    draft,
    heard,
    says,
    seen,
)

SYMBOL = replace(CODED, claim=claim("Invoice is a class in src/invoice.py", Kind.CODE), cited=(code(),))


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (OWN, (PASSES, "verbatim")),
        (draft(), (ASKS, "inferred")),
        (draft(proposer=PERSON), (ASKS, "person_states")),
        (draft("use tabs", cited=(heard("do not use tabs"),)), (ASKS, "cut_short")),
        (draft("prefers tables", cited=(heard("give me a table"),)), (ASKS, "inferred")),
        (draft("waits 30 seconds", Kind.FACT, cited=(seen("it waits 20 seconds"),)), (REFUSES, "support_disagrees")),
        (draft("waits 30 seconds", Kind.FACT, cited=(seen("it waits 30 seconds"),)), (ASKS, "inferred")),
        (draft("it likes Postgres", Kind.FACT, cited=(seen("it likes MySQL"),)), (REFUSES, "support_disagrees")),
        (draft("prefers tables", cited=(heard("no tables, never"),)), (REFUSES, "support_disagrees")),
        (draft("avoids tables", cited=(heard("no tables, never"),)), (ASKS, "inferred")),
        (replace(CODED, cited=(code(),)), (ASKS, "says_more")),
        (SYMBOL, (PASSES, "symbol_cited")),
        (replace(SYMBOL, claim=claim("Order is a class", Kind.CODE)), (ASKS, "inferred")),
        (replace(SYMBOL, claim=claim("Invoice is in Money.Rounding", Kind.CODE)), (REFUSES, "support_disagrees")),
        (CODED, (PASSES, "check_holds")),
        (replace(CODED, cited=(code(check_holds=False),)), (REFUSES, "check_fails")),
        (replace(CODED, proposer=PERSON, cited=(code(check_holds=False),)), (REFUSES, "check_fails")),
        (replace(CODED, cited=()), (REFUSES, "code_needs_source")),
        (replace(CODED, cited=(heard("Invoice implements Rounding"),)), (REFUSES, "code_needs_source")),
    ],
)
def test_r06_support_passes_only_what_the_cited_words_carry(made, expected):
    assert says(support, made) == expected


def test_r06_quoted_and_fenced_text_is_no_person_s_word():
    for text in ("> give me a table", "```\ngive me a table\n```"):
        outcome, _ = says(support, draft(cited=(heard(text),)))
        assert outcome is not PASSES


def test_r06_any_cited_symbol_that_the_claim_names_is_enough():
    other = code("class Order:", address="src/order.py::Order")
    lines = code("x = 1", address="src/order.py:1", has_symbol=False)
    named = replace(SYMBOL, cited=(lines, other, code()))
    assert says(support, named) == (PASSES, "symbol_cited")
    unnamed = replace(CODED, cited=(lines, other))
    assert says(support, unnamed) == (REFUSES, "support_disagrees")
    verdict = support.judge(context(unnamed))
    assert verdict.try_ == (("kind", "fact"), ("because", ""))
