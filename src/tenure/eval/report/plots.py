"""Makes the plots of the report out of the scores: what each shows and the numbers beside it. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import median

from tenure.eval.report.drawing import Plot, Series
from tenure.eval.report.gathering import Column, suites
from tenure.eval.report.wording import percent, share
from tenure.eval.scenario import Outcome
from tenure.eval.score import Rate

STALE = ("stale_entry_removal", "preference_change", "conflicting_sources", "code_drift")
"""The suites of the plot of staleness."""
ANSWERED = "abstention"
"""The suite of the plot of risk: every memory that recalls can be told it."""
ENTRIES, COST = "entries", "recall_ms"
"""The figures of a story about cost: how much is stored, and what a question took."""

_Counts = Mapping[str, float]


def plots(columns: Sequence[Column]) -> list[Plot]:
    """Give the plots for which there are figures, in the order of the report."""
    made = (cost(columns), staleness(columns), coverage(columns), reliability(columns))
    return [plot for plot in made if plot.series]


def cost(columns: Sequence[Column]) -> Plot:
    """Draw what a question takes against how much is stored."""
    series: list[Series] = []
    every = sorted({each.tally.figures[ENTRIES] for column in columns for each in column.outcomes if _has_cost(each)})
    rows: list[list[str]] = []
    for at, column in enumerate(columns):
        taken: dict[float, list[float]] = {}
        for each in column.outcomes:
            if _has_cost(each):
                taken.setdefault(each.tally.figures[ENTRIES], []).append(each.tally.figures[COST])
        points = [(entries, median(times)) for entries, times in sorted(taken.items())]
        known = dict(points)
        rows += [[column.system, *(f"{known[size]:.3g}" if size in known else "" for size in every)]] if points else []
        series += [Series(name=column.system, colour=at, points=points)] if points else []
    return Plot(
        name="cost",
        title="Cost against store size",
        about="Milliseconds (wall, median) that one question takes while the store grows by other people's entries. "
        "A flat line is good: what one person asks does not cost more because others are stored beside them.",
        across="entries stored in all",
        upward="milliseconds a question",
        series=series,
        head=("system", *(f"{size:,.0f} entries" for size in every)),
        rows=rows,
        is_share=False,
    )


def _has_cost(outcome: Outcome) -> bool:
    return outcome.tally.figures.get(COST, 0) > 0 and outcome.tally.figures.get(ENTRIES, 0) > 0


def staleness(columns: Sequence[Column]) -> Plot:
    """Draw what is found against what is served though it is stale, over the suites that are about it."""
    series: list[Series] = []
    rows: list[list[str]] = []
    for at, column in enumerate(columns):
        mine = [column.scores[name] for name in STALE if name in column.scores]
        wrong = Rate(counted=sum(each.wrong.counted for each in mine), of=sum(each.wrong.of for each in mine))
        found = Rate(counted=sum(each.found.counted for each in mine), of=sum(each.found.of for each in mine))
        if wrong.value is None or found.value is None:
            continue
        series.append(Series(name=column.system, colour=at, points=[(wrong.value, found.value)]))
        rows.append([column.system, share(wrong), share(found)])
    return Plot(
        name="staleness",
        title="Recall against staleness",
        about="What must be found and is, against what was replaced, corrected or ran out and is served all the same, "
        f"over the suites {', '.join(STALE)}. Top left is good; a memory that answers nothing lies at the bottom left.",
        across="stale entries served",
        upward="found in the same run",
        series=series,
        head=("system", "stale served", "found"),
        rows=rows,
    )


def coverage(columns: Sequence[Column]) -> Plot:
    """Draw the share of wrong answers against the share of questions answered, where all were asked the same."""
    series: list[Series] = []
    rows: list[list[str]] = []
    for suite in suites(columns):
        for at, column in enumerate(columns):
            counts = _counts(column, suite)
            asked, answered = counts.get("asked_of", 0), counts.get("answered_of", 0)
            if not answered:
                continue
            answers = Rate(counted=round(answered), of=round(asked))
            wrong = Rate(counted=round(answered - counts.get("answered_held", 0)), of=round(answered))
            rows.append([column.system, suite, share(answers), share(wrong)])
            if suite == ANSWERED:
                whole = (answered / asked, 1 - counts.get("answered_held", 0) / answered)
                series.append(Series(name=column.system, colour=at, points=[whole]))
    return Plot(
        name="coverage",
        title="Risk against coverage",
        about="Of the questions with and without an answer in the store: which share the memory took upon itself to "
        "answer, and which share of these answers is wrong: what it put first does not answer. Low is good. Drawn are "
        f"the questions of {ANSWERED}, of which a third has an answer; those of other suites stand in the table alone, "
        "since not all memories were asked them.",
        across="questions answered",
        upward="answers that are wrong",
        series=series,
        head=("system", "suite", "answered", "of these wrong"),
        rows=rows,
    )


def reliability(columns: Sequence[Column]) -> Plot:
    """Draw how often what was handed out held against how sure the memory said it was."""
    series: list[Series] = []
    rows: list[list[str]] = []
    for at, column in enumerate(columns):
        points: list[tuple[float, float]] = []
        for sure, held in _sure(_counts(column, *column.scores)):
            points.append((sure, held.counted / held.of))
            rows.append([column.system, percent(sure), share(held)])
        series += [Series(name=column.system, colour=at, points=points)] if points else []
    return Plot(
        name="reliability",
        title="Reliability of confidence",
        about="How often an entry that was handed out still held, against how sure the memory said it was. On the "
        "dashed line the two agree; below it the memory is too sure. A memory that states no confidence has no line.",
        across="confidence stated",
        upward="still held",
        series=series,
        head=("system", "said", "held"),
        rows=rows,
        has_diagonal=True,
    )


def _counts(column: Column, *suites: str) -> _Counts:
    found: dict[str, float] = {}
    for each in column.outcomes:
        for name, value in each.tally.figures.items() if each.suite in suites else ():
            if name.endswith(("_of", "_held")):
                found[name] = found.get(name, 0.0) + value
    return found


def _sure(counts: _Counts) -> Iterator[tuple[float, Rate]]:
    for name in sorted(counts):
        if name.startswith("sure_") and name.endswith("_of"):
            held = counts.get(f"{name.removesuffix('_of')}_held", 0.0)
            yield int(name.split("_")[1]) / 100, Rate(counted=round(held), of=round(counts[name]))
