"""What is kept of a cited span so that it can be found again: keyed digests of lines, never the lines (R14).

Lines are compared without their ends and trailing white space, and blank lines are left out: neither makes a claim
stale. Marks are digests cut to 24 bits, enough to line up texts and too short to tell a line from.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict
from functools import cached_property

from tenure.cite.grammars import Parsed, parse
from tenure.cite.prose import prose_lines
from tenure.cite.symbols import Definition, definitions, enclosing, parse_python
from tenure.cite.validator import Digest
from tenure.model.citation import Citation
from tenure.values import dataclass

SPAN_LINES_MAX = 400
CONTEXT_LINES = 3
MARK_CHARS = 6
DIGEST_CHARS = 32
SKETCH_LINES_MAX = 40

_TEXTS = ("path", "symbol", "lines", "loose", "before", "after", "enclosing", "sketch")
_NUMBERS = ("first", "last", "count", "copies")
QUOTED = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|(?P<comment>#.*|//.*)")
LINE_CHARS_MAX = 1_000
"""Longer lines are taken as they are: telling what is quoted in them could take their square of time."""
_HEADER = re.compile(r"\s*([^({=:]*)")
# As `ast` would name it, so that a file of an older Python and its parsable successor agree.
_PYTHON_HEADER = re.compile(r"\s*(?:async\s+)?(?:def|class)\s+(\w+)")


class Text:
    """A text file in lines.

    Args:
        data: The bytes of the file, UTF-8 or else taken as Latin-1.
        path: Its path; files that end in ``.py`` and ``.pyi`` have symbols.
    """

    def __init__(self, data: bytes, path: str) -> None:
        try:
            decoded = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            decoded = data.decode("latin-1")
        self.raw: str = decoded.replace("\r\n", "\n").replace("\r", "\n")
        self.path = path
        self.is_python: bool = path.endswith((".py", ".pyi"))

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """Every line without its end and trailing white space; line 1 is the first."""
        found = [line.rstrip() for line in self.raw.split("\n")]
        return tuple(found[:-1] if found and not found[-1] else found)

    @cached_property
    def kept(self) -> tuple[int, ...]:
        """The numbers of the lines that are not blank, from 1."""
        return tuple(number for number, line in enumerate(self.lines, start=1) if line)

    @cached_property
    def prose(self) -> frozenset[int]:
        """The numbers of the lines that are comment or quoted text alone; none in a document."""
        return prose_lines(self.raw, self.path)

    @cached_property
    def parsed(self) -> Parsed | None:
        """Every definition, or None if the file's language is not known here or it cannot be parsed."""
        if not self.is_python:
            return parse(self.raw, self.path)
        tree = parse_python(self.raw)
        return None if tree is None else Parsed(definitions(tree), True)

    @property
    def definitions(self) -> tuple[Definition, ...] | None:
        """Every definition, or None if there are no symbols in such a file."""
        return None if self.parsed is None else self.parsed.definitions

    def span(self, first: int, last: int) -> tuple[str, ...]:
        """Give the lines from ``first`` to ``last`` that are not blank."""
        return tuple(line for line in self.lines[first - 1 : last] if line)

    def is_prose(self, first: int, last: int) -> bool:
        """Tell whether the lines from ``first`` to ``last`` are words for readers and no code, blank ones apart."""
        return all(
            number in self.prose for number in range(first, last + 1) if self.lines[number - 1 : number] != ("",)
        )

    def defines(self, name: str) -> bool:
        """Tell whether a definition of this name path, as `enclosing` gives it, is in the text."""
        if self.is_python and self.definitions is not None:
            return any(one.name == name for one in self.definitions)
        return name.rpartition(".")[2] in self.raw

    def enclosing(self, first: int) -> str:
        """Give the name path of the definition around line ``first``, by indentation if the file cannot be parsed."""
        # Of other languages by indentation, whether their grammar is installed or not: a digest of it is kept.
        if self.is_python and self.definitions is not None:
            return enclosing(self.definitions, first)
        names: list[str] = []
        depth = indent_of(self.lines[first - 1]) if first <= len(self.lines) else 0
        for line in reversed(self.lines[max(0, first - 2_000) : first - 1]):
            if line and indent_of(line) < depth and any(character.isalnum() for character in line):
                depth = indent_of(line)
                header = _PYTHON_HEADER.match(line) if self.is_python else _HEADER.match(line)
                names += [" ".join(header[1].split())] if header else []
            if not depth:
                break
        return ".".join(reversed(names))


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """Where a span stood and how to know it again.

    Args:
        path: The file, from the root of the repository.
        first: First line, from 1.
        last: Last line.
        symbol: The cited symbol's dotted path, or empty; then ``lines`` covers all its definitions.
        lines: Digest of the lines.
        loose: Digest of the lines without white space and comments.
        before: Marks of the three lines before, nearest last.
        after: Marks of the three lines after, nearest first.
        enclosing: Digest of the enclosing definition's name path.
        count: How many lines that are not blank the span has.
        copies: How often the span's text stood in the file.
        sketch: Marks of the span's first forty lines.
        prose: 1 if the span is comment or quoted text alone, else 0.
    """

    path: str
    first: int
    last: int
    symbol: str
    lines: str
    loose: str
    before: str
    after: str
    enclosing: str
    count: int
    copies: int
    sketch: str
    prose: int = 0


