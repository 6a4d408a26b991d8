"""Cut a text into words: folded, identifiers in parts, unspaced scripts in bigrams.

Both sides of a search, entry and query, go through this one function, so that a fold which is
rough for a language still meets itself. Scripts and combining marks: Unicode 15, UAX 15 (NFKC).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from tenure.screen.pattern import Pattern

TEXT_CHARS_MAX: Final = 100_000
"""Characters read of one text; what follows is not searched."""
WORD_CHARS_MAX: Final = 128
"""Characters kept of one word or joined identifier."""

_STOP_TEXT: Final = (
    # English, with the contractions as they look once the apostrophe is gone
    "a about also am an and any are as at be because been but by can could did do does doing for from had has have "
    "he her his how i if in into is it its just me my no not of on or our please she should so some such than that "
    "the their them then there these they this those to too very was we were what when where which while who why "
    "will with would you your eg etc ie arent cant couldnt didnt doesnt dont hadnt hasnt havent isnt shouldnt wasnt "
    "werent wont wouldnt "
    # Spanish, French and German words that say nothing and are no English content words
    "al como con de del el es las los para por que se su un una y au ce des du en est et le les pour qui sur une "
    "auf das dem den der ein eine ist mit nicht oder und von zu "
    # Russian
    "\u0432 \u0438 \u043d\u0430 \u043d\u0435 \u043f\u043e \u0441 \u0447\u0442\u043e \u044d\u0442\u043e"
)
STOP_WORDS: Final = frozenset(_STOP_TEXT.split())
"""Words so common that sharing one says nothing. Kept short: rarity is BM25's business."""

# Japanese, Chinese, Korean; Thai; Lao; Burmese; Khmer. Korean has spaces, but glues particles to its words.
_UNSPACED: Final = Pattern(
    "([\u1100-\u11ff\u3005-\u3007\u3041-\u3096\u3099\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f"
    "\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7ff\U00020000-\U0003ffff"
    "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u0edc-\u0edf\u1000-\u103f\u1050-\u109d\u1780-\u17d3\u17d7\u17dc\u17dd]+)"
)
# A long run of marks takes quadratic time to normalise; no word has one.
_LONG_MARKS: Final = Pattern(r"([^\w\s\x00-\x7f]{32})[^\w\s\x00-\x7f]+")
# Soft hyphen, joiners, direction marks, variation selectors, keycap frame, skin tones: they change the look alone.
_INVISIBLE: Final = Pattern(
    "[\u00ad\u034f\u061c\u200c-\u200f\u202a-\u202e\u2060-\u206f\u20e3\ufe00-\ufe0f\ufeff\U0001f3fb-\U0001f3ff"
    "\U000e0000-\U000e007f]+"
)
# Decomposed accents of Latin and Greek; of Russian vowels (not the breve: it makes another letter); Hebrew points;
# Arabic vowels, hamza marks and the stretching line. Marks of Indic scripts are letters and stay.
_ACCENTS: Final = Pattern(
    "(?<=[A-Za-z\u00aa-\u03ff\u1e00-\u1fff])[\u0300-\u036f]+"
    "|(?<=[\u0410\u0415\u0418\u041e\u0423\u042b\u042d\u042e\u042f\u0430\u0435\u0438\u043e\u0443\u044b\u044d-\u044f])"
    "[\u0300\u0301\u0308]+"
    "|[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc"
    "\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]+"
)
# Letters that no decomposition takes apart, typographic apostrophes, Persian forms of Arabic letters.
_LETTERS: Final = str.maketrans(
    {
        **dict(zip("\u00f8\u00d8\u0142\u0141\u0111\u0110\u0131\u0127", "oOlLdDih", strict=True)),
        **dict.fromkeys("\u2019\u2018\u02bc\u201b", "'"),
        **dict(zip("\u06cc\u0649\u06a9_", "\u064a\u064a\u0643-", strict=True)),
        "\u00e6": "ae",
        "\u00c6": "Ae",
        "\u0153": "oe",
        "\u0152": "Oe",
        "\u00fe": "th",
        "\u00f0": "d",
    }
)
_FOREIGN_DIGIT: Final = Pattern(r"[^\D0-9]")
# Ana's, I'll, don't, l'eau
_APOSTROPHE: Final = Pattern(
    r"(?<=\w)'(?:s|d|ll|re|ve|m)\b|(?<=n)'(?=t\b)|\b(?:[cdjlmnst]|qu)'(?=[^\W\d]{2})", re.IGNORECASE
)
# The comma of thousands goes; so do the letters inside a time stamp; a version leaves the name that it is glued to.
_THOUSANDS: Final = Pattern(r"(?<=\d),(?=\d{3}(?!\d))")
_NUMBER_EDGE: Final = Pattern(
    r"(?<=\d)T(?=\d\d:)|(?<=:\d\d)Z\b|(?<=[A-Za-z]{3})(?=\d+\.\d)|\bv(?=\d+\.\d)", re.IGNORECASE
)

