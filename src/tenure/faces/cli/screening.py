"""`screen`: what Tenure would refuse to keep in a text, told by kind and place and never by value; needs no store."""

from __future__ import annotations

import json as jsons
import os
import sys
from pathlib import Path
from typing import Annotated, Final, cast

import typer

from tenure.errors import LimitError, RequestError
from tenure.faces.cli.app import answer
from tenure.faces.cli.envelope import Answer, ExitCode
from tenure.faces.cli.opening import Json
from tenure.faces.cli.table import table
from tenure.screen import Finding, screen_fields

BYTES_MAX: Final = 8_000_000
NAME_CHARS_MAX: Final = 80
FIELDS_MAX: Final = 50
_STREAM: Final = "-"
_ONLY: Final = "text"
_HEADS: Final = ("what", "kind", "field", "characters", "line")
_HINT: Final = "Give a text file, or '-' for standard input."


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("screen")(screen)


def screen(
    file: Annotated[str, typer.Argument(help="A text file, or '-' for standard input.")],
    *,
    is_fields: Annotated[
        bool,
        typer.Option("--fields", help="It is one JSON object of texts by field name, screened one by one and joined."),
    ] = False,
    json: Json = False,
) -> None:
    """Say what no store may keep, what concerns a person and what gives orders in a text; exit 1 if there is any."""

    def work() -> Answer:
        read = _read(file)
        fields = _fields(read) if is_fields else {_ONLY: read}
        return _answer(screen_fields(fields), fields)

    answer("screen", json=json, work=work)


def _answer(findings: tuple[Finding, ...], fields: dict[str, str]) -> Answer:
    rows: list[tuple[str, ...]] = []
    told: list[dict[str, object]] = []
    for each in findings:
        text = fields.get(each.field)
        line = text.count("\n", 0, each.start) + 1 if text is not None else None
        span = f"{each.start}-{each.end}"
        rows.append((each.category.value, each.kind, each.field, span, str(line or "")))
        found: dict[str, object] = {
            "category": each.category.value,
            "kind": each.kind,
            "field": each.field,
            "start": each.start,
            "end": each.end,
        }
        told.append(found | ({"line": line} if line else {}))
    return Answer(
        status="found" if findings else "done",
        lines=table(_HEADS, rows) if rows else ["nothing found, as far as the screens recognise it"],
        data={"findings": told},
        exit_code=ExitCode.NOT_SO if findings else ExitCode.DONE,
    )


def _read(file: str) -> str:
    """Give a file's text, line ends as they are.

    Raises:
        RequestError: It cannot be read, or is no UTF-8 text.
        LimitError: It is longer than the bound.
    """
    if not file:
        raise RequestError("no file was named", code="bad_file", hint=_HINT)
    try:
        if file != _STREAM:
            with Path(file).open("rb") as source:
                raw = source.read(BYTES_MAX + 1)
        elif sys.stdin is None:
            raise RequestError("standard input is closed", code="bad_file", hint=_HINT)
        else:
            raw = sys.stdin.buffer.read(BYTES_MAX + 1)
    except (OSError, ValueError) as error:
        said = os.strerror(error.errno or 0) if isinstance(error, OSError) else "no file has such a name"
        raise RequestError(f"that file cannot be read: {said}", code="bad_file", hint=_HINT) from None
    if len(raw) > BYTES_MAX:
        raise LimitError(f"a text to screen has at most {BYTES_MAX:,} bytes", hint="Divide the file.")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        raise RequestError("that is no UTF-8 text", code="bad_file", hint=_HINT) from None


def _fields(read: str) -> dict[str, str]:
    """Give the fields of a JSON object; a name that itself holds something is told by its number.

    Raises:
        RequestError: It is no JSON object of texts, or its names are too long or too many.
    """
    hint = 'Give one JSON object, such as {"claim": "...", "reason": "..."}.'
    try:
        given: object = jsons.loads(read)
    except (ValueError, RecursionError):
        raise RequestError("that is no JSON", code="bad_fields", hint=hint) from None
    found = cast("dict[str, object]", given) if isinstance(given, dict) else {}
    texts = {name: value for name, value in found.items() if isinstance(value, str) and len(name) <= NAME_CHARS_MAX}
    if not texts or len(texts) < len(found) or len(texts) > FIELDS_MAX:
        raise RequestError(
            f"that is no JSON object of 1 to {FIELDS_MAX} texts with names of at most {NAME_CHARS_MAX} characters",
            code="bad_fields",
            hint=hint,
        )
    safe = {name: name for name in texts if not screen_fields({_ONLY: name})}
    return {safe.get(name, f"field {number}"): text for number, (name, text) in enumerate(texts.items(), start=1)}
