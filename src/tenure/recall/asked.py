"""Reads a question against what slots are known: which entity it names, and which attributes it asks for. Pure.

It compares words and no meanings: the names of an attribute, what the policy calls it besides, and how the entries
that hold it are worded.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from tenure.model.claim import Claim
from tenure.policy.names import Names
from tenure.screen.pattern import Pattern
from tenure.search.terms import first_stem
from tenure.search.words import STOP_WORDS
from tenure.values import dataclass

WORDS_MAX: Final = 200
"""Words of one question that are read."""

_TOKEN: Final = Pattern(r"[^\W_]+")
_POSSESSIVE: Final = Pattern(r"['\u2019]s?\b")
_INITIALS: Final = Pattern(r"\b(?:\w\.){2,}")
_FILLERS: Final = frozenset(
    "actual actually all another answer any anyone called current currently exact exactly find get give going "
    "happen happens has have having hold holds is know known let list location look made make many much name "
    "named names need now one person place please right say tell there thing today us use used using want well "
    "whose "
    # Question words of the other languages that search has stop words of, folded as `words_of` folds: no accents.
    "welche welchem welchen welcher welches wann wer wem wessen wie wo "
    "cual cuales cuando cuanto cuantos donde quien quienes "
    "combien quand quel quelle quelles quels quoi "
    "\u0433\u0434\u0435 \u043a\u0430\u043a \u043a\u0430\u043a\u0430\u044f \u043a\u0430\u043a\u0438\u0435 "
    "\u043a\u0430\u043a\u043e\u0433\u043e \u043a\u0430\u043a\u043e\u0435 \u043a\u0430\u043a\u043e\u0438 "
    "\u043a\u0430\u043a\u043e\u043c \u043a\u0430\u043a\u0443\u044e \u043a\u043e\u0433\u0434\u0430 "
    "\u043a\u0442\u043e \u0441\u043a\u043e\u043b\u044c\u043a\u043e \u0443".split()
)
_QUESTION: Final = Pattern(
    r"\s*(?:(?:in|at|on|to|for|from|by|with|of|under|since|until)\s+)?"
    r"(?:wh(?:o|om|ose|at|en|ere|ich|y)|how|is|are|was|were|does|do|did|can|could|has|have|had|will)\b",
    re.IGNORECASE,
)
_MARKS: Final = ("?", "\u061f", "\u037e")
"""Question marks of scripts that write spaces: the usual one, the Arabic and the Greek."""
_REQUEST: Final = Pattern(
    r"\s*(?:please\b|(?:\w+\s+){0,3}?(?:can|could|would|will|should|shall)\s+(?:you|i|we|one)\b"
    r"|how\s+(?:to|do\s+(?:you|i|we))\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a question: folded, its stem, and whether it says anything by itself."""

    text: str
    stem: str
    is_content: bool


def words_of(text: str) -> tuple[Word, ...]:
    """Give the words of a text: accents, case and possessives folded; initials (*U.S.A.*) are one word."""
    plain = _INITIALS.sub(lambda found: found[0].replace(".", ""), _POSSESSIVE.sub("", text))
    plain = "".join(letter for letter in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(letter))
    return tuple(_word(token) for token in _TOKEN.findall(plain.casefold())[:WORDS_MAX])


def is_question(text: str) -> bool:
    """Tell whether a text asks something, by its mark or its first word."""
    return text.rstrip().endswith(_MARKS) or _QUESTION.match(text) is not None


def is_request(text: str) -> bool:
    """Tell whether a question asks for something to be done, or how to do it, and not for what is known."""
    return _REQUEST.match(text) is not None


@dataclass(frozen=True, slots=True)
class Known:
    """What the slots of some entries are called.

    Args:
        evidence: By attribute, the stems that ask for it, each with its weight: fewer attributes, more weight.
        weights: The weight of every stem that asks for an attribute with a known name, held here or not.
        names: The stems of every name that belongs to one attribute alone.
    """

    evidence: Mapping[str, Mapping[str, float]]
    weights: Mapping[str, float]
    names: frozenset[frozenset[str]]


def known_of(claims: Iterable[Claim], names: Names) -> Known:
    """Give the words that ask for each attribute of these claims.

    An attribute is asked by its names, and by the words in which at least half of its entries are worded beside entity
    and value.
    """
    worded: dict[str, list[frozenset[str]]] = {}
    for claim in claims:
        if claim.slot is not None:
            own = {*stems_of(claim.entity or ""), *stems_of(claim.value or "")}
            worded.setdefault(names.attribute(claim.slot.attribute), []).append(stems_of(claim.text) - own)
    asks: dict[str, frozenset[str]] = {}
    for attribute, texts in worded.items():
        counts = Counter(stem for text in texts for stem in text)
        usual = {stem for stem, count in counts.items() if 2 * count >= len(texts)}
        asks[attribute] = frozenset({*usual, *_stems_of_names(names, attribute)})
    named = {attribute: _stems_of_names(names, attribute) for attribute in names.known if attribute not in asks}
    spread = Counter(stem for stems in (*asks.values(), *named.values()) for stem in stems)
    weights = {stem: 1 / count for stem, count in spread.items()}
    owners = Counter(stems for each in (*asks, *named) for stems in {stems_of(name) for name in names.phrases(each)})
    return Known(
        evidence={attribute: {stem: weights[stem] for stem in stems} for attribute, stems in asks.items()},
        weights=weights,
        names=frozenset(
            stems
            for stems, count in owners.items()
            if stems and count == 1 and any(weights[stem] == 1.0 for stem in stems)
        ),
    )


def _stems_of_names(names: Names, attribute: str) -> frozenset[str]:
    return frozenset(stem for name in names.phrases(attribute) for stem in stems_of(name))


def stems_of(text: str) -> frozenset[str]:
    """Give the stems of a text's content words."""
    return frozenset(word.stem for word in words_of(text) if word.is_content)


def spans_of(name: Sequence[Word], question: Sequence[Word]) -> list[range]:
    """Give where a name stands in a question, word by word."""
    wanted = [word.text for word in name]
    length = len(wanted)
    if not length:
        return []
    texts = [word.text for word in question]
    return [range(at, at + length) for at in range(len(texts) - length + 1) if texts[at : at + length] == wanted]


def _word(token: str) -> Word:
    return Word(text=token, stem=first_stem(token), is_content=token not in STOP_WORDS and token not in _FILLERS)
