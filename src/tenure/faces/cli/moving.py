"""`move pack` writes the whole memory, keys and all, into a file under a passphrase; `move unpack` puts it here."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tenure import wiring
from tenure.clock import SystemClock
from tenure.faces.cli.app import answer
from tenure.faces.cli.backing import OWNER
from tenure.faces.cli.commands import Commands
from tenure.faces.cli.envelope import Answer, NextStep
from tenure.faces.cli.files import check_new
from tenure.faces.cli.keys import chosen_passphrase
from tenure.faces.cli.opening import Json, check_home
from tenure.faces.cli.terminal import Terminal
from tenure.memory.rootkey import check_root
from tenure.wiring import moving
from tenure.wiring.folders import folders_for

group: typer.Typer = typer.Typer(
    cls=Commands, help="Take your memory to another machine, with its keys.", no_args_is_help=True
)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group.command("pack")(pack)
    group.command("unpack")(unpack)
    app.add_typer(group, name="move")


def pack(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file; it and the passphrase open all.")],
    json: Json = False,
) -> None:
    """Write data, keys and journal into one file, sealed by a passphrase that you type twice."""

    def work() -> Answer:
        folders = folders_for(None, create=False)
        check_new(file)
        check_root(folders.keys)
        with Terminal() as terminal:
            terminal.say("The file holds your keys too: what you forget from now on stays readable in it.")
            moving.pack(folders, file, chosen_passphrase(terminal), by=OWNER, clock=SystemClock())
        return Answer(
            status="done",
            lines=[f"packed: {file} ({file.stat().st_size:,} bytes)"],
            data={"file": str(file), "bytes": file.stat().st_size},
            warnings=["go on with one of the two memories only, and destroy the file when the other machine has it"],
            next=[NextStep(who="person", do=f"on the other machine: tenure move unpack {file.name}")],
        )

    answer("move pack", json=json, work=work)


def unpack(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `tenure move pack` made.")], json: Json = False
) -> None:
    """Put a packed memory here, where there is none yet; its root key then lies in a file."""

    def work() -> Answer:
        moving.examine(file)
        check_home()
        with Terminal() as terminal:
            folders = moving.unpack(file, terminal.passphrase("The passphrase of the file:"))
            wiring.open(create=False).close()
        return Answer(
            status="done",
            lines=[f"unpacked: data in {folders.data}, keys in {folders.keys}"],
            data={"data": str(folders.data), "keys": str(folders.keys)},
            next=[NextStep(who="person", do="tenure doctor; then destroy the file, and the memory that it came from")],
        )

    answer("move unpack", json=json, work=work)
