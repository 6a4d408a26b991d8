from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest

from tenure.errors import ConflictError, NotAllowedError, NotFoundError
from tenure.lifecycle.correct import correct
from tenure.lifecycle.forget import Selector, forget, forget_one
from tenure.lifecycle.receipts import check_receipt, receipts
from tenure.model.claim import Claim, Kind
from tenure.model.decision import DecisionStatus, Proposal
from tenure.model.entry import Status
from tenure.model.event import Event
from tenure.model.principal import Channel, Origin
from tenure.model.receipt import ReceiptState
from tenure.model.scope import Scope
from tenure.store.records import Change, Holder, Note, NoteKind, TaskRecord, Tombstone
from tenure.write.index import indexed
from tests.lifecycle.making import erase, files_with, preview

ANA, BEN = Scope(user="ana"), Scope(user="ben")
WORDS = "zanzibar marmalade"


def test_r28_forgetting_leaves_nothing_of_it_in_any_file(on_disk):
    entry = on_disk.remember(f"Ana likes {WORDS} on toast.", kind=Kind.FACT)
    kept = on_disk.remember("Give me a table.")
    receipt = forget_one(entry, person="ana", **on_disk.recorded())
    assert receipt.state is ReceiptState.DONE
    assert files_with(on_disk.folder, WORDS, "zanzibar", entry.claim.text) == []
    assert on_disk.read(entry) is None
    assert [view.ids for view in on_disk.store.views((ANA,))] == [(kept.id,)]
    on_disk.reopen()
    assert on_disk.read(entry) is None
    assert on_disk.read(kept) == kept
    assert not [found for found in on_disk.store.check() if found.is_fault]


def test_r28_the_receipt_is_counted_and_kept(world):
    entry = world.remember(f"Give me {WORDS}.")
    child = world.remember("Breakfast is sweet.", derived_from=(entry.id,))
    receipt = forget_one(entry, person="ana", **world.recorded())
    counts = dict(receipt.erased)
    assert (counts["entries"], counts["dependents"], counts["tombstones_made"]) == (2, 1, 2)
    assert counts["keys"] >= 2
    assert set(receipt.entry_ids) == {entry.id, child.id}
    assert receipts((ANA,), entries=world.store) == (receipt,)
    assert receipt.id in receipt.check
    assert WORDS not in repr(receipt)


def test_r28_backups_are_a_date_only_if_declared(world):
    first = forget_one(world.remember("Give me a table."), person="ana", **world.recorded())
    assert first.backups is None
    world.with_policy(backups_days=35)
    second = forget_one(world.remember("Use metric units."), person="ana", **world.recorded())
    assert second.backups == date(2026, 4, 5)


def test_r28_what_had_left_the_store_is_out_of_reach(world):
    entry, other = world.remember("Give me a table."), world.remember("Use metric units.")
    reader = Origin(channel=Channel.AGENT, principal="coder")
    second = Origin(channel=Channel.AGENT, principal="planner")
    told = [("recall", reader, "usable:2"), ("recall", second, "usable:1"), ("recall", reader, "withheld_expired:1")]
    told.append(("export", Origin(channel=Channel.USER, principal="ana"), "exported"))
    events = tuple(
        Event(at=world.now, actor=actor, verb=verb, rule="R17", record_id=entry.id, code=code)
        for verb, actor, code in told
    )
    world.store.commit(Change(now=world.now, events=events))
    by_actor = {line.code: line.actor[:8] for line in world.store.lines() if line.verb == "recall"}
    receipt = forget_one(entry, person="ana", **world.recorded())
    answers = [f"answers handed out to reader {by_actor[f'usable:{count}']}: {count}" for count in (2, 1)]
    assert receipt.out_of_reach == ("exported on 2026-03-01", *answers)
    assert forget_one(other, person="ana", **world.recorded()).out_of_reach == ()


def test_r28_what_was_forgotten_does_not_come_back_from_an_agent_but_from_the_person(world):
    entry = world.remember("Give me a table.")
    forget_one(entry, person="ana", **world.recorded())
    (mark,) = world.store.held(Tombstone, (ANA,))
    assert (mark.id, mark.reason) == (entry.id, "forgotten")
    assert mark.ends_at == world.now + timedelta(days=world.policy.tombstone_days)
    from tenure.write.context import Draft
    from tenure.write.pipeline import propose

    agent = Origin(channel=Channel.AGENT, principal="coder")
    draft = Draft(claim=entry.claim, scope=ANA, proposer=agent, worded_by=agent)
    assert propose(draft, **world.acts()).status is DecisionStatus.REFUSED
    assert world.remember("Give me a table.").status is Status.ACTIVE


def test_r26_what_was_derived_falls_with_it_at_any_depth_and_in_circles_once(world):
    root = world.remember("The service speaks HTTP.", kind=Kind.FACT)
    child = world.remember("Its client needs a web library.", kind=Kind.FACT, derived_from=(root.id,))
    narrow = Scope(user="ana", project="billing")
    leaf = world.remember("The build is large.", kind=Kind.FACT, scope=narrow, derived_from=(child.id,))
    bystander = world.remember("The service is written in Go.", kind=Kind.FACT)
    shown = preview(Selector(ids=(root.id,)), (ANA,), person="ana", entries=world.store)
    assert [entry.id for entry in shown.entries] == [root.id]
    assert {entry.id for entry in shown.dependents} == {child.id, leaf.id}
    forget(shown, person="ana", **world.recorded())
    assert [world.read(each) for each in (root, child, leaf)] == [None, None, None]
    assert world.read(bystander) == bystander


