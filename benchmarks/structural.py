"""Runs the structural scripts: each its steps, then for each sentence that it expects the predicate on a fresh run."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, cast

from benchmarks import corpora
from benchmarks.scripts.expected import is_held, is_known
from benchmarks.scripts.steps import FACES, OPS, UnknownStepError, played


class Judged(NamedTuple):
    """One script: what it expects and is not so, the face that it waits for, the words that no vocabulary has."""

    id: str
    broken: tuple[str, ...] = ()
    waits_for: str = ""
    unknown: tuple[str, ...] = ()


def measure(folder: Path) -> dict[str, object]:
    """Give how many scripts hold, of how many whose face is there, and by id those whose face is missing.

    A script of which a step or a sentence is in no vocabulary does not hold; the words are named.
    """
    judged = list(judge(folder))
    run = [one for one in judged if not one.waits_for]
    return {
        "held": sum(not (one.broken or one.unknown) for one in run),
        "of": len(run),
        "no_face_yet": [one.id for one in judged if one.waits_for],
        "broken": {one.id: list(one.broken) for one in judged if one.broken},
        "unknown": {one.id: list(one.unknown) for one in judged if one.unknown},
    }


def judge(folder: Path, leave_out: Collection[str] = ()) -> Iterator[Judged]:
    """Give each script's outcome, in the file's order."""
    for row in corpora.rows(folder, "structural.jsonl"):
        if row["id"] in leave_out:
            continue
        steps = [{name: _whole(value, folder) for name, value in step.items()} for step in row["steps"]]
        face = next((step["op"] for step in steps if step["op"] in FACES), "")
        if face:
            yield Judged(row["id"], waits_for=str(face))
            continue
        outcomes = {each: _outcome(steps, each) for each in row["expect"]}
        yield Judged(
            row["id"],
            broken=tuple(each for each, is_so in outcomes.items() if is_so is False),
            unknown=(*unknown_steps(steps), *(each for each in outcomes if not is_known(each))),
        )


def unknown_steps(steps: list[dict[str, object]]) -> tuple[str, ...]:
    """Give the operations that no vocabulary has."""
    return tuple(dict.fromkeys(str(step["op"]) for step in steps if step["op"] not in OPS))


def holds(steps: list[dict[str, object]], expectation: str) -> bool:
    """Tell whether a sentence is so after the steps; a step or a sentence that nobody knows is not held."""
    return _outcome(steps, expectation) is True


def _outcome(steps: list[dict[str, object]], expectation: str) -> bool | None:
    if unknown_steps(steps) or not is_known(expectation):
        return None
    home = os.environ.get("TENURE_HOME")
    with tempfile.TemporaryDirectory(prefix="tenure-script-") as place:
        os.environ["TENURE_HOME"] = str(Path(place) / "home")  # nothing of this account is read or written
        try:
            with played(Path(place) / "stage", steps) as stage:
                return is_held(stage, expectation)
        except UnknownStepError:
            return None
        finally:
            os.environ.pop("TENURE_HOME")
            if home is not None:
                os.environ["TENURE_HOME"] = home


def _whole(value: object, folder: Path) -> object:
    if isinstance(value, Mapping):
        return {name: _whole(each, folder) for name, each in cast(Mapping[str, object], value).items()}
    if isinstance(value, list):
        return [_whole(each, folder) for each in cast(list[object], value)]
    return corpora.expanded(value, folder) if isinstance(value, str) else value
