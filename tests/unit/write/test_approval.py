from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from tenure.errors import (
    ConflictError,
    LimitError,
    NotAllowedError,
    NotFoundError,
    RefusedError,
    RequestError,
    TransitionError,
)
from tenure.model.canonical import approval_message, digest_of, entry_bytes, proposal_bytes
from tenure.model.claim import Kind
from tenure.model.decision import Request
from tenure.model.entry import Basis, Status
from tenure.model.principal import Channel, Origin, Strength, Trust
from tenure.model.scope import Scope
from tenure.policy.presets import STRICT, TEAM
from tenure.store.records import Change
from tenure.write.approval import reworded
from tests.unit.write.making import HERE, NOW, PERSON, claim, draft, heard, seen

BILLING = Scope(project="billing")
SLOT = {"entity": "answers", "attribute": "form"}


def test_r33_the_entry_carries_exactly_the_bytes_that_were_shown(world):
    shown = world.shown(world.propose(draft(cited=(heard("please give me a table"),))))
    entry = world.approve(shown)
    assert digest_of(entry_bytes(entry)) == shown.digest == entry.approval.digest
    assert entry_bytes(entry) == proposal_bytes(shown.proposal)
    assert (entry.trust, entry.confidence.basis) == (Trust.USER_APPROVED, Basis.CONFIRMED)
    assert [citation.scheme for citation in entry.citations] == ["statement"]


def test_r06_an_inferred_claim_gets_the_approval_as_its_source(world):
    shown = world.shown(world.propose(draft("prefers concise explanations", cited=(heard("keep it short"),))))
    assert shown.proposal.confidence.basis is Basis.INFERRED
    entry = world.approve(shown)
    assert [citation.scheme for citation in entry.citations] == ["statement", "approval"]
    assert entry.citations[1].detail("digest") == shown.digest


def test_r33_an_approval_is_used_once(world):
    shown = world.shown(world.propose(draft()))
    world.approve(shown)
    assert not world.waiting()
    with pytest.raises(NotFoundError):
        world.approve(shown)
    with pytest.raises(ConflictError):
        world.store.commit(Change(now=NOW, used_approvals=(shown.digest,)))


@pytest.mark.parametrize(
    ("made", "least"),
    [
        (draft(), Strength.CLIENT),
        (draft("the api has a limit", Kind.FACT), Strength.CLIENT),
        (draft("tables come first", Kind.INSTRUCTION), Strength.PRESENT),
        (draft("Always run the tests before pushing", Kind.FACT), Strength.PRESENT),
        (draft(cited=(heard("give me a table", scope=HERE),)), Strength.PRESENT),
    ],
)
def test_r33_orders_instructions_and_widening_need_present(world, made, least):
    shown = world.shown(world.propose(made))
    assert shown.least is least
    if least is Strength.PRESENT:
        with pytest.raises(NotAllowedError) as error:
            world.approve(shown, strength=Strength.TERMINAL)
        assert error.value.code == "strength_too_low"
        assert "keys enrol" in error.value.hint
    entry = world.approve(shown, strength=least)
    assert entry.approval.strength is least


def test_r33_client_and_host_are_of_one_rank(world):
    entry = world.approve(world.shown(world.propose(draft())), strength=Strength.HOST)
    assert entry.approval.strength is Strength.HOST


def test_r33_strict_wants_present_for_everything(world):
    world.policy = STRICT
    shown = world.shown(world.propose(draft()))
    with pytest.raises(NotAllowedError):
        world.approve(shown)
    assert world.approve(shown, strength=Strength.PRESENT).approval.signature


def test_r33_present_signs_the_digest_in_its_context(world):
    signed = []

    def sign(message):
        signed.append(message)
        return "ab", "key_9"

    shown = world.shown(world.propose(draft()))
    entry = world.approve(shown, strength=Strength.PRESENT, sign=sign)
    assert signed == [approval_message(shown.digest, shown.proposal.id, "ana", NOW)]
    assert (entry.approval.signature, entry.approval.key_id) == ("ab", "key_9")


def test_r33_present_without_a_key_is_not_present(world):
    with pytest.raises(NotAllowedError) as error:
        world.approve(world.shown(world.propose(draft())), strength=Strength.PRESENT, sign=None)
    assert error.value.code == "not_signed"


def test_r33_in_a_team_nobody_approves_what_they_proposed_for_others(world):
    world.policy = TEAM
    made = draft("the api has a limit", Kind.FACT, scope=BILLING, proposer=PERSON, worded_by=PERSON)
    shown = world.shown(world.propose(made), BILLING)
    with pytest.raises(NotAllowedError) as error:
        world.approve(shown)
    assert error.value.code == "own_proposal"
    assert world.approve(shown, person="ben").approval.person == "ben"
    assert world.remember(draft("short answers")).status is Status.ACTIVE


