"""Vectors as they are kept and compared: whole numbers with a scale, and one vector of two texts."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:  # numpy loads on first use, so that `import tenure` does not pay for it
    import numpy as np
    from numpy.typing import NDArray

STEPS: Final = 127
"""Largest whole number of a kept vector."""
NUMBERS_AT_ONCE: Final = 1 << 16
"""How many numbers of kept vectors are multiplied at once: so many stay in a core's own cache."""
CLAIM: Final = 0.65
"""The weight of what an entry claims in its vector; what it is for has the rest."""


def embedder_mark(name: str) -> int:
    """Give the 64 bits that stand for an embedder's name beside every vector of its making."""
    return int.from_bytes(blake2b(name.encode(), digest_size=8, person=b"tenure.embedder").digest(), "little")


def joined(claim: NDArray[np.float32], context: NDArray[np.float32]) -> NDArray[np.float32]:
    """Give one vector of length 1 of what a claim says and of what it is for.

    The product of a query with a sum is the sum of the products, so one kept vector does the work of two. The claim
    weighs more: what it is for may be worded so that it tells nothing.
    """
    import numpy as np  # noqa: PLC0415 - on first use

    both = (CLAIM * claim + (1.0 - CLAIM) * context).astype(np.float32)
    both /= np.float32(max(float(np.linalg.norm(both)), 1e-6))
    return both


def rounded(vector: NDArray[np.float32]) -> tuple[bytes, float]:
    """Give a vector as whole numbers, one signed byte each, and the scale that brings them back."""
    import numpy as np  # noqa: PLC0415 - on first use

    scale = float(np.abs(vector).max()) / STEPS
    return np.rint(vector / (scale or 1.0)).astype(np.int8).tobytes(), scale


def nearness(
    numbers: NDArray[np.int8] | NDArray[np.float32], scales: NDArray[np.float32], query: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Give the product of a query's vector with each kept one.

    Bytes become the numbers that are multiplied a few rows at a time: as such all would take four times the memory, and
    reading that takes longer than making them anew.
    """
    import numpy as np  # noqa: PLC0415 - on first use

    products = np.empty(len(numbers), dtype=np.float32)
    query = query.astype(np.float32, copy=False)
    step = max(1, NUMBERS_AT_ONCE // max(1, len(query)))
    rows = np.empty((min(step, len(numbers)), len(query)), dtype=np.float32)
    for start in range(0, len(numbers), step):
        some = numbers[start : start + step]
        made = rows[: len(some)]
        np.copyto(made, some)
        np.dot(made, query, out=products[start : start + step])
    products *= scales
    return products
