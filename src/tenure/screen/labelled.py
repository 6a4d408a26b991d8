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
    is_plain_word,
    is_stand_in,
    is_uuid,
    is_word_chain,
    looks_chosen,
    looks_random,
    looks_strongly_chosen,
)
from tenure.screen.labels import Label, labels_in
from tenure.screen.letters import fold
from tenure.screen.linked import (
    NOT_A_VALUE,
    SMALL_WORDS,
    TOKEN,
    UNIT,
    Reach,
    linked_value,
    reach_of,
    trimmed,
    value_before,
)
from tenure.screen.pattern import Pattern

_BESIDE = Pattern(r"""[\w.-]{0,24}["'\])]?(?P<gap>[ \t:=：]{1,3})["'`「]?(?P<value>[^\s"'`<>]{3,200})""")
_MAILBOX = Pattern(r"[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{2,64}\Z")
_ASSIGNMENT = Pattern(r"\w+=|[\w.-]+=\Z")
_ALL_JUDGED_CHARS = 2_048
_BLOCK_CHARS = 1_024
_BLOCK_LABELS_MAX = 12
_ODD = Pattern(r"[^\W_a-z][a-z]{0,9}[\d!@#$%^&*?+=]|\d[a-zA-Z]|\d{3}|[a-z][A-Z!@#$%^&*]")
_ODD_CHARS = 40
_BACKWARDS_CHARS_MIN = 5
_BACKWARDS_LABEL = "password"[::-1]
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
_NEAR = Pattern(r"""[A-Za-z0-9_~.+/=:$@!%^&*#-]{8,200}""")
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
    for label in _affordable(text, list(labels_in(text))):
        if backwards and not _is_known_backwards(label):
            continue
        reach = reach_of(text, label)
        match label.family:
            case "password":
                yield from _password(text, label, reach)
                yield from plain_words(text, label, reach, "password.words")
            case "key":
                yield from _key(text, label, reach)
            case "code":
                yield from pin_codes(text, label)
                if label.words.strip() == "otp":
                    yield from _key(text, label, reach)
            case "recovery":
                yield from recovery_codes(text, label)
                yield from plain_words(text, label, reach, "seed.phrase")
            case _:
                yield from plain_words(
                    text, label, reach, "password.phrase" if "pass" in label.words else "seed.phrase"
                )
                yield from _password(text, label, reach)