# `\w` leaves the vowel signs of Indic and other scripts out.
_LETTER: Final = (
    r"[\w\u0300-\u036f\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u0816-\u082d\u0900-\u0963\u0966-\u0df3"
    r"\u0f35\u0f37\u0f39\u0f71-\u0f84\u0f86\u0f87\u0f8d-\u0fbc\u135d-\u135f\u1a00-\u1b73]"
)
_TOKEN: Final = Pattern(
    r"(?P<symbol>[A-Za-z](?:\+\+|\#)(?!\w)|[\U0001f1e6-\U0001f1ff]{2}"
    r"|[\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001fbff])"
    r"|(?P<number>\d++(?:[-.:/]\d++)*+(?!\w))"
    rf"|(?P<name>{_LETTER}++(?:[-./\\:@\u2010]{{1,3}}{_LETTER}++)*+)"
)
_JOINT: Final = Pattern(r"[-./\\:@\u2010]+")
# Plain words, as most queries are: of these every word is one token, and only capitals are folded.
_PLAIN: Final = Pattern(r"(?:[A-Z]?+[a-z]{1,127}+[.,;:?!]?+(?:[ \n]++|\Z))++\Z")
_PLAIN_WORD: Final = Pattern(r"[A-Za-z]+")
# Between fooBar, HTTPServer (not between URL and its plural s), letters and digits.
_HUMP: Final = Pattern(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z](?!s\b)[a-z])|(?<=[^\W\d])(?=\d)|(?<=\d)(?=[^\W\d])")


def words(text: str) -> Iterator[str]:
    """Give the words of a text in order, with repeats, folded to lower case without accents.

    - A word of several parts (``getUserName``, ``user_name``, ``dark-mode``, ``os.path``) gives itself with the
      separators left out, so that every way of writing it is one word, and then each part of two characters or more.
    - A number, version, date or time gives itself and each leading part of two characters or more: ``3.11.4``,
      ``3.11``; a date that begins with its year is written with hyphens, and a year at the end is given too.
    - A run of a script without spaces gives its character bigrams; one character alone gives itself.
    - An emoji gives itself without skin tone.

    At most `TEXT_CHARS_MAX` characters are read, and a word is cut at `WORD_CHARS_MAX`. Time grows linearly.
    """
    if len(text) <= TEXT_CHARS_MAX and _PLAIN.match(text):
        yield from _PLAIN_WORD.findall(text.lower())
        return
    for position, run in enumerate(_UNSPACED.split(_fold(text[:TEXT_CHARS_MAX]))):
        if position % 2:  # the split puts the captured unspaced runs at the odd places
            yield from (run[at : at + 2] for at in range(max(1, len(run) - 1)))
            continue
        for token in _TOKEN.finditer(run):
            if token["name"]:
                yield from _name(token["name"])
            elif token["number"]:
                yield from _number(token["number"])
            else:
                yield token["symbol"].lower()


def is_unspaced(text: str) -> bool:
    """Tell whether most of a text is in a script that writes no spaces, so that its words cannot be told apart."""
    return not text.isascii() and 2 * sum(map(len, _UNSPACED.findall(text))) > len("".join(text.split()))


def _fold(text: str) -> str:
    """Bring a text to one way of writing, still with the capitals that show where identifiers divide."""
    if not text.isascii():
        text = _INVISIBLE.sub("", unicodedata.normalize("NFKC", _LONG_MARKS.sub(r"\1", text)))
        text = _ACCENTS.sub("", unicodedata.normalize("NFD", text))
        text = unicodedata.normalize("NFC", text)[:TEXT_CHARS_MAX]  # some characters fold to many
        text = _FOREIGN_DIGIT.sub(lambda digit: str(unicodedata.digit(digit[0])), text)
    text = _APOSTROPHE.sub("", text.translate(_LETTERS))
    return _NUMBER_EDGE.sub(" ", _THOUSANDS.sub("", text))


def _name(token: str) -> Iterator[str]:
    parts = [part.casefold() for run in _JOINT.split(token) for part in _HUMP.split(run)]
    if STOP_WORDS.issuperset(parts):  # "and/or" is no word of its own
        yield from parts
        return
    yield "".join(parts)[:WORD_CHARS_MAX]
    if len(parts) > 1:
        yield from (part[:WORD_CHARS_MAX] for part in parts if len(part) > 1)


def _number(token: str) -> Iterator[str]:
    token = token[:WORD_CHARS_MAX].rstrip("-.:/")
    parts = _JOINT.split(token)
    if len(parts) == 3 and len(parts[0]) == 4:
        token = "-".join(parts)
    yield token
    end = len(token)
    for part in reversed(parts[1:]):
        end -= len(part) + 1
        if end > 1:  # "3 examples" has nothing to do with Python 3.11
            yield token[:end]
    if len(parts) > 1 and len(parts[-1]) == 4:
        yield parts[-1]
