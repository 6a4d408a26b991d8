"""Runs the structural scripts: each its steps, then for each sentence that it expects the predicate on a fresh run."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks import corpora
from benchmarks.scripts.expected import is_held
from benchmarks.scripts.steps import FACES, UnknownStepError, played


class Judged(NamedTuple):
    """One script: what it expects and is not so, or the face that it waits for."""

    id: str
    broken: tuple[str, ...] = ()
    waits_for: str = ""


def measure(folder: Path) -> dict[str, object]:
    """Give how many scripts hold, of how many that could be run, and the ids of those whose face is missing."""
    judged = list(judge(folder))
    run = [one for one in judged if not one.waits_for]
    return {
        "held": sum(not one.broken for one in run),
        "of": len(run),
        "no_face_yet": [one.id for one in judged if one.waits_for],
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
        yield Judged(row["id"], tuple(each for each in row["expect"] if not holds(steps, each)))


def holds(steps: list[dict[str, object]], expectation: str) -> bool:
    """Tell whether a sentence is so after the steps; a step or a sentence that nobody knows is not held."""
    home = os.environ.get("TENURE_HOME")
    with tempfile.TemporaryDirectory(prefix="tenure-script-") as place:
        os.environ["TENURE_HOME"] = str(Path(place) / "home")  # nothing of this account is read or written
        try:
            with played(Path(place) / "stage", steps) as stage:
                return is_held(stage, expectation)
        except UnknownStepError:
            return False
        finally:
            os.environ.pop("TENURE_HOME")
            if home is not None:
                os.environ["TENURE_HOME"] = home


def _whole(value: object, folder: Path) -> object:
    return corpora.expanded(value, folder) if isinstance(value, str) else value
