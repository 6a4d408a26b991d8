"""Secrets that only their label gives away: "my wifi password is ...", ``pwd=...``, "alarm code ...".

A label is found by one pattern; what stands within a bounded window after it (or before it, as in
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

from tenure.screen.entropy import is_basic_credentials, is_hex, is_known_name, is_stand_in, is_uuid, is_word_chain, looks_chosen, looks_random
from tenure.screen.labels import Label, labels_in
from tenure.screen.normalise import fold
from tenure.screen.seedwords import SEED_WORDS

_AFTER_CHARS = 160
_BEFORE_CHARS = 120

# Words that join a label to its value, after accents are folded away.
_LINK = (
    r"is|was|are|be|'s|:=|=>|==|=|:|->|>|→|ist|lautet|lauten|war|sind|est|sont|es|son|sera|e|sao|sono|to|ma|jest|ar|er|on|je|jsou|este|la|adalah|"
    r"becomes|reads|będzie|—|–|-|это|є|είναι|هي|هو|היא|הוא|है|คือ|は|是|为|為|が|는|은|입니다"
)
_FILLER = r"now|still|currently|always|just|simply|probably|actually|again|temporarily|set to|changed to|reset to|back to|called|jetzt|noch|immer|maintenant|ahora"
_OWNER = r"(?:for|of|to|on|in|at|from|with|fur|vom?|von|der|des|zum|im|de|du|pour|del?|para|da|do|dla|voor|van|til|för|per|от|для|к)"
_TO_VALUE = re.compile(
    fold(rf"""[\w.-]{{0,24}}["'\])]?\s{{0,3}}(?:(?:\([^()]{{0,40}}\)|{_OWNER}\b[^.;:=!?\n]{{1,60}}?)\s{{0,2}})?(?P<link>(?<!\w)(?:{_LINK})(?!\w)|'s(?=\s)|[:=：>]=?>?|は|是|为)""")
    + rf"""\s{{0,3}}(?:(?:{_FILLER})\s{{1,2}}){{0,2}}[:]?\s{{0,2}}(?P<quote>["'`“”‘’«「„]?)""",
    re.IGNORECASE,
)
_VALUE = re.compile(r"""[^\s"'`“”‘’«»「」<>]{2,200}|<[^>]*>""")
_BESIDE = re.compile(r"""[\w.-]{0,24}["'\])]?[ \t:=]{1,3}["'`]?(?P<value>[^\s"'`<>]{3,200})""")
_MAILBOX = re.compile(r"[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{2,64}\Z")
_RUN = re.compile(r"\s{0,3}((?:[a-z]{3,12}[ ,-]{1,2}){3,24}[a-z]{3,12})(?![\w'])")
_PLAIN_WORD = re.compile(r"[a-z]{3,12},?")
_TOKEN = re.compile(r"\S{1,200}")
_IS_WORDS = frozenset("is as was for ist est es e als como comme".split())
_NAMING = re.compile(r"\w{1,12}(?:'s)?")
_EASTERN = frozenset(fold("は 是 为 為 が 는 은").split())
_LINK_WORDS = frozenset("is was are = : => -> to enter type use using reads ist lautet est es e".split())
_NEAR = re.compile(r"""[A-Za-z0-9_~.+/=:$@!%^&*#-]{8,200}""")
_NOT_KEY = re.compile(
    r"(?i)(?:cache|primary|foreign|sort|partition|idempotency|object|public|pub|ssh|map|dict|hash|row|index|commit|etag|csrf|host|message|order|"
    r"gpg|dedup\w*|answer|json|translation|group|routing|record)[ _-]?$"
)
_HASH_TALK = re.compile(r"(?i)\b(?:sha-?\d*|md5|digest|checksum|hash|fingerprint|commit|revision|etag|id)\b")
_UNIT = re.compile(r"(?i)\s{0,2}(?:-\s?)?(?:char|digit|letter|word|day|hour|minute|second|time|attempt|year|month|week|bit|byte|%|percent|zeichen|tag|caract)")
_DIGITS = re.compile(r"(?<![\w.,/:-])(?:\d{3,8}|\d{2,3}(?:[- ]\d{2,3}){1,2})(?![\w/:]|[.,]\d|-\d)")
_GROUP = re.compile(r"(?<![\w-])(?=[a-zA-Z-]{0,9}\d)(?:[0-9a-zA-Z]{4,8}(?:[- ][0-9a-zA-Z]{4,8}){1,3}|[0-9a-zA-Z]{8,12}|\d{6,10})(?![\w-])")
_SMALL = frozenset(
    (
        "a an the is are was were be been to of in on at by for from with and or not no it its this that these those only must may can could will "
        "would should shall never ever always kept stored used using when where which who whose how why what we you they he she i my our your their "
        "has have had do does did if as so but than then there here because before after until while about into over under per via"
    ).split()
)
_NOT_A_VALUE = frozenset(
    (
        "required optional empty correct incorrect wrong right expired weak strong secret safe secure unknown missing invalid valid hashed salted "
        "encrypted plain none null true false nil undefined str string text int bool bytes any object optional default private public shared new old "
        "same different long short random unique important needed hidden visible available gone lost out up down too very also being easy hard "
        "managed rotated generated ours mine yours theirs one two case mandatory enough good bad set unset masked blank part input field prompt"
    ).split()
)
_POSSESSIVE = re.compile(r"(?i)\b(?:my|our|your|his|her|their|mein\w*|unser\w*|mon|ma|notre|mi|mia?|nuestr\w*|minha|meu|il mio|la mia|\w+'s|wi-?fi|wlan|router|bank|laptop)\b")


