"""The ledger: a chain of macs over what was done; its head lies in the key folder."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from hashlib import blake2b
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from tenure.errors import IntegrityError, RequestError
from tenure.model.event import Event
from tenure.model.principal import Origin
from tenure.screen.pattern import Pattern
from tenure.store.database import Transaction
from tenure.store.heads import Head
from tenure.store.keyfolder import KeyFolder
from tenure.store.records import Finding, LedgerLine
from tenure.store.times import instant_micros, micros_instant

if TYPE_CHECKING:  # loads with the first anchor that is printed or read
    from tenure.model.anchor import Anchor

MAC_BYTES: Final = 32
ACTOR_BYTES: Final = 16
START: Final = bytes(MAC_BYTES)
_NUMBERS: Final = struct.Struct("<I32sIQIqIqI16s")
_LENGTH: Final = struct.Struct("<I")
_WORD: Final = Pattern(r"[A-Za-z0-9_.:,-]{0,120}")
_RANDOM_ID: Final = Pattern(r"(?:ent|prop|grant|rcpt|task|note)_[0-9a-z]{1,40}")
_LINES: Final = 1000
CONFIRM_CLOCK: Final = "confirm_clock"
"""The one verb that moves the mark whatever the clock says: a person confirmed a leap ahead (R23)."""


class Line(NamedTuple):
    """One row of the ledger, in the order of the columns."""

    seq: int
    at: int
    mark: int
    actor: bytes
    verb: str
    rule: str
    record_id: str
    code: str
    mac: bytes = b""


def head_key(keys: KeyFolder) -> bytes:
    """Give the key of the ledger's head."""
    return keys.subkeys.digest("ledger", b"head", keys.bound)


def check_events(events: Iterable[Event]) -> None:
    """Let events pass whose words are codes, so that no content can enter the ledger.

    Raises:
        RequestError: A verb, rule or code is no short word.
    """
    for event in events:
        if not all(_WORD.fullmatch(word) for word in (event.verb, event.rule, event.code)):
            raise RequestError("an event's verb, rule and code are short words", code="bad_event")


def newest(keys: KeyFolder, transaction: Transaction, head: Head | None) -> Line | None:
    """Give the newest line, checked against the head, which must have been read before the snapshot began.

    Raises:
        IntegrityError: The ledger is behind its head, what is beyond the head does not chain to it, or the line does
            not say what it said when it was written.
    """
    found = [Line._make(row) for row in transaction.rows("read_last_lines", (keys.tenant, 2))]
    line = found[0] if found else None
    if line is None:
        if head is not None:
            raise IntegrityError("the ledger was removed", code="removed")
        return None
    after, mac = (0, START) if head is None else (head.version, head.commitment)
    if line.seq < after:
        raise IntegrityError("the ledger is older than the keys know it to be", code="rolled_back")
    if line.seq == after and not (line.mac == mac and _is_as_written(keys, line, found[1:])):
        raise IntegrityError("the ledger was altered", code="tampered")
    if line.seq > after:  # a crash came between the commit and its head
        check_chain(keys, transaction, after=after, mac=mac)
    return line


def _is_as_written(keys: KeyFolder, line: Line, before: Sequence[Line]) -> bool:
    """Tell whether a line's fields, the mark among them, are those of its mac; a mac that the head knows is no more."""
    if line != keys.sound_line:
        mac = before[0].mac if before else START
        if line.mac != _mac(keys, mac, line):
            return False
        keys.sound_line = line  # a hot call need not repeat it
    return True


def check_chain(keys: KeyFolder, transaction: Transaction, *, after: int, mac: bytes) -> bytes:
    """Follow the chain from a line's mac to the end and give the last mac.

    Raises:
        IntegrityError: A line was altered, removed or inserted.
    """
    for line in _chained(keys, transaction, after=after, mac=mac):
        mac = line.mac
    return mac


def verified(keys: KeyFolder, transaction: Transaction, *, after: int, limit: int | None = None) -> Iterator[Line]:
    """Give lines after a sequence number, oldest first, each checked against the one before it.

    Raises:
        IntegrityError: A line was altered, removed or inserted.
    """
    before = transaction.rows("read_lines", (keys.tenant, after - 1, 1)) if after > 0 else []
    mac = Line._make(before[0]).mac if before else START
    most = _LINES if limit is None else min(limit, _LINES)
    return islice(_chained(keys, transaction, after=after, mac=mac, most=most), limit)


def _chained(
    keys: KeyFolder, transaction: Transaction, *, after: int, mac: bytes, most: int = _LINES
) -> Iterator[Line]:
    while lines := transaction.rows("read_lines", (keys.tenant, after, most)):
        for line in map(Line._make, lines):
            if line.seq != after + 1 or line.mac != _mac(keys, mac, line):
                raise IntegrityError("the ledger was altered", code="tampered")
            after, mac = line.seq, line.mac
            yield line


def append(
    keys: KeyFolder, transaction: Transaction, last: Line | None, events: Sequence[Event], *, leap: timedelta
) -> Head | None:
    """Append events after the newest line and give the new head, or None if there was nothing to append.

    Each line bears the store's mark, the latest instant that is believed: an event further ahead of it than ``leap``
    leaves it where it is, until a person confirms the clock (R23).
    """
    if not events:
        return None
    seq, mac = (0, START) if last is None else (last.seq, last.mac)
    mark = None if last is None else last.mark
    lines: list[Line] = []
    for event in events:
        seq += 1
        at = instant_micros(event.at)
        is_believed = mark is None or event.verb == CONFIRM_CLOCK or at - mark <= leap // timedelta(microseconds=1)
        mark = max(mark or at, at) if is_believed else mark
        actor = actor_digest(keys, event.actor)
        line = Line(seq, at, mark or at, actor, event.verb, event.rule, _ledger_id(keys, event.record_id), event.code)
        mac = _mac(keys, mac, line)
        lines.append(line._replace(mac=mac))
    transaction.run_many("insert_line", [(keys.tenant, *line) for line in lines])
    return Head(head_key(keys), seq, mac)


