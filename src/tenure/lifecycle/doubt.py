"""Where the reason of a challenge is kept: a small record beside the entry, erased when the doubt ends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from tenure.model.entry import Entry
from tenure.model.scope import Scope
from tenure.store.marks import find_mark
from tenure.store.port import Entries
from tenure.store.records import Setting

_PREFIX: Final = "challenge:"


def reason_name(entry_id: str) -> str:
    """Give the name of the record that keeps why an entry is challenged."""
    return f"{_PREFIX}{entry_id}"


def find_reason(entry: Entry, *, entries: Entries) -> Setting | None:
    """Give the record that keeps why an entry is challenged, or None."""
    return find_mark(reason_name(entry.id), entry.scope, entries=entries)


def idle_reasons(scopes: Sequence[Scope], challenged: Iterable[str], *, entries: Entries) -> tuple[Setting, ...]:
    """Give the reasons in these scopes that outlived their doubt: they belong to none of the challenged entries."""
    wanted = {reason_name(entry_id) for entry_id in challenged}
    kept = entries.held(Setting, scopes)
    return tuple(setting for setting in kept if setting.id.startswith(_PREFIX) and setting.id not in wanted)


def settings_of(
    person: str | None, doubted: Sequence[Entry], scopes: Sequence[Scope], *, entries: Entries
) -> tuple[Setting, ...]:
    """Give what is kept beside these entries and, in these scopes, what is kept about how a person was asked.

    Args:
        person: Whose; nobody's if None.
        doubted: Entries, whose reasons are given.
        scopes: Where to look, beside the scopes of the entries.
        entries: The durable store.
    """
    names = {reason_name(entry.id) for entry in doubted}
    everywhere = tuple(dict.fromkeys((*scopes, *(entry.scope for entry in doubted))))
    return tuple(
        setting
        for setting in entries.held(Setting, everywhere)
        if setting.id in names or (person is not None and setting.scope.user == person)
    )
