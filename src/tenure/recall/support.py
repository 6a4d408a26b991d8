"""Decides whether what was found bears on what a question asks: by names and attributes, never by a score. Pure.

Only questions are judged so: a task, or a request in the form of a question, is helped by whatever has to do with it.
A preference says how to answer; it is an answer itself only to a question that names nothing else than its person.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Final

from tenure.model.claim import Claim, Kind
from tenure.model.entry import Entry
from tenure.policy.names import Names
from tenure.recall.answer import Recall, conclude, without_support
from tenure.recall.asked import Word, is_question, is_request, known_of, spans_of, stems_of, words_of
from tenure.recall.judge import Usable, Withheld
from tenure.recall.question import Said
from tenure.screen.pattern import Pattern
from tenure.search.days import days_of
from tenure.search.named_days import Days
from tenure.search.words import is_unspaced

_CAPITAL: Final = r"[^\W\d_a-z\u00df-\u00ff][\w'\u2019-]*(?:\.(?=\w)\w+)*"
_WITHIN: Final = frozenset("of the de von van la and".split())
"""Small words within a name."""
_NAME: Final = Pattern(
    r"[\"\u201c`](?P<quoted>[^\"\u201d`\n]{2,80})[\"\u201d`]"
    rf"|(?P<capital>(?<![.!?] )(?<!^)\b{_CAPITAL}(?: (?:(?:{'|'.join(sorted(_WITHIN))}) )?{_CAPITAL}){{0,5}})"
    r"|(?P<code>\b\w+(?:[._/]\w+)+\b|\b[a-z]+[A-Z]\w*)"
)
_STANDING: Final = frozenset({Kind.PREFERENCE, Kind.INSTRUCTION})
_CATEGORIES: Final = frozenset(
    "age amount city color colour company country date day kind language location month number organization "
    "people person place size sort state team time title town type value version year".split()
)
_CATEGORY_WEIGHT: Final = 0.25
_CARRIED_MIN: Final = 1 / 2
"""The least part of the words that ask which a claim must bear, if it is about what the question names."""
_CARRIED_ALONE_MIN: Final = 2 / 3
"""The same for a claim about something that the question does not name."""
_NAMED_WORDS_MIN: Final = 2
"""The least words of an attribute's name that ask for it whatever else a question says."""


def supported(
    concluded: Recall,
    question: str,
    kept: Sequence[tuple[Entry, Usable | Withheld]],
    *,
    heard: Mapping[str, Sequence[Said]],
    names: Names,
    now: datetime,
) -> Recall:
    """Give an answer as it stands to a question: it abstains where nothing found bears on what is asked (R20).

    Args:
        concluded: What was concluded from what was found.
        question: What is asked, never-kept spans cut out.
        kept: What was found, best first.
        heard: By contested entry, what persons stated since and nobody has decided.
        names: What the policy calls entities and attributes.
        now: The reference instant (UTC), for the days that a question names.
    """
    reason = lacking(question, kept, names=names, now=now)
    held = held_back(question, kept, names=names) if reason or not concluded.usable else []
    return without_support(concluded, reason, held=conclude(held, heard=heard, fold=names.value) if held else None)


def lacking(question: str, kept: Sequence[tuple[Entry, Usable | Withheld]], *, names: Names, now: datetime) -> str:
    """Say why what may be used of what was found does not answer a question; as `missing_support`.

    What was stated on a day that the question names bears on it if it does on what is asked beside the day.
    """
    found = [entry for entry, verdict in kept if isinstance(verdict, Usable)]
    reason = missing_support(question, found, names=names)
    days = days_of(question, now) if reason else None
    if days is None or not (then := [entry for entry in found if _is_of(entry, days)]):
        return reason
    return "" if days.is_all else missing_support(days.rest, then, names=names)


def _is_of(entry: Entry, days: Days) -> bool:
    return days.is_named_in(entry.claim.text) or days.is_near(entry.valid_from or entry.recorded_at)


def held_back(
    question: str, kept: Sequence[tuple[Entry, Usable | Withheld]], *, names: Names
) -> list[tuple[Entry, Withheld]]:
    """Give what would bear on a question if it were not held back, best first: why it is, is why there is no answer."""
    held = [(entry, verdict) for entry, verdict in kept if isinstance(verdict, Withheld)]
    return [(entry, verdict) for entry, verdict in held if not missing_support(question, [entry], names=names)]


