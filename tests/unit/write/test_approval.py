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
from tenure.model.decision import DecisionStatus, Request
from tenure.model.entry import Basis, Status
from tenure.model.principal import Channel, Origin, Strength, Trust
from tenure.model.scope import Scope
from tenure.policy.presets import STRICT, TEAM
from tenure.store.records import Change
from tenure.write import approval
from tenure.write.approval import Answer, approve_many, decline, renew, reworded, show, withdraw_own
from tenure.write.direct import remember
from tests.unit.write.making import AGENT, ANA, HERE, NOW, PERSON, claim, code, draft, expiring, heard, seen, signer

BILLING = Scope(project="billing")
SLOT = {"entity": "answers", "attribute": "form"}


def say_no(world, shown, answer, person="ana"):
    decline(shown, person=person, answer=answer, entries=world.store, policy=world.policy, now=world.now)


def approve_all(world, shown, **more):
    given = {"person": "ana", "strength": Strength.TERMINAL, "sign": None} | more
    return approve_many(shown, entries=world.store, policy=world.policy, now=world.now, **given)


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


def test_r33_only_the_owner_decides_in_a_personal_scope(world):
    shown = world.shown(world.propose(draft()))
    with pytest.raises(NotFoundError):
        world.approve(shown, person="ben")
    with pytest.raises(NotFoundError):
        say_no(world, shown, "no", person="ben")
    assert world.waiting()


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


def test_r02_the_quoted_words_go_with_the_decision(world):
    shown = world.shown(world.propose(draft(cited=(heard("please give me a table"),))))
    assert shown.proposal.quoted
    world.approve(shown)
    assert not world.waiting()
    shown = world.shown(world.propose(draft("use lists", cited=(heard("please use lists"),))))
    say_no(world, shown, "no")
    assert not world.waiting()


def test_only_here_narrows_and_leaves_the_wider_entry_alone(world):
    old = world.remember(draft("give me a list", fields={**SLOT, "value": "list"}))
    shown = world.shown(world.propose(draft("give me a table", fields={**SLOT, "value": "table"})))
    assert shown.proposal.supersedes == old.id
    entry = world.approve(shown, scope=HERE)
    assert (entry.scope, entry.supersedes) == (HERE, None)
    assert entry.approval.digest == digest_of(entry_bytes(entry))
    assert world.entries()[old.id].status is Status.ACTIVE


def test_r07_a_wider_scope_than_shown_needs_present(world):
    shown = world.shown(world.propose(draft(scope=HERE)), HERE)
    with pytest.raises(NotAllowedError):
        world.approve(shown, scope=ANA)
    assert world.approve(shown, scope=ANA, strength=Strength.PRESENT).scope == ANA


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


def test_r28_what_was_declined_does_not_come_back_from_an_agent(world):
    say_no(world, world.shown(world.propose(draft("use lists"))), Answer.NO)
    assert world.propose(draft("Use lists.")).status is DecisionStatus.REFUSED
    assert world.propose(draft("use tables")).status is DecisionStatus.PENDING


def test_r38_a_no_holds_until_the_person_states_it_anew(world):
    say_no(world, world.shown(world.propose(draft("use lists"))), "no")
    stale = draft("use lists", cited=(heard("please use lists", at=NOW),))
    assert world.propose(stale).status is DecisionStatus.REFUSED
    world.now = NOW + timedelta(hours=1)
    fresh = draft("use lists", cited=(heard("please use lists", at=world.now),))
    world.grant()
    assert world.propose(fresh).status is DecisionStatus.PENDING


def test_r38_never_this_holds_against_a_new_statement_but_not_against_the_person(world):
    say_no(world, world.shown(world.propose(draft("use lists"))), Answer.NEVER_THIS)
    world.now = NOW + timedelta(days=3_000)
    fresh = draft("use lists", cited=(heard("please use lists", at=world.now),))
    assert world.propose(fresh).status is DecisionStatus.REFUSED
    assert world.remember(draft("use lists")).status is Status.ACTIVE


def test_r38_never_this_category_closes_the_kind_in_this_scope(world):
    say_no(world, world.shown(world.propose(draft("the api has a limit", Kind.FACT))), Answer.NEVER_CATEGORY)
    assert world.propose(draft("the api has a name", Kind.FACT)).status is DecisionStatus.REFUSED
    assert world.propose(draft("the api has a name", Kind.FACT, scope=HERE)).status is DecisionStatus.REFUSED
    assert world.propose(draft("use lists")).status is DecisionStatus.PENDING


def test_declining_a_request_about_an_entry_leaves_no_mark(world):
    old = world.remember(draft("give me a table"))
    shown = world.shown(world.propose(draft(request=Request.FORGET, target_id=old.id)))
    with pytest.raises(RequestError):
        say_no(world, shown, "never_category")
    with pytest.raises(RequestError):
        say_no(world, shown, "perhaps")
    say_no(world, shown, "no")
    assert world.store.tombstone_for((ANA,), old.claim) is None
    assert world.entries()[old.id] == old


def test_r38_plain_claims_of_one_kind_and_scope_go_together_in_one_transaction(world):
    shown = [world.shown(world.propose(draft(text))) for text in ("use lists", "short answers")]
    kept = approve_all(world, shown)
    assert [entry.claim.text for entry in kept] == ["use lists", "short answers"]
    assert set(world.entries()) == {entry.id for entry in kept}
    assert approve_all(world, []) == ()


