"""Proof of what was erased where, counted from the store (R28)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from tenure.model.scope import Scope


class ReceiptState(StrEnum):
    """*pending* until the last step is done."""

    PENDING = "pending"
    DONE = "done"


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What one erasure did.

    Args:
        id: ``rcpt_...``.
        state: *pending* or *done*.
        at: When it was asked for (UTC).
        entry_ids: The entries erased.
        erased: How many records were erased at each place (``entries``, ``proposals``, ``notes``, ``keys``, ...).
        backups: Until when declared backups may still hold copies, or None if *not declared*.
        out_of_reach: What had left the store: exports, answers handed out.
        check: The command by which anyone can check it.
        scope: Where the receipt is kept: the scope of what was erased; None for scratch: that one is only handed out.
        version: Raised by one at each change, starting at 1.
    """

    id: str
    state: ReceiptState
    at: datetime
    entry_ids: tuple[str, ...]
    erased: tuple[tuple[str, int], ...]
    backups: date | None = None
    out_of_reach: tuple[str, ...] = ()
    check: str = ""
    scope: Scope | None = None
    version: int = 1
