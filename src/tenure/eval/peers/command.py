"""`tenure eval peers`: which memories of others can be evaluated here, and their environments."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app: typer.Typer = typer.Typer(
    help="Memories of others, each in an environment of its own.", invoke_without_command=True
)

Environments = Annotated[
    Path | None, typer.Option(help="The folder of peers' environments; one in this person's cache if left out.")
]
"""Where peers are installed."""


@app.callback()
def listed(context: typer.Context, *, environments: Environments = None) -> None:
    """List them, and whether each is installed."""
    if context.invoked_subcommand is not None:
        return
    from tenure.eval.peers.environments import below, is_made
    from tenure.eval.peers.known import PEERS

    folder = below(environments)
    for name, peer in PEERS.items():
        is_there = is_made(peer.environment, peer.packages, folder)
        typer.echo(f"{name:22} {'installed' if is_there else '-':10} {peer.packages[0]:36} {peer.about}")


@app.command("install")
def install(
    name: Annotated[
        list[str] | None, typer.Argument(help="Which; all of them if left out.", metavar="[NAME]...")
    ] = None,
    *,
    environments: Environments = None,
    python: Annotated[
        Path | None, typer.Option(help="An interpreter for those that need a newer Python than this one.", exists=True)
    ] = None,
) -> None:
    """Make an environment for each with pip, at pinned versions; what cannot be had is told with the reason."""
    import subprocess

    from tenure.eval.peers.environments import below, environment, python_of
    from tenure.eval.peers.known import PEERS

    if not {*(name or ())} <= {*PEERS}:
        typer.echo(f"error: no such peer [unknown_peer]\nnext: Known: {', '.join(PEERS)}.", err=True)
        raise typer.Exit(2)
    is_short = False
    for each in name or PEERS:
        peer = PEERS[each]
        base = python_of(peer.python, python)
        if base is None:
            why = f"needs Python {'.'.join(map(str, peer.python))} or newer; name one with --python"
        else:
            typer.echo(f"{each}: {' '.join(peer.packages)}", err=True)
            try:
                environment(peer.environment, peer.packages, below(environments), base=base)
                why = ""
            except (OSError, subprocess.SubprocessError) as error:
                why = f"cannot be had here ({type(error).__name__}); `pip install {peer.packages[0]}` says why"
        typer.echo(f"{each:22} {why or 'installed'}")
        is_short |= bool(why)
    if is_short:
        raise typer.Exit(1)
