"""What of an entry goes into its vector, and how entries get one: new ones as they are written, others in batches.

A model takes its time. So the vector of what will probably be kept is worked out before its scope is held (`foresee`)
and remembered; the write then finds it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from tenure.errors import ConflictError
from tenure.model.claim import Claim, Purpose
from tenure.model.entry import LIVE, Entry
from tenure.model.scope import Scope
from tenure.policy.names import canonical
from tenure.policy.policy import Policy
from tenure.screen.redact import cut_out
from tenure.search.embed.meaning import Meaning
from tenure.search.vectors import joined, rounded
from tenure.store.port import Entries
from tenure.store.records import Change, ScopeView
from tenure.store.vector import Vector
from tenure.store.view import LIVE_CODES
from tenure.values import dataclass
from tenure.write.index import indexed, own_detail

BATCH: Final = 32
"""Entries that are given vectors in one commit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Embedded:
    """How many entries were given a vector of the embedder in force, and how many still lack one."""

    embedded: int = 0
    lacking: int = 0


def vectors_of(entries: Sequence[Entry], meaning: Meaning | None) -> tuple[Vector | None, ...]:
    """Give the vector of each entry: of what it claims, and what it is for; None each if no embedder works.

    Secrets are cut out first, as they are from a query.
    """
    if meaning is None:
        return (None,) * len(entries)
    texts = [(entry.claim.text, _context(entry.claim, entry.purpose)) for entry in entries]
    made = meaning.remembered([text for both in texts for text in both if text], clean=cut_out)
    if made is None:
        return (None,) * len(entries)
    vectors: list[Vector] = []
    given = iter(made)
    for _, context in texts:
        claim = next(given)
        numbers, scale = rounded(joined(claim, next(given)) if context else claim)
        vectors.append(Vector(mark=meaning.mark, scale=scale, numbers=numbers))
    return tuple(vectors)


def foresee(
    claim: Claim, purpose: Purpose | None, *, policy: Policy, meaning: Meaning | None, is_clean: bool = False
) -> None:
    """Work out the vector of what will probably be kept, before anything is held for it.

    Args:
        claim: The claim as it is asked.
        purpose: Its purpose as it is asked.
        policy: The policy in force.
        meaning: What compares by meaning; None works out nothing.
        is_clean: Whether the screens found nothing in the claim. What it is for is put together here, and looked at.
    """
    if meaning is not None:
        claim = canonical(claim, policy.aliases)
        text, context = claim.text.strip(), _context(claim, purpose)
        meaning.remembered(
            [each for each in (text, context) if each],
            clean=lambda each: each if is_clean and each == text else cut_out(each),
        )


def embed_lacking(
    *,
    entries: Entries,
    policy: Policy,
    now: datetime,
    meaning: Meaning,
    most: int | None = None,
    scopes: Sequence[Scope] | None = None,
) -> Embedded:
    """Give entries a vector that have none of this embedder, a bounded batch a commit.

    Args:
        entries: The store.
        policy: The policy in force.
        now: The reference instant (UTC).
        meaning: The embedder in use.
        most: How many at most; all if None.
        scopes: Where; in every scope if None.
    """
    done = left = 0
    for scope in entries.scopes_with() if scopes is None else scopes:
        for view in entries.views((scope,)):
            ids = _lacking(view, meaning)
            wanted = ids if most is None else ids[: max(0, most - done)]
            before = done
            for start in range(0, len(wanted), BATCH):
                made = _embedded(view.scope, wanted[start : start + BATCH], entries, meaning)
                done += _write(made, entries=entries, policy=policy, now=now)
            left += len(ids) - (done - before)
    return Embedded(embedded=done, lacking=left)


def lacking(entries: Entries, meaning: Meaning) -> int:
    """Count the entries that have no vector of this embedder, in every scope."""
    return sum(len(_lacking(view, meaning)) for scope in entries.scopes_with() for view in entries.views((scope,)))


def _embedded(scope: Scope, ids: Sequence[str], entries: Entries, meaning: Meaning) -> list[tuple[Entry, Vector]]:
    read = entries.read((scope,), ids)
    live = [entry for entry in read if isinstance(entry, Entry) and entry.status in LIVE]
    return [(entry, made) for entry, made in zip(live, vectors_of(live, meaning), strict=True) if made is not None]


def _write(made: Sequence[tuple[Entry, Vector]], *, entries: Entries, policy: Policy, now: datetime) -> int:
    put = [replace(indexed(replace(entry, version=entry.version + 1), policy), vector=vector) for entry, vector in made]
    try:
        entries.commit(Change(now=now, put=tuple(put)))
    except ConflictError:  # one of them changed meanwhile: the next round takes them
        return 0
    return len(put)


def _lacking(view: ScopeView, meaning: Meaning) -> list[str]:
    have = {row for block in view.vectors if block.mark == meaning.mark for row in block.rows.tolist()}
    statuses = view.heads["status"].tolist()
    return [
        entry_id
        for row, (entry_id, status) in enumerate(zip(view.ids, statuses, strict=True))
        if status in LIVE_CODES and row not in have
    ]


def _context(claim: Claim, purpose: Purpose | None) -> str:
    return ". ".join(_context_parts(claim, "" if purpose is None else own_detail(purpose)))


def _context_parts(claim: Claim, detail: str) -> Iterator[str]:
    if detail:
        yield detail
    if claim.applies_when and claim.applies_when != detail:
        yield claim.applies_when
    if claim.entity and claim.attribute:
        yield f"{claim.entity}, {claim.attribute}"
