"""Every record as a row and back: which columns are plain, what goes into the sealed body, where a record lies."""

from __future__ import annotations

import json
import unicodedata
from dataclasses import fields
from functools import cache
from typing import Any, Final, cast

from tenure.errors import IntegrityError, RequestError
from tenure.model.claim import Claim, Kind
from tenure.model.decision import Proposal
from tenure.model.entry import Entry, Status
from tenure.model.folding import fold_text, fold_wording
from tenure.model.grant import Grant, Person
from tenure.model.plain import from_plain, to_plain
from tenure.model.receipt import Receipt
from tenure.model.scope import Scope
from tenure.store.keys import Subkeys
from tenure.store.records import EntryMark, IndexedEntry, Setting, Tombstone, Written
from tenure.store.seal import Row
from tenure.store.times import instant_micros
from tenure.store.view import LIVE_CODES, STATUS_CODES, pack_head
from tenure.values import dataclass

Record = Entry | Proposal | Grant | Person | Setting | Receipt | Tombstone

FORMS: Final[dict[type[Any], int]] = {
    Entry: 1,
    Proposal: 2,
    Grant: 3,
    Person: 4,
    Setting: 5,
    Receipt: 6,
    Tombstone: 7,
}
PAGE: Final = 8
"""The form of a page that sums up the ledger (`store.handed`): no record that anybody puts, reads or erases."""
PLACES: Final = {1: "entries", 2: "proposals", 3: "grants", 4: "persons", 5: "settings", 6: "receipts", 7: "tombstones"}
ENTRY: Final = FORMS[Entry]
PROPOSAL: Final = FORMS[Proposal]
TOMBSTONE: Final = FORMS[Tombstone]
ONE_TRUTH: Final = frozenset({FORMS[Grant], FORMS[Person], FORMS[Setting]})
"""Forms of which only the newest version is true: what an older one allowed may have been taken back."""
LIVE: Final = LIVE_CODES | {STATUS_CODES[Status.PENDING]}
"""The codes of the rows that a bucket counts: entries that stand, proposals that wait."""
_CLASSES: Final = {form: cls for cls, form in FORMS.items()}
_STATUSES: Final = {code: status for status, code in STATUS_CODES.items()}
_ENCODER: Final = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)
_HIDDEN_IDS: Final = {FORMS[Person]: "pers_", FORMS[Setting]: "sett_"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A record on its way into a row: everything but its place, key and seal."""

    record_id: str
    form: int
    scope: Scope
    status: int
    version: int
    body: bytes
    search: bytes | None = None
    slot: bytes | None = None
    concerned: bytes | None = None
    text: bytes | None = None
    recorded_at: int = 0
    ends_at: int = 0
    review_at: int = 0
    is_single: bool = False
    keeps_vector: bool = False


def draft_of(written: Written | Tombstone, subkeys: Subkeys) -> Draft:
    """Give the draft of a record that is put.

    Raises:
        RequestError: A receipt names no scope.
    """
    record: Record = written.entry if isinstance(written, IndexedEntry) else written
    claim = record.claim if isinstance(record, Entry | Proposal) else None
    concerns = None if claim is None else claim.concerns
    plain: dict[str, Any] = {}
    if isinstance(written, IndexedEntry):
        entry = written.entry
        plain = {
            "search": pack_head(entry, written.terms, written.vector),
            "keeps_vector": written.vector is None,
            "slot": _slot(subkeys, entry.scope, entry.claim),
            "ends_at": instant_micros(entry.lifetime.ends_at(entry.recorded_at)),
            "review_at": instant_micros(entry.lifetime.due_at(entry.used_at())),
            "is_single": written.is_single,
            "recorded_at": instant_micros(entry.recorded_at),
        }
    elif isinstance(record, Proposal):
        plain = {"recorded_at": instant_micros(record.created_at), "ends_at": instant_micros(record.lapses_at)}
    elif isinstance(record, Tombstone):
        plain = {"recorded_at": instant_micros(record.at), "ends_at": instant_micros(record.ends_at)}
    form = FORMS[type(record)]
    return Draft(
        record_id=row_id(form, record.id, scope_of(record), subkeys),
        form=form,
        scope=scope_of(record),
        status=status_code(record),
        version=version_of(record),
        body=_body(record),
        concerned=None if concerns is None else concerned_digest(subkeys, concerns),
        **plain,
    )


def record_of(row: Row, body: bytes, scope: Scope) -> Record:
    """Give the record of an opened row.

    Raises:
        IntegrityError: The body is not what this code writes.
    """
    cls = _CLASSES.get(row.form)
    if cls is None:
        raise IntegrityError("a record has an unknown form", code="tampered")
    known: dict[str, object] = {"scope": scope, "version": row.version, "status": _STATUSES.get(row.status)}
    if row.form not in _HIDDEN_IDS:
        known["id"] = row.record_id
    given = {name: known[name] for name in _given(row.form) if name in known}
    try:
        return cast("Record", from_plain(cls, json.loads(body), given=given))
    except (ValueError, RequestError):
        raise IntegrityError("a record cannot be decoded", code="tampered") from None


def form_of(record: Record | EntryMark) -> int:
    """Give the form of a record."""
    return ENTRY if isinstance(record, EntryMark) else FORMS[type(record)]


def scope_of(record: Record | EntryMark) -> Scope:
    """Give the scope in which a record lies; a person lies in their own."""
    if isinstance(record, Person):
        return Scope(user=record.id)
    if record.scope is None:
        raise RequestError("a receipt to be kept names the scope it is kept in", code="bad_receipt")
    return record.scope


def version_of(record: Record | EntryMark) -> int:
    """Give the record's version; 0 for a tombstone, which has none."""
    return 0 if isinstance(record, Tombstone) else record.version


def status_code(record: Record) -> int:
    """Give the code of the record's stored status; forms without one are *active*."""
    return STATUS_CODES[record.status if isinstance(record, Entry | Proposal) else Status.ACTIVE]


def status_of(code: int) -> Status:
    """Give back the status of a code."""
    return _STATUSES[code]


def row_id(form: int, record_id: str, scope: Scope, subkeys: Subkeys) -> str:
    """Give the id under which a row is stored: random ids as they are, names (persons, settings) keyed."""
    prefix = _HIDDEN_IDS.get(form)
    if prefix is None:
        return record_id
    return prefix + subkeys.digest("records", b"id", bytes([form]), *_parts(scope), record_id.encode()).hex()


def bucket_of(form: int, scope: Scope, subkeys: Subkeys) -> bytes:
    """Give the keyed digest of one form in one scope."""
    return subkeys.digest("scopes", b"bucket", bytes([form]), *_parts(scope))


def part_digest(subkeys: Subkeys, name: str, value: str | None) -> bytes | None:
    """Give the keyed digest of one part of a scope, or None."""
    return None if value is None else subkeys.digest("scopes", b"part", name.encode(), value.encode())


def concerned_digest(subkeys: Subkeys, person: str) -> bytes:
    """Give the keyed digest of a person whom claims are about; of one id in two spellings of Unicode it is the same."""
    return subkeys.digest("records", b"concerned", unicodedata.normalize("NFC", person).encode())


def tombstone_marks(subkeys: Subkeys, place: bytes | Scope, claim: Claim) -> tuple[bytes, bytes | None, bytes]:
    """Give what a tombstone of this claim matches by: its wording, its slot and value, its kind.

    Nearly the same words are one wording, so that what was undone does not come back with a *please*; not so for code.

    Args:
        subkeys: What the digests are keyed with.
        place: The key of the tombstone's bucket, which is known even where the scope's name is gone; or the scope, for
            tombstones of the first version.
        claim: The claim.
    """
    framed = _framed(place)
    wording = fold_text(claim.text) if claim.kind is Kind.CODE else fold_wording(claim.text)
    text = subkeys.digest("tombstones", b"wording", *framed, wording.encode())
    slot = None
    if claim.slot is not None and claim.value is not None:
        words = (claim.slot.entity, claim.slot.attribute, fold_text(claim.value))
        slot = subkeys.digest("tombstones", b"value", *framed, *(word.encode() for word in words))
    return text, slot, subkeys.digest("tombstones", b"kind", *framed, claim.kind.value.encode())


def older_text_mark(subkeys: Subkeys, place: bytes | Scope, claim: Claim) -> bytes:
    """Give what older tombstones match a claim's text by: the text itself, folded."""
    return subkeys.digest("tombstones", b"text", *_framed(place), fold_text(claim.text).encode())


def _framed(place: bytes | Scope) -> tuple[bytes, ...]:
    return _parts(place) if isinstance(place, Scope) else (b"bucket", place)


def _slot(subkeys: Subkeys, scope: Scope, claim: Claim) -> bytes | None:
    slot = claim.slot
    if slot is None:
        return None
    return subkeys.digest("records", b"slot", *_parts(scope), slot.entity.encode(), slot.attribute.encode())


def _parts(scope: Scope) -> tuple[bytes, ...]:
    return tuple(text.encode() for part in scope.parts() for text in part)


@cache  # of the few forms that there are
def _given(form: int) -> tuple[str, ...]:
    """Give what a body leaves out, because it is plain or known from the place."""
    names = {"scope", "version", "status"} if form in _HIDDEN_IDS else {"id", "scope", "version", "status"}
    return tuple(field.name for field in fields(_CLASSES[form]) if field.name in names)


def _body(record: Record) -> bytes:
    plain = cast("dict[str, object]", to_plain(record))
    for name in _given(FORMS[type(record)]):
        plain.pop(name, None)
    return _ENCODER.encode(plain).encode()
