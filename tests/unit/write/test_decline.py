from __future__ import annotations

from datetime import timedelta

import pytest

from tenure.errors import (
    NotFoundError,
    RequestError,
)
from tenure.model.claim import Kind
from tenure.model.decision import DecisionStatus, Request
from tenure.model.entry import Status
from tenure.model.principal import Channel, Origin
from tenure.write.approval import Answer, decline, withdraw_own
from tests.unit.write.making import AGENT, ANA, HERE, NOW, draft, heard


def say_no(world, shown, answer, person="ana"):
    decline(shown, person=person, answer=answer, entries=world.store, policy=world.policy, now=world.now)


def test_r33_only_the_owner_decides_in_a_personal_scope(world):
    shown = world.shown(world.propose(draft()))
    with pytest.raises(NotFoundError):
        world.approve(shown, person="ben")
    with pytest.raises(NotFoundError):
        say_no(world, shown, "no", person="ben")
    assert world.waiting()


def test_r02_the_quoted_words_go_with_the_decision(world):
    shown = world.shown(world.propose(draft(cited=(heard("please give me a table"),))))
    assert shown.proposal.quoted
    world.approve(shown)
    assert not world.waiting()
    shown = world.shown(world.propose(draft("use lists", cited=(heard("please use lists"),))))
    say_no(world, shown, "no")
    assert not world.waiting()


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
    assert world.store.tombstones_for((ANA,), old.claim) == ()
    assert world.entries()[old.id] == old


def test_an_agent_withdraws_its_own_proposal_and_no_other(world):
    decision = world.propose(draft("use lists"))
    other = Origin(channel=Channel.AGENT, principal="other")
    where = {"scope": ANA, "entries": world.store, "policy": world.policy, "now": world.now}
    with pytest.raises(NotFoundError):
        withdraw_own(decision.proposal_id, by=other, **where)
    withdraw_own(decision.proposal_id, by=AGENT, **where)
    assert not world.waiting()
    assert world.propose(draft("use lists")).status is DecisionStatus.PENDING
