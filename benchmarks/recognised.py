"""How many secrets and personal data the screens see, and how many clean texts they call one, by family."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import tenure
from benchmarks import corpora
from benchmarks.measuring import percentile

CHARS = 280
SECRETS = "secrets.jsonl"
PERSONAL = "pii.jsonl"
_MARKER = "\u27e6"
_TRANSFORMED = re.compile("\u27e6[a-z0-9_]+:[0-9]+\\|[a-z0-9_]+\u27e7")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One labelled text.

    Args:
        kind: What it is, dotted: ``token.npm``, ``ordinary.preference``.
        label: What the set says of it: ``secret``, ``pii``, ``clean``.
        text: The whole text.
        is_disguised: Whether a secret in it was transformed.
    """

    kind: str
    label: str
    text: str
    is_disguised: bool

    @property
    def family(self) -> str:
        """What precedes the first dot of the kind."""
        return self.kind.split(".")[0]


class Judged(NamedTuple):
    """A row, and whether it was called what its set is about."""

    row: Row
    is_found: bool


def rows_of(folder: Path, name: str) -> list[Row]:
    """Give the rows of a file whose secrets could be made; none if the file or the loader that makes them is absent."""
    return [
        Row(
            kind=row["kind"],
            label=row["label"],
            text=row["full"],
            is_disguised=_TRANSFORMED.search(row["text"]) is not None,
        )
        for row in corpora.rows(folder, name)
        if _MARKER not in row["full"]
    ]


def judge(rows: Iterable[Row], categories: frozenset[str]) -> list[Judged]:
    """Screen each row through the public call."""
    return [
        Judged(row, any(each.category in categories for each in tenure.screen_fields({"text": row.text})))
        for row in rows
    ]


def secrets(folder: Path) -> tuple[list[Judged], dict[str, float]] | None:
    """Give each row of the set of secrets judged, and the summary; None if there are no rows."""
    rows = rows_of(folder, SECRETS)
    if not rows:
        return None
    judged = judge(rows, frozenset({"secret"}))
    return judged, {**summary(judged), "p95_ms": _p95_ms(row.text[:CHARS] for row in rows)}


def summary(judged: Sequence[Judged]) -> dict[str, float]:
    """Give recall and false alarms by the families that the goals name; a family without rows is left out."""
    families: dict[str, Callable[[Row], bool]] = {
        "recall": lambda row: row.label == "secret",
        "vendor": lambda row: row.label == "secret" and row.family == "token" and not row.is_disguised,
        "plain": lambda row: row.label == "secret" and row.family == "natural",
        "disguised": lambda row: row.label == "secret" and row.is_disguised,
        "false_alarms": lambda row: row.label == "clean" and row.family != "fixture",
        "ordinary_false_alarms": lambda row: row.label == "clean" and row.family == "ordinary",
    }
    shares = {name: share(each for each in judged if belongs(each.row)) for name, belongs in families.items()}
    return {name: value for name, value in shares.items() if value is not None}


def personal(folder: Path) -> tuple[list[Judged], dict[str, float]] | None:
    """Give each row of the set of personal data judged, and the summary; None if there are no rows."""
    rows = rows_of(folder, PERSONAL)
    if not rows:
        return None
    judged = judge(rows, frozenset({"personal", "special"}))
    named = [each for each in judged if each.row.kind != "pii.person"]
    shares = {
        "recall": share(each for each in judged if each.row.label == "pii"),
        "recall_without_names": share(each for each in named if each.row.label == "pii"),
        "false_alarms": share(each for each in judged if each.row.label == "clean"),
    }
    return judged, {name: value for name, value in shares.items() if value is not None}


def share(judged: Iterable[Judged]) -> float | None:
    """Give the share that was found, or None if there are no rows."""
    found = [each.is_found for each in judged]
    return round(sum(found) / len(found), 4) if found else None


def by_family(judged: Iterable[Judged]) -> list[tuple[str, int, int]]:
    """Give for each label and family how many were found, of how many."""
    counts: dict[str, tuple[int, int]] = {}
    for row, is_found in judged:
        name = f"{row.label} {row.family}" + (", disguised" if row.is_disguised else "")
        found, of = counts.get(name, (0, 0))
        counts[name] = (found + is_found, of + 1)
    return [(name, *counts[name]) for name in sorted(counts)]


def _p95_ms(texts: Iterable[str]) -> float:
    took: list[float] = []
    for text in texts:
        started = time.process_time()
        tenure.screen_fields({"text": text})
        took.append(time.process_time() - started)
    return round(percentile(took, 0.95) * 1e3, 3)
