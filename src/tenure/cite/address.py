"""What a code address names: a path with lines or a symbol, and the words that stand there in a file."""

from __future__ import annotations

import re

from tenure.cite.anchor import SPAN_LINES_MAX, Text
from tenure.cite.locate import symbol_passage
from tenure.cite.paths import checked_path, not_citable
from tenure.cite.symbols import SYMBOL_CHARS_MAX, defined_as
from tenure.cite.view import Seen
from tenure.errors import CitationError
from tenure.values import dataclass

_ADDRESS = re.compile(r"(?P<path>.+?)(?:::(?P<symbol>[^\s:]+)|:(?P<first>\d{1,9})(?:-(?P<last>\d{1,9}))?)", re.DOTALL)
_SYMBOL = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Cited words in one file: first and last line, and the lines that are not blank (of a symbol: all its own)."""

    first: int
    last: int
    passage: tuple[str, ...]


def parse_address(address: str) -> tuple[str, str, int, int]:
    """Give the path, symbol, first and last line of a code address; a symbol has no lines and lines no symbol.

    Raises:
        CitationError: It has another form, leads out of the repository, or its lines are none or too many (400).
    """
    found = _ADDRESS.fullmatch(address)
    if found is None:
        raise CitationError(
            "code is cited as `path:first-last`, `path:line`, `path::symbol`, or a path with a quotation"
        )
    path = checked_path(found["path"])
    if found["symbol"]:
        if not _SYMBOL.fullmatch(found["symbol"]) or len(found["symbol"]) > SYMBOL_CHARS_MAX:
            raise CitationError("a symbol is a dotted path of names", code="bad_symbol")
        return path, found["symbol"], 0, 0
    first = int(found["first"])
    last = int(found["last"] or first)
    if not 1 <= first <= last or last - first >= SPAN_LINES_MAX:
        raise CitationError(f"cited lines count from 1, first to last, at most {SPAN_LINES_MAX}", code="bad_lines")
    return path, "", first, last


def names_lines(address: str) -> bool:
    """Tell whether an address says which lines or which symbol, and not only where to look."""
    return _ADDRESS.fullmatch(address) is not None


def citable(seen: Seen) -> Text:
    """Give the text of a file that can be cited.

    Raises:
        CitationError: It is not there, or not text that can be cited.
    """
    if seen.text is not None:
        return seen.text
    reasons = {
        "symlink": "a symbolic link cannot be cited; cite the file that it names",
        "not_a_file": "only regular files can be cited",
        "too_big": "the file is too big to be cited",
        "binary": "the file is not text",
        "other_repository": "the file belongs to another repository inside this one; cite it from there",
    }
    if seen.problem in reasons:
        raise CitationError(reasons[seen.problem], code=seen.problem)
    raise not_citable()


def span_of(text: Text, symbol: str, first: int, last: int) -> Span:
    """Give the words at these lines or of this symbol.

    Raises:
        CitationError: There are none.
    """
    if not symbol:
        passage = text.span(first, last)
        if last > len(text.lines) or not passage:
            raise CitationError("there is no text at these lines", code="bad_lines")
        return Span(first=first, last=last, passage=passage)
    if text.definitions is None:
        raise CitationError(
            "this file has no symbols that can be found; cite lines",
            code="no_symbols",
            hint="Symbols: Python that can be parsed; with the extra `tenure[code]` seven other languages.",
        )
    found = defined_as(text.definitions, symbol)
    if not found:
        raise CitationError("the file does not define this symbol", code="no_such_symbol")
    passage = symbol_passage(text, found)
    return Span(first=found[0].first, last=found[0].last, passage=passage)
