from __future__ import annotations

from dataclasses import replace

import pytest

from tenure.errors import ConflictError, LimitError, NotFoundError, RequestError, TransitionError
from tenure.lifecycle.challenge import challenge, settle
from tenure.lifecycle.correct import correct
from tenure.lifecycle.doubt import find_reason
from tenure.lifecycle.forget import forget_one
from tenure.lifecycle.requests import fulfil
from tenure.lifecycle.sweep import sweep
from tenure.model.claim import Claim, Kind
from tenure.model.decision import Proposal, Request
from tenure.model.entry import Entry, Status
from tenure.model.receipt import Receipt
from tenure.model.scope import Scope
from tenure.store.records import Change, Setting
from tenure.write.approval import show
from tenure.write.index import indexed

ANA = Scope(user="ana")
SLOT = {"entity": "answers", "attribute": "layout"}


def reason_of(entry, *, entries):
    found = find_reason(entry, entries=entries)
    return "" if found is None else found.value


def settled(world, entry, **how):
    return settle(entry, ledger=world.store, **{**world.act("ana"), **how})


def test_r25_a_challenged_entry_is_withheld_until_it_is_settled(world):
    entry = world.remember("The service speaks HTTP.", kind=Kind.FACT)
    world.turn(minutes=1)
    doubted = challenge(entry, person="ana", reason="I saw gRPC yesterday.", **world.acts())
    assert world.read(entry) == doubted
    assert (doubted.status, doubted.status_at) == (Status.CHALLENGED, world.now)
    assert reason_of(doubted, entries=world.store) == "I saw gRPC yesterday."
    after = settled(world, doubted, keep=True)
    assert after.kept == world.read(entry)
    assert after.kept.status is Status.ACTIVE
    assert reason_of(after.kept, entries=world.store) == ""


def test_r25_the_person_concerned_may_challenge_and_retire_but_not_keep_or_correct(world):
    entry = world.remember("Ben works on Fridays.", kind=Kind.FACT, concerns="ben")
    with pytest.raises(NotFoundError):
        challenge(entry, person="cleo", **world.acts())
    doubted = challenge(entry, person="ben", **world.acts())
    mended = Claim(text="Ben works on Mondays.", kind=Kind.FACT)
    for how in ({"keep": True}, {"correction": mended}):
        with pytest.raises(NotFoundError):
            settle(doubted, ledger=world.store, **world.act("ben"), **how)
    done = settle(doubted, ledger=world.store, retire=True, **world.act("ben"))
    assert done.receipt.entry_ids == (entry.id,)
    assert world.read(entry) is None


def test_r31_a_secret_in_a_reason_is_cut_out(world):
    entry = world.remember("The service speaks HTTP.", kind=Kind.FACT)
    key = "AKIA" + "Q3ZT7VLM2PXW5KRB"
    doubted = challenge(entry, person="ana", reason=f"because {key} fails", **world.acts())
    assert doubted.status is Status.CHALLENGED
    assert key not in reason_of(doubted, entries=world.store)


