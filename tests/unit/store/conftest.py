"""A key folder in memory, and the keys in it."""

from __future__ import annotations

import pytest

from tenure.store.cells import MemoryFolder
from tenure.store.keys import Subkeys
from tests.store.opening import FixedRoot


@pytest.fixture
def folder() -> MemoryFolder:
    return MemoryFolder()


@pytest.fixture
def subkeys(folder: MemoryFolder) -> Subkeys:
    return Subkeys(folder, FixedRoot(), bound=b"store", create=True)
