"""The options that several commands share, and how their texts are read."""

from __future__ import annotations

from typing import Annotated

import typer

from tenure.faces.instants import END_FORMS

Text = Annotated[str | None, typer.Argument(help="What to keep, in one sentence; '-' or nothing reads standard input.")]
Because = Annotated[
    list[str] | None,
    typer.Option(help="What it rests on: 'src/a.py:10-20', 'src/a.py::Class.method', 'file:PATH', 'entry:ID'."),
]
Purpose = Annotated[
    str | None, typer.Option(help="What later task it helps: 'coding', or 'answering: when comparing things'.")
]
When = Annotated[str | None, typer.Option(help="When it helps, in a few words.")]
Entity = Annotated[str | None, typer.Option(help="What it speaks of; goes with --attribute.")]
Attribute = Annotated[str | None, typer.Option(help="Which property of the entity it gives.")]
Value = Annotated[str | None, typer.Option(help="The value of that property.")]
Concerns = Annotated[str | None, typer.Option(help="The person whom it is about.")]
Check = Annotated[str | None, typer.Option(help="A check on the cited code, such as 'literal TIMEOUT == 30'.")]
Quote = Annotated[
    str | None, typer.Option(help="Words of the cited file or page that carry it; for code a line, that says where.")
]
FreshHours = Annotated[
    int | None,
    typer.Option("--fresh-hours", min=1, help="Hours after which it must be checked again, for what changes soon."),
]
Expires = Annotated[str | None, typer.Option(help=f"When it ends; the policy's longest life if left out. {END_FORMS}")]
ValidFrom = Annotated[str | None, typer.Option(help="From when it is true: a date or an instant.")]
ValidUntil = Annotated[str | None, typer.Option(help="Until when it is true: a date (to its end) or an instant.")]
ReviewOn = Annotated[
    list[str] | None,
    typer.Option(help="An event at which to ask again, such as 'release'; see `tenure review event`. May be repeated."),
]
Supersedes = Annotated[str | None, typer.Option(help="The id of the entry that it replaces.")]