def test_a_reason_is_bounded(world):
    entry = world.remember("The service speaks HTTP.", kind=Kind.FACT)
    longest = world.policy.detail_chars_max
    with pytest.raises(LimitError):
        challenge(entry, person="ana", reason="x" * (longest + 1), **world.acts())
    assert challenge(entry, person="ana", reason="x " * (longest // 2), **world.acts()).status is Status.CHALLENGED


def test_settling_names_one_way_and_something_disputed(world):
    entry = world.remember("The service speaks HTTP.", kind=Kind.FACT)
    with pytest.raises(TransitionError):
        settled(world, entry, keep=True)
    doubted = challenge(entry, person="ana", **world.acts())
    with pytest.raises(RequestError):
        settled(world, doubted)
    with pytest.raises(RequestError):
        settled(world, doubted, keep=True, retire=True)


def test_settling_by_a_correction_supersedes_the_challenged_entry(world):
    entry = world.remember("The service speaks HTTP.", kind=Kind.FACT)
    doubted = challenge(entry, person="ana", reason="no", **world.acts())
    after = settled(world, doubted, correction=Claim(text="The service speaks gRPC.", kind=Kind.FACT))
    assert after.kept.claim.text == "The service speaks gRPC."
    assert after.kept.status is Status.ACTIVE
    assert entry.id in after.ended
    assert world.read(entry).status is Status.SUPERSEDED
    assert world.store.held(Setting, (ANA,)) == ()


def test_a_refused_correction_leaves_the_entry_challenged(world):
    entry = world.remember("The service speaks HTTP.", kind=Kind.FACT)
    doubted = challenge(entry, person="ana", **world.acts())
    key = "AKIA" + "Q3ZT7VLM2PXW5KRB"
    after = settled(world, doubted, correction=Claim(text=f"The key is {key}.", kind=Kind.FACT))
    assert after.kept is None
    assert world.read(entry).status is Status.CHALLENGED


def contested(world) -> tuple[Entry, Proposal]:
    entry = world.remember("Give me a list.", **SLOT, value="list")
    world.turn(minutes=1)
    decision = world.say("Answers: give me a table.", **SLOT, value="table")
    assert world.read(entry).status is Status.CONTESTED
    return world.read(entry), world.proposal(decision.proposal_id, ANA)


def test_r21_keeping_a_contested_entry_declines_the_statement_against_it(world):
    entry, proposal = contested(world)
    after = settled(world, entry, keep=True)
    assert after.kept.status is Status.ACTIVE
    assert proposal.id not in {waiting.id for waiting in world.store.held(Proposal, (ANA,))}
    assert "not_again" in {verdict.code for verdict in world_refuses(world)}


def world_refuses(world):
    """An agent asks again for what lost."""
    from tenure.model.principal import Channel, Origin
    from tenure.write.context import Draft
    from tenure.write.pipeline import propose

    agent = Origin(channel=Channel.AGENT, principal="coder")
    draft = Draft(
        claim=Claim(text="Answers: give me a table.", kind=Kind.PREFERENCE, **SLOT, value="table"),
        scope=ANA,
        proposer=agent,
        worded_by=agent,
    )
    return propose(draft, **world.acts()).verdicts


def test_r21_retiring_a_contested_entry_erases_it(world):
    entry, _ = contested(world)
    after = settled(world, entry, retire=True)
    assert after.kept is None
    assert world.read(entry) is None


def test_r25_an_agents_request_changes_nothing_until_a_person_says_yes(world):
    entry = world.remember("The service speaks HTTP.", kind=Kind.FACT)
    asked = world.request(entry, Request.CHALLENGE, reason="the code says otherwise")
    assert world.read(entry) == entry
    shown = show(asked, policy=world.policy)
    doubted = fulfil(shown, person="ana", **world.recorded())
    assert isinstance(doubted, Entry)
    assert world.read(entry).status is Status.CHALLENGED
    assert reason_of(doubted, entries=world.store) == "the code says otherwise"
    assert world.store.held(Proposal, (ANA,)) == ()
    with pytest.raises(NotFoundError):
        fulfil(shown, person="ana", **world.recorded())


def test_r25_an_agents_request_to_forget_is_done_by_a_persons_yes(world):
    entry = world.remember("The service speaks HTTP.", kind=Kind.FACT)
    asked = world.request(entry, Request.FORGET, reason="done")
    shown = show(asked, policy=world.policy)
    with pytest.raises(NotFoundError):
        fulfil(shown, person="ben", **world.recorded())
    receipt = fulfil(shown, person="ana", **world.recorded())
    assert isinstance(receipt, Receipt)
    assert world.read(entry) is None
    assert world.store.held(Proposal, (ANA,)) == ()


def test_the_reason_of_a_doubt_that_ended_otherwise_is_swept(world):
    entry = world.remember("The service speaks HTTP.", kind=Kind.FACT)
    still = challenge(world.remember("The service is fast.", kind=Kind.FACT), person="ana", reason="b", **world.acts())
    doubted = challenge(entry, person="ana", reason="a", **world.acts())
    correct(doubted, Claim(text="The service speaks gRPC.", kind=Kind.FACT), **world.act("ana"))
    sweep(notes=world.notes, has_leapt=False, **world.acts())
    assert [kept.value for kept in world.store.held(Setting, (ANA,))] == ["b"]
    forget_one(still, person="ana", **world.recorded())
    assert world.store.held(Setting, (ANA,)) == ()


def test_a_request_holds_for_what_was_shown(world):
    entry = world.remember("The service speaks HTTP.", kind=Kind.FACT)
    shown = show(world.request(entry, Request.FORGET), policy=world.policy)
    other = replace(entry, claim=replace(entry.claim, text="The service speaks gRPC."), version=2)
    world.store.commit(Change(now=world.now, put=(indexed(other, world.policy),)))
    with pytest.raises(ConflictError):
        fulfil(shown, person="ana", **world.recorded())
    world.turn(days=world.policy.pending_days_max)
    with pytest.raises(TransitionError):
        fulfil(shown, person="ana", **world.recorded())
    assert world.read(other) == other


def test_a_claim_that_waits_is_no_request(world):
    decision = world.say("Give me a table.")
    shown = show(world.proposal(decision.proposal_id, ANA), policy=world.policy)
    with pytest.raises(RequestError) as caught:
        fulfil(shown, person="ana", **world.recorded())
    assert caught.value.code == "is_a_claim"


class Killed(BaseException):
    """The process ends here."""


def killed_before(monkeypatch: pytest.MonkeyPatch, world, commits: int) -> None:
    """Let the process end when it is about to write for the so-many-and-first time."""
    commit, left = world.store.commit, [commits]

    def counting(change: Change):
        if not left[0]:
            raise Killed
        left[0] -= 1
        return commit(change)

    monkeypatch.setattr(world.store, "commit", counting)


@pytest.mark.parametrize("commits", range(4))
def test_r25_a_request_that_was_fulfilled_waits_no_more_wherever_the_process_ends(world, monkeypatch, commits):
    entry = world.remember("The service speaks HTTP.", kind=Kind.FACT, **SLOT, value="list")
    shown = show(world.request(entry, Request.CHALLENGE, reason="the code says otherwise"), policy=world.policy)
    killed_before(monkeypatch, world, commits)
    try:
        fulfil(shown, person="ana", **world.recorded())
    except Killed:
        assert commits == 0
    monkeypatch.undo()
    is_doubted = world.read(entry).status is Status.CHALLENGED
    assert is_doubted is not bool(world.store.held(Proposal, (ANA,)))
    if not is_doubted:
        fulfil(shown, person="ana", **world.recorded())


def test_r25_a_request_about_a_contested_entry_is_fulfilled_in_one_write(world, monkeypatch):
    entry, proposal = contested(world)
    shown = show(world.request(entry, Request.CHALLENGE), policy=world.policy)
    killed_before(monkeypatch, world, 1)
    fulfil(shown, person="ana", **world.recorded())
    assert world.read(entry).status is Status.CHALLENGED
    assert [each.id for each in world.store.held(Proposal, (ANA,))] == [proposal.id]


@pytest.mark.parametrize("commits", range(5))
def test_r21_a_dispute_that_a_correction_settles_is_over_or_not_wherever_the_process_ends(world, monkeypatch, commits):
    entry, proposal = contested(world)
    doubted = challenge(entry, person="ana", reason="neither", **world.acts())
    right = Claim(text="Give me prose.", kind=entry.claim.kind, **SLOT, value="prose")
    killed_before(monkeypatch, world, commits)
    try:
        after = settled(world, doubted, correction=right)
        assert commits >= 2  # what the person states, and what it ends
        assert after.ended == (entry.id,)
        assert after.kept is not None
        assert after.kept.claim == right
    except Killed:
        assert commits < 2
    monkeypatch.undo()
    is_over = world.read(entry).status is Status.SUPERSEDED
    waiting = {each.id for each in world.store.held(Proposal, (ANA,))}
    assert is_over is (proposal.id not in waiting)
    assert is_over is (find_reason(doubted, entries=world.store) is None)
    assert is_over is (commits >= 2)
