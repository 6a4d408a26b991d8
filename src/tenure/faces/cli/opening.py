"""What a command stands on: the store, whose it is, and the scope of the folder it runs in."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from tenure import wiring
from tenure.clock import SystemClock
from tenure.errors import IntegrityError, LimitError, RequestError, StoreError, StoreUnavailableError, unwritable
from tenure.faces.cli.app import STDIN_CHARS_MAX
from tenure.faces.cli.envelope import NOTES
from tenure.faces.cli.terminal import one_line
from tenure.faces.standing import copies_told, scope_at
from tenure.memory.agent import AgentHandle
from tenure.memory.memory import Memory
from tenure.model.principal import Strength
from tenure.model.scope import Scope
from tenure.values import dataclass
from tenure.wiring.folders import home_folder

if TYPE_CHECKING:  # each handle loads when the first one is asked for: a command that reads pays for no other
    from tenure.memory.operator import OperatorHandle, StoreFinding
    from tenure.memory.person import PersonHandle

AGENT = "agent"
TASK_VARIABLE: Final = "TENURE_TASK"

Json = Annotated[bool, typer.Option("--json", help="Answer with one JSON envelope instead of text.")]
TaskId = Annotated[str | None, typer.Option("--task", envvar=TASK_VARIABLE, help="The task, as `task begin` named it.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A memory as one command sees it.

    Args:
        memory: The opened memory.
        owner: The person whose store it is.
        scope: The owner and, inside a git repository, that repository.
        folder: The working folder.
    """

    memory: Memory
    owner: str
    scope: Scope
    folder: Path

    @property
    def everywhere(self) -> Scope:
        """The scope that names the owner and nothing else."""
        return Scope(user=self.owner)

    def agent(self, task_id: str | None = None) -> AgentHandle:
        """Give the handle of an agent that calls the command line, in its task if that lives and is of this place."""
        with suppress(RequestError):  # a task that is over keeps nobody from reading
            task = self.memory.resume(task_id, at=self.at) if task_id else None
            if task is not None and task.scope == self.scope:
                return task.agent(AGENT)
        return self.memory.agent(AGENT, scope=self.scope, at=self.at)

    def person(self, strength: Strength = Strength.TERMINAL) -> PersonHandle:
        """Give the owner's handle; deciding with it needs an answer from the terminal device first."""
        return self.memory.person(self.owner, strength=strength, at=self.at)

    def operator(self) -> OperatorHandle:
        """Give the handle for keeping the store."""
        return self.memory.operator(self.owner)

    def now(self) -> datetime:
        """Give this moment, for the ages that are shown; what counts is judged behind the handles."""
        return SystemClock().now()

    @property
    def at(self) -> Path | None:
        """The working folder if it lies in a repository, else None."""
        return self.folder if self.scope.repository else None


def refused(error: StoreError) -> tuple[StoreFinding, ...]:
    """Give what an audit finds in a store that was refused for what it holds; nothing of it is served."""
    if not isinstance(error, IntegrityError):
        return ()
    from tenure.wiring.checking import found_unopened

    with suppress(StoreError):  # the first error said it
        return found_unopened()
    return ()


@contextmanager
def opened(*, create: bool = False, writes: bool = False, searches: bool = False) -> Iterator[Opened]:
    """Open this person's store for one command, and close it after.

    Args:
        create: Whether one is made if there is none.
        writes: Whether the command is of no use where nothing can be written: nobody is asked in vain then.
        searches: Whether the command searches or lists what is kept, also where that is nothing.

    Raises:
        StoreUnavailableError: It can only be read, and ``writes`` (``read_only``, ``disk_full``).
        StoreError: There is none yet (`tenure init`), or it cannot be opened.
        CitationError: The folder lies in a copy of a known repository (`tenure scope adopt`).
    """
    # One command multiplies little: starting the threads of NumPy's library takes longer than all that they could save.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    memory = wiring.open(create=create)
    with memory:
        if searches:
            # Where few calls are open: deep in a recall NumPy's loading makes thousands of small calls just where the
            # interpreter's stack ends, which then takes another piece of memory, and gives it back, for each of them.
            import_module("numpy")
        if writes:
            check_memory(memory)
        owner = memory.owner()
        folder = Path.cwd()
        scope = _scope(memory, owner, folder)
        NOTES[:] = _notes(memory, owner, folder)
        yield Opened(memory=memory, owner=owner, scope=scope, folder=folder)


def _notes(memory: Memory, owner: str, folder: Path) -> list[str]:
    """Give what is to be said of the folder's own settings, if it has some."""
    found = memory.operator(owner).settings_at(folder)
    if found is None:
        return []
    from tenure.faces.cli.local import local_note

    return [note] if (note := local_note(found)) else []


def check_memory(memory: Memory) -> None:
    """Refuse what could not be done in the end, before a person is asked about it.

    Raises:
        StoreUnavailableError: Nothing can be written (``read_only``, ``disk_full``).
    """
    if (refused := memory.unwritable) is not None:
        raise refused


def check_writable(is_writable: bool) -> None:
    """The same for folders, before a memory is opened.

    Raises:
        StoreUnavailableError: They cannot be written (``read_only``).
    """
    if not is_writable:
        raise unwritable()


def check_home() -> None:
    """Refuse to put a memory where nothing can be written, before a person is asked about it.

    Raises:
        StoreUnavailableError: The folder where memories lie, or the one in which it would be made, can only be read; or
            what is in it for data or keys.
    """
    home = home_folder()
    found = next((each for each in (home, *home.parents) if each.exists()), home)
    within = (each for each in (home / "store", home / "keys") if each.exists())
    if not all(os.access(each, os.W_OK) for each in (found, *within)):
        raise StoreUnavailableError("the folder where memories lie can only be read", code="read_only")


def _scope(memory: Memory, owner: str, folder: Path) -> Scope:
    scope, place = scope_at(memory, owner, folder)
    for each in copies_told(place):  # once, at the first sight of a repository
        typer.echo(f"note: {one_line(each)}", err=True)
    return scope


def text_argument(text: str | None, *, name: str) -> str:
    """Give a text from the command line, or from standard input if it is ``-`` or left out in a pipe.

    Raises:
        RequestError: It is missing.
        LimitError: Standard input brings more than a million characters.
    """
    if text is not None and text != "-":
        return text
    if sys.stdin is None or (text is None and sys.stdin.isatty()):
        raise RequestError(f"'{name}' is missing", code=f"bad_{name}", hint=f"Give {name} as an argument or on stdin.")
    try:
        read = sys.stdin.read(STDIN_CHARS_MAX + 1)
        read.encode()  # where the locale is plain C, bytes that are no text come as lone surrogates
    except UnicodeError:
        raise RequestError(f"'{name}' is no text", code=f"bad_{name}", hint="Send UTF-8.") from None
    if len(read) > STDIN_CHARS_MAX:
        raise LimitError(f"'{name}' on standard input is longer than {STDIN_CHARS_MAX} characters", hint="Shorten it.")
    return read.rstrip("\n")