class Keyed:
    """Makes the digests and marks of lines under the store's key; marks are kept for the life of this object."""

    def __init__(self, digest: Digest) -> None:
        self._digest = digest
        self._marks: dict[str, str] = {}

    def mark(self, line: str) -> str:
        """Give the short digest of one line."""
        found = self._marks.get(line)
        if found is None:
            if len(self._marks) > 50_000:
                self._marks.clear()
            found = self._marks[line] = self._of("code.line", line)[:MARK_CHARS]
        return found

    def marks(self, lines: Sequence[str]) -> str:
        """Give the short digests of lines, one after the other."""
        return "".join(self.mark(line) for line in lines)

    def lines(self, lines: Sequence[str]) -> str:
        """Give the digest of lines."""
        return self._of("code.lines", "\n".join(lines))[:DIGEST_CHARS]

    def loose(self, lines: Sequence[str]) -> str:
        """Give the digest of lines without white space and comments."""
        return self._of("code.loose", "".join(_without_comment(line) for line in lines))[:DIGEST_CHARS]

    def name(self, name: str) -> str:
        """Give the digest of a definition's name path."""
        return self._of("code.enclosing", name)[:DIGEST_CHARS]

    def _of(self, use: str, text: str) -> str:
        return self._digest(use, text.encode("utf-8", "surrogatepass"))


def anchor_at(
    text: Text, first: int, last: int, *, path: str, symbol: str, passage: Sequence[str], keyed: Keyed
) -> Anchor:
    """Give the anchor of a span; ``passage`` is its lines that are not blank (of a symbol: of all its definitions)."""
    kept = text.kept
    begin = sum(1 for number in kept if number < first)
    end = sum(1 for number in kept if number <= last)
    around = [text.lines[number - 1] for number in kept]
    return Anchor(
        path=path,
        first=first,
        last=last,
        symbol=symbol,
        lines=keyed.lines(passage),
        loose=keyed.loose(passage),
        before=keyed.marks(around[max(0, begin - CONTEXT_LINES) : begin]),
        after=keyed.marks(around[end : end + CONTEXT_LINES]),
        enclosing=keyed.name(text.enclosing(first)),
        count=len(passage),
        copies=len(windows(around, around[begin:end])),
        sketch=keyed.marks(passage[:SKETCH_LINES_MAX]),
        prose=int(text.is_prose(first, last)),
    )


def split_marks(marks: str) -> list[str]:
    """Give the marks of lines one by one."""
    return [marks[start : start + MARK_CHARS] for start in range(0, len(marks), MARK_CHARS)]


def windows(lines: Sequence[str], wanted: Sequence[str]) -> list[int]:
    """Give every index of ``lines`` at which ``wanted`` stands."""
    if not wanted:
        return []
    size = len(wanted)
    return [
        index
        for index, line in enumerate(lines[: len(lines) - size + 1])
        if line == wanted[0] and list(lines[index : index + size]) == list(wanted)
    ]


def details_of(anchor: Anchor) -> dict[str, str | int]:
    """Give an anchor as a citation's details; that it is prose is said only if it is."""
    return {name: value for name, value in asdict(anchor).items() if name != "prose" or value}


def anchor_in(citation: Citation) -> Anchor | None:
    """Give the anchor that a citation's details hold, or None if they are not whole."""
    found = dict(citation.details)
    texts = {name: value for name in _TEXTS if isinstance(value := found.get(name), str)}
    numbers = {name: value for name in _NUMBERS if isinstance(value := found.get(name), int)}
    if len(texts) < len(_TEXTS) or len(numbers) < len(_NUMBERS):
        return None
    return Anchor(
        path=texts["path"],
        first=numbers["first"],
        last=numbers["last"],
        symbol=texts["symbol"],
        lines=texts["lines"],
        loose=texts["loose"],
        before=texts["before"],
        after=texts["after"],
        enclosing=texts["enclosing"],
        count=numbers["count"],
        copies=numbers["copies"],
        sketch=texts["sketch"],
        prose=int(found.get("prose") == 1),
    )


def _without_comment(line: str) -> str:
    bare = QUOTED.sub(lambda match: "" if match["comment"] else match[0], line) if len(line) <= LINE_CHARS_MAX else line
    return "".join(bare.split())


def indent_of(line: str) -> int:
    """Give how far a line is indented, in characters."""
    return len(line) - len(line.lstrip())
