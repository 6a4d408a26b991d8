"""What a person answered to what was put to them, counted free of content, and the report on it (R38).

The tally is one mark in the person's own scope, written after each answer. It goes with everything that is theirs; a
crash between an answer and its count loses the count.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace
from datetime import datetime
from typing import Final

from tenure.errors import ConflictError, StoreUnavailableError
from tenure.model.plain import from_plain, to_plain
from tenure.model.principal import Channel
from tenure.model.scope import Scope
from tenure.store.marks import find_mark, next_mark
from tenure.store.port import Entries
from tenure.store.records import Change, Setting
from tenure.values import dataclass
from tenure.write.shown import Shown

YES: Final = "yes"
EDIT: Final = "edit"
ONLY_HERE: Final = "only_here"
APPROVALS: Final = (YES, EDIT, ONLY_HERE)
SECONDS_KEPT: Final = 200
HASTY_KEPT: Final = 20
_TRIES: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Hasty:
    """An approval that was faster than its words can be read: what it made, the seconds taken and needed at least."""

    record_id: str
    seconds: float
    needed: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """The answers of one person, counted.

    Args:
        since: When counting began (UTC).
        counts: By answer: ``yes``, ``edit``, ``only_here``, ``no``, ``never_this``, ``never_category``.
        seconds: From showing to answering, of the newest `SECONDS_KEPT` answers.
        hasty: The newest `HASTY_KEPT` approvals that were faster than reading.
        hasty_count: How many there were in all.
    """

    since: datetime
    counts: Mapping[str, int] = field(default_factory=dict[str, int])
    seconds: tuple[float, ...] = ()
    hasty: tuple[Hasty, ...] = ()
    hasty_count: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class AskingReport:
    """How a person was asked, and how they answered; counts and times alone.

    Args:
        questions: Questions that recalls put to the person through agents.
        waiting: Proposals that wait for an answer now.
        since: When answers began to be counted (UTC), or None if there was none yet.
        counts: Answers by name.
        seconds_median: The middle of the seconds from showing to answering, or None.
        seconds_slowest: The longest of the newest `SECONDS_KEPT`, or None.
        hasty: The newest approvals that were faster than their words can be read.
        hasty_count: How many there were in all.
    """

    questions: int
    waiting: int
    since: datetime | None = None
    counts: Mapping[str, int] = field(default_factory=dict[str, int])
    seconds_median: float | None = None
    seconds_slowest: float | None = None
    hasty: tuple[Hasty, ...] = ()
    hasty_count: int = 0

    @property
    def answered(self) -> int:
        """How many proposals and requests were answered."""
        return sum(self.counts.values())

    @property
    def approved(self) -> int:
        """How many of them with a yes, as shown, edited or narrowed."""
        return sum(self.counts.get(name, 0) for name in APPROVALS)


def count_answer(
    answer: str,
    shown: Sequence[Shown],
    *,
    person: str,
    made: Sequence[str] = (),
    entries: Entries,
    now: datetime,
) -> None:
    """Count one answer to each of what was shown; what the person had stated themselves is no question.

    Args:
        answer: Its name.
        shown: What it answers.
        person: Who answered.
        made: For approvals: the ids of what they made, in the same order.
        entries: Where the tally is; nothing is counted in a store that cannot be written.
        now: The instant of the answer (UTC).
    """
    asked = [each for each in shown if each.proposal.proposer.channel is not Channel.USER]
    if not asked:
        return
    hasty = _hasty(shown, made, now) if answer in APPROVALS else ()
    for _ in range(_TRIES):
        known = _mark(person, entries)
        tally = Tally(since=now) if known is None else _read(known)
        taken = [each.seconds(now) for each in asked]
        after = replace(
            tally,
            counts={**tally.counts, answer: tally.counts.get(answer, 0) + len(asked)},
            seconds=(*tally.seconds, *(round(each, 1) for each in taken if each is not None))[-SECONDS_KEPT:],
            hasty=(*tally.hasty, *hasty)[-HASTY_KEPT:],
            hasty_count=tally.hasty_count + len(hasty),
        )
        mark = next_mark(_name(person), Scope(user=person), json.dumps(to_plain(after)), known=known)
        with suppress(ConflictError):  # another answer was counted at the same moment: count on top of it
            with suppress(StoreUnavailableError):
                entries.commit(Change(now=now, put=(mark,)))
            return


def tally_of(person: str, *, entries: Entries) -> Tally | None:
    """Give the person's tally, or None before the first answer."""
    known = _mark(person, entries)
    return None if known is None else _read(known)


def report(tally: Tally | None, *, questions: int, waiting: int) -> AskingReport:
    """Give the report on a tally. Pure."""
    if tally is None:
        return AskingReport(questions=questions, waiting=waiting)
    return AskingReport(
        questions=questions,
        waiting=waiting,
        since=tally.since,
        counts=tally.counts,
        seconds_median=sorted(tally.seconds)[len(tally.seconds) // 2] if tally.seconds else None,
        seconds_slowest=max(tally.seconds, default=None),
        hasty=tally.hasty,
        hasty_count=tally.hasty_count,
    )


def _hasty(shown: Sequence[Shown], made: Sequence[str], now: datetime) -> tuple[Hasty, ...]:
    """Give the approvals that were faster than reading; several at once take the time of all their words."""
    needed = sum(each.reading_seconds for each in shown)
    return tuple(
        Hasty(record_id=made_id, seconds=round(taken, 1), needed=round(needed, 1))
        for each, made_id in zip(shown, made, strict=True)
        if (taken := each.seconds(now)) is not None and taken < needed
    )


def _name(person: str) -> str:
    return f"answers:{person}"


def _mark(person: str, entries: Entries) -> Setting | None:
    return find_mark(_name(person), Scope(user=person), entries=entries)


def _read(known: Setting) -> Tally:
    return from_plain(Tally, json.loads(known.value))
