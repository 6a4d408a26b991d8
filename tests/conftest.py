"""What every test has: a home of its own, a clock that stands, and a world to act in."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tenure.clock import FrozenClock
from tenure.screen import known
from tests.attacks.planting import found_after_planting
from tests.world import World

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--canaries",
        action="store_true",
        help="pass secrets to the world of each test at its end, log everything, and search what is left of them (R31)",
    )
    parser.addoption(
        "--rounds", type=int, default=0, help="how often tests/faults kills, cuts and fails; 0: a few times"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With ``--canaries`` only tests of a world are run: in no other is anything planted or searched for."""
    if config.option.canaries:
        parts: dict[bool, list[pytest.Item]] = {True: [], False: []}
        for item in items:
            parts["world" in getattr(item, "fixturenames", ())].append(item)
        config.hook.pytest_deselected(items=parts[False])
        items[:] = parts[True]


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give each test a home of its own: nothing of the account that runs it is read or written."""
    folder = tmp_path_factory.mktemp("home")
    for name in [name for name in os.environ if name.startswith("TENURE_") and name != "TENURE_DATA"]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("TENURE_HOME", str(folder))
    monkeypatch.setenv("TENURE_EMBEDDER", "lexical")  # a model takes a third of a second; its tests ask for it
    monkeypatch.setattr(known, "_known", known._Known())  # secrets that another test took out of a vault
    return folder


@pytest.fixture
def clock() -> FrozenClock:
    """Give a clock that stands at noon until it is turned."""
    return FrozenClock(NOON)


@pytest.fixture
def world(tmp_path: Path, clock: FrozenClock, home: Path, request: pytest.FixtureRequest) -> Iterator[World]:
    """Give a world: a memory in files, a real repository, people, and the clock."""
    made = World(tmp_path, clock)
    yield made
    if request.config.option.canaries and not request.node.get_closest_marker("spills"):
        assert found_after_planting(made, request.node.nodeid, tmp_path, home) == []
    made.close()


@pytest.fixture
def shared_data() -> Path:
    """Give the folder of measured data, or skip where it is not there."""
    folder = Path(os.environ.get("TENURE_DATA", Path(__file__).parents[2] / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip("the measured data is not here; name its folder in TENURE_DATA")
    return folder
