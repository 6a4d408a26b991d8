"""Everything about a matter and everything that a source brought: nothing more, nothing less, notes with it (R28)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tenure.cite.validator import Cited
from tenure.errors import NotFoundError
from tenure.lifecycle.forget import Selector, forget
from tenure.model.citation import Citation
from tenure.model.claim import Claim, Kind
from tenure.model.principal import Channel, Origin, Trust
from tenure.model.receipt import ReceiptState
from tenure.model.scope import Scope
from tenure.store.records import Holder, Note, NoteKind, TaskRecord
from tenure.write.context import Draft
from tests.lifecycle.making import erase, preview

ANA = Scope(user="ana")
CODER = Origin(channel=Channel.AGENT, principal="coder")


def brought(world, text: str, *, call: str = "call_1", tool: str = "https://a.test/page", task_id: str = "task_a"):
    """Keep what an agent took from a page in a task, as a person approved it."""
    citation = Citation(
        scheme="tool",
        address=f"{tool}#{call}",
        seen_at=world.now,
        origin=Origin(channel=Channel.DOCUMENT, principal=tool),
        trust=Trust.EXTERNAL,
    )
    draft = Draft(
        claim=Claim(text=text, kind=Kind.FACT),
        scope=ANA,
        proposer=CODER,
        worded_by=CODER,
        cited=(Cited(citation=citation, passage=text, scope=ANA),),
        task_id=task_id,
    )
    return world.approve(world.ask(draft), ANA, "ana")


def begin(world, task_id: str = "task_a") -> None:
    ends_at = world.now + timedelta(hours=1)
    held = {"name": "look", "scope": ANA, "holder": Holder.PROCESS, "began_at": world.now, "ends_at": ends_at}
    world.notes.begin(TaskRecord(id=task_id, **held))


def note(world, name: str, text: str, *, source: str = "coder", kind=NoteKind.NOTED, **more) -> None:
    channel = {NoteKind.HEARD: "user", NoteKind.OBSERVED: "document", NoteKind.NOTED: "agent"}[kind]
    made = {"task_id": "task_a", "kind": kind, "text": text, "source": source, "channel": channel, "at": world.now}
    world.notes.add(Note(id=f"note_{name}", **(made | more)))


@pytest.mark.parametrize(
    ("source", "kept"),
    [
        ("https://a.test/page", {"other page"}),
        ("https://a.test/page#call_1", {"other page", "other call"}),
        ("call_1", {"other page", "other call"}),
        ("task_a", {"other page", "other call"}),
        ("https://a.test/pag", {"page", "other page", "other call"}),
        ("task_", {"page", "other page", "other call"}),
        ("coder", {"page", "other page", "other call"}),
    ],
)
def test_r28_everything_that_a_source_brought_goes_and_nothing_else(world, source, kept):
    held = {
        "page": brought(world, "The gateway listens on port 8080."),
        "other call": brought(world, "The gateway speaks HTTP.", call="call_2", task_id="task_b"),
        "other page": brought(world, "The queue is durable.", tool="https://b.test", call="call_3", task_id="task_b"),
    }
    assert held["page"].task_id == "task_a"
    if len(kept) == len(held):
        with pytest.raises(NotFoundError):
            erase(world, Selector(source=source))
    else:
        erase(world, Selector(source=source))
    assert {name for name, entry in held.items() if world.read(entry) is not None} == kept


def test_r28_notes_of_a_source_and_what_was_noted_from_them_go_what_another_person_said_stays(world):
    begin(world)
    note(world, "page", "port 8080", kind=NoteKind.OBSERVED, source="https://a.test/page", call="call_1")
    note(world, "taken", "the port is known", derived_from=("note_page",))
    note(world, "again", "so the gateway is reachable", derived_from=("note_taken",))
    note(world, "ben", "on port 8080, says Ben", kind=NoteKind.HEARD, source="ben", derived_from=("note_page",))
    note(world, "own", "rounding happens twice")
    looks = {"notes": world.notes, "task_ids": ("task_a",)}
    shown = preview(Selector(source="call_1"), (ANA,), person="ana", entries=world.store, **looks)
    assert [each.id for each in shown.notes] == ["note_page", "note_taken", "note_again"]
    note(world, "later", "seen after it was shown", source="call_1", derived_from=("note_taken",))
    receipt = forget(shown, person="ana", **world.recorded(), notes=world.notes)
    assert (receipt.state, dict(receipt.erased)) == (ReceiptState.DONE, {"notes": 3})
    assert {each.id for each in world.notes.notes("task_a")} == {"note_ben", "note_own", "note_later"}


def test_r28_all_about_words_takes_the_notes_that_say_them_and_a_kind_none(world):
    begin(world)
    note(world, "words", "The Zanzibar offer is confidential.")
    note(world, "part", "The offer is confidential.")
    entry = world.remember("The zanzibar account is closed.", kind=Kind.FACT)
    looks = {"notes": world.notes, "task_ids": ("task_a",)}
    narrowed = Selector(words="zanzibar", kind=Kind.FACT)
    assert preview(narrowed, (ANA,), person="ana", entries=world.store, **looks).notes == ()
    receipt = erase(world, Selector(words="zanzibar"), **looks)
    assert (receipt.entry_ids, dict(receipt.erased)["notes"]) == ((entry.id,), 1)
    assert [each.id for each in world.notes.notes("task_a")] == ["note_part"]


def test_r28_with_everything_of_a_person_go_all_notes_of_their_own_tasks(world):
    for task_id in ("task_a", "task_shared"):
        begin(world, task_id)
        note(world, f"{task_id}_said", "be brief", kind=NoteKind.HEARD, source="ana", task_id=task_id)
        note(world, f"{task_id}_agent", "ls -la", task_id=task_id)
        note(world, f"{task_id}_ben", "be brief", kind=NoteKind.HEARD, source="ben", task_id=task_id)
    world.remember("Be brief.")
    looks = {"notes": world.notes, "task_ids": ("task_a", "task_shared"), "own_task_ids": ("task_a",)}
    erase(world, Selector(person="ana"), **looks)
    assert [each.id for each in world.notes.notes("task_a")] == ["note_task_a_ben"]
    assert [each.id for each in world.notes.notes("task_shared")] == ["note_task_shared_agent", "note_task_shared_ben"]


def test_r28_keys_of_retried_writes_go_with_their_records_and_are_counted(world):
    draft = Draft(
        claim=Claim(text="Give me a table.", kind=Kind.PREFERENCE),
        scope=ANA,
        proposer=CODER,
        worded_by=CODER,
        idempotency="key-1",
    )
    entry = world.approve(world.ask(draft), ANA, "ana")
    assert dict(erase(world, Selector(ids=(entry.id,))).erased)["retry_keys"] == 1
