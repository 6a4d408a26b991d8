"""The options that several commands share, and how their texts are read."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated

import typer

from tenure.clock import SystemClock
from tenure.errors import RequestError

DAYS_MAX = 36_500
_THEN = "Give a date (2027-01-31) or an instant (2027-01-31T12:00Z)."
_WHEN = "Give a date (2027-01-31), an instant (2027-01-31T12:00Z) or a number of days (90)."

Text = Annotated[str | None, typer.Argument(help="What to keep, in one sentence; '-' or nothing reads standard input.")]
Because = Annotated[
    list[str] | None,
    typer.Option(help="What it rests on: 'src/a.py:10-20', 'src/a.py::Class.method', 'file:PATH', 'entry:ID'."),
]
Purpose = Annotated[
    str | None, typer.Option(help="What later task it helps: 'coding', or 'answering: when comparing things'.")
]
Purposes = Annotated[list[str] | None, typer.Option("--purpose", help="Only for these purposes; may be repeated.")]
When = Annotated[str | None, typer.Option(help="When it helps, in a few words.")]
Entity = Annotated[str | None, typer.Option(help="What it speaks of; goes with --attribute.")]
Attribute = Annotated[str | None, typer.Option(help="Which property of the entity it gives.")]
Value = Annotated[str | None, typer.Option(help="The value of that property.")]
Concerns = Annotated[str | None, typer.Option(help="The person whom it is about.")]
Check = Annotated[str | None, typer.Option(help="A check on the cited code, such as 'literal TIMEOUT == 30'.")]
Quote = Annotated[str | None, typer.Option(help="Words of the cited file or page that carry it.")]
FreshHours = Annotated[
    int | None,
    typer.Option("--fresh-hours", min=1, help="Hours after which it must be checked again, for what changes soon."),
]
Expires = Annotated[str | None, typer.Option(help=f"When it ends; the policy's longest life if left out. {_WHEN}")]
ReviewOn = Annotated[
    list[str] | None,
    typer.Option(help="An event at which to ask again, such as 'release'; see `tenure review event`. May be repeated."),
]
Supersedes = Annotated[str | None, typer.Option(help="The id of the entry that it replaces.")]
TaskId = Annotated[str | None, typer.Option("--task", envvar="TENURE_TASK", help="The task, as `task begin` named it.")]


def to_end(text: str | None, *, name: str) -> datetime | None:
    """Give the instant that a date, an instant or a number of days from now names, or None if nothing was given.

    A date ends with its last second in the time zone of this machine; an instant without a zone is in it too.

    Raises:
        RequestError: It is none of them.
    """
    days = "" if text is None else text.strip().removesuffix("d")
    if days.isascii() and days.isdigit() and 1 <= int(days[:9]) <= DAYS_MAX:
        return SystemClock().now() + timedelta(days=int(days[:9]))
    return _read(text, name=name, hint=_WHEN)


def to_past(text: str | None, *, name: str) -> datetime | None:
    """Give the instant that a date or an instant names, or None if nothing was given.

    A date stands for its end, in the time zone of this machine: what held when that day was over.

    Raises:
        RequestError: It is neither.
    """
    return _read(text, name=name, hint=_THEN)


def _read(text: str | None, *, name: str, hint: str) -> datetime | None:
    if text is None:
        return None
    words = text.strip()
    try:
        found = datetime.fromisoformat(words)
        is_date = len(words) <= len("2027-01-31")
        return (found + timedelta(days=1) if is_date else found).astimezone(UTC)
    except (ValueError, OverflowError):
        raise RequestError(f"'{name}' is no date", code="bad_date", hint=hint) from None
