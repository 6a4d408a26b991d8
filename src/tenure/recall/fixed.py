"""Remember what one version of an entry gives whenever it is asked, and which signatures hold: costly, and fixed."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import Final, Generic, TypeVar

from tenure.model.canonical import digest_of, entry_bytes
from tenure.model.claim import Kind
from tenure.model.entry import Entry
from tenure.model.folding import fold_text, fold_wording
from tenure.recall.rescreen import is_never_kept
from tenure.screen.known import learned

CheckSignature = Callable[[str, bytes, str], bool]
"""Tells whether a signature holds: public key (hex), message, signature (hex)."""

_REMEMBERED_MAX: Final = 4096

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixed:
    """What one version of an entry gives whenever it is asked: no content, so it may outlive a request."""

    is_as_approved: bool
    is_never_kept: bool


class _Remembered(Generic[K, V]):
    """What was worked out last, by a key that holds no content; bounded, the least used dropped."""

    def __init__(self) -> None:
        self._held: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()

    def of(self, key: K, make: Callable[[], V]) -> V:
        with self._lock:
            known = self._held.get(key)
            if known is not None:
                self._held.move_to_end(key)
                return known
        made = make()
        with self._lock:
            self._held[key] = made
            while len(self._held) > _REMEMBERED_MAX:
                self._held.popitem(last=False)
        return made


_fixed: _Remembered[tuple[str, int, int, int], Fixed] = _Remembered()
_wordings: _Remembered[tuple[str, int, int], int] = _Remembered()


def fixed_of(entry: Entry) -> Fixed:
    """Give what this version of an entry gives, worked out once a process."""
    # The hash is keyed per process and covers every field, so an altered entry is never taken for the one seen.
    # What the process took out of a vault since then may stand in an entry that was clean before.
    return _fixed.of((entry.id, entry.version, hash(entry), learned()), lambda: _made(entry))


def wording_of(entry: Entry) -> int:
    """Give a number that entries have in common whose claims say the same in nearly the same words.

    It is keyed per process. Of code the words are compared as they stand: a name in it may differ by its last letter.
    """
    claim = entry.claim
    fold = fold_text if claim.kind is Kind.CODE else fold_wording
    return _wordings.of((entry.id, entry.version, hash(claim.text)), lambda: hash(fold(claim.text)))


def _made(entry: Entry) -> Fixed:
    is_as_approved = entry.approval is not None and entry.approval.digest == digest_of(entry_bytes(entry))
    return Fixed(is_as_approved=is_as_approved, is_never_kept=is_never_kept(entry))


@lru_cache(maxsize=_REMEMBERED_MAX)
def signature_holds(check: CheckSignature, public_key: str, message: bytes, signature: str) -> bool:
    """Tell whether a signature holds, worked out once a process."""
    return check(public_key, message, signature)
