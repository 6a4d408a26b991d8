"""Gathers the runs of a folder into one value, from which every form of the report is made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from tenure.errors import RequestError
from tenure.eval.results import RUN, Run, read
from tenure.eval.scenario import Outcome
from tenure.eval.score import Rate, Sum, by_suite, summed
from tenure.eval.suites import LIFECYCLE, MEASURES, PUBLIC

FINDS = 0.9
"""The share that a memory must find at least, lest the report say of a suite without a wrong that it *finds little*."""

OURS = "tenure"
"""The memory whose column comes first, wherever it was run, and how the names of its other columns begin."""
_ORDER = (*LIFECYCLE, *MEASURES, *PUBLIC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One memory as the report shows it.

    Args:
        system: Its name.
        heads: What each of its runs says of itself.
        outcomes: The stories of all of them.
        scores: By suite, in the order of the runs.
        parts: By suite, the scores of the kinds of its stories; nothing where all are of one kind.
    """

    system: str
    heads: Sequence[Run]
    outcomes: Sequence[Outcome]
    scores: Mapping[str, Sum]
    parts: Mapping[str, Mapping[str, Sum]]


def gathered(folder: Path) -> list[Column]:
    """Give the memories of a folder: that of its own run, or those of all runs in the folders below it.

    Tenure comes first, then what else of ours was run, then the others, in the order in which they were run. Runs of
    one memory with other suites each, as of other public sets, are one column. A second run of a suite is a column of
    its own, named by when it began.

    Raises:
        RequestError: There is no run, or one cannot be read.
    """
    places = [folder] if (folder / RUN).is_file() else sorted(path.parent for path in folder.rglob(RUN))
    if not places:
        raise RequestError(
            "this is no folder of results", code="bad_results", hint="Name what `tenure eval run --out` made."
        )
    runs = sorted((read(place) for place in places), key=_place)
    by_name: dict[str, list[tuple[Run, list[Outcome]]]] = {}
    for head, outcomes in runs:
        known = {each.suite for _, others in by_name.get(head.system, ()) for each in others}
        is_again = any(each.suite in known for each in outcomes)
        by_name.setdefault(f"{head.system} {head.started_at}" if is_again else head.system, []).append((head, outcomes))
    return [column(name, found) for name, found in by_name.items()]


def _place(run: tuple[Run, list[Outcome]]) -> tuple[bool, bool, str]:
    name = run[0].system
    return name != OURS, not name.startswith(OURS), run[0].started_at


def column(name: str, runs: Iterable[tuple[Run, Sequence[Outcome]]]) -> Column:
    """Sum the stories of the runs of one memory."""
    heads, lists = zip(*runs, strict=True)
    outcomes = [each for told in lists for each in told]
    whole = by_suite(outcomes)
    return Column(
        system=name,
        heads=heads,
        outcomes=outcomes,
        scores=whole,
        parts={suite: _parts([each for each in outcomes if each.suite == suite]) for suite in whole},
    )


def suites(columns: Iterable[Column]) -> list[str]:
    """Give the names of all suites: ours in their order, then others as they come."""
    names = dict.fromkeys(name for each in columns for name in each.scores)
    return [*(name for name in _ORDER if name in names), *(name for name in names if name not in _ORDER)]


def part_of(scenario: str) -> str:
    """Give the kind of a story by its name: what stands before `/`, else before the last `-`."""
    return scenario.partition("/")[0] if "/" in scenario else scenario.rpartition("-")[0]


def verdict(score: Sum | None) -> str:
    """Say what a cell of the table says: `holds`, `finds little`, `wrong`, `failed`, `not applicable` or `not told`."""
    if score is None or not score.told:
        return "not told"
    if score.wrong.counted:
        return "wrong"
    if score.failed:
        return "failed"
    if not score.wrong.of and not score.found.of:
        return "not applicable"
    found = score.found.value
    return "holds" if found is None or found >= FINDS else "finds little"


def plain(columns: Iterable[Column]) -> list[dict[str, object]]:
    """Give the columns as values of JSON: counts, rates, intervals and all that makes them repeatable."""
    return [
        {
            "system": each.system,
            "runs": [asdict(head) for head in each.heads],
            "suites": {
                name: {**_plain(score), "kinds": {part: _plain(one) for part, one in each.parts[name].items()}}
                for name, score in each.scores.items()
            },
        }
        for each in columns
    ]


def _plain(score: Sum) -> dict[str, object]:
    return {
        "verdict": verdict(score),
        "wrong": _rate(score.wrong),
        "found": _rate(score.found),
        "stories": score.stories,
        "not_applicable": score.lacking,
        "failed": score.failed,
        "reasons": score.tally.reasons,
        "figures": score.tally.figures,
        "seconds": score.seconds,
    }


def _rate(rate: Rate) -> dict[str, object]:
    return {
        "count": rate.counted,
        "of": rate.of,
        "rate": rate.value,
        "interval": list(rate.interval) if rate.of else None,
    }


def _parts(outcomes: Sequence[Outcome]) -> dict[str, Sum]:
    by_part: dict[str, list[Outcome]] = {}
    for each in outcomes:
        by_part.setdefault(part_of(each.scenario), []).append(each)
    if len(by_part) < 2:
        return {}
    return {name: summed(told) for name, told in by_part.items()}
