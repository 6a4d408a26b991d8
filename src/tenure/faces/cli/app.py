"""The root of the command line: running one command, answering in its form, turning errors into exit codes."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated, TextIO

import typer
from typer.main import get_command

from tenure.errors import Error, NotAllowedError, RefusedError, RequestError, StoreError, unavailable
from tenure.faces.cli import INTERRUPTED, stopping
from tenure.faces.cli.commands import TRIED, Commands, add_commands
from tenure.faces.cli.envelope import NOTES, Answer, ExitCode, NextStep
from tenure.faces.cli.plain import take_as_given
from tenure.faces.cli.terminal import is_there
from tenure.screen import neutralise

VERSION = "--version"
STDIN_CHARS_MAX = 1_000_000
"""What a command reads of standard input at most."""


def _tell_version(is_wanted: bool) -> None:
    if is_wanted:
        from importlib.metadata import version

        typer.echo(f"tenure {version('tenure')}")
        raise typer.Exit


app: typer.Typer = typer.Typer(
    cls=Commands,
    name="tenure",
    help="A memory for agents that keeps only what you approved, checks it before use, and forgets on request.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


@app.callback()
def _root(
    is_version: Annotated[
        bool, typer.Option(VERSION, is_eager=True, callback=_tell_version, help="Say which version this is.")
    ] = False,
) -> None:
    """Have commands below the root, however few of them are there."""


def whole() -> typer.Typer:
    """Give the command line with every command in it."""
    add_commands(app, None)
    return app


def answer(command: str, *, json: bool, work: Callable[[], Answer]) -> None:
    """Run a command's work and print its answer; ends the process with the answer's exit code.

    Errors become answers too: what happened, its code, what to do next; never a traceback, never claim text.
    """
    NOTES.clear()
    try:
        _check_folder()
        given = work()
    except Error as error:
        given = error_answer(error)
    except BrokenPipeError:
        raise
    except OSError as error:
        given = error_answer(unavailable(error.errno, "a file"))
    except (RecursionError, MemoryError) as error:
        given = error_answer(
            StoreError(f"the system refused ({type(error).__name__})", hint="Check disk, permissions and memory.")
        )
    tell(command, replace(given, warnings=[*given.warnings, *NOTES]), json=json)
    if given.exit_code is not ExitCode.DONE:
        raise typer.Exit(int(given.exit_code))


def _check_folder() -> None:
    try:
        Path.cwd()
    except OSError:
        raise RequestError(
            "this folder no longer exists", code="no_folder", hint="Go to another folder and run it there."
        ) from None


def tell(command: str, given: Answer, *, json: bool) -> None:
    """Print an answer: an error's text on standard error, everything else on standard output.

    Raises:
        OSError: It cannot be written: the descriptor is closed, the disk is full, the reader is gone.
    """
    if stopping.was_asked and given.status == "error":  # some library turns Ctrl-C into an error of its own
        raise KeyboardInterrupt
    output = given.envelope(command) if json else neutralise(given.text())
    if output:
        stream = sys.stderr if given.status == "error" and not json else sys.stdout
        if stream is None:  # the descriptor was closed before the process began
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        print(output, file=stream, flush=True)


def error_answer(error: Error) -> Answer:
    """Give an error as an answer."""
    exit_code = ExitCode.BROKEN_STORE if isinstance(error, StoreError) else ExitCode.WRONG_USE
    if isinstance(error, RefusedError | NotAllowedError):
        exit_code = ExitCode.NOT_SO
    is_own = isinstance(error, RequestError) and not isinstance(error, NotAllowedError)
    who = "person" if is_there() or not is_own else "agent"
    return Answer(
        status="error",
        lines=[f"error: {error} [{error.code}]"],
        data={"code": error.code, "message": str(error)},
        next=[NextStep(who=who, do=error.hint)],
        exit_code=exit_code,
    )


def run(args: Sequence[str]) -> int:
    """Run one command line and give the exit code; whatever goes wrong, there is no traceback.

    Wrong use (an unknown command or option, a missing argument) is 2. A fault of Tenure's own is 3: its message names
    the kind of the exception alone, for its text may quote what somebody wrote.
    """
    _fill_descriptors()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that lacks a character shows its code
            stream.reconfigure(errors="backslashreplace")
    try:
        code = _run(args, is_json="--json" in args)
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:  # whoever read our output has enough
        _let_go(sys.stdout)
        return int(ExitCode.NOT_SO)
    except OSError:  # a command's own are answers already: this one is the output's
        _let_go(sys.stdout)
        with suppress(OSError):
            if sys.stderr is not None:
                sys.stderr.write("error: the output could not be written; what was done stays done [unwritten]\n")
        return int(ExitCode.BROKEN_STORE)
    return code


def _run(args: Sequence[str], *, is_json: bool) -> int:
    words = _asked_help(args)
    try:
        if words[:1] != [VERSION]:
            add_commands(app, words[0] if words else None)
        take_as_given()
        given = get_command(app).main(args=words, prog_name="tenure", standalone_mode=False)
        return given if isinstance(given, int) else 0
    except typer.TyperException as error:
        tell(_said_to(error).removeprefix("tenure "), _usage_answer(error), json=is_json)
        return int(ExitCode.WRONG_USE)
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except OSError:
        raise
    except Exception as error:  # noqa: BLE001 - the last fence: a traceback could show what somebody wrote
        fault = StoreError(f"Tenure failed ({type(error).__name__})", code="fault", hint="Run `tenure doctor`.")
        tell("tenure", error_answer(fault), json=is_json)
        return int(ExitCode.BROKEN_STORE)


def _asked_help(args: Sequence[str]) -> list[str]:
    """Read ``help COMMAND`` as ``COMMAND --help``."""
    return [*args[1:], "--help"] if args and args[0] == "help" else list(args)


def _meant(said: str) -> str:
    """Name the command for a word that people try first; nothing of what they typed is repeated."""
    tried = said.partition("'")[2].partition("'")[0]
    return f" You may mean `tenure {TRIED[tried]}`." if tried in TRIED else ""


def _fill_descriptors() -> None:
    """Put the null device where a standard descriptor is closed, lest a file of the store gets its number."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


