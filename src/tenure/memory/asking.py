"""Bounds on asking: so many questions a session and a day, and the rest waits in the inbox (R38)."""

from __future__ import annotations

import threading
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime

from tenure.errors import ConflictError, StoreUnavailableError
from tenure.forked import free_in_children
from tenure.model.decision import NextStep
from tenure.model.event import Event
from tenure.model.principal import Origin
from tenure.model.scope import Scope
from tenure.policy.policy import Policy
from tenure.recall.answer import Recall, Stance
from tenure.store.marks import find_mark, next_mark
from tenure.store.port import Entries
from tenure.store.records import Change, Setting

ASKED_ENOUGH = "asked_enough"
SESSIONS_MAX = 1_000
"""Sessions whose questions are remembered; of more the one that began first is forgotten."""
_TRIES = 3


class Asking:
    """The questions that one process put: by session in memory, by day and person in the store.

    A question about the same entries is the same question, and counts once a session.
    """

    def __init__(self) -> None:
        self._asked: dict[tuple[str | None, str], set[frozenset[str]]] = {}
        self._lock = threading.Lock()
        free_in_children(self)

    def bounded(
        self,
        found: Recall,
        *,
        session: str,
        person: str | None,
        actor: Origin,
        entries: Entries,
        policy: Policy,
        now: datetime,
    ) -> Recall:
        """Give the answer, its question left out if enough was asked: then it abstains and names the inbox.

        Args:
            found: The answer.
            session: The task, or the handle's own name for one without a task.
            person: Whom the question would be put to; None if the scope names nobody.
            actor: Who asks.
            entries: Where the questions of the day are counted; a store that cannot be written counts none.
            policy: The bounds.
            now: The reference instant (UTC); a day is a UTC day.
        """
        if found.stance is not Stance.ASK:
            return found
        about = frozenset(found.about)
        is_put = self.put(about, session=session, person=person, actor=actor, entries=entries, policy=policy, now=now)
        return found if is_put else _waiting(found)

    def put(
        self,
        question: frozenset[str],
        *,
        session: str,
        person: str | None,
        actor: Origin,
        entries: Entries,
        policy: Policy,
        now: datetime,
    ) -> bool:
        """Count one question, told by the ids that it is about, and say whether it may be put; arguments as above."""
        with self._lock:
            asked = self._asked.setdefault((person, session), set())  # agents of two persons may bear one name
            if len(self._asked) > SESSIONS_MAX:
                del self._asked[next(iter(self._asked))]
            if question in asked:
                return True
            if len(asked) >= policy.questions_session_max:
                return False
            if person is not None and not _count(person, actor, entries=entries, policy=policy, now=now):
                return False
            asked.add(question)
        return True


def _count(person: str, actor: Origin, *, entries: Entries, policy: Policy, now: datetime) -> bool:
    """Count one more question of the day to this person, unless enough were asked.

    Where others count at the same moment each time, it waits in the inbox.
    """
    scope, name, today = Scope(user=person), _name(person), now.date()
    for _ in range(_TRIES):
        known = find_mark(name, scope, entries=entries)
        asked, before = _asked_on(today, known)
        if asked >= policy.questions_day_max:
            return False
        setting = next_mark(name, scope, f"{today.isoformat()}:{asked + 1}:{before + asked + 1}", known=known)
        event = Event(at=now, actor=actor, verb="ask", rule="R38")
        with suppress(ConflictError):  # another question was counted at the same moment: count on top of it
            with suppress(StoreUnavailableError):
                entries.commit(Change(now=now, put=(setting,), events=(event,)))
            return True
    return False


def questions_put(person: str, *, entries: Entries) -> int:
    """Give how many questions recalls ever put to this person."""
    known = find_mark(_name(person), Scope(user=person), entries=entries)
    return sum(_asked_on(date.min, known))


def _asked_on(day: date, known: Setting | None) -> tuple[int, int]:
    """Give how many questions were put on this day, and how many before it."""
    if known is None:
        return 0, 0
    then, count, *total = known.value.split(":")
    # The first version kept no total: what it counted on its day is all that is known.
    every = int(total[0]) if total else int(count)
    return (int(count), every - int(count)) if then == day.isoformat() else (0, every)


def _name(person: str) -> str:
    return f"asked:{person}"


def _waiting(found: Recall) -> Recall:
    return replace(
        found,
        stance=Stance.ABSTAIN,
        question="",
        reason=ASKED_ENOUGH,
        next=(NextStep(who="person", do="tenure review"),),
    )
