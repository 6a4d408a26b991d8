"""The contracts of storage: durable records, their ledger, scratch notes.

Everything above the store speaks in the nouns of `tenure.model`; sealing, digests, keys and SQL are below this line.
What an implementation must do is judged by the public suite in `tenure.store.conformance`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from tenure.model.claim import Claim
from tenure.model.decision import Proposal
from tenure.model.entry import Entry
from tenure.model.grant import Grant, Person
from tenure.model.principal import Origin
from tenure.model.receipt import Left, Receipt
from tenure.model.scope import Scope
from tenure.store.records import (
    Change,
    Erased,
    Finding,
    LedgerLine,
    Lost,
    Note,
    NoteKind,
    ScopeView,
    Setting,
    Size,
    TaskRecord,
    Tombstone,
)
from tenure.values import dataclass

if TYPE_CHECKING:  # loads with the first anchor that is printed or read
    from tenure.model.anchor import Anchor

R = TypeVar("R", Proposal, Grant, Person, Setting, Receipt, Tombstone)


class Entries(Protocol):
    """Durable records of every form, in buckets of one form and one scope.

    * Scopes are compared by equality of keyed digests, never by prefix or pattern.
    * Every read verifies: a row altered, moved, removed, replayed or rolled back raises `IntegrityError` (or is
      given as `Lost` by `read`, so that one bad row does not hide its neighbours); never served.
    * `commit` is one transaction with one sync; it either happened whole or not at all. A version that is not the
      stored one plus one raises `ConflictError`; one active single-valued slot a scope is enforced.
    * Reads never write.
    """

    def views(self, scopes: Sequence[Scope]) -> tuple[ScopeView, ...]:
        """Give the opened search parts of these scopes (empty scopes left out), cached and checked by version."""
        ...

    def read(self, scopes: Sequence[Scope], ids: Sequence[str]) -> tuple[Entry | Lost, ...]:
        """Give the entries with these ids that lie in these scopes, whole, in the order asked; others are left out."""
        ...

    def held(self, form: type[R], scopes: Sequence[Scope]) -> tuple[R, ...]:
        """Give every record of one form in these scopes, oldest first."""
        ...

    def tombstones_for(
        self, scopes: Sequence[Scope], claim: Claim | None, *, user: str | None = None, is_shared: bool = False
    ) -> tuple[Tombstone, ...]:
        """Give every tombstone that matches the claim's folded text, its slot and value, or its kind; all if None.

        Looked at are these scopes and, with ``user``, all that name this user, also those in which nothing is left and
        whose name went with it: what ended there bears the scope of the user alone. With ``is_shared`` also those that
        name no user; where the name is gone, what ended there bears a scope of no user that is not its own. Either can
        be erased as it was given.
        """
        ...

    def scopes_with(
        self,
        *,
        user: str | None = None,
        project: str | None = None,
        repository: str | None = None,
        is_shared: bool = False,
    ) -> tuple[Scope, ...]:
        """Give every scope that names all of these, by equality, for disclosure and erasure; with none, every scope.

        With ``is_shared`` those that name no user count as if they named this one. Scopes that name another user are
        not looked at, so that the cost does not depend on them (R35).
        """
        ...

    def concerning(self, person: str) -> tuple[tuple[Scope, str], ...]:
        """Give (scope, entry id) of every entry that is about this person, wherever it lies."""
        ...

    def size(self, scope: Scope) -> Size:
        """Give how full a scope is."""
        ...

    def holding(self, scope: Scope) -> AbstractContextManager[None]:
        """Keep every other writer of this scope out while it is read, decided on and written; re-entrant in a thread.

        So two that ask the same at once are decided one after the other.
        """
        ...

    def commit(self, change: Change) -> Erased:
        """Write a change whole; for its erasures, do also the later steps (keys, checkpoint) as far as they go now."""
        ...

    def finish_erasure(self) -> Erased:
        """Go on with unfinished erasures (destroy keys, checkpoint, clear the list) and say how far they are."""
        ...

    def close(self) -> None:
        """Finish what can be finished and let go of files; safe to call twice."""
        ...


class Ledger(Protocol):
    """The record of what was done: append-only, chained, its head outside the store, free of content (R36)."""

    def lines(self, *, after: int = 0, limit: int = 1000) -> tuple[LedgerLine, ...]:
        """Give ledger lines after a sequence number, oldest first."""
        ...

    def left(self, ids: Collection[str], *, since: datetime | None) -> Left:
        """Give what left the store of these records, as all lines together say it, without reading them all.

        Copies of the whole store count from ``since`` on, and not at all if it is None.
        """
        ...

    def actor(self, origin: Origin) -> str:
        """Give what lines say of who did it: a keyed digest, by which one's own are known."""
        ...

    def last_at(self) -> datetime | None:
        """Give the instant of the newest line: the store's mark, before which no operation may be dated (R23)."""
        ...

    def check(self, anchors: Sequence[Anchor] = ()) -> tuple[Finding, ...]:
        """Audit everything: seals, commitments, chain and head, keys, anchors; never raises for what it finds."""
        ...

    def anchor(self) -> Anchor | None:
        """Give the newest line of the ledger to be written down elsewhere; None if there is none yet."""
        ...

    def sign(self, message: bytes) -> tuple[str, str]:
        """Sign with this store's receipt key (Ed25519); give the signature and the public key (hex)."""
        ...

    def copy_to(self, path: Path) -> None:
        """Copy the whole store as it is at one instant into a new file, sealed and without keys (R28)."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteOutline:
    """A note without what it says.

    Args:
        id: ``note_...``.
        kind: Heard, observed or noted.
        bytes: How long its text is, in UTF-8.
        channel: The channel stamped by the host.
        is_tainted: Whether external content had been read when it was written.
        derived_from: Notes on which it rests.
    """

    id: str
    kind: NoteKind
    bytes: int
    channel: str
    is_tainted: bool
    derived_from: tuple[str, ...]


class Notes(Protocol):
    """Scratch: sealed notes under one key a task, apart from durable; gone with the task.

    * Text is on disk only as ciphertext; the key lies where the task's holder says.
    * After `end`, or at the task's limit, no note is readable; leftovers of ended, expired or crashed tasks are
      removed by `sweep`, which every open runs.
    """

    def begin(self, task: TaskRecord) -> None:
        """Open a task and make its key."""
        ...

    def resume(self, task_id: str, *, now: datetime) -> TaskRecord | None:
        """Give a task that still lives and whose key this process may use, or None."""
        ...

    def add(self, note: Note) -> None:
        """Keep a note; one call is one commit."""
        ...

    def notes(self, task_id: str) -> tuple[Note, ...]:
        """Give the notes of a living task, oldest first."""
        ...

    def read(self, task_id: str, note_ids: Sequence[str]) -> tuple[Note, ...]:
        """Give these notes of a living task, oldest first; ids that it has not are left out."""
        ...

    def outlines(self, task_id: str) -> tuple[NoteOutline, ...]:
        """Give the notes of a living task without what they say, oldest first; as sure as `notes`."""
        ...

    def drop(self, task_id: str, note_ids: Sequence[str]) -> int:
        """Erase notes of a living task and say how many."""
        ...

    def end(self, task_id: str) -> int:
        """End a task: destroy its key, erase its notes, and say how many there were."""
        ...

    def sweep(self, *, now: datetime) -> int:
        """Remove what ended tasks, passed limits and crashes left, and say how many notes went."""
        ...

    def close(self) -> None:
        """Let go of files; tasks held by this process end."""
        ...
