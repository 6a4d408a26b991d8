"""Secrets made of digits, groups or plain words: PINs, door codes, recovery codes, pass phrases, seed phrases."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tenure.screen.labels import Label
from tenure.screen.letters import fold
from tenure.screen.linked import (
    AFTER_CHARS,
    FILLER,
    LINK,
    NOT_A_VALUE,
    OWNER_WORDS,
    SMALL_WORDS,
    UNIT,
    Reach,
)
from tenure.screen.pattern import Pattern
from tenure.screen.spoken import spoken_digits

_DIGITS = Pattern(
    r"(?<![\w.,/:-])(?:\d{3,8}|\d{2,3}(?:[- ]\d{2,3}){1,2}|\d(?:[- ]\d){3,7})(?:[a-zA-Z](?!\w)|(?![\w/:]|[.,]\d|-\d))"
    r"|(?<![\w.,/:-])\d{2,5}[^\W\d_a-z]\d{2,5}(?![\w/:-])"
)
_GROUP = Pattern(
    r"(?<![\w-])(?=[a-zA-Z-]{0,9}\d)(?:[0-9a-zA-Z]{4,8}(?:[- ][0-9a-zA-Z]{4,8}){1,7}|[0-9a-zA-Z]{8,32}"
    r"|\d{6,10})(?![\w-])"
)
_RUN = Pattern(r"\s{0,3}((?:[a-z]{3,12}[ ,-]{1,2}){3,24}[a-z]{3,12})(?![\w'])")
_PLAIN_WORD = Pattern(r"[a-z]{3,12},?")
_TIED = Pattern(
    rf"(?:(?<!\w)(?:{LINK}|it's|c'est|{FILLER}|takes|wants|itself)(?!\w)|[:=])\s*"
    r"(?:(?:the|le|la|el|il|o|der|die|das|de|number|nummer|numero|nr|no)\.?\s)?[\"'「]?$",
    re.IGNORECASE,
)
_OWNED = Pattern(rf"(?:\s|-|(?<!\w)(?:{OWNER_WORDS})(?!\w))*", re.IGNORECASE)
_GIVEN = Pattern(r"\b(?:use|enter|type|with)\s+(?:the|my|our)?\s*(?:\w+\s)?$", re.IGNORECASE)
_CHIP = Pattern(r"(?:gpio|connector|header|board|led|chip|uart|output|input|the)\s*$", re.IGNORECASE)
_CARD = Pattern(
    r"\b(?:my|voicemail|card|bank|debit|credit|phone|sim|atm|door|alarm|account|his|her|our)\s*$", re.IGNORECASE
)
_WORD = Pattern(r"\S+")
_TYING = frozenset(("is", "as", "are"))
_OF_CARD = Pattern(
    fold(r"\s(?:\w{1,5}\s){0,3}(?:card|karte|carte|tarjeta|cartao|carta|kaart|kort|κάρτ|карт|bankomat|bancomat)")
)
_GROUPS_BEFORE_CHARS = 120
_QUOTES = ('"', "“", "„", "«", "「")
_PARTS = Pattern(r"[- ]")
_PARTS_MIN = 3
_TIED_GROUPS = Pattern(r"[^.;!?]{0,40}?(?:[:=]|\b(?:is|are|sind|lauten|sont|son|sono))\s*[\"']?")


def pin_codes(text: str, label: Label, reach: Reach) -> Iterator[tuple[str, int, int]]:
    """Three to eight digits that a label of a code announces."""
    stop = min(len(text), label.end + 70)
    may_be_spoken = label.family == "code" and reach.possible.may_spell_digits(label.end, stop)
    spoken = _spoken(text, label.end, stop) if may_be_spoken else None
    if spoken is None and not reach.possible.has_digits(label.end, stop):
        return
    if label.words.startswith("pin") and not _means_number(text, label):
        return
    found = [spoken] if spoken is not None else (digits.span() for digits in _DIGITS.finditer(text, label.end, stop))
    for start, end in found:
        between = text[label.end : start]
        if re.search(r"[.;!?\n\d]", between) or UNIT.match(text, end):
            return
        words = re.findall(r"[^\W\d_]+", between)
        linked = not words or _TIED.search(between) is not None or _OWNED.fullmatch(between) is not None
        if linked and len(words) <= 8:
            yield "code.pin", start, end
        return


def _spoken(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Where digits are said as words; only the window is put into lower case, for there may be many labels."""
    before = max(0, start - 1)
    match = spoken_digits(text[before:end].lower(), start - before)
    return None if match is None else (before + match.start(), before + match.end())


