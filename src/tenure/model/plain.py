"""Turn values of the model into plain JSON data and back, strictly, driven by their fields and type hints.

Instants are text in UTC with `Z`, days are text, durations are seconds, enumerations are their values; a field that
equals its default is left out, so that absent means default. Reading back accepts only what writing gives.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import UTC, date, datetime, timedelta
from enum import Enum
from typing import Any, Final, TypeAlias, TypeVar

from tenure.errors import RequestError

T = TypeVar("T")
Plain: TypeAlias = Any
"""What `json.loads` gives: dictionaries, lists, texts, numbers, booleans and None."""
_Reader: TypeAlias = Callable[[Plain], Any]
_Writer: TypeAlias = Callable[[Any], Plain]
_NOTHING: Final[Mapping[str, object]] = {}
_NUMBERS: Final = (int, float)
_OBJECT: Final = (dict,)
_LIST: Final = (list,)
# Made once for each class or hint; there are as many as the program has types.
_WRITERS: Final[dict[Any, _Writer]] = {}
_READERS: Final[dict[Any, _Reader]] = {}
_FIELD_READERS: Final[dict[Any, dict[str, _Reader | None]]] = {}


def to_plain(value: object) -> Plain:
    """Give a value as dictionaries, lists, texts, numbers, booleans and None.

    >>> from tenure.model.scope import Scope
    >>> to_plain(Scope(user="ana"))
    {'user': 'ana'}

    Raises:
        TypeError: The value holds something that has no plain form.
    """
    return _writer(type(value))(value)


def from_plain(wanted: type[T], data: Plain, *, given: Mapping[str, object] = _NOTHING) -> T:
    """Give back the value that `to_plain` turned into ``data``.

    Args:
        wanted: The class to build.
        data: What `json.loads` gave.
        given: Fields of ``wanted`` that are known from elsewhere and must not stand in ``data``.

    Raises:
        RequestError: A field is missing, unknown or of the wrong type; names the class, never a value.
    """
    try:
        built: T = _build(wanted, _readers(wanted), data, given) if given else _reader(wanted)(data)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as wrong:
        raise RequestError(f"this is no plain {wanted.__name__}", code="bad_plain") from wrong
    return built


def write_instant(at: datetime) -> str:
    """Give an instant as text in UTC with `Z`.

    Raises:
        ValueError: The instant bears no time zone.
    """
    if at.tzinfo is None:
        raise ValueError("an instant needs a time zone")
    if at.tzinfo is not UTC:
        at = at.astimezone(UTC)
    return at.isoformat().removesuffix("+00:00") + "Z"


def read_instant(text: Plain) -> datetime:
    """Give back the instant that `write_instant` wrote.

    Raises:
        ValueError: It is no text or does not end in `Z`.
    """
    if type(text) is not str or text[-1:] != "Z":
        raise ValueError("an instant is text that ends in Z")
    return datetime.fromisoformat(text)


def _writer(kind: Any) -> _Writer:  # noqa: ANN401 - a class, whatever it is
    known = _WRITERS.get(kind)
    if known is None:
        known = _WRITERS[kind] = _make_writer(kind)
    return known


def _make_writer(kind: Any) -> _Writer:  # noqa: ANN401 - a class, whatever it is
    if kind in {str, int, float, bool, types.NoneType}:
        return lambda value: value
    if issubclass(kind, Enum):
        return lambda value: value.value
    if issubclass(kind, datetime):
        return write_instant
    if issubclass(kind, date):
        return date.isoformat
    if issubclass(kind, timedelta):
        return _write_duration
    if issubclass(kind, tuple | list):
        return lambda value: [_writer(type(item))(item) for item in value]
    if issubclass(kind, Mapping):
        return lambda value: {str(to_plain(key)): to_plain(item) for key, item in value.items()}
    if is_dataclass(kind):
        return _write_fields([(name, default) for name, _, default in _plan(kind)])
    raise TypeError(f"{kind.__name__} has no plain form")


def _write_fields(named: list[tuple[str, Any]]) -> _Writer:
    def write(value: Any) -> Plain:  # noqa: ANN401 - any dataclass
        plain: dict[str, Plain] = {}
        for name, default in named:
            item = getattr(value, name)
            if item is not default and (default is MISSING or item != default):
                plain[name] = item if type(item) is str else _writer(type(item))(item)
        return plain

    return write


def _write_duration(value: timedelta) -> Plain:
    seconds = value.total_seconds()
    return int(seconds) if seconds.is_integer() else seconds


def _plan(kind: Any) -> tuple[tuple[str, Any, Any], ...]:  # noqa: ANN401 - a class, whatever it is
    hints = typing.get_type_hints(kind)
    return tuple(
        (
            field.name,
            hints[field.name],
            field.default if field.default_factory is MISSING else field.default_factory(),
        )
        for field in fields(kind)
    )


def _readers(kind: Any) -> dict[str, _Reader | None]:  # noqa: ANN401 - a type hint is any object
    known = _FIELD_READERS.get(kind)
    if known is None:
        # Text is by far the commonest: None stands for it and spares the call.
        known = {name: None if hint is str else _reader(hint) for name, hint, _ in _plan(kind)}
        _FIELD_READERS[kind] = known
    return known


def _build(kind: Any, readers: dict[str, _Reader | None], data: Plain, given: Mapping[str, object]) -> Any:  # noqa: ANN401 - the value of ``kind``
    named: dict[str, Plain] = _exact(data, _OBJECT)
    known: dict[str, Any] = {}
    for name, item in named.items():
        reader = readers[name]
        if reader is not None:
            known[name] = reader(item)
        elif type(item) is str:
            known[name] = item
        else:
            raise TypeError("text is wanted")
    return kind(**given, **known)  # a name in both is a TypeError


def _reader(hint: Any) -> _Reader:  # noqa: ANN401 - a type hint is any object
    known = _READERS.get(hint)
    if known is None:
        known = _READERS[hint] = _make_reader(hint)
    return known


def _make_reader(hint: Any) -> _Reader:  # noqa: ANN401 - a type hint is any object
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin in {types.UnionType, typing.Union}:
        return _read_union(inner)
    if origin is tuple:
        return _read_list(_reader(inner[0])) if inner[1:] == (...,) else _read_row([_reader(one) for one in inner])
    if origin is not None:
        return _read_mapping(_reader(inner[0]), _reader(inner[1]))
    if issubclass(hint, Enum):
        return {member.value: member for member in hint}.__getitem__
    if is_dataclass(hint):
        readers = _readers(hint)
        return lambda data: _build(hint, readers, data, _NOTHING)
    if hint is datetime:
        return read_instant
    if hint is date:
        return date.fromisoformat
    if hint is timedelta:
        return lambda data: timedelta(seconds=_exact(data, _NUMBERS))
    wanted = _plain_types(hint)
    return lambda data: _exact(data, wanted)


def _plain_types(hint: Any) -> tuple[Any, ...]:  # noqa: ANN401 - a type hint is any object
    if hint in {str, int, bool, types.NoneType}:
        return (hint,)
    if hint in {float, timedelta}:
        return _NUMBERS
    if hint in {datetime, date}:
        return (str,)
    if typing.get_origin(hint) is tuple:
        return (list,)
    if is_dataclass(hint) or typing.get_origin(hint) is not None:
        return _OBJECT
    if issubclass(hint, Enum):
        return tuple({type(member.value) for member in hint})
    raise TypeError(f"{hint!r} has no plain form")


def _exact(data: Plain, wanted: tuple[Any, ...]) -> Any:  # noqa: ANN401 - of one of the types wanted
    if type(data) not in wanted:
        raise TypeError("of another type")
    return data


def _read_union(options: tuple[Any, ...]) -> _Reader:
    by_type = {plain: _reader(option) for option in options for plain in _plain_types(option)}
    return lambda data: by_type[type(data)](data)


def _read_list(item: _Reader) -> _Reader:
    def read(data: Plain) -> tuple[Any, ...]:
        listed: list[Plain] = _exact(data, _LIST)
        return tuple([item(one) for one in listed])

    return read


def _read_row(items: list[_Reader]) -> _Reader:
    def read(data: Plain) -> tuple[Any, ...]:
        listed: list[Plain] = _exact(data, _LIST)
        return tuple([reader(one) for reader, one in zip(items, listed, strict=True)])

    return read


def _read_mapping(key: _Reader, item: _Reader) -> _Reader:
    return lambda data: {key(name): item(one) for name, one in _exact(data, _OBJECT).items()}
