"""Stale citations: what the source no longer says is not usable, on every read path, at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tenure import Outcome
from tests.world import RATES, SHAPES, World


def link_outside(world: World) -> None:
    outside = world.folder / "outside.py"
    outside.write_text(RATES)
    (world.repository.folder / "rates.py").unlink()
    (world.repository.folder / "rates.py").symlink_to(outside)


def other_branch(world: World) -> None:
    world.repository.branch("faster", new=True)
    world.repository.commit({"rates.py": RATES.replace("TIMEOUT = 30", "TIMEOUT = 5")})


TROUBLE: dict[str, tuple[Callable[[World], object], set[Outcome]]] = {
    "value changed": (
        lambda world: world.repository.write({"rates.py": RATES.replace("TIMEOUT = 30", "TIMEOUT = 5")}),
        {Outcome.CONTRADICTED, Outcome.CHANGED},
    ),
    "value changed and committed": (
        lambda world: world.repository.commit({"rates.py": RATES.replace("TIMEOUT = 30", "TIMEOUT = 5")}),
        {Outcome.CONTRADICTED, Outcome.CHANGED},
    ),
    "line gone": (
        lambda world: world.repository.commit({"rates.py": RATES.replace("TIMEOUT = 30\n", "")}),
        {Outcome.CONTRADICTED, Outcome.CHANGED, Outcome.GONE},
    ),
    "file gone": (
        lambda world: (world.repository.folder / "rates.py").unlink(),
        {Outcome.CONTRADICTED, Outcome.GONE},
    ),
    "file emptied": (
        lambda world: world.repository.write({"rates.py": ""}),
        {Outcome.CONTRADICTED, Outcome.CHANGED, Outcome.GONE},
    ),
    "file is another": (
        lambda world: world.repository.commit({"rates.py": SHAPES}),
        {Outcome.CONTRADICTED, Outcome.CHANGED, Outcome.GONE},
    ),
    "file is binary": (
        lambda world: (world.repository.folder / "rates.py").write_bytes(b"\x00\xff" * 500),
        {Outcome.CONTRADICTED, Outcome.CHANGED, Outcome.GONE, Outcome.UNVERIFIED},
    ),
    "file is a link outside": (
        link_outside,
        {Outcome.CONTRADICTED, Outcome.CHANGED, Outcome.GONE, Outcome.UNVERIFIED},
    ),
    "file does not parse": (
        lambda world: world.repository.write({"rates.py": RATES.replace("TIMEOUT = 30", "TIMEOUT = = 30")}),
        {Outcome.CONTRADICTED, Outcome.CHANGED, Outcome.GONE, Outcome.UNVERIFIED},
    ),
    "it is said in a comment": (
        lambda world: world.repository.write(
            {"rates.py": RATES.replace("TIMEOUT = 30", "# TIMEOUT = 30\nTIMEOUT = 5")}
        ),
        {Outcome.CONTRADICTED, Outcome.CHANGED},
    ),
    "another branch": (other_branch, {Outcome.CONTRADICTED, Outcome.CHANGED}),
}


@pytest.fixture
def cited(world: World) -> World:
    decision = world.agent().propose(
        "the timeout is 30 seconds", kind="code", because="rates.py::TIMEOUT", check="literal TIMEOUT == 30"
    )
    world.kept = world.approve(decision).id
    return world


def seen(world: World) -> list[bool]:
    """Give for every read path whether the entry is usable there."""
    agent = world.agent()
    paths = [agent.recall("how long is the timeout"), agent.list_entries()]
    usable = [world.kept in {each.entry.id for each in found.usable} for found in paths]
    usable += ["30 seconds" in found.render() for found in paths]
    usable.append(agent.verify(world.kept).outcome in {Outcome.VERIFIED, Outcome.MOVED, Outcome.STANDING})
    usable.append(any("30 seconds" in line for line in world.ana.export()))
    return usable


@pytest.mark.parametrize("trouble", TROUBLE)
def test_r17_r18_a_citation_that_no_longer_holds_is_usable_nowhere(cited: World, trouble: str):
    assert all(seen(cited))
    do, outcomes = TROUBLE[trouble]
    do(cited)
    assert not any(seen(cited))
    assert cited.agent().verify(cited.kept).outcome in outcomes
    assert cited.ana.show_entry(cited.kept)[0].status.value == "active", "looking changes nothing"


def test_r18_lines_that_only_moved_are_still_what_was_cited(cited: World):
    cited.repository.write({"rates.py": "# one\n# two\n\n" + RATES})
    assert all(seen(cited))
    cited.repository.write({"rates.py": RATES})
    assert all(seen(cited))
    assert cited.agent().verify(cited.kept).outcome is Outcome.VERIFIED


def test_r18_what_comes_back_is_usable_again(cited: World):
    other_branch(cited)
    assert not any(seen(cited))
    cited.repository.branch("main")
    assert all(seen(cited))
