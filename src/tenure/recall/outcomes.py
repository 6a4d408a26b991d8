"""Keep what checks and corrections showed of claims, as counts beside them in their scope (R13).

Gathered in the process and written with the uses (DESIGN 2.10). An entry bears whether its newest check held, so that
it counts once, and the counts of its scope outlive it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Final

from tenure.errors import ConflictError
from tenure.model.decision import Proposal
from tenure.model.entry import LIVE, Basis, Entry
from tenure.model.scope import Scope
from tenure.model.validation import Outcome
from tenure.policy.policy import Policy
from tenure.recall.calibration import Counts, class_of
from tenure.recall.judge import Usable, Withheld
from tenure.recall.rewrite import as_stored
from tenure.store.marks import find_mark, next_mark
from tenure.store.port import Entries
from tenure.store.records import Change, Setting, Written
from tenure.values import dataclass

_NAME: Final = "outcomes"
_TRIES: Final = 3
_VERIFIED: Final = (Outcome.VERIFIED, Outcome.MOVED)
_FAILED: Final = frozenset({"source_changed", "source_gone", "source_contradicts"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What was shown of one claim after it was kept.

    Args:
        scopes: Where it lies: one of these.
        has_held: Whether it held.
        claim_class: Its class, if it may be gone before it is counted.
        before: What had been shown of it earlier; an entry that is live tells it itself.
    """

    scopes: tuple[Scope, ...]
    has_held: bool
    claim_class: str = ""
    before: bool | None = None


def checked(
    usable: Iterable[Usable], withheld: Iterable[Withheld], scopes: tuple[Scope, ...]
) -> Iterator[tuple[str, Checked]]:
    """Give what one request showed: what was verified held; what its own source no longer bears out did not.

    What stands unchecked, cannot be reached, or fell with what it rests on, shows nothing.
    """
    for each in usable:
        if each.validation.outcome in _VERIFIED:
            yield each.entry.id, Checked(scopes=(each.entry.scope,), has_held=True)
    for held_back in withheld:
        if scopes and held_back.reason in _FAILED:
            yield held_back.entry_id, Checked(scopes=scopes, has_held=False)


def answered(entry: Entry, *, has_held: bool) -> tuple[tuple[str, Checked], ...]:
    """Give what a person's answer showed of an entry, which may end by it."""
    name = class_of(entry.confidence, entry.claim.kind)
    return ((entry.id, Checked(scopes=(entry.scope,), has_held=has_held, claim_class=name, before=entry.held)),)


def read_over(proposals: Iterable[Proposal], *, has_held: bool) -> Iterator[tuple[str, Checked]]:
    """Give what a person's yes showed of readings: of what was only inferred, approving it is the one check there is.

    As shown it held; reworded it did not. For what was stated or verified a yes is consent and shows nothing.
    """
    for each in proposals:
        if each.confidence.basis is Basis.INFERRED:
            name = class_of(each.confidence, each.claim.kind)
            yield each.id, Checked(scopes=(each.scope,), has_held=has_held, claim_class=name)


def counts_in(scopes: Sequence[Scope], *, entries: Entries) -> tuple[Counts, ...]:
    """Give the counts of these scopes; those without any are left out."""
    return tuple(_read(mark) for mark in entries.held(Setting, scopes) if mark.id == _NAME)


def count(seen: Mapping[str, Checked], *, entries: Entries, policy: Policy, now: datetime) -> None:
    """Write what was shown: entries whose newest check differs from the one before, and the counts of their scopes.

    What others change at the same moment is read again; after `_TRIES` times it is given up, as a crash would lose it.
    """
    for _ in range(_TRIES if seen else 0):
        put = tuple(_changes(seen, entries=entries, policy=policy))
        if not put:
            return
        with suppress(ConflictError):
            entries.commit(Change(now=now, put=put))
            return


def _changes(seen: Mapping[str, Checked], *, entries: Entries, policy: Policy) -> Iterator[Written]:
    """Give the entries to mark and the counts to write, scope by scope."""
    scopes = tuple(dict.fromkeys(scope for each in seen.values() for scope in each.scopes))
    stored = {entry.id: entry for entry in entries.read(scopes, tuple(seen)) if isinstance(entry, Entry)}
    marked: dict[Scope, list[Entry]] = {}
    moves: dict[Scope, list[tuple[str, bool | None, bool]]] = {}
    for entry_id, each in seen.items():
        entry = stored.get(entry_id)
        if entry is not None and entry.status in LIVE:
            name, before, scope = class_of(entry.confidence, entry.claim.kind), entry.held, entry.scope
        elif each.claim_class:
            name, before, scope = each.claim_class, each.before, each.scopes[0]
        else:
            continue
        if before is each.has_held:
            continue
        moves.setdefault(scope, []).append((name, before, each.has_held))
        if entry is not None and entry.status in LIVE:
            marked.setdefault(scope, []).append(replace(entry, held=each.has_held, version=entry.version + 1))
    for scope, moved in moves.items():
        yield from as_stored(marked.get(scope, ()), scope, entries=entries, policy=policy)
        known = find_mark(_NAME, scope, entries=entries)
        yield next_mark(_NAME, scope, json.dumps(_moved({} if known is None else _read(known), moved)), known=known)


def _moved(counts: Counts, moves: Iterable[tuple[str, bool | None, bool]]) -> dict[str, tuple[int, int]]:
    after = dict(counts)
    for name, before, has_held in moves:
        held, failed = after.get(name, (0, 0))
        held += has_held - (before is True)
        failed += (not has_held) - (before is False)
        after[name] = max(held, 0), max(failed, 0)
    return {name: pair for name, pair in after.items() if any(pair)}


def _read(mark: Setting) -> dict[str, tuple[int, int]]:
    return {name: (held, failed) for name, (held, failed) in json.loads(mark.value).items()}