def _means_number(text: str, label: Label) -> bool:
    """Whether "pin" is the number that opens something, not a pin of a chip or the verb."""
    before = text[max(0, label.start - 12) : label.start]
    written = text[label.start : label.end].lstrip()
    if re.match(r"\s*(?:is|:|=)\s", text[label.end : label.end + 5]) is not None and before.rstrip().endswith("the"):
        return True
    if _CHIP.search(before) is not None:
        return written[:3].isupper()
    return (
        _CARD.search(before) is not None
        or _OF_CARD.match(text, label.end, label.end + 24) is not None
        or written[:3].isupper()
        or len(label.words) > 4
        or re.match(r"\s*(?:is|:|=)", text[label.end : label.end + 4]) is not None
    )


def recovery_codes(text: str, label: Label, reach: Reach) -> Iterator[tuple[str, int, int]]:
    """Groups of letters and digits after (or just before) a label of recovery codes."""
    stop = min(len(text), label.end + 2 * AFTER_CHARS)
    if not reach.possible.has_digits(max(0, label.start - _GROUPS_BEFORE_CHARS), stop):
        return
    groups = list(_GROUP.finditer(text, label.end, stop))
    if not groups:
        groups = [
            group
            for group in _GROUP.finditer(text, max(0, label.start - _GROUPS_BEFORE_CHARS), label.start)
            if "-" in group[0]
        ]
        if len(groups) > 1:
            yield "code.recovery", groups[0].start(), groups[-1].end()
        else:
            yield from pin_codes(text, label, reach)
        return
    near = _TIED_GROUPS.fullmatch(text, label.end, groups[0].start())
    is_grouped = len(_PARTS.split(groups[0][0])) >= _PARTS_MIN and not text[label.end : groups[0].start()].strip()
    if len(groups) > 1 or near is not None or is_grouped:
        yield "code.recovery", groups[0].start(), groups[-1].end()
    else:
        yield from pin_codes(text, label, reach)


def plain_words(text: str, label: Label, reach: Reach, kind: str) -> Iterator[tuple[str, int, int]]:
    """Four or more plain words that a label announces, as pass phrases and seed phrases are."""
    link = reach.link
    after = link.end() if link is not None else label.end
    if text[after : after + 2].endswith(_QUOTES):
        after += 2
    run = _RUN.match(text, after, min(len(text), after + 300))
    if run is not None and _is_given(text, label, reach) and _is_phrase(re.split(r"[ ,-]+", run[1])):
        yield kind, run.start(1), run.end(1)
        return
    found = _words_before(text, label)
    if found is not None:
        yield kind, *found


def _is_given(text: str, label: Label, reach: Reach) -> bool:
    """Whether something ties what follows to a label: a link after it, or "use the" before it."""
    is_quoted = text[label.end : label.end + 2].endswith(_QUOTES)
    return reach.link is not None or is_quoted or _GIVEN.search(text, max(0, label.start - 24), label.start) is not None


def _is_phrase(words: list[str]) -> bool:
    """Whether words follow each other as no sentence has them: no small words, no participle in front."""
    from tenure.screen.seedwords import SEED_WORDS  # noqa: PLC0415 - loads on first use

    if words[0].endswith(("ed", "ing")) and words[0] not in SEED_WORDS:
        return False
    return not any(word in SMALL_WORDS or word in NOT_A_VALUE for word in words[:5])


def _words_before(text: str, label: Label) -> tuple[int, int] | None:
    """Four or more plain words before "is my" and the like, just before a label."""
    start = max(0, label.start - 260)
    if _TYING.isdisjoint(text[start : label.start].rsplit(None, 5)[-5:]):
        return None
    words = text[start : label.start].split()
    last = len(words) - 1
    while last >= 0 and len(words) - last <= 4 and words[last] not in _TYING:
        last -= 1
    if last < 4 or words[last] not in _TYING:
        return None
    from tenure.screen.seedwords import SEED_WORDS  # noqa: PLC0415 - loads on first use

    first = last
    while first > 0 and _PLAIN_WORD.fullmatch(words[first - 1]):
        first -= 1
    run = [word.rstrip(",") for word in words[first:last]]
    seeds = sum(word in SEED_WORDS for word in run)
    if len(run) < 4 or (any(word in SMALL_WORDS for word in run[:5]) and seeds * 10 < len(run) * 9):
        return None
    spans = [word.span() for word in _WORD.finditer(text, start, label.start)]
    return spans[first][0], spans[last - 1][1]
