"""Every public call fed with what nobody should pass: a clear error with a hint, nothing written, no echo."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import fields, replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

import tenure
from tenure import Claim, Error, FrozenClock, Kind, Purpose, Scope, Selector
from tenure.policy.presets import PERSONAL
from tests.attacks.every_call import HANDLES, Call, every_call, public_methods
from tests.conftest import NOON
from tests.world import World

CANARY = "zqxcanary7f3a"
CALLS = [call for call in every_call() if call.parameters]


REPEATED = "repeats what was passed"


class Odd:
    """A value of no known type that says the canary."""

    def __repr__(self) -> str:
        return CANARY


WRONG_TYPES: dict[str, object] = {
    "none": None,
    "whole": 7,
    "fraction": 3.5,
    "yes": True,
    "bytes": CANARY.encode(),
    "object": Odd(),
    "odd list": [Odd()],
    "list": [CANARY],
    "dict": {CANARY: CANARY},
    "set": {7},
    "class": Odd,
}
ODD_TEXTS: dict[str, object] = {
    "empty": "",
    "blank": " \t\n",
    "huge": CANARY * 80_000,
    "nul": CANARY + "\x00",
    "surrogate": CANARY + "\ud800",
    "control": CANARY + "\x1b[31m\u202e\u200b",
    "unknown id": "ent_" + CANARY,
    "other id": "grant_" + CANARY,
    "note id": "note_" + CANARY,
    "scheme": "nosuch:" + CANARY,
    "path": "../../" + CANARY + ":1-9",
    "lines": "rates.py:" + CANARY,
    "pattern": "%_" + CANARY + "*",
}
ODD_NUMBERS: dict[str, object] = {
    "negative": -1,
    "zero": 0,
    "enormous": 10**30,
    "nan": float("nan"),
    "infinite": float("inf"),
}
ODD_TIMES: dict[str, object] = {
    "naive": datetime(2026, 4, 1, 12),  # noqa: DTZ001 - the fault itself
    "first": datetime.min.replace(tzinfo=UTC),
    "last": datetime.max.replace(tzinfo=UTC),
    "date": date(2026, 4, 1),
}
BAD = WRONG_TYPES | ODD_TEXTS | ODD_NUMBERS | ODD_TIMES


def must_fail(name: str, annotation: str) -> bool:
    """Tell whether a value is of no type that the parameter takes."""
    takes_many = "Sequence" in annotation or "Iterable" in annotation
    return {
        "none": "None" not in annotation,
        "whole": "int" not in annotation,
        "fraction": True,
        "yes": "bool" not in annotation,
        "bytes": True,
        "object": True,
        "odd list": "Iterable" not in annotation,
        "list": not takes_many,
        "dict": "Iterable" not in annotation,
        "set": "Iterable" not in annotation,
        "class": True,
        "nul": "Iterable" not in annotation,
        "surrogate": "Iterable" not in annotation,
        "naive": True,
        "date": True,
        "nan": True,
        "infinite": True,
    }.get(name, False)


class Watch:
    """Sees whether anything was committed to the store or to scratch since the last look."""

    def __init__(self, folder: Path) -> None:
        self._connections = [sqlite3.connect(path) for path in sorted(folder.glob("*.db"))]
        assert len(self._connections) == 2

    def look(self) -> tuple[int, ...]:
        return tuple(each.execute("PRAGMA data_version").fetchone()[0] for each in self._connections)

    def close(self) -> None:
        for each in self._connections:
            each.close()


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A world shared by all calls of this module, with another user whose things nobody may find."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TENURE_HOME", str(tmp_path_factory.mktemp("home")))
        patch.chdir(tmp_path_factory.mktemp("here"))
        roomy = replace(
            PERSONAL, scope_entries_max=10_000, scope_bytes_max=100_000_000, pending_max=1_000, pending_source_max=1_000
        )
        world = World(tmp_path_factory.mktemp("world"), FrozenClock(NOON), policy=roomy)
        world.task().note("scratch is made on first use")
        yield world
        world.close()


def complaints(error: BaseException) -> list[str]:
    """Give what is wrong with the way in which a call failed."""
    if not isinstance(error, Error):
        return [f"raised {type(error).__name__}: {str(error)[:80]}"]
    found = []
    if not error.code or error.code == "error" or not error.hint.strip():
        found.append("no code or no hint")
    chain: list[BaseException] = [error]
    while (deeper := chain[-1].__cause__ or chain[-1].__context__) is not None and not chain[-1].__suppress_context__:
        chain.append(deeper)
    told = " ".join(f"{each} {each!r}" for each in chain) + error.hint + error.code
    return found + ([REPEATED] if CANARY in told else [])


@pytest.mark.parametrize("call", CALLS, ids=str)
def test_wrong_values_are_told_apart_and_nothing_is_written(crowded: World, call: Call):
    watch = Watch(crowded.folder / "store")
    faults = []
    for name, parameter in call.parameters.items():
        annotation = str(parameter.annotation)
        handle, arguments = call.make(crowded)
        for label, value in BAD.items():
            before = watch.look()
            try:
                getattr(handle, call.name)(**{**arguments, name: value})
            except Exception as error:  # noqa: BLE001 - which it is, is the question
                wrong = complaints(error)
                if watch.look() != before:
                    wrong.append("wrote something and failed")
            else:
                wrong = ["took it"] if must_fail(label, annotation) else []
                handle, arguments = call.make(crowded)
            faults += [f"{call}({name}={label}): {each}" for each in wrong]
    watch.close()
    assert crowded.memory.operator("ana").check() == ()
    assert not faults, "\n" + "\n".join(faults)


def test_every_public_method_is_tried():
    untried = {f"{handle.__name__}.{name}" for handle in HANDLES for name in public_methods(handle)}
    assert untried - {str(call) for call in every_call()} == set(), "give arguments that work in tests/attacks"
    assert len(CALLS) > 40


OPENING = {"path": "str | PathLike[str] | None", "keys": "str | PathLike[str] | None", "policy": "str | None"}
OPENING |= {"clock": "None", "create": "bool"}


@pytest.mark.parametrize("name", OPENING)
def test_opening_tells_wrong_values_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str):
    (tmp_path / "at").mkdir()
    monkeypatch.chdir(tmp_path / "at")
    faults = []
    for label, value in BAD.items():
        right = {"path": tmp_path / "store" / label, "keys": tmp_path / "keys" / label}
        try:
            tenure.open(**{**right, name: value}).close()
        except Exception as error:  # noqa: BLE001 - which it is, is the question
            # A message may name a path: the person who opens the store chose it and has to find it.
            wrong = [each for each in complaints(error) if each != REPEATED or name not in {"path", "keys"}]
            tenure.open(**right).close()
        else:
            wrong = ["took it"] if must_fail(label, OPENING[name]) else []
        faults += [f"open({name}={label}): {each}" for each in wrong]
    assert not faults, "\n" + "\n".join(faults)


VALUES: dict[type, dict[str, object]] = {
    Scope: {"user": "ana"},
    Selector: {"words": "tables"},
    Claim: {"text": "give me a table", "kind": Kind.PREFERENCE},
    Purpose: {"name": "answering"},
}


@pytest.mark.parametrize("kind", VALUES, ids=lambda kind: kind.__name__)
def test_values_that_callers_make_tell_wrong_parts_apart(kind: type):
    faults = []
    for field in fields(kind):
        for label, value in WRONG_TYPES.items():
            try:
                kind(**{**VALUES[kind], field.name: value})
            except Exception as error:  # noqa: BLE001 - which it is, is the question
                wrong = complaints(error)
            else:
                is_right = value is None and "None" in str(field.type)
                wrong = [] if is_right else ["took it"]
            faults += [f"{kind.__name__}({field.name}={label}): {each}" for each in wrong]
    assert not faults, "\n" + "\n".join(faults)


def test_a_policy_with_a_wrong_part_is_told_and_does_not_come_in_force(world: World):
    person, operator, before = world.present(), world.memory.operator("ana"), world.memory.policy
    faults = []
    for field in fields(before):
        for label, value in (WRONG_TYPES | ODD_NUMBERS).items():
            odd = replace(before, **{field.name: value})
            try:
                operator.set_policy(odd, by=person)
            except Exception as error:  # noqa: BLE001 - which it is, is the question
                # A policy holds no claims, and its errors tell what was found.
                faults += [f"{field.name}={label}: {each}" for each in complaints(error) if each != REPEATED]
    assert not faults, "\n" + "\n".join(faults)
    assert world.reopen().policy.purposes == before.purposes
