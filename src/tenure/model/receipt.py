"""Proof of what was erased where, counted from the store (R28)."""

from __future__ import annotations

import json
from datetime import date, datetime
from enum import StrEnum
from typing import Final, cast

from tenure.errors import RequestError
from tenure.model.plain import from_plain, to_plain
from tenure.model.scope import Scope
from tenure.values import dataclass

_FORM: Final = 1
_UNSIGNED: Final = frozenset({"scope", "version", "signature"})


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
        out_of_reach: What had left the store: exports and backups by day, answers by reader and count.
        check: The command by which anyone can check it.
        scope: Where the receipt is kept: the scope of what was erased; None for scratch: that one is only handed out.
        version: Raised by one at each change, starting at 1.
        records: Id and nonce (hex) of each erased record, by which copies of the data can be searched; neither says
            anything else. The nonces are known once the erasure is committed.
        keys_destroyed_at: When the last of their keys was destroyed (UTC), or None while that waits.
        waits: The steps that are not finished: ``keys``, ``log`` (a reader still holds a snapshot).
        views_seconds: Within how many seconds other processes drop the views that they had opened, called or not; 0 if
            no other process can have any.
        public_key: The Ed25519 key (hex) that signed it; `tenure doctor` shows the store's.
        signature: The signature (hex) over everything but ``scope``, ``version`` and itself.
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
    records: tuple[tuple[str, str], ...] = ()
    keys_destroyed_at: datetime | None = None
    waits: tuple[str, ...] = ()
    views_seconds: int = 0
    public_key: str = ""
    signature: str = ""

    def signed_bytes(self) -> bytes:
        """Give the bytes that the signature is over: the same from the store's receipt and from a file."""
        told = {name: value for name, value in self._plain().items() if name not in _UNSIGNED}
        text = json.dumps(told, separators=(",", ":"), sort_keys=True, ensure_ascii=True)
        return b"tenure receipt 1 " + text.encode()

    def to_json(self) -> str:
        """Give it as one line of JSON to keep outside the store; it says nothing of what was erased."""
        plain = self._plain()
        plain.pop("scope", None)
        return json.dumps({"tenure_receipt": _FORM, **plain})

    @classmethod
    def from_json(cls, text: str) -> Receipt:
        """Give the receipt that `to_json` wrote; whether its signature holds is for the store to say.

        Raises:
            RequestError: It is no receipt.
        """
        try:
            named = dict(cast("dict[str, object]", json.loads(text)))
            is_known = named.pop("tenure_receipt", None) == _FORM
            receipt = from_plain(cls, named) if is_known else None
            for _, nonce in () if receipt is None else receipt.records:
                bytes.fromhex(nonce)
        except (ValueError, TypeError, RequestError, RecursionError):
            receipt = None
        if receipt is None:
            raise RequestError(
                "this file is no receipt", code="bad_receipt", hint="Give what `tenure forget --receipt` wrote."
            )
        return receipt

    def _plain(self) -> dict[str, object]:
        return cast("dict[str, object]", to_plain(self))


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """What left the store of some records, as the ledger knows it.

    Args:
        exported: Days on which one of them was exported (``2026-11-30``).
        backed_up: Days on which the whole store was copied, sealed, while it held one.
        packed: Days on which it was packed with its keys.
        answers: Readers, each by keyed digest, and how often one was handed out to them; most often first.
    """

    exported: tuple[str, ...] = ()
    backed_up: tuple[str, ...] = ()
    packed: tuple[str, ...] = ()
    answers: tuple[tuple[str, int], ...] = ()