def _let_go(stream: TextIO | None) -> None:
    """Lead a stream to the null device: the interpreter flushes it once more at its end."""
    if isinstance(stream, io.TextIOWrapper):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _said_to(error: typer.TyperException) -> str:
    """Give the command that was used wrongly, as far as it was understood."""
    context = getattr(error, "ctx", None)
    return "tenure" if context is None else str(context.command_path)


def _wanted(param: object) -> str:
    """Say what an option or argument takes, as far as its declaration tells."""
    described = getattr(param, "type_descriptor", None)
    kind, declared = getattr(described, "annotation", None), getattr(described, "parameter_info", None)
    least, most = getattr(declared, "min", None), getattr(declared, "max", None)
    if kind is int:
        bounds = [f"from {least}"] if least is not None else []
        bounds += [f"to {most}"] if most is not None else []
        return " ".join([": it takes a whole number", *bounds])
    if kind in (Path, list[Path]):
        return ": it takes a file or folder" + (" that is there" if getattr(declared, "exists", False) else "")
    return ""


def _usage_answer(error: typer.TyperException) -> Answer:
    """Give wrong use as an answer that repeats no value, for a value may be what somebody wanted kept."""
    said, command = error.format_message(), _said_to(error)
    if said.startswith("Usage:"):  # a group without a command: its help
        return Answer(status="error", lines=[said], data={"code": "usage"}, exit_code=ExitCode.WRONG_USE)
    if "unexpected extra argument" in said:
        said = "Too many arguments; put a text of several words in quotes."
    elif said.startswith("No such command"):
        said = "No such command." + (_meant(said) or "".join(said.partition(" Did you mean")[1:]))
    elif getattr(error, "option_name", None) == "--json":
        said = "--json stands after the whole command, as in `tenure review list --json`."
    elif said.startswith("No such option"):  # a text that begins with a hyphen looks like one
        guessed = "".join(said.partition(" Did you mean")[1:])
        said = (
            f"No such option.{guessed}" if guessed else "No such option; put '--' before a text that begins with '-'."
        )
    elif said.startswith("Invalid value"):
        said = f"{said.partition(':')[0]}{_wanted(getattr(error, 'param', None))}."
    told = RequestError(neutralise(said), code="usage", hint=f"Run `{command} --help`.")
    return error_answer(told)
