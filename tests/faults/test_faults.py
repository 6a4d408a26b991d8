"""Killed, cut from power and on a failing disk at random moments: nothing acknowledged is lost, nothing is half there.

`make check` plays a few rounds, `make soak` as many as it is told (``--rounds``).
"""

from __future__ import annotations

import errno
import random
import shutil
from pathlib import Path

import pytest

from tests.faults.power import Told, after_power_cut, build, look, mixed, run

FEW = 20
"""Kills in `make check`."""


@pytest.fixture(scope="session")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the compiled disk."""
    return build(tmp_path_factory.mktemp("disk"))


@pytest.fixture
def rounds(request: pytest.FixtureRequest) -> int:
    """Give how many rounds a test plays: 0 for its few."""
    return request.config.option.rounds


def fresh(folder: Path) -> Path:
    for name in ("content", "names", "fresh"):
        (folder / name).mkdir(parents=True)
    return folder


@pytest.mark.slow
def test_killed_at_random_moments_nothing_acknowledged_is_lost(tmp_path: Path, rounds: int):
    chance, told, folder = random.Random(11), Told(), tmp_path / "disk"
    for number in range(rounds or FEW):
        many = 3 if number % 5 == 4 else 1
        run(folder, number * 1_000, chance.uniform(0.0, 0.3), told, processes=many)
        look(folder, told)
    assert told.kept
    assert not told.errors


@pytest.mark.slow
@pytest.mark.parametrize("is_mixed", [False, True], ids=["all dropped", "some dropped"])
def test_after_a_power_cut_nothing_acknowledged_is_lost(tmp_path: Path, disk: Path, rounds: int, is_mixed: bool):
    chance, told, folder = random.Random(12), Told(), tmp_path / "disk"
    for number in range(rounds or 4):
        synced = fresh(tmp_path / f"synced{number}")
        shim = {"LD_PRELOAD": str(disk), "DISK_ROOT": str(folder), "DISK_SYNCED": str(synced)}
        if number:  # what is there from before is on the disk
            as_synced(folder, synced)
        run(folder, number * 1_000, chance.uniform(0.1, 0.8), told, processes=1 + number % 2, **shim)
        image = tmp_path / "image"
        after_power_cut(folder, synced, image, chance, is_mixed=is_mixed)
        shutil.rmtree(folder)
        image.rename(folder)
        shutil.rmtree(synced)
        look(folder, told)
    assert told.kept


def test_a_cut_drops_blocks_of_a_file_and_no_part_of_a_truncation():
    chance, old, new = random.Random(1), b"o" * 4_000, b"n" * 700
    images = {mixed(old, new, chance) for _ in range(200)} | {mixed(b"", old, chance) for _ in range(200)}
    assert {len(image) for image in images} == {0, 700, 4_000}
    assert all(b"\0" not in image for image in images if b"n" in image)
    assert any(b"n" in image and b"o" in image for image in images)
    assert any(b"\0" in image and b"o" in image for image in images), "of what was never synced blocks are missing"


def as_synced(folder: Path, synced: Path) -> None:
    for path in folder.rglob("*"):
        if path.is_file():
            inode = str(path.stat().st_ino)
            (synced / "names" / str(path.relative_to(folder)).replace("/", "!")).write_text(inode)
            (synced / "content" / inode).write_bytes(path.read_bytes())


@pytest.mark.slow
def test_on_a_disk_that_fails_now_and_then_nothing_acknowledged_is_lost(tmp_path: Path, disk: Path, rounds: int):
    chance, told, folder = random.Random(13), Told(), tmp_path / "disk"
    run(folder, 0, 0.1, told)
    for number in range(1, (rounds or 5) + 1):
        failing = {
            "LD_PRELOAD": str(disk),
            "DISK_ROOT": str(folder),
            "DISK_FAIL_AT": str(chance.randint(1, 60)),
            "DISK_FAIL_FOR": str(chance.choice([1, 3, 20])),
            "DISK_FAIL_WITH": str(chance.choice([errno.EIO, errno.ENOSPC, errno.EROFS])),
        }
        run(folder, number * 1_000, chance.uniform(0.3, 0.8), told, **failing)
        look(folder, told)
    assert told.errors, "some of the failures were met"
    assert all(said.endswith(":True:False") for said in told.errors), (
        "each says what to do, and nothing of what was written"
    )
