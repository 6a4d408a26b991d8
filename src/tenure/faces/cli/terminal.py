"""The terminal device: where a person, and no flag, variable or pipe, answers (R33)."""

from __future__ import annotations

import getpass
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Self, TextIO

from tenure.errors import NotAllowedError
from tenure.screen import neutralise

_BREAKS = str.maketrans({"\n": "<U+000A>", "\t": "<U+0009>"})
DEVICE = "CON" if os.name == "nt" else "/dev/tty"


class Terminal:
    """An open terminal device; use as a context manager.

    Raises:
        NotAllowedError: There is none: nobody is there to answer.
    """

    def __init__(self) -> None:
        try:
            self._input: TextIO = open(DEVICE, encoding="utf-8")  # noqa: SIM115, PTH123 - closed by `__exit__`; a device
            self._output: TextIO = open(DEVICE, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - the same
        except OSError:
            raise NotAllowedError(
                "this needs a person at a terminal",
                code="no_terminal",
                hint="Run it in a terminal of your own; no flag or variable answers for you.",
            ) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._input.close()
        self._output.close()

    def say(self, text: str) -> None:
        """Show text, line by line, control and direction characters made visible."""
        for line in text.split("\n"):
            self._output.write(neutralise(line) + "\n")
        self._output.flush()

    def ask(self, question: str) -> str:
        """Put a question and give the line that was typed, without its end; empty at the end of input."""
        self._output.write(neutralise(question) + " ")
        self._output.flush()
        with self._told_if_stopped():
            return self._input.readline().rstrip("\n").strip()

    def agrees(self, question: str) -> bool:
        """Put a yes-or-no question; anything but *y* or *yes* is a no."""
        return self.ask(f"{question} [y/N]").casefold() in {"y", "yes"}

    def passphrase(self, question: str) -> str:
        """Ask for a passphrase without showing it."""
        with self._told_if_stopped():
            return getpass.getpass(question + " ", stream=self._output)

    @contextmanager
    def _told_if_stopped(self) -> Iterator[None]:
        try:
            yield
        except KeyboardInterrupt:
            self.say("\nstopped: what was asked was not done")
            raise


def is_there() -> bool:
    """Tell whether a terminal device can be opened."""
    try:
        with Terminal():
            return True
    except NotAllowedError:
        return False


def is_watched() -> bool:
    """Tell whether a person reads what is printed: standard output is a terminal.

    Else it goes to a pipe, a file or an agent, and shows no more than an agent may see (R17).
    """
    return sys.stdout is not None and sys.stdout.isatty() and is_there()


def one_line(text: object) -> str:
    """Give a text or a path on one line, nothing hidden in it: a line break must not look like a line of ours."""
    return neutralise(str(text)).translate(_BREAKS)


def quoted(text: str) -> str:
    """Give what somebody named, such as a file, in quotes and on one line: it must not look like words of ours."""
    return '"' + one_line(text).replace("\\", "\\\\").replace('"', '\\"') + '"'
