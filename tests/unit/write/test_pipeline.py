from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from tenure.errors import CitationError, LimitError, NotFoundError, RequestError
from tenure.model.claim import Kind
from tenure.model.decision import DecisionStatus, Request
from tenure.model.entry import Basis, Status
from tenure.model.principal import Strength, Trust
from tenure.write import pipeline
from tenure.write.admit import entry_from, proposal_from
from tests.unit.write.making import AGENT, ANA, HERE, NOW, PERSON, code, context, draft, heard, seen

TABLES = "When you compare things, give me a table please."


def codes(decision):
    return {verdict.gate: verdict.code for verdict in decision.verdicts}


def test_r05_own_words_under_a_grant_are_admitted_with_its_id_and_their_own_trust(world):
    given = world.grant()
    decision = world.propose(draft(cited=(heard(TABLES),), fields={"applies_when": "comparing things"}))
    assert decision.status is DecisionStatus.ADMITTED
    (entry,) = world.entries().values()
    assert entry.id == decision.entry_id
    assert (entry.grant_id, entry.approval) == (given.id, None)
    assert (entry.trust, entry.confidence.basis) == (Trust.USER_STATED, Basis.STATED)
    assert entry.lifetime.age_max == given.longest


def test_r05_the_same_words_without_a_grant_wait(world):
    decision = world.propose(draft(cited=(heard(TABLES),)))
    assert decision.status is DecisionStatus.PENDING
    assert codes(decision)["authorization"] == "needs_approval"
    assert not world.entries()


@pytest.mark.parametrize(
    "change",
    [{"revoked_at": NOW}, {"ends_at": NOW}, {"person": "ben"}, {"kind": Kind.CODE}, {"longest": timedelta(days=1)}],
)
def test_r05_a_grant_that_is_over_or_another_s_or_for_another_kind_admits_nothing(world, change):
    world.grant(**change)
    lifetime = None if "longest" not in change else draft().lifetime
    made = draft(cited=(heard(TABLES),), lifetime=lifetime)
    if "longest" in change:
        from tests.unit.write.making import expiring

        made = replace(made, lifetime=expiring(2))
    assert world.propose(made).status is DecisionStatus.PENDING


def test_r06_an_inferred_preference_is_asked_and_not_kept(world):
    decision = world.propose(draft("prefers concise explanations"))
    assert decision.status is DecisionStatus.PENDING
    (waiting,) = world.waiting()
    assert waiting.confidence.basis is Basis.INFERRED
    assert waiting.trust is Trust.AGENT_INFERRED
    assert not world.entries()


def test_r02_a_pending_proposal_keeps_at_most_500_quoted_characters(world):
    long = "give me a table " + "and a very long story " * 60
    decision = world.propose(draft(cited=(heard(long),)))
    (waiting,) = world.waiting()
    assert decision.proposal_id == waiting.id
    assert len(waiting.quoted) == 500
    assert waiting.quoted.startswith("give me a table")


def test_r31_a_secret_beside_the_cited_words_is_cut_out_of_the_quotation(world):
    secret = "ghp_" + "a1B2" * 9
    world.propose(
        draft("the deploy job uses a token", Kind.FACT, cited=(seen(f"the deploy job uses a token {secret}"),))
    )
    (waiting,) = world.waiting()
    assert secret not in waiting.quoted
    assert "[removed: " in waiting.quoted


def test_r02_a_refused_write_leaves_a_code_in_the_ledger_and_nothing_else(world):
    secret = "ghp_" + "a1B2" * 9
    decision = world.propose(draft(f"use {secret} to push", Kind.FACT))
    assert decision.status is DecisionStatus.REFUSED
    assert codes(decision)["sensitivity"] == "never_kept"
    assert secret not in repr(decision)
    assert not world.waiting()
    assert not world.entries()
    assert world.store.lines()[-1].code.startswith("refused:")


def test_a_retried_write_is_one_write(world):
    made = draft("prefers concise explanations", idempotency="call-1")
    first = world.propose(made)
    again = world.propose(made)
    assert again == replace(first, verdicts=(), is_repeat=True)
    assert len(world.waiting()) == 1


def test_a_write_retried_after_its_approval_or_admission_is_recognised(world):
    made = draft("prefers concise explanations", idempotency="call-1")
    entry = world.approve(world.shown(world.propose(made)))
    again = world.propose(made)
    assert (again.status, again.entry_id, again.is_repeat) == (DecisionStatus.ADMITTED, entry.id, True)
    world.grant()
    made = draft(cited=(heard(TABLES),), idempotency="call-2")
    first = world.propose(made)
    assert world.propose(made) == replace(first, verdicts=(), is_repeat=True)


