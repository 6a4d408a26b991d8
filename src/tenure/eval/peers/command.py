"""`tenure eval peers`: which memories of others can be evaluated here, and their environments."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Annotated

import typer

from tenure.errors import RequestError
from tenure.eval.answering import Answer, Json, answer

app: typer.Typer = typer.Typer(
    help="Memories of others, each in an environment of its own.", invoke_without_command=True
)

Environments = Annotated[
    Path | None, typer.Option(help="The folder of peers' environments; one in this person's cache if left out.")
]
"""Where peers are installed."""


@app.callback()
def listed(context: typer.Context, *, environments: Environments = None, is_json: Json = False) -> None:
    """List them, and whether each is installed."""
    if context.invoked_subcommand is not None:
        return
    from tenure.eval.peers.environments import below, is_made
    from tenure.eval.peers.known import PEERS

    def work() -> Answer:
        folder, lines, told = below(environments), list[str](), list[dict[str, object]]()
        for name, peer in PEERS.items():
            is_there = is_made(peer.environment, peer.packages, folder)
            lines.append(f"{name:22} {'installed' if is_there else '-':10} {peer.packages[0]:36} {peer.about}")
            told.append({"name": name, "is_installed": is_there, "packages": peer.packages, "about": peer.about})
        return Answer(lines=lines, data={"peers": told})

    answer("eval peers", work, is_json=is_json)


@app.command("install")
def install(
    name: Annotated[
        list[str] | None, typer.Argument(help="Which; all of them if left out.", metavar="[NAME]...")
    ] = None,
    *,
    environments: Environments = None,
    python: Annotated[
        str, typer.Option(help="An interpreter, by path or name, for those that need a newer Python than this one.")
    ] = "",
    is_json: Json = False,
) -> None:
    """Make an environment for each with pip, at pinned versions; what cannot be had is told with the reason."""
    from tenure.eval.peers.known import PEERS

    def work() -> Answer:
        if not {*(name or ())} <= {*PEERS}:
            raise RequestError("no such peer", code="unknown_peer", hint=f"Known: {', '.join(PEERS)}.")
        if python and shutil.which(python) is None:
            raise RequestError(
                "no such interpreter", code="no_interpreter", hint="Give its path, or a name on the path as python3.12."
            )
        lacking = {each: _lacking(each, environments, python) for each in name or PEERS}
        is_short = any(lacking.values())
        return Answer(
            lines=[f"{each:22} {why or 'installed'}" for each, why in lacking.items()],
            data={"peers": [{"name": each, "lacking": why or None} for each, why in lacking.items()]},
            status="incomplete" if is_short else "done",
            is_failure=is_short,
        )

    answer("eval peers install", work, is_json=is_json)


def _lacking(name: str, environments: Path | None, python: str) -> str:
    """Make the environment of a peer; give why it cannot be had, or nothing."""
    import subprocess

    from tenure.eval.peers.environments import below, environment, is_made, python_of
    from tenure.eval.peers.known import PEERS

    peer, folder = PEERS[name], below(environments)
    if is_made(peer.environment, peer.packages, folder):
        return ""
    base = python_of(peer.python, python)
    if base is None:
        return f"needs Python {'.'.join(map(str, peer.python))} or newer; name one with --python"
    typer.echo(f"{name}: {' '.join(peer.packages)}", err=True)
    try:
        environment(peer.environment, peer.packages, folder, base=base)
    except (OSError, subprocess.SubprocessError) as error:
        return f"cannot be had here ({type(error).__name__}); `pip install {peer.packages[0]}` says why"
    return ""
