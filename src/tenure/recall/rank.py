"""Order what was found; one store gives one order. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # numpy loads on first use, so that `import tenure` does not pay for it
    import numpy as np
    from numpy.typing import NDArray


def best_first(
    rows: NDArray[np.intp],
    scores: NDArray[np.float32],
    recorded_at: NDArray[np.int64],
    ids: Sequence[str],
    *,
    most: int | None = None,
) -> list[int]:
    """Give ``rows`` in order: score down, recorded instant down, id up.

    Args:
        rows: Which rows to order.
        scores: One score for every row there is.
        recorded_at: When each row was recorded, in microseconds.
        ids: The id of each row.
        most: How many are wanted; all if None.
    """
    own = scores[rows]
    if most is not None and 0 < most < len(rows):  # who scores below the last one wanted need not be ordered
        parted = own.copy()
        parted.partition(len(own) - most)
        kept = own >= parted[len(own) - most]
        rows, own = rows[kept], own[kept]
    found: list[int] = rows.tolist()
    keys = zip((-own).tolist(), (-recorded_at[rows]).tolist(), [ids[row] for row in found], found, strict=True)
    return [row for *_, row in sorted(keys)][:most]


def standing_order(
    rows: NDArray[np.intp],
    kinds: NDArray[np.int64],
    breadths: NDArray[np.int64],
    recorded_at: NDArray[np.int64],
    ids: Sequence[str],
) -> list[int]:
    """Give the rows of a brief in an order that new entries disturb least: kind, most specific scope, oldest, id.

    Args:
        rows: Which rows to order.
        kinds: The place of each row's kind in a brief, lowest first.
        breadths: How many parts each row's scope leaves open.
        recorded_at: When each row was recorded, in microseconds.
        ids: The id of each row.
    """
    keys = zip(kinds[rows].tolist(), breadths[rows].tolist(), recorded_at[rows].tolist(), rows.tolist(), strict=True)
    return [row for _, _, _, _, row in sorted((kind, breadth, at, ids[row], row) for kind, breadth, at, row in keys)]
