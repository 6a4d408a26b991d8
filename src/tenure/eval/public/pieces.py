"""Lets a memory keep the pieces of a long text or conversation and ranks them for a question.

What was said or read is no claim that anybody approved, so it is kept as notes of one task. A memory without notes is
told the pieces as entries. Of a conversation it hears who speaks, and the time between two of its sessions.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from tenure.eval.scenario import Tally
from tenure.eval.system import Found, NotApplicable, Scope, System

FIRST = 10
"""How many places of a ranking are looked at."""
BETWEEN_TURNS: Final = timedelta(seconds=20)
BETWEEN_SESSIONS: Final = timedelta(hours=1)
"""The real ones lie days apart, and no task of a memory need last as long as that."""
_TASK = "reading"


@dataclass(slots=True)
class Pieces:
    """The pieces that one memory keeps.

    Args:
        system: The memory.
        scope: Whose.
        names: By id and by text: what the piece belongs to, as a session or a turn.
        offered: How many it was given.
        refused: How many it did not keep.
    """

    system: System
    scope: Scope
    names: dict[str, str] = field(default_factory=dict)
    offered: int = 0
    refused: int = 0
    is_noted: bool = True
    _session: str = ""
    _at: datetime = field(init=False)

    def __post_init__(self) -> None:
        self._at = self.system.now

    def keep(self, text: str, name: str) -> None:
        """Let it keep one piece of a text; whitespace alone is none."""
        self._keep(text, name, lambda: self.system.note(text, self.scope, task=_TASK))

    def hear(self, text: str, name: str, *, session: str, is_person: bool) -> None:
        """Let it hear one turn of a conversation; whitespace alone is none.

        Args:
            text: What was said.
            name: What the turn belongs to.
            session: The session; after another one there is a pause.
            is_person: Whether the person whose memory it is said it.
        """
        self._at += BETWEEN_TURNS if session == self._session else BETWEEN_SESSIONS
        self._session = session
        at = self._at
        self._keep(text, name, lambda: self.system.hear(text, self.scope, task=_TASK, at=at, is_person=is_person))

    def _keep(self, text: str, name: str, noted: Callable[[], str | None]) -> None:
        if not text.strip():
            return
        kept = self._kept(text, noted)
        self.offered += 1
        self.refused += kept is None
        self.names.setdefault(" ".join(text.split()), name)
        if kept is not None:
            self.names[kept] = name

    def _kept(self, text: str, noted: Callable[[], str | None]) -> str | None:
        if self.is_noted:
            try:
                return noted()
            except NotApplicable:
                self.is_noted = False
        return self.system.tell(text, self.scope)

    def count(self, tally: Tally) -> None:
        """Count how many pieces were kept: a bound of the memory, or its screens, may refuse some."""
        tally.add("kept_of", self.offered)
        tally.add("kept_held", self.offered - self.refused)

    def found(self, question: str, *, limit: int) -> Sequence[Found]:
        """Give the pieces that a question finds, best first."""
        if self.is_noted:
            return self.system.search(question, self.scope, task=_TASK, limit=limit)
        return self.system.recall(question, self.scope, limit=limit).found

    def ranked(self, question: str, *, limit: int) -> list[str]:
        """Give what the found pieces belong to, best first, each once."""
        return self.names_of(self.found(question, limit=limit))

    def names_of(self, found: Iterable[Found]) -> list[str]:
        """Give what pieces belong to, each once; a piece that the memory made up belongs to nothing."""
        known = (self.names.get(each.id) or self.names.get(" ".join(each.text.split())) for each in found)
        return list(dict.fromkeys(name for name in known if name is not None))


def count_ranking(tally: Tally, ranked: Sequence[str], evidence: Collection[str], *, first: int) -> None:
    """Count which evidence is among the first places; beside it any, all and NDCG at `FIRST`.

    Args:
        tally: Where to.
        ranked: What was found, best first.
        evidence: What had to be, at least one.
        first: How many places count as found.
    """
    for name in evidence:
        tally.must_find(name in ranked[:first])
    hits = [name in evidence for name in ranked[:first]]
    tally.figures |= {
        f"any@{first}": float(any(hits)),
        f"all@{first}": float(sum(hits) == len(evidence)),
        f"ndcg@{FIRST}": ndcg(ranked, evidence),
    }


def ndcg(ranked: Sequence[str], evidence: Collection[str]) -> float:
    """Give the gain of the first `FIRST` places, discounted by place, as a share of the best order's."""
    gain = sum(1 / math.log2(place + 2) for place, name in enumerate(ranked[:FIRST]) if name in evidence)
    return gain / sum(1 / math.log2(place + 2) for place in range(min(FIRST, len(evidence))))


def count_kind(tally: Tally, kind: str, ranked: Sequence[str], evidence: Collection[str]) -> None:
    """Count which evidence is among the first places, of this question's kind besides.

    Args:
        tally: Where to.
        kind: The ability that the question asks for; its counts are a figure of the story.
        ranked: What was found, best first.
        evidence: What had to be, at least one.
    """
    for name in dict.fromkeys(evidence):
        is_found = name in ranked[:FIRST]
        tally.must_find(is_found)
        tally.add(f"{kind}_of", 1)
        tally.add(f"{kind}_held", is_found)
