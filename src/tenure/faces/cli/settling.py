"""Answers to what is due or disputed: still true, longer, no longer, and which holds (R24, R25)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated

import typer

from tenure import Entry, Outcome, PersonHandle, Selector, Withheld
from tenure.errors import RequestError, TransitionError
from tenure.faces.cli.app import answer
from tenure.faces.cli.dialogue import keep_stated, show_preview, with_presence
from tenure.faces.cli.entries import entry_lines, scope_words
from tenure.faces.cli.envelope import Answer, NextStep
from tenure.faces.cli.opening import Json, Opened, opened
from tenure.faces.cli.outcomes import decision_answer, declined_answer, kept_answer, receipt_answer
from tenure.faces.cli.terminal import Terminal, one_line
from tenure.faces.instants import to_end
from tenure.model.entry import Status

EntryId = Annotated[str, typer.Argument(metavar="ID", help="The entry's id, as `tenure review` shows it.")]

_DISPUTED = frozenset({Status.CONTESTED, Status.CHALLENGED})


def register(group: typer.Typer) -> None:
    """Add the commands."""
    for name, command in (
        ("confirm", confirm),
        ("extend", extend),
        ("retire", retire),
        ("settle", settle),
        ("event", event),
    ):
        group.command(name)(command)


def confirm(entry_id: EntryId, json: Json = False) -> None:
    """Still true? Say yes: its review moves on, never past its end."""

    def work() -> Answer:
        with Terminal() as terminal, opened(writes=True) as memory:
            person = memory.person()
            entry = person.show_entry(entry_id)[0]
            show_entry(entry, terminal, memory)
            _check_answerable(entry, now=memory.now())
            if not terminal.agrees("Is this still true?"):
                return declined_answer(scope=memory.scope)
            kept = with_presence(lambda: person.confirm(entry_id), person=person, terminal=terminal)
            return kept_answer(kept, scope=memory.scope)

    answer("review confirm", json=json, work=work)


def extend(
    entry_id: EntryId,
    until: Annotated[
        str, typer.Option(help="Its new end: a date, an instant, or a number of days or a span from now.")
    ],
    json: Json = False,
) -> None:
    """Give an entry a later end, within the policy."""

    def work() -> Answer:
        end = to_end(until, name="until")
        if end is None:
            raise RequestError("'until' is missing", code="bad_date")
        with Terminal() as terminal, opened(writes=True) as memory:
            person = memory.person()
            entry = person.show_entry(entry_id)[0]
            show_entry(entry, terminal, memory)
            _check_answerable(entry)
            if end <= memory.now():
                raise RequestError("that end has passed already", code="bad_end", hint="Name a later one.")
            rules = memory.memory.policy.for_kind(entry.claim.kind, is_order=entry.is_order)
            if end > entry.recorded_at + timedelta(days=rules.lifetime_days_max):
                raise RequestError(
                    "it would outlive what the policy allows",
                    code="beyond_ceiling",
                    hint=f"At most {rules.lifetime_days_max} days after it was recorded.",
                )
            if not terminal.agrees(f"Keep it until {end:%Y-%m-%d %H:%MZ}?"):
                return declined_answer(scope=memory.scope)
            kept = with_presence(lambda: person.extend(entry_id, end), person=person, terminal=terminal)
            return kept_answer(kept, scope=memory.scope)

    answer("review extend", json=json, work=work)


def _check_answerable(entry: Entry, *, now: datetime | None = None) -> None:
    """Say before anything is asked what the answer would meet; what counts is judged again behind the handle."""
    if entry.status is not Status.ACTIVE:
        raise TransitionError(
            f"an entry that is {entry.status.value} is not up for confirmation",
            hint=f"Settle what is disputed first: `tenure review settle {entry.id}`.",
        )
    if now is not None and entry.lifetime.is_expired(now=now, recorded_at=entry.recorded_at):
        raise TransitionError("it has expired", code="expired", hint="Give it another end, or let it go.")


def retire(entry_id: EntryId, json: Json = False) -> None:
    """No longer true: forget it, after you saw what goes with it."""

    def work() -> Answer:
        with Terminal() as terminal, opened(writes=True) as memory:
            person = memory.person()
            person.show_entry(entry_id)
            preview = person.preview(Selector(ids=(entry_id,)))
            show_preview(preview, terminal)
            if not terminal.agrees("Forget it for good?"):
                return declined_answer(scope=memory.scope)
            return receipt_answer(person.forget(preview), scope=memory.scope)

    answer("review retire", json=json, work=work)


def settle(
    entry_id: EntryId,
    is_kept: Annotated[bool, typer.Option("--keep", help="It is right: what contradicts it gives way.")] = False,
    is_retired: Annotated[bool, typer.Option("--retire", help="It is wrong: forget it.")] = False,
    json: Json = False,
) -> None:
    """End a dispute about an entry; to put it right in other words use `tenure review edit`."""

    def work() -> Answer:
        if is_kept == is_retired:
            raise RequestError(
                "say one of --keep, --retire", code="bad_settlement", hint="Or mend it: `tenure review edit ID TEXT`."
            )
        with Terminal() as terminal, opened(writes=True) as memory:
            person = memory.person()
            entry, found = person.show_entry(entry_id)
            show_entry(entry, terminal, memory)
            if entry.status not in _DISPUTED and found.outcome is not Outcome.CONTESTED:
                raise RequestError(
                    "nothing is disputed about it",
                    code="not_disputed",
                    hint="Confirm, edit or retire it: `tenure review`.",
                )
            for rival in _rivals(entry, person) if is_kept else ():
                terminal.say("")
                terminal.say("gives way if it holds:")
                show_entry(rival, terminal, memory)
            if not terminal.agrees("Does it hold?" if is_kept else "Forget it for good?"):
                return declined_answer(scope=memory.scope)
            settled = with_presence(
                lambda: person.settle(entry_id, keep=is_kept, retire=is_retired), person=person, terminal=terminal
            )
            if settled.receipt is not None:
                return receipt_answer(settled.receipt, scope=memory.scope)
            ended = [f"superseded: {each}" for each in settled.ended]
            return Answer(
                status="done",
                lines=[f"settled: {entry_id} holds", *ended],
                data={"entry_id": entry_id, "ended": list(settled.ended)},
                scope=memory.scope,
            )

    answer("review settle", json=json, work=work)


def _rivals(entry: Entry, person: PersonHandle) -> list[Entry]:
    """Give what contests it, wherever the person decides: entries of its slot that a task sees beside it."""
    slot = entry.claim.slot
    held = [(each.entry, each.verdict) for each in person.list_entries() if slot is not None and each.id != entry.id]
    return [
        each
        for each, verdict in held
        if each is not None and isinstance(verdict, Withheld) and verdict.outcome is Outcome.CONTESTED
        if each.claim.slot == slot and each.scope.meets(entry.scope)
    ]


def event(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Its name, as `--review-on` gave it: 'release'.")],
    json: Json = False,
) -> None:
    """Say that something happened: what waits for it is asked about again, and held back until you answer.

    In a repository that is what is visible in it, elsewhere all that is yours.
    """

    def work() -> Answer:
        with Terminal() as terminal, opened(writes=True) as memory:
            if not terminal.agrees(f"Hold back what waits for '{name}' until you have looked at it?"):
                return declined_answer(scope=memory.scope)
            scope = None if memory.scope.repository is None else memory.scope
            due = memory.person().raise_event(name, scope=scope)
            return Answer(
                status="done",
                lines=[f"due now: {each}" for each in due] or ["nothing waits for it"],
                data={"due": list(due)},
                scope=memory.scope,
                next=[NextStep(who="person", do="tenure review")] if due else [],
            )

    answer("review event", json=json, work=work)


def correct_entry(entry_id: str, text: str, *, person: PersonHandle, terminal: Terminal, memory: Opened) -> Answer:
    """Mend an entry in the person's own words, after showing what would be kept; a dispute about it ends with that."""
    entry = person.show_entry(entry_id)[0]
    show_entry(entry, terminal, memory)
    if entry.status not in _DISPUTED:
        decision = person.correct(entry_id, text, is_approved=False)
        return keep_stated(decision, person=person, terminal=terminal, scope=memory.scope)
    terminal.say(f"  instead: remember ({entry.claim.kind.value}): {one_line(text)}")
    terminal.say(f"  where: {scope_words(entry.scope, here=memory.scope)}")
    if not terminal.agrees("Keep exactly this instead?"):
        return declined_answer(scope=memory.scope)
    settled = with_presence(lambda: person.settle(entry_id, text=text), person=person, terminal=terminal)
    if settled.kept is not None:
        return kept_answer(settled.kept, scope=memory.scope)
    if settled.decision is not None:
        return decision_answer(settled.decision, scope=memory.scope)
    return declined_answer(scope=memory.scope)


def show_entry(entry: Entry, terminal: Terminal, memory: Opened) -> None:
    """Show an entry whole to its person."""
    terminal.say("")
    for line in entry_lines(entry, here=memory.scope):
        terminal.say(line)