def test_a_refused_write_keeps_no_key(world):
    refused = draft("I just opened a.py, b.py and c.py", idempotency="call-1")
    assert world.propose(refused).status is DecisionStatus.REFUSED
    assert world.propose(draft("short answers", idempotency="call-1")).status is DecisionStatus.PENDING


def test_a_key_that_was_used_for_another_claim_is_a_mistake(world):
    world.propose(draft("short answers", idempotency="call-1"))
    with pytest.raises(RequestError) as error:
        world.propose(draft("long answers", idempotency="call-1"))
    assert error.value.code == "key_reused"


def test_r28_kept_and_waiting_and_declined_answer_alike(world):
    from tenure.write.approval import decline

    answers = []
    world.remember(draft("short answers"))
    answers.append(world.propose(draft("Short  answers.")))
    waiting = world.propose(draft("long lines"))
    answers.append(world.propose(draft("long lines")))
    decline(world.shown(waiting), person="ana", answer="no", entries=world.store, policy=world.policy, now=world.now)
    answers.append(world.propose(draft("long lines")))
    verdicts = {verdict for answer in answers for verdict in answer.verdicts if verdict.gate == "authorization"}
    assert [answer.status for answer in answers] == [DecisionStatus.REFUSED] * 3
    assert len(verdicts) == 1
    assert verdicts.pop().code == "not_again"


def test_a_duplicate_of_what_is_spent_may_be_asked_again(world):
    from tests.unit.write.making import expiring

    world.remember(draft("short answers", lifetime=expiring(3)))
    world.now = NOW + timedelta(days=3) - timedelta(seconds=1)
    assert world.propose(draft("short answers")).status is DecisionStatus.REFUSED
    world.now = NOW + timedelta(days=3)
    assert world.propose(draft("short answers")).status is DecisionStatus.PENDING


def test_r30_trust_is_the_least_of_sources_wording_and_parents(world):
    parent = world.remember(draft("give me a table"))
    world.propose(draft("tables need headings", Kind.FACT, derived_from=(parent.id,), is_tainted=True))
    (waiting,) = world.waiting()
    assert waiting.trust is Trust.EXTERNAL
    assert "tainted_wording" in waiting.flags


def test_r30_verbatim_own_words_keep_their_trust_even_in_a_tainted_task_but_no_grant_admits_them(world):
    world.grant()
    decision = world.propose(draft(cited=(heard(TABLES),), is_tainted=True))
    assert decision.status is DecisionStatus.PENDING
    (waiting,) = world.waiting()
    assert waiting.trust is Trust.USER_STATED


def test_r05_code_with_a_named_symbol_or_a_check_at_a_trusted_ref_is_admitted_under_its_grant(world):
    world.grant(Kind.CODE)
    by_symbol = draft("Invoice is a class", Kind.CODE, scope=HERE, cited=(code(),))
    check = code(check="class Invoice bases Rounding", check_holds=True, has_symbol=False)
    by_check = draft("Invoice implements Rounding", Kind.CODE, scope=HERE, cited=(check,))
    first, second = world.propose(by_symbol), world.propose(by_check)
    assert [first.status, second.status] == [DecisionStatus.ADMITTED] * 2
    held = world.entries(HERE)
    assert {entry.trust for entry in held.values()} == {Trust.EXTERNAL}
    assert {entry.confidence.basis for entry in held.values()} == {Basis.VERIFIED}


def test_r05_code_at_an_untrusted_ref_is_asked(world):
    world.grant(Kind.CODE)
    made = draft("Invoice implements Rounding", Kind.CODE, scope=HERE, cited=(code(at_trusted_ref=False),))
    assert world.propose(made).status is DecisionStatus.PENDING


def test_r25_requests_about_an_entry_wait_and_do_not_repeat(world):
    entry = world.remember(draft("give me a table"))
    for request in (Request.FORGET, Request.CHALLENGE):
        made = draft(request=request, target_id=entry.id, reason="it is not so any more", purpose=None)
        decision = world.propose(made)
        assert decision.status is DecisionStatus.PENDING
        assert codes(world.propose(made))["authorization"] == "not_again"
    assert world.entries()[entry.id] == entry


def test_a_forget_request_for_a_secret_that_was_kept_is_not_refused_for_it(world):
    entry = world.remember(draft("give me a table"))
    secret = "ghp_" + "a1B2" * 9
    made = draft(f"use {secret}", request=Request.FORGET, target_id=entry.id, reason="it holds a secret")
    assert world.propose(made).status is DecisionStatus.PENDING


