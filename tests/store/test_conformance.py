"""The public suite, run on a store in memory and on one in a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tenure.store.conformance import Store, StoreConformance
from tests.store.opening import open_at


class TestMemory(StoreConformance):
    def make(self) -> Store:
        return open_at(None)


class TestFile(StoreConformance):
    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path: Path) -> Iterator[None]:
        self.folder = tmp_path
        self.made: list[Store] = []
        yield
        for store in self.made:
            store.close()

    def make(self) -> Store:
        self.made.append(open_at(self.folder / str(len(self.made))))
        return self.made[-1]
