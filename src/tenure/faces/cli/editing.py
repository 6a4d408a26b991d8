"""The answer *yes, but as I say it*: other words, another slot, or what it replaces (R21, R38)."""

from __future__ import annotations

from typing import Annotated

import typer

from tenure.errors import RequestError
from tenure.faces.cli import options, settling
from tenure.faces.cli.app import answer
from tenure.faces.cli.dialogue import agrees, outcome, with_presence
from tenure.faces.cli.envelope import Answer
from tenure.faces.cli.opening import Json, opened, text_argument
from tenure.faces.cli.outcomes import declined_answer
from tenure.faces.cli.terminal import Terminal

PROPOSAL = "prop_"


def register(group: typer.Typer) -> None:
    """Add the command."""
    group.command("edit")(edit)


def edit(
    *,
    proposal_id: Annotated[str, typer.Argument(metavar="ID", help="The id, as `tenure review` shows it.")],
    text: Annotated[
        str | None,
        typer.Argument(
            help="Your own wording; '-' or nothing reads standard input, and beside an option the words stay."
        ),
    ] = None,
    entity: options.Entity = None,
    attribute: options.Attribute = None,
    value: Annotated[str | None, typer.Option(help="The value of that property; '' for none.")] = None,
    has_no_slot: Annotated[
        bool, typer.Option("--no-slot", help="It gives no property of anything: nothing is replaced by it.")
    ] = False,
    supersedes: options.Supersedes = None,
    json: Json = False,
) -> None:
    """Keep it as you say it instead: other words, another slot; for what is due or disputed, correct it."""

    def work() -> Answer:
        slot = (entity, attribute, value)
        if has_no_slot and slot != (None, None, None):
            raise RequestError("--no-slot goes with no part of a slot", code="bad_answer")
        has_parts = has_no_slot or supersedes is not None or slot != (None, None, None)
        is_proposal = proposal_id.startswith(PROPOSAL)
        if has_parts and not is_proposal:
            hint = "Give its new words alone; for another slot retire it and remember it anew."
            raise RequestError("only a proposal takes another slot", code="bad_answer", hint=hint)
        with Terminal() as terminal:
            words = None if text is None and has_parts else text_argument(text, name="text")
            with opened(writes=True) as memory:
                person = memory.person()
                if not is_proposal:
                    return settling.correct_entry(
                        proposal_id, words or "", person=person, terminal=terminal, memory=memory
                    )
                shown = person.show(proposal_id)
                parts = {"remember": words, "entity": entity, "attribute": attribute, "value": value}
                parts |= {"slot": "" if has_no_slot else None, "supersedes": supersedes}
                changes = tuple(f"{name}: {part or 'none'}" for name, part in parts.items() if part is not None)
                if not agrees(shown, terminal, changes=changes, question="Keep it like this?"):
                    return declined_answer(scope=memory.scope, said="it still waits")
                kept = with_presence(
                    lambda: person.approve(
                        shown,
                        text=words,
                        entity="" if has_no_slot else entity,
                        attribute=attribute,
                        value=value,
                        supersedes=supersedes,
                    ),
                    person=person,
                    terminal=terminal,
                )
                return outcome(kept, scope=memory.scope)

    answer("review edit", json=json, work=work)
