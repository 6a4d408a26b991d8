"""Takes values of the command line that are of their type already as they are.

Typer has Pydantic judge each value, which takes longer to load than most commands take to run. What is not of its type
yet, such as a number that somebody typed, is judged as ever. A path of no characters is refused: to the system it is
this folder, and whoever passed an empty variable meant another. An option that takes one value and is given twice is
refused: whoever wrote both meant both, and the second would take the place of the first without a word.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any, Final, cast

import typer
from typer.core import TyperArgument, TyperCommand, TyperOption

from tenure.values import dataclass

_PLAIN: Final = (str, int, bool)
_PATHS: Final = (Path, list[Path])
_PARSES: Final = "parse_args"
_ASKED: Final = "get_runtime_param"
"""What Typer's parameters are asked for the judge of their value; a Typer that asks otherwise judges as ever."""


@dataclass(frozen=True, slots=True)
class _AsGiven:
    """Judges the value of one parameter.

    Args:
        wanted: The annotation.
        typers: Gives Typer's own judge.
    """

    wanted: Any
    typers: Callable[[], Any]

    def coerce(self, value: object, *, param: Any, ctx: object) -> object:  # noqa: ANN401 - Typer's own are private
        """Give the value as the command takes it."""
        if value is None:
            return () if param.multiple or param.nargs == -1 else None
        if isinstance(value, _PLAIN) and type(value) is self.wanted:
            return value
        if self.wanted == list[str] and isinstance(value, list | tuple):
            several = list(cast("list[object] | tuple[object, ...]", value))
            if all(type(each) is str for each in several):
                return several
        if self.wanted in _PATHS and "" in (value if isinstance(value, list | tuple) else (value,)):
            raise typer.BadParameter("it is empty", ctx=cast("typer.Context", ctx), param=param)
        return self.typers().coerce(value, param=param, ctx=ctx)


@cache  # once a process
def take_as_given() -> None:
    """Have every parameter of this process's command line take what is of its type already without Pydantic."""
    for kind in (TyperOption, TyperArgument):
        if hasattr(kind, _ASKED):
            setattr(kind, _ASKED, _judging(getattr(kind, _ASKED)))
    parse = getattr(TyperCommand, _PARSES)

    def parse_once(self: TyperCommand, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - Typer's own are private
        _check_once(self, args, ctx)
        left: list[str] = parse(self, ctx, args)
        return left

    setattr(TyperCommand, _PARSES, parse_once)


class _GivenTwice(typer.TyperException):
    """An option that takes one value is there more than once; ``ctx`` says in which command."""

    def __init__(self, option: str, ctx: object) -> None:
        super().__init__(f"'{option}' is given more than once.")
        self.ctx: object = ctx


def _check_once(command: TyperCommand, args: Sequence[str], ctx: object) -> None:
    given = [each.partition("=")[0] for each in takewhile(lambda each: each != "--", args)]
    for param in command.params:
        if not isinstance(param, TyperOption) or param.multiple or param.is_flag:
            continue
        if sum(given.count(name) for name in param.opts) > 1:
            raise _GivenTwice(param.opts[0], ctx)


def _judging(typers: Callable[[object], Any]) -> Callable[[Any], Any]:
    def judge(param: Any) -> Any:  # noqa: ANN401 - Typer's own are private
        described = param.type_descriptor
        if described.parameter_info.parser is not None:
            return typers(param)
        return _AsGiven(described.annotation, lambda: typers(param))

    return judge
