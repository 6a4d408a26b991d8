"""Where `tenure try` plays: one temporary folder with store, keys, home and repository, and a clock that it turns."""

from __future__ import annotations

import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Final

from tenure import wiring
from tenure.clock import FrozenClock, SystemClock
from tenure.faces.cli.trying.ground import Ground
from tenure.memory.agent import AgentHandle
from tenure.memory.memory import Memory
from tenure.memory.person import PersonHandle
from tenure.model.entry import Entry
from tenure.model.scope import Scope
from tenure.recall.answer import Recall

PERSON: Final = "you"
AGENT: Final = "coder"
_OWN: Final = "TENURE_"


@dataclass(slots=True)
class Stage:
    """What the steps share.

    Args:
        folder: The temporary folder; everything lies in it.
        ground: The repository and the function that is cited.
        clock: The clock, which stands still until a step turns it.
        memory: The opened memory.
        person: The person, whose key is throw-away and whose handle signs once it is unlocked.
        scope: The person in the repository.
        passphrase: Of the throw-away key.
        kept: Ids of entries by the name that a step gave them.
    """

    folder: Path
    ground: Ground
    clock: FrozenClock
    memory: Memory
    person: PersonHandle
    scope: Scope
    passphrase: str = field(default_factory=lambda: secrets.token_urlsafe(16), repr=False)
    kept: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def store(self) -> Path:
        """The data folder."""
        return self.folder / "store"

    @property
    def keys(self) -> Path:
        """The key folder, apart from the data."""
        return self.folder / "keys"

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


@contextmanager
def staged(repository: Path | None, *, is_kept: bool) -> Iterator[Stage]:
    """Set the stage, and clear it away after unless it is to be kept.

    Args:
        repository: One's own repository, which is only read and copied; None makes one.
        is_kept: Whether the folder stays.

    Raises:
        CitationError: ``repository`` is no git repository, or cannot be read.
        RequestError: It has no working tree, or is no folder.
    """
    with tempfile.TemporaryDirectory(prefix="tenure-try-", delete=not is_kept) if False else _folder(is_kept) as name:
        folder = Path(name)
        with _own_home(folder / "home"):
            ground = Ground.made(folder / "repository") if repository is None else Ground.copied(
                repository, folder / "repository"
            )
            clock = FrozenClock(SystemClock().now())
            with wiring.open(folder / "store", keys=folder / "keys", clock=clock) as memory:
                yield Stage(
                    folder=folder,
                    ground=ground,
                    clock=clock,
                    memory=memory,
                    person=memory.person(PERSON, at=ground.folder),
                    scope=memory.scope(user=PERSON, repository_at=ground.folder),
                )
