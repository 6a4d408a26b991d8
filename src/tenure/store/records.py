"""What is written to and read from a store: one commit, its records, opened views, notes and findings."""

from __future__ import annotations

from dataclasses import field
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from tenure.model.decision import Proposal
from tenure.model.entry import Entry
from tenure.model.event import Event
from tenure.model.grant import Grant, Person
from tenure.model.receipt import Receipt
from tenure.model.scope import Scope
from tenure.store.vector import Vector, VectorBlock
from tenure.values import dataclass

if TYPE_CHECKING:  # numpy is loaded on first use only; its name is needed for types alone
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexedEntry:
    """An entry to be written.

    Args:
        entry: The entry.
        terms: Hashes of its search terms, at most 96 (see `search.terms`).
        is_single: Whether its slot admits one active value a scope; False for a many-valued attribute.
        vector: What an embedder made of it; None keeps that of its earlier version, and gives a new entry the one that
            the store's own embedder makes, if it has one.
    """

    entry: Entry
    terms: tuple[int, ...]
    is_single: bool = True
    vector: Vector | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tombstone:
    """A content-free mark that something ended; its digests are keyed and never leave the store.

    Args:
        id: The id of what ended.
        scope: Where it was.
        reason: ``forgotten``, ``declined``, ``never_this``, ``never_category``, ``superseded``, ``revoked``.
        at: When it ended (UTC).
        ends_at: When the mark itself ends (UTC).
        kind: The category that *never this category* closed, or empty.
    """

    id: str
    scope: Scope
    reason: str
    at: datetime
    ends_at: datetime
    kind: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """A small named value that is kept as a record: the pinned policy digest, the marks of questions asked."""

    id: str
    scope: Scope
    value: str = field(repr=False)
    version: int = 1


