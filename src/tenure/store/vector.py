"""Vectors as they are stored beside the terms of entries, and as a view gives them."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from tenure.values import dataclass

if TYPE_CHECKING:  # numpy is loaded on first use only; its name is needed for types alone
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class Vector:
    """What an embedder made of an entry: whole numbers from -127 to 127, one byte each, times a scale.

    Args:
        mark: 64 bits that stand for the embedder's name; vectors of two marks are never compared.
        scale: What the numbers are multiplied with.
        numbers: The numbers, one signed byte each.
    """

    mark: int
    scale: float
    numbers: bytes = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorBlock:
    """The vectors of one embedder in a view: for each its row, numbers and scale."""

    mark: int
    rows: NDArray[np.intp]
    numbers: NDArray[np.int8] = field(repr=False)
    scales: NDArray[np.float32]
