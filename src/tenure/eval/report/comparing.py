"""Compares runs with the first of them: how far each rate moved, and which stories went worse. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tenure.errors import RequestError
from tenure.eval.report.gathering import Column
from tenure.eval.report.wording import counts, percent
from tenure.eval.scenario import Outcome
from tenure.eval.score import Rate, difference


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """One suite in two runs.

    Args:
        suite: The suite.
        wrong: What must not happen, before and after.
        found: What had to be found, before and after.
        worse: The stories of both that count more wrong, or less found, or no more ran to their end.
        better: Those of which the contrary is true.
        failed: How many of them ended in an error of the memory or its adapter, before and after.
        only_before: How many stories only the first run has.
        only_after: How many only the second has.
    """

    suite: str
    wrong: tuple[Rate, Rate]
    found: tuple[Rate, Rate]
    worse: Sequence[str]
    better: Sequence[str]
    failed: tuple[int, int]
    only_before: int
    only_after: int


def compared(before: Column, after: Column) -> list[Moved]:
    """Compare the suites that both have; the rates are of the stories that both were told, under one name."""
    return [_moved(name, before, after) for name in before.scores if name in after.scores]


def check_common(before: Column, columns: Sequence[Column]) -> None:
    """Check that each run has a story that the first has too.

    Raises:
        RequestError: One has none: nothing could be compared.
    """
    told = {(each.suite, each.scenario) for each in before.outcomes}
    if any(told.isdisjoint((each.suite, each.scenario) for each in column.outcomes) for column in columns):
        raise RequestError(
            "the runs have no story in common",
            code="nothing_common",
            hint="Name runs of the same suites, seed and data.",
        )


def _moved(suite: str, before: Column, after: Column) -> Moved:
    old, new = _stories(suite, before), _stories(suite, after)
    both = [name for name in old if name in new]
    return Moved(
        suite=suite,
        wrong=(_wrong([old[name] for name in both]), _wrong([new[name] for name in both])),
        found=(_found([old[name] for name in both]), _found([new[name] for name in both])),
        worse=[name for name in both if _is_worse(old[name], new[name])],
        better=[name for name in both if _is_worse(new[name], old[name])],
        failed=(sum(bool(old[name].failed) for name in both), sum(bool(new[name].failed) for name in both)),
        only_before=len(old) - len(both),
        only_after=len(new) - len(both),
    )


def _stories(suite: str, column: Column) -> dict[str, Outcome]:
    return {each.scenario: each for each in column.outcomes if each.suite == suite}


def _is_worse(one: Outcome, other: Outcome) -> bool:
    """Whether the other counts more wrong or less found, or ended before its end where the one did not."""
    if bool(one.failed) != bool(other.failed):
        return bool(other.failed)
    if bool(one.tally.not_applicable) != bool(other.tally.not_applicable):
        return bool(other.tally.not_applicable)
    return other.tally.wrong > one.tally.wrong or other.tally.found < one.tally.found


def _wrong(told: Sequence[Outcome]) -> Rate:
    return Rate(counted=sum(each.tally.wrong for each in told), of=sum(each.tally.looked for each in told))


def _found(told: Sequence[Outcome]) -> Rate:
    return Rate(counted=sum(each.tally.found for each in told), of=sum(each.tally.sought for each in told))


def lines(before: Column, after: Column, *, shown_max: int = 10) -> Iterator[str]:
    """Tell a comparison to a person.

    Args:
        before: The run that others are compared with.
        after: One of the others.
        shown_max: Most stories that are named a suite.
    """
    yield f"{after.system}, compared with {before.system} before"
    yield from (f"  {said}" for said in _unlike(before, after))
    for moved in compared(before, after):
        yield moved.suite
        yield f"  wrong  {_told(*moved.wrong)}"
        yield f"  found  {_told(*moved.found)}"
        if any(moved.failed):
            yield f"  FAILED {moved.failed[0]} -> {moved.failed[1]}"
        for name, stories in (("worse", moved.worse), ("better", moved.better)):
            if stories:
                more = f" and {len(stories) - shown_max} more" if len(stories) > shown_max else ""
                yield f"  {len(stories)} {name}: {', '.join(stories[:shown_max])}{more}"
        if moved.only_before or moved.only_after:
            yield f"  not compared: {moved.only_before} stories only before, {moved.only_after} only after"
    missing = [name for name in before.scores if name not in after.scores]
    if missing:
        yield f"not told any more: {', '.join(missing)}"


def is_worse(before: Column, after: Column) -> bool:
    """Whether any story of both went worse, or a suite or a story of the first is not told any more."""
    return any(name not in after.scores for name in before.scores) or any(
        moved.worse or moved.only_before for moved in compared(before, after)
    )


def plain(before: Column, after: Column) -> dict[str, object]:
    """Give a comparison as values of JSON."""
    return {
        "system": after.system,
        "is_worse": is_worse(before, after),
        "unlike": list(_unlike(before, after)),
        "not_told": [name for name in before.scores if name not in after.scores],
        "suites": {
            moved.suite: {
                "wrong": _plain(*moved.wrong),
                "found": _plain(*moved.found),
                "worse": list(moved.worse),
                "better": list(moved.better),
                "failed": {"before": moved.failed[0], "after": moved.failed[1]},
                "only_before": moved.only_before,
                "only_after": moved.only_after,
            }
            for moved in compared(before, after)
        },
    }


def _plain(before: Rate, after: Rate) -> dict[str, object]:
    interval = difference(*after, *before)
    return {
        "before": {"count": before.counted, "of": before.of},
        "after": {"count": after.counted, "of": after.of},
        "difference": None if before.value is None or after.value is None else after.value - before.value,
        "interval": None if interval is None else list(interval),
    }


def _told(before: Rate, after: Rate) -> str:
    interval = difference(*after, *before)
    if interval is None or before.value is None or after.value is None:
        return f"{counts(before)} -> {counts(after)}"
    moved = _signed(after.value - before.value)
    return f"{counts(before)} -> {counts(after)}  {moved} [{_signed(interval[0])}, {_signed(interval[1])}]"


def _signed(value: float) -> str:
    return ("+" if value > 0 else "") + percent(value)


def _unlike(before: Column, after: Column) -> Iterator[str]:
    """Say what makes the two runs less comparable than they look."""
    seeds = [{head.seed for head in column.heads} for column in (before, after)]
    data = [{head.data_sha256 for head in column.heads if head.data_sha256} for column in (before, after)]
    if seeds[0] != seeds[1]:
        yield "not the same seed: stories of one name differ"
    if data[0] != data[1]:
        yield "not the same data: stories of one name may differ"
