"""Remember what one version of an entry gives whenever it is asked, and which signatures hold: costly, and fixed."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import Final

from tenure.model.canonical import digest_of, entry_bytes
from tenure.model.entry import Entry
from tenure.recall.rescreen import is_never_kept
from tenure.screen.known import learned

CheckSignature = Callable[[str, bytes, str], bool]
"""Tells whether a signature holds: public key (hex), message, signature (hex)."""

_REMEMBERED_MAX: Final = 4096


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixed:
    """What one version of an entry gives whenever it is asked: no content, so it may outlive a request."""

    is_as_approved: bool
    is_never_kept: bool


_remembered: OrderedDict[tuple[str, int, int, int], Fixed] = OrderedDict()
_lock = Lock()


def fixed_of(entry: Entry) -> Fixed:
    """Give what this version of an entry gives, worked out once a process."""
    # The hash is keyed per process and covers every field, so an altered entry is never taken for the one seen.
    # What the process took out of a vault since then may stand in an entry that was clean before.
    key = (entry.id, entry.version, hash(entry), learned())
    with _lock:
        known = _remembered.get(key)
        if known is not None:
            _remembered.move_to_end(key)
            return known
    is_as_approved = entry.approval is not None and entry.approval.digest == digest_of(entry_bytes(entry))
    made = Fixed(is_as_approved=is_as_approved, is_never_kept=is_never_kept(entry))
    with _lock:
        _remembered[key] = made
        while len(_remembered) > _REMEMBERED_MAX:
            _remembered.popitem(last=False)
    return made


@lru_cache(maxsize=_REMEMBERED_MAX)
def signature_holds(check: CheckSignature, public_key: str, message: bytes, signature: str) -> bool:
    """Tell whether a signature holds, worked out once a process."""
    return check(public_key, message, signature)