def _affordable(text: str, labels: list[Label]) -> list[Label]:
    """The labels that are judged: all of a claim's; where a long text is crowded with them, those nearest to a value.

    So the cost of a text grows with its length alone, whatever stands in it.
    """
    if len(text) <= _ALL_JUDGED_CHARS:
        return labels
    blocks: dict[int, list[Label]] = {}
    for label in labels:
        blocks.setdefault(label.start // _BLOCK_CHARS, []).append(label)
    for at, block in blocks.items():
        if len(block) > _BLOCK_LABELS_MAX:
            block.sort(key=lambda label: _ODD.search(text, label.end, label.end + _ODD_CHARS) is None)
            blocks[at] = block[:_BLOCK_LABELS_MAX]
    return [label for block in blocks.values() for label in block]


def _is_known_backwards(label: Label) -> bool:
    is_long = label.family in ("password", "key") and len(label.words) >= _BACKWARDS_CHARS_MIN
    return is_long and label.words != _BACKWARDS_LABEL  # a plain "password", read backwards


def _password(text: str, label: Label, reach: Reach) -> Iterator[tuple[str, int, int]]:
    found = linked_value(text, reach)
    if found is not None:
        start, end, value, link, quoted = found
        if _is_password(text, label, (start, end, value), link, quoted=quoted) and not UNIT.match(text, end):
            yield "password.prose" if link.isalpha() else "password.assigned", start, end
            return
    start, end, value = _in_sentence(text, label, reach)
    if value:
        yield "password.prose", start, end
        return
    beside = _BESIDE.match(text, label.end, reach.stop)
    if beside is not None:
        start, end, value = trimmed(beside.start("value"), beside["value"])
        strong = looks_random(value, chars_min=8) or value[-1] in "!?*#$" or is_word_chain(value)
        is_number = value.isdigit() and 4 <= len(value) <= 8 and beside["gap"].strip(" \t") in ("", ":", "=", "：")
        is_number = is_number and _LAST.match(text, end) is not None
        strong = strong or looks_strongly_chosen(value)
        if ((looks_chosen(value) and strong) or is_number) and not UNIT.match(text, end):
            yield "password.prose", start, end
            return
    before = value_before(text, label)
    if before is not None and looks_chosen(before[2]):
        yield "password.prose", before[0], before[1]


def _in_sentence(text: str, label: Label, reach: Reach) -> tuple[int, int, str]:
    """A chosen-looking value that a linking word precedes, anywhere in the rest of the label's sentence."""
    before = ""
    if label.words.endswith("words"):
        return 0, 0, ""
    for count, token in enumerate(TOKEN.finditer(text, label.end, reach.stop)):
        whole = token[0]
        if is_plain_word(whole):
            before = whole.lower()
            continue
        bare = whole.lstrip(_OPENING)
        start, end, value = trimmed(token.end() - len(bare), bare)
        if _ASSIGNMENT.match(value) or is_uuid(value):
            continue
        tied = before in _LINK_WORDS or before.endswith((":", "=", ",")) or whole[0] in _OPENING
        if tied and len(value) >= 6 and looks_chosen(value) and not _MAILBOX.match(value):
            return (0, 0, "") if UNIT.match(text, end) else (start, end, value)
        is_last = count <= _LOOSE_WORDS_MAX and _LAST.match(text, end) is not None
        if (before in _WEAK_LINKS or is_last) and looks_strongly_chosen(value):
            return start, end, value
        if whole[-1] in ".!?;" and value.isalpha():
            break
        before = whole.lower()
    return 0, 0, ""


def _is_password(text: str, label: Label, spot: tuple[int, int, str], link: str, *, quoted: bool) -> bool:
    start, end, value = spot
    if "\n" in text[label.end : start] and _SETTING.match(value):
        return False  # nothing was assigned: what follows is the next line's own name
    if link.isalpha() and looks_strongly_chosen(_FILE_END.compiled().sub("", value)):
        return True  # "is Kestrel2024.go": what a word ties to a password is no file by its last letters alone
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


def _key(text: str, label: Label, reach: Reach) -> Iterator[tuple[str, int, int]]:
    if _NOT_KEY.search(text, max(0, label.start - 14), label.start) or _IDENTITY.match(text, label.end):
        return
    found = linked_value(text, reach)
    if found is not None:
        start, end, value, link, _ = found
        direct = not link.isalpha()
        if is_uuid(value):
            if direct and not is_known_name(value) and not re.search(r"(?i)_?ids?\W{0,3}$", text[label.end : start]):
                yield "key.labelled", start, end
            return
        chosen = label.words == "secret" and looks_chosen(value) and len(value) >= 8
        if chosen or looks_random(value, chars_min=10 if direct else 12):
            yield "key.labelled", start, end
            return
    before = value_before(text, label)
    if before is not None and looks_random(before[2], chars_min=16) and not is_uuid(before[2]):
        yield "key.labelled", before[0], before[1]
        return
    stop = min(len(text), label.end + 70)
    for near in _NEAR.finditer(text, label.end, stop + 130):
        if near.start() > stop or re.search(r"[.;!?]\s", text[label.end : near.start()]):
            return
        bare = near[0].lstrip(":=")
        start, end, value = trimmed(near.end() - len(bare), bare)
        between = text[label.end : start]
        if len(between.split()) > 4 or _HASH_TALK.search(between):
            return
        if is_uuid(value) or (is_hex(value) and len(between) > 12):
            return
        is_auth = label.words == "auth"
        if (not is_auth and looks_random(value, chars_min=16)) or (is_auth and is_basic_credentials(value)):
            yield "key.labelled", start, end
            return
