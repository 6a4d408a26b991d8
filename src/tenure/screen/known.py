"""Values that this process took out of a vault: met again in any text, they are never kept (R31, R32).

What a handle resolves to is a secret whatever it looks like. Here it is remembered by keyed digests alone, under a key
that lives and ends with the process, so that the screens recognise it:

- shorter than 4 characters: not at all, for every text is full of such
- 4 to 7 characters: as a word of its own
- 8 to 11 characters: anywhere
- 12 characters or more: anywhere, and so is every piece of half its length or 64 characters, but 12 at least
- of several lines: each line of 16 characters or more too, and all of them run together

As every screen, this one reads a text in all its readings: encoded, spelled out, reversed, in other letter forms.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from threading import Lock
from typing import Final

from tenure.screen.finding import Category, Finding
from tenure.screen.letters import fold
from tenure.screen.normalise import View, views_of

KIND: Final = "secret.resolved"
VALUES_MAX: Final = 256
"""Values remembered; the one learned longest ago goes first."""
_CHARS_MIN: Final = 4
_ANYWHERE_CHARS_MIN: Final = 8
_PIECE_CHARS_MIN: Final = 12
_PIECE_CHARS_MAX: Final = 64
_LINE_CHARS_MIN: Final = 16
_HEAD_CHARS: Final = 4

_Pieces = Mapping[int, frozenset[bytes]]


class _Known:
    """The digests of every piece by which a value is recognised; read without a lock, replaced as a whole."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)
        self._lock = Lock()
        self._values: OrderedDict[bytes, tuple[frozenset[int], _Pieces]] = OrderedDict()
        self.count = 0
        self.heads: frozenset[int] = frozenset()
        self.pieces: _Pieces = {}

    def digest(self, piece: str) -> bytes:
        return hashlib.blake2b(piece.encode("utf-8", "surrogatepass"), digest_size=16, key=self._key).digest()

    def forked(self) -> None:
        """Have a lock of its own: no thread of a child lets go of its parent's."""
        self._lock = Lock()

    def learn(self, value: str) -> None:
        name = self.digest(value)
        with self._lock:
            if name in self._values:
                self._values.move_to_end(name)
                return
            pieces = tuple(dict.fromkeys(piece for form in _forms(value) for piece in _pieces(form)))
            by_length: dict[int, set[bytes]] = {}
            for piece in pieces:
                by_length.setdefault(len(piece), set()).add(self.digest(piece))
            heads = frozenset(hash(piece[:_HEAD_CHARS]) for piece in pieces)
            self._values[name] = heads, {length: frozenset(each) for length, each in by_length.items()}
            while len(self._values) > VALUES_MAX:
                self._values.popitem(last=False)
            self._merge()

    def _merge(self) -> None:
        merged: dict[int, frozenset[bytes]] = {}
        for _, pieces in self._values.values():
            for length, each in pieces.items():
                merged[length] = merged.get(length, frozenset()) | each
        self.pieces = merged
        self.heads = frozenset[int]().union(*(heads for heads, _ in self._values.values()))
        self.count += 1


_known: Final = _Known()
os.register_at_fork(after_in_child=_known.forked)


def learn(value: str) -> None:
    """Remember a value that was taken out of a vault, until this process ends."""
    _known.learn(value)


def learned() -> int:
    """How often something new was learned: an answer of the screens that is kept counts for one such number."""
    return _known.count


def holds_known(text: str) -> bool:
    """Whether a text holds a learned value, in any of its readings."""
    return bool(_known.pieces) and next(known_findings(views_of(text), "text"), None) is not None


def known_findings(views: Sequence[View], field: str) -> Iterator[Finding]:
    """Findings of category SECRET where a reading of a text holds a learned value; overlapping ones are one value."""
    pieces = _known.pieces
    if not pieces:
        return
    for view in views:
        for start, end in _spans(view.text, pieces):
            first, last = view.span(start, end)
            yield Finding(category=Category.SECRET, kind=KIND, field=field, start=first, end=last)


def _spans(text: str, pieces: _Pieces) -> Iterator[tuple[int, int]]:
    # Most positions end at the first look: no learned piece begins with these four characters.
    heads, digest = _known.heads, _known.digest
    for start in range(len(text) - _HEAD_CHARS + 1):
        if hash(text[start : start + _HEAD_CHARS]) not in heads:
            continue
        for length, digests in pieces.items():
            end = start + length
            if end > len(text) or digest(text[start:end]) not in digests:
                continue
            around = text[start - 1 : start] if start else "", text[end : end + 1]
            if length >= _ANYWHERE_CHARS_MIN or not any(each.isalnum() for each in around):
                yield start, end


def _forms(value: str) -> tuple[str, ...]:
    """A value as it may be met: as it is, folded, without its white space, and line by line."""
    lines = value.splitlines()
    whole = (value.strip(), "".join(value.split()))
    single = [line.strip() for line in lines if len(line.strip()) >= _LINE_CHARS_MIN] if len(lines) > 1 else []
    return tuple(dict.fromkeys(each for form in (*whole, *single) for each in (form, fold(form))))


def _pieces(form: str) -> Iterator[str]:
    if len(form) < _CHARS_MIN:
        return
    length = len(form)
    if length >= _PIECE_CHARS_MIN:
        length = min(_PIECE_CHARS_MAX, max(_PIECE_CHARS_MIN, (length + 1) // 2))
    for at in range(len(form) - length + 1):
        yield form[at : at + length]
