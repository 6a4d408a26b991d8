"""Looking at what is kept: `list`, `show`, `why`; a person sees their own whole, an agent what it may use."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from tenure import NotAllowedError, NotFoundError, Usable, Withheld
from tenure.faces.cli.app import answer
from tenure.faces.cli.entries import entry_lines, listing, origin_lines, state_words, why_lines
from tenure.faces.cli.envelope import Answer, NextStep
from tenure.faces.cli.news import with_news
from tenure.faces.cli.opening import Json, Opened, opened
from tenure.faces.cli.recalling import as_command
from tenure.faces.cli.terminal import is_watched
from tenure.faces.telling import recall_data, usable_data, withheld_data
from tenure.memory.arguments import absent
from tenure.memory.listed import listed
from tenure.model.entry import Entry
from tenure.model.scope import Scope
from tenure.model.validation import Validation
from tenure.screen import neutralise

EntryId = Annotated[str, typer.Argument(metavar="ID", help="The entry's id, as `tenure list` shows it.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("list")(list_)
    app.command("show")(show)
    app.command("why")(why)


def list_(
    is_all: Annotated[
        bool, typer.Option("--all", help="Of every place, not only of this folder; for you at a terminal.")
    ] = False,
    json: Json = False,
) -> None:
    """List everything that is kept here, usable or held back, with its state."""

    def work() -> Answer:
        with opened(searches=True) as memory:
            if is_watched() and not json:
                return _listed_for_person(memory, is_all=is_all)
            if is_all:
                raise NotAllowedError(
                    "--all needs you at a terminal",
                    code="no_terminal",
                    hint="Without one a command sees what its folder sees.",
                )
            found = memory.agent().list_entries().screened()
            lines = listing([*found.usable, *found.withheld], here=memory.scope) or ["nothing is kept here"]
            lines += found.unknown
            return Answer(status="done", lines=lines, data=recall_data(found), scope=memory.scope)

    answer("list", json=json, work=work)


def _listed_for_person(memory: Opened, *, is_all: bool) -> Answer:
    found = memory.person().list_entries(scope=None if is_all else memory.scope)
    lines = listing(found, here=memory.scope) or ["nothing is kept here"]
    return with_news(Answer(status="done", lines=lines, scope=memory.scope), memory, is_start=False, json=False)


def show(entry_id: EntryId, json: Json = False) -> None:
    """Show one entry whole."""

    def work() -> Answer:
        with opened(searches=True) as memory:
            entry, verdict, _ = _looked_up(memory, entry_id, json=json)
            if entry is None:
                return _withheld_answer(verdict, scope=memory.scope)
            state = f"  state       {state_words(verdict)}"
            lines = [*entry_lines(entry, here=memory.scope), *origin_lines(entry, now=memory.now()), state]
            return _answer(verdict, lines, scope=memory.scope)

    answer("show", json=json, work=work)


def why(entry_id: EntryId, json: Json = False) -> None:
    """Explain an entry: who said it, who approved it, what it rests on, what the check says now, when it ends."""

    def work() -> Answer:
        with opened(searches=True) as memory:
            entry, verdict, validation = _looked_up(memory, entry_id, json=json)
            if entry is None:
                return _withheld_answer(verdict, scope=memory.scope)
            if isinstance(verdict, Usable) and is_watched() and not json:
                figures = memory.person().report_calibration()
                verdict = replace(verdict, measured=figures.told(entry.confidence, entry.claim.kind))
            lines = [*entry_lines(entry, here=memory.scope)[:2], *why_lines(entry, verdict, validation)]
            handle = memory.person() if is_watched() and not json else memory.agent()
            passage = [neutralise(line) for line in handle.passage(entry_id)]
            lines += ["  the passage now (- as it was cited, + as it is):", *passage] if passage else []
            return _answer(verdict, lines, scope=memory.scope)

    answer("why", json=json, work=work)


def _looked_up(
    memory: Opened, entry_id: str, *, json: bool
) -> tuple[Entry | None, Usable | Withheld, Validation | None]:
    """Give an entry as the caller may see it: whole, or for an agent the verdict alone if it is withheld."""
    if is_watched() and not json:
        try:
            entry, validation = memory.person().show_entry(entry_id)
        except NotFoundError:  # it may be there, and unreadable
            for each in memory.person().list_entries():
                if each.id == entry_id and each.entry is None:
                    return None, each.verdict, None
            raise
        return entry, listed(entry, validation, policy=memory.memory.policy).verdict, validation
    found = memory.agent().list_entries()
    for usable in found.usable:
        if usable.entry.id == entry_id:
            return usable.entry, usable, usable.validation
    for withheld in found.withheld:
        if withheld.entry_id == entry_id:
            return None, withheld, None
    raise absent(entry_id, "there is no such entry here")


def _answer(verdict: Usable | Withheld, lines: list[str], *, scope: Scope) -> Answer:
    is_usable = isinstance(verdict, Usable)
    data = usable_data(verdict) if isinstance(verdict, Usable) else {}
    return Answer(
        status="usable" if is_usable else "withheld",
        lines=lines,
        data=data,
        scope=scope,
        next=_steps(verdict),
    )


def _withheld_answer(verdict: Usable | Withheld, *, scope: Scope) -> Answer:
    data = withheld_data(verdict) if isinstance(verdict, Withheld) else {}
    lines = [f"{name}: {value}" for name, value in data.items()]
    return Answer(status="withheld", lines=lines, data=data, scope=scope, next=_steps(verdict))


def _steps(verdict: Usable | Withheld) -> list[NextStep]:
    if isinstance(verdict, Usable):
        return []
    return [
        NextStep(who="person" if verdict.next_step.startswith("tenure ") else "agent", do=as_command(verdict.next_step))
    ]
