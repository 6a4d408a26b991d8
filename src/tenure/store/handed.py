"""What left the store, summed up page by page from the ledger, so that a forget need not read the whole of it (R28).

A page sums up so many lines: to whom an entry was handed out and how often, on which days it was exported, when the
whole store was copied. Pages are records in a bucket without a scope, sealed and committed to as all are. They say
nothing but what the lines say, and are made anew where they are not there.
"""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Final

from tenure.errors import IntegrityError
from tenure.model.entry import Status
from tenure.model.receipt import Left
from tenure.store import rows
from tenure.store.buckets import NOWHERE, Bucket
from tenure.store.database import Transaction
from tenure.store.keyfolder import KeyFolder
from tenure.store.ledger import Line, verified
from tenure.store.snapshot import SEVEN, padded
from tenure.store.states import States
from tenure.store.times import micros_instant
from tenure.store.view import STATUS_CODES

PAGE_LINES: Final = 1_000
PAGE: Final = rows.PAGE
ANSWER: Final = "recall"
EXPORT: Final = "export"
_ANSWERS: Final = frozenset({ANSWER, "brief"})
_COPIES: Final = ("backup", "move")
_DAY: Final = 86_400_000_000
_ITEM: Final = struct.Struct("<8s16sQ")

Sums = Counter[tuple[bytes, bytes]]
"""How often something left: by the keyed name of what and how, and by the reader, or the instant where none is told."""


def page_bucket(keys: KeyFolder) -> bytes:
    """Give the key of the bucket in which the pages lie."""
    return keys.subkeys.digest("scopes", b"bucket", bytes([PAGE]))


def fold(keys: KeyFolder, transaction: Transaction, states: States, newest: Line | None) -> None:
    """Sum up whole pages of lines that no page holds yet; the caller writes and holds the store's lock."""
    whole = 0 if newest is None else newest.seq // PAGE_LINES
    if whole <= keys.pages:  # known without a look
        return
    key = page_bucket(keys)
    found = transaction.rows("read_buckets", (keys.tenant, *padded([key], SEVEN)))
    keys.pages = Bucket._make(found[0]).live if found else 0
    if whole <= keys.pages:
        return
    with suppress(IntegrityError):  # whoever reads what left is told; what is written now has nothing to do with it
        made = [page(keys, transaction, number) for number in range(keys.pages, whole)]
        state = states.at(key, PAGE, None, parts={})
        for number, body in enumerate(made, start=keys.pages):
            draft = rows.Draft(
                record_id=f"page_{number}",
                form=PAGE,
                scope=NOWHERE,
                status=STATUS_CODES[Status.ACTIVE],
                version=1,
                body=body,
            )
            states.insert(state, draft, seq=number, version=1)


def left(
    keys: KeyFolder, transaction: Transaction, pages: Sequence[bytes], ids: Collection[str], *, since: datetime | None
) -> Left:
    """Give what left of these records, from the pages and the lines after them.

    Args:
        keys: What checks the lines.
        transaction: A snapshot whose newest line was checked against the head.
        pages: The bodies of all pages, in their order.
        ids: Which records.
        since: When the first of them was stored: copies of the whole store from then on hold one. None for no copies.

    Raises:
        IntegrityError: A line after the pages was altered or removed.
    """
    tail = _packed(_sums(keys, verified(keys, transaction, after=len(pages) * PAGE_LINES)))
    wanted = {_name(keys, verb, record_id): verb for record_id in ids for verb in (ANSWER, EXPORT)}
    wanted |= {_name(keys, verb, ""): verb for verb in _COPIES}
    days: dict[str, set[str]] = {verb: set() for verb in (EXPORT, *_COPIES)}
    answers: Counter[str] = Counter()
    for body in (*pages, tail):
        for name, detail, count in _ITEM.iter_unpack(body):
            verb = wanted.get(name)
            if verb == ANSWER:
                answers[detail.hex()] += count
            elif verb is not None:
                at = micros_instant(int.from_bytes(detail, "little", signed=True))
                if verb == EXPORT or (since is not None and at >= since):
                    days[verb].add(f"{at:%Y-%m-%d}")
    exported, backed_up, packed = (tuple(sorted(days[verb])) for verb in (EXPORT, *_COPIES))
    return Left(exported=exported, backed_up=backed_up, packed=packed, answers=tuple(answers.most_common()))


def page(keys: KeyFolder, transaction: Transaction, number: int) -> bytes:
    """Give the body of a page as its lines say it.

    Raises:
        IntegrityError: A line was altered or removed.
    """
    lines = verified(keys, transaction, after=number * PAGE_LINES, limit=PAGE_LINES)
    return _packed(_sums(keys, lines))


def _sums(keys: KeyFolder, lines: Iterable[Line]) -> Sums:
    sums = Sums()
    names: dict[tuple[str, str], bytes] = {}
    for line in lines:
        told = _told(line)
        if told is None:
            continue
        named, detail, count = told
        name = names.get(named)
        if name is None:
            name = names[named] = _name(keys, *named)
        sums[name, detail] += count
    return sums


def _told(line: Line) -> tuple[tuple[str, str], bytes, int] | None:
    """Give what a line tells to have left: verb and record, reader or instant, how often. None for other lines."""
    if line.verb in _ANSWERS and line.code.startswith("usable"):
        count = line.code.partition(":")[2]
        return (ANSWER, line.record_id), line.actor, int(count) if count.isdigit() else 1
    if line.verb == EXPORT and line.code == "exported":
        return (EXPORT, line.record_id), _instant(line.at - line.at % _DAY), 1
    if line.verb in _COPIES:
        return (line.verb, ""), _instant(line.at), 1
    return None


def _instant(micros: int) -> bytes:
    return micros.to_bytes(16, "little", signed=True)


def _name(keys: KeyFolder, verb: str, record_id: str) -> bytes:
    return keys.subkeys.digest("ledger", b"left", verb.encode(), record_id.encode(), size=8)


def _packed(sums: Sums) -> bytes:
    return b"".join(_ITEM.pack(name, detail, count) for (name, detail), count in sums.items())
