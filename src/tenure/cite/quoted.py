"""Finds the lines that a quotation names where no lines were given: one place of the tree, or none."""

from __future__ import annotations

from collections.abc import Iterator

from tenure.cite.anchor import SPAN_LINES_MAX, Text, windows
from tenure.cite.paths import checked_path
from tenure.cite.quotes import QUOTE_CHARS_MAX
from tenure.cite.view import View
from tenure.errors import CitationError

WHOLE_TREE = "."
"""The address that names no file: every tracked one is looked through."""
PART_CHARS_MIN = 6
"""Fewer characters name no line in which they only stand."""

Lines = tuple[str, int, int]
"""A path, first and last line."""


def place_of_quote(view: View, address: str, quote: str) -> Lines:
    """Give where a quotation stands: whole lines, or a part of one; white space apart.

    Args:
        view: The tree on which the caller stands.
        address: A file, or a folder below which tracked files are looked through.
        quote: The quoted line, or several that stand one after the other; blank ones apart.

    Raises:
        CitationError: The address leads out of the repository; the words stand nowhere there (``no_such_quote``) or at
            several places (``ambiguous_quote``); or it takes too long to look through so much (``too_much``).
    """
    wanted = [squeezed for line in quote.splitlines() if (squeezed := _squeezed(line))]
    if not wanted or len(quote) > QUOTE_CHARS_MAX or len(wanted) > SPAN_LINES_MAX:
        raise CitationError(
            "these are no lines that can be looked for",
            code="no_such_quote",
            hint=f"Quote one line, or a few: {QUOTE_CHARS_MAX:,} characters at most.",
        )
    found = list(_found(view, _folder(address), wanted))
    if not found:
        raise CitationError(
            "the source does not hold this quotation", code="no_such_quote", hint="Quote a line as it is there now."
        )
    whole = [lines for lines, is_whole in found if is_whole]
    places = whole or [lines for lines, _ in found]
    if len(places) > 1:
        raise CitationError(
            "these words stand at several places",
            code="ambiguous_quote",
            hint="Name the file, quote more lines, or cite `path:first-last`.",
        )
    return places[0]


def _folder(address: str) -> str:
    return WHOLE_TREE if address in {WHOLE_TREE, "./", ""} else checked_path(address.rstrip("/"))


def _found(view: View, address: str, wanted: list[str]) -> Iterator[tuple[Lines, bool]]:
    """Give every place of the words, and whether they are its lines and not only a part of one."""
    own = None if address == WHOLE_TREE else view.now(address).text
    if own is not None:
        yield from ((place, is_whole) for place, is_whole in _in_text(own, address, wanted))
        return
    telling = max(" ".join(wanted).split(), key=len)
    try:
        for path, seen in view.below("" if address == WHOLE_TREE else f"{address}/"):
            if seen.text is not None and telling in seen.text.raw:
                yield from _in_text(seen.text, path, wanted)
    except TimeoutError:
        raise CitationError(
            "it takes too long to look through so many files", code="too_much", hint="Name the file or its folder."
        ) from None


def _in_text(text: Text, path: str, wanted: list[str]) -> Iterator[tuple[Lines, bool]]:
    kept = text.kept
    lines = [_squeezed(text.lines[number - 1]) for number in kept]
    for index in windows(lines, wanted):
        yield (path, kept[index], kept[index + len(wanted) - 1]), True
    if len(wanted) == 1 and len(wanted[0]) >= PART_CHARS_MIN:
        for number, line in zip(kept, lines, strict=True):
            if wanted[0] in line and wanted[0] != line:
                yield (path, number, number), False


def _squeezed(line: str) -> str:
    return " ".join(line.split())
