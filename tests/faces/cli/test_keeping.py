"""`sweep`: erases what has ended, and nothing after a leap of the clock (R23)."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

import tenure
from tenure import FrozenClock
from tenure.faces.cli import keeping, opening
from tenure.faces.cli.app import run
from tenure.lifecycle import sweep
from tenure.search.embed.minilm import MiniLM

NOW = datetime.now(UTC)


@pytest.fixture
def turned(monkeypatch: pytest.MonkeyPatch) -> FrozenClock:
    """Give the clock by which the commands open the store."""
    clock = FrozenClock(NOW)
    opened = opening.wiring.open
    monkeypatch.setattr(keeping, "is_there", lambda: True)
    monkeypatch.setattr(opening.wiring, "open", lambda *args, **options: opened(*args, **{"clock": clock, **options}))
    return clock


def made(clock: FrozenClock) -> str:
    """Make ana's store with one entry that lasts a day, and give its id."""
    with tenure.open(clock=clock) as memory:
        memory.operator("ana").own()
        end = clock.now() + timedelta(days=1)
        return (
            memory.person("ana").remember("release notes are in British English", kind="fact", expires_at=end).entry_id
        )


def told(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, dict]:
    code = run([*args, "--json"])
    return code, json.loads(capsys.readouterr().out)


def test_r23_what_has_ended_is_erased_at_that_second_and_not_before(turned: FrozenClock, capsys):
    kept = made(turned)
    turned.set(NOW + timedelta(days=1, seconds=-1))
    assert told(capsys, "sweep")[1]["data"]["expired"] == []
    turned.set(NOW + timedelta(days=1))
    code, answer = told(capsys, "sweep")
    assert (code, answer["status"], answer["data"]["expired"]) == (0, "done", [kept])
    assert run(["sweep"]) == 0
    assert "nothing had ended" in capsys.readouterr().out


def test_vectors_that_a_sweep_makes_are_not_told_as_erased(turned: FrozenClock, capsys, monkeypatch):
    made(turned)
    monkeypatch.delenv("TENURE_EMBEDDER")
    assert run(["sweep"]) == 0
    told = capsys.readouterr().out
    assert ("erased:" in told, "vectors made for entries that lacked one: 1" in told) == (False, True)


@pytest.mark.parametrize("is_at_terminal", [True, False])
def test_a_sweep_whose_embedder_fails_says_so(turned: FrozenClock, capsys, monkeypatch, is_at_terminal: bool):
    made(turned)
    monkeypatch.setattr(keeping, "is_there", lambda: is_at_terminal)
    monkeypatch.delenv("TENURE_EMBEDDER")
    embed = MiniLM.embed
    monkeypatch.setattr(MiniLM, "embed", lambda *_: np.zeros((0, 0)))
    code, answer = told(capsys, "sweep")
    assert (code, answer["warnings"][0].split(",")[0]) == (0, "what compares by meaning fails")
    assert answer["next"] == [{"who": "person", "do": "tenure doctor"}]
    monkeypatch.setattr(MiniLM, "embed", embed)
    assert told(capsys, "sweep")[1].get("warnings", []) == []


def test_a_sweep_that_leaves_entries_without_a_vector_says_so(turned: FrozenClock, capsys, monkeypatch):
    made(turned)
    monkeypatch.delenv("TENURE_EMBEDDER")
    monkeypatch.setattr(sweep, "EMBEDDED_MAX", 0)
    assert told(capsys, "sweep")[1]["warnings"] == ["some entries lack a vector still"]


def test_r23_after_a_leap_nothing_is_erased_until_it_is_confirmed(turned: FrozenClock, capsys):
    kept = made(turned)
    turned.set(NOW + timedelta(days=31))
    code, answer = told(capsys, "sweep")
    assert (code, answer["status"]) == (1, "held_back")
    assert "confirm-clock" in answer["next"][0]["do"]
    code, answer = told(capsys, "doctor")
    clock = next(each for each in answer["data"]["checks"] if each["check"] == "clock")
    assert (code, clock["state"]) == (1, "fault")
    with tenure.open(clock=turned) as memory:
        memory.operator("ana").confirm_clock()
    code, answer = told(capsys, "sweep")
    assert (code, answer["data"]["expired"]) == (0, [kept])
    assert told(capsys, "doctor")[0] == 0


def test_r35_without_a_terminal_it_sweeps_and_tells_neither_ids_nor_counts(
    turned: FrozenClock, capsys, monkeypatch: pytest.MonkeyPatch
):
    kept = made(turned)
    turned.set(NOW + timedelta(days=1))
    monkeypatch.setattr(keeping, "is_there", lambda: False)
    code, answer = told(capsys, "sweep")
    assert (code, answer["status"], answer["data"]) == (0, "done", {})
    with tenure.open(clock=turned) as memory:
        assert [each.id for each in memory.person("ana").list_entries()] == []
    assert run(["sweep"]) == 0
    assert kept not in capsys.readouterr().out


def test_without_a_store_it_says_what_to_do(capsys, home: Path):
    code, answer = told(capsys, "sweep")
    assert (code, answer["data"]["code"], answer["next"][0]["do"]) == (3, "no_store", "Run `tenure init`.")
    assert list(home.iterdir()) == []
