"""What leaves the store and comes in: `disclose`, `export`, `import`; for the person, never for an agent (R17, R25)."""

from __future__ import annotations

import json as jsons
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Annotated, Final

import typer

from tenure import Decision, DecisionStatus
from tenure.errors import LimitError, NotAllowedError, RequestError
from tenure.faces.cli.app import answer
from tenure.faces.cli.envelope import Answer, ExitCode, NextStep
from tenure.faces.cli.files import STREAM, check_new, new_file, readable
from tenure.faces.cli.opening import Json, opened
from tenure.faces.cli.outcomes import declined_answer
from tenure.faces.cli.terminal import Terminal, is_there, is_watched
from tenure.faces.telling import ASK_THE_PERSON
from tenure.model.decision import GateOutcome

IMPORT_CHARS_MAX: Final = 20_000_000
_NAME_AN_EXPORT: Final = NextStep(who="person", do="name a file that `tenure export FILE` wrote")


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("disclose")(disclose)
    app.command("export")(export)
    app.command("import")(import_)


def agrees_to_show(question: str, *, json: bool) -> bool:
    """Tell whether what follows may be shown whole: a person watches, or somebody at the terminal says yes.

    Raises:
        NotAllowedError: Neither: whoever reads it would see what is withheld from agents (R17).
    """
    if is_watched() and not json:
        return True
    with Terminal() as terminal:
        return terminal.agrees(question)


def disclose(json: Json = False) -> None:
    """Show everything that is held about you, in every state; needs you at a terminal."""

    def work() -> Answer:
        is_shown = agrees_to_show("Write everything that is held about you to standard output?", json=json)
        with opened() as memory:
            if not is_shown:
                return declined_answer(scope=memory.everywhere, said="nothing was shown")
            held = memory.person().disclose()
            return Answer(
                status="done",
                lines=[] if json else held.render().split("\n"),
                data=held.plain() if json else {},
                scope=memory.everywhere,
            )

    answer("disclose", json=json, work=work)


def export(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A new file; '-' writes to standard output.")] = STREAM,
    json: Json = False,
) -> None:
    """Write your usable entries as JSON lines; what leaves is out of reach of a later `tenure forget`."""

    def work() -> Answer:
        if file != STREAM:
            check_new(Path(file))
        with Terminal() as terminal, opened(writes=True) as memory:
            terminal.say("What leaves the store is out of its reach: forgetting later cannot erase a copy.")
            if not terminal.agrees("Export your usable entries?"):
                return declined_answer(scope=memory.everywhere, said="nothing was exported")
            if file == STREAM:
                lines = memory.person().export()
            else:
                with new_file(Path(file)) as target:
                    lines = memory.person().export()
                    target.writelines(f"{line}\n" for line in lines)
            found = [jsons.loads(line) for line in lines]
            counts = Counter(str(each["state"]) for each in found)
            told = f"exported {counts['usable']}; withheld, named without their words: {counts['withheld']}"
            return Answer(
                status="done",
                lines=[] if json else lines if file == STREAM else [told],
                data={"usable": counts["usable"], "withheld": counts["withheld"]}
                | ({"lines": found} if file == STREAM else {"file": file}),
                scope=memory.everywhere,
            )

    answer("export", json=json, work=work)


def import_(
    file: Annotated[str, typer.Argument(metavar="FILE", help="What `tenure export` wrote; '-' reads standard input.")],
    json: Json = False,
) -> None:
    """Take entries in as proposals: each waits for you, whatever it says about who approved it."""

    def work() -> Answer:
        if not is_there():
            raise NotAllowedError(
                "importing needs you at a terminal",
                code="no_terminal",
                hint="Without one use `tenure propose`, one claim at a time.",
            )
        with readable(file) as source:
            lines = list(_lines(source))
        with opened() as memory:
            decisions = memory.person().import_lines(lines, scope=memory.scope)
            return _import_answer(decisions)

    answer("import", json=json, work=work)


def _import_answer(decisions: Iterable[Decision]) -> Answer:
    found = tuple(decisions)
    refused = [each for each in found if each.status is DecisionStatus.REFUSED]
    waiting = [each.proposal_id for each in found if each.status is DecisionStatus.PENDING]
    reasons = [verdict for each in refused for verdict in each.verdicts if verdict.outcome is GateOutcome.REFUSES]
    counts = Counter(each.code for each in reasons)
    return Answer(
        status="pending" if waiting else "refused" if refused else "done",
        lines=[
            f"wait for you: {len(waiting)}; refused: {len(refused)}",
            *(f"  {count:4}  {code}" for code, count in counts.most_common()),
        ],
        data={"pending": waiting, "refused": len(refused), "reasons": dict(counts)},
        verdicts=reasons,
        next=[ASK_THE_PERSON] if waiting else [_NAME_AN_EXPORT] if "malformed_line" in counts else [],
        exit_code=ExitCode.NOT_SO if refused else ExitCode.DONE,
    )


def _lines(source: IO[str]) -> Iterator[str]:
    try:
        read = source.read(IMPORT_CHARS_MAX + 1)
    except UnicodeDecodeError:
        raise RequestError("that is no UTF-8 text", code="bad_file", hint="Name what an export wrote.") from None
    if len(read) > IMPORT_CHARS_MAX:
        raise LimitError(f"an import has at most {IMPORT_CHARS_MAX} characters", hint="Divide the file.")
    yield from read.split("\n")
