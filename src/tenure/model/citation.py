"""The reference of a claim: enough for an authorised check, never a copy of the source (R14)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from tenure.model.principal import Origin, Trust
from tenure.values import dataclass

PLACE_DETAILS = frozenset(
    {"path", "first", "last", "commit", "blob", "state", "before", "after", "copies", "page", "now_at"}
)
"""The details of a citation that say where the cited words stand, and not what they are."""
STATEMENT = "statement"
APPROVAL = "approval"
KEEPER = "keeper"
"""The detail of a statement's citation that says who is asked after its message; without it nobody is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """Points at a source by scheme and address; digests stand for the cited words.

    Args:
        scheme: ``statement``, ``approval``, ``code``, ``file``, ``tool``, ``entry`` or one that a host registered.
        address: Where, in the scheme's own form (``src/a.py:10-12``, a message id, ``shell#call_7``, an entry id).
        seen_at: When the source was seen so (UTC).
        origin: The channel and principal of the source.
        trust: How far the source is trusted.
        details: The scheme's own fields, sorted by name: ids, spans, keyed digests; never cited text.
    """

    scheme: str
    address: str
    seen_at: datetime
    origin: Origin
    trust: Trust
    details: tuple[tuple[str, str | int], ...] = ()

    def detail(self, name: str) -> str | int | None:
        """Give one of the scheme's own fields, or None."""
        return dict(self.details).get(name)


def is_unkept_word(citation: Citation) -> bool:
    """Tell whether nobody can be asked after it: a statement whose message no host keeps, or an approval (R14)."""
    return citation.scheme == APPROVAL or (citation.scheme == STATEMENT and citation.detail(KEEPER) is None)


def says_the_same(one: Citation, other: Citation) -> bool:
    """Tell whether two citations speak of the same words of the same source: they differ in the place alone."""
    return _what(one) == _what(other)


def _what(citation: Citation) -> tuple[object, ...]:
    kept = tuple(sorted(detail for detail in citation.details if detail[0] not in PLACE_DETAILS))
    is_placed = citation.detail("path") is not None  # the address of code is its place
    return (citation.scheme, citation.origin, citation.trust, kept, "" if is_placed else citation.address)


def cited_entries(citations: Iterable[Citation]) -> tuple[str, ...]:
    """Give the ids of the entries that these citations name as their source."""
    return tuple([cited.address.removeprefix("entry:") for cited in citations if cited.scheme == "entry"])


def texts_of(citations: Iterable[Citation]) -> dict[str, str]:
    """Give what citations say in words, by field name, for screening: where, and what a declarative check states."""
    found: dict[str, str] = {}
    for at, cited in enumerate(citations, start=1):
        check = cited.detail("check")
        found |= {f"because.{at}": cited.address, **({f"because.{at}.check": str(check)} if check else {})}
    return found
