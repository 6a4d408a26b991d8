"""Where labels stand in a text, and where more of them stand than are judged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from tenure.screen.label_words import LONG_ROWS, ROWS, Row
from tenure.screen.opened import Opened
from tenure.screen.pattern import Marked, Pattern, holds_any
from tenure.values import dataclass

_DISGUISED = Pattern(
    r"(?<![a-z])(?:p[a@4][s$5]{2}[ ._-]{0,2}w[o0]r[d|]|p[a@4][s$5]{2}c[o0]d[e3]|p[a@4][s$5]{2}[ _-]?phr[a@4][s$5][e3]"
    r"|[s$5][e3]cr[e3][t7]|[t7][o0]k[e3]n)"
)
_CUT = r"(?:[\s/|_*~·-]{0,3}|\.)"
# Words that are cut inside: "passw ord", "pass / word". Whole ones are known by their row.
_CUT_WORDS = Pattern(
    "(?<![a-z])(?:"
    + "|".join(_CUT.join(word) for word in ("password", "passcode", "passphrase", "secret", "token", "apikey"))
    + ")(?![a-z])"
)
_UNDISGUISED = str.maketrans("@4$5307", "aasseot", "/|_*~·-.")
_DISGUISED_WORDS = ("passw", "passc", "passph", "secret", "token", "apikey")
_CUT_FAMILIES = {"p": "password", "s": "key", "t": "key", "a": "key"}
_DISGUISED_PIN = Marked("p1n;p!n;p|n", Pattern(r"(?<![a-z0-9])p[1!|]n(?![a-z0-9])"))
CROWD = "crowd"
"""The family of a stretch that bears more labels than are judged: what stands near it may be a secret unseen."""
_ALL_JUDGED_CHARS = 2_048
_BLOCK_CHARS = 1_024
# A stem that stands in a text costs its part whether or not it turns out to be a label; a label, to be judged, more.
_LABEL_EFFORT, _TRY_EFFORT = 5, 1
_BLOCK_EFFORT_MAX = 28 * (_LABEL_EFFORT + _TRY_EFFORT)
_BACKWARDS_CHARS_MIN = 5
_BACKWARDS_LABEL = "password"[::-1]
_NEAREST_VALUE_CHARS = 5
_SAID_OVER_CHARS = 32
# Words alone, and what ends a sentence: of the same ones around every label the first and the last are read.
_SIGNS = Pattern(r"[^\w\s.,?-]|[.,?](?=\S)|[\d_]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """One label in a text: its family, where it stands, and its words in lower case."""

    family: str
    start: int
    end: int
    words: str


def labels_in(text: str, *, backwards: bool = False) -> Iterator[Label]:
    """Every label of a folded text; one place may bear labels of several families.

    In a text read backwards only long labels count, for short ones are also the ends of ordinary words. A stretch of a
    long text that bears more labels than are judged, so that cost grows with length alone, is told as `CROWD`.
    """
    lowered = text.lower()
    crowding = _Crowding(len(lowered))
    rows = (LONG_ROWS if backwards else ROWS).possible_in(lowered)
    found = [
        label
        for label in chain(_stems(rows, lowered, crowding), _disguised(lowered))
        if (not backwards or _is_known_backwards(label)) and crowding.may_try(label.start, _LABEL_EFFORT)
    ]
    yield from (label for label in found if not crowding.end_if_over(label.start))
    yield from crowding.crowds()


def _stems(rows: Iterable[Row], lowered: str, crowding: _Crowding) -> Iterator[Label]:
    opened = Opened(lowered)
    for row in rows:
        at = lowered.find(row.stem)
        if at < 0 or (row.is_near_opened and not opened.has_any):
            continue
        before = -1
        while at >= 0:
            end = at + len(row.stem)
            over = crowding.end_if_over(at)
            following = lowered.find(row.stem, over or end)
            if (
                not over
                and not _is_said_over(lowered, before, at, end, following)
                and crowding.may_try(at, _TRY_EFFORT)
            ):
                span = row.fits(lowered, at, end)
                if span is not None and (not row.is_near_opened or opened.is_near(*span)):
                    yield Label(family=row.family, start=span[0], end=span[1], words=lowered[span[0] : span[1]])
            at, before = following, end


def _is_known_backwards(label: Label) -> bool:
    is_long = label.family in ("password", "key") and len(label.words) >= _BACKWARDS_CHARS_MIN
    return is_long and label.words != _BACKWARDS_LABEL  # a plain "password", read backwards


class _Crowding:
    """How much of the labels of each stretch of a text is looked at: all of a claim's, of a long text up to a bound."""

    def __init__(self, chars: int) -> None:
        self._chars = chars
        self._block_chars = _BLOCK_CHARS if chars > _ALL_JUDGED_CHARS else _ALL_JUDGED_CHARS + 1
        effort = _BLOCK_EFFORT_MAX if chars > _ALL_JUDGED_CHARS else (chars + 1) * _LABEL_EFFORT
        self._left = [effort] * (1 + chars // self._block_chars)

    def end_if_over(self, at: int) -> int | None:
        """Where the stretch ends in which a place lies, if no more of it is looked at."""
        block = at // self._block_chars
        return (block + 1) * self._block_chars if self._left[block] < 0 else None

    def may_try(self, at: int, effort: int) -> bool:
        """Whether what stands at a place may still be looked at; the effort is then spent."""
        block = at // self._block_chars
        self._left[block] -= effort
        return self._left[block] >= 0

    def crowds(self) -> Iterator[Label]:
        """The stretches of which not all was looked at."""
        for block, left in enumerate(self._left):
            if left < 0:
                start = block * self._block_chars
                yield Label(family=CROWD, start=start, end=min(self._chars, start + self._block_chars), words="")


def _is_said_over(text: str, before: int, start: int, end: int, following: int) -> bool:
    """Whether a label stands between two of its like with no room for a value, or with the same few words.

    Args:
        text: The text.
        before: Where its like before it ends, -1 if there is none.
        start: Where it begins.
        end: Where it ends.
        following: Where its like after it begins, -1 if there is none.
    """
    if before < 0 or following < 0 or following - end >= _SAID_OVER_CHARS:
        return False
    if start - before < _NEAREST_VALUE_CHARS and following - end < _NEAREST_VALUE_CHARS:
        return True
    after = text[end:following]
    return text[before:start] == after and not _SIGNS.search(after)


def _disguised(lowered: str) -> Iterator[Label]:
    """Labels that are written with other signs or cut: "p@ssw0rd", "pass word"."""
    if _holds_word(lowered):
        for match in _DISGUISED.finditer(lowered):
            if not match[0].isalpha():
                yield Label(family="password", start=match.start(), end=match.end(), words="password")
        for match in _CUT_WORDS.finditer(lowered):
            if not match[0].isalpha() and not _DISGUISED.fullmatch(match[0]):
                words = "".join(filter(str.isalpha, match[0]))
                yield Label(family=_CUT_FAMILIES[words[0]], start=match.start(), end=match.end(), words=words)
    for match in _DISGUISED_PIN.finditer(lowered):
        yield Label(family="code", start=match.start(), end=match.end(), words="pin number")


def _holds_word(lowered: str) -> bool:
    """Whether a text holds one of the words that are disguised, once signs are letters and cuts are closed."""
    return holds_any("".join(lowered.split()).translate(_UNDISGUISED), _DISGUISED_WORDS)