Written = IndexedEntry | Proposal | Grant | Person | Setting | Receipt


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryMark:
    """Names an entry as its head in a view does, to erase it without reading it whole."""

    id: str
    scope: Scope
    version: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Erasure:
    """Erases one record for good: row, search part, body and key.

    Args:
        record: The entry, proposal, grant, person, setting or tombstone as it was read; its version is compared (a
            tombstone has none). An entry's mark stands for the entry where no tombstone is wanted.
        reason: The reason code that the tombstone keeps.
        tombstone_until: The end of the tombstone's life, or None for no tombstone.
        closes_kind: For *never this category*: the kind that the tombstone closes in its scope.
    """

    record: Entry | EntryMark | Proposal | Grant | Person | Setting | Tombstone
    reason: str
    tombstone_until: datetime | None
    closes_kind: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What one transaction writes together, or not at all.

    Args:
        now: The reference instant of the operation (UTC).
        put: New records (version 1) and changed ones (stored version plus one: compare-and-set).
        erase: Records to erase for good.
        events: Ledger events, appended in this order.
        used_approvals: Digests of approvals that this change consumes; each may be consumed once, ever.
        drops_ended: Whether every tombstone that reached its own end goes, in whatever scope; counted.
    """

    now: datetime
    put: tuple[Written, ...] = ()
    erase: tuple[Erasure, ...] = ()
    events: tuple[Event, ...] = ()
    used_approvals: tuple[str, ...] = ()
    drops_ended: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Erased:
    """How far an erasure has come, counted from the store.

    Args:
        is_done: Whether every step is finished; else the next `finish_erasure` or open goes on.
        counts: Records erased by place: ``entries``, ``proposals``, ``grants``, ``keys``, ``views``, ...
        records: Id and nonce (hex) of each record erased by this commit, as they stood in the data.
        waits: The steps that are left: ``keys``, ``log``.
    """

    is_done: bool
    counts: tuple[tuple[str, int], ...]
    records: tuple[tuple[str, str], ...] = ()
    waits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ScopeView:
    """The opened search parts of all entries of one scope, row by row in one order.

    Args:
        scope: The scope.
        version: Its version when it was opened.
        ids: Entry ids.
        versions: The entries' versions, for compare-and-set.
        heads: Structured array (`tenure.store.view.head_type`): kind, purpose, trust, status, flags, end and review
            instants in microseconds since 1970 (0 for none), recorded instant, slot digest, term hashes.
        postings: Which terms stand in which rows, ascending (`tenure.store.parts`).
        vectors: The vectors of those rows that have one, by embedder.
    """

    scope: Scope
    version: int
    ids: tuple[str, ...]
    versions: tuple[int, ...]
    heads: NDArray[np.void]
    postings: NDArray[np.uint64]
    vectors: tuple[VectorBlock, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How full a scope is: entries, their sealed bytes, and apart from them what waits; nothing of other scopes."""

    entries: int
    bytes: int
    pending: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    """An entry that could not be read back: why (*forgotten* if its key is destroyed, else *tampered*)."""

    id: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerLine:
    """One event as the ledger keeps it: the actor is a keyed digest; `is_own` if it is the person who asks."""

    sequence: int
    at: datetime
    actor: str
    verb: str
    rule: str
    record_id: str
    code: str
    is_own: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What a check of the store found: where, and what to do; an empty list is a sound store."""

    check: str
    is_fault: bool
    message: str
    fix: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """What a restore brought back, and what it did not.

    Args:
        made_at: The newest instant that the backup knows: what came later is lost.
        entries: Entries that are back as they were.
        ended: Entries in the backup that ended since and stay ended: forgotten, superseded, revoked, challenged.
        due: Entries that are due for review, since it cannot be known whether they ended.
        grants: Grants that are not in force any more, since they were changed or it cannot be known.
        keys: *Present* keys that were replaced since: what they signed stays signed, and a new one is to be enrolled.
        settings: Ids of settings whose newest version is lost; a safe one took its place.
        has_journal: Whether the key folder had the journal of ends.
        aside: Where the data that was there before lies now, or None if there was none.
        closed: Buckets, of one form in one scope each, in which something was altered: what cannot be verified there
            stays withheld.
    """

    made_at: datetime | None = None
    entries: int = 0
    ended: int = 0
    due: int = 0
    grants: int = 0
    keys: int = 0
    settings: tuple[str, ...] = ()
    has_journal: bool = True
    aside: Path | None = None
    closed: int = 0


class Holder(StrEnum):
    """Who holds a task's key, and so what a crash leaves (R27)."""

    PROCESS = "process"
    SESSION = "session"
    SERVER = "server"


class NoteKind(StrEnum):
    """How a note came into scratch; stamped by which call brought it (R30)."""

    HEARD = "heard"
    OBSERVED = "observed"
    NOTED = "noted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """One scratch item; dies with its task.

    Args:
        id: ``note_...``.
        task_id: Its task.
        kind: Heard from a person, observed from a tool or document, or noted by an agent.
        text: What it says, never-kept spans already cut out.
        source: Who said it (a person's id), or the tool, document or agent.
        call: The tool's call id, the message's id where the host keeps it, or empty.
        channel: The channel stamped by the host (``user``, ``tool``, ``document``, ``code``, ``agent``).
        at: When (UTC).
        derived_from: Notes on which it rests.
        is_tainted: Whether external content had been read when it was written (the water mark, R30).
    """

    id: str
    task_id: str
    kind: NoteKind
    text: str = field(repr=False)
    source: str
    channel: str
    at: datetime
    call: str = ""
    derived_from: tuple[str, ...] = ()
    is_tainted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskRecord:
    """A task as scratch keeps it: plain id, holder and limit; all else is sealed under the task's key.

    ``trusted`` gives the commits at which the policy's trusted refs stood when it began, by ref (R05).
    """

    id: str
    name: str = field(repr=False)
    scope: Scope
    holder: Holder
    began_at: datetime
    ends_at: datetime
    trusted: tuple[tuple[str, str], ...] = field(default=(), repr=False)
