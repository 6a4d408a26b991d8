"""What one entity or attribute is also called: a short list that always holds, and what the policy declares.

A claim is written under the name that stands first, so that two that mean one slot meet; a question is read with all.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Final

from tenure.model.claim import Claim
from tenure.model.folding import fold_attribute, fold_name
from tenure.model.quantity import fold_value
from tenure.model.slot import Slot

SEPARATOR: Final = ": "
"""Between the other name and the name, in a policy's ``aliases``."""

_KNOWN: Final = {
    "home": "home city, home town, hometown, city of residence, residence, place of residence, lives in, living in",
    "birthday": "date of birth, birth date, birthdate, born on",
    "birthplace": "place of birth, city of birth, born in",
    "spouse": "wife, husband, partner, married to",
    "employer": "works for, works at, employed by, company worked for",
    "job": "job title, occupation, profession, works as",
    "email": "email address, e mail, e mail address, mail address",
    "phone": "phone number, telephone, telephone number, mobile number",
    "time zone": "timezone, tz",
    "capital": "capital city",
    "ceo": "chief executive officer, chief executive",
    "editor": "text editor, code editor",
}


class Names:
    """The names of one policy.

    Args:
        aliases: Each ``OTHER NAME: NAME``.
    """

    def __init__(self, aliases: tuple[str, ...]) -> None:
        declared = [(other, name) for other, _, name in (each.partition(SEPARATOR) for each in aliases)]
        known = [(other, name) for name, others in _KNOWN.items() for other in others.split(", ")]
        pairs = [*known, *declared]  # a declared name wins
        self._is_declared = bool(declared)
        self._entities = {fold_name(other): fold_name(name) for other, name in declared}
        self._attributes = {fold_attribute(other): fold_attribute(name) for other, name in pairs}
        self._phrases: dict[str, list[str]] = {}
        for other, name in pairs:
            self._phrases.setdefault(self.attribute(name), []).append(fold_name(other))

    @property
    def known(self) -> tuple[str, ...]:
        """Every attribute that has another name, folded."""
        return tuple(self._phrases)

    def entity(self, name: str) -> str:
        """Give the folded name under which an entity is known; of the policy's aliases only."""
        return _last(self._entities, fold_name(name))

    def attribute(self, name: str) -> str:
        """Give the folded name under which an attribute is known."""
        return _last(self._attributes, fold_attribute(name))

    def slot(self, slot: Slot) -> Slot:
        """Give the slot under the names that the policy declares today: it may have been written before it did."""
        if not self._is_declared:  # what always holds was so when it was written
            return slot
        return Slot(entity=self.entity(slot.entity), attribute=self.attribute(slot.attribute))

    def said(self, claim: Claim) -> str:
        """Give what a claim says for its slot, for comparing: a value that the policy names otherwise, by that name."""
        return claim.said if claim.value is None else self.value(claim.value)

    def value(self, text: str) -> str:
        """Give a value folded for comparing, by the name under which the policy knows it."""
        folded = fold_value(text)
        named = fold_name(folded)
        return self.entity(named) if named in self._entities else folded

    def phrases(self, attribute: str) -> tuple[str, ...]:
        """Give every folded name of an attribute, its own first."""
        known = self.attribute(attribute)
        return tuple(dict.fromkeys((known, *self._phrases.get(known, ()))))


def names_of(aliases: Iterable[str]) -> Names:
    """Give the names of a policy's aliases, worked out once."""
    return _names(tuple(aliases))


def canonical(claim: Claim, aliases: Iterable[str]) -> Claim:
    """Give a claim whose slot bears the names under which it is known; others stay as they were written."""
    slot = claim.slot
    if slot is None:
        return claim
    names = names_of(aliases)
    entity, attribute = names.entity(slot.entity), names.attribute(slot.attribute)
    return replace(
        claim,
        entity=claim.entity if entity == slot.entity else entity,
        attribute=claim.attribute if attribute == slot.attribute else attribute,
    )


@lru_cache(maxsize=16)
def _names(aliases: tuple[str, ...]) -> Names:
    return Names(aliases)


def _last(known: dict[str, str], name: str) -> str:
    """Follow a name to the one that is no other's alias; a circle ends where it began."""
    seen = {name}
    while name in known and known[name] not in seen:
        name = known[name]
        seen.add(name)
    return name
