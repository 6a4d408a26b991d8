"""A world with a store in memory for each test."""

from __future__ import annotations

import pytest

from tenure.store.sqlite import open_store
from tests.recall.asking import Pages, Root, World


@pytest.fixture
def world():
    store = open_store(None, None, root=Root())
    yield World(store=store, pages=Pages())
    store.close()
