"""Read what a lifecycle step decides on: entries whole, and whose they are."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from datetime import datetime

from tenure.errors import NotFoundError
from tenure.model.claim import Kind
from tenure.model.decision import Proposal
from tenure.model.entry import Entry
from tenure.model.event import Event
from tenure.model.principal import Channel, Origin, Strength
from tenure.model.scope import Scope
from tenure.policy.policy import Policy
from tenure.store.port import Entries
from tenure.store.records import Lost
from tenure.store.view import KIND_CODES
from tenure.write import consent
from tenure.write.index import rows_where


def records_in(scopes: Sequence[Scope], *, entries: Entries) -> tuple[Entry | Lost, ...]:
    """Give every entry of these scopes, of whatever status, and what could not be read back."""
    found: list[Entry | Lost] = []
    for view in entries.views(scopes):
        found.extend(entries.read((view.scope,), view.ids))
    return tuple(found)


def entries_in(scopes: Sequence[Scope], *, entries: Entries, kind: Kind | None = None) -> tuple[Entry, ...]:
    """Give every entry of these scopes, of one kind if it is named, that can be read back, of whatever status."""
    if kind is None:
        found = records_in(scopes, entries=entries)
    else:
        code = KIND_CODES[kind]
        places = ((view.scope, rows_where(view, view.heads["kind"] == code)) for view in entries.views(scopes))
        found = tuple(record for scope, ids in places for record in entries.read((scope,), ids))
    return tuple(record for record in found if isinstance(record, Entry))


def scopes_of(person: str, *, entries: Entries) -> tuple[Scope, ...]:
    """Give the scopes in which a person may act: those that name the person, and those that name nobody."""
    return entries.scopes_with(user=Scope(user=person).user, is_shared=True)


def under(scope: Scope, *, entries: Entries) -> tuple[Scope, ...]:
    """Give the scope and every narrower one: those that name each of its parts, whoever's they are."""
    found = entries.scopes_with(user=scope.user, project=scope.project, repository=scope.repository)
    return tuple(dict.fromkeys([scope, *found]))


def around(scope: Scope, *, entries: Entries) -> tuple[Scope, ...]:
    """Give where what rests on an entry of ``scope`` can lie: broader and narrower scopes, no other user's."""
    narrower = [each for each in under(scope, entries=entries) if each.user == scope.user]
    return tuple(dict.fromkeys([*scope.visible(), *narrower]))


def owns(person: str, scope: Scope) -> bool:
    """Tell whether a scope is the person's own or nobody's: it names no other user."""
    return scope.user is None or scope.user == unicodedata.normalize("NFC", person)


def concerns(person: str, record: Entry | Proposal) -> bool:
    """Tell whether an entry or a proposal is about the person (R25)."""
    about = record.claim.concerns
    return about is not None and unicodedata.normalize("NFC", about) == unicodedata.normalize("NFC", person)


def check_owner(entry: Entry, person: str) -> None:
    """Let the owner of the entry's scope pass.

    Raises:
        NotFoundError: The scope is another user's; the answer is that of a missing entry (R35).
    """
    if not owns(person, entry.scope):
        raise NotFoundError("no such entry in your scope")


def check_owner_or_concerned(entry: Entry, person: str) -> None:
    """Let the owner of the entry's scope pass, and the person whom the entry is about (R25).

    Raises:
        NotFoundError: Neither; the answer is that of a missing entry (R35).
    """
    if not owns(person, entry.scope) and not concerns(person, entry):
        raise NotFoundError("no such entry in your scope")


def check_strength(strength: Strength, entry: Entry, policy: Policy) -> None:
    """Let an approval pass that is as strong as the policy asks for such an entry (R33).

    Raises:
        NotAllowedError: It is weaker.
    """
    consent.check_strength(strength, policy.for_kind(entry.claim.kind, is_order=entry.is_order).approval_least)


def by_person(person: str) -> Origin:
    """Give the origin of what a person does on their own channel."""
    return Origin(channel=Channel.USER, principal=person)


def done_by(person: str, verb: str, rule: str, record_id: str, code: str, *, now: datetime) -> Event:
    """Give the ledger event of what a person did; ids and codes only (R36)."""
    return Event(at=now, actor=by_person(person), verb=verb, rule=rule, record_id=record_id, code=code)
