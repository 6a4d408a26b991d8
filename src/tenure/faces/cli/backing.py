"""Copies against loss: `backup` makes one while the memory is used, `restore` puts one where data was lost."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Final

import typer

from tenure import Restored, StoreError, wiring
from tenure.errors import RequestError
from tenure.faces.cli.app import answer
from tenure.faces.cli.dialogue import unlock
from tenure.faces.cli.entries import minute
from tenure.faces.cli.envelope import Answer, ExitCode, NextStep
from tenure.faces.cli.opening import Json, check_home, opened
from tenure.faces.cli.outcomes import counted_line, counted_words
from tenure.faces.cli.terminal import Terminal, one_line

OWNER = "owner"
_UNSURE: Final = ": whether that ended since is not known"


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("backup")(backup)
    app.command("restore")(restore)


def backup(
    target: Annotated[Path, typer.Argument(metavar="FILE", help="A new file, or a folder in which one is made.")],
    json: Json = False,
) -> None:
    """Copy your memory into one file, sealed and without keys, while it goes on being used."""

    def work() -> Answer:
        with opened() as memory:
            file = memory.operator().backup(target)
            is_declared = memory.memory.policy.backups_days is not None
            warnings = ["keep it apart from the key folder: together they open what you forget from now on"]
            warnings += [] if is_declared else ["your policy declares no backups (backups_days); receipts say so"]
            return Answer(
                status="done",
                lines=[f"backed up: {one_line(file)} ({file.stat().st_size:,} bytes)"],
                data={"file": str(file), "bytes": file.stat().st_size},
                warnings=warnings,
                next=[NextStep(who="person", do="to use it: tenure restore FILE")],
            )

    answer("backup", json=json, work=work)


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `tenure backup` made.")], json: Json = False
) -> None:
    """Put a backup in the place of what was lost; what you ended since stays ended. Needs you at a terminal."""
    from tenure.wiring import restoring

    def work() -> Answer:
        if not file.is_file():
            raise RequestError(
                "there is no such file", code="bad_file", hint="Name the file that `tenure backup` made."
            )
        restoring.examine(file)
        check_home()
        with Terminal() as terminal:
            terminal.say(
                "What was kept after the backup is lost with what it replaces; what you ended since stays ended."
            )
            terminal.say("Data that is there now is set aside, not deleted.")
            if not terminal.agrees("Restore it?"):
                return Answer(status="declined", lines=["nothing was changed"], exit_code=ExitCode.NOT_SO)
            had_key = _prove_presence(terminal)
            told = restored_answer(wiring.restore(file, by=OWNER))
            return _with_lost_key(told) if had_key else told

    answer("restore", json=json, work=work)


def _prove_presence(terminal: Terminal) -> bool:
    """Ask for the passphrase if the memory that is there can be opened and knows a key; tell whether it does."""
    try:
        with opened() as memory:
            person = memory.person()
            if person.has_key:
                unlock(person, terminal, why="an older copy may know another key, or none")
            return person.has_key
    except StoreError:
        return False


def _with_lost_key(told: Answer) -> Answer:
    """Say so if the key that was there was enrolled after the backup: what is restored knows none."""
    with opened() as memory:
        if memory.person().has_key:
            return told
    lost = "your key was enrolled after the backup and is lost; what it signed too"
    return replace(
        told, warnings=[*told.warnings, lost], next=[NextStep(who="person", do="tenure keys enrol"), *told.next]
    )


def restored_answer(restored: Restored, *, done: str = "restored") -> Answer:
    """Tell what is back, what is not, and what to do about it."""
    since = f"what was done until {minute(restored.made_at)}" if restored.made_at else "empty"
    back = counted_line(restored.entries, "entry is back as it was", "entries are back as they were")
    counted = (
        (restored.ended, "entry ended since, and stays ended", "entries ended since, and stay ended"),
        (restored.due, f"entry is due for review{_UNSURE}", f"entries are due for review{_UNSURE}"),
        (restored.grants, "grant is not in force any more", "grants are not in force any more"),
    )
    lines = [f"{done}: {since}", back, *(counted_line(count, one, many) for count, one, many in counted if count)]
    steps = ["tenure review"] if restored.due else []
    warnings: list[str] = []
    if restored.closed:
        places = counted_words(restored.closed, "places")
        warnings.append(f"something was altered in {places}: what is not sound there stays held back")
    if not restored.has_journal:
        warnings.append("the journal of ends was lost from the key folder, so what is back must be looked at")
    if restored.settings:
        warnings.append("your policy changed since; the strictest one, 'strict', is in force until you set yours")
        steps.append("tenure policy set FILE")
    if restored.keys:
        warnings.append("your key was replaced since; the newer one is lost, and the older one signs nothing any more")
        steps.append("tenure keys enrol")
    if restored.aside is not None:
        lines.append(f"  set aside: {restored.aside}")
    return Answer(
        status="done",
        lines=lines,
        data={
            "made_at": restored.made_at,
            "entries": restored.entries,
            "ended": restored.ended,
            "due": restored.due,
            "grants": restored.grants,
            "keys": restored.keys,
            "settings": list(restored.settings),
            "has_journal": restored.has_journal,
            "closed": restored.closed,
            "aside": str(restored.aside) if restored.aside else None,
        },
        warnings=warnings,
        next=[NextStep(who="person", do=step) for step in [*steps, "tenure doctor"]],
    )
