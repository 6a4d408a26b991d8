"""Tells suites to a memory and writes each outcome down at once, so that a run that was stopped goes on where it was.

A folder of results holds `run.json` (what was evaluated, with what, by which command) and `outcomes.jsonl` (a line a
story: counts and times, no word of any story).
"""

from __future__ import annotations

import os
import platform
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from tenure.errors import RequestError
from tenure.eval.marks import alone_in, code_sha256, data_sha256
from tenure.eval.reader import NoModelError
from tenure.eval.results import OUTCOMES, RUN, Run, line, read, shown, write_head, write_whole
from tenure.eval.scenario import Outcome, Reader, Scenario, Suite, Tally
from tenure.eval.system import NotApplicable, System
from tenure.eval.systems import Candidate, versions_of

SEED: Final = 7

Progress = Callable[[str, int, int], None]
"""Told before each story: the suite, the story's number in it and how many it has."""
Stories = Callable[[Suite, Sequence[Scenario]], Iterator[Outcome]]
"""Tells stories of one suite, in whatever order, and gives each outcome as soon as it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What a process needs to tell the same stories to the same memory.

    Args:
        system: The memory's name, as on the command line.
        environments: The folder of peers' environments.
        seed: The seed of the stories.
        data: The folder or file of public data.
        model: The user's model, or empty.
    """

    system: str
    environments: Path | None
    seed: int
    data: Path | None
    model: str


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
    beside: Stories | None = None,
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
        beside: Tells several at once; None, and they are told one after the other, as those that measure time always
            are.

    Raises:
        RequestError: The folder holds the results of another run or of other code, another run writes there now, or a
            suite needs data and none is given; or the model does not answer, and the run goes on once it does.
    """
    begun = _begun(system, suites, command=command, seed=seed, data=data)
    begun = replace(begun, stories=stories, model=shown(model))

    def in_turn(suite: Suite, scenarios: Sequence[Scenario]) -> Iterator[Outcome]:
        return (outcome_of(system, suite.name, each, reader=reader) for each in scenarios)

    _make_folder(out)
    with alone_in(out):
        begun, before = _continued(out, begun)
        told = {(each.suite, each.scenario) for each in before}
        order: dict[tuple[str, str], int] = {}
        with (out / OUTCOMES).open("a", encoding="utf-8") as file:  # no link: it was written whole just now
            for suite in suites:
                scenarios = _drawn(suite.stories(seed, data), stories, seed)
                order |= {(suite.name, each.name): len(order) + at for at, each in enumerate(scenarios)}
                waiting = [each for each in scenarios if (suite.name, each.name) not in told]
                teller = in_turn if beside is None or suite.is_timed else beside
                for outcome in _announced(teller(suite, waiting), progress, suite.name, len(waiting), len(scenarios)):
                    file.write(line(outcome))
                    file.flush()
        _order(out, order)
        ended = replace(begun, ended_at=_instant())
        write_head(out, ended)
    return ended


def _announced(
    outcomes: Iterator[Outcome], progress: Progress | None, suite: str, waiting: int, count: int
) -> Iterator[Outcome]:
    """Give the outcomes, and tell how far it is before each."""
    for number in range(count - waiting + 1, count + 1):
        if progress is not None:
            progress(suite, number, count)
        yield next(outcomes)


def _order(out: Path, order: Mapping[tuple[str, str], int]) -> None:
    """Put the outcomes into the order of their stories, in which two runs are easily compared."""
    outcomes = read(out)[1]
    outcomes.sort(key=lambda each: order.get((each.suite, each.scenario), len(order)))
    write_whole(out / OUTCOMES, "".join(map(line, outcomes)))


def _drawn(scenarios: list[Scenario], most: int, seed: int) -> list[Scenario]:
    """Give some of the stories, in their order; the same seed gives the same."""
    if not most or most >= len(scenarios):
        return scenarios
    dice = random.Random(seed)  # noqa: S311 - a seed is wanted here
    return [scenarios[at] for at in sorted(dice.sample(range(len(scenarios)), most))]


def outcome_of(system: Candidate, suite: str, scenario: Scenario, *, reader: Reader | None = None) -> Outcome:
    """Tell one story to a fresh memory; an error ends the story and is its outcome, never the run's end.

    Raises:
        NoModelError: The user's model does not answer: told again, the story may end otherwise.
    """
    tally, failed, began = Tally(reader=reader), "", time.perf_counter()
    try:
        with redirect_stdout(sys.stderr):  # what a memory prints must not look like a result
            played(system, scenario, tally)
    except NoModelError:
        raise
    except NotApplicable as error:
        tally = seen_before(tally, lacking=shown(lacking(error)))
    except (Exception, SystemExit, GeneratorExit) as error:  # noqa: BLE001 - whatever a memory raises, the next is told
        failed = shown(str(getattr(error, "told", "") or type(error).__name__))
    return Outcome(suite=suite, scenario=scenario.name, tally=tally, seconds=time.perf_counter() - began, failed=failed)


def seen_before(tally: Tally, *, lacking: str) -> Tally:
    """Give what counts of a story that ended since an operation is lacking: only what had gone wrong before.

    So no memory takes back a leak by saying afterwards that it lacks something.
    """
    if not tally.wrong:
        return Tally(not_applicable=lacking)
    return Tally(wrong=tally.wrong, looked=tally.looked, reasons=tally.reasons, not_applicable=lacking)


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


def _begun(system: Candidate, suites: Sequence[Suite], *, command: str, seed: int, data: Path | None) -> Run:
    unfed = [suite.name for suite in suites if suite.needs_data and data is None]
    if unfed:
        raise RequestError(
            f"these suites need data: {', '.join(unfed)}", code="no_data", hint="Name its folder with --data."
        )
    return Run(
        system=shown(system.name),
        versions={**versions_of(("tenure",)), **system.versions},
        command=shown(command),
        seed=seed,
        suites=tuple(suite.name for suite in suites),
        machine={
            "python": platform.python_version(),
            "system": f"{platform.system()} {platform.machine()}",
            "cores": os.cpu_count() or 0,
        },
        data="" if data is None else shown(str(data)),
        data_sha256="" if data is None else data_sha256(data),
        code_sha256=code_sha256(system.make),
        started_at=_instant(),
    )


def _make_folder(out: Path) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise RequestError("this is a file", code="bad_results", hint="Name a folder for the results.") from None


def _continued(out: Path, begun: Run) -> tuple[Run, list[Outcome]]:
    """Give the run and the outcomes that the folder holds of this very one; write down what begins if it is new."""
    if not (out / RUN).exists():
        write_head(out, begun)
        write_whole(out / OUTCOMES, "")
        return begun, []
    head, outcomes = read(out)
    if _same(head) != _same(begun):
        raise RequestError(
            "the folder holds another run", code="other_run", hint="Name another folder, or the same command."
        )
    if head.code_sha256 not in {"", begun.code_sha256}:  # an older Tenure noted none
        raise RequestError(
            "the folder holds a run of other code", code="other_code", hint="Name another folder, and tell all anew."
        )
    head = replace(head, ended_at="")
    write_head(out, head)
    write_whole(out / OUTCOMES, "".join(map(line, outcomes)))
    return head, outcomes


def _same(head: Run) -> tuple[object, ...]:
    return head.system, dict(head.versions), head.seed, list(head.suites), head.data_sha256, head.stories, head.model


@contextmanager
def _made(system: Candidate, folder: Path) -> Iterator[System]:
    memory = system.make(folder, datetime.now(UTC).replace(microsecond=0))
    try:
        yield memory
    finally:
        memory.close()


def _instant() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
