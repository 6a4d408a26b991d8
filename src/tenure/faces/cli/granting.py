"""Standing permission for agents: `grant add`, `list` and `revoke` (R05)."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated

import typer

from tenure import Grant, PersonHandle
from tenure.errors import NotFoundError, RequestError
from tenure.faces.cli.app import answer
from tenure.faces.cli.commands import Commands
from tenure.faces.cli.dialogue import with_presence
from tenure.faces.cli.entries import end_words, minute, scope_words
from tenure.faces.cli.envelope import Answer, NextStep
from tenure.faces.cli.opening import Json, Opened, opened
from tenure.faces.cli.outcomes import declined_answer
from tenure.faces.cli.table import table
from tenure.faces.cli.terminal import Terminal, is_watched
from tenure.faces.instants import DAYS_MAX, span, to_end
from tenure.model.claim import Kind
from tenure.model.scope import Scope

MEANINGS = {
    Kind.PREFERENCE.value: "how you like answers, word for word as you said it to an agent",
    Kind.CODE.value: "facts about your code that a symbol or a check on a trusted branch carries",
}
_HEADS = ("id", "what", "scope", "given", "ends in", "entries live", "state")

group: typer.Typer = typer.Typer(
    cls=Commands, help="What agents may keep without asking you each time.", no_args_is_help=True
)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group.command("add")(add)
    group.command("list")(list_)
    group.command("revoke")(revoke)
    app.add_typer(group, name="grant")


def add(
    kind: Annotated[str, typer.Argument(metavar="KIND", help="preference (your own words), or code (checked facts).")],
    is_here: Annotated[bool, typer.Option("--here", help="Only in this repository; everywhere if left out.")] = False,
    days: Annotated[int | None, typer.Option(min=1, max=DAYS_MAX, help="Days that an entry may live.")] = None,
    until: Annotated[
        str | None, typer.Option(help="The last day of the grant; the policy's longest if left out.")
    ] = None,
    json: Json = False,
) -> None:
    """Let agents keep one kind of claim without asking each time; you can take it back at any moment."""

    def work() -> Answer:
        if kind not in MEANINGS:
            raise RequestError(
                "no grant of this kind can be given", code="bad_kind", hint=f"Use one of: {', '.join(MEANINGS)}."
            )
        ends_at = to_end(until, name="until")
        with Terminal() as terminal, opened(writes=True) as memory:
            scope = _target(memory, is_here=is_here)
            person = memory.person()
            terminal.say(f"Agents may keep, without asking: {MEANINGS[kind]}.")
            terminal.say(f"  where: {scope_words(scope, here=memory.scope)}")
            longest = memory.memory.policy.for_kind(Kind(kind)).lifetime_days_max
            terminal.say(f"  an entry lives: at most {days or longest} days, from when it is kept")
            terminal.say(f"  the grant ends: {end_words(ends_at or memory.now() + timedelta(days=longest))}")
            terminal.say("  never: orders, what they conclude themselves, anything read in pages, files or tools")
            if not terminal.agrees("Allow this?"):
                return declined_answer(scope=memory.scope, said="nothing was granted")
            given = with_presence(
                lambda: person.grant(kind, scope=scope, days=days, ends_at=ends_at), person=person, terminal=terminal
            )
            return _granted(given, memory)

    answer("grant add", json=json, work=work)


def _target(memory: Opened, *, is_here: bool) -> Scope:
    if is_here and memory.scope.repository is None:
        raise RequestError("there is no repository here", code="no_repository", hint="Run it inside the repository.")
    return memory.scope if is_here else memory.everywhere


def _granted(given: Grant, memory: Opened) -> Answer:
    undo = NextStep(who="person", do=f"tenure grant revoke {given.id} (takes it back, and what only it allowed)")
    return Answer(
        status="done",
        lines=[
            f"granted: {given.id} ({given.kind.value})",
            f"  an entry lives: at most {given.longest.days} days, from when it is kept",
            f"  the grant ends: {end_words(given.ends_at)}",
        ],
        data=_data(given),
        scope=memory.scope,
        next=[undo],
    )


def _data(given: Grant) -> dict[str, object]:
    told = {
        "id": given.id,
        "kind": given.kind.value,
        "scope": dict(given.scope.parts()),
        "granted_at": given.granted_at,
        "ends_at": given.ends_at,
        "longest_days": given.longest.days,
        "strength": given.strength.value,
        "revoked_at": given.revoked_at,
    }
    return {name: value for name, value in told.items() if value is not None}


def list_(json: Json = False) -> None:
    """List your grants, ended and revoked ones too."""

    def work() -> Answer:
        with opened() as memory:
            given = memory.person().grants()
            if json or not is_watched():
                given = tuple(each for each in given if each.scope.is_visible_in(memory.scope))
            rows = [_row(each, memory) for each in given]
            lines = table(_HEADS, rows) or ["you granted nothing"]
            return Answer(
                status="done", lines=lines, data={"grants": [_data(each) for each in given]}, scope=memory.scope
            )

    answer("grant list", json=json, work=work)


def _row(given: Grant, memory: Opened) -> tuple[str, ...]:
    now = memory.now()
    state = "revoked" if given.revoked_at else "in force" if given.is_in_force(now) else "ended"
    return (
        given.id,
        f"{given.kind.value}: {MEANINGS.get(given.kind.value, '')}",
        scope_words(given.scope, here=memory.scope),
        minute(given.granted_at),
        span(given.ends_at - now),
        f"{given.longest.days} d",
        state,
    )


def revoke(
    grant_id: Annotated[str, typer.Argument(metavar="ID", help="The grant's id, as `tenure grant list` shows it.")],
    json: Json = False,
) -> None:
    """Take a grant back: what only it allowed is unavailable at once."""

    def work() -> Answer:
        with Terminal() as terminal, opened(writes=True) as memory:
            person = memory.person()
            given = _find(person, grant_id)
            terminal.say(f"{given.kind.value}, {scope_words(given.scope, here=memory.scope)}")
            if not terminal.agrees("Take it back, with everything that only it allowed?"):
                return declined_answer(scope=memory.scope)
            ended = person.revoke(grant_id)
            return Answer(
                status="done",
                lines=[f"revoked: {grant_id}", *(f"  unavailable: {each}" for each in ended)],
                data={"id": grant_id, "ended": list(ended)},
                scope=memory.scope,
            )

    answer("grant revoke", json=json, work=work)


def _find(person: PersonHandle, grant_id: str) -> Grant:
    for given in person.grants():
        if given.id == grant_id:
            return given
    raise NotFoundError("you gave no such grant", hint="List yours with `tenure grant list`.")
