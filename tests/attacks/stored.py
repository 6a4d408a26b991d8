"""A closed store with one entry and its keys, for tests that do something to them."""

from __future__ import annotations

from pathlib import Path

import pytest

import tenure
from tenure import Error, FrozenClock
from tests.conftest import NOON

CLAIM = "give me a table for comparisons"


class House:
    """A closed store with one entry, its keys, and what can be done to them."""

    def __init__(self, folder: Path, home: Path) -> None:
        self.data = folder / "store"
        self.home = home
        memory = self.open()
        memory.person("ana").remember(CLAIM)
        memory.close()
        (self.keys,) = (home / "keys").iterdir()

    def open(self, **options):
        return tenure.open(self.data, clock=FrozenClock(NOON), **options)

    def texts(self, **options) -> list[str]:
        memory = self.open(**options)
        try:
            scope = memory.scope(user="ana")
            return [each.entry.claim.text for each in memory.agent("coder", scope=scope).list_entries().usable]
        finally:
            memory.close()

    def refusal(self, **options) -> Error:
        """Give the error of trying to use it; its hint says what to do, and it says nothing of what is kept."""
        with pytest.raises(Error) as raised:
            self.texts(**options)
        assert raised.value.hint.strip()
        assert raised.value.code != "error"
        assert "table" not in f"{raised.value!s}{raised.value!r}{raised.value.hint}"
        return raised.value

    def slots(self) -> Path:
        return next(self.keys.rglob("slots"))
