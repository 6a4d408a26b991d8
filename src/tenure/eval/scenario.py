"""One story of a suite: what is done to a memory, and what is counted while it is told."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tenure.errors import RequestError
from tenure.eval.system import System

_WORD = re.compile(r"[^\W_]+")
Reader = Callable[[str, Sequence[str]], str]
"""Gives a model's answer to a question from passages."""


def folded(text: str) -> str:
    """Give the words of a text in small letters with one space around each, to look for an answer among them."""
    return f" {' '.join(_WORD.findall(text.casefold()))} "


@dataclass(slots=True)
class Tally:
    """What one story found. Counts only; no text of the story is kept in it.

    Args:
        wrong: How often that happened which the suite counts (a leak, a stale entry served, a byte left).
        looked: How often it could have happened.
        found: How many things that must be found were found, in the same run.
        sought: How many had to be.
        reasons: How often each kind of wrong happened, by a short name.
        not_applicable: The operation that the memory does not have, or empty.
        figures: What the story measures besides, by name. Over stories, counts (`_of`, `_held` at the end of the name)
            are added, all else is averaged.
        reader: Answers a question from passages, where the user has a model; None, and nothing is answered.
    """

    wrong: int = 0
    looked: int = 0
    found: int = 0
    sought: int = 0
    reasons: dict[str, int] = field(default_factory=dict)
    not_applicable: str = ""
    figures: dict[str, float] = field(default_factory=dict)
    reader: Reader | None = field(default=None, repr=False)

    def must_not(self, happened: bool, reason: str) -> None:
        """Count one look at what must not happen."""
        self.looked += 1
        if happened:
            self.wrong += 1
            self.reasons[reason] = self.reasons.get(reason, 0) + 1

    def must_find(self, happened: bool) -> None:
        """Count one thing that had to be found."""
        self.sought += 1
        self.found += happened

    def answered(self, happened: bool, *, is_right: bool = False) -> None:
        """Count one question: whether the memory took it upon itself to answer and, if so, whether rightly.

        Args:
            happened: Whether it answered, rather than to ask or to abstain.
            is_right: Whether what it put first is right.
        """
        self.add("asked_of", 1)
        self.add("answered_of", happened)
        self.add("answered_held", happened and is_right)

    def served(self, confidence: float | None, *, holds: bool) -> None:
        """Count one entry that was handed out, by how sure the memory said it was, and whether it still holds.

        Raises:
            ValueError: It said something that is no share.
        """
        if confidence is not None:
            if not 0 <= confidence <= 1:
                raise ValueError("a confidence is from 0 to 1")
            self.add(f"sure_{round(20 * confidence) * 5:03d}_of", 1)
            self.add(f"sure_{round(20 * confidence) * 5:03d}_held", holds)

    def read(self, question: str, passages: Sequence[str], golds: Sequence[str]) -> None:
        """Let the user's model answer from what was found, and count whether a gold answer stands in its words.

        Without a model nothing happens: figures that a model moves stand in no table of ours.
        """
        if self.reader is not None:
            said = folded(self.reader(question, passages))
            self.add("read_of", 1)
            self.add("read_held", any(f" {folded(gold).strip()} " in said for gold in golds))

    def add(self, name: str, count: float) -> None:
        """Add to a figure of counts."""
        self.figures[name] = self.figures.get(name, 0) + count


Story = Callable[[System, Tally], None]
"""Tells a story to a memory that is empty, and counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """One story.

    Args:
        name: Unique within its suite, stable over runs with the same seed.
        tell: Tells it.
    """

    name: str
    tell: Story


@dataclass(frozen=True, slots=True)
class Ability:
    """One kind of a suite's stories: its goal, or why none can be had.

    Args:
        kind: As it begins the stories' names.
        least: The share that must be found, or None without a goal.
        most_wrong: How many wrong are allowed, or None without a goal.
        why: Why there is no goal, in a sentence, where there is none.
    """

    kind: str
    least: float | None = None
    most_wrong: int | None = None
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """Stories that count the same thing.

    Args:
        name: On the command line and in the report.
        about: What it counts, in a line; the rate must be 0.
        rules: The rules it is about, as `R23`.
        scenarios: Makes its stories from a seed and, where it is built from public data, a folder of it.
        needs_data: Whether it cannot be told without that folder.
        abilities: What a public benchmark asks for, each with a goal or the sentence why there is none.
        is_timed: Whether it measures time, so that nothing may run beside its stories.
    """

    name: str
    about: str
    rules: tuple[str, ...]
    scenarios: Callable[[int, Path | None], list[Scenario]]
    needs_data: bool = False
    abilities: Sequence[Ability] = ()
    is_timed: bool = False

    def stories(self, seed: int, data: Path | None) -> list[Scenario]:
        """Make its stories.

        Raises:
            RequestError: The data cannot be read, or their rows are those of something else.
        """
        try:
            return self.scenarios(seed, data)
        except (LookupError, TypeError, AttributeError, ValueError):
            if data is None:
                raise
            raise RequestError(
                f"the data given are not as {self.name} is published",
                code="bad_data",
                hint="Name its file or folder alone with --data.",
            ) from None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One story told to one memory, as it stands in the result file.

    Args:
        suite: The suite.
        scenario: The story.
        tally: What was counted, figures of its own among it.
        seconds: How long it took (wall).
        failed: The kind of error that ended it, or empty.
    """

    suite: str
    scenario: str
    tally: Tally
    seconds: float
    failed: str = ""
