"""Decide between entries that speak of one slot, and fold those that say the same (R17, R21). Pure."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import replace

from tenure.model.claim import Kind
from tenure.model.entry import Entry, Status
from tenure.model.folding import fold_text
from tenure.model.slot import Slot
from tenure.model.validation import Outcome
from tenure.policy.names import Names
from tenure.recall.answer import SetAside
from tenure.recall.fixed import fixed_of
from tenure.recall.judge import Usable, Withheld, withhold
from tenure.values import dataclass

Judged = tuple[Entry, Usable | Withheld]


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    """What is left: the judged entries in their order, and those for which another one stands."""

    kept: tuple[Judged, ...]
    set_aside: tuple[SetAside, ...]


def resolve(judged: Sequence[Judged], *, many_valued: Container[str], names: Names) -> Resolution:
    """Settle each slot, then fold the same words.

    Of the entries of one slot that may be used, or are contested:

    1. the most specific scope stands for broader ones;
    2. among equally specific ones the highest trust stands for lower;
    3. among those of equal trust, different values make all of them contested; of one value and one kind the first
       stands, one whose source was reached before others.

    Entries that are withheld for another reason neither stand nor contest. Attributes in ``many_valued``, folded, have
    no rival, and values are compared by their ``names``. What fell with its ground (R26) is left out once another one
    stands for its slot or says the same.
    """
    judged = _without_renewed(judged, many_valued)
    groups: dict[Slot, list[Judged]] = {}
    for each in judged:
        slot = each[0].claim.slot and names.slot(each[0].claim.slot)
        if slot is not None and slot.attribute not in many_valued and takes_part(each[1]):
            groups.setdefault(slot, []).append(each)
    aside: dict[str, SetAside] = {}
    contested: set[str] = set()
    for group in groups.values():
        aside.update((each.entry_id, each) for each in _settle(group, contested, names))
    kept = [
        (entry, _contest(entry, verdict) if entry.id in contested else verdict)
        for entry, verdict in judged
        if entry.id not in aside
    ]
    return _folded(kept, aside)


def _without_renewed(judged: Sequence[Judged], many_valued: Container[str]) -> Sequence[Judged]:
    fallen = [entry for entry, verdict in judged if has_fallen(entry, verdict)]
    if not fallen:
        return judged
    standing = [entry for entry, verdict in judged if takes_part(verdict)]
    slots = {entry.claim.slot for entry in standing if _is_single(entry, many_valued)}
    wordings = {fixed_of(entry).wording for entry in standing}
    over = {entry.id for entry in fallen if entry.claim.slot in slots or fixed_of(entry).wording in wordings}
    return [each for each in judged if each[0].id not in over]


def _is_single(entry: Entry, many_valued: Container[str]) -> bool:
    return entry.claim.slot is not None and entry.claim.slot.attribute not in many_valued


def has_fallen(entry: Entry, verdict: Usable | Withheld) -> bool:
    """Tell whether an entry is only found to say that it is not known any more: it fell with its ground (R26)."""
    return entry.is_fallen and entry.status is Status.SUPERSEDED and isinstance(verdict, Withheld)


def specificity(entry: Entry) -> int:
    """Give how many parts the entry's scope names: more is more specific."""
    return len(entry.scope.parts())


def takes_part(verdict: Usable | Withheld) -> bool:
    """Tell whether an entry so judged can stand or contest."""
    return isinstance(verdict, Usable) or verdict.outcome is Outcome.CONTESTED


def _settle(group: list[Judged], contested: set[str], names: Names) -> Iterable[SetAside]:
    top = max(specificity(entry) for entry, _ in group)
    trust = max(entry.trust for entry, _ in group if specificity(entry) == top)
    rivals = sorted((each for each in group if specificity(each[0]) == top and each[0].trust == trust), key=_is_unsure)
    standing = rivals[0][0].id
    values = {names.said(entry.claim) for entry, _ in rivals}
    if len(values) > 1:
        contested.update(entry.id for entry, _ in rivals)
    for entry, _ in group:
        if specificity(entry) < top:
            yield SetAside(entry_id=entry.id, for_id=standing, reason="more_specific")
        elif entry.trust < trust:
            yield SetAside(entry_id=entry.id, for_id=standing, reason="higher_trust")
    firsts: dict[Kind, str] = {}
    for entry, verdict in rivals if len(values) == 1 else ():
        first = firsts.setdefault(entry.claim.kind, entry.id)
        if first != entry.id and isinstance(verdict, Usable):
            yield SetAside(entry_id=entry.id, for_id=first, reason="same_words")


def _is_unsure(judged: Judged) -> bool:
    """Tell whether an entry may be used though its source was not reached: it stands for none that holds."""
    return isinstance(judged[1], Usable) and judged[1].validation.outcome is Outcome.UNVERIFIED


def _contest(entry: Entry, verdict: Usable | Withheld) -> Withheld:
    if isinstance(verdict, Withheld):
        return verdict
    validation = replace(verdict.validation, outcome=Outcome.CONTESTED, reason="values_differ")
    return withhold(entry, validation)


def _folded(kept: list[Judged], aside: dict[str, SetAside]) -> Resolution:
    """Let one usable entry stand for those that say the same in nearly the same words.

    It is one whose source was reached, the most specific, the most trusted, one for all cases, the first; none stands
    for one of another kind or slot, or for one of other cases.
    """
    alike: dict[int, list[Judged]] = {}
    for judged in kept:
        if isinstance(judged[1], Usable):
            alike.setdefault(fixed_of(judged[0]).wording, []).append(judged)
    for group in alike.values():
        if len(group) == 1:
            continue
        standing: list[Entry] = []
        for entry, _ in sorted(group, key=_standing_first):
            stands = next((each for each in standing if _says_as_much(each, entry)), None)
            if stands is None:
                standing.append(entry)
            else:
                aside[entry.id] = SetAside(entry_id=entry.id, for_id=stands.id, reason="same_words")
    return Resolution(kept=tuple(each for each in kept if each[0].id not in aside), set_aside=tuple(aside.values()))


def _standing_first(judged: Judged) -> tuple[bool, int, int, bool]:
    entry = judged[0]
    return _is_unsure(judged), -specificity(entry), -entry.trust, bool(entry.claim.applies_when)


def _says_as_much(one: Entry, other: Entry) -> bool:
    """Tell whether, of two entries with the same words, the one says all that the other says."""
    if one.claim.kind is not other.claim.kind:
        return False
    when = fold_text(one.claim.applies_when or "")
    is_as_broad = not when or when == fold_text(other.claim.applies_when or "")
    return is_as_broad and (None in {one.claim.slot, other.claim.slot} or one.claim.slot == other.claim.slot)
