"""Marks: small named values of the product's own, kept as settings of one scope, and put in their next version."""

from __future__ import annotations

from tenure.model.scope import Scope
from tenure.store.port import Entries
from tenure.store.records import Setting


def find_mark(name: str, scope: Scope, *, entries: Entries) -> Setting | None:
    """Give the mark of this name in exactly this scope, or None."""
    return next((found for found in entries.held(Setting, (scope,)) if found.id == name), None)


def next_mark(name: str, scope: Scope, value: str, *, known: Setting | None) -> Setting:
    """Give the mark as it is put: its first version, or the one after what is known."""
    return Setting(id=name, scope=scope, value=value, version=1 if known is None else known.version + 1)
