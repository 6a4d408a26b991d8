"""What the predicates have in common: what a script said, what waits, what can be used of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

import tenure
from benchmarks.scripts.stage import Stage, Step
from tenure import Entry, Recall, Shown

Found = re.Match[str]
Predicate = Callable[[Stage, Found], bool]


def texts(entries: Iterable[Entry]) -> set[str]:
    return {entry.claim.text.strip(" .").casefold() for entry in entries}


def said(stage: Stage) -> set[str]:
    """Give the texts that the script brought."""
    return {step.text.strip(" .").casefold() for step in stage.done if step.text}


def usable(stage: Stage) -> set[str]:
    return texts(stage.listed().values()) & said(stage)


def answers(stage: Stage) -> list[Recall]:
    """Give what the script's questions were answered, in turn."""
    return [step.found for step in stage.done if step.found is not None and step.given["op"] != "remember"]


def was_shown(stage: Stage) -> list[Shown]:
    return [step.shown for step in stage.done if step.shown is not None]


def what_waits(stage: Stage) -> tuple[Shown, ...]:
    return stage.person().pending()


def approve_all(stage: Stage) -> None:
    """Let the person say yes to everything that waits, as far as a yes is allowed at all."""
    for shown in what_waits(stage):
        try:
            stage.approve(shown)
        except tenure.Error:
            continue


def attempts(stage: Stage, *ops: str) -> list[Step]:
    return stage.steps(*(ops or ("approve",)))


def error(call: Callable[[], object]) -> str:
    """Give all that an error of this call says, or nothing if there was none."""
    try:
        call()
    except tenure.Error as raised:
        return repr((type(raised).__name__, raised.code, str(raised), raised.hint))
    return ""
