"""Remember what one version of an entry gives whenever it is asked, and which signatures hold: costly, and fixed."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from datetime import datetime
from functools import lru_cache
from threading import Lock
from typing import Final, Generic, TypeVar
from weakref import ref

from tenure.forked import free_in_children
from tenure.model.canonical import digest_of, entry_bytes
from tenure.model.citation import APPROVAL, Citation, cited_entries, is_unkept_word
from tenure.model.claim import Kind
from tenure.model.entry import LIVE, Entry
from tenure.model.folding import fold_text, fold_wording
from tenure.recall.rescreen import is_never_kept
from tenure.screen.known import learned
from tenure.values import dataclass

CheckSignature = Callable[[str, bytes, str], bool]
"""Tells whether a signature holds: public key (hex), message, signature (hex)."""

_REMEMBERED_MAX: Final = 4096

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


@dataclass(frozen=True, slots=True, kw_only=True)
class Screened:
    """What costs most to work out of one version of an entry: no content, so it outlives the entry in memory."""

    is_as_approved: bool
    is_never_kept: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixed:
    """What one version of an entry gives whenever it is asked; it ends with the entry in memory.

    Args:
        screened: Whether it is as approved, and whether it holds what is never kept.
        wording: A number that entries have in common whose claims say the same in nearly the same words; keyed per
            process. Of code the words are compared as they stand: a name in it may differ by its last letter.
        is_live: Whether its status is one in which it may be used, or asked about.
        calm_from: The instant from which neither its time of truth nor anything else keeps it back; None for always.
        calm_until: The first instant at which its end, its time of truth or a review does; None for never.
        is_unkept_word: Whether it rests on words alone that nobody can be asked after: nothing outside of it can speak
            against them.
        sources: The citations that are checked: those of other entries are its grounds, and its approval counts where
            it has nothing else.
        grounds: The ids of the entries that it rests on (R26).
    """

    screened: Screened
    wording: int
    is_live: bool
    calm_from: datetime | None
    calm_until: datetime | None
    is_unkept_word: bool
    sources: tuple[Citation, ...]
    grounds: tuple[str, ...]

    def is_calm(self, now: datetime) -> bool:
        """Tell whether nothing that the entry itself says keeps it back at this instant."""
        return (
            self.is_live
            and (self.calm_until is None or now < self.calm_until)
            and (self.calm_from is None or self.calm_from <= now)
        )


class _Remembered(Generic[K, V]):
    """What was worked out last, by a key that holds no content; bounded, the least used dropped."""

    def __init__(self) -> None:
        self._held: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()
        free_in_children(self)

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


_screened: _Remembered[tuple[str, int, int, int], Screened] = _Remembered()
_at_hand: dict[int, tuple[ref[Entry], int, Fixed]] = {}


def fixed_of(entry: Entry) -> Fixed:
    """Give what this version of an entry gives, worked out once for each time that it is read and decoded."""
    # What the process took out of a vault since then may stand in an entry that was clean before.
    key, count = id(entry), learned()
    held = _at_hand.get(key)
    if held is not None and held[1] == count and held[0]() is entry:
        return held[2]
    made = _made(entry, count)
    _at_hand[key] = (ref(entry, lambda _: _at_hand.pop(key, None)), count, made)
    return made


def _made(entry: Entry, count: int) -> Fixed:
    # The hash is keyed per process and covers every field, so an altered entry is never taken for the one seen.
    screened = _screened.of((entry.id, entry.version, hash(entry), count), lambda: _screen(entry))
    fold = fold_text if entry.claim.kind is Kind.CODE else fold_wording
    ends = (
        entry.lifetime.ends_at(entry.recorded_at),
        entry.lifetime.due_at(entry.used_at()),
        entry.valid_until,
    )
    cited = [each for each in entry.citations if each.scheme != "entry"]
    # The approval proves consent; beside a source of its own an entry is as verified as that source.
    sources = tuple([each for each in cited if each.scheme != APPROVAL] or cited)
    grounds = tuple(dict.fromkeys((*cited_entries(entry.citations), *entry.derived_from)))
    is_word = bool(sources) and all(map(is_unkept_word, sources))
    return Fixed(
        screened=screened,
        wording=hash(fold(entry.claim.text)),
        is_live=entry.status in LIVE,
        calm_from=entry.valid_from,
        calm_until=min((end for end in ends if end is not None), default=None),
        is_unkept_word=is_word and not (grounds or entry.renewed),
        sources=sources,
        grounds=grounds,
    )


def _screen(entry: Entry) -> Screened:
    is_as_approved = entry.approval is not None and entry.approval.digest == digest_of(entry_bytes(entry))
    return Screened(is_as_approved=is_as_approved, is_never_kept=is_never_kept(entry))


@lru_cache(maxsize=_REMEMBERED_MAX)
def signature_holds(check: CheckSignature, public_key: str, message: bytes, signature: str) -> bool:
    """Tell whether a signature holds, worked out once a process."""
    return check(public_key, message, signature)
