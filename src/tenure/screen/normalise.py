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
- ``turned``    each letter by the thirteenth after it, if words that announce a secret come of it
- ``reversed``  the folded text, and what was decoded, from its end

Sources: Unicode Standard Annex 15 (normalisation) and Technical Standard 39 (confusables).
"""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from itertools import permutations
from operator import itemgetter

from tenure.screen.decode import encoded_runs, read_encoded
from tenure.screen.letters import FOLDED, JAMO, MIXED, fold, read_jamo, read_mixed
from tenure.screen.pattern import Pattern, holds_any
from tenure.values import dataclass

# Possessive quantifiers keep each of these linear: no position is read twice for one start.
CUT = Pattern(
    r"""(?=[\s\\"'`,*<)\].])(?:\\?\s++(?:(?:[-/|>*+&,\u2022\u2013\u2014]|\d{1,2}[.)])\s++)?|["'`]\s*+[+.&,]?\s*+["'`]|,\s++"""
    r"""|\*\*|</?[a-z]{1,6}>|\)\s?\(|\]\s?\[|\.{3,}+)"""
)
_SPLICE = Pattern(r"""["'`]\s{0,3}+[+.&]?\s{0,3}+["'`]|\\\n\s*+|\*\*|</?[a-z]{1,6}>""")
_SPELLED = Pattern(
    r"(?<!\S)\S(?:\s{1,7}+\S(?!\S)){5,}+"
    r"|(?<![^\s\"'(\[])[^\s]([-._*|/+~,;:])[^\n](?:\1[^\n]){4,}+"
)
_GAP = Pattern(r"\s+")
_FRAGMENT = Pattern(r"(?<!\S)[\"'`(]?(?P<core>[^\s\"'`(),;]{8,200})")
_MAY_BE_ODD = Pattern(r"[0-9]|\S[A-Z]")
_FRAGMENTS_MAX = 6
_DECODE_DEPTH = 2
# "passw", "passc", "passp", "secret", "token", "api key", "api_key", " pin is", and heads of tokens, each letter turned.
_TURNED = (
    "cnffj",
    "cnffp",
    "cnffc",
    "frperg",
    "gbxra",
    "ncv xrl",
    "ncv_xrl",
    " cva vf",
    *("tuc_", "tycng-", "nxvn"),
    "fx-nag",
    "kbko-",
)

Piece = tuple[int, int, int]
"""Where a piece begins in a view, and where what it was read from begins and ends in the view's parent."""


@dataclass(frozen=True, slots=True)
class View:
    """One reading of a text; where its pieces came from is worked out only when a span is asked for.

    Inside a piece positions run alike if the piece is as long in both; else the whole piece is meant.

    Args:
        name: How it was read.
        text: What it says.
        parent: What it was read from; None for the text as it came.
        pieces: Gives the pieces that it was put together from, in the order of its text.
        is_backwards: Whether it is its parent from the end; it has no pieces then.
    """

    name: str
    text: str
    parent: View | None = None
    pieces: Callable[[], Sequence[Piece]] = tuple
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
        pieces = self.pieces()
        first, last = _at(pieces, start), _at(pieces, max(start, end - 1))
        head, tail = pieces[first], pieces[last]
        begin = head[1] + (start - head[0] if self._is_even(pieces, first) else 0)
        stop = tail[1] + (end - tail[0]) if self._is_even(pieces, last) else tail[2]
        if tail[1] < head[1]:  # two fragments, the later one first
            return tail[1], max(head[2], stop)
        return begin, max(begin, stop)

    def _is_even(self, pieces: Sequence[Piece], at: int) -> bool:
        following = pieces[at + 1][0] if at + 1 < len(pieces) else len(self.text)
        return following - pieces[at][0] == pieces[at][2] - pieces[at][1]


def _at(pieces: Sequence[Piece], position: int) -> int:
    return max(0, bisect_right(pieces, position, key=itemgetter(0)) - 1)


def worded(views: Sequence[View]) -> Sequence[View]:
    """The readings in which words are looked for: the text as it came is left out where its folded letters are read.

    In all of these a letter and its small form are of one length.
    """
    has_folded = len(views) > 1 and views[1].name == "folded" and views[1].parent is not None
    return views[1:] if has_folded else views


def views_of(text: str, *, joined: bool = True) -> tuple[View, ...]:
    """All readings of a text that differ from each other, the plain one first; joined and paired only if wanted."""
    plain = View("plain", text)
    folded = _folded(plain)
    views = [plain] if folded is plain else [plain, folded]
    cut = _without("joined", folded, CUT) if joined else None
    spelled = _replaced("spelled", folded, _SPELLED.finditer(folded.text), _read_spelled)
    spliced = _without("spliced", folded, _SPLICE)
    backwards = _reversed(folded)
    turned = _turned(folded)
    others = (cut, spelled, spliced, _paired(folded) if joined else None, turned)
    views.extend(view for view in others if view is not None)
    deeper = folded
    for _ in range(_DECODE_DEPTH):
        decoded = _decoded(deeper)
        if decoded is None:
            break
        deeper = _folded(decoded)
        views += [deeper, _reversed(deeper)]
    for view in (cut, spelled, backwards, turned):
        decoded = _decoded(view) if view is not None else None
        if decoded is not None and not any(_is_same(decoded, each) for each in views):
            views.append(_folded(decoded))
    views.append(backwards)
    return tuple(views)


def _is_same(decoded: View, other: View) -> bool:
    """Whether another reading says the same but for its white space."""
    return other.name == decoded.name and "".join(other.text.split()) == "".join(decoded.text.split())


def _put_together(name: str, parent: View, parts: Iterable[tuple[str, int, int]]) -> View:
    """A view of parts of another text, each with the span that it was read from."""
    texts: list[str] = []
    pieces: list[Piece] = []
    length = 0
    for text, start, end in parts:
        if text:
            texts.append(text)
            pieces.append((length, start, end))
            length += len(text)
    return View(name, "".join(texts), parent, partial(_same, pieces))


def _same(pieces: Sequence[Piece]) -> Sequence[Piece]:
    return pieces


def _without(name: str, parent: View, pattern: Pattern) -> View | None:
    """A view with every match left out; None if nothing matches."""
    text, count = pattern.compiled().subn("", parent.text)
    return View(name, text, parent, cache(partial(_kept, pattern, parent.text))) if count else None


def _kept(pattern: Pattern, text: str) -> Sequence[Piece]:
    pieces: list[Piece] = []
    length = done = 0
    for start, end in (*(match.span() for match in pattern.finditer(text)), (len(text), len(text))):
        if start > done:
            pieces.append((length, done, start))
            length += start - done
        done = end
    return pieces


def _replaced(
    name: str, parent: View, matches: Iterable[re.Match[str]], read: Callable[[re.Match[str]], str | None]
) -> View | None:
    """A view with every match read anew; None if no match was."""
    parts: list[tuple[str, int, int]] = []
    done = 0
    text = parent.text
    for match in matches:
        found = read(match)
        if found is None or found == match[0]:
            continue
        parts.append((text[done : match.start()], done, match.start()))
        parts.append((found, match.start(), match.end()))
        done = match.end()
    if not parts:
        return None
    parts.append((text[done:], done, len(text)))
    return _put_together(name, parent, parts)


def _folded(view: View) -> View:
    if view.text.isascii():
        return view
    folded = View("folded", fold(view.text), view, cache(partial(_folds_of, view.text)))
    for pattern, read in ((JAMO, read_jamo), (MIXED, read_mixed)):
        folded = _replaced("folded", folded, pattern.finditer(folded.text), read) or folded
    return folded


def _folds_of(text: str) -> Sequence[Piece]:
    """A piece for each run of letters that stay one letter each, and for each that becomes none or several."""
    pieces: list[Piece] = []
    length = 0
    is_run = False
    for at, letter in enumerate(text):
        size = len(FOLDED[ord(letter)])
        if size != 1 or not is_run:
            pieces.append((length, at, at + 1))
        else:
            start, first, _ = pieces[-1]
            pieces[-1] = start, first, at + 1
        is_run = size == 1
        length += size
    return [piece for piece, after in zip(pieces, (*pieces[1:], (length, 0, 0)), strict=True) if after[0] > piece[0]]


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
    if view.text.isascii() and not _MAY_BE_ODD.search(view.text):
        return None
    found = [
        (core, each.start("core"), each.end("core"))
        for each in _FRAGMENT.finditer(view.text)
        if _is_odd(core := each["core"].rstrip(".:!?"))
    ][:_FRAGMENTS_MAX]
    if len(found) < 2:
        return None
    parts: list[tuple[str, int, int]] = []
    for head, tail in permutations(found, 2):
        parts += [head, tail, ("\n\n", tail[2], tail[2])]
    return _put_together("paired", view, parts)


def _is_odd(word: str) -> bool:
    """Whether a word is none of a sentence: digits among letters, or capitals inside."""
    has_digit = any(letter.isdigit() for letter in word)
    return (has_digit and not word.isdigit()) or word[1:] != word[1:].lower()


def _turned(view: View) -> View | None:
    if not holds_any(view.text.lower(), _TURNED):
        return None
    whole = (0, 0, len(view.text))
    return View("turned", codecs.encode(view.text, "rot13"), view, lambda: (whole,))


def _decoded(view: View) -> View | None:
    read = read_encoded if view.name != "joined" else _read_apart
    return _replaced("decoded", view, encoded_runs(view.text), read)


def _read_apart(match: re.Match[str]) -> str | None:
    """What a run says, kept apart from what only the cut of a space set beside it."""
    said = read_encoded(match)
    return said and f"{said}\n"


def _reversed(view: View) -> View:
    return View("reversed", view.text[::-1], view, is_backwards=True)
