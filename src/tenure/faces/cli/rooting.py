"""`keys rotate` puts a fresh root key in the place of the old; `keys move` keeps it in another place."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from tenure import wiring
from tenure.errors import RequestError
from tenure.faces.cli.app import answer
from tenure.faces.cli.envelope import Answer, ExitCode, NextStep
from tenure.faces.cli.opening import Json, check_writable
from tenure.faces.cli.terminal import Terminal
from tenure.memory.rootkey import check_root, root_place, root_text
from tenure.wiring import rooting
from tenure.wiring.folders import folders_for
from tenure.wiring.rooting import Place


def rotate(json: Json = False) -> None:
    """Put a fresh root key in the place of the old one, and overwrite that; nothing that is kept changes."""

    def work() -> Answer:
        folders = folders_for(None, create=False)
        check_writable(os.access(folders.keys, os.W_OK))
        rooting.rotatable(folders.keys)
        with Terminal() as terminal:
            terminal.say("The recovery code that you printed will open nothing any more: print the new one.")
            terminal.say("A copy of the key folder from before still opens with the old root key: destroy such copies.")
            if not terminal.agrees("Rotate the root key?"):
                return _declined()
            rooting.rotate(folders.keys)
            wiring.open(create=False).close()
            return Answer(
                status="done",
                lines=[f"rotated: a fresh root key is in {root_place(folders.keys)}"],
                next=[NextStep(who="person", do="tenure keys recovery")],
            )

    answer("keys rotate", json=json, work=work)


def move(
    place: Annotated[str, typer.Argument(metavar="PLACE", help="file, keyring or environment.")], json: Json = False
) -> None:
    """Keep the root key at another place, and destroy it where it was; for the environment you set the variable."""

    def work() -> Answer:
        if place not in set(Place):
            raise RequestError("there is no such place", code="bad_place", hint=f"Use one of: {', '.join(Place)}.")
        folders = folders_for(None, create=False)
        check_writable(os.access(folders.keys, os.W_OK))
        check_root(folders.keys)
        rooting.check_move(folders.keys, Place(place))
        with Terminal() as terminal:
            if not terminal.agrees(f"Move the root key from {root_place(folders.keys)} to the {place}?"):
                return _declined()
            try:
                rooting.move(folders.keys, Place(place))
            except RequestError as error:
                if error.code != "variable_unset":
                    raise
                terminal.say(f"Keep this as you keep a password. {error.hint}")
                terminal.say(f"\n  {root_text(folders.keys)}\n")
                return Answer(
                    status="pending",
                    lines=["nothing was moved yet: the variable is to be set first"],
                    next=[NextStep(who="person", do=error.hint)],
                )
            wiring.open(create=False).close()
            return Answer(status="done", lines=[f"moved: the root key is in {root_place(folders.keys)}"])

    answer("keys move", json=json, work=work)


def _declined() -> Answer:
    return Answer(status="declined", lines=["nothing was changed"], exit_code=ExitCode.NOT_SO)
