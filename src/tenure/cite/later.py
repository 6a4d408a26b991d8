"""A validator that is not made yet: its code is loaded when a citation of its scheme is first met."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

V = TypeVar("V")


class Later(NamedTuple, Generic[V]):
    """Makes it, and says without making it whether it answers at once."""

    make: Callable[[], V]
    answers_at_once: bool
