"""Which repository a folder belongs to, and which known ones it may be a copy of (R15)."""

from __future__ import annotations

from pathlib import Path

from tenure.cite.git import RepositoryRecord
from tenure.errors import CitationError
from tenure.memory.wired import Wired
from tenure.model.event import Event
from tenure.model.principal import Origin
from tenure.store.records import Change
from tenure.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class RepositoryPlace:
    """A folder as the registry of repositories sees it.

    Args:
        record: The repository to which it belongs; None if it is in none that is known.
        is_in_repository: Whether it lies in a git repository at all.
        candidates: Known repositories of which it may be a copy (they share commits), or whose folder this was: it was
            moved, or its history was rewritten.
    """

    record: RepositoryRecord | None = None
    is_in_repository: bool = False
    candidates: tuple[RepositoryRecord, ...] = ()


def repository_at(wired: Wired, path: Path) -> RepositoryPlace:
    """Look a folder up; nothing is written.

    Raises:
        CitationError: Its repository may not be read.
    """
    try:
        record = wired.repositories.resolve(path)
    except CitationError as error:
        if error.code == "no_repository":
            return RepositoryPlace()
        if error.code != "unknown_repository":
            raise
        record = None
    return RepositoryPlace(record=record, is_in_repository=True, candidates=wired.repositories.candidates(path))


def adopt(wired: Wired, path: Path, repository_id: str, *, by: Origin) -> RepositoryRecord:
    """Let the repository at ``path`` be a known one: a person said so. The ledger notes it.

    Raises:
        NotFoundError: No repository of that id is known.
        CitationError: There is no repository at ``path``, or it may not be read.
    """
    record = wired.repositories.adopt(path, repository_id)
    now = wired.now()
    event = Event(at=now, actor=by, verb="adopt", rule="R15", record_id=record.id)
    wired.entries.commit(Change(now=now, events=(event,)))
    return record
