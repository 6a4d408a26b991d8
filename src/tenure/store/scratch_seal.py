"""Seal what scratch keeps: AES-256-GCM under the task's key, bound to store, task and place, padded."""

from __future__ import annotations

import json
import os
from dataclasses import field
from typing import Any, Final

from tenure.errors import IntegrityError
from tenure.model.scope import Scope
from tenure.store.records import Note, NoteKind, TaskRecord
from tenure.store.seal import NONCE_BYTES, open_small, seal_small
from tenure.store.times import instant_micros, micros_instant
from tenure.values import dataclass

KEY_BYTES: Final = 32
_LENGTH_BYTES: Final = 4
_PAD: Final = 256

Bound = tuple[str | int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What is sealed of a task: its name and scope, and which notes it has, so that none can be taken away.

    Args:
        name: Its name.
        scope: Its scope.
        version: Raised by one at each change; an older head is a rollback.
        next_seq: The number of the next note; none is given twice.
        live: The numbers of the notes that it has.
        trusted: Where the trusted refs stood when it began.
    """

    name: str
    scope: Scope
    version: int = 1
    next_seq: int = 1
    live: tuple[int, ...] = ()
    trusted: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedTask:
    """A task whose head was opened, with what opened it."""

    record: TaskRecord
    head: Head
    key: bytes = field(repr=False)
    bound: Bound


def new_key() -> bytes:
    """Give a random key for one task."""
    return os.urandom(KEY_BYTES)


def seal_head(key: bytes, head: Head, bound: Bound) -> tuple[bytes, bytes]:
    """Give nonce and ciphertext of a task's head."""
    told = [head.name, dict(head.scope.parts()), head.version, head.next_seq, head.live, dict(head.trusted)]
    return _seal(key, told, bound)


def open_head(key: bytes, nonce: bytes, sealed: bytes, bound: Bound) -> Head:
    """Give the head back.

    Raises:
        IntegrityError: It, or a column that is bound to it, was changed.
    """
    # A task of an earlier version has no trusted refs.
    name, scope, version, next_seq, live, *more = _open(key, nonce, sealed, bound)
    return Head(
        name=name,
        scope=Scope(**scope),
        version=version,
        next_seq=next_seq,
        live=tuple(live),
        trusted=tuple(more[0].items()) if more else (),
    )


def seal_note(key: bytes, note: Note, bound: Bound) -> tuple[bytes, bytes]:
    """Give nonce and ciphertext of a note; its id and task are columns and bound."""
    at = instant_micros(note.at)
    told = [note.kind.value, note.text, note.source, note.channel, at, note.call, note.derived_from, note.is_tainted]
    return _seal(key, told, bound)


def open_note(key: bytes, nonce: bytes, sealed: bytes, bound: Bound, *, task_id: str, note_id: str) -> Note:
    """Give the note back.

    Raises:
        IntegrityError: It, or a column that is bound to it, was changed.
    """
    kind, text, source, channel, at, call, derived_from, is_tainted = _open(key, nonce, sealed, bound)
    return Note(
        id=note_id,
        task_id=task_id,
        kind=NoteKind(kind),
        text=text,
        source=source,
        channel=channel,
        at=micros_instant(at),
        call=call,
        derived_from=tuple(derived_from),
        is_tainted=is_tainted,
    )


def _seal(key: bytes, value: object, bound: Bound) -> tuple[bytes, bytes]:
    told = _encode(value)
    padded = len(told).to_bytes(_LENGTH_BYTES, "big") + told
    padded += bytes(-len(padded) % _PAD)
    nonce = os.urandom(NONCE_BYTES)
    return nonce, seal_small(key, nonce, padded, _encode(bound))


def _open(key: bytes, nonce: bytes, sealed: bytes, bound: Bound) -> Any:  # noqa: ANN401 - JSON of our own making
    padded = open_small(key, nonce, sealed, _encode(bound))
    if padded is None:
        raise IntegrityError("a note of scratch was changed", hint="End this task; its notes cannot be trusted.")
    length = int.from_bytes(padded[:_LENGTH_BYTES], "big")
    return json.loads(padded[_LENGTH_BYTES : _LENGTH_BYTES + length].decode("utf-8", "surrogatepass"))


def _encode(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
