"""The value that every screen gives: what kind of thing was seen, and where."""

from __future__ import annotations

from enum import StrEnum

from tenure.values import dataclass


class Category(StrEnum):
    """What a finding asks of the caller; the rule that judges it is R08, R11 or R31."""

    SECRET = "secret"
    PERSONAL = "personal"
    SPECIAL = "special"
    INSTRUCTION = "instruction"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One match of one screen; it never carries the text that was matched.

    Args:
        category: What it asks of the caller.
        kind: A dotted name such as ``token.github`` or ``malicious.exfiltrate``.
        field: The field that was scanned, or several joined by ``+`` if only their join matched.
        start: Where it begins in the original text of that field (of the join, if several).
        end: Where it ends there; what was seen only in a decoded or normalised form spans the
            characters which that form was made from.
    """

    category: Category
    kind: str
    field: str
    start: int
    end: int
