r"""Other ways to read a text: what hides a word from the eye or from a pattern is undone here.

Each view keeps where its characters came from, so that a match in a view is told as a span of the
original. Views and what they undo:

- ``plain``     nothing; the text as it came
- ``folded``    NFKC (full width, ligatures, styled letters), format and zero-width characters, soft
                hyphens, combining marks, tag characters, look-alike letters inside words that mix scripts
- ``joined``    white space, bullets, list numbers, quotes with ``+`` between them, mark-up: a token cut into groups
- ``spliced``   strings, lines and mark-up that are cut inside a sentence, its spaces kept
- ``spelled``   letters set apart one by one by spaces, dashes, dots and the like
- ``paired``    two fragments that stand apart, one after the other
- ``decoded``   what `tenure.screen.decode` reads; the folded text to depth two
- ``reversed``  the folded text, and what was decoded, from its end

Sources: Unicode Standard Annex 15 (normalisation) and Technical Standard 39 (confusables).
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations

from tenure.screen.decode import ENCODED, read_encoded
from tenure.screen.pattern import Pattern

_CYRILLIC = dict(zip("аеорсухіјѕԁԛԝһԍгпкмтвнАВЕКМНОРСТУХІЈЅ", "aeopcyxijsdqwhgrnkmtbhABEKMHOPCTYXIJS", strict=True))
_GREEK = dict(zip("αβεικνορτυχγωΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abeiknoptuxywABEZHIKMNOPTYX", strict=True))
_LOOKALIKE = {**_CYRILLIC, **_GREEK}
_LOOKALIKE_CLASS = "".join(_LOOKALIKE)
# Words that mix ASCII letters with look-alikes; a word of one script alone is left as it is.
_MIXED = Pattern(rf"[A-Za-z0-9_{_LOOKALIKE_CLASS}-]{{2,}}")

# Possessive quantifiers keep each of these linear: no position is read twice for one start.
CUT = Pattern(
    r"""\\?\s++(?:(?:[-/|>*+&,\u2022\u2013\u2014]|\d{1,2}[.)])\s++)?|["'`]\s*+[+.&,]?\s*+["'`]|,\s++"""
    r"""|\*\*|</?[a-z]{1,6}>|\)\s?\(|\.{3,}+"""
)
_SPLICE = Pattern(r"""["'`]\s{0,3}+[+.&]?\s{0,3}+["'`]|\\\n\s*+|\*\*|</?[a-z]{1,6}>""")
_SPELLED = Pattern(
    r"(?<!\S)\S(?:\s{1,7}+\S(?!\S)){5,}+"
    r"|(?<![^\s\"'(\[])[^\s]([-._*|/+~,;:])[^\n](?:\1[^\n]){4,}+"
)
_GAP = Pattern(r"\s+")
_FRAGMENT = Pattern(r"(?<!\S)[\"'`(]?(?P<core>[^\s\"'`(),;]{8,200})")
_FRAGMENTS_MAX = 6
_DECODE_DEPTH = 2


@dataclass(frozen=True, slots=True)
class View:
    """One reading of a text. ``starts[i]`` of the view came from ``origins[i]``..``ends[i]`` of its parent.

    Inside a piece positions run alike if the piece is as long in both; else the whole piece is meant.
    """

    name: str
    text: str
    parent: View | None = None
    starts: tuple[int, ...] = ()
    origins: tuple[int, ...] = ()
    ends: tuple[int, ...] = ()
    is_backwards: bool = False

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The span of the original text that ``start``..``end`` of this view was read from."""
        if self.parent is None:
            return start, end
        if self.is_backwards:
            return self.parent.span(len(self.text) - end, len(self.text) - start)
        return self.parent.span(*self.around_span(start, end))

    def around(self, start: int, end: int) -> tuple[str, str]:
        """The characters just before and after a span, in the text that was cut if this view joined it."""
        text = self.text
        if self.name == "joined" and self.parent is not None:
            text = self.parent.text
            start, end = self.around_span(start, end)
        return text[start - 1 : start] if start else "", text[end : end + 1]

    def around_span(self, start: int, end: int) -> tuple[int, int]:
        """The span of the parent's text that a span of this view was read from."""
        first, last = self._piece(start), self._piece(max(start, end - 1))
        begin = self.origins[first] + (start - self.starts[first] if self._is_even(first) else 0)
        stop = self.origins[last] + (end - self.starts[last]) if self._is_even(last) else self.ends[last]
        if self.origins[last] < self.origins[first]:  # two fragments, the later one first
            return self.origins[last], max(self.ends[first], stop)
        return begin, max(begin, stop)

    def _piece(self, position: int) -> int:
        return max(0, bisect_right(self.starts, position) - 1)

    def _is_even(self, piece: int) -> bool:
        following = self.starts[piece + 1] if piece + 1 < len(self.starts) else len(self.text)
        return following - self.starts[piece] == self.ends[piece] - self.origins[piece]


def fold(text: str) -> str:
    """The folded reading of a text, for patterns that are to meet it in that form."""
    return "".join(_fold_letter(letter) for letter in text)