def missing_support(question: str, found: Sequence[Entry], *, names: Names) -> str:
    """Say why what was found does not answer a question, as a reason code; empty if it may.

    * ``entity_unknown``: none of it speaks of anything that the question names;
    * ``attribute_unknown``: each that does carries a slot, and neither the names of its attribute nor its words are
      those that the question asks by.

    Words are compared, so nothing is said of a question in a script that writes none apart.

    Args:
        question: What is asked.
        found: What was found and may be used.
        names: What the policy calls entities and attributes.
    """
    if not found or not is_question(question) or is_unspaced(question):
        return ""
    if is_request(question) and any(entry.claim.kind in _STANDING for entry in found):
        return ""
    words = words_of(question)
    spans = {entry.id: spans_of(words_of(_entity(entry.claim)), words) for entry in found}
    longest = max((len(span) for each in spans.values() for span in each), default=0)
    if longest:
        at = {place for each in spans.values() for span in each if len(span) == longest for place in span}
        entity = frozenset(words[place].stem for place in at)
        about = [entry for entry in found if any(len(span) == longest for span in spans[entry.id])]
        # Beside it another kept claim may speak of the same in free words.
        about += [entry for entry in found if entry.claim.slot is None and _may_speak_of(entry, entity)]
        asked = frozenset(word.stem for place, word in enumerate(words) if word.is_content and place not in at)
        is_carried = any(
            claim.slot is None or _is_named(claim, words, names) or _carries(claim, asked, names, _CARRIED_MIN)
            for claim in (entry.claim for entry in about)
        )
        return "" if is_carried else "attribute_unknown"
    named = [stems for stems in (stems_of(name) for name in names_in(question)) if stems]
    about = [entry for entry in found if not named or any(stems <= _said(entry) for stems in named)]
    if not about:
        return "entity_unknown"
    asked = stems_of(question).difference(*named)
    is_carried = any(
        claim.slot is None or claim.kind in _STANDING or _carries(claim, asked, names, _CARRIED_ALONE_MIN)
        for claim in (entry.claim for entry in about)
    )
    return "" if is_carried else "attribute_unknown"


def names_in(question: str) -> list[str]:
    """Give what a question names: what it quotes, capitalised words within it, identifiers."""
    found: list[str] = []
    for match in _NAME.finditer(question.strip()):
        name = match.group(match.lastgroup or 0)
        found += _capitalised(name) if match.lastgroup == "capital" else [name]
    return [name for name in found if name.casefold() not in {"i", "i'm", "i'd", "i'll", "i've"}]


def _capitalised(words: str) -> Iterator[str]:
    """Give the runs of words that begin with a capital: the pattern knows the small letters of Western Europe alone."""
    run: list[str] = []
    for word in (*words.split(" "), ""):
        if word[:1].isupper() or word[:1].istitle() or (run and word in _WITHIN):
            run.append(word)
        else:
            while run and run[-1] in _WITHIN:
                run.pop()
            if run:
                yield " ".join(run)
            run = []


def _entity(claim: Claim) -> str:
    """Give what a claim speaks of as its slot names it, so that *the Billing* is asked for by *billing*."""
    return (claim.entity or "") if claim.slot is None else claim.slot.entity


def _may_speak_of(entry: Entry, entity: frozenset[str]) -> bool:
    return entry.claim.kind not in _STANDING or entity <= _said(entry)


def _said(entry: Entry) -> frozenset[str]:
    """Give the stems of what an entry says; a preference speaks of its person without a name."""
    claim = entry.claim
    person = (claim.concerns, entry.scope.user) if claim.kind in _STANDING else ()
    texts = (claim.text, claim.entity, claim.value, claim.applies_when, *person)
    return stems_of(" ".join(text for text in texts if text))


def _is_named(claim: Claim, question: Sequence[Word], names: Names) -> bool:
    """Tell whether a question names the claim's attribute in full, by several words in a row (*the on-call team*)."""
    phrases = (words_of(name) for name in names.phrases(names.attribute(claim.attribute or "")))
    return any(
        sum(word.is_content for word in phrase) >= _NAMED_WORDS_MIN and spans_of(phrase, question) for phrase in phrases
    )


@cache  # on first use: what stems words takes a while to load
def _category_stems() -> frozenset[str]:
    return frozenset(word.stem for name in _CATEGORIES for word in words_of(name))


def _carries(claim: Claim, asked: frozenset[str], names: Names, least: float) -> bool:
    """Tell whether so much of the words by which the question asks are those of the claim's attribute."""
    own = {*known_of((claim,), names).evidence.get(names.attribute(claim.attribute or ""), ())}
    # *Is it 30?* asks by the value.
    own |= stems_of(" ".join(text for text in (claim.value, claim.applies_when) if text))
    if claim.value is None:
        own |= stems_of(claim.text)
    categories = _category_stems()
    weights = {stem: _CATEGORY_WEIGHT if stem in categories else 1.0 for stem in asked}
    carried = sum(weight for stem, weight in weights.items() if stem in own)
    return carried >= least * sum(weights.values())
