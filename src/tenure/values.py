"""Dataclasses whose fields and methods are made when one of them is first asked for.

`dataclasses` compiles five functions for every class, nearly a millisecond, and a command that loads a hundred classes
makes a few values of forty of them and compares hardly any. What is made in the end is what `dataclasses` makes, by
itself; to a type checker there is no difference. Of what it can do, these stay out: `ClassVar`, `InitVar`, `KW_ONLY`.
One thing is stricter: what is copied or read from a pickle passes `__post_init__` as what is made does.
"""

from __future__ import annotations

import dataclasses
import sys
from functools import cache, partial
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from dataclasses import dataclass

    T = TypeVar("T")

__all__ = ["dataclass"]

_PARTS: Final = {
    "__init__": "init",
    "__repr__": "repr",
    "__eq__": "eq",
    "__hash__": "hash",
    "__dataclass_fields__": "fields",
    "__match_args__": "fields",
    "__dataclass_params__": "all",
}
"""What `dataclasses` makes, and which are made together."""
_READ: Final = ("__module__", "__annotations__", "__post_init__")

_FILLED_MAX: Final = 10
"""Values of a class that are filled, or hashed, field by field: from here on a compiled method costs less."""


class _Later:
    """Stands for a part of a class until it is asked for: then it is made."""

    __slots__ = ("_make", "_name")

    def __init__(self, name: str, make: Callable[[str], object]) -> None:
        self._name = name
        self._make = make

    def __get__(self, instance: object, owner: type[object]) -> Any:  # noqa: ANN401 - any part
        made: Any = self._make(self._name)  # not what a class derived from this one has in its place
        return made.__get__(instance, owner) if isinstance(made, FunctionType) else made


class _LaterMethod(_Later):
    """Stands for a method that the first values of a class do without."""

    __slots__ = ("_asked", "_fields")

    def __init__(self, name: str, make: Callable[[str], object], fields: Callable[[], _Fields]) -> None:
        super().__init__(name, make)
        self._fields = fields
        self._asked = 0

    def __get__(self, instance: object, owner: type[object]) -> Any:  # noqa: ANN401 - a function
        self._asked += 1
        whole = super().__get__
        # `inspect.signature` of Python 3.13 binds it to the class itself.
        if instance is None or isinstance(instance, type) or self._asked > _FILLED_MAX:
            return whole(instance, owner)
        return partial(_INSTEAD[self._name], instance, self._fields(), lambda: whole(instance, owner))


class _Fields:
    """What fills a value: its fields, those that are given, those that must be, and the order of those by place."""

    def __init__(self, names: Iterable[str], own: Mapping[str, Any], *, kw_only: bool) -> None:
        missing = dataclasses.MISSING
        self.known: dict[str, dataclasses.Field[Any]] = {}
        for name in names:
            value = own.get(name, missing)
            self.known[name] = value if isinstance(value, dataclasses.Field) else dataclasses.field(default=value)
        taken = {name: each for name, each in self.known.items() if each.init}
        self.taken = taken.keys()
        self.needed = {name for name, each in taken.items() if each.default is each.default_factory is missing}
        by_name = {name for name, each in taken.items() if (kw_only if each.kw_only is missing else each.kw_only)}
        self.placed = [name for name in taken if name not in by_name]
        self.hashed = [name for name, each in self.known.items() if (each.compare if each.hash is None else each.hash)]


def _fill(value: object, fields: _Fields, whole: Callable[[], Any], /, *placed: object, **named: object) -> None:
    """Do what a dataclass's `__init__` does; what does not fit is given to that one, which knows what to say."""
    given = {**dict(zip(fields.placed, placed, strict=False)), **named}
    if len(given) != len(placed) + len(named) or not fields.needed <= given.keys() <= fields.taken:
        whole()(*placed, **named)
        return
    for name, each in fields.known.items():
        if name in given:
            object.__setattr__(value, name, given[name])
        elif each.default is not dataclasses.MISSING:
            object.__setattr__(value, name, each.default)
        elif each.default_factory is not dataclasses.MISSING:
            object.__setattr__(value, name, each.default_factory())
    _checked(value)


