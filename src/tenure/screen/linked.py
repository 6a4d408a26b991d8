"""The small words and signs that tie a label to its value: "is", ":", "lautet", "は", and what may stand between.

Patterns meet folded text. Every window is bounded, so that the cost of one label does not depend on the text.
"""

from __future__ import annotations

import re

from tenure.screen.labels import Label
from tenure.screen.letters import fold
from tenure.screen.pattern import Pattern
from tenure.screen.possible import Possible
from tenure.values import dataclass

AFTER_CHARS = 160
_BEFORE_CHARS = 120

# Words that join a label to its value, after accents are folded away.
LINK = (
    r"is|was|are|be|'s|:=|=>|==|=|:|->|>|→|ist|lautet|lauten|war|sind|est|sont|es|son|sera|e|sao|sono|to"
    r"|ma|jest|ar|er|on|je|jsou|este|la|adalah|"
    r"yra|ir|është|ay|ialah|е|হল|است|হয়|改成了|改成|改为|"
    r"becomes|reads|says|będzie|—|–|-|это|є|είναι|هي|هو|היא|הוא|है|คือ|は|是|为|為|が|는|은|입니다"
)
FILLER = (
    r"now|still|currently|always|just|simply|probably|actually|again|temporarily|set to|changed to|reset "
    r"to|back to|called|jetzt|noch|immer|maintenant|ahora"
)
_OWNER = (
    r"(?:for|of|to|on|in|at|from|with|fur|vom?|von|der|des|zum|im|de|du|pour|del?|para|da|do|dla|voor|van"
    r"|til|till|för|per|от|для|к|k|ke|na|i|a|al|della?|dello|til|του|της|στο|של|до|на)"
)
# What may stand between a label and its value where a language needs no word for "is".
OWNER_WORDS = fold(
    r"wi-?fi|wlan|router\w*|роутер\w*|вайфа\w*|карт\w*|atm|saya|rumah|mea|mitt|min|mio|meu|mon|ma|mi|moje|mein\w*|my|our|home|card"
    r"|kart\w*|kapi|telefon\w*|laptop\w*|banc\w*|bank\w*|банк\w*|почт\w*|домофон\w*|сигнализаци\w*|двер\w*|вай-?фай|وای‌?فای|الواي|فاي"
    r"|कोड|код|сейф\w*|подъезд\w*|ворот\w*|کارت|من|для|от|до|k|ke|do|na|for|of|the|to|του|της|של|la|le|de|da"
)
TO_VALUE = Pattern(
    fold(
        rf"""[\w.-]{{0,24}}["'\])]?\s{{0,3}}(?:(?:\([^()]{{0,40}}\)"""
        rf"""|{_OWNER}\b[^.;:=!?\n]{{1,60}}?)\s{{0,2}})?(?P<link>(?<!\w)(?:{LINK})(?!\w)|'s(?=\s)|[:=：>]=?>?|は|是|为|改成了|改成|改为)"""
    )
    + rf"""\s{{0,3}}(?:(?:{FILLER})\s{{1,2}}){{0,2}}[:]?\s{{0,2}}(?P<quote>["'`“”‘’«「„]?)""",
    re.IGNORECASE,
)
# What must stand near a plain word that is to be a value; signs that tie, and words.
TYING = Pattern(
    fold(rf"[:=：>]|は|是|为|(?<!\w)(?:{LINK}|as|use|enter|type|with)(?!\w)"),
    re.IGNORECASE,
)
_VALUE = Pattern(r"""[^\s"'`“”‘’«»「」<>]{2,200}|<[^>]*>""")
_IS_WORDS = frozenset("is as was for ist est es e als como comme".split())
_NAMING_WORDS_MAX = 5
_NAMING = Pattern(r"\w{1,12}(?:'s)?")
_EASTERN = frozenset(fold("は 是 为 為 が 는 은 改成了 改成 改为").split())
UNIT = Pattern(
    r"(?i)\s{0,2}(?:-\s?)?(?:char|digit|letter|word|day|hour|minute|second|time|attempt|year|month|week"
    r"|bit|byte|%|percent|zeichen|tag|caract|line|row|page|pixel|px|test|state|file|tekens|tecken|znak|символ|자|位|文字"
    r"|个字|文字|karakter|ky tu|aksara|char|ตัว|אותיות|תווים|χαρακτ|अक्षर|أحرف)"
)
SMALL_WORDS = frozenset(
    (
        "a an the is are was were be been to of in on at by for from with and or not no it its this that "
        "these those only must may can could will "
        "would should shall never ever always kept stored used using when where which who whose how why what "
        "we you they he she i my our your their "
        "has have had do does did if as so but than then there here because before after until while about "
        "into over under per via"
    ).split()
)
NOT_A_VALUE = frozenset(
    (
        "required optional empty correct incorrect wrong right expired weak strong secret safe secure unknown "
        "missing invalid valid hashed salted "
        "encrypted plain none null true false nil undefined str string text int bool bytes any object "
        "optional default private public shared new old "
        "same different long short random unique important needed hidden visible available gone lost out up "
        "down too very also being easy hard "
        "managed rotated generated ours mine yours theirs one two case mandatory enough good bad set unset "
        "masked blank part input field prompt"
    ).split()
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """How far the value of a label may stand, and what ties one to it, looked for once for all families of values."""

    stop: int
    link: re.Match[str] | None
    possible: Possible


def reach_of(text: str, label: Label, possible: Possible) -> Reach:
    """The reach of a label: a bounded window, or up to the same words again; and what could be a value there."""
    stop = _value_stop(text, label)
    return Reach(stop=stop, link=TO_VALUE.match(text, label.end, stop), possible=possible)


def _value_stop(text: str, label: Label) -> int:
    end = min(len(text), label.end + AFTER_CHARS)
    again = text.find(text[label.start : label.end], label.end, end)
    return again if again >= label.end and (text[again - 1] == " " or not text[again - 1].isascii()) else end


def value_before(text: str, label: Label) -> tuple[int, int, str] | None:
    """The word that stands before "is my", "as the" and the like, just before a label."""
    start = max(0, label.start - _BEFORE_CHARS)
    window = text[start : label.start]
    words = window.rsplit(None, _NAMING_WORDS_MAX + 1)[-_NAMING_WORDS_MAX - 1 :]
    for at in range(len(words) - 1, 0, -1):
        if words[at].lower() in _IS_WORDS:
            begin = start + len(window.rsplit(None, len(words) - at)[0]) - len(words[at - 1])
            return None if begin == start > 0 else trimmed(begin, words[at - 1])
        if not _NAMING.fullmatch(words[at]):
            return None
    return None


def trimmed(start: int, value: str) -> tuple[int, int, str]:
    """A value without the punctuation of its sentence: start, end, value."""
    if value.startswith("**"):  # emphasis, not a mark of the value's own
        start, value = start + 2, value[2:]
    kept = value.rstrip(".,;:)]}>。、\"'`").removesuffix("**") or value
    return start, start + len(kept), kept


def linked_value(text: str, reach: Reach) -> tuple[int, int, str, str, bool] | None:
    """The value that a linking word or sign ties to a label: start, end, value, link, whether quoted."""
    link = reach.link
    if link is None:
        return None
    value = _VALUE.match(text, link.end(), min(len(text), reach.stop + 200))
    if value is None:
        return None
    text_of = value[0]
    if link["link"] in _EASTERN:
        text_of = re.split(r"[^!-~]", text_of, maxsplit=1)[0]
        if not text_of or (text_of.isdigit() and len(text_of) < 4):
            return None
    return *trimmed(value.start(), text_of), link["link"], bool(link["quote"])
