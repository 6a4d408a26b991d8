"""`tenure mcp`: serve this person's memory to a coding agent; started by the agent's client, not by people."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from tenure.errors import Error, StoreError
from tenure.memory.arguments import SWEEP_MINUTES_MAX

AGENT = "coding-agent"
AT_A_TERMINAL = (
    "This waits for a coding agent, which starts it by itself once `tenure setup CLIENT` told it how. Ctrl-C ends it."
)

app: typer.Typer = typer.Typer(
    help="Serve what is kept to a coding agent, over the Model Context Protocol.", invoke_without_command=True
)


@app.callback()
def serve(
    *,
    agent: Annotated[
        str, typer.Option(help="In whose name the client acts; stands in the record of what was done.")
    ] = AGENT,
    folder: Annotated[
        Path | None,
        typer.Option(
            exists=True,
            file_okay=False,
            help="Where the agent works; the client's own folder, or the working folder, if left out.",
        ),
    ] = None,
    sweep_minutes: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=SWEEP_MINUTES_MAX,
            help="Sweep the store each so many minutes while this runs, as `tenure sweep` does; not if left out.",
        ),
    ] = None,
    is_http: Annotated[bool, typer.Option("--http", help="Serve over HTTP instead of standard input and output.")] = (
        False
    ),
    host: Annotated[str, typer.Option(help="With --http: the address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65_535, help="With --http: the port; 0 takes a free one.")] = 8_765,
    name: Annotated[
        list[str] | None,
        typer.Option(help="With --http: another name by which clients may call it; may be repeated."),
    ] = None,
    token: Annotated[
        list[str] | None,
        typer.Option(
            help="With --http: where the bearer token lies, as secret:env/VARIABLE or secret:file//PATH; "
            "PERSON=secret:... for another person's. One is made and shown if left out. May be repeated."
        ),
    ] = None,
) -> None:
    """Serve over standard input and output until the client is gone, or over HTTP until the process is ended."""
    try:
        from tenure.faces.mcp.serving import Http, over_http, over_stdio
    except ImportError:
        typer.echo("error: the protocol's library is not installed: pip install 'tenure[mcp]' [no_library]", err=True)
        raise typer.Exit(2) from None
    try:
        if is_http:
            over_http(
                Http(host=host, port=port, names=tuple(name or ()), tokens=tuple(token or ())),
                agent=agent,
                folder=folder,
                sweep_minutes=sweep_minutes,
            )
        else:
            if sys.stdin is not None and sys.stdin.isatty():
                typer.echo(AT_A_TERMINAL, err=True)
            over_stdio(agent=agent, folder=folder, sweep_minutes=sweep_minutes)
    except Error as error:
        typer.echo(f"error: {error} [{error.code}]\nnext: {error.hint}", err=True)
        raise typer.Exit(3 if isinstance(error, StoreError) else 2) from None
