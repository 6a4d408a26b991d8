"""Stating something to be kept: `remember` for the person, `propose` for an agent."""

from __future__ import annotations

from typing import Annotated

import typer

from tenure.errors import NotAllowedError, RequestError
from tenure.faces.cli import options
from tenure.faces.cli.app import answer
from tenure.faces.cli.dialogue import keep_stated
from tenure.faces.cli.envelope import Answer
from tenure.faces.cli.opening import AGENT, Json, Opened, TaskId, opened, text_argument
from tenure.faces.cli.outcomes import decision_answer
from tenure.faces.cli.terminal import Terminal, is_there
from tenure.faces.instants import to_begin, to_end, to_past
from tenure.model.claim import Kind
from tenure.model.scope import Scope

_EVERYWHERE = frozenset({Kind.PREFERENCE.value, Kind.INSTRUCTION.value})

KindOption = Annotated[
    str,
    typer.Option(
        help="preference (how to work for you), instruction (a standing order), fact, or code (about a repository)."
    ),
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("remember")(remember)
    app.command("propose")(propose)


def remember(
    *,
    text: options.Text = None,
    kind: KindOption = Kind.PREFERENCE.value,
    when: options.When = None,
    entity: options.Entity = None,
    attribute: options.Attribute = None,
    value: options.Value = None,
    because: options.Because = None,
    check: options.Check = None,
    quote: options.Quote = None,
    is_here: Annotated[
        bool | None,
        typer.Option(
            "--here/--everywhere",
            help="Only in this repository, or everywhere. Preferences and instructions hold everywhere if neither is "
            "given, facts and code here if this is a repository.",
        ),
    ] = None,
    purpose: options.Purpose = None,
    concerns: options.Concerns = None,
    valid_from: options.ValidFrom = None,
    valid_until: options.ValidUntil = None,
    expires: options.Expires = None,
    review_on: options.ReviewOn = None,
    fresh_hours: options.FreshHours = None,
    supersedes: options.Supersedes = None,
    json: Json = False,
) -> None:
    """State something and keep it, after you saw exactly what will be kept; needs you at a terminal."""

    def work() -> Answer:
        _check_terminal()
        words = text_argument(text, name="text")
        with opened() as memory, Terminal() as terminal:
            person = memory.person()
            decision = person.remember(
                words,
                kind=kind,
                scope=_target(memory, kind, is_here=is_here),
                because=because or (),
                purpose=purpose,
                applies_when=when,
                entity=entity,
                attribute=attribute,
                value=value,
                concerns=concerns,
                check=check,
                quote=quote,
                supersedes=supersedes,
                valid_from=to_begin(valid_from, name="valid-from"),
                valid_until=to_past(valid_until, name="valid-until"),
                expires_at=to_end(expires, name="expires"),
                review_on=review_on or (),
                fresh_hours=fresh_hours,
                is_approved=False,
            )
            return keep_stated(decision, person=person, terminal=terminal, scope=memory.scope)

    answer("remember", json=json, work=work)


def _check_terminal() -> None:
    if not is_there():
        raise NotAllowedError(
            "remembering needs you at a terminal",
            code="no_terminal",
            hint="Without one use `tenure propose`: it waits for you in `tenure review`.",
        )


def _target(memory: Opened, kind: str, *, is_here: bool | None) -> Scope:
    if is_here and memory.scope.repository is None:
        raise RequestError(
            "there is no repository here", code="no_repository", hint="Run it inside one, or say --everywhere."
        )
    holds_here = kind not in _EVERYWHERE if is_here is None else is_here
    return memory.scope if holds_here else memory.everywhere


def propose(
    *,
    kind: Annotated[str, typer.Option(help="preference, instruction, fact or code.")],
    text: options.Text = None,
    because: options.Because = None,
    task: TaskId = None,
    when: options.When = None,
    entity: options.Entity = None,
    attribute: options.Attribute = None,
    value: options.Value = None,
    check: options.Check = None,
    quote: options.Quote = None,
    purpose: options.Purpose = None,
    concerns: options.Concerns = None,
    derived_from: Annotated[
        list[str] | None, typer.Option(help="An entry from which it was concluded; may be repeated.")
    ] = None,
    valid_from: options.ValidFrom = None,
    valid_until: options.ValidUntil = None,
    expires: options.Expires = None,
    review_on: options.ReviewOn = None,
    fresh_hours: options.FreshHours = None,
    supersedes: options.Supersedes = None,
    key: Annotated[str, typer.Option(help="A key of your own: the same call again is one write.")] = "",
    json: Json = False,
) -> None:
    """Ask that something be kept (for agents and scripts); a person decides, unless a grant allows it."""

    def work() -> Answer:
        words = text_argument(text, name="text")
        with opened() as memory:
            agent = memory.agent() if task is None else memory.memory.resume(task, at=memory.at).agent(AGENT)
            decision = agent.propose(
                words,
                kind=kind,
                because=because or (),
                purpose=purpose,
                applies_when=when,
                entity=entity,
                attribute=attribute,
                value=value,
                concerns=concerns,
                check=check,
                quote=quote,
                supersedes=supersedes,
                derived_from=derived_from or (),
                valid_from=to_begin(valid_from, name="valid-from"),
                valid_until=to_past(valid_until, name="valid-until"),
                expires_at=to_end(expires, name="expires"),
                review_on=review_on or (),
                fresh_hours=fresh_hours,
                idempotency=key,
            )
            return decision_answer(decision, scope=memory.scope)

    answer("propose", json=json, work=work)
