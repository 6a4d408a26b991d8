"""Screen again what was stored, with today's rules: an entry by itself, and what several say together (R31, R34)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tenure.model.entry import Entry
from tenure.screen.scan import find_never_kept

_GLUES: Final = ("\n", "")


def is_never_kept(entry: Entry) -> bool:
    """Tell whether a field of an entry, or its fields one after another, hold what must never be kept.

    Costs about as much as writing did; callers remember the answer for one version of an entry.
    """
    texts = [*entry.claim.fields().values(), entry.purpose.detail, *(cited.address for cited in entry.citations)]
    given = [text for text in texts if text]
    return bool(find_never_kept("\n".join(given)))


def split_payload(texts: Mapping[str, str]) -> frozenset[str]:
    """Give the ids of those texts over which something is spread that must never be kept.

    Args:
        texts: What will be shown, by entry id, in the order of showing; each was screened by itself before.
    """
    if len(texts) < 2:
        return frozenset()
    return frozenset(entry_id for glue in _GLUES for entry_id in _spanned(texts, glue))


def _spanned(texts: Mapping[str, str], glue: str) -> list[str]:
    spans: list[tuple[str, int, int]] = []
    at = 0
    for entry_id, text in texts.items():
        spans.append((entry_id, at, at + len(text)))
        at += len(text) + len(glue)
    hit: list[str] = []
    for finding in find_never_kept(glue.join(texts.values())):
        touched = [entry_id for entry_id, start, end in spans if finding.start < end and start < finding.end]
        hit += touched if len(touched) > 1 else []
    return hit
