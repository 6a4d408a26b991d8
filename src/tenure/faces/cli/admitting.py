"""What grants let in since the person last looked: listed, and undone by its number (R38)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

import typer

from tenure import Entry, PersonHandle
from tenure.errors import RequestError
from tenure.faces.cli.app import answer
from tenure.faces.cli.entries import HEADS, entry_lines, entry_row
from tenure.faces.cli.envelope import Answer
from tenure.faces.cli.news import LOOK
from tenure.faces.cli.opening import Json, Opened, opened
from tenure.faces.cli.outcomes import declined_answer, receipt_answer, receipt_data
from tenure.faces.cli.table import table
from tenure.faces.cli.terminal import Terminal, is_watched


def register(group: typer.Typer) -> None:
    """Add the commands."""
    group.command("kept")(kept)
    group.command("undo")(undo)


def kept(
    is_all: Annotated[
        bool, typer.Option("--all", help="Also what you have seen already, of the last two weeks.")
    ] = False,
    json: Json = False,
) -> None:
    """List what grants let in since you last looked; its number undoes one."""

    def work() -> Answer:
        with opened() as memory:
            person = memory.person()
            is_own = is_watched() and not json
            inbox = person.review()
            found = inbox.admitted if is_all else inbox.unseen
            if not is_own:
                found = tuple(each for each in found if each.scope.is_visible_in(memory.scope))
                rows = [{"id": each.id, "kind": each.claim.kind.value} for each in found]
                lines = [f"{each['id']} ({each['kind']})" for each in rows] or ["nothing new was kept under a grant"]
                steps = [LOOK] if found else []
                return Answer(status="done", lines=lines, data={"kept": rows}, scope=memory.scope, next=steps)
            if not found:
                return Answer(status="done", lines=["nothing new was kept under your grants"], scope=memory.scope)
            with Terminal() as terminal:
                return _looked_through(found, person, terminal, memory)

    answer("review kept", json=json, work=work)


def _looked_through(found: Sequence[Entry], person: PersonHandle, terminal: Terminal, memory: Opened) -> Answer:
    """Show them numbered, undo those whose number is typed, and keep that the person has looked."""
    waiting = dict(enumerate(found, start=1))
    rows = [(str(number), *_row(each, memory)) for number, each in waiting.items()]
    for line in table(("no", *HEADS), rows):
        terminal.say(line)
    undone: list[dict[str, object]] = []
    while waiting:
        said = terminal.ask("Undo one? Its number, or Enter to keep them:")
        if not said:
            break
        entry = waiting.pop(int(said), None) if said.isdecimal() and len(said) < 5 else None
        if entry is None:
            terminal.say("there is no such number here")
            continue
        undone.append(receipt_data(person.undo(entry.id)))
        terminal.say(f"undone: {entry.id}; no grant takes it again{_before(entry)}")
    person.looked()
    lines = [f"{len(undone)} undone, {len(waiting)} {'stays' if len(waiting) == 1 else 'stay'}"]
    return Answer(status="done", lines=lines, data={"undone": undone}, scope=memory.scope)


def _before(entry: Entry) -> str:
    return f"; what it replaced ({entry.supersedes}) stays ended: say it anew if it holds" if entry.supersedes else ""


def _row(entry: Entry, memory: Opened) -> tuple[str, ...]:
    return entry_row(entry, here=memory.scope, now=memory.now(), state=entry.status.value)


def undo(
    entry_id: Annotated[str, typer.Argument(metavar="ID", help="The entry's id, as `tenure review` shows it.")],
    json: Json = False,
) -> None:
    """Take back what a grant let in: it is erased, and no grant takes it again."""

    def work() -> Answer:
        with Terminal() as terminal, opened(writes=True) as memory:
            person = memory.person()
            entry = person.show_entry(entry_id)[0]
            for line in ("", *entry_lines(entry, here=memory.scope)):
                terminal.say(line)
            if entry.approval is not None:
                raise RequestError(
                    "you approved this one yourself", code="not_admitted", hint=f"Erase it: `tenure forget {entry_id}`."
                )
            if not terminal.agrees("Undo it, so that no grant takes it again?"):
                return declined_answer(scope=memory.scope)
            given = receipt_answer(person.undo(entry_id), scope=memory.scope)
            return replace(given, lines=[*given.lines, f"undone: {entry_id}; no grant takes it again{_before(entry)}"])

    answer("review undo", json=json, work=work)
