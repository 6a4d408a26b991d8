"""Lets a memory keep the pieces of a long text or conversation and ranks them for a question.

What was said or read is no claim that anybody approved, so it is kept as notes of one task. A memory without notes is
told the pieces as entries.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from tenure.eval.scenario import Tally
from tenure.eval.system import Found, NotApplicable, Scope, System

FIRST = 10
"""How many places of a ranking are looked at."""
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

    def keep(self, text: str, name: str) -> None:
        """Let it keep one piece; whitespace alone is none."""
        if not text.strip():
            return
        kept = self._kept(text)
        self.offered += 1
        self.refused += kept is None
        self.names.setdefault(" ".join(text.split()), name)
        if kept is not None:
            self.names[kept] = name

    def _kept(self, text: str) -> str | None:
        if self.is_noted:
            try:
                return self.system.note(text, self.scope, task=_TASK)
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
