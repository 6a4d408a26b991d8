"""The ledger: `ledger show` what was done, free of content, and `ledger check` that nobody changed it (R36)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import typer

from tenure.errors import IntegrityError
from tenure.faces.cli.app import answer
from tenure.faces.cli.commands import Commands
from tenure.faces.cli.envelope import Answer, ExitCode, NextStep
from tenure.faces.cli.files import add_line, text_of
from tenure.faces.cli.leaving import agrees_to_show
from tenure.faces.cli.opening import Json, opened, refused
from tenure.faces.cli.outcomes import declined_answer
from tenure.faces.cli.table import table
from tenure.memory.operator import StoreFinding
from tenure.model.scope import Scope

ACTOR_CHARS: Final = 8
LINES_MAX: Final = 1_000
ANCHOR_CHARS_MAX: Final = 20_000_000
ANCHOR_HINT: Final = "Name what `tenure ledger anchor --out FILE` wrote."
SEQUENCE_MAX: Final = 2**62
_HEADS: Final = ("line", "what", "when", "rule", "code", "actor")

group: typer.Typer = typer.Typer(
    cls=Commands, help="What was done: who, when, by which rule, to which id.", no_args_is_help=True
)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group.command("show")(show)
    group.command("check")(check)
    group.command("anchor")(anchor)
    app.add_typer(group, name="ledger")


def show(
    after: Annotated[int, typer.Option(min=0, max=SEQUENCE_MAX, help="Only lines after this number.")] = 0,
    limit: Annotated[int, typer.Option(min=1, max=LINES_MAX, help="At most so many lines.")] = 200,
    is_whole: Annotated[
        bool, typer.Option("--whole", help="As who keeps the store: lines about what others keep, and refusals, too.")
    ] = False,
    json: Json = False,
) -> None:
    """Show what you did and what was done with what is yours, oldest first; needs you at a terminal."""

    def work() -> Answer:
        is_shown = agrees_to_show("Write the ledger to standard output?", json=json)
        with opened() as memory:
            if not is_shown:
                return declined_answer(scope=memory.everywhere, said="nothing was shown")
            read = memory.operator().ledger if is_whole else memory.person().ledger
            found = read(after=after, limit=limit)
            rows = [
                (
                    str(each.sequence),
                    f"{each.verb} {each.record_id}".strip(),
                    f"{each.at:%Y-%m-%d %H:%M:%SZ}",
                    each.rule,
                    each.code,
                    "you" if each.is_own else each.actor[:ACTOR_CHARS],
                )
                for each in found
            ]
            whole = " --whole" if is_whole else ""
            more = [f"tenure ledger show --after {found[-1].sequence}{whole}"] if len(found) == limit else []
            return Answer(
                status="done",
                lines=table(_HEADS, rows) or ["there are no lines"],
                data={
                    "lines": [
                        {
                            "sequence": each.sequence,
                            "at": each.at,
                            "actor": each.actor,
                            "verb": each.verb,
                            "rule": each.rule,
                            "id": each.record_id,
                            "code": each.code,
                        }
                        for each in found
                    ]
                },
                scope=memory.everywhere,
                next=[NextStep(who="person", do=step) for step in more],
            )

    answer("ledger show", json=json, work=work)


def anchor(
    file: Annotated[
        Path | None, typer.Option("--out", help="A file on another disk or machine; a line is added to it.")
    ] = None,
    json: Json = False,
) -> None:
    """Print the head of the ledger, to be kept elsewhere: who copies data and keys back together is found out by it."""

    def work() -> Answer:
        with opened() as memory:
            line = memory.operator().anchor()
            if file is not None:
                add_line(file, line)
            told = "added to the file" if file is not None else "keep it where nobody who writes here can change it"
            return Answer(
                status="done",
                lines=[line],
                data={"anchor": line},
                scope=memory.everywhere,
                next=[NextStep(who="person", do=f"{told}; tenure ledger check --against FILE")],
            )

    answer("ledger anchor", json=json, work=work)


def check(
    against: Annotated[
        str | None, typer.Option("--against", metavar="FILE", help="Anchors kept elsewhere; '-' reads standard input.")
    ] = None,
    json: Json = False,
) -> None:
    """Check every seal, scope and ledger line against the keys; exit 1 if something was changed, 3 if nothing opens."""

    def work() -> Answer:
        anchors = ""
        if against is not None:
            anchors = text_of(against, chars_max=ANCHOR_CHARS_MAX, hint=ANCHOR_HINT) or " "
        try:
            with opened() as memory:
                return _checked(memory.operator().check(against=anchors), scope=memory.everywhere)
        except IntegrityError as error:
            found = refused(error)
            if not found:
                raise
            return _checked(found, scope=None)

    answer("ledger check", json=json, work=work)


def _checked(found: Sequence[StoreFinding], *, scope: Scope | None) -> Answer:
    """Tell what an audit found; without a scope the store could not be opened at all."""
    faults = [each for each in found if each.is_fault]
    lines = [f"{'fault' if each.is_fault else 'note':6}{each.check}: {each.message}" for each in found]
    return Answer(
        status="found" if faults else "done",
        lines=lines if faults else ["sound: every line chains to the one before it, up to the head", *lines],
        data={
            "findings": [
                {"check": each.check, "is_fault": each.is_fault, "message": each.message, "fix": each.fix}
                for each in found
            ]
        },
        scope=scope,
        next=[NextStep(who="person", do=fix) for fix in dict.fromkeys(each.fix for each in found if each.fix)],
        exit_code=ExitCode.BROKEN_STORE if scope is None else ExitCode.NOT_SO if faults else ExitCode.DONE,
    )
