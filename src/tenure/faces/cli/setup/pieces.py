"""What is put into one file and taken out of it again: pure work on the file's text."""

from __future__ import annotations

import copy
import json
import re
import tomllib
from collections.abc import Sequence
from dataclasses import field
from pathlib import Path
from typing import Final, cast

from tenure.errors import RequestError
from tenure.faces.cli.setup.texts import BEGIN, END, WRITTEN
from tenure.values import dataclass

INDENT: Final = 2
Keys = tuple[str, ...]
_Members = dict[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonPiece:
    """Members and list items of a JSON file; everything else in it stays.

    Args:
        path: The file.
        what: What it is for, in a few words.
        members: Values by the keys that lead to them.
        items: Items of lists by the keys that lead to the list.
        needed: Members that the file must have; put if missing, and taken out with the last of the others.
        mark: A text that every item of ours holds, in whatever version wrote it.
    """

    path: Path
    what: str
    members: tuple[tuple[Keys, object], ...] = ()
    items: tuple[tuple[Keys, tuple[object, ...]], ...] = ()
    needed: tuple[tuple[str, object], ...] = ()
    mark: str = ""

    def put(self, old: str | None) -> str:
        """Give the file's text with ours in it."""
        tree = _parsed(old)
        before = copy.deepcopy(tree)
        for name, value in self.needed:
            tree.setdefault(name, value)
        for keys, value in self.members:
            _members_at(tree, keys[:-1])[keys[-1]] = value
        for keys, items in self.items:
            there = _list_at(_members_at(tree, keys[:-1]), keys[-1])
            there[:] = [*(each for each in there if not self._is_ours(each, items)), *items]
        return old if old is not None and tree == before else _written(tree, old)

    def take(self, old: str) -> str | None:
        """Give the file's text without ours; what is empty then goes too."""
        tree = _parsed(old)
        before = copy.deepcopy(tree)
        for keys, _ in self.members:
            _drop(tree, keys)
        for keys, items in self.items:
            held = _found(tree, keys)
            if isinstance(held, list):
                there = cast("list[object]", held)
                there[:] = [each for each in there if not self._is_ours(each, items)]
                if not there:
                    _drop(tree, keys)
        if all(item in self.needed for item in tree.items()):
            return None
        return old if tree == before else _written(tree, old)

    def ours(self) -> str:
        """Give what `put` adds."""
        return self.put(None)

    def _is_ours(self, item: object, items: Sequence[object]) -> bool:
        return item in items or (bool(self.mark) and self.mark in json.dumps(item))


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockPiece:
    """A block of lines between two marks, in a file that people write.

    Args:
        path: The file.
        what: What it is for.
        text: The block's lines.
        comment: How a mark is written there, ``{}`` for its words.
        table: For TOML: the table that no line outside the block may define.
    """

    path: Path
    what: str
    text: str
    comment: str
    table: Keys = ()

    def put(self, old: str | None) -> str:
        """Give the file's text with the block at its place, or at the end."""
        block = self.ours()
        rest = old or ""
        new = self._pattern().sub(lambda _: block, rest, count=1)
        if new == rest and block not in rest:
            new = f"{rest.rstrip()}\n\n{block}" if rest.strip() else block
        if self.table:
            self._check(self._pattern().sub("", new), new)
        return new

    def take(self, old: str) -> str | None:
        """Give the file's text without the block."""
        found = self._pattern().search(old)
        if found is None:
            return old
        before, after = old[: found.start()].rstrip(), old[found.end() :].lstrip("\n")
        rest = "\n\n".join(filter(None, [before, after]))
        return f"{rest.rstrip()}\n" if rest.strip() else None

    def ours(self) -> str:
        """Give the block with its marks."""
        begin, end = self.comment.format(f"{BEGIN} ({WRITTEN})"), self.comment.format(END)
        return f"{begin}\n{self.text.rstrip()}\n{end}\n"

    def _pattern(self) -> re.Pattern[str]:
        begin, end = (re.escape(self.comment.format(mark)) for mark in (BEGIN, END))
        begin = begin.replace(re.escape(BEGIN), re.escape(BEGIN) + r"[^\n]*?", 1)
        return re.compile(rf"^{begin}\n.*?^{end}\n?", re.MULTILINE | re.DOTALL)

    def _check(self, without: str, whole: str) -> None:
        if _found(_toml(without), self.table) is not None:
            raise RequestError(
                f"this file has [{'.'.join(self.table)}] of your own",
                code="not_ours",
                hint="Take it out, then run it again.",
            )
        _toml(whole)


@dataclass(frozen=True, slots=True, kw_only=True)
class FilePiece:
    """A file that is ours alone.

    Args:
        path: The file.
        what: What it is for.
        text: Its text; its first lines hold the words that say who wrote it.
        is_program: Whether the client runs it.
    """

    path: Path
    what: str
    text: str = field(repr=False)
    is_program: bool = False

    def put(self, old: str | None) -> str:
        """Give the text; a file of the person's own by that name is left alone."""
        if old is not None and WRITTEN not in old:
            raise RequestError(
                "there is a file of your own by that name", code="not_ours", hint="Move it, then run it again."
            )
        return self.text

    def take(self, old: str) -> str | None:
        """Give nothing if the file is ours, and else what it is."""
        return None if WRITTEN in old else old

    def ours(self) -> str:
        """Give the text."""
        return self.text


Piece = JsonPiece | BlockPiece | FilePiece
"""What Tenure keeps in one file: ``put`` gives the text with it (twice the same), ``take`` the text without it."""


def _toml(text: str) -> _Members:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError):
        raise _unreadable("TOML") from None


def _parsed(text: str | None) -> _Members:
    if text is None or not text.strip():
        return {}
    try:
        tree = json.loads(text)
        json.dumps(tree, ensure_ascii=False).encode()
    except (ValueError, RecursionError):  # half a character is no text, and what is nested without end no settings
        raise _unreadable("JSON without comments") from None
    if not isinstance(tree, dict):
        raise _unreadable("a JSON object")
    return cast("_Members", tree)


def _unreadable(form: str) -> RequestError:
    return RequestError(
        f"this file is not {form}", code="bad_file", hint="Mend it, or add by hand what `--print` shows."
    )


def _members_at(tree: _Members, keys: Keys) -> _Members:
    here = tree
    for key in keys:
        held = here.setdefault(key, {})
        if not isinstance(held, dict):
            raise _unreadable(f"of the client's form: '{'.'.join(keys)}' is no object")
        here = cast("_Members", held)
    return here


def _list_at(members: _Members, key: str) -> list[object]:
    held = members.setdefault(key, [])
    if not isinstance(held, list):
        raise _unreadable(f"of the client's form: '{key}' is no list")
    return cast("list[object]", held)


def _found(tree: _Members, keys: Keys) -> object:
    if not keys:
        return tree
    held = tree.get(keys[0])
    if len(keys) > 1:
        return _found(cast("_Members", held), keys[1:]) if isinstance(held, dict) else None
    return held


def _drop(tree: _Members, keys: Keys) -> None:
    for depth in range(len(keys), 0, -1):
        above = _found(tree, keys[: depth - 1])
        if not isinstance(above, dict):
            return
        cast("_Members", above).pop(keys[depth - 1], None)
        if above:
            return


def _written(tree: _Members, old: str | None) -> str:
    indent = re.search(r"^([ \t]+)\S", old or "", re.MULTILINE)
    return json.dumps(tree, indent=indent[1] if indent else INDENT, ensure_ascii=False) + "\n"
