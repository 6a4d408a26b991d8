"""Frozen dataclasses whose methods are made when one of them is first asked for.

`dataclasses` compiles five functions for every class, two thirds of a millisecond, and a command that loads a hundred
classes makes values of twenty. What is made in the end is what `dataclasses` makes, by itself; to a type checker there
is no difference.
"""

from __future__ import annotations

import dataclasses
import sys
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import dataclass

    T = TypeVar("T")

__all__ = ["dataclass"]

_LATER: Final = ("__init__", "__repr__", "__eq__", "__hash__")
_READ: Final = ("__module__", "__qualname__", "__annotations__", "__post_init__")


class _Later:
    """Stands for a method until it is asked for: then all of its class are made."""

    __slots__ = ("_make", "_name")

    def __init__(self, name: str, make: Callable[[], None]) -> None:
        self._name = name
        self._make = make

    def __get__(self, instance: object, owner: type[object]) -> object:
        self._make()
        return getattr(owner if instance is None else instance, self._name)


def _refuse(self: object, name: str, *_: object) -> NoReturn:  # noqa: ARG001 - as Python calls it
    raise dataclasses.FrozenInstanceError(f"cannot change field {name!r}")


def _state(self: Any) -> list[object]:  # noqa: ANN401 - any dataclass
    return [getattr(self, each.name) for each in dataclasses.fields(self)]


def _set_state(self: Any, state: list[object]) -> None:  # noqa: ANN401 - any dataclass
    for each, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, each.name, value)


def _frozen(cls: type[T], *, kw_only: bool, repr: bool, weakref_slot: bool) -> type[T]:  # noqa: A002 - the library's
    own, homes = dict(vars(cls)), (dataclasses, sys.modules.get(cls.__module__))
    names = [name for name in _LATER if name not in own and (repr or name != "__repr__")]
    bare = dataclasses.dataclass(
        init=False, repr=False, eq=False, slots=True, kw_only=kw_only, weakref_slot=weakref_slot
    )(cls)

    def make() -> None:
        for home in homes:  # they are gone while the interpreter ends; what is closed then makes values too
            if home is not None:
                sys.modules.setdefault(home.__name__, home)
        read = {*_READ, *own.get("__annotations__", ())}
        twin = type(cls.__name__, (), {name: value for name, value in own.items() if name in read})
        whole: type[object] = dataclasses.dataclass(frozen=True, kw_only=kw_only)(twin)
        for name in names:
            setattr(bare, name, vars(whole)[name])

    for name in names:
        setattr(bare, name, _Later(name, make))
    methods = {"__setattr__": _refuse, "__delattr__": _refuse, "__getstate__": _state, "__setstate__": _set_state}
    for name, method in methods.items():
        setattr(bare, name, method)
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
        """Make a class a dataclass, as `dataclasses.dataclass` does; the methods of a frozen one with slots later."""

        def made(cls: type[T]) -> type[T]:
            if frozen and slots and cls.__bases__ == (object,):
                return _frozen(cls, kw_only=kw_only, repr=repr, weakref_slot=weakref_slot)
            return dataclasses.dataclass(
                frozen=frozen, slots=slots, kw_only=kw_only, repr=repr, weakref_slot=weakref_slot
            )(cls)

        return made
