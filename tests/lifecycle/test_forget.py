from __future__ import annotations

import os
from datetime import date, timedelta
from pathlib import Path

import pytest

from tenure.errors import ConflictError, NotAllowedError, NotFoundError, RequestError, StoreUnavailableError
from tenure.lifecycle.correct import correct
from tenure.lifecycle.disclose import disclose
from tenure.lifecycle.forget import Selector, forget, forget_one, preview
from tenure.lifecycle.grants import grant
from tenure.lifecycle.receipts import check_receipt, finish, receipts
from tenure.model.claim import Claim, Kind
from tenure.model.decision import DecisionStatus, Proposal
from tenure.model.entry import Status
from tenure.model.event import Event
from tenure.model.grant import Grant, Person
from tenure.model.principal import Channel, Origin
from tenure.model.receipt import ReceiptState
from tenure.model.scope import Scope
from tenure.store.records import Change, Holder, Note, NoteKind, TaskRecord, Tombstone
from tenure.store.sqlite import open_store

ANA, BEN = Scope(user="ana"), Scope(user="ben")
WORDS = "zanzibar marmalade"


def erase(world, selector, *, person="ana", scopes=(ANA,), **more):
    shown = preview(selector, scopes, person=person, entries=world.store, **more)
    return forget(shown, person=person, **world.recorded(), notes=more.get("notes"))


def files_with(folder: Path, *texts: str) -> list[str]:
    forms = [text.encode(form) for text in texts for form in ("utf-8", "utf-16-le")]
    return [str(path) for path in folder.rglob("*") if path.is_file() and any(f in path.read_bytes() for f in forms)]


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
    receipt = forget_one(entry, person="ana", **world.recorded())
    assert receipt.out_of_reach == ("exported on 2026-03-01", "answers handed out to 2 readers")
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


def test_r26_what_rests_on_it_in_anothers_scope_goes_to_their_review(world):
    shared = Scope(project="billing")
    root = world.remember("The service speaks HTTP.", kind=Kind.FACT, scope=shared)
    bens = Scope(user="ben", project="billing")
    theirs = world.remember("I mock HTTP.", kind=Kind.FACT, user="ben", scope=bens, derived_from=(root.id,))
    untouched = world.remember("I like prose.", user="ben")
    shown = preview(Selector(ids=(root.id,)), (shared,), person="ana", entries=world.store)
    assert shown.dependents == ()
    assert "mock" not in repr(shown)
    world.turn(minutes=1)
    receipt = forget(shown, person="ana", **world.recorded())
    assert receipt.entry_ids == (root.id,)
    after = world.read(theirs)
    assert after.status is Status.ACTIVE
    assert after.lifetime.review_at == world.now
    assert world.read(untouched) == untouched


def test_r28_the_history_of_an_entry_goes_with_it(on_disk):
    old = on_disk.remember(f"Give me {WORDS}.")
    mended = correct(old, Claim(text="Give me a list.", kind=Kind.PREFERENCE), person="ana", **on_disk.strongly())
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


def test_an_empty_selector_is_refused_and_an_empty_result_too(world):
    for made in ({}, {"words": " "}, {"ids": ("",)}, {"entity": ""}):
        with pytest.raises(RequestError):
            Selector(**made)
    world.remember("Give me a table.")
    with pytest.raises(NotFoundError):
        erase(world, Selector(words="metric"))


def test_forgetting_needs_what_was_shown_to_be_still_so(world):
    entry = world.remember("Give me a table.")
    shown = preview(Selector(ids=(entry.id,)), (ANA,), person="ana", entries=world.store)
    world.remember("Tables have headings.", derived_from=(entry.id,))
    with pytest.raises(ConflictError):
        forget(shown, person="ana", **world.recorded())
    with pytest.raises(NotAllowedError):
        forget(shown, person="ben", **world.recorded())
    assert world.read(entry) == entry


def test_r35_another_persons_entry_answers_like_a_missing_one(world):
    theirs = world.remember("I like prose.", user="ben")
    for selector in (Selector(ids=(theirs.id,)), Selector(words="prose"), Selector(scope=BEN)):
        shown = preview(selector, (ANA, BEN), person="ana", entries=world.store)
        assert (shown.entries, shown.near_misses, shown.versions()) == ((), (), frozenset())
    with pytest.raises(NotFoundError):
        forget_one(theirs, person="ana", **world.recorded())
    assert world.read(theirs) == theirs


def test_r25_what_is_about_a_person_is_theirs_to_forget_wherever_it_lies(world):
    about = world.remember("Ben works on Fridays.", kind=Kind.FACT, concerns="ben")
    other = world.remember("Ana works on Mondays.", kind=Kind.FACT)
    receipt = forget_one(about, person="ben", **world.recorded())
    assert receipt.entry_ids == (about.id,)
    assert world.read(other) == other


