"""What the attacks on a store's files begin with."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.attacks.stored import House


@pytest.fixture
def house(tmp_path: Path, home: Path) -> House:
    return House(tmp_path, home)
