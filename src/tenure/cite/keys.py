"""The value of a key in a settings file: TOML, JSON, ini and the plain part of YAML; read as data, not expanded.

Of YAML only what every reader takes alike is read: block mappings of plain and quoted scalars. Anchors, aliases, tags,
flow collections, block scalars, several documents and merge keys on the way to a key give no answer.
"""

from __future__ import annotations

import configparser
import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from typing import Final, cast

from tenure.values import dataclass

SETTINGS_CHARS_MAX: Final = 200_000
PARTS_MAX: Final = 10

KEY: Final = r"(?:\"[^\"\n]{1,100}\"|[\w-]{1,100})(?:\.(?:\"[^\"\n]{1,100}\"|[\w-]{1,100})){0,9}"
_PART = re.compile(r"\"([^\"\n]+)\"|([\w-]+)")
_YAML_LINE = re.compile(
    r"(?P<indent> *)(?P<key>\"[^\"]*\"|'[^']*'|[^\s#&*!|>%@`\[\]{},\"'-][^:#]*?) *:(?: +(?P<value>.*))?"
)
_YAML_NUMBER = re.compile(r"[-+]?(?:0|[1-9]\d*)(?:\.\d+)?")


class UndecidedError(ValueError):
    """The file cannot be read, or readers differ on what it says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What a settings file says of a key: whether it is there, its value, and the line to look at, or 0."""

    is_there: bool
    value: object = None
    line: int = 0


def reader_of(path: str) -> Callable[[str], Mapping[str, object]] | None:
    """Give what reads the settings file of this name, or None if it is none."""
    return _READERS.get(path.rpartition("/")[2].rpartition(".")[2].casefold())


def key_in(text: str, path: str, name: str) -> Kept:
    """Give what a settings file says of a dotted key.

    Raises:
        UndecidedError: The file cannot be read, is too long (200,000 characters), nests too deeply, or names a key
            twice.
    """
    read = reader_of(path)
    if read is None or len(text) > SETTINGS_CHARS_MAX:
        raise UndecidedError("no settings file")
    parts = [quoted or plain for quoted, plain in _PART.findall(name)][:PARTS_MAX]
    try:
        here: object = read(text)
        for part in parts:
            inner = _table(here)
            if part not in inner:
                return Kept(is_there=False)
            here = inner[part]
            if here is _UNREAD:
                raise UndecidedError("this part is not read")
    except (ValueError, TypeError, RecursionError, MemoryError, configparser.Error) as error:
        raise UndecidedError("it cannot be read") from error
    return Kept(is_there=True, value=here, line=_line_of(text, parts))


def _table(value: object) -> Mapping[str, object]:
    return cast("Mapping[str, object]", value) if isinstance(value, Mapping) else {}


