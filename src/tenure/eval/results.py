"""The folder of results: written whole and through no link, read with every value checked, for others may hand us one.

It holds `run.json` (what was evaluated, with what, by which command) and `outcomes.jsonl` (a line a story: counts and
times, no word of any story).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import isfinite
from pathlib import Path
from typing import Any, Final, cast

from tenure.errors import RequestError
from tenure.eval.scenario import Outcome, Tally
from tenure.model.plain import from_plain

RUN: Final = "run.json"
OUTCOMES: Final = "outcomes.jsonl"
_SHOWN_MAX: Final = 1_000
"""Most characters of a name that is kept."""
_COUNT_MAX: Final = 1 << 53
"""What a number of JSON holds exactly; more was never counted."""


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
        code_sha256: One hash of Tenure's code and the adapter's file, or empty.
    """

    system: str
    versions: Mapping[str, str]
    command: str
    seed: int
    suites: tuple[str, ...]
    machine: Mapping[str, str | int]
    data: str
    data_sha256: str
    started_at: str
    ended_at: str = ""
    stories: int = 0
    model: str = ""
    code_sha256: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """One line of `outcomes.jsonl`."""

    suite: str
    scenario: str
    wrong: int
    looked: int
    found: int
    sought: int
    reasons: dict[str, int]
    not_applicable: str
    figures: dict[str, float]
    failed: str
    seconds: float


def shown(text: str) -> str:
    """Give a name as it may stand in a result: on one line, nothing hidden in it, and not endless."""
    return "".join(each if each.isprintable() else " " for each in text[:_SHOWN_MAX])


def line(outcome: Outcome) -> str:
    """Give an outcome as it stands in the file, with its line break."""
    counts = asdict(replace(outcome.tally, reader=None))
    del counts["reader"]
    told = {
        "suite": outcome.suite,
        "scenario": outcome.scenario,
        **counts,
        "failed": outcome.failed,
        "seconds": round(outcome.seconds, 4),
    }
    return json.dumps(told, separators=(",", ":")) + "\n"


def read(out: Path) -> tuple[Run, list[Outcome]]:
    """Read a folder of results.

    Raises:
        RequestError: It is none, or holds what no run writes: counts that cannot be, names that are not printable.
    """
    try:
        head = from_plain(Run, json.loads(_text(out / RUN)))
        _check_texts(map(str, _leaves(asdict(head))))
        lines = _text(out / OUTCOMES).splitlines()
        return head, [_outcome(json.loads(each)) for each in lines if each.endswith("}")]  # the last may be cut short
    except (OSError, ValueError, RecursionError, RequestError):
        raise RequestError(
            "this is no folder of results", code="bad_results", hint="Name what `tenure eval run --out` made."
        ) from None


def write_head(out: Path, head: Run) -> None:
    """Write down what a run says of itself."""
    write_whole(out / RUN, json.dumps(asdict(head), indent=1) + "\n")


def write_whole(path: Path, text: str) -> None:
    """Put a whole file in its place at once; a link that lies there is replaced, never written through."""
    fresh = path.with_name(f".{path.name}.new")
    fresh.unlink(missing_ok=True)
    with fresh.open("x", encoding="utf-8") as file:  # what somebody puts there meanwhile is not opened
        file.write(text)
    fresh.replace(path)


def _text(path: Path) -> str:
    if not path.is_file():  # a pipe would hold us
        raise FileNotFoundError(path.name)
    return path.read_text(encoding="utf-8")


def _outcome(told: Any) -> Outcome:  # noqa: ANN401 - what stood in a file
    line = from_plain(_Line, told)
    _check_texts((line.suite, line.scenario, line.not_applicable, line.failed, *line.reasons, *line.figures))
    _check_counts(line)
    tally = Tally(
        wrong=line.wrong,
        looked=line.looked,
        found=line.found,
        sought=line.sought,
        reasons=line.reasons,
        not_applicable=line.not_applicable,
        figures=line.figures,
    )
    return Outcome(suite=line.suite, scenario=line.scenario, tally=tally, seconds=line.seconds, failed=line.failed)


def _check_texts(texts: Iterable[str]) -> None:
    if not all(text.isprintable() for text in texts):
        raise ValueError("a name that is not printable")


def _check_counts(line: _Line) -> None:
    """Refuse what cannot have been counted, of which no share can be drawn."""
    counts = (line.wrong, line.looked, line.found, line.sought, *line.reasons.values())
    numbers = (line.seconds, *line.figures.values())
    if not all(0 <= count < _COUNT_MAX for count in counts) or line.wrong > line.looked or line.found > line.sought:
        raise ValueError("counts that cannot be")
    if not all(isfinite(number) and 0 <= number < _COUNT_MAX for number in numbers):
        raise ValueError("figures that cannot be")
    for name, held in line.figures.items():
        stem, _, end = name.rpartition("_")
        if end == "held" and held > line.figures.get(f"{stem}_of", 0):
            raise ValueError("more held than there were")
        if stem.startswith("sure_") and not (stem[5:].isdecimal() and int(stem[5:]) <= 100):
            raise ValueError("surer than sure")


def _leaves(value: object) -> Iterable[object]:
    if isinstance(value, Mapping):
        for name, each in cast("Mapping[object, object]", value).items():
            yield name
            yield from _leaves(each)
    elif isinstance(value, tuple | list):
        for each in cast("Sequence[object]", value):
            yield from _leaves(each)
    else:
        yield value
