"""Reading for use: `recall` by a question, `brief` for what always holds here."""

from __future__ import annotations

from typing import Annotated

import typer

from tenure.faces.cli import options
from tenure.faces.cli.admitting import with_news
from tenure.faces.cli.app import answer
from tenure.faces.cli.envelope import Answer
from tenure.faces.cli.opening import Json, opened, text_argument
from tenure.faces.cli.outcomes import recall_answer
from tenure.faces.instants import to_past

Limit = Annotated[int | None, typer.Option(help="At most so many entries; the policy's number if left out.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("recall")(recall)
    app.command("brief")(brief)


def recall(  # noqa: PLR0917 - a command's options are its parameters
    query: Annotated[
        str | None, typer.Argument(help="What you want to know; '-' or nothing reads standard input.")
    ] = None,
    purpose: options.Purposes = None,
    limit: Limit = None,
    hops: Annotated[int, typer.Option(help="Entries of a chain that may answer, 1 to 4.")] = 1,
    as_of: Annotated[str | None, typer.Option(help="What was true then: a date or an instant.")] = None,
    known_at: Annotated[str | None, typer.Option(help="What was known here then: a date or an instant.")] = None,
    task: options.TaskId = None,
    json: Json = False,
) -> None:
    """Find what is kept about something, each entry checked against its source as it is now."""

    def work() -> Answer:
        words = text_argument(query, name="query")
        with opened() as memory:
            found = memory.agent(task).recall(
                words,
                purpose=purpose,
                limit=limit,
                hops=hops,
                as_of=to_past(as_of, name="as-of"),
                known_at=to_past(known_at, name="known-at"),
            )
            return with_news(recall_answer(found, scope=memory.scope, json=json), memory, is_start=False, json=json)

    answer("recall", json=json, work=work)


def brief(purpose: options.Purposes = None, limit: Limit = None, json: Json = False) -> None:
    """Give the preferences and instructions that hold here, without a question."""

    def work() -> Answer:
        with opened() as memory:
            given = recall_answer(memory.agent().brief(purpose=purpose, limit=limit), scope=memory.scope, json=json)
            return with_news(given, memory, is_start=True, json=json)

    answer("brief", json=json, work=work)
