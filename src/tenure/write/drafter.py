"""Drafts a slot from a claim's wording: entity, attribute and value, by a closed list of sentence forms.

It is deterministic and knows English only. One plain sentence is read; what negates, hedges, asks or joins two
statements is left alone. Whatever it drafts is shown to the person who approves, and can be corrected there. A host may
put a drafter of its own in its place, for instance a model's: what that one drafts counts as the agent's reading.
"""

from __future__ import annotations

import re
from dataclasses import field, replace
from typing import Final, Protocol

from tenure.model.claim import Claim
from tenure.model.folding import fold_name
from tenure.screen.pattern import Pattern
from tenure.values import dataclass
from tenure.write.wording import fold, is_negated

TEXT_CHARS_MAX: Final = 280
_NAME_WORDS_MAX: Final = 6
_VALUE_WORDS_MAX: Final = 12
_SELF: Final = frozenset({"i", "my", "me", "user", "the user"})
_GROUP: Final = frozenset({"we", "our"})
_UNSURE: Final = Pattern(
    r"\b(?:if|unless|when|whenever|maybe|perhaps|probably|possibly|might|may|could|would|should|used to|no longer|both"
    r"|either|until|but|although|because|except|think|guess|believe|hope|want|wish|ask(?:s|ed)?|says?|said|thinks?)\b"
)
_WHO: Final = r"(?P<entity>[^,;:]+?)"
_WHAT: Final = r"(?P<value>.+)"
_IS: Final = r"(?:is|are)(?: now| currently)?"
_WHOSE: Final = r"(?:my|our|its|their|his|her|the)"
_SETTINGS: Final = (
    "branch|budget|database|deadline|framework|host|interval|language|license|licence|limit|owner|port|region|retention"
    "|schema|timeout|time zone|url|version"
)
_FORMS: Final = tuple(
    (Pattern(rf"(?:{form})", re.IGNORECASE), attribute)
    for form, attribute in (
        (rf"(?:the )?(?P<attribute>\w+(?:[ -]\w+){{0,3}}?) of {_WHO} {_IS} {_WHAT}", ""),
        (rf"{_WHO}['\u2019]s? (?P<attribute>\w+(?:[ -]\w+){{0,3}}?) {_IS} {_WHAT}", ""),
        (rf"(?P<entity>my|our) (?P<attribute>\w+(?:[ -]\w+){{0,3}}?) {_IS} {_WHAT}", ""),
        (rf"the (?P<entity>\w+(?:[ -]\w+){{0,2}}?) (?P<attribute>{_SETTINGS}) {_IS} {_WHAT}", ""),
        (rf"{_WHO} (?:uses?|(?:am|is|are) using) {_WHAT} (?:as|for) (?:{_WHOSE} )?(?P<attribute>\w+(?: \w+)?)", ""),
        (rf"{_WHO} (?:listens?|runs?|is|are) on port (?P<value>\d{{1,5}})", "port"),
        (rf"{_WHO} (?:lives?|am living|is living|resides?) in {_WHAT}", "home"),
        (rf"{_WHO} (?:have |has |just )*moved to {_WHAT}", "home"),
        (rf"{_WHO} (?:works?|am working|is working|am employed|is employed) (?:at|for|by) {_WHAT}", "employer"),
        (rf"{_WHO} (?:works?|am working|is working) as (?:an? )?{_WHAT}", "job"),
        (rf"{_WHO} (?:was|were) born in {_WHAT}", "birthplace"),
        (rf"{_WHO} (?:was|were) born on {_WHAT}", "birthday"),
        (rf"{_WHO} (?:am|is|are) married to {_WHAT}", "spouse"),
        (rf"{_WHO} (?:am|is) (?P<value>\d{{1,3}}) years old", "age"),
        (rf"{_WHO} (?:am|is|are)(?: an? [\w -]{{1,60}}?)? based in {_WHAT}", "base"),
        (rf"{_WHO} speciali[sz]es? in {_WHAT}", "specialty"),
        (rf"{_WHO} (?:am|is|are) known for expertise in {_WHAT}", "expertise"),
        (rf"{_WHO} (?:am|is|are) fluent in {_WHAT}", "language"),
        (rf"{_WHO} speaks? {_WHAT}", "language"),
    )
)  # fmt: skip
_NO_NAME: Final = Pattern(r"\b(?:and|or|that|which|who|what|this|it|he|she|they|there|is|are|was)\b", re.IGNORECASE)
_NO_SUBJECT: Final = Pattern(r"(?:i|we|you) \w.*|.*\b(?:to|will|can|must|shall|do|does|did)")
"""Begins or ends like *I decided to*: the sentence has more verbs than the form knows."""
_LATELY: Final = Pattern(r" (?:now|currently|still|always)$", re.IGNORECASE)
_GOES_ON: Final = Pattern(
    r": |; |,? (?:while|and|who|which|where) (?:\w+ )?[a-z]+s\b|\bwhile\b"
    r"|(?:,|,? and) (?:(?:i|we|you|he|she|it|they|my|our|your|his|her|its|their)\b"
    r"|\w+ (?:in|at|on|for|with|to|as|from|by)\b)",
    re.IGNORECASE,
)
_NO_ATTRIBUTE: Final = frozenset("one some most all part kind sort type lot rest way name idea point problem".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Drafted:
    """A slot and its value as a drafter reads them from a wording.

    Args:
        entity: What it speaks of.
        attribute: Which property it gives.
        value: The value of that property.
    """

    entity: str = field(repr=False)
    attribute: str = field(repr=False)
    value: str = field(repr=False)


class Drafter(Protocol):
    """Proposes the slot of a claim from its text; what it gives is a draft and decides nothing.

    It must not keep, send or log the text beyond the call, and gives the same for the same text.
    """

    def draft(self, text: str, *, speaker: str | None) -> Drafted | None:
        """Give the slot that a text speaks of, or None.

        Args:
            text: The claim, or one sentence of a person's.
            speaker: Whom *I* and *my* mean, or None if that is not known.
        """
        ...


class Templates:
    """The drafter of the package."""

    def draft(self, text: str, *, speaker: str | None) -> Drafted | None:
        """Give the slot of the first form that the whole sentence has, or None.

        >>> Templates().draft("My time zone is CET.", speaker="ana")
        Drafted()
        """
        sentence = " ".join(text.split()).removesuffix(".").removesuffix("!").strip()
        folded = fold(sentence)
        if len(sentence) > TEXT_CHARS_MAX or "?" in sentence or is_negated(folded) or _UNSURE.search(folded):
            return None
        for form, attribute in _FORMS:
            found = form.fullmatch(sentence)
            if found is None:
                continue
            parts = found.groupdict()
            drafted = _sound(parts["entity"], parts.get("attribute") or attribute, parts["value"], speaker)
            if drafted is not None:
                return drafted
        return None


def slotted(claim: Claim, drafter: Drafter, *, speaker: str | None) -> Claim:
    """Give a claim with the slot, or the value of its slot, that the drafter reads from its text.

    A slot that somebody named is never changed; its value is filled in if the text is drafted to the same slot.
    """
    if claim.value is not None:
        return claim
    drafted = drafter.draft(claim.text, speaker=speaker)
    if drafted is None:
        return claim
    full = replace(claim, entity=drafted.entity, attribute=drafted.attribute, value=drafted.value)
    return full if claim.slot in (None, full.slot) else claim


def _sound(entity: str, attribute: str, value: str, speaker: str | None) -> Drafted | None:
    entity = _LATELY.sub("", entity)
    name, attribute, value = fold_name(entity), attribute.strip(), value.strip()
    if name in _SELF:
        if speaker is None:
            return None
        entity = speaker
    elif name in _GROUP:
        entity = "we"
    elif _NO_NAME.search(name) or _NO_SUBJECT.fullmatch(name) or len(name.split()) > _NAME_WORDS_MAX:
        return None
    if fold_name(attribute) in _NO_ATTRIBUTE or _NO_NAME.search(attribute):
        return None
    if not value or len(value.split()) > _VALUE_WORDS_MAX or _GOES_ON.search(value):
        return None
    if attribute == "language" and not value[0].isupper():
        return None
    return Drafted(entity=entity.strip(), attribute=attribute, value=value)
