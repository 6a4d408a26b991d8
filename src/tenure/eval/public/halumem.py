"""HaluMem (MemTensor 2025): preferences that are modified or deleted must not be served any more.

File as published in the set's repository: `stage3_2_preference_events.jsonl`, a line a person; each of its `event_list`
has `update_direction` (Modify or Delete), the preference before and the preference after. Who reads the event is given
(the preference's place is its slot): this measures replacing and erasing, not extraction. Reasons are left out; an
event that changes the reason alone changes nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tenure.eval.public.data import Row, files, rows
from tenure.eval.scenario import Ability, Scenario, Story, Suite, Tally
from tenure.eval.system import Scope, Slot, System


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One change of one preference.

    Args:
        slot: What kind of preference, and which of its kind.
        before: What stood.
        after: What stands now; empty if it was deleted.
        question: Asks for preferences of this sort.
    """

    slot: tuple[str, str]
    before: str
    after: str
    question: str


def _scenarios(seed: int, data: Path | None) -> list[Scenario]:  # noqa: ARG001 - nothing is drawn
    found = files(data, "*preference_events.jsonl", wanted="HaluMem (stage3_2_preference_events.jsonl)")
    people = [row for path in found for row in rows(path)]
    return [
        Scenario(name=f"{kind}/{person['uuid']}", tell=_teller(list(_events(person)), kind))
        for kind in ("modify", "delete")
        for person in people
    ]


def _events(person: Row) -> Iterator[Event]:
    for event in person["event_list"]:
        (before, *_), (after, *_) = (
            event["before_preference"]["memory_points"],
            event["after_preference"]["memory_points"],
        )
        yield Event(
            slot=(event["preference_type"], f"number {event['changed_index']}"),
            before=_text(before),
            after="" if event["update_direction"] == "Delete" or after.get("deleted") else _text(after),
            question=f"{before['type_description']}?",
        )


def _text(point: Mapping[str, Any]) -> str:
    """Say the preference in one sentence, without its reason."""
    return f"{point['type_description']} include {point['specific_item'].rstrip('.')}."


def _teller(events: Sequence[Event], kind: str) -> Story:
    def tell(system: System, tally: Tally) -> None:
        scope = Scope("person")
        kept: dict[tuple[str, str], str | None] = {}
        current: dict[tuple[str, str], str] = {}
        for event in events:
            if current.get(event.slot) != event.before:
                kept[event.slot] = _tell(system, scope, event.slot, event.before)
                current[event.slot] = event.before
            if event.after == event.before:
                continue
            if event.after:
                kept[event.slot] = _tell(system, scope, event.slot, event.after)
                current[event.slot] = event.after
            elif (entry := kept.pop(event.slot, None)) is not None:
                system.forget(entry, scope)
                del current[event.slot]
            if bool(event.after) == (kind == "modify"):
                _look(system, tally, scope, event, standing=current.values())

    return tell


def _tell(system: System, scope: Scope, slot: tuple[str, str], text: str) -> str | None:
    return system.tell(text, scope, kind="preference", slot=Slot(*slot, text))


def _look(system: System, tally: Tally, scope: Scope, event: Event, *, standing: Collection[str]) -> None:
    given = [each.text for each in system.recall(event.question, scope).found]
    if event.before not in standing:  # in another place the same preference may stand
        reason = "old_preference_served" if event.after else "deleted_preference_served"
        tally.must_not(event.before in given, reason)
    if event.after:
        tally.must_find(event.after in given)


SUITE: Final = Suite(
    name="halumem",
    about="preferences served after they were modified or deleted, and the new ones found (HaluMem)",
    rules=("R21", "R28", "R40"),
    scenarios=_scenarios,
    needs_data=True,
    abilities=(
        Ability("modify", least=0.9, most_wrong=0),
        Ability("delete", most_wrong=0),
        Ability("extraction", why="Whether a memory point was drawn from a dialogue rightly needs a judge."),
    ),
)
