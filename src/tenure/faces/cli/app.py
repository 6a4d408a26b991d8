"""The root of the command line: running one command, answering in its form, turning errors into exit codes."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.metadata import entry_points

import typer

from tenure.errors import Error, RefusedError, RequestError, StoreError
from tenure.faces.cli.envelope import Answer, ExitCode, NextStep

app = typer.Typer(
    name="tenure",
    help="A memory for agents that keeps only what you approved, checks it before use, and forgets on request.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def answer(command: str, *, json: bool, work: Callable[[], Answer]) -> None:
    """Run a command's work and print its answer; ends the process with the answer's exit code.

    Errors become answers too: what happened, its code, what to do next; never a traceback, never claim text.
    """
    try:
        given = work()
    except Error as error:
        given = error_answer(error)
    except (OSError, RecursionError, MemoryError) as error:
        given = error_answer(
            StoreError(f"the system refused ({type(error).__name__})", hint="Check disk, permissions and memory.")
        )
    is_error = given.status == "error"
    output = given.envelope(command) if json else given.text()
    stream = sys.stderr if is_error and not json else sys.stdout
    if output:
        print(output, file=stream)
    if given.exit_code is not ExitCode.DONE:
        raise typer.Exit(int(given.exit_code))


def error_answer(error: Error) -> Answer:
    """Give an error as an answer."""
    exit_code = ExitCode.BROKEN_STORE if isinstance(error, StoreError) else ExitCode.WRONG_USE
    if isinstance(error, RefusedError):
        exit_code = ExitCode.NOT_SO
    who = "agent" if isinstance(error, RequestError) else "person"
    return Answer(
        status="error",
        lines=[f"error: {error} [{error.code}]"],
        data={"code": error.code, "message": str(error)},
        next=[NextStep(who=who, do=error.hint)],
        exit_code=exit_code,
    )


def add_plugins() -> None:
    """Add the commands of other faces, found through the entry-point group ``tenure.commands``."""
    for point in entry_points(group="tenure.commands"):
        app.add_typer(point.load(), name=point.name)
