"""How the commands of `tenure eval` answer: lines for people, or one JSON envelope for machines."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

import typer

from tenure.errors import Error, StoreError, unavailable
from tenure.memory.envelope import envelope
from tenure.model.decision import NextStep

Json = Annotated[bool, typer.Option("--json", help="Answer with one JSON envelope instead of text.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a command answers.

    Args:
        lines: What a person reads.
        data: What a machine reads.
        status: One word: ``done``, or what a check found: ``wrong``, ``worse``, ``failed``, ``incomplete``.
        is_failure: Whether it ends with exit code 1.
        next: What a person does next.
    """

    lines: Sequence[str]
    data: Mapping[str, object]
    status: str = "done"
    is_failure: bool = False
    next: Sequence[str] = ()


def answer(command: str, work: Callable[[], Answer], *, is_json: bool) -> None:
    """Do a command's work and print its answer; an error is one too: 2 for wrong use, 3 for what the system refuses."""
    try:
        given = work()
    except Error as error:
        raise _told(command, error, is_json=is_json) from None
    except OSError as error:
        raise _told(command, unavailable(error.errno, "a file"), is_json=is_json) from None
    if is_json:
        steps = [NextStep(who="person", do=step) for step in given.next]
        typer.echo(json.dumps(envelope(command, given.status, data=given.data, next_steps=steps)))
    else:
        for each in (*given.lines, *(f"next (person): {step}" for step in given.next)):
            typer.echo(each)
    if given.is_failure:
        raise typer.Exit(1)


def _told(command: str, error: Error, *, is_json: bool) -> typer.Exit:
    if is_json:
        told = {"code": error.code, "message": str(error)}
        step = NextStep(who="person", do=error.hint)
        typer.echo(json.dumps(envelope(command, "error", data=told, next_steps=[step])))
    else:
        typer.echo(f"error: {error} [{error.code}]\nnext (person): {error.hint}", err=True)
    return typer.Exit(3 if isinstance(error, StoreError) else 2)