def test_a_proposal_lapses_at_its_second(world):
    shown = world.shown(world.propose(draft()))
    world.now = shown.proposal.lapses_at
    with pytest.raises(TransitionError) as error:
        world.approve(shown)
    assert error.value.code == "lapsed"
    world.now -= timedelta(microseconds=1)
    assert world.approve(shown).status is Status.ACTIVE


def test_only_here_narrows_and_leaves_the_wider_entry_alone(world):
    old = world.remember(draft("give me a list", fields={**SLOT, "value": "list"}))
    shown = world.shown(world.propose(draft("give me a table", fields={**SLOT, "value": "table"})))
    assert shown.proposal.supersedes == old.id
    entry = world.approve(shown, scope=HERE)
    assert (entry.scope, entry.supersedes) == (HERE, None)
    assert entry.approval.digest == digest_of(entry_bytes(entry))
    assert world.entries()[old.id].status is Status.ACTIVE


def test_an_edit_is_the_person_s_wording_and_what_is_bound(world):
    shown = world.shown(world.propose(draft("prefers concise explanations")))
    entry = world.approve(shown, edit=reworded(shown.proposal.claim, "keep explanations short"))
    assert entry.claim.text == "keep explanations short"
    assert entry.worded_by == PERSON
    assert entry.approval.digest == digest_of(entry_bytes(entry)) != shown.digest


def test_r31_an_edit_passes_the_gates_again(world):
    shown = world.shown(world.propose(draft("prefers concise explanations")))
    secret = "ghp_" + "a1B2" * 9
    for text, code_ in (
        (f"use {secret}", "never_kept"),
        ("a" * 300, "too_long"),
        ("One thing. Another thing.", "not_one_assertion"),
    ):
        with pytest.raises(RefusedError) as error:
            world.approve(shown, edit=claim(text))
        assert code_ in error.value.codes
        assert secret not in str(error.value)
    assert world.waiting()


def test_an_edit_into_an_order_needs_present(world):
    shown = world.shown(world.propose(draft("prefers concise explanations")))
    with pytest.raises(NotAllowedError):
        world.approve(shown, edit=claim("Always push to main without asking"))


def test_r11_a_person_cannot_edit_a_page_into_a_preference(world):
    shown = world.shown(world.propose(draft("pages say many things", Kind.FACT, cited=(seen(),))))
    with pytest.raises(RefusedError) as error:
        world.approve(shown, edit=claim("say many things", Kind.PREFERENCE))
    assert error.value.codes == ("external_governs",)


def test_reworded_keeps_a_value_only_if_the_words_still_hold_it():
    old = claim("give me a table", value="table", **SLOT)
    assert reworded(old, "a table please").value == "table"
    assert reworded(old, "a list please").value is None
    assert reworded(old, "a list please").entity == "answers"


def test_r11_an_approved_fact_from_outside_is_approved_and_shows_its_source(world):
    shown = world.shown(world.propose(draft("pages say many things", Kind.FACT, cited=(seen(),))))
    assert any("outside" in warning for warning in shown.warnings)
    entry = world.approve(shown)
    assert (entry.trust, entry.citations[0].trust) == (Trust.USER_APPROVED, Trust.EXTERNAL)
    assert entry.origin == Origin(channel=Channel.TOOL, principal="shell")


def test_r21_a_correction_replaces_its_target_and_never_needs_both(world):
    old = world.remember(draft("give me a table"))
    made = draft("give me a wide table", request=Request.CORRECT, target_id=old.id, reason="too narrow")
    shown = world.shown(world.propose(made))
    entry = world.approve(shown)
    held = world.entries()
    assert (held[old.id].status, entry.supersedes) == (Status.SUPERSEDED, old.id)
    assert entry.approval.digest == shown.digest


def test_a_correction_whose_target_is_gone_is_not_approved(world):
    old = world.remember(draft("give me a table"))
    made = draft("give me a wide table", request=Request.CORRECT, target_id=old.id)
    shown = world.shown(world.propose(made))
    world.remember(draft("give me a list", supersedes=old.id))
    with pytest.raises(TransitionError) as error:
        world.approve(shown)
    assert error.value.code == "target_gone"


def test_a_request_to_forget_is_no_claim_to_approve(world):
    old = world.remember(draft("give me a table"))
    shown = world.shown(world.propose(draft(request=Request.FORGET, target_id=old.id)))
    with pytest.raises(RequestError) as error:
        world.approve(shown)
    assert error.value.code == "not_a_claim"


def test_r03_a_scope_that_filled_up_meanwhile_takes_nothing_more(world):
    world.policy = replace(world.policy, scope_entries_max=1)
    shown = world.shown(world.propose(draft("one thing")))
    world.remember(draft("another thing"))
    with pytest.raises(LimitError):
        world.approve(shown)
