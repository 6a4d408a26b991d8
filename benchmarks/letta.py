"""Letta's core memory rows: which kept fact does a newer one contradict, by likeness of words, and what is replaced."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.stated import Stated, stated
from tenure.model.claim import Claim, Kind
from tenure.model.entry import Status
from tenure.write.suggest import suggest

FILES = "core_memory_update*.jsonl"


def measure(folder: Path, rows_max: int | None = None) -> dict[str, object]:
    """Give how often the contradicted fact is suggested first, and what approving the newer fact replaced.

    The package's own drafter is on: what it reads into one slot is replaced. Suggestions retire nothing.

    Args:
        folder: The folder that holds ``core_memory_update*.jsonl``, at any depth.
        rows_max: Most rows that are read.

    Returns:
        Nothing if the set is absent.
    """
    lines = [line for path in sorted(folder.rglob(FILES)) for line in path.read_text(encoding="utf-8").splitlines()]
    rows = [json.loads(line)["agent_args"]["extra"] for line in lines if line.strip()]
    if not rows:
        return {}
    suggested = right = wrong = kept = 0
    with stated() as store:
        for number, row in enumerate(rows[:rows_max]):
            seen = _row(store.of(f"u{number}"), row["facts"], row["contradicting_fact"].strip('"'))
            targets = set(row["supporting_fact_indices"])
            suggested += bool(seen[0]) and seen[0][0] in targets
            right += bool(seen[1] & targets)
            wrong += bool(seen[1] - targets)
            kept += seen[2]
    count = len(rows[:rows_max])
    return {
        "suggested_first": round(suggested / count, 4),
        "rows": count,
        "replaced_by_drafted_slot": right,
        "replaced_wrongly": wrong,
        "facts_kept": kept,
    }


def _row(store: Stated, facts: list[str], newer: str) -> tuple[list[int], set[int], int]:
    """Give the facts suggested, best first, those replaced by approving the newer one, and how many were kept."""
    places = {entry_id: place for place, text in enumerate(facts) if (entry_id := store.state(text))}
    claim = Claim(text=newer, kind=Kind.FACT)
    wired = store.memory._wired  # noqa: SLF001 - the bench looks below the handles
    found = suggest(claim, store.scope, entries=wired.entries, meaning=wired.meaning)
    suggested = [places[each.entry.id] for each in found]
    store.state(newer)
    entries = [each.entry for each in store.person.list_entries() if each.entry is not None]
    replaced = {places[entry.id] for entry in entries if entry.status is Status.SUPERSEDED}
    return suggested, replaced, len(places)