def _hash(value: object, fields: _Fields, _whole: Callable[[], Any], /) -> int:
    """Do what a dataclass's `__hash__` does."""
    return hash(tuple([getattr(value, name) for name in fields.hashed]))


_INSTEAD: Final[Mapping[str, Callable[..., Any]]] = {"__init__": _fill, "__hash__": _hash}
"""What does the work of a method for the first values of a class."""


def _refuse(self: object, name: str, *_: object) -> NoReturn:  # noqa: ARG001 - as Python calls it
    raise dataclasses.FrozenInstanceError(f"cannot change field {name!r}")


def _state(self: Any) -> list[object]:  # noqa: ANN401 - any dataclass
    return [getattr(self, each.name) for each in dataclasses.fields(self)]


def _set_state(self: Any, state: list[object]) -> None:  # noqa: ANN401 - any dataclass
    for each, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, each.name, value)
    _checked(self)


def _checked(value: object) -> None:
    after: Callable[[], None] | None = getattr(value, "__post_init__", None)
    if after is not None:
        after()


_FROZEN: Final = {"__setattr__": _refuse, "__delattr__": _refuse, "__getstate__": _state, "__setstate__": _set_state}
_OPEN: Final = {"__hash__": None}


def _made_later(
    cls: type[T],
    *,
    frozen: bool,
    kw_only: bool,
    repr: bool,  # noqa: A002 - the library's name
    weakref_slot: bool,
) -> type[T]:
    own, homes = dict(vars(cls)), (dataclasses, sys.modules.get(cls.__module__))
    names: dict[str, object] = own.get("__annotations__", {})
    read = {*_READ, *names}
    told = {"__qualname__": cls.__qualname__, "__doc__": cls.__name__}  # without, a signature is made to stand for it

    def make(wanted: str) -> object:
        for home in homes:  # they are gone while the interpreter ends; what is closed then makes values too
            if home is not None:
                sys.modules.setdefault(home.__name__, home)
        part = _PARTS[wanted]
        twin = type(cls.__name__, (), {**told, **{name: value for name, value in own.items() if name in read}})
        whole: type[object] = dataclasses.dataclass(
            init=part in {"init", "all"},
            repr=repr and part in {"repr", "all"},
            eq=part in {"eq", "all"},
            unsafe_hash=part == "hash",  # the same hash, without the two functions that make it frozen
            frozen=frozen and part in {"init", "all"},
            kw_only=kw_only,
        )(twin)
        for name in later:
            if _PARTS[name] == part:
                setattr(bare, name, vars(whole)[name])
        return vars(bare)[wanted]

    later = [name for name in _PARTS if name not in own and (repr or name != "__repr__")]
    body = {name: value for name, value in own.items() if name not in {*names, "__dict__", "__weakref__"}}
    body.update((name, _Later(name, make)) for name in later)
    filling = cache(partial(_Fields, names, own, kw_only=kw_only))
    body.update((name, _LaterMethod(name, make, filling)) for name in _INSTEAD if name in later)
    body.update(_FROZEN if frozen else _OPEN)
    body["__qualname__"] = cls.__qualname__
    body["__slots__"] = (*names, "__weakref__") if weakref_slot else tuple(names)
    bare = cast("Callable[..., type[T]]", type(cls))(cls.__name__, (), body)
    return bare


if not TYPE_CHECKING:

    def dataclass(
        *,
        frozen: bool = False,
        slots: bool = False,
        kw_only: bool = False,
        repr: bool = True,  # noqa: A002 - the library's name
        weakref_slot: bool = False,
    ) -> Callable[[type[T]], type[T]]:
        """Make a class a dataclass, as `dataclasses.dataclass` does; one with slots and without a base later."""

        def made(cls: type[T]) -> type[T]:
            if slots and cls.__bases__ == (object,):
                return _made_later(cls, frozen=frozen, kw_only=kw_only, repr=repr, weakref_slot=weakref_slot)
            return dataclasses.dataclass(
                frozen=frozen, slots=slots, kw_only=kw_only, repr=repr, weakref_slot=weakref_slot
            )(cls)

        return made