def value_stated(text: str) -> object:
    """Give the value that a check states: JSON or TOML if it is that, else the text itself."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text.strip("'\"") if text[:1] == text[-1:] else text


def same_value(found: object, stated: object) -> bool:
    """Tell whether a value that was read is the one stated; an ini file knows texts alone."""
    if isinstance(found, IniText):
        return found == (stated if isinstance(stated, str) else json.dumps(stated))
    return type(found) is type(stated) and found == stated


def told(value: object) -> str:
    """Give a value as a check states it, or nothing if it has no such form (a table, a date)."""
    if isinstance(value, str | int | float | bool) or value is None:
        return json.dumps(value, ensure_ascii=False)
    many = cast("list[object]", value) if isinstance(value, list) else None
    if many is not None and all(isinstance(one, str | int | float | bool) for one in many):
        return json.dumps(value, ensure_ascii=False)
    return ""


class IniText(str):
    """A value of an ini file: text, whatever it looks like."""

    __slots__ = ()


_UNREAD: Final = object()


def _toml(text: str) -> Mapping[str, object]:
    return tomllib.loads(text)


def _json(text: str) -> Mapping[str, object]:
    found = json.loads(text, object_pairs_hook=_once)
    return cast("dict[str, object]", found) if isinstance(found, dict) else {}


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice")
    return found


def _ini(text: str) -> Mapping[str, object]:
    parser = configparser.RawConfigParser(strict=True)
    parser.read_string(text)
    defaults = {name: IniText(value) for name, value in parser.defaults().items()}
    found: dict[str, object] = {"DEFAULT": defaults} if defaults else {}
    for section in parser.sections():
        found[section] = {name: IniText(value or "") for name, value in parser.items(section)}
    return found


def _yaml(text: str) -> Mapping[str, object]:
    root: dict[str, object] = {}
    open_at: list[tuple[int, dict[str, object]]] = [(-1, root)]
    nested: list[tuple[dict[str, object], str]] = []
    for indent, key, value in _yaml_lines(text):
        while open_at[-1][0] >= indent:
            open_at.pop()
        above = open_at[-1][1]
        if key == "<<" or key in above:
            raise ValueError("a key stands twice, or merges others in")
        if value is None:
            inner: dict[str, object] = {}
            above[key] = inner
            open_at.append((indent, inner))
            nested.append((above, key))
        else:
            above[key] = value
    for above, key in nested:
        if not above[key]:  # a list, or nothing
            above[key] = _UNREAD
    return root


def _yaml_lines(text: str) -> Iterator[tuple[int, str, object]]:
    """Give each ``key: value`` of block mappings; what stands in lists and block scalars is passed over, unread."""
    skip_above: int | None = None
    for raw in text.split("\n"):
        line = raw.rstrip()
        bare = line.lstrip(" ")
        if not bare or bare.startswith("#"):
            continue
        indent = len(line) - len(bare)
        if skip_above is not None and indent > skip_above:
            continue
        skip_above = None
        if bare.startswith(("---", "...", "%")) and indent == 0:
            if bare != "---":
                raise ValueError("several documents, or directives")
            continue
        found = _YAML_LINE.fullmatch(line)
        if found is None:
            skip_above = indent if bare.startswith("- ") or bare == "-" else None
            if skip_above is None:
                raise ValueError("no plain mapping")
            continue
        value = _yaml_value(found["value"])
        if value is _UNREAD:
            skip_above = indent
        yield indent, found["key"].strip("'\""), value


def _yaml_value(text: str | None) -> object:
    """Give a scalar, None for what is nested below, or `_UNREAD`."""
    bare = (text or "").strip()
    if not bare.startswith(("'", '"')):
        bare = re.split(r"\s+#", bare)[0].strip() if not bare.startswith("#") else ""
    if not bare:
        return None
    if bare[0] in "&*!|>[{@`%" or (bare[0] in "'\"" and (len(bare) < 2 or bare[-1] != bare[0] or "\\" in bare)):
        return _UNREAD
    if bare[0] in "'\"":
        return bare[1:-1].replace("''", "'") if bare[0] == "'" else bare[1:-1]
    if bare in {"true", "false"}:
        return bare == "true"
    if _YAML_NUMBER.fullmatch(bare):
        return float(bare) if "." in bare else int(bare)
    # Readers of YAML 1.1 and 1.2 differ on these.
    is_unclear = bare.casefold() in {"yes", "no", "on", "off", "y", "n", "null", "~", "true", "false"}
    return _UNREAD if is_unclear or ": " in bare or re.fullmatch(r"[-+.\d][\w.:+-]*", bare) else bare


_READERS: Final[Mapping[str, Callable[[str], Mapping[str, object]]]] = {
    "toml": _toml,
    "json": _json,
    "ini": _ini,
    "cfg": _ini,
    "yaml": _yaml,
    "yml": _yaml,
}


def _line_of(text: str, parts: list[str]) -> int:
    """Give the line on which the last part of a key stands, looked for one part after the other; 0 if none is."""
    lines = text.split("\n")
    at = found = 0
    for part in parts:
        word = re.compile(rf"(?<![\w-]){re.escape(part)}(?![\w-])")
        for number in range(at, len(lines)):
            if word.search(lines[number]):
                at, found = number, number + 1
                break
        else:
            return found
    return found
