"""`erased`: whether what a receipt names is gone, from the store and from the copies that are given (R28)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Final

import typer

from tenure import Receipt
from tenure.errors import RequestError
from tenure.faces.cli.app import answer
from tenure.faces.cli.envelope import Answer, ExitCode, NextStep
from tenure.faces.cli.files import text_of
from tenure.faces.cli.opening import Json, opened
from tenure.faces.cli.outcomes import counted_words, receipt_answer
from tenure.faces.cli.terminal import Terminal
from tenure.screen import neutralise
from tenure.wiring.erased import DATA_FILE, Looked, look
from tenure.wiring.folders import folders_for

RECEIPT_CHARS_MAX: Final = 5_000_000
RECEIPT_HINT: Final = "Name a receipt's id (`rcpt_...`), or the file that `tenure forget --receipt FILE` wrote."
TOLD_MAX: Final = 40
"""Most files that are named line by line; `--json` names all."""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("erased")(erased)


def erased(
    *,
    receipt: Annotated[
        str, typer.Argument(metavar="RECEIPT", help="Its id, or the file that `forget --receipt` wrote.")
    ],
    places: Annotated[
        list[Path] | None, typer.Option("--in", help="A file or folder to look in too: a copy, a backup, a disk.")
    ] = None,
    is_asking: Annotated[
        bool,
        typer.Option("--text", help="Ask for the text itself and look for it; it is kept nowhere."),
    ] = False,
    json: Json = False,
) -> None:
    """Check that what was forgotten is gone, from the store and from copies; exit 1 if a key or a text opens it."""

    def work() -> Answer:
        given, readable_ids, told = _checked(receipt)
        text = _asked() if is_asking else None
        folders = folders_for(None, create=False)
        own = [folders.data, folders.keys]
        looked = look(given, [*own, *(places or ())], keys=folders.keys, living=folders.data / DATA_FILE, text=text)
        return _not_there(_answer(told, looked, readable_ids), places or ())

    answer("erased", json=json, work=work)


def _not_there(given: Answer, places: Sequence[Path]) -> Answer:
    """Let no check pass for a place that was named and is not there: a disk that is not mounted, a slip of the pen."""
    missing = [each for each in places if not each.exists()]
    if not missing or given.exit_code is ExitCode.NOT_SO:
        return given
    step = NextStep(
        who="person", do="name files and folders that are there; nothing was looked for in the missing ones"
    )
    return replace(given, status="incomplete", next=[*given.next, step], exit_code=ExitCode.WRONG_USE)


def _checked(named: str) -> tuple[Receipt, tuple[str, ...], Answer]:
    file = Path(named)
    outside = None
    if not named.startswith("rcpt_") or file.exists():
        outside = Receipt.from_json(text_of(named, chars_max=RECEIPT_CHARS_MAX, hint=RECEIPT_HINT))
    with opened() as memory:
        given, still = memory.person().check_receipt(outside or named)
        return given, still, receipt_answer(given, scope=memory.scope)


def _asked() -> str:
    with Terminal() as terminal:
        text = terminal.passphrase("The text to look for (not shown, kept nowhere):")
    if not text.strip():
        raise RequestError("no text was typed", code="bad_text", hint="Type a few of its words, as they were.")
    return text


def _answer(told: Answer, looked: Looked, still: tuple[str, ...]) -> Answer:
    lines = [*told.lines, *(f"  still readable: {each}" for each in still)]
    for trace in looked.found:
        by = f" with the keys in {trace.by}" if trace.by is not None else ""
        state = f"READABLE{by}" if trace.is_readable else "sealed; no key at hand opens it"
        what = trace.what if trace.what not in {"record", "sealed"} else trace.record_id
        lines.append(neutralise(f"  {state}: {what} in {trace.path}"))
    lines.append(
        f"  looked at {counted_words(len(looked.files), 'files')}"
        + (":" if looked.found else ", nothing of it in any:")
    )
    lines += [neutralise(f"    {file}") for file in looked.files[:TOLD_MAX]]
    lines += [f"    and {len(looked.files) - TOLD_MAX} more (--json names all)"] if len(looked.files) > TOLD_MAX else []
    lines += [neutralise(f"  not looked into: {path}: {why}") for path, why in looked.not_looked[:TOLD_MAX]]
    is_found = looked.is_readable or bool(still)
    return Answer(
        status="found" if is_found else told.status,
        lines=lines,
        data={
            **told.data,
            "still_readable": list(still),
            "found": [
                {
                    "path": str(trace.path),
                    "id": trace.record_id or None,
                    "what": trace.what,
                    "is_readable": trace.is_readable,
                    "keys": None if trace.by is None else str(trace.by),
                }
                for trace in looked.found
            ],
            "looked_at": [str(file) for file in looked.files],
            "not_looked": [{"path": str(path), "why": why} for path, why in looked.not_looked],
        },
        scope=told.scope,
        exit_code=ExitCode.NOT_SO if is_found else told.exit_code,
    )