def labelled_secrets(text: str) -> Iterator[tuple[str, int, int]]:
    """Every labelled secret of a folded text as (kind, start, end of the value)."""
    for label in labels_in(text):
        match label.family:
            case "password":
                yield from _password(text, label)
                yield from _words(text, label, "password.words")
            case "key":
                yield from _key(text, label)
            case "code":
                yield from _code(text, label)
            case "recovery":
                yield from _recovery(text, label)
                yield from _words(text, label, "seed.phrase")
            case _:
                yield from _words(text, label, "password.phrase" if "pass" in label.words else "seed.phrase")
                yield from _password(text, label)


def _stop(text: str, label: Label) -> int:
    """How far after a label its value may stand: a bounded window, or up to the same words again."""
    end = min(len(text), label.end + _AFTER_CHARS)
    again = text.find(text[label.start : label.end], label.end, end)
    return again if again > label.end and text[again - 1] == " " else end


def _value_before(text: str, label: Label) -> tuple[int, int, str] | None:
    """The word that stands before "is my", "as the" and the like, just before a label."""
    start = max(0, label.start - _BEFORE_CHARS)
    words = list(_TOKEN.finditer(text, start, label.start))[-6:]
    for at in range(len(words) - 1, 0, -1):
        if words[at][0].lower() in _IS_WORDS:
            if words[at - 1].start() == start > 0:
                return None
            return _spot(words[at - 1].start(), words[at - 1][0])
        if not _NAMING.fullmatch(words[at][0]):
            return None
    return None


def _spot(start: int, value: str) -> tuple[int, int, str]:
    kept = value.rstrip(".,;:)]}>。、\"'`") or value
    return start, start + len(kept), kept


def _linked(text: str, label: Label) -> tuple[int, int, str, str, bool] | None:
    """The value that a linking word or sign ties to a label: start, end, value, link, whether quoted."""
    end = _stop(text, label)
    link = _TO_VALUE.match(text, label.end, end)
    if link is None:
        return None
    value = _VALUE.match(text, link.end(), min(len(text), end + 200))
    if value is None:
        return None
    text_of = value[0]
    if link["link"] in _EASTERN:
        text_of = re.split(r"[^!-~]", text_of, maxsplit=1)[0]
        if not text_of or (text_of.isdigit() and len(text_of) < 4):
            return None
    return *_spot(value.start(), text_of), link["link"], bool(link["quote"])


def _password(text: str, label: Label) -> Iterator[tuple[str, int, int]]:
    found = _linked(text, label)
    if found is not None:
        start, end, value, link, quoted = found
        if _is_password(text, label, (start, end, value), link, quoted=quoted) and not _UNIT.match(text, end):
            yield "password.prose" if link.isalpha() else "password.assigned", start, end
            return
    start, end, value = _in_sentence(text, label)
    if value:
        yield "password.prose", start, end
        return
    beside = _BESIDE.match(text, label.end, _stop(text, label))
    if beside is not None:
        start, end, value = _spot(beside.start("value"), beside["value"])
        strong = looks_random(value, chars_min=8) or value[-1] in "!?*#$" or is_word_chain(value)
        if looks_chosen(value) and strong and not _UNIT.match(text, end):
            yield "password.prose", start, end
            return
    before = _value_before(text, label)
    if before is not None and looks_chosen(before[2]):
        yield "password.prose", before[0], before[1]


def _in_sentence(text: str, label: Label) -> tuple[int, int, str]:
    """A chosen-looking value that a linking word precedes, anywhere in the rest of the label's sentence."""
    before = ""
    if label.words.endswith("words"):
        return 0, 0, ""
    for token in _TOKEN.finditer(text, label.end, _stop(text, label)):
        start, end, value = _spot(token.start(), token[0].lstrip("(\"'`"))
        start, end = start + len(token[0]) - len(token[0].lstrip("(\"'`")), end + len(token[0]) - len(token[0].lstrip("(\"'`"))
        if re.match(r"\w+=", value):
            continue
        tied = before in _LINK_WORDS or before.endswith((":", "=", ",")) or token[0][0] in "(\"'`"
        if tied and looks_chosen(value) and len(value) >= 6 and not _MAILBOX.match(value) and not _UNIT.match(text, end):
            return start, end, value
        if token[0][-1] in ".!?;" and value.isalpha():
            break
        before = token[0].lower()
    return 0, 0, ""


def _is_password(text: str, label: Label, spot: tuple[int, int, str], link: str, *, quoted: bool) -> bool:
    _, end, value = spot
    lowered = value.lower()
    if is_stand_in(value) or lowered in _NOT_A_VALUE or lowered in _SMALL or len(value) < 4:
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


