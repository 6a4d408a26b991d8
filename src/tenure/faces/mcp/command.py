"""`tenure mcp`: serve this person's memory to a coding agent; started by the agent's client, not by people."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

AGENT = "coding-agent"

app: typer.Typer = typer.Typer(
    help="Serve what is kept to a coding agent, over the Model Context Protocol.", invoke_without_command=True
)


@app.callback()
def serve(
    agent: Annotated[
        str, typer.Option(help="In whose name the client acts; stands in the record of what was done.")
    ] = AGENT,
    folder: Annotated[
        Path | None,
        typer.Option(help="Where the agent works; the client's own folder, or the working folder, if left out."),
    ] = None,
) -> None:
    """Serve over standard input and output until the client is gone."""
    try:
        from tenure.faces.mcp.serving import over_stdio
    except ImportError:
        typer.echo("error: the protocol's library is not installed: pip install 'tenure[mcp]' [no_library]", err=True)
        raise typer.Exit(2) from None
    sys.exit(over_stdio(agent=agent, folder=folder))
