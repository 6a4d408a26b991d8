"""Checks what callers pass to a handle against the handle's own annotations, before anything is done with it.

Type checkers see the annotations, and callers without one are told here: a wrong type is a `RequestError` that names
the parameter and never the value. What a value may say beyond its type is for those who use it.
"""

from __future__ import annotations

import inspect
import os
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache, wraps
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NoReturn, ParamSpec, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from tenure.errors import RequestError
from tenure.memory.arguments import is_clean, to_scope
from tenure.model.scope import Scope

_LATE: Final = {
    "Because": "tenure.scratch.promote",
    "Drafter": "tenure.write.drafter",
    "Messages": "tenure.cite.messages",
    "PersonHandle": "tenure.memory.person",
}
"""What annotations name and loads on first use, and where it is."""
_PLAIN: Final[Mapping[str, type]] = {"bool": bool, "int": int, "str": str}
H = TypeVar("H", bound=type)
P = ParamSpec("P")
R = TypeVar("R")


def checked(handle: H) -> H:
    """Let every public method that a handle's class defines check its arguments, and nobody copy or store a handle."""
    setattr(handle, "__reduce__", _refuse_copy)  # noqa: B010 - the type says nothing of it
    for name, value in list(vars(handle).items()):
        if inspect.isfunction(value) and not name.startswith("_"):
            setattr(handle, name, checked_call(value))
    return handle


def _refuse_copy(self: object) -> NoReturn:
    raise TypeError(f"{type(self).__name__} cannot be copied or stored: make another one from `tenure.open`")


def checked_call(function: Callable[P, R]) -> Callable[P, R]:
    """Let one function check its arguments; what has no annotation is not looked at."""
    names = _parameters(function)

    hints = function.__annotations__

    @cache  # on first use, and of what is passed alone, for reading annotations costs time at start
    def wanted(name: str) -> object:
        taken = types.SimpleNamespace(__annotations__={name: hints[name]})
        return get_type_hints(taken, {**function.__globals__, **_late_in(str(hints[name]))})[name]

    @wraps(function)
    def call(*arguments: P.args, **named: P.kwargs) -> R:
        for name, value in (*zip(names, arguments, strict=False), *named.items()):
            if name in hints and not _is_plainly(hints[name], value) and not fits(value, wanted(name)):
                raise RequestError(
                    f"'{name}' is not what this call takes",
                    code=f"bad_{name}",
                    hint=_hint(name, value, wanted(name)),
                )
            if isinstance(value, Scope):
                to_scope(value)
        return function(*arguments, **named)

    return call


def _is_plainly(hint: object, value: object) -> bool:
    """Tell whether a value is of a common annotation, known without being read; what is not so may fit all the same."""
    if value is None:
        return str(hint).endswith("| None")
    kind = _PLAIN.get(str(hint).removesuffix(" | None"))
    return type(value) is kind and (not isinstance(value, str) or is_clean(value))


def _parameters(function: Callable[..., object]) -> tuple[str, ...]:
    code: types.CodeType = function.__code__
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


def _late_in(hint: str) -> Mapping[str, object]:
    """Give what an annotation names and loads on first use: who takes one does not load it before it is passed."""
    wanted = [name for name in _LATE if name in hint]
    return {name: getattr(import_module(_LATE[name]), name) for name in wanted}


def fits(value: object, wanted: Any) -> bool:  # noqa: ANN401 - an annotation
    """Tell whether a value is of an annotated type; a text must be clean, an instant aware."""
    origin = get_origin(wanted)
    if origin in (Union, types.UnionType):
        return any(fits(value, each) for each in get_args(wanted))
    if origin is Sequence:
        if not isinstance(value, Sequence) or isinstance(value, str | bytes):
            return False
        return all(fits(each, get_args(wanted)[0]) for each in cast("Sequence[object]", value))
    if origin is Iterable:  # may be read once only, so each is looked at when its turn comes
        return isinstance(value, Iterable) and not isinstance(value, str | bytes | Mapping)
    kind = origin or wanted
    if getattr(kind, "_is_protocol", False) and kind is not os.PathLike:  # judged by who uses it
        return True
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool)
    if not isinstance(value, kind):
        return False
    if isinstance(value, datetime):
        return _is_instant(value)
    if isinstance(value, os.PathLike):
        path: object = os.fspath(cast("os.PathLike[str]", value))
        return isinstance(path, str) and is_clean(path)
    return not isinstance(value, str) or is_clean(value)


def _is_instant(value: datetime) -> bool:
    try:
        return value.tzinfo is not None and bool(value.astimezone(UTC))
    except OverflowError:
        return False


def _hint(name: str, value: object, wanted: Any) -> str:  # noqa: ANN401 - an annotation
    """Say what to pass; of a handle of `tenure.aio`, that the one inside it is wanted."""
    inner: object = getattr(value, "handle", None)
    if inner is not None and fits(inner, wanted):
        return f"In async code pass its handle: `{name}.handle`."
    told = _told(wanted)
    return f"Pass '{name}' as {told}" + ("; texts hold no NUL or lone surrogates." if "text" in told else ".")


def _told(wanted: Any) -> str:  # noqa: ANN401 - an annotation
    """Give an annotation in words for people."""
    origin = get_origin(wanted)
    if origin in (Union, types.UnionType):
        return " or ".join(dict.fromkeys(_told(each) for each in get_args(wanted)))
    if origin in (Sequence, Iterable):
        return f"several of {_told(get_args(wanted)[0])}"
    known = {str: "text", int: "a whole number", bool: "True or False", datetime: "an instant with a time zone"}
    kind = origin or wanted
    if kind in (os.PathLike, Path):
        return "a path"
    return (
        "None"
        if kind is type(None)
        else known.get(kind, f"{'an' if kind.__name__[0] in 'AEIO' else 'a'} {kind.__name__}")
    )
