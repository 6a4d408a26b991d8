from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta

from tenure.lifecycle.challenge import challenge
from tenure.lifecycle.disclose import Held, disclose, lines_of
from tenure.lifecycle.forget import forget_one
from tenure.lifecycle.grants import grant
from tenure.model.claim import Claim, Kind
from tenure.model.grant import Person
from tenure.model.lifetime import Lifetime
from tenure.model.principal import Channel, Origin
from tenure.model.scope import Scope
from tenure.store.records import Change, Setting

ANA = Scope(user="ana")
TICK = timedelta(microseconds=1)


def told(world, person="ana", scopes=()):
    return disclose(person, scopes, entries=world.store, ledger=world.store, now=world.now)


def test_r25_a_person_sees_everything_that_is_held_and_nothing_of_another(world):
    world.store.commit(Change(now=world.now, put=(Person(id="ana", public_key="ab", sealed_key="sealed words"),)))
    mine = world.remember("Give me a table.")
    narrow = world.remember("Bill in euros.", scope=Scope(user="ana", project="billing"))
    about = world.remember("Ana works on Fridays.", kind=Kind.FACT, user="ben", concerns="ana")
    theirs = world.remember("I like prose.", user="ben")
    gone = world.remember("Use metric units.")
    receipt = forget_one(gone, person="ana", **world.recorded())
    waiting = world.say("Never use bold.")
    given = grant(person="ana", kind=Kind.PREFERENCE, scope=ANA, **world.strongly())
    found = told(world)
    assert {held.entry.id for held in found.entries} == {mine.id, narrow.id, about.id}
    assert [one.id for one in found.proposals] == [waiting.proposal_id]
    assert found.grants == (given,)
    assert [mark.id for mark in found.tombstones] == [gone.id]
    assert found.receipts == (receipt,)
    assert {line.record_id for line in found.lines} >= {mine.id, about.id, given.id}
    for text in (found.render(), json.dumps(found.plain())):
        assert "Give me a table." in text
        assert "Never use bold." in text
        assert theirs.id not in text
        assert "prose" not in text
        assert "metric" not in text
        assert "sealed words" not in text


def test_r25_marks_are_told_where_nothing_else_is_left_and_why_an_entry_is_doubted_too(world):
    narrow = world.remember("Bill in euros.", scope=Scope(user="ana", project="billing"))
    theirs = world.remember("I like prose.", user="ben")
    for entry, person in ((narrow, "ana"), (theirs, "ben")):
        forget_one(entry, person=person, **world.recorded())
    doubted = challenge(world.remember("Be brief."), person="ana", reason="it was a joke", **world.acts())
    found = told(world)
    assert [mark.id for mark in found.tombstones] == [narrow.id]
    assert [(kept.id, kept.value) for kept in found.settings] == [(f"challenge:{doubted.id}", "it was a joke")]
    assert narrow.id in found.render()
    assert f"why it is challenged ({doubted.id}): it was a joke" in found.render()


def test_what_is_kept_beside_entries_is_told_in_words_and_not_as_data(world):
    value = '{"counts": {"yes": 2, "no": 0}, "seconds": [0.5, 3.0]}'
    kept = Setting(id="answers:ana", scope=Scope(user="ana"), value=value)
    shown = Setting(id="outcomes", scope=Scope(user="ana"), value='{"stated:fact:95": [3, 1]}')
    world.store.commit(Change(now=world.now, put=(kept, shown)))
    assert "how you answered: counts (yes 2, no 0), seconds (0.5, 3.0)" in told(world).render()
    assert "confidence in hundredths: stated:fact:95 (3, 1)" in told(world).render()


def test_r23_a_disclosure_says_the_state_of_each_item_at_that_second(world):
    end = world.now + timedelta(days=10)
    entry = world.remember("Give me a table.", lifetime=Lifetime(expires_at=end))
    due = world.remember("Use metric units.", lifetime=Lifetime(review_at=end, age_max=timedelta(days=30)))
    doubted = challenge(world.remember("Be brief."), person="ana", **world.acts())

    def states():
        return {held.entry.id: held.state for held in told(world).entries}

    world.now = end - TICK
    assert states() == {entry.id: "active", due.id: "active", doubted.id: "challenged"}
    world.now = end
    assert states() == {entry.id: "expired", due.id: "review_due", doubted.id: "challenged"}
    assert "expired" in told(world).render()


def test_a_rendering_obeys_nobody(world):
    entry = world.remember("Give me a table.")
    forged = replace(entry, claim=Claim(text="Give me a ta\u202eble.\nent_fake  active", kind=Kind.PREFERENCE))
    text = replace(told(world), entries=(Held(entry=forged, state="active"),)).render()
    assert "ent_fake" in text
    assert "\u202e" not in text
    assert "\nent_fake" not in text


def test_nothing_held_is_said_plainly(world):
    found = told(world, "cleo")
    assert found.plain() == {"person": "cleo", "at": "2026-03-01T12:00:00Z"}
    assert found.render().startswith("What is held about cleo")


def test_r36_that_it_was_disclosed_is_in_the_ledger(world):
    told(world)
    assert [(line.verb, line.code) for line in world.store.lines()] == [("disclose", "disclosed")]


def test_r35_a_person_reads_only_the_ledgers_lines_of_what_they_may_see(world):
    mine, theirs = world.remember("Give me a table."), world.remember("I like prose.", user="ben")
    about = world.remember("Ana works on Fridays.", kind=Kind.FACT, user="ben", concerns="ana")
    gone = world.remember("Use metric units.")
    receipt = forget_one(gone, person="ana", **world.recorded())

    def lines(person, **bounds):
        return lines_of(person, (), entries=world.store, ledger=world.store, now=world.now, **bounds)

    ana, ben = lines("ana"), lines("ben")
    assert {mine.id, about.id, gone.id, receipt.id} <= {line.record_id for line in ana}
    assert theirs.id not in {line.record_id for line in ana}
    assert {theirs.id, about.id} <= {line.record_id for line in ben}
    assert not {mine.id, gone.id, receipt.id} & {line.record_id for line in ben}
    own = Origin(channel=Channel.USER, principal="ana")
    assert {line.actor for line in ana if line.is_own} == {world.store.actor(own)}
    assert not any(line.actor == world.store.actor(own) for line in ben if line.record_id != about.id)
    assert lines("ana", after=ana[0].sequence, limit=2) == ana[1:3]
    assert lines("nobody") == ()
