"""Check many entries against their sources at once: what still stands where it was cited, what moved, what is stale."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tenure.model.citation import Citation
from tenure.model.claim import Kind
from tenure.model.entry import Entry
from tenure.model.validation import Outcome, Validation
from tenure.recall.validate import Checks
from tenure.values import dataclass

STALE: Final = frozenset({Outcome.CHANGED, Outcome.GONE, Outcome.CONTRADICTED})
"""What the source of an entry says against it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """What checking one entry gave: no text of the claim or of its source.

    Args:
        entry_id: The entry.
        kind: Its kind.
        validation: What was found, with the place where the cited words, or what stands in their place, are now.
        sources: The addresses that it cites, as renewed; an approval is none.
    """

    entry_id: str
    kind: Kind
    validation: Validation
    sources: tuple[str, ...]

    @property
    def is_stale(self) -> bool:
        """Whether its source says otherwise now, or no longer says it."""
        return self.validation.outcome in STALE


def verify_all(entries: Iterable[Entry], *, path: str | None, checks: Checks) -> tuple[Verified, ...]:
    """Check entries, all or those that cite a path, in the order given.

    Args:
        entries: Live entries.
        path: A file or folder, from the root of the repository; None for all that cite something.
        checks: The checks of this request.
    """
    chosen: list[tuple[Entry, tuple[str, ...]]] = []
    for entry in entries:
        cited = [entry.places_of(citation) for citation in entry.citations if citation.scheme != "approval"]
        if cited and (path is None or any(_lies_in(path, each) for places in cited for each in places)):
            chosen.append((entry, tuple(f"{places[0].scheme}:{places[0].address}" for places in cited)))
    return tuple(
        Verified(entry_id=entry.id, kind=entry.claim.kind, validation=said, sources=sources)
        for (entry, sources), said in zip(chosen, checks.validate_all([entry for entry, _ in chosen]), strict=True)
    )


def _lies_in(path: str, citation: Citation) -> bool:
    own = str(citation.detail("path") or citation.address)
    wanted = path.strip("/").removeprefix("./")
    return own == wanted or own.startswith(f"{wanted}/") or wanted in {"", "."}
