r"""Other ways to read a text: what hides a word from the eye or from a pattern is undone here.

Each view keeps where its characters came from, so that a match in a view is told as a span of the
original. Views and what they undo:

- ``plain``     nothing; the text as it came
- ``folded``    NFKC (full width, ligatures, styled letters), format and zero-width characters, soft
                hyphens, combining marks, tag characters, look-alike letters inside words that mix scripts
- ``joined``    white space, `` - ``, quotes with ``+`` between them: a token cut into groups
- ``spelled``   letters set apart one by one by spaces, dashes, dots or stars
- ``decoded``   percent, base64, hexadecimal, character references, ``\\u`` escapes; to depth two
- ``reversed``  the folded text from its end

Sources: Unicode Standard Annex 15 (normalisation) and Technical Standard 39 (confusables).
"""

from __future__ import annotations

import base64
import html
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import unquote

from tenure.screen.pattern import Pattern

_CYRILLIC = dict(zip("аеорсухіјѕԁԛԝһԍгпкмтвнАВЕКМНОРСТУХІЈЅ", "aeopcyxijsdqwhgrnkmtbhABEKMHOPCTYXIJS", strict=True))
_GREEK = dict(zip("αβεικνορτυχγωΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abeiknoptuxywABEZHIKMNOPTYX", strict=True))
_LOOKALIKE = {**_CYRILLIC, **_GREEK}
_LOOKALIKE_CLASS = "".join(_LOOKALIKE)
# Words that mix ASCII letters with look-alikes; a word of one script alone is left as it is.
_MIXED = Pattern(rf"[A-Za-z{_LOOKALIKE_CLASS}]{{2,}}")

# Possessive quantifiers keep each of these linear: no position is read twice for one start.
CUT = Pattern(r"""\s++(?:-\s++)?|["'`]\s*+[+.&,]?\s*+["'`]""")
_SPELLED = Pattern(r"(?<!\S)\S(?: {1,3}\S(?!\S)){5,}+|(?<!\w)[^\W_]([._*-])\S(?:\1\S(?![^\W_])){4,}+")
_ENCODED = Pattern(
    r"(?P<percent>(?:%[0-9A-Fa-f]{2})++)"
    r"|(?P<reference>(?:&\#(?:[0-9]{2,6}|[xX][0-9A-Fa-f]{2,5});){4,})"
    r"|(?P<escape>(?:\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}){4,})"
    r"|(?P<letters>[A-Za-z0-9+/_-]{16,}+(?:\r?\n[A-Za-z0-9+/_-]{4,}+)*+={0,2})"
)
_HEX = Pattern(r"(?:[0-9a-fA-F]{2}){8,}\Z")
_ESCAPE = Pattern(r"\\u([0-9A-Fa-f]{4})|\\x([0-9A-Fa-f]{2})")
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
    whole: bool = False

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The span of the original text that ``start``..``end`` of this view was read from."""
        if self.parent is None:
            return start, end
        if self.whole:
            return self.parent.span(0, len(self.parent.text))
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
    """All readings of a text that differ from each other, the plain one first; the joined one only if wanted."""
    plain = View("plain", text)
    folded = _folded(plain)
    views = [plain] if folded is plain else [plain, folded]
    views.extend(view for view in (_joined(folded) if joined else None, _spelled(folded)) if view is not None)
    deeper = folded
    for _ in range(_DECODE_DEPTH):
        decoded = _decoded(deeper)
        if decoded is None:
            break
        deeper = _folded(decoded)
        views.append(deeper)
    views.append(_reversed(folded))
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


def _joined(view: View) -> View | None:
    return _replaced("joined", view, CUT, lambda _: "")


def _spelled(view: View) -> View | None:
    return _replaced("spelled", view, _SPELLED, _read_spelled)


def _read_spelled(match: re.Match[str]) -> str:
    words = re.split(r"\s{2,}", match[0])
    return " ".join(re.sub(r"(?<=\S)[ ._*-](?=\S)", "", word) for word in words)


def _decoded(view: View) -> View | None:
    return _replaced("decoded", view, _ENCODED, _read_encoded)


def _read_encoded(match: re.Match[str]) -> str | None:
    run = match[0]
    if match.lastgroup == "percent":
        return _printable(unquote(run, errors="replace"))
    if match.lastgroup == "reference":
        return _printable(html.unescape(run))
    if match.lastgroup == "escape":
        return _printable(_ESCAPE.compiled().sub(lambda part: chr(int(part[1] or part[2], 16)), run))
    run = re.sub(r"\s", "", run)
    if _HEX.match(run):
        return _text(bytes.fromhex(run))
    padded = run.rstrip("=").translate(_URL_SAFE)
    if len(padded) % 4 == 1:
        return None
    return _text(base64.b64decode(padded + "=" * (-len(padded) % 4)))


_URL_SAFE = str.maketrans("-_", "+/")


def _text(raw: bytes) -> str | None:
    try:
        return _printable(raw.decode("utf-8"))
    except UnicodeDecodeError:
        return None


def _printable(text: str) -> str | None:
    if "\ufffd" in text:
        return None
    return text if all(letter.isprintable() or letter in "\r\n\t" for letter in text) else None


def _reversed(view: View) -> View:
    length = len(view.text)
    return View("reversed", view.text[::-1], view, (0,), (0,), (length,), whole=True)