def actor_digest(keys: KeyFolder, origin: Origin) -> bytes:
    """Give the keyed digest by which lines name who did it."""
    return keys.subkeys.digest("ledger", b"actor", origin.channel.value.encode(), origin.principal.encode())


def anchor_of(keys: KeyFolder, transaction: Transaction) -> Anchor | None:
    """Give the newest line as an anchor; None if there is none yet."""
    found = transaction.rows("read_last_lines", (keys.tenant, 1))
    if not found:
        return None
    line = Line._make(found[0])
    read_lines(keys, transaction, after=line.seq - 1, limit=1)  # checked before it is given away
    from tenure.model.anchor import Anchor  # noqa: PLC0415 - loads on first use

    return Anchor(store=keys.store_id.hex(), sequence=line.seq, mac=line.mac.hex(), at=micros_instant(line.at))


def against(keys: KeyFolder, transaction: Transaction, anchors: Sequence[Anchor]) -> Iterator[Finding]:
    """Give what the anchors know and the ledger does not bear: lines gone, or others in their place. At most one."""
    newest_one = transaction.rows("read_last_lines", (keys.tenant, 1))
    last = Line._make(newest_one[0]).seq if newest_one else 0
    for anchor in sorted(anchors, key=lambda anchor: anchor.sequence):
        if anchor.store != keys.store_id.hex():
            yield _anchor_fault("this anchor is of another store", "Give the anchors of this store.")
            return
        found = transaction.rows("read_lines", (keys.tenant, anchor.sequence - 1, 1))
        line = Line._make(found[0]) if found else None
        if line is None:
            gone = f"the store is older than an anchor: its lines after {last} are gone, so it was put back to before"
            yield _anchor_fault(f"{gone} {anchor.at:%Y-%m-%d %H:%M:%SZ}", _PUT_BACK)
            return
        if line.mac.hex() != anchor.mac:
            yield _anchor_fault(
                f"the ledger has another history than an anchor, from line {anchor.sequence} or before, "
                f"{anchor.at:%Y-%m-%d %H:%M:%SZ}",
                _PUT_BACK,
            )
            return


_PUT_BACK: Final = "If you restored a backup yourself, anchor anew. If not, somebody put back older data and keys."


def _anchor_fault(message: str, fix: str) -> Finding:
    return Finding(check="anchor", is_fault=True, message=message, fix=fix)


def sound_until(keys: KeyFolder, transaction: Transaction) -> Line | None:
    """Give the last line to which the chain from the beginning is unbroken; None if the first is not."""
    sound, mac, seq = None, START, 0
    while lines := transaction.rows("read_lines", (keys.tenant, seq, _LINES)):
        for line in map(Line._make, lines):
            try:
                is_next = line.seq == seq + 1 and line.mac == _mac(keys, mac, line)
            except IntegrityError:
                is_next = False
            if not is_next:
                return sound
            seq, mac, sound = line.seq, line.mac, line
    return sound


def read_lines(keys: KeyFolder, transaction: Transaction, *, after: int, limit: int) -> tuple[LedgerLine, ...]:
    """Give lines after a sequence number, oldest first, each checked against the one before it."""
    return tuple(
        LedgerLine(
            sequence=line.seq,
            at=micros_instant(line.at),
            actor=line.actor.hex(),
            verb=line.verb,
            rule=line.rule,
            record_id=line.record_id,
            code=line.code,
        )
        for line in verified(keys, transaction, after=after, limit=limit)
    )


def _ledger_id(keys: KeyFolder, record_id: str) -> str:
    # Random ids say nothing; anything else (a person's id) could be guessed and is kept as a keyed digest.
    if not record_id or _RANDOM_ID.fullmatch(record_id):
        return record_id
    return "id_" + keys.subkeys.digest("ledger", b"id", record_id.encode()).hex()


def _mac(keys: KeyFolder, before: bytes, line: Line) -> bytes:
    try:
        return _line_mac(keys, before, line)
    except (TypeError, ValueError, AttributeError, struct.error):
        raise IntegrityError("the ledger holds what is never written", code="tampered") from None


def _line_mac(keys: KeyFolder, before: bytes, line: Line) -> bytes:
    # The framing of `Subkeys.digest`, put together by hand: whoever reads a long ledger makes many of these.
    if len(before) != MAC_BYTES or len(line.actor) != ACTOR_BYTES:
        raise ValueError("of another length than is ever written")
    bound = keys.bound
    numbers = _NUMBERS.pack(MAC_BYTES, before, 8, line.seq, 8, line.at, 8, line.mark, ACTOR_BYTES, line.actor)
    words = [word.encode() for word in (line.verb, line.rule, line.record_id, line.code)]
    framed = [_LENGTH.pack(len(bound)), bound, numbers]
    for word in words:
        framed += (_LENGTH.pack(len(word)), word)
    key = keys.subkeys.key("ledger")
    return blake2b(b"".join(framed), digest_size=MAC_BYTES, key=key, person=b"line").digest()
