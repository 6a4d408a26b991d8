"""The keys: their state, the person's own key, the root key's printed code, and data taken as it is without heads."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Final

import typer

from tenure import wiring
from tenure.errors import NotAllowedError, StoreError
from tenure.faces.cli.app import answer
from tenure.faces.cli.backing import OWNER, restored_answer
from tenure.faces.cli.commands import Commands
from tenure.faces.cli.dialogue import unlock
from tenure.faces.cli.entries import minute
from tenure.faces.cli.envelope import Answer, ExitCode, NextStep
from tenure.faces.cli.opening import Json, check_writable, opened
from tenure.faces.cli.outcomes import declined_answer
from tenure.faces.cli.rooting import move, rotate
from tenure.faces.cli.terminal import Terminal, one_line
from tenure.memory.rootkey import check_lost, check_root, code_of, restore, root_place
from tenure.wiring.folders import folders_for

TRIES_MAX: Final = 3
_EXPLAINED: Final = (
    "The recovery code is the root key of your memory, in letters.",
    "It brings back: the file of the root key, if that alone is lost.",
    "It cannot bring back: the rest of the key folder, the data, or what was forgotten. Back those up apart.",
    "Whoever has it, and a copy of your key folder and data, can read what is kept. Print it and lock it away.",
)

_DANGER: Final = (
    "The heads and the journal of ends in the key folder tell this data from an older copy of it.",
    "If you take the data as it is, an older copy passes for the newest: put the key folder back from a copy instead,",
    "if you have one. What was altered stays held back. If both are lost, everything that is kept is due for review,",
    "grants are not in force any more, and the policy is 'strict' until you set yours.",
)

group: typer.Typer = typer.Typer(
    cls=Commands, help="The keys of your memory: where they lie, your own key, the recovery code.", no_args_is_help=True
)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for name, command in (("status", status), ("enrol", enrol), ("recovery", recovery), ("accept", accept)):
        group.command(name)(command)
    group.command("rotate")(rotate)
    group.command("move")(move)
    app.add_typer(group, name="keys")


def status(json: Json = False) -> None:
    """Say where the keys lie, whether they are sound, and whether a key of yours is enrolled."""

    def work() -> Answer:
        folders = folders_for(None, create=False)
        lines = [
            f"data      {one_line(folders.data)}",
            f"keys      {one_line(folders.keys)}",
            f"root key  {one_line(root_place(folders.keys))}",
        ]
        data: dict[str, object] = {"data": str(folders.data), "keys": str(folders.keys)}
        data["root"] = root_place(folders.keys)
        try:
            check_root(folders.keys)
        except StoreError as error:
            return Answer(
                status="error",
                lines=[*lines, f"  fault   {error} [{error.code}]"],
                data={**data, "code": error.code},
                next=[NextStep(who="person", do=error.hint)],
                exit_code=ExitCode.BROKEN_STORE,
            )
        with opened() as memory:
            key = memory.person().key()
            own = "none enrolled: orders, widening and loosening cannot be approved"
            if key is not None:
                since = f" since {minute(key.enrolled_at)}" if key.enrolled_at else ""
                own = f"{key.public_key[:16]}{since}" + (f", after {key.replaced} earlier" if key.replaced else "")
                data["key"] = {"public_key": key.public_key, "enrolled_at": key.enrolled_at, "replaced": key.replaced}
            steps = [] if key else [NextStep(who="person", do="tenure keys enrol")]
            lines.append(f"your key  {own}")
            return Answer(status="done", lines=lines, data=data, scope=memory.everywhere, next=steps)

    answer("keys status", json=json, work=work)


def enrol(json: Json = False) -> None:
    """Make your key, sealed by a passphrase that you type twice; replacing one needs its passphrase first."""

    def work() -> Answer:
        with Terminal() as terminal, opened(writes=True) as memory:
            person = memory.person()
            if person.has_key:
                terminal.say("You have a key. Replacing it needs its passphrase; what it signed stays valid.")
                if not terminal.agrees("Replace it?"):
                    return declined_answer(scope=memory.everywhere)
                unlock(person, terminal)
            terminal.say(
                "A lost passphrase cannot be brought back, and a key whose passphrase is lost cannot be replaced"
            )
            terminal.say(
                "in this version. What it signed stays usable until its end; nothing new can be approved with it."
            )
            public_key = person.enrol(chosen_passphrase(terminal))
            return Answer(
                status="done",
                lines=[f"enrolled: {public_key[:16]}"],
                data={"public_key": public_key},
                scope=memory.everywhere,
            )

    answer("keys enrol", json=json, work=work)


def accept(json: Json = False) -> None:
    """Take the data as it is, if the key folder's heads or journal are damaged and cannot be put back; asks you."""

    def work() -> Answer:
        folders = folders_for(None, create=False)
        check_writable(os.access(folders.keys, os.W_OK) and os.access(folders.data, os.W_OK))
        with Terminal() as terminal:
            for line in _DANGER:
                terminal.say(line)
            if terminal.ask("Type 'accept' to take the data as it is:") != "accept":
                return Answer(status="declined", lines=["nothing was changed"], exit_code=ExitCode.NOT_SO)
            return restored_answer(wiring.accept_keys(by=OWNER), done="accepted")

    answer("keys accept", json=json, work=work)


def recovery(
    *,
    is_restoring: Annotated[
        bool, typer.Option("--restore", help="Put the root key's file back from the code, if it is missing.")
    ] = False,
    json: Json = False,
) -> None:
    """Show the recovery code of the root key, on the terminal alone, to print and lock away; or use it."""

    def work() -> Answer:
        folders = folders_for(None, create=False)
        if is_restoring:  # nothing is asked in vain: neither for a code that is not needed
            check_lost(folders.keys)
        else:  # nor about one that cannot be shown
            check_root(folders.keys)
        with Terminal() as terminal:
            return _restored(folders.keys, terminal) if is_restoring else _shown(folders.keys, terminal)

    answer("keys recovery", json=json, work=work)


def _shown(keys: Path, terminal: Terminal) -> Answer:
    for line in _EXPLAINED:
        terminal.say(line)
    if not terminal.agrees("Show it now?"):
        return Answer(status="declined", lines=["nothing was shown"], exit_code=ExitCode.NOT_SO)
    terminal.say(f"\n  {code_of(keys)}\n")
    return Answer(
        status="done",
        lines=["the code was shown on the terminal, and is kept nowhere else"],
        next=[NextStep(who="person", do="to use it: tenure keys recovery --restore")],
    )


def _restored(keys: Path, terminal: Terminal) -> Answer:
    typed = terminal.ask("The recovery code:")
    restore(keys, typed, check=_opens)
    return Answer(status="done", lines=[f"the root key is back at {root_place(keys)}, and opens this store"])


def _opens() -> None:
    wiring.open(create=False).close()


def chosen_passphrase(terminal: Terminal) -> str:
    """Ask for a new passphrase twice, and again while they differ.

    Raises:
        NotAllowedError: They differed each time.
    """
    for _ in range(TRIES_MAX):
        first = terminal.passphrase("New passphrase, eight characters or more:")
        if first == terminal.passphrase("The same again:"):
            return first
        terminal.say("They differ.")
    raise NotAllowedError("the passphrases differed each time", code="passphrase_differs", hint="Try again.")
