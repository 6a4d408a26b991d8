"""One fresh store a test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.unit.write.making import World, new_world


@pytest.fixture
def world() -> Iterator[World]:
    made = new_world()
    yield made
    made.store.close()
