"""Tells suites to a memory and writes each outcome down at once, so that a run that was stopped goes on where it was.

A folder of results holds `run.json` (what was evaluated, with what, by which command) and `outcomes.jsonl` (a line a
story: counts and times, no word of any story).
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import random
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from tenure.errors import RequestError
from tenure.eval.scenario import Outcome, Reader, Scenario, Suite, Tally
from tenure.eval.system import NotApplicable
from tenure.eval.systems import Candidate, versions_of

RUN: Final = "run.json"
OUTCOMES: Final = "outcomes.jsonl"
SEED: Final = 7

Progress = Callable[[str, int, int], None]
"""Told before each story: the suite, the story's number in it and how many it has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What `run.json` holds.

    Args:
        system: The memory's name.
        versions: Versions of what was evaluated and of Tenure, which evaluated it.
        command: The command that made it.
        seed: The seed of the stories.
        suites: The suites, in order.
        machine: What it ran on.
        data: The path to public data as it was given, or empty.
        data_sha256: One hash of all files below it, or empty.
        started_at: When it began (UTC, ISO 8601).
        ended_at: When the last story was told, or empty while it goes on.
        stories: How many of each suite, or 0 for all.
        model: The user's model that answered from what was found, or empty.
    """

    system: str
    versions: Mapping[str, str]
    command: str
    seed: int
    suites: Sequence[str]
    machine: Mapping[str, str | int]
    data: str
    data_sha256: str
    started_at: str
    ended_at: str = ""
    stories: int = 0
    model: str = ""


def run(
    system: Candidate,
    suites: Sequence[Suite],
    out: Path,
    *,
    command: str,
    seed: int = SEED,
    data: Path | None = None,
    progress: Progress | None = None,
    stories: int = 0,
    reader: Reader | None = None,
    model: str = "",
) -> Run:
    """Tell every story that the folder has no outcome of yet.

    Args:
        system: The memory.
        suites: What it is told.
        out: The folder of results: new, or one of the same run that was stopped.
        command: The command to be written down.
        seed: The seed of the stories.
        data: The folder or file of public data, for suites that are built from it.
        progress: Told before each story.
        stories: Only so many of each suite, drawn by the seed; 0 tells all.
        reader: The user's model, where there is one.
        model: Its name.

    Raises:
        RequestError: The folder holds the results of another run, or a suite needs data and none is given.
    """
    begun = _begun(system, suites, command=command, seed=seed, data=data)
    begun = replace(begun, stories=stories, model=model)
    before = _continued(out, begun)
    told = {(each.suite, each.scenario) for each in before}
    with (out / OUTCOMES).open("a", encoding="utf-8") as file:
        for suite in suites:
            scenarios = _drawn(suite.scenarios(seed, data), stories, seed)
            for number, scenario in enumerate(scenarios, start=1):
                if (suite.name, scenario.name) in told:
                    continue
                if progress is not None:
                    progress(suite.name, number, len(scenarios))
                told_now = outcome_of(system, suite.name, scenario, reader=reader)
                file.write(json.dumps(line(told_now), separators=(",", ":")) + "\n")
                file.flush()
    ended = replace(begun, ended_at=_instant())
    _write(out, ended)
    return ended


def _drawn(scenarios: list[Scenario], most: int, seed: int) -> list[Scenario]:
    """Give some of the stories, in their order; the same seed gives the same."""
    if not most or most >= len(scenarios):
        return scenarios
    dice = random.Random(seed)  # noqa: S311 - a seed is wanted here
    return [scenarios[at] for at in sorted(dice.sample(range(len(scenarios)), most))]


def outcome_of(system: Candidate, suite: str, scenario: Scenario, *, reader: Reader | None = None) -> Outcome:
    """Tell one story to a fresh memory; an error ends the story and is its outcome, never the run's end."""
    tally, failed, began = Tally(reader=reader), "", time.perf_counter()
    try:
        played(system, scenario, tally)
    except NotApplicable as error:
        tally = Tally(not_applicable=lacking(error))
    except Exception as error:  # noqa: BLE001 - whatever a memory raises, the next story is told
        failed = str(getattr(error, "told", "") or type(error).__name__)
    return Outcome(suite=suite, scenario=scenario.name, tally=tally, seconds=time.perf_counter() - began, failed=failed)


