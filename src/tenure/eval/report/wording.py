"""Words figures the same way in every form of the report: a share always with its counts and its interval."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tenure.errors import RequestError
from tenure.eval.report.gathering import FINDS, Column, verdict
from tenure.eval.results import Run
from tenure.eval.scenario import Ability
from tenure.eval.score import Rate, Sum
from tenure.eval.suites import chosen

HOW_TO_READ = (
    "Each suite tells a memory short stories and counts two things: what must not happen and did (wrong, of how often "
    "it could have), and what had to be found and was, in the same run. So a memory that answers nothing wins nothing. "
    "Beside each rate stand its counts and its 95 % interval (Wilson). No model judges anything."
)
VERDICTS = {
    "holds": ("✓", "nothing wrong, and what had to be found was found"),
    "finds little": ("~", f"nothing wrong, but less than {FINDS:.0%} of what had to be found was found"),
    "wrong": ("✗", "what must not happen happened at least once"),
    "failed": ("!", "nothing wrong was seen, but a story ended by an error"),
    "not applicable": (
        "n/a",
        "the memory has no such operation; nothing is counted but a wrong before it",
    ),
    "not told": ("-", "the suite was not told to this memory"),
}
"""By verdict: the sign that stands in the table, and what it means."""


def percent(value: float) -> str:
    """Give a share of 1 in percent, to a tenth."""
    return f"{100 * value:.1f}\u00a0%".replace(".0\u00a0%", "\u00a0%")


def counts(rate: Rate) -> str:
    """Give only the counts, as in a narrow cell."""
    return f"{rate.counted} / {rate.of}" if rate.of else "-"


def cell(score: Sum | None) -> tuple[str, str, str]:
    """Give what stands in the table of all suites: the verdict, its sign with what went wrong, and what was found."""
    said = verdict(score)
    sign, _ = VERDICTS[said]
    if score is None or not (score.wrong.of or score.found.of):
        return said, sign, ""
    lacking = sum(score.lacking.values())
    apart = f", {lacking} of {score.told} n/a" if lacking else ""
    return said, f"{sign} wrong {counts(score.wrong)}", f"found {counts(score.found)}{apart}"


def share(rate: Rate) -> str:
    """Give counts, rate and the 95 % interval."""
    if not rate.of:
        return "-"
    low, high = rate.interval
    return f"{counts(rate)} = {percent(rate.counted / rate.of)} [{percent(low)}, {percent(high)}]"


HEAD = ("wrong", "found", "stories", "seconds", "what went wrong", "not counted", "further figures")
"""Of the table of a suite, after the memory's name."""


def row(score: Sum) -> list[str]:
    """Give what stands in the table of a suite about one memory."""
    reasons = (f"{count} {name}" for name, count in sorted(score.tally.reasons.items(), key=lambda each: -each[1]))
    return [
        share(score.wrong),
        share(score.found),
        str(score.stories),
        f"{score.seconds:.1f}",
        ", ".join(reasons),
        _remarks(score),
        _figures(score.tally.figures),
    ]


def _remarks(score: Sum) -> str:
    return "; ".join(
        [
            *(f"{count} not applicable: no {name}" for name, count in score.lacking.items()),
            *(f"{count} failed: {name}" for name, count in score.failed.items()),
        ]
    )


def _figures(shown: Mapping[str, float]) -> str:
    """Give further figures but those that a plot shows; counts with what they are out of."""
    said: list[str] = []
    for name, value in shown.items():
        if name.startswith(("sure_", "asked_", "answered_")) or name.endswith("_held"):
            continue
        of = name.removesuffix("_of")
        said.append(f"{name} {value:.4g}" if of == name else f"{of} {shown.get(f'{of}_held', 0):.0f} / {value:.0f}")
    return ", ".join(said)


def about(suite: str) -> str:
    """Say what a suite counts, and by which rules; nothing of a suite that this version does not have."""
    try:
        (found,) = chosen((suite,))
    except RequestError:
        return ""
    return f"Counts {found.about} ({', '.join(found.rules)})." if found.rules else f"Counts {found.about}."


def abilities(suite: str, column: Column) -> list[list[str]]:
    """Give what stands in the table of a public set's abilities: each with its goal, or why there is none.

    A kind's counts are those of its stories or, where a story asks for several, the figures of its name.
    """
    rows: list[list[str]] = []
    whole = column.scores[suite]
    for each in _abilities(suite):
        part = column.parts[suite].get(each.kind)
        figures = whole.tally.figures
        found = part.found if part else Rate(*(round(figures.get(f"{each.kind}_{end}", 0)) for end in ("held", "of")))
        wrong = part.wrong if part else Rate(0, 0)
        rows.append([column.system, each.kind, share(found), counts(wrong), *_goal(each, found, wrong)])
    return rows


ABILITIES = ("system", "ability", "found", "wrong", "goal", "reached")
"""Of that table."""


def _goal(ability: Ability, found: Rate, wrong: Rate) -> tuple[str, str]:
    if ability.why:
        return f"none: {ability.why}", "-"
    goals: list[str] = []
    is_reached = True
    if ability.least is not None:
        goals.append(f"at least {percent(ability.least)} found")
        is_reached = found.value is not None and found.value >= ability.least
    if ability.most_wrong is not None:
        goals.append(f"at most {ability.most_wrong} wrong")
        is_reached = is_reached and bool(wrong.of) and wrong.counted <= ability.most_wrong
    told = found.of or wrong.of
    return ", ".join(goals), ("yes" if is_reached else "no") if told else "not told"


def _abilities(suite: str) -> Sequence[Ability]:
    try:
        return chosen((suite,))[0].abilities
    except RequestError:
        return ()


def provenance(head: Run) -> list[tuple[str, str]]:
    """Give what a run was made with and by, so that it can be made again."""
    return [
        ("versions", ", ".join(f"{name} {version}" for name, version in head.versions.items())),
        ("command", head.command),
        ("seed", str(head.seed)),
        *([("data", head.data), ("data sha256", head.data_sha256)] if head.data else []),
        *([("code sha256", head.code_sha256)] if head.code_sha256 else []),
        ("machine", ", ".join(f"{name} {value}" for name, value in head.machine.items())),
        ("from", head.started_at),
        ("to", head.ended_at or "not ended"),
    ]