def test_unknown_targets_and_parents_answer_like_missing_ones(world):
    foreign = world.remember(draft("give me a table", scope=HERE))
    for made in (
        draft("use lists", supersedes="ent_missing"),
        draft("use lists", supersedes=foreign.id),
        draft("use lists", derived_from=("ent_missing",)),
        draft("use lists", derived_from=(foreign.id,)),
        draft("use lists", request=Request.CORRECT, target_id=foreign.id),
    ):
        with pytest.raises(NotFoundError):
            world.propose(made)


def test_a_draft_that_contradicts_itself_is_a_mistake(world):
    from tenure.model.citation import Citation

    approval = replace(heard("x y").citation, scheme="approval")
    assert isinstance(approval, Citation)
    with pytest.raises(CitationError):
        world.propose(draft(cited=(replace(heard("x y"), citation=approval),)))
    with pytest.raises(RequestError):
        world.propose(draft(target_id="ent_1"))
    with pytest.raises(RequestError):
        world.propose(draft(request=Request.FORGET))
    with pytest.raises(LimitError):
        world.propose(draft("a" * 20_000))
    with pytest.raises(LimitError):
        world.propose(draft(idempotency="k" * 201))


def test_r03_a_full_scope_refuses_and_names_what_could_be_retired(world):
    world.policy = replace(world.policy, scope_entries_max=2)
    first = world.remember(draft("one thing"))
    world.now = NOW + timedelta(hours=1)
    second = world.remember(draft("another thing"))
    decision = world.propose(draft("a third thing"))
    (verdict,) = [verdict for verdict in decision.verdicts if verdict.gate == "bounds"]
    assert (decision.status, verdict.code) == (DecisionStatus.REFUSED, "over_limit")
    assert verdict.reason.index(first.id) < verdict.reason.index(second.id)
    assert world.propose(draft("a third thing", supersedes=first.id)).status is DecisionStatus.PENDING


def test_r03_a_scope_holds_no_more_pending_proposals_than_the_policy_allows(world):
    world.policy = replace(world.policy, pending_max=1)
    world.propose(draft("one thing"))
    decision = world.propose(draft("another thing"))
    assert codes(decision)["bounds"] == "over_limit"
    assert world.remember(draft("a person's own thing")).status is Status.ACTIVE


def test_r35_bounds_do_not_depend_on_other_scopes(world):
    world.policy = replace(world.policy, pending_max=1, scope_entries_max=1)
    world.remember(draft("one thing", scope=HERE))
    world.propose(draft("another thing", scope=HERE, supersedes=next(iter(world.entries(HERE)))))
    assert world.propose(draft("a third thing", scope=ANA)).status is DecisionStatus.PENDING


def test_a_person_who_states_something_directly_is_its_source(world):
    entry = world.remember(draft("short answers"))
    assert [citation.scheme for citation in entry.citations] == ["approval"]
    assert (entry.trust, entry.confidence.basis, entry.approval.strength) == (
        Trust.USER_APPROVED,
        Basis.CONFIRMED,
        Strength.TERMINAL,
    )
    assert entry.origin == PERSON


def test_an_entry_cited_as_source_is_a_parent(world):
    parent = world.remember(draft("give me a table"))
    source = heard("x").citation
    cited = replace(
        heard("x"), citation=replace(source, scheme="entry", address=parent.id, origin=AGENT), is_own_word=False
    )
    world.propose(draft("tables need headings", cited=(cited,)))
    (waiting,) = world.waiting()
    assert waiting.derived_from == (parent.id,)


def test_a_claim_rests_on_a_bounded_number_of_entries(world, monkeypatch):
    parent = world.remember(draft("give me a table"))
    child = world.remember(draft("tables need headings", derived_from=(parent.id,)))
    assert world.propose(draft("headings are bold", derived_from=(child.id,))).status is DecisionStatus.PENDING
    monkeypatch.setattr(pipeline, "ANCESTORS_MAX", 1)
    with pytest.raises(LimitError):
        world.propose(draft("headings are big", derived_from=(child.id,)))


def test_an_incomplete_draft_makes_no_proposal_and_an_entry_needs_exactly_one_consent(world):
    with pytest.raises(RequestError) as error:
        proposal_from(context(raw=True))
    assert error.value.code == "bad_draft"
    proposal = proposal_from(context())
    with pytest.raises(RequestError) as error:
        entry_from(proposal, now=NOW)
    assert error.value.code == "bad_admission"
