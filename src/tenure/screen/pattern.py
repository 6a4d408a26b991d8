"""Regular expressions that are compiled when they are first used, so that start-up pays for none of them."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol


class _Finds(Protocol):
    def __call__(self, text: str, start: int = 0, end: int = sys.maxsize, /) -> re.Match[str] | None: ...


class _FindsAll(Protocol):
    def __call__(self, text: str, start: int = 0, end: int = sys.maxsize, /) -> Iterator[re.Match[str]]: ...


class _Replaces(Protocol):
    def __call__(self, by: str | Callable[[re.Match[str]], str], text: str, /) -> str: ...


class _FindsTexts(Protocol):
    def __call__(self, text: str, /) -> list[str]: ...


_METHODS = frozenset(("match", "fullmatch", "search", "finditer", "sub", "findall"))


class Pattern:
    """A regular expression over text; the methods are those of `re.Pattern`, bound when one is first asked for."""

    __slots__ = ("_compiled", "_flags", "findall", "finditer", "fullmatch", "match", "search", "source", "sub")
    match: _Finds
    fullmatch: _Finds
    search: _Finds
    finditer: _FindsAll
    sub: _Replaces
    findall: _FindsTexts

    def __init__(self, source: str, flags: re.RegexFlag = re.NOFLAG) -> None:
        self.source: str = source
        self._flags = flags
        self._compiled: re.Pattern[str] | None = None

    def compiled(self) -> re.Pattern[str]:
        """The compiled expression, made now if this is its first use."""
        compiled = self._compiled
        if compiled is None:
            compiled = re.compile(self.source, self._flags)
            self.match, self.fullmatch = compiled.match, compiled.fullmatch
            self.search, self.finditer = compiled.search, compiled.finditer
            self.sub, self.findall = compiled.sub, compiled.findall
            self._compiled = compiled
        return compiled

    def __getattr__(self, name: str) -> object:
        """The method of the compiled expression, looked for only while nothing is compiled."""
        if name not in _METHODS:
            raise AttributeError(name)
        return getattr(self.compiled(), name)

    def split(self, text: str) -> list[str]:
        """As `re.Pattern.split`, for expressions whose groups always match."""
        return self.compiled().split(text)


def holds_any(text: str, marks: Iterable[str]) -> bool:
    """Whether a text holds one of these plain substrings."""
    for mark in marks:  # noqa: SIM110 - half the time of any(), for the texts without marks that most texts are
        if mark in text:
            return True
    return False


class Marked:
    """A pattern, and texts of which one stands in whatever it matches: most sentences have none and are not read by it."""

    __slots__ = ("marks", "pattern")

    def __init__(self, marks: str, pattern: Pattern) -> None:
        self.marks: tuple[str, ...] = tuple(marks.split(";"))
        self.pattern: Pattern = pattern

    def may_match(self, lowered: str) -> bool:
        """Whether a text, in lower case, holds one of the marks."""
        return holds_any(lowered, self.marks)

    def search(self, lowered: str) -> re.Match[str] | None:
        """The first match in a text in lower case."""
        return self.pattern.search(lowered) if self.may_match(lowered) else None

    def finditer(self, lowered: str) -> Iterator[re.Match[str]]:
        """All matches in a text in lower case."""
        return self.pattern.finditer(lowered) if self.may_match(lowered) else iter(())


def narrow(text: str) -> str:
    """The text with ``?`` for what is not ASCII: ASCII words are looked for in it several times faster."""
    return text if text.isascii() else text.encode("ascii", "replace").decode("ascii")
