"""One step of `tenure try`: what is expected, and what was seen; anything else is a surprise."""

from __future__ import annotations

import time
from collections.abc import Callable

from tenure.errors import Error
from tenure.faces.cli.trying.stage import Stage
from tenure.values import dataclass


class SurpriseError(Exception):
    """Something was seen that was not expected; the message says what, in words of ours."""


def expect(condition: object, otherwise: str) -> None:
    """Go on if it is so.

    Raises:
        SurpriseError: It is not; ``otherwise`` says what was seen instead.
    """
    if not condition:
        raise SurpriseError(otherwise)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One thing that is tried.

    Args:
        name: One word for machines.
        title: What happens, in a line.
        expected: What must be seen.
        act: Does it, and gives what was seen, a line each.
    """

    name: str
    title: str
    expected: str
    act: Callable[[Stage], list[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """How a step went."""

    step: Step
    lines: list[str]
    is_expected: bool
    seconds: float


def take(step: Step, stage: Stage) -> Seen:
    """Take one step; what goes wrong in it, errors of any kind included, is a surprise and no traceback."""
    began = time.monotonic()
    try:
        lines, is_expected = step.act(stage), True
    except SurpriseError as surprise:
        lines, is_expected = [str(surprise)], False
    except Error as error:
        lines, is_expected = [f"an error: {error} [{error.code}]", error.hint], False
    except Exception as error:  # noqa: BLE001 - a fault in a step is what `try` is there to find
        lines, is_expected = [f"a fault: {type(error).__name__}"], False
    return Seen(step=step, lines=lines, is_expected=is_expected, seconds=time.monotonic() - began)
