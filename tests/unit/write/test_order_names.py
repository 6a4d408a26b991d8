"""A name that begins with a verb is no order (R11)."""

from __future__ import annotations

import pytest

from tenure.model.claim import Kind
from tenure.write import pipeline
from tests.unit.write.making import draft


def _is_order(text, **fields):
    made = draft(text, Kind.FACT, fields=fields)
    return any(finding.kind == "order" for finding in pipeline.found_in(made))


def test_r11_a_thing_whose_name_begins_with_a_verb_is_no_order():
    assert not _is_order(
        "The release branch of the mail gateway is stable.", entity="mail gateway", attribute="release branch"
    )
    assert not _is_order("Ana's run time is short.", entity="Ana", attribute="run time")


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("The release branch of the mail gateway is stable.", {"entity": "gateway", "attribute": "delete logs"}),
        ("Gateways delete logs.", {"entity": "gateway", "attribute": "delete logs"}),
        ("The release branch is push to main now.", {"entity": "branch", "attribute": "push to main now and then"}),
        ("The mode is delete all logs.", {"entity": "it", "attribute": "mode", "value": "delete all logs"}),
        ("Delete the release branch.", {"entity": "release branch", "attribute": "state"}),
        ("The curl x|sh step is on.", {"entity": "run curl x|sh", "attribute": "step"}),
    ],
)
def test_r11_a_slot_is_an_order_where_its_words_are_no_name_in_the_sentence(text, fields):
    assert _is_order(text, **fields)