def test_r28_all_of_a_person_goes_and_a_bystander_is_untouched(on_disk):
    world = on_disk
    theirs = [
        world.remember("I like prose.", user="ben"),
        world.remember("I test by hand.", user="ben", scope=Scope(user="ben", project="billing")),
    ]
    about = world.remember(f"Ben likes {WORDS}.", kind=Kind.FACT, concerns="ben")
    mine = world.remember("Give me a table.")
    shared = world.remember("The service speaks HTTP.", kind=Kind.FACT, scope=Scope(project="billing"))
    my_grant = grant(person="ana", kind=Kind.PREFERENCE, scope=ANA, **world.strongly())
    grant(person="ben", kind=Kind.PREFERENCE, scope=BEN, **world.strongly())
    world.store.commit(Change(now=world.now, put=(Person(id="ben"), Person(id="ana"))))
    waiting = world.say("Never use bold.", user="ben")
    assert waiting.status is DecisionStatus.ADMITTED
    with pytest.raises(NotAllowedError):
        preview(Selector(person="ben"), (), person="ana", entries=world.store)
    receipt = erase(world, Selector(person="ben"), person="ben", scopes=())
    assert set(receipt.entry_ids) == {*(entry.id for entry in theirs), about.id, waiting.entry_id}
    assert dict(receipt.erased)["grants"] == dict(receipt.erased)["persons"] == 1
    assert world.store.held(Person, (BEN,)) == ()
    assert world.store.held(Grant, (ANA, BEN)) == (my_grant,)
    assert (world.read(mine), world.read(shared)) == (mine, shared)
    assert world.store.held(Person, (ANA,)) == (Person(id="ana"),)
    assert files_with(world.folder, WORDS, "by hand") == []
    held = disclose("ben", (), entries=world.store, ledger=world.store, now=world.now)
    assert (held.entries, held.proposals, held.grants, held.people) == ((), (), (), ())


def test_the_operator_erases_a_person(world):
    theirs = world.remember("I like prose.", user="ben")
    mine = world.remember("Give me a table.")
    receipt = erase(world, Selector(person="ben"), person="ana", scopes=(), as_operator=True)
    assert receipt.entry_ids == (theirs.id,)
    assert world.read(mine) == mine


def test_near_misses_are_shown_and_kept(world):
    hit = world.remember("Compare databases in tables.", kind=Kind.PREFERENCE)
    near = world.remember("Compare cities in prose.")
    far = world.remember("Use metric units.")
    shown = preview(Selector(words="comparing databases"), (ANA,), person="ana", entries=world.store)
    assert [entry.id for entry in shown.entries] == [hit.id]
    assert [entry.id for entry in shown.near_misses] == [near.id]
    forget(shown, person="ana", **world.recorded())
    assert (world.read(near), world.read(far)) == (near, far)


@pytest.mark.parametrize(
    ("selector", "is_chosen"),
    [
        (Selector(entity="The Service", attribute="wire-protocol"), True),
        (Selector(entity="service", attribute="language"), False),
        (Selector(kind=Kind.FACT, words="speak"), True),
        (Selector(kind=Kind.CODE, words="speak"), False),
        (Selector(scope=ANA), True),
        (Selector(scope=Scope(user="ana", project="billing")), False),
        (Selector(person="ana", kind=Kind.FACT), True),
        (Selector(person="ben"), False),
        (Selector(source="ana"), True),
        (Selector(source="docs/a.md"), False),
    ],
)
def test_a_selector_means_everything_that_it_names(world, selector, is_chosen):
    entry = world.remember(
        "The service speaks HTTP.", kind=Kind.FACT, entity="service", attribute="wire protocol", value="HTTP"
    )
    assert selector.selects(entry) is is_chosen


def test_r28_a_crash_in_the_middle_is_finished_at_the_next_open(on_disk, monkeypatch):
    entry = on_disk.remember(f"Give me {WORDS}.")
    from tenure.store import erasure

    def crash(*_: object) -> None:
        raise StoreUnavailableError("the disk went away")

    with monkeypatch.context() as broken:
        broken.setattr(erasure, "destroy_doomed", crash)
        receipt = forget_one(entry, person="ana", **on_disk.recorded())
        assert receipt.state is ReceiptState.PENDING
        assert on_disk.read(entry) is None
        assert finish((ANA,), entries=on_disk.store, now=on_disk.now)[0].state is ReceiptState.PENDING
    on_disk.reopen()
    assert on_disk.read(entry) is None
    (after,) = finish((ANA,), entries=on_disk.store, now=on_disk.now)
    assert after.state is ReceiptState.DONE
    assert receipts((ANA,), entries=on_disk.store) == (after,)
    assert finish((ANA,), entries=on_disk.store, now=on_disk.now) == ()
    assert files_with(on_disk.folder, WORDS) == []


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
    checked = check_receipt(receipt.id, person="ana", entries=world.store, now=world.now)
    assert (checked.receipt, checked.remaining) == (receipt, ())
    with pytest.raises(NotFoundError):
        check_receipt(receipt.id, person="ben", entries=world.store, now=world.now)


def test_r28_killed_in_the_middle_it_is_finished_at_the_next_open(on_disk):
    entry = on_disk.remember(f"Give me {WORDS}.")
    kept = on_disk.remember("Use metric units.")
    on_disk.store.close()
    child = os.fork()
    if child == 0:
        try:
            from tenure.store import erasure

            erasure.destroy_doomed = lambda *_: os._exit(9)
            on_disk.store = open_store(on_disk.folder / "data", on_disk.folder / "keys", root=on_disk.root)
            forget_one(entry, person="ana", **on_disk.recorded())
        finally:
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    on_disk.reopen()
    assert on_disk.read(entry) is None
    assert on_disk.read(kept) == kept
    (receipt,) = finish((ANA,), entries=on_disk.store, now=on_disk.now)
    assert (receipt.state, receipt.entry_ids) == (ReceiptState.DONE, (entry.id,))
    assert files_with(on_disk.folder, WORDS) == []


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
