"""Finds the chain of slots that answers a question: the value of one entry is the entity of the next. Pure.

1. The question names an entity that some entry speaks of.
2. From there every hop is an attribute that the question asks for, by a word of its own.
3. The chain that accounts for most of the question's words is the answer, if no other one with another end does as well
   and the question does not ask for more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from enum import StrEnum
from itertools import islice
from typing import Final

from tenure.model.entry import Entry
from tenure.model.folding import fold_name
from tenure.policy.names import Names
from tenure.recall.asked import Known, Word, known_of, spans_of, words_of
from tenure.values import dataclass

CHAINS_MAX: Final = 2_000
"""Most chains that are weighed for one question."""
_CLOSE: Final = 1e-6


class Trouble(StrEnum):
    """Why no chain answers."""

    NO_START = "entity_unknown"
    BROKEN = "chain_broken"
    DIFFER = "chains_differ"


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk:
    """What walking gave.

    Args:
        entries: The entries of the chain, from the entity that the question names to the answer; empty if none answers.
        trouble: Why none does, or None.
    """

    entries: tuple[Entry, ...] = ()
    trouble: Trouble | None = None


@dataclass(frozen=True, slots=True)
class _Chain:
    start: range
    entries: tuple[Entry, ...]
    score: float
    used: frozenset[int] = field(default_factory=frozenset)


class Slots:
    """The slots of some entries, by entity.

    Args:
        entries: Active entries; those without a slot or a value are passed over.
        names: What the policy calls entities and attributes.
    """

    def __init__(self, entries: Sequence[Entry], names: Names) -> None:
        self._names = names
        held = [entry for entry in entries if entry.claim.slot is not None and entry.claim.value is not None]
        self.known: Known = known_of((entry.claim for entry in held), names)
        self.by_entity: dict[str, list[Entry]] = {}
        for entry in held:
            self.by_entity.setdefault(names.entity(entry.claim.entity or ""), []).append(entry)

    def weight(self, stem: str) -> float:
        """Give how far a stem asks for one known attribute alone: 1 if for no other, 0 if for none."""
        return self.known.weights.get(stem, 0.0)

    def of(self, name: str) -> Sequence[Entry]:
        """Give the entries about an entity."""
        return self.by_entity.get(self._names.entity(fold_name(name)), ())

    def evidence(self, entry: Entry) -> Mapping[str, float]:
        """Give the stems that ask for the entry's attribute, with their weights."""
        return self.known.evidence[self._names.attribute(entry.claim.attribute or "")]


def walk(question: str, slots: Slots, *, hops: int) -> Walk:
    """Give the chain of at most ``hops`` entries that answers the question, or why none does."""
    words = words_of(question)
    starts = _starts(words, slots)
    if not starts:
        return Walk(trouble=Trouble.NO_START)
    chains: list[_Chain] = []
    for start, entity in starts:
        asked = {place: word for place, word in enumerate(words) if word.is_content and place not in start}
        chains += islice(_chains(start, entity, slots, asked, hops), CHAINS_MAX - len(chains))
    if not chains:
        return Walk(trouble=Trouble.BROKEN)
    chains.sort(key=lambda chain: (-chain.score, len(chain.entries)))
    best = chains[0]
    equals = [chain for chain in chains if chain.score > best.score - _CLOSE]
    ends = {_end(chain) for chain in equals if len(chain.entries) == len(best.entries)}
    if len(ends) > 1:
        return Walk(trouble=Trouble.DIFFER)
    return Walk(trouble=Trouble.BROKEN) if _is_broken(best, words, slots) else Walk(entries=best.entries)


def _starts(words: Sequence[Word], slots: Slots) -> list[tuple[range, str]]:
    """Give where entities stand in the question; a name within a longer one is none."""
    found = [(span, name) for name in slots.by_entity for span in spans_of(words_of(name), words)]
    return [
        (span, name)
        for span, name in found
        if not any(
            len(other) > len(span) and other.start <= span.start and span.stop <= other.stop for other, _ in found
        )
    ]


def _chains(start: range, entity: str, slots: Slots, asked: Mapping[int, Word], hops: int) -> Iterator[_Chain]:
    """Give the chains from an entity of which every hop has a word of its own; one that lacks it leads nowhere."""
    stems = {word.stem for word in asked.values()}
    open_paths: list[tuple[tuple[Entry, ...], str]] = [((), entity)]
    while open_paths:
        path, name = open_paths.pop()
        for entry in slots.of(name):
            if entry in path or not stems & slots.evidence(entry).keys():
                continue
            chain = _weighed(start, (*path, entry), slots, asked)
            if chain is None:
                continue
            yield chain
            if len(chain.entries) < hops:
                open_paths.append((chain.entries, entry.claim.value or ""))


def _weighed(start: range, entries: tuple[Entry, ...], slots: Slots, asked: Mapping[int, Word]) -> _Chain | None:
    """Give the chain with what it accounts for, or None if a hop has no word of its own in the question."""
    weights = [slots.evidence(entry) for entry in entries]
    fitting = [[place for place, word in asked.items() if word.stem in weight] for weight in weights]
    if not _each_has_its_own(fitting):
        return None
    used = frozenset(place for places in fitting for place in places)
    score = sum(max(weight.get(asked[place].stem, 0.0) for weight in weights) for place in used)
    return _Chain(start, entries, score + 0.5 * len(start), used)


def _each_has_its_own(fitting: Sequence[Sequence[int]]) -> bool:
    """Tell whether every hop can have a word that no other hop needs."""
    holder: dict[int, int] = {}

    def place_hop(hop: int, seen: set[int]) -> bool:
        for place in fitting[hop]:
            if place not in seen:
                seen.add(place)
                if place not in holder or place_hop(holder[place], seen):
                    holder[place] = hop
                    return True
        return False

    return all(place_hop(hop, set()) for hop in range(len(fitting)))


def _end(chain: _Chain) -> str:
    return chain.entries[-1].claim.said


def _is_broken(chain: _Chain, words: Sequence[Word], slots: Slots) -> bool:
    """Tell whether the question asks for more than the chain accounts for.

    1. Its first word that asks for a known attribute asks for another than the last one of the chain, and what asks for
       that last one stands before the entity: so in *which city was the head of E born in*, if no birth is known.
    2. A name of one known attribute is left over, whole.
    3. More words are left over that ask for nothing known than the chain accounts for.
    """
    beside = [(place, word) for place, word in enumerate(words) if word.is_content and place not in chain.start]
    last = slots.evidence(chain.entries[-1])
    first = next((word for _, word in beside if slots.weight(word.stem)), None)
    left = [word for place, word in beside if place not in chain.used]
    return (
        (
            first is not None
            and first.stem not in last
            and not any(
                place in chain.used and place >= chain.start.stop and word.stem in last for place, word in beside
            )
        )
        or any(name <= {word.stem for word in left} for name in slots.known.names)
        or sum(not slots.weight(word.stem) for word in left) > len(chain.used)
    )
