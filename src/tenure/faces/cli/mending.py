"""Changing one's mind: `correct` what was wrong, `supersede` what was true until now, `challenge` what is doubtful."""

from __future__ import annotations

from typing import Annotated

import typer

from tenure.errors import NotAllowedError
from tenure.faces.cli import options
from tenure.faces.cli.app import answer
from tenure.faces.cli.dialogue import keep_stated
from tenure.faces.cli.envelope import Answer, NextStep
from tenure.faces.cli.opening import Json, opened, text_argument
from tenure.faces.cli.outcomes import decision_answer, declined_answer
from tenure.faces.cli.settling import show_entry
from tenure.faces.cli.terminal import Terminal, is_there
from tenure.faces.instants import to_end
from tenure.model.entry import Status
from tenure.model.transitions import check_step

EntryId = Annotated[str, typer.Argument(metavar="ID", help="The entry's id, as `tenure list` shows it.")]
NewText = Annotated[
    str | None, typer.Argument(metavar="TEXT", help="What is right; '-' or nothing reads standard input.")
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("correct")(correct)
    app.command("supersede")(supersede)
    app.command("challenge")(challenge)


def correct(
    *,
    entry_id: EntryId,
    text: NewText = None,
    value: options.Value = None,
    because: options.Because = None,
    check: options.Check = None,
    expires: options.Expires = None,
    json: Json = False,
) -> None:
    """Put right what was wrong; without a terminal it is a request that a person decides."""

    def work() -> Answer:
        words = text_argument(text, name="text")
        with opened() as memory:
            if not is_there():
                decision = memory.agent().correct(entry_id, words, because=because or ())
                return decision_answer(decision, scope=memory.scope, is_request=True)
            with Terminal() as terminal:
                person = memory.person()
                show_entry(person.show_entry(entry_id)[0], terminal, memory)
                decision = person.correct(
                    entry_id,
                    words,
                    value=value,
                    because=because or (),
                    check=check,
                    expires_at=to_end(expires, name="expires"),
                    is_approved=False,
                )
                return keep_stated(decision, person=person, terminal=terminal, scope=memory.scope)

    answer("correct", json=json, work=work)


def supersede(
    *,
    entry_id: EntryId,
    text: NewText = None,
    value: options.Value = None,
    because: options.Because = None,
    check: options.Check = None,
    expires: options.Expires = None,
    json: Json = False,
) -> None:
    """Replace what was true until now by what is true from now on; needs you at a terminal."""

    def work() -> Answer:
        if not is_there():
            raise NotAllowedError(
                "replacing an entry needs you at a terminal",
                code="no_terminal",
                hint="Without one propose it: `tenure propose TEXT --kind KIND --supersedes ID`.",
            )
        words = text_argument(text, name="text")
        with Terminal() as terminal, opened(writes=True) as memory:
            person = memory.person()
            show_entry(person.show_entry(entry_id)[0], terminal, memory)
            decision = person.supersede(
                entry_id,
                words,
                value=value,
                because=because or (),
                check=check,
                expires_at=to_end(expires, name="expires"),
                is_approved=False,
            )
            return keep_stated(decision, person=person, terminal=terminal, scope=memory.scope)

    answer("supersede", json=json, work=work)


def challenge(
    entry_id: EntryId,
    reason: Annotated[str, typer.Option(help="Why it is doubtful, in a few words.")] = "",
    json: Json = False,
) -> None:
    """Hold an entry back until it is settled; without a terminal it is a request that a person decides."""

    def work() -> Answer:
        with opened(writes=True) as memory:
            if not is_there():
                decision = memory.agent().challenge(entry_id, reason=reason)
                return decision_answer(decision, scope=memory.scope, is_request=True)
            with Terminal() as terminal:
                person = memory.person()
                entry = person.show_entry(entry_id)[0]
                show_entry(entry, terminal, memory)
                check_step(entry.status, Status.CHALLENGED)
                if not terminal.agrees("Hold it back until it is settled?"):
                    return declined_answer(scope=memory.scope)
                after = person.challenge(entry_id, reason=reason)
                step = NextStep(who="person", do=f"tenure review settle {after.id} --keep; or --retire")
                return Answer(
                    status="done",
                    lines=[f"held back: {after.id}"],
                    data={"entry_id": after.id, "status": after.status.value},
                    scope=memory.scope,
                    next=[step],
                )

    answer("challenge", json=json, work=work)