def _key(text: str, label: Label) -> Iterator[tuple[str, int, int]]:
    if _NOT_KEY.search(text, max(0, label.start - 14), label.start):
        return
    found = _linked(text, label)
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
    before = _value_before(text, label)
    if before is not None and looks_random(before[2], chars_min=16) and not is_uuid(before[2]):
        yield "key.labelled", before[0], before[1]
        return
    stop = min(len(text), label.end + 70)
    for near in _NEAR.finditer(text, label.end, stop + 130):
        if near.start() > stop or re.search(r"[.;!?]\s", text[label.end : near.start()]):
            return
        start, end, value = _spot(near.start(), near[0])
        between = text[label.end : start]
        if len(between.split()) > 4 or _HASH_TALK.search(between):
            return
        if is_uuid(value) or (is_hex(value) and len(between) > 12):
            return
        bare = label.words != "auth"
        if (bare and looks_random(value, chars_min=16)) or (not bare and is_basic_credentials(value)):
            yield "key.labelled", start, end
            return


def _code(text: str, label: Label) -> Iterator[tuple[str, int, int]]:
    if label.words.startswith("pin") and not _means_number(text, label):
        return
    if label.words == "otp":
        yield from _key(text, label)
    for digits in _DIGITS.finditer(text, label.end, min(len(text), label.end + 70)):
        between = text[label.end : digits.start()]
        if re.search(r"[.;!?\n]", between) or re.search(r"\d", between) or _UNIT.match(text, digits.end()):
            return
        words = re.findall(r"[^\W\d_]+", between)
        linked = not words or re.search(rf"(?i)(?:\b(?:{_LINK}|{_FILLER})\b|[:=])\s*[\"']?$", between) is not None
        if linked and len(words) <= 8:
            yield "code.pin", digits.start(), digits.end()
        return


def _means_number(text: str, label: Label) -> bool:
    """Whether "pin" is the number that opens something, not a pin of a chip or the verb."""
    if re.search(r"(?i)(?:gpio|connector|header|board|led|chip|uart|output|input|the)\s*$", text[max(0, label.start - 12) : label.start]):
        return text[label.start : label.end].lstrip()[:3].isupper()
    if re.search(r"(?i)\b(?:my|voicemail|card|bank|debit|credit|phone|sim|atm|door|alarm|account|his|her|our)\s*$", text[max(0, label.start - 12) : label.start]):
        return True
    return text[label.start : label.end].lstrip()[:3].isupper() or len(label.words) > 4 or re.match(r"\s*(?:is|:|=)", text[label.end : label.end + 4]) is not None


def _recovery(text: str, label: Label) -> Iterator[tuple[str, int, int]]:
    stop = min(len(text), label.end + 2 * _AFTER_CHARS)
    groups = list(_GROUP.finditer(text, label.end, stop))
    if not groups:
        groups = [group for group in _GROUP.finditer(text, max(0, label.start - 120), label.start) if "-" in group[0]]
        if len(groups) > 1:
            yield "code.recovery", groups[0].start(), groups[-1].end()
        else:
            yield from _code(text, label)
        return
    near = re.fullmatch(r"[^.;!?]{0,40}?(?:[:=]|\b(?:is|are|sind|lauten|sont|son|sono))\s*[\"']?", text[label.end : groups[0].start()])
    if len(groups) > 1 or near is not None:
        yield "code.recovery", groups[0].start(), groups[-1].end()
    else:
        yield from _code(text, label)


def _words(text: str, label: Label, kind: str) -> Iterator[tuple[str, int, int]]:
    link = _TO_VALUE.match(text, label.end, _stop(text, label))
    after = link.end() if link is not None else label.end
    run = _RUN.match(text, after, min(len(text), after + 300))
    given = link is not None or re.search(r"(?i)\b(?:use|enter|type|with)\s+(?:the|my|our)?\s*(?:\w+\s)?$", text[max(0, label.start - 24) : label.start])
    if run is not None and given and not any(word in _SMALL or word in _NOT_A_VALUE for word in re.split(r"[ ,-]+", run[1])[:5]):
        yield kind, run.start(1), run.end(1)
        return
    found = _words_before(text, label)
    if found is not None:
        yield kind, *found


def _words_before(text: str, label: Label) -> tuple[int, int] | None:
    """Four or more plain words before "is my" and the like, just before a label."""
    words = list(_TOKEN.finditer(text, max(0, label.start - 260), label.start))
    last = len(words) - 1
    while last >= 0 and len(words) - last <= 4 and words[last][0] not in ("is", "as", "are"):
        last -= 1
    if last < 4 or words[last][0] not in ("is", "as", "are"):
        return None
    first = last
    while first > 0 and _PLAIN_WORD.fullmatch(words[first - 1][0]):
        first -= 1
    run = [word[0].rstrip(",") for word in words[first:last]]
    seeds = sum(word in SEED_WORDS for word in run)
    if len(run) < 4 or (any(word in _SMALL for word in run[:5]) and seeds * 10 < len(run) * 9):
        return None
    return words[first].start(), words[last - 1].end()