def views_of(text: str, *, joined: bool = True) -> tuple[View, ...]:
    """All readings of a text that differ from each other, the plain one first; joined and paired only if wanted."""
    plain = View("plain", text)
    folded = _folded(plain)
    views = [plain] if folded is plain else [plain, folded]
    cut = _replaced("joined", folded, CUT, lambda _: "") if joined else None
    spelled = _replaced("spelled", folded, _SPELLED, _read_spelled)
    spliced = _replaced("spliced", folded, _SPLICE, lambda _: "")
    backwards = _reversed(folded)
    views.extend(view for view in (cut, spelled, spliced, _paired(folded) if joined else None) if view is not None)
    deeper = folded
    for _ in range(_DECODE_DEPTH):
        decoded = _decoded(deeper)
        if decoded is None:
            break
        deeper = _folded(decoded)
        views += [deeper, _reversed(deeper)]
    for view in (cut, spelled, backwards):
        decoded = _decoded(view) if view is not None else None
        views += [_folded(decoded)] if decoded is not None else []
    views.append(backwards)
    return tuple(views)


@lru_cache(maxsize=4096)
def _fold_letter(letter: str) -> str:
    if letter <= "~":
        return letter
    point = ord(letter)
    if 0xE0020 <= point <= 0xE007E:
        return chr(point - 0xE0000)
    if unicodedata.category(letter) in ("Cf", "Mn", "Me") or letter in "\u115f\u1160\u3164\uffa0":
        return ""
    plain = unicodedata.normalize("NFKC", letter)
    return "".join(
        part for part in unicodedata.normalize("NFKD", plain) if unicodedata.category(part) not in ("Cf", "Mn")
    )


def _view(name: str, parent: View, pieces: Iterable[tuple[str, int, int]]) -> View:
    texts: list[str] = []
    starts: list[int] = []
    origins: list[int] = []
    ends: list[int] = []
    length = 0
    for text, start, end in pieces:
        if text:
            texts.append(text)
            starts.append(length)
            origins.append(start)
            ends.append(end)
            length += len(text)
    return View(name, "".join(texts), parent, tuple(starts), tuple(origins), tuple(ends))


def _replaced(name: str, parent: View, pattern: Pattern, read: Callable[[re.Match[str]], str | None]) -> View | None:
    """A view with every match read anew; None if no match was."""
    pieces: list[tuple[str, int, int]] = []
    done = 0
    text = parent.text
    for match in pattern.finditer(text):
        found = read(match)
        if found is None or found == match[0]:
            continue
        pieces.append((text[done : match.start()], done, match.start()))
        pieces.append((found, match.start(), match.end()))
        done = match.end()
    if not pieces:
        return None
    pieces.append((text[done:], done, len(text)))
    return _view(name, parent, pieces)


_STRANGE = Pattern(r"[^\x00-\x7e]+")


def _folded(view: View) -> View:
    if view.text.isascii():
        return view
    pieces: list[tuple[str, int, int]] = []
    done = 0
    text = view.text
    for run in _STRANGE.finditer(text):
        pieces.append((text[done : run.start()], done, run.start()))
        pieces.extend(
            (_fold_letter(letter), run.start() + at, run.start() + at + 1) for at, letter in enumerate(run[0])
        )
        done = run.end()
    pieces.append((text[done:], done, len(text)))
    folded = _view("folded", view, pieces)
    return _replaced("folded", folded, _MIXED, _read_mixed) or folded


def _read_mixed(match: re.Match[str]) -> str | None:
    word = match[0]
    if word.isascii() or not any(letter.isascii() for letter in word):
        return None
    return "".join(_LOOKALIKE.get(letter, letter) for letter in word)


def _read_spelled(match: re.Match[str]) -> str:
    """Letters set together; of gaps of several widths the narrowest parts letters, the others part words."""
    run = match[0]
    if match[1]:
        return run[::2]
    gaps = [gap[0] for gap in _GAP.finditer(run)]
    narrow = min(map(len, gaps))
    letters = run.split()
    words = [letter + ("" if len(gap) == narrow else " ") for letter, gap in zip(letters, gaps, strict=False)]
    return "".join((*words, letters[-1]))


def _paired(view: View) -> View | None:
    """Each two fragments that may be halves of a token, in the order in which they stand and against it."""
    found = [
        (core, each.start("core"), each.end("core"))
        for each in _FRAGMENT.finditer(view.text)
        if _is_odd(core := each["core"].rstrip(".:!?"))
    ][:_FRAGMENTS_MAX]
    if len(found) < 2:
        return None
    pieces: list[tuple[str, int, int]] = []
    for head, tail in permutations(found, 2):
        pieces += [head, tail, ("\n\n", tail[2], tail[2])]
    return _view("paired", view, pieces)


def _is_odd(word: str) -> bool:
    """Whether a word is none of a sentence: digits among letters, or capitals inside."""
    has_digit = any(letter.isdigit() for letter in word)
    return (has_digit and not word.isdigit()) or word[1:] != word[1:].lower()


def _decoded(view: View) -> View | None:
    return _replaced("decoded", view, ENCODED, read_encoded if view.name != "joined" else _read_apart)


def _read_apart(match: re.Match[str]) -> str | None:
    """What a run says, kept apart from what only the cut of a space set beside it."""
    said = read_encoded(match)
    return said and f"{said}\n"


def _reversed(view: View) -> View:
    return View("reversed", view.text[::-1], view, is_backwards=True)
