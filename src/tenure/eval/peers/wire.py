"""Values of `tenure.eval.system` as JSON and back, the same at both ends; only the standard library is imported."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, TypeGuard

from tenure.eval.system import Answer, Found, Place, Scope, Slot

_NAMED: Mapping[str, Callable[..., Any]] = {each.__name__: each for each in (Answer, Found, Place, Scope, Slot)}


def pack(value: Any) -> Any:  # noqa: ANN401 - whatever a call takes or gives
    """Give a value as JSON knows it; what JSON lacks becomes an object with one key, its type.

    Raises:
        TypeError: No call takes or gives such a value.
    """
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, datetime):
        return {"datetime": value.isoformat()}
    if isinstance(value, Path):
        return {"Path": str(value)}
    if isinstance(value, bytes):
        return {"bytes": b64encode(value).decode("ascii")}
    if type(value) in {Scope, Slot}:
        return {type(value).__name__: list(value)}
    if is_dataclass(value) and type(value).__name__ in _NAMED:
        return {type(value).__name__: {each.name: pack(getattr(value, each.name)) for each in fields(value)}}
    if _is_mapping(value):
        return {"dict": [[pack(key), pack(each)] for key, each in value.items()]}
    if _is_sequence(value):
        return [pack(each) for each in value]
    raise TypeError(type(value).__name__)


def unpack(packed: Any) -> Any:  # noqa: ANN401 - whatever a call takes or gives
    """Give the value that `pack` was given; a sequence becomes a tuple."""
    if not _is_mapping(packed):
        return tuple(unpack(each) for each in packed) if _is_sequence(packed) else packed
    ((name, inner),) = packed.items()
    if name == "datetime":
        return datetime.fromisoformat(inner)
    if name == "Path":
        return Path(inner)
    if name == "bytes":
        return b64decode(inner)
    if name == "dict":
        return {unpack(key): unpack(each) for key, each in inner}
    kind: Callable[..., Any] = _NAMED[name]
    if name in {"Scope", "Slot"}:
        return kind(*inner)
    by: dict[str, Any] = {key: unpack(each) for key, each in inner.items()}
    return kind(**by)


def _is_mapping(value: Any) -> TypeGuard[Mapping[Any, Any]]:  # noqa: ANN401 - it says what it is
    return isinstance(value, Mapping)


def _is_sequence(value: Any) -> TypeGuard[Sequence[Any]]:  # noqa: ANN401 - it says what it is
    return isinstance(value, Sequence) and not isinstance(value, str)
