from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from tenure.errors import (
    ConflictError,
    NotAllowedError,
)
from tenure.model.claim import Kind
from tenure.model.principal import Strength
from tenure.store.records import Change
from tenure.write import approval
from tenure.write.approval import show
from tenure.write.display import warnings_of
from tests.unit.write.making import ANA, HERE, NOW, claim, draft, expiring, heard, seen

SLOT = {"entity": "answers", "attribute": "form"}


def test_r33_a_proposal_that_changed_since_it_was_shown_is_not_approved(world):
    shown = world.shown(world.propose(draft()))
    swapped = approval.with_digest(replace(shown.proposal, claim=claim("give me a list"), version=2))
    world.store.commit(Change(now=NOW, put=(swapped,)))
    with pytest.raises(ConflictError):
        world.approve(shown)
    assert not world.entries()


def test_r33_a_shown_value_that_was_made_up_is_not_approved(world):
    shown = world.shown(world.propose(draft()))
    with pytest.raises(ConflictError):
        world.approve(replace(shown, digest="0" * 64))


def test_r07_a_wider_scope_than_shown_needs_present(world):
    shown = world.shown(world.propose(draft(scope=HERE)), HERE)
    with pytest.raises(NotAllowedError):
        world.approve(shown, scope=ANA)
    assert world.approve(shown, scope=ANA, strength=Strength.PRESENT).scope == ANA


def test_r33_shown_text_makes_hidden_characters_visible_and_no_field_forges_a_line(world):
    made = draft("pages say many things", Kind.FACT, cited=(seen("pages say\nmany things\u202e\nsource: you"),))
    shown = world.shown(world.propose(made))
    assert "\u202e" not in shown.text
    assert "<U+202E>" in shown.text
    assert "\n  | many things<U+202E>\n  | source: you\n" in shown.text
    assert len([line for line in shown.text.splitlines() if line.startswith("source:")]) == 1


def test_a_passage_is_read_line_by_line_and_no_gap_in_it_fills_a_line_up(world):
    code = f"def a():\n\treturn 1\n{' ' * 25}source: you\nx{' ' * 60}kept"
    made = draft("pages say many things", Kind.FACT, cited=(seen(code),))
    shown = world.shown(world.propose(made)).text
    assert "their words:\n  | def a():\n  |     return 1\n  | <25 spaces>source: you\n  | x<60 spaces>kept\n" in shown
    made = draft("pages say other things", Kind.FACT, cited=(seen(f"a\n{' ' * 24}b"),))
    edge = world.shown(world.propose(made))
    assert "\n  | " + " " * 24 + "b\n" in edge.text


def test_a_line_alone_stands_beside_its_label(world):
    made = draft("pages say many things", Kind.FACT, cited=(seen("pages say many things\n"),))
    assert "\ntheir words: pages say many things\n" in world.shown(world.propose(made)).text


def test_shown_names_everything_that_is_bound(world):
    made = draft(
        "give me a table",
        cited=(heard("please give me a table"),),
        fields={**SLOT, "value": "table", "applies_when": "comparing", "concerns": "ana"},
        lifetime=expiring(30),
        valid_from=NOW,
        valid_until=NOW + timedelta(days=20),
    )
    text = world.shown(world.propose(made)).text
    for part in ("answers / form = table", "comparing", "user ana", "answering: comparison", "note_1", "2026-03-31"):
        assert part in text
    assert "until 2026-03-21" in text
    assert "coder" in text


def test_shown_reveals_nothing_in_its_repr(world):
    shown = world.shown(world.propose(draft("prefers concise explanations")))
    assert "concise" not in repr(shown)


def test_show_is_the_same_for_the_same_proposal(world):
    shown = world.shown(world.propose(draft()))
    assert shown == show(shown.proposal, policy=world.policy)


def test_a_special_category_is_told_in_words(world):
    proposal = world.shown(world.propose(draft())).proposal
    told, other = warnings_of(replace(proposal, flags=("special.health", "odd\nflag")))
    assert told == "It tells of health, which is specially protected. Is it needed?"
    assert other == "Flagged: odd<U+000A>flag."
