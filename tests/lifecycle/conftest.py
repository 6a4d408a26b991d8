"""The worlds of the lifecycle tests: a store in memory, or in folders."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tenure.store.sqlite import open_store
from tests.lifecycle.making import Root, World


@pytest.fixture
def world() -> Iterator[World]:
    root = Root()
    store = open_store(None, None, root=root)
    yield (made := World(store=store, root=root))
    made.store.close()


@pytest.fixture
def on_disk(tmp_path: Path) -> Iterator[World]:
    root = Root()
    store = open_store(tmp_path / "data", tmp_path / "keys", root=root)
    yield (made := World(store=store, root=root, folder=tmp_path))
    made.store.close()
