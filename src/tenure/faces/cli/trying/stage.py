"""Where `tenure try` plays: one temporary folder with store, keys, home and repository, and a clock that it turns."""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Final

from tenure import Recall, wiring
from tenure.clock import FrozenClock, SystemClock
from tenure.faces.cli.trying.functions import Function
from tenure.faces.cli.trying.ground import Ground, copy_repository, make_repository
from tenure.memory.agent import AgentHandle
from tenure.memory.memory import Memory
from tenure.memory.person import PersonHandle
from tenure.model.entry import Entry
from tenure.model.scope import Scope
from tenure.wiring import folders

PERSON: Final = "you"
AGENT: Final = "coder"


@dataclass(slots=True, kw_only=True)
class Stage:
    """What the steps share.

    Args:
        folder: The temporary folder; everything lies in it.
        ground: The repository and the function that is cited.
        clock: The clock, which stands still until a step turns it.
        memory: The opened memory.
        person: The person; what the handle decides is signed once its throw-away key is unlocked.
        scope: The person in the repository.
        kept: Ids of entries by the name that a step gave them.
        cited: The function that was cited, once it was.
    """

    folder: Path
    ground: Ground
    clock: FrozenClock
    memory: Memory
    person: PersonHandle
    scope: Scope
    kept: dict[str, str] = field(default_factory=dict[str, str])
    cited: Function | None = None

    @property
    def store(self) -> Path:
        """The data folder."""
        return self.folder / "store"

    @property
    def keys(self) -> Path:
        """The key folder, apart from the data."""
        return self.folder / "keys"

    @property
    def kept_folders(self) -> list[Path]:
        """The folders in which Tenure keeps anything: data, keys and home."""
        return [self.store, self.keys, self.folder / "home"]

    def agent(self) -> AgentHandle:
        """Give the handle of an agent that works in the repository."""
        return self.memory.agent(AGENT, scope=self.scope, at=self.ground.folder)

    def recall(self, question: str) -> Recall:
        """Ask as the agent does."""
        return self.agent().recall(question)

    def approve(self, proposal_id: str) -> Entry | None:
        """Approve exactly what is shown, as the person; None if it was no entry that was kept."""
        kept = self.person.approve(self.person.show(proposal_id))
        return kept if isinstance(kept, Entry) else None

    def turn(self, by: timedelta) -> None:
        """Turn the clock."""
        self.clock.advance(by)


def passphrase() -> str:
    """Give the passphrase of a throw-away key."""
    return secrets.token_urlsafe(16)


@contextmanager
def staged(repository: Path | None, *, is_kept: bool) -> Iterator[Stage]:
    """Set the stage, and clear it away after unless it is to be kept.

    Args:
        repository: One's own repository, which is only read and copied; None makes one.
        is_kept: Whether the folder stays.

    Raises:
        CitationError: ``repository`` is no git repository, or cannot be read.
        RequestError: It is no folder, or has no working tree.
    """
    folder = Path(tempfile.mkdtemp(prefix="tenure-try-")).resolve()
    try:
        place = folder / "repository"
        played = make_repository(place) if repository is None else copy_repository(repository, place)
        clock = FrozenClock(SystemClock().now())
        with (
            _home(folder / "home"),
            wiring.open(folder / "store", keys=folder / "keys", clock=clock) as memory,
        ):
            yield Stage(
                folder=folder,
                ground=played,
                clock=clock,
                memory=memory,
                person=memory.person(PERSON, at=place),
                scope=memory.scope(user=PERSON, repository_at=place),
            )
    finally:
        if not is_kept:
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _home(folder: Path) -> Iterator[None]:
    """Keep everything of this account out: home, keys and settings are those of the folder until the end."""
    folder.mkdir(mode=0o700)
    own = {name: value for name, value in os.environ.items() if name.startswith("TENURE_")}
    for name in own:
        del os.environ[name]
    os.environ[folders.HOME_VARIABLE] = str(folder)
    try:
        yield
    finally:
        del os.environ[folders.HOME_VARIABLE]
        os.environ.update(own)
