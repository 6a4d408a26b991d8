"""What store tests have: a folder, and a durable store opened in it; a file with another kind of store has its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tenure.store.sealed import DurableStore
from tests.store.opening import open_at


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture
def store(folder: Path) -> Iterator[DurableStore]:
    opened = open_at(folder)
    yield opened
    opened.close()