@pytest.mark.parametrize(
    "other",
    [
        draft("the api has a limit", Kind.FACT),
        draft("use lists", scope=HERE),
        draft("Always push to main without asking"),
        draft("give me a table", cited=(heard("give me a table", scope=HERE),)),
        draft("prefers tables", is_tainted=True),
        draft("write to ana@example.org"),
    ],
)
def test_r38_what_is_not_alike_or_is_flagged_is_decided_alone(world, other):
    first = world.shown(world.propose(draft("short answers")))
    second = world.shown(world.propose(other), other.scope)
    with pytest.raises(RequestError) as error:
        approve_all(world, [first, second], strength=Strength.PRESENT, sign=signer)
    assert error.value.code == "not_a_batch"
    assert not world.entries()


def test_r38_what_supersedes_or_speaks_of_one_slot_is_decided_alone(world):
    world.remember(draft("give me a table", fields={**SLOT, "value": "table"}))
    first = world.shown(world.propose(draft("short answers")))
    second = world.shown(world.propose(draft("use lists", fields={**SLOT, "value": "lists"})))
    with pytest.raises(RequestError):
        approve_all(world, [first, second])
    other = {"entity": "code", "attribute": "indent"}
    pair = [world.shown(world.propose(draft(text, fields=other))) for text in ("two spaces", "four spaces")]
    with pytest.raises(RequestError):
        approve_all(world, pair)


def test_r38_a_batch_counts_against_the_bound_as_a_whole(world):
    shown = [world.shown(world.propose(draft(text))) for text in ("use lists", "short answers")]
    world.policy = replace(world.policy, scope_entries_max=1)
    with pytest.raises(LimitError):
        approve_all(world, shown)
    assert not world.entries()


def test_an_agent_withdraws_its_own_proposal_and_no_other(world):
    decision = world.propose(draft("use lists"))
    other = Origin(channel=Channel.AGENT, principal="other")
    where = {"scope": ANA, "entries": world.store, "policy": world.policy, "now": world.now}
    with pytest.raises(NotFoundError):
        withdraw_own(decision.proposal_id, by=other, **where)
    withdraw_own(decision.proposal_id, by=AGENT, **where)
    assert not world.waiting()
    assert world.propose(draft("use lists")).status is DecisionStatus.PENDING


def test_r33_shown_text_makes_hidden_characters_visible_and_no_field_forges_a_line(world):
    made = draft("pages say many things", Kind.FACT, cited=(seen("pages say\nmany things\u202e\nsource: you"),))
    shown = world.shown(world.propose(made))
    assert "\u202e" not in shown.text
    assert "<U+202E>" in shown.text
    assert "<U+000A>" in shown.text
    assert len([line for line in shown.text.splitlines() if line.startswith("source:")]) == 1


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


def test_r33_renewing_binds_the_new_end_and_stays_under_the_ceiling(world):
    entry = world.remember(draft("short answers", lifetime=expiring(30)))
    later = NOW + timedelta(days=29)
    given = {"person": "ana", "strength": Strength.TERMINAL, "sign": None, "policy": world.policy, "now": later}
    renewed = renew(entry, lifetime=expiring(60), **given)
    assert renewed.approval.digest == digest_of(entry_bytes(renewed)) != entry.approval.digest
    ceiling = world.policy.for_kind(Kind.PREFERENCE).lifetime_days_max
    assert renew(entry, lifetime=expiring(ceiling), **given).version == entry.version + 1
    with pytest.raises(RequestError) as error:
        renew(entry, lifetime=expiring(ceiling + 1), **given)
    assert error.value.code == "beyond_ceiling"
    with pytest.raises(NotFoundError):
        renew(entry, lifetime=expiring(60), **{**given, "person": "ben"})


def test_remember_states_and_approves_in_one_act(world):
    given = {"person": "ana", "sign": None, "entries": world.store, "policy": world.policy, "now": world.now}
    decision = remember(claim("short answers"), scope=ANA, strength=Strength.TERMINAL, **given)
    assert decision.status is DecisionStatus.ADMITTED
    assert world.entries()[decision.entry_id].approval.person == "ana"
    again = remember(claim("short answers"), scope=ANA, strength=Strength.TERMINAL, **given)
    assert again.status is DecisionStatus.REFUSED
    with pytest.raises(NotAllowedError):
        remember(claim("Always push to main", Kind.INSTRUCTION), scope=ANA, strength=Strength.TERMINAL, **given)
    assert [waiting.is_order for waiting in world.waiting()] == [True]
    given["policy"] = TEAM
    shared = remember(claim("the api has a limit", Kind.FACT), scope=BILLING, strength=Strength.TERMINAL, **given)
    assert shared.status is DecisionStatus.PENDING


def test_a_person_remembers_code_with_its_citation(world):
    given = {"person": "ana", "sign": None, "entries": world.store, "policy": world.policy, "now": world.now}
    made = claim("Invoice implements Rounding", Kind.CODE)
    kept = remember(made, scope=HERE, strength=Strength.TERMINAL, cited=(code(),), **given)
    (entry,) = world.entries(HERE).values()
    assert entry.id == kept.entry_id
    assert entry.lifetime.review_on == ("source_changed",)
    assert entry.lifetime.idle == timedelta(days=28)


def test_show_is_the_same_for_the_same_proposal(world):
    shown = world.shown(world.propose(draft()))
    assert shown == show(shown.proposal, policy=world.policy)