def played(system: Candidate, scenario: Scenario, tally: Tally) -> None:
    """Tell one story to a fresh memory in a folder of its own, which is gone afterwards.

    Raises:
        NotApplicable: The memory lacks an operation that the story needs.
    """
    with (
        tempfile.TemporaryDirectory(prefix="tenure-eval-", ignore_cleanup_errors=True) as folder,
        _made(system, Path(folder)) as memory,
    ):
        scenario.tell(memory, tally)


def lacking(error: NotApplicable) -> str:
    """Give the name of the operation that the memory has not: what the adapter said, or where it was raised."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return str(error) or ("" if trace is None else trace.tb_frame.f_code.co_name)


def line(outcome: Outcome) -> dict[str, Any]:
    """Give an outcome as it stands in the file."""
    counts = asdict(replace(outcome.tally, reader=None))
    del counts["reader"]
    return {
        "suite": outcome.suite,
        "scenario": outcome.scenario,
        **counts,
        "failed": outcome.failed,
        "seconds": round(outcome.seconds, 4),
    }


def read(out: Path) -> tuple[Run, list[Outcome]]:
    """Read a folder of results.

    Raises:
        RequestError: It is none.
    """
    try:
        head = Run(**json.loads((out / RUN).read_text(encoding="utf-8")))
        lines = (out / OUTCOMES).read_text(encoding="utf-8").splitlines()
        return head, [_outcome(json.loads(each)) for each in lines if each.endswith("}")]  # the last may be cut short
    except (OSError, ValueError, TypeError, KeyError):
        raise RequestError(
            "this is no folder of results", code="bad_results", hint="Name what `tenure eval run --out` made."
        ) from None


def sha256_of(data: Path) -> str:
    """Give one hash of all files of a folder, by name and content, or of one file."""
    found = hashlib.sha256()
    for path in [data] if data.is_file() else sorted(each for each in data.rglob("*") if each.is_file()):
        with path.open("rb") as file:
            content = hashlib.file_digest(file, "sha256").hexdigest()
        found.update(f"{path.relative_to(data).as_posix()}\0{content}\n".encode())
    return found.hexdigest()


def _begun(system: Candidate, suites: Sequence[Suite], *, command: str, seed: int, data: Path | None) -> Run:
    unfed = [suite.name for suite in suites if suite.needs_data and data is None]
    if unfed:
        raise RequestError(
            f"these suites need data: {', '.join(unfed)}", code="no_data", hint="Name its folder with --data."
        )
    return Run(
        system=system.name,
        versions={**versions_of(("tenure",)), **system.versions},
        command=command,
        seed=seed,
        suites=[suite.name for suite in suites],
        machine={
            "python": platform.python_version(),
            "platform": platform.platform(),
            "cores": os.cpu_count() or 0,
        },
        data="" if data is None else str(data),
        data_sha256="" if data is None else sha256_of(data),
        started_at=_instant(),
    )


def _continued(out: Path, begun: Run) -> list[Outcome]:
    """Give the outcomes that the folder holds of this very run; write down what begins if it is new."""
    out.mkdir(parents=True, exist_ok=True)
    if not (out / RUN).exists():
        _write(out, begun)
        (out / OUTCOMES).touch()
        return []
    head, outcomes = read(out)
    if _same(head) != _same(begun):
        raise RequestError(
            "the folder holds another run", code="other_run", hint="Name another folder, or the same command."
        )
    _write(out, replace(head, ended_at=""))
    (out / OUTCOMES).write_text("".join(json.dumps(line(each), separators=(",", ":")) + "\n" for each in outcomes))
    return outcomes


def _same(head: Run) -> tuple[Any, ...]:
    return head.system, dict(head.versions), head.seed, list(head.suites), head.data_sha256, head.stories, head.model


def _write(out: Path, head: Run) -> None:
    (out / RUN).write_text(json.dumps(asdict(head), indent=1) + "\n", encoding="utf-8")


def _outcome(told: dict[str, Any]) -> Outcome:
    outer = {name: told.pop(name) for name in ("suite", "scenario", "failed", "seconds")}
    return Outcome(tally=Tally(**told), **outer)


@contextmanager
def _made(system: Candidate, folder: Path) -> Iterator[Any]:
    memory = system.make(folder, datetime.now(UTC).replace(microsecond=0))
    try:
        yield memory
    finally:
        memory.close()


def _instant() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
