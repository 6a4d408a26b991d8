"""Secrets that only their label gives away: "my wifi password is ...", ``pwd=...``, "alarm code ...".

``labels`` finds the labels; what stands within a bounded window after it (or before it, as in
"... is my password") is then judged by rules for that family of labels:

- password   any value that a person could have chosen; a bare word only where the label says whose it is
- key        only a value that a machine could have drawn; not one that is called a hash or an id
- code       three to eight digits
- recovery   groups of letters and digits
- phrase     a run of words without the small words that sentences need

Labels are written in many languages and are met in folded text (no accents, compatibility forms).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tenure.screen.codes import pin_codes, plain_words, recovery_codes
from tenure.screen.entropy import (
    is_basic_credentials,
    is_hex,
    is_known_name,
    is_stand_in,
    is_uuid,
    is_word_chain,
    looks_chosen,
    looks_random,
    looks_strongly_chosen,
)
from tenure.screen.labels import CROWD, Label, labels_in
from tenure.screen.letters import fold
from tenure.screen.linked import (
    NOT_A_VALUE,
    SMALL_WORDS,
    TYING,
    UNIT,
    Reach,
    linked_value,
    reach_of,
    trimmed,
    value_before,
)
from tenure.screen.pattern import Pattern
from tenure.screen.possible import Possible

_BESIDE = Pattern(r"""[\w.-]{0,24}["'\])]?(?P<gap>[ \t:=：]{1,3})["'`「]?(?P<value>[^\s"'`<>]{3,200})""")
_MAILBOX = Pattern(r"[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{2,64}\Z")
_ASSIGNMENT = Pattern(r"\w+=|[\w.-]+=\Z")
_CROWD_BEFORE_CHARS, _CROWD_AFTER_CHARS = 260, 520
_SENTENCE_VALUE_CHARS_MIN = 6
_FILE_END = Pattern(r"\.(?:py|js|ts|go|rs|md|txt|json|ya?ml|toml|env|pem|html?|com|org|net|io|dev)\Z")
_SETTING = Pattern(r"[A-Za-z_][\w.-]*=")
_OPENING = "(\"'`"
_LINK_WORDS = frozenset(
    fold(
        "is was are says = : => -> to enter type use using reads uses with ist lautet lauten est c'est es e é è sao são jest je jsou "
        "este er är ar ma adalah είναι היא הוא هي هو है คือ la is: now itself это — – - by yra ir është ay ialah е হল maintenant jetzt ahora adesso nu теперь"
    ).split()
)
# Words after which only a value that nobody would call a word counts: "changed ... to", "auf", "en".
_WEAK_LINKS = frozenset("pour auf en a in zu em para naar till til na на to on by mit con avec".split())
_LAST = Pattern(r"(?:[.!?;)\]\"'。]|\s(?:है|است|です|입니다|ok|olan)\b)?\s*(?:$|\n|[.!?;]\s)")
_LOOSE_WORDS_MAX = 4
_LONG_CHARS_MIN, _NEAR_MORE_CHARS = 16, 130
_NEAR = Pattern(r"""[A-Za-z0-9_~.+/=:$@!%^&*#-]{8,200}""")
# A seed as authenticators show it: base32 in groups of four.
_SPACED = Pattern(
    r"[^\n;!?]{0,40}?(?:[:=]|\bis\b)\s{0,2}(?P<value>(?:[A-Z2-7]{4}[ -]){3,12}[A-Z2-7]{4})(?![A-Za-z0-9])"
)
_NOT_KEY = Pattern(
    r"(?i)(?:cache|primary|foreign|sort|partition|idempotency|object|public|pub|ssh|map|dict|hash|row"
    r"|index|commit|etag|csrf|host|message|order|"
    r"gpg|dedup\w*|answer|json|translation|group|routing|record)[ _-]?$"
)
_IDENTITY = Pattern(r"(?:[sS]?Id|s?_?ids?)(?:entifier)?s?(?![A-Za-z])")  # "credentialsId": a name of one, not the thing
_HASH_TALK = Pattern(r"(?i)\b(?:sha-?\d*|md5|digest|checksum|hash|fingerprint|commit|revision|etag|id)\b")
_POSSESSIVE = Pattern(
    r"(?i)\b(?:my|our|your|his|her|their|mein\w*|unser\w*|mon|ma|notre|mi|mia?|nuestr\w*|minha|meu|il mio"
    r"|la mia|\w+'s|wi-?fi|wlan|router|bank|laptop)\b"
)


def labelled_secrets(text: str, *, backwards: bool = False) -> Iterator[tuple[str, int, int]]:
    """Every labelled secret of a folded text as (kind, start, end of the value).

    In a text read backwards only long labels count, for short ones are also the ends of ordinary words.
    """
    possible = Possible(text)
    for label in labels_in(text, backwards=backwards):
        if label.family == CROWD:
            yield from _crowded(text, label, possible)
            continue
        reach = reach_of(text, label, possible)
        match label.family:
            case "password":
                yield from _password(text, label, reach)
                yield from plain_words(text, label, reach, "password.words")
                if label.words.startswith("passcode"):
                    yield from pin_codes(text, label, reach)
            case "key":
                yield from _key(text, label, reach)
            case "code":
                yield from pin_codes(text, label, reach)
                if label.words.strip() == "otp":
                    yield from _key(text, label, reach)
            case "recovery":
                yield from recovery_codes(text, label, reach)
                yield from plain_words(text, label, reach, "seed.phrase")
            case _:
                yield from plain_words(
                    text, label, reach, "password.phrase" if "pass" in label.words else "seed.phrase"
                )
                yield from _password(text, label, reach)


def _crowded(text: str, label: Label, possible: Possible) -> Iterator[tuple[str, int, int]]:
    """A stretch with more labels than are judged, as far as their values may reach: a secret unless nothing can be one."""
    start, end = max(0, label.start - _CROWD_BEFORE_CHARS), min(len(text), label.end + _CROWD_AFTER_CHARS)
    if possible.odd(start, end) or possible.may_spell_digits(start, end) or TYING.search(text, start, end):
        yield "labels.crowded", start, end


def _password(text: str, label: Label, reach: Reach) -> Iterator[tuple[str, int, int]]:
    found = linked_value(text, reach)
    if found is not None:
        start, end, value, link, quoted = found
        if _is_password(text, label, (start, end, value), link, quoted=quoted) and not UNIT.match(text, end):
            yield "password.prose" if link.isalpha() else "password.assigned", start, end
            return
    spot = _in_sentence(text, label, reach) or _beside(text, label, reach)
    if spot is None:
        before = value_before(text, label)
        spot = before[:2] if before is not None and reach.possible.looks_chosen(before[2]) else None
    if spot is not None:
        yield "password.prose", *spot


def _in_sentence(text: str, label: Label, reach: Reach) -> tuple[int, int] | None:
    """A chosen-looking value that a linking word precedes, anywhere in the rest of the label's sentence."""
    if label.words.endswith("words"):
        return None
    for first, last in reach.possible.odd(label.end, reach.stop):
        whole = text[first:last]
        bare = whole.lstrip(_OPENING)
        start, end, value = trimmed(last - len(bare), bare)
        if len(value) < _SENTENCE_VALUE_CHARS_MIN or not reach.possible.looks_chosen(value):
            continue
        if _ASSIGNMENT.match(value) or is_uuid(value):
            continue
        words = text[label.end : first].split()
        if any(map(_ends_sentence, words)):
            return None
        before = _word_before(words)
        if (before in _LINK_WORDS or before.endswith((":", "=", ",")) or whole[0] in _OPENING) and not _MAILBOX.match(
            value
        ):
            return None if UNIT.match(text, end) else (start, end)
        is_last = len(words) <= _LOOSE_WORDS_MAX and _LAST.match(text, end) is not None
        if (before in _WEAK_LINKS or is_last) and looks_strongly_chosen(value):
            return start, end
    return None


def _ends_sentence(word: str) -> bool:
    """Whether a word is the last of a sentence, and no abbreviation, file or number."""
    return word[-1] in ".;" and trimmed(0, word.lstrip(_OPENING))[2].isalpha()


def _word_before(words: list[str]) -> str:
    """The last of these words in lower case; what is assigned to, and an id, is none."""
    for word in reversed(words):
        bare = trimmed(0, word.lstrip(_OPENING))[2]
        if not _ASSIGNMENT.match(bare) and not is_uuid(bare):
            return word.lower()
    return ""


def _beside(text: str, label: Label, reach: Reach) -> tuple[int, int] | None:
    """A strong value, or a number, that stands just after a label."""
    beside = _BESIDE.match(text, label.end, reach.stop)
    if beside is None:
        return None
    start, end, value = trimmed(beside.start("value"), beside["value"])
    if value.isdigit() or (value[:-1].isdigit() and value[-1] in "*#"):
        is_set = 4 <= len(value) <= 8 and beside["gap"].strip(" \t") in ("", ":", "=", "：")
        is_value = is_set and _LAST.match(text, end) is not None
    else:
        is_value = reach.possible.looks_chosen(value) and (
            looks_random(value, chars_min=8)
            or value[-1] in "!?*#$"
            or is_word_chain(value)
            or looks_strongly_chosen(value)
        )
    return (start, end) if is_value and not UNIT.match(text, end) else None


def _is_password(text: str, label: Label, spot: tuple[int, int, str], link: str, *, quoted: bool) -> bool:
    start, end, value = spot
    if "\n" in text[label.end : start] and _SETTING.match(value):
        return False  # nothing was assigned: what follows is the next line's own name
    if link.isalpha() and _is_no_file(text, label, value):
        return True
    lowered = value.lower()
    if is_stand_in(value) or lowered in NOT_A_VALUE or lowered in SMALL_WORDS or len(value) < 4:
        return False
    if label.words.endswith("s") and link in ("are", "be", "is"):
        return looks_chosen(value)
    if looks_chosen(value) or (value.isdigit() and len(value) >= 4):
        return True
    if quoted:
        return value.isalnum() and text[end : end + 1] in "\"'`”’»」"
    if not value.isalpha() or not re.match(r"\s*(?:[.,;!)]|$|\n)", text[end : end + 3]):
        return False
    if lowered.endswith(("ed", "ing", "able", "ible", "ory", "less", "ful", "ive")):
        return False
    return _POSSESSIVE.search(text, max(0, label.start - 40), label.start) is not None


def _is_no_file(text: str, label: Label, value: str) -> bool:
    """Whether a word ties a value to a label that is a file by its last letters alone: "is Kestrel2.go"."""
    stem = _FILE_END.compiled().sub("", value)
    if looks_strongly_chosen(stem):
        return True
    is_one = not label.words.endswith("s") and text[label.end : label.end + 1] == " "
    return is_one and stem != value and looks_chosen(stem) and any(map(str.isdigit, stem))


def _key(text: str, label: Label, reach: Reach) -> Iterator[tuple[str, int, int]]:
    if _NOT_KEY.search(text, max(0, label.start - 14), label.start) or _IDENTITY.match(text, label.end):
        return
    found = linked_value(text, reach)
    if found is not None:
        start, end, value, link, _ = found
        direct = not link.isalpha()
        if is_uuid(value):
            if (
                (direct or label.words.startswith("api"))
                and not is_known_name(value)
                and not re.search(r"(?i)_?ids?\W{0,3}$", text[label.end : start])
            ):
                yield "key.labelled", start, end
            return
        chosen = label.words == "secret" and looks_chosen(value) and len(value) >= 8
        if chosen or looks_random(value, chars_min=10 if direct else 12):
            yield "key.labelled", start, end
            return
    spaced = _SPACED.match(text, label.end, min(len(text), label.end + 2 * _NEAR_MORE_CHARS))
    if spaced is not None:
        yield "key.labelled", *spaced.span("value")
        return
    before = value_before(text, label)
    if before is not None and looks_random(before[2], chars_min=16) and not is_uuid(before[2]):
        yield "key.labelled", before[0], before[1]
        return
    stop = min(len(text), label.end + 70)
    if label.words != "auth" and not _has_long(reach.possible.odd(label.end, stop + _NEAR_MORE_CHARS)):
        return
    for near in _NEAR.finditer(text, label.end, stop + _NEAR_MORE_CHARS):
        if near.start() > stop or re.search(r"[.;!?]\s", text[label.end : near.start()]):
            return
        bare = near[0].lstrip(":=")
        start, end, value = trimmed(near.end() - len(bare), bare)
        between = text[label.end : start]
        if len(between.split()) > 4 or _HASH_TALK.search(between):
            return
        if is_uuid(value) and label.words.startswith("api") and not between.strip():
            yield "key.labelled", start, end
            return
        if is_uuid(value) or (is_hex(value) and len(between) > 12):
            return
        is_auth = label.words == "auth"
        if (not is_auth and looks_random(value, chars_min=_LONG_CHARS_MIN)) or (
            is_auth and is_basic_credentials(value)
        ):
            yield "key.labelled", start, end
            return


def _has_long(spans: list[tuple[int, int]]) -> bool:
    return any(last - first >= _LONG_CHARS_MIN for first, last in spans)
