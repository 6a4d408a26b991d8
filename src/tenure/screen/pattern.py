"""Regular expressions that are compiled when they are first used, so that start-up pays for none of them."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator


class Pattern:
    """A regular expression over text; the methods are those of `re.Pattern`."""

    __slots__ = ("_compiled", "_flags", "source")

    def __init__(self, source: str, flags: re.RegexFlag = re.NOFLAG) -> None:
        self.source: str = source
        self._flags = flags
        self._compiled: re.Pattern[str] | None = None

    def compiled(self) -> re.Pattern[str]:
        """The compiled expression, made now if this is its first use."""
        compiled = self._compiled
        if compiled is None:
            compiled = self._compiled = re.compile(self.source, self._flags)
        return compiled

    def match(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        """As `re.Pattern.match`."""
        return self.compiled().match(text, start, end)

    def fullmatch(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        """As `re.Pattern.fullmatch`."""
        return self.compiled().fullmatch(text, start, end)

    def search(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        """As `re.Pattern.search`."""
        return self.compiled().search(text, start, end)

    def finditer(self, text: str, start: int = 0, end: int = sys.maxsize) -> Iterator[re.Match[str]]:
        """As `re.Pattern.finditer`."""
        return self.compiled().finditer(text, start, end)

    def split(self, text: str) -> list[str]:
        """As `re.Pattern.split`, for expressions without groups."""
        return self.compiled().split(text)
