"""`hook`: what a client's hooks run: it reads the client's JSON, does its work, and never stops the client."""

from __future__ import annotations

import json
import re
import sys
from typing import Annotated, Final

import typer

from tenure.errors import Error
from tenure.faces.cli.app import STDIN_CHARS_MAX
from tenure.faces.cli.events import PAGES, Given, answered, read
from tenure.screen import neutralise

_SWITCH: Final = re.compile(
    r"\bgit\b[^|;&\n]{0,200}?\b(?:checkout|switch|merge|pull|rebase|reset|cherry-pick|revert)\b"
)

Client = Annotated[str, typer.Argument(metavar="CLIENT", help="The client whose JSON it reads and answers.")]
Event = Annotated[str, typer.Argument(metavar="EVENT", help="start, heard, ran or end.")]


_UNREAD: Final = "what the client said is no JSON, or could not be read"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("hook", hidden=True)(hook)


def hook(client: Client, event: Event) -> None:
    """Do what a client's hook asks; `tenure setup CLIENT` writes the hooks. Always ends with 0."""
    try:
        given = read(json.loads(sys.stdin.read(STDIN_CHARS_MAX)))
        said = _said(event, given) if given.session else ""
    except Exception as error:  # noqa: BLE001 - whatever fails, the agent's work goes on without memory
        told = f"{error} [{error.code}]" if isinstance(error, Error) else _UNREAD
        typer.echo(f"tenure: {neutralise(told)}", err=True)
        said, given = "", Given(session="")
    typer.echo(answered(client, event, given.event, said))


def _said(event: str, given: Given) -> str:
    """Do what an event asks; most commands that a model's shell runs ask for nothing, and load nothing."""
    if event == "heard" and not given.prompt.strip():
        return ""
    if event == "ran" and given.tool not in PAGES and not _SWITCH.search(given.ran):
        return ""
    from tenure.faces.cli.sessions import EVENTS

    return EVENTS[event](given) if event in EVENTS else ""
