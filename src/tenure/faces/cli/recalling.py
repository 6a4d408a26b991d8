"""Reading for use: `recall` by a question, `brief` for what always holds here."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from tenure import Recall, Stance
from tenure.faces.cli.app import answer
from tenure.faces.cli.envelope import Answer, ExitCode, NextStep
from tenure.faces.cli.news import with_news
from tenure.faces.cli.opening import Json, TaskId, opened, text_argument
from tenure.faces.cli.terminal import is_watched
from tenure.faces.instants import to_past
from tenure.faces.telling import recall_data
from tenure.model.scope import Scope
from tenure.screen.pattern import Pattern

_HEAL: Final = Pattern(r"\bheal\('(ent_\w+)'\)")
Purposes = Annotated[list[str] | None, typer.Option("--purpose", help="Only for these purposes; may be repeated.")]
Limit = Annotated[int | None, typer.Option(help="At most so many entries; the policy's number if left out.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("recall")(recall)
    app.command("brief")(brief)


def recall(  # noqa: PLR0917 - a command's options are its parameters
    query: Annotated[
        str | None, typer.Argument(help="What you want to know; '-' or nothing reads standard input.")
    ] = None,
    purpose: Purposes = None,
    limit: Limit = None,
    hops: Annotated[int, typer.Option(help="Entries of a chain that may answer, 1 to 4.")] = 1,
    as_of: Annotated[str | None, typer.Option(help="What was true then: a date or an instant.")] = None,
    known_at: Annotated[str | None, typer.Option(help="What was known here then: a date or an instant.")] = None,
    task: TaskId = None,
    json: Json = False,
) -> None:
    """Find what is kept about something, each entry checked against its source as it is now."""

    def work() -> Answer:
        words = text_argument(query, name="query")
        with opened(searches=True) as memory:
            found = memory.agent(task).recall(
                words,
                purpose=purpose,
                limit=limit,
                hops=hops,
                as_of=to_past(as_of, name="as-of"),
                known_at=to_past(known_at, name="known-at"),
            )
            return with_news(_answered(found, scope=memory.scope, json=json), memory, is_start=False, json=json)

    answer("recall", json=json, work=work)


def brief(purpose: Purposes = None, limit: Limit = None, json: Json = False) -> None:
    """Give the preferences and instructions that hold here, without a question."""

    def work() -> Answer:
        with opened(searches=True) as memory:
            given = _answered(memory.agent().brief(purpose=purpose, limit=limit), scope=memory.scope, json=json)
            return with_news(given, memory, is_start=True, json=json)

    answer("brief", json=json, work=work)


def _answered(found: Recall, *, scope: Scope, json: bool) -> Answer:
    """Tell what may be used and what is held back: a table at a terminal, quoted data everywhere else."""
    found = found.screened()
    if json or not is_watched():
        lines, steps = [found.render()], []
    else:
        from tenure.faces.cli.entries import listing

        lines = listing([*found.usable, *found.withheld], here=scope)
        lines = lines or [f"nothing to use ({found.reason})"]
        lines += [f"one after the other: {' -> '.join(found.chain)}"] if found.chain else []
        lines += [f"{found.stance.value}: {found.explanation}"] if found.explanation else []
        lines += found.unknown
        lines += [f"ask: {found.question}"] if found.question else []
        steps = [NextStep(who=each.who, do=as_command(each.do)) for each in found.next]
    return Answer(
        status=found.stance.value,
        lines=lines,
        data=recall_data(found),
        scope=scope,
        next=[NextStep(who=each.who, do=each.do) for each in found.next] if json else steps,
        warnings=found.cautions if json or is_watched() else (),  # quoted data says them itself
        exit_code=ExitCode.DONE if found.stance is Stance.ANSWER else ExitCode.NOT_SO,
    )


def as_command(step: str) -> str:
    """Give a step as it is typed: an agent's handle has the method ``heal``, the command line the command."""
    return _HEAL.sub(r"`tenure heal \1`", step)
