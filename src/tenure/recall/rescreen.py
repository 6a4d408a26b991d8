"""Screen again what was stored, with today's rules: an entry by itself, and what several say together (R31, R34)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from tenure.model.citation import texts_of
from tenure.model.entry import Entry
from tenure.screen import Category, Finding, find_never_kept, screen_fields
from tenure.screen.pattern import Pattern

_LINES: Final = "\n"
_SEAMLESS: Final = ""
_SHAPED: Final = "token."
_MALICIOUS: Final = "malicious."
_REST: Final = Pattern(
    r"\s*(?:(?:part|step|half|piece|continued|and|then|\d+)\b[\w ]{0,12}[:.)] ?)?"
    r"(?P<rest>(?:to|and|then|with|into|onto|via|at|from|towards|by|without|so that)\b)",
    re.IGNORECASE,
)


def is_never_kept(entry: Entry) -> bool:
    """Tell whether an entry holds what must never be kept.

    One look at all fields together clears nearly every entry. Only if that finds something, every field and join is
    screened as at writing, so that nothing is held back which would be admitted today. Costs about half of that;
    callers remember the answer for one version of an entry.
    """
    fields = {**entry.claim.fields(), "purpose": f"{entry.purpose.name}: {entry.purpose.detail}"}
    fields |= texts_of((*entry.citations, *entry.renewed))
    return bool(find_never_kept(_LINES.join(fields.values()))) and any(map(_is_barred, screen_fields(fields)))


def words_of(entry: Entry) -> str:
    """Give the words by which an entry meets the others of an answer."""
    return "\n".join(text for text in (entry.claim.text, entry.claim.applies_when) if text)


def split_payload(texts: Mapping[str, str]) -> frozenset[str]:
    """Give the ids of those texts over which something is spread that must never be kept.

    Args:
        texts: What will be shown, by entry id, in the order of showing; each was screened by itself before.
    """
    if len(texts) < 2:
        return frozenset()
    return frozenset((*_spanned(texts, _LINES), *_spanned(texts, _SEAMLESS), *_continued(texts)))


def _is_barred(finding: Finding) -> bool:
    return finding.category is Category.SECRET or finding.kind.startswith(_MALICIOUS)


def _continued(texts: Mapping[str, str]) -> list[str]:
    """Give the ids of texts of which one goes on where another broke off, if both together are malicious.

    Only what begins as the rest of a sentence is read so: any two texts would make sentences that nobody wrote.
    """
    hit: list[str] = []
    for rest_id, rest in texts.items():
        begun = _REST.match(rest)
        if begun is None:
            continue
        for head_id, head in texts.items():
            together = f"{head.rstrip(' .,;:')} {rest[begun.start('rest') :]}"
            if head_id != rest_id and any(each.kind.startswith(_MALICIOUS) for each in find_never_kept(together)):
                hit += [head_id, rest_id]
    return hit


def _spanned(texts: Mapping[str, str], glue: str) -> list[str]:
    """Give the ids that one finding spans together. Of texts joined without a seam only tokens of a known shape count.

    Joined so, the end of one word and the start of another make labels that nobody wrote.
    """
    spans: list[tuple[str, int, int]] = []
    at = 0
    for entry_id, text in texts.items():
        spans.append((entry_id, at, at + len(text)))
        at += len(text) + len(glue)
    hit: list[str] = []
    for finding in find_never_kept(glue.join(texts.values())):
        if glue == _SEAMLESS and not finding.kind.startswith(_SHAPED):
            continue
        touched = [entry_id for entry_id, start, end in spans if finding.start < end and start < finding.end]
        hit += touched if len(touched) > 1 else []
    return hit
