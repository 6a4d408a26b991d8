"""The command `tenure try`; what it plays is loaded when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tenure.faces.cli.app import answer
from tenure.faces.cli.envelope import Answer
from tenure.faces.cli.opening import Json


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("try")(try_)


def try_(
    *,
    repository: Annotated[
        Path | None,
        typer.Option("--repo", help="Play on a copy of this git repository, as last committed; it is never touched."),
    ] = None,
    is_kept: Annotated[bool, typer.Option("--keep", help="Leave the temporary folder, to look at it.")] = False,
    json: Json = False,
) -> None:
    """Watch Tenure remember, check, withhold and forget, in a temporary folder of its own."""

    def work() -> Answer:
        from tenure.faces.cli.trying.playing import play

        return play(repository, is_kept=is_kept, is_told=not json)

    answer("try", json=json, work=work)