def test_r28_the_history_of_an_entry_goes_with_it(on_disk):
    old = on_disk.remember(f"Give me {WORDS}.")
    mended = correct(old, Claim(text="Give me a list.", kind=Kind.PREFERENCE), **on_disk.act("ana"))
    shown = preview(Selector(ids=(mended.entry_id,)), (ANA,), person="ana", entries=on_disk.store)
    assert [entry.id for entry in shown.earlier] == [old.id]
    forget(shown, person="ana", **on_disk.recorded())
    assert on_disk.read(old) is None
    assert files_with(on_disk.folder, WORDS) == []


def test_r28_waiting_proposals_and_notes_with_the_same_words_go_too(world):
    entry = world.remember("Give me a table.")
    world.turn(minutes=1)
    world.say("Please give me a table, as I said.", "Please give me a table, as I said.")
    other = world.say("Be brief.")
    world.notes.begin(
        TaskRecord(
            id="task_a",
            name="compare",
            scope=ANA,
            holder=Holder.PROCESS,
            began_at=world.now,
            ends_at=world.now + timedelta(hours=1),
        )
    )
    for note_id, text in (("note_1", "Ana said: give me a TABLE."), ("note_2", "ls -la")):
        made = Note(
            id=note_id,
            task_id="task_a",
            kind=NoteKind.HEARD,
            text=text,
            source="ana",
            channel="user",
            at=world.now,
        )
        world.notes.add(made)
    receipt = erase(world, Selector(ids=(entry.id,)), notes=world.notes, task_ids=("task_a", "task_gone"))
    counts = dict(receipt.erased)
    assert (counts["proposals"], counts["notes"]) == (1, 1)
    assert [waiting.id for waiting in world.store.held(Proposal, (ANA,))] == [other.proposal_id]
    assert [note.id for note in world.notes.notes("task_a")] == ["note_2"]


def test_forgetting_needs_what_was_shown_to_be_still_so(world):
    entry = world.remember("Give me a table.")
    shown = preview(Selector(ids=(entry.id,)), (ANA,), person="ana", entries=world.store)
    world.remember("Tables have headings.", derived_from=(entry.id,))
    with pytest.raises(ConflictError):
        forget(shown, person="ana", **world.recorded())
    with pytest.raises(NotAllowedError):
        forget(shown, person="ben", **world.recorded())
    assert world.read(entry) == entry


def test_r36_forgetting_is_in_the_ledger_without_content(world):
    entry = world.remember(f"Give me {WORDS}.")
    receipt = forget_one(entry, person="ana", **world.recorded())
    lines = [(line.verb, line.rule, line.record_id, line.code) for line in world.store.lines()]
    assert ("forget", "R28", entry.id, "forgotten") in lines
    assert ("forget", "R28", receipt.id, "receipt") in lines
    assert "marmalade" not in repr(lines)


def test_r28_anyone_can_check_their_receipt(world):
    entry = world.remember("Give me a table.")
    receipt = forget_one(entry, person="ana", **world.recorded())
    checked = check_receipt(receipt.id, person="ana", entries=world.store, ledger=world.store, now=world.now)
    assert (checked.receipt, checked.remaining) == (receipt, ())
    with pytest.raises(NotFoundError):
        check_receipt(receipt.id, person="ben", entries=world.store, ledger=world.store, now=world.now)


def test_r28_a_mark_keeps_out_until_the_second_of_its_end(world):
    from tenure.write.context import Draft
    from tenure.write.pipeline import propose

    entry = world.remember("Give me a table.")
    forget_one(entry, person="ana", **world.recorded())
    agent = Origin(channel=Channel.AGENT, principal="coder")
    draft = Draft(claim=entry.claim, scope=ANA, proposer=agent, worded_by=agent)
    world.turn(days=world.policy.tombstone_days, microseconds=-1)
    assert propose(draft, **world.acts()).status is DecisionStatus.REFUSED
    world.turn(microseconds=1)
    assert propose(draft, **world.acts()).status is DecisionStatus.PENDING


def test_a_use_between_showing_and_forgetting_is_no_change(world):
    entry = world.remember("Give me a table.")
    shown = preview(Selector(ids=(entry.id,)), (ANA,), person="ana", entries=world.store)
    used = replace(entry, last_used_at=world.now + timedelta(hours=2), version=entry.version + 1)
    world.store.commit(Change(now=world.now, put=(indexed(used, world.policy),)))
    forget(shown, person="ana", **world.recorded())
    assert world.read(entry) is None


def test_r21_of_two_contested_entries_the_one_that_is_left_stands_again(world):
    slot = {"entity": "answers", "attribute": "layout"}
    first, second = (
        world.remember(text, scope=scope, **slot, value=value)
        for text, value, scope in (("Give me a list.", "list", ANA), ("Give me a table.", "table", Scope(project="p")))
    )
    moved = replace(second, scope=ANA, id="ent_second", status=Status.CONTESTED)
    contested = replace(first, status=Status.CONTESTED, version=2)
    world.store.commit(Change(now=world.now, put=tuple(indexed(one, world.policy) for one in (contested, moved))))
    receipt = erase(world, Selector(ids=("ent_second",)))
    assert receipt.entry_ids == ("ent_second",)
    assert world.read(first).status is Status.ACTIVE


def test_r21_declining_by_forgetting_the_statement_ends_the_contest(world):
    slot = {"entity": "answers", "attribute": "layout"}
    entry = world.remember("Give me a list.", **slot, value="list")
    world.turn(minutes=1)
    first = world.say("Answers: give me a table.", **slot, value="table").proposal_id
    second = world.say("Answers: give me prose, please.", **slot, value="prose").proposal_id
    assert world.read(entry).status is Status.CONTESTED
    erase(world, Selector(ids=(first,)))
    assert world.read(entry).status is Status.CONTESTED
    erase(world, Selector(ids=(second,)))
    assert world.read(entry).status is Status.ACTIVE
