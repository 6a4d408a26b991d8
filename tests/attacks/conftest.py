"""What the attacks on a store's files begin with."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.attacks.stored import House


@pytest.fixture
def house(tmp_path: Path, home: Path) -> House:
    return House(tmp_path, home)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Give a file system of one megabyte, where this account may mount one."""
    place = tmp_path / "small"
    place.mkdir()
    asked = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m,mode=700", "tmpfs", str(place)], capture_output=True, check=False
    )
    if asked.returncode != 0:
        pytest.skip("this account may not mount a small file system")
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)
