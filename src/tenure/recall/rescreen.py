"""Screen again what was stored, with today's rules: an entry by itself, and what several say together (R31, R34)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tenure.model.citation import texts_of
from tenure.model.entry import Entry
from tenure.screen import Category, Finding, find_never_kept, screen_fields
from tenure.screen.scan import is_own_id
from tenure.screen.spread import find_spread

_LINES: Final = "\n"
_MALICIOUS: Final = "malicious."


def is_never_kept(entry: Entry) -> bool:
    """Tell whether an entry holds what must never be kept.

    One look at all fields together clears nearly every entry. Only if that finds something, every field and join is
    screened as at writing, so that nothing is held back which would be admitted today. Costs about half of that;
    callers remember the answer for one version of an entry.
    """
    fields = {**entry.claim.fields(), "purpose": f"{entry.purpose.name}: {entry.purpose.detail}"}
    fields |= texts_of((*entry.citations, *entry.renewed))
    said = _LINES.join(text for text in fields.values() if not is_own_id(text))
    return bool(find_never_kept(said)) and any(map(_is_barred, screen_fields(fields)))


def words_of(entry: Entry) -> str:
    """Give the words by which an entry meets the others of an answer."""
    return "\n".join(text for text in (entry.claim.text, entry.claim.applies_when) if text)


def split_payload(texts: Mapping[str, str]) -> frozenset[str]:
    """Give the ids of those texts over which something is spread that must never be kept.

    Args:
        texts: What will be shown, by entry id, in the order of showing; each was screened by itself before.
    """
    return frozenset(entry_id for finding in find_spread(texts) for entry_id in finding.field.split("+"))


def _is_barred(finding: Finding) -> bool:
    return finding.category is Category.SECRET or finding.kind.startswith(_MALICIOUS)
