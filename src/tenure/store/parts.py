"""The search parts of a scope's entries as NumPy arrays: read, and followed as rows come, change and go.

What did not change is taken over as it is: of a thousand rows of which one is new, one is read. No array is written to
once it was given out, so who holds an older one goes on with what it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from tenure.store.vector import VectorBlock
from tenure.store.view import SHAPE_BYTES, head_run, head_type, part_shape, part_type
from tenure.values import dataclass

if TYPE_CHECKING:  # numpy is loaded on first use only; its name is needed for types alone
    import numpy as np
    from numpy.typing import NDArray

RECENT_SHARE: Final = 8
"""Vectors that came lately lie apart until they are one of so many: then all of one embedder are laid together."""
_ROW_BITS: Final = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """Many search parts, row by row.

    Args:
        heads: The fields of each row (`view.head_type`), not writable.
        postings: Which terms stand in which rows: term hash times 2 to the 32nd, plus row; ascending. A row that has a
            term twice is in it twice.
        vectors: The vectors of those rows that have one; those of one embedder in one or two blocks.
    """

    heads: NDArray[np.void]
    postings: NDArray[np.uint64]
    vectors: tuple[VectorBlock, ...]


def read_parts(parts: Sequence[bytes]) -> Parts:
    """Give many search parts as arrays."""
    import numpy as np  # noqa: PLC0415 - loaded on first use, so that a start without a recall does not pay

    filled = np.zeros((len(parts), head_type().itemsize), dtype=np.uint8)
    postings = [np.zeros(0, dtype=np.uint64)]
    found: dict[tuple[int, int], list[tuple[NDArray[np.intp], NDArray[np.void]]]] = {}
    for (blocks, width), (rows, alike) in _alike(parts).items():
        # Parts of one shape are one array at once, and a head is a run of their bytes; no row is looked at by itself.
        joined = b"".join(alike)
        run, at = head_run(blocks), np.array(rows, dtype=np.intp)
        filled[at, : run.stop - run.start] = np.frombuffer(joined, dtype=np.uint8).reshape(len(rows), -1)[:, run]
        read = np.frombuffer(joined, dtype=part_type(blocks, width))
        if blocks:
            postings.append(_postings(read["terms"], at))
        if width:
            marks = set(read["mark"].tolist())  # NumPy's own way would load masked arrays with it
            for mark in sorted(marks):
                own = read["mark"] == mark if len(marks) > 1 else slice(None)
                found.setdefault((mark, width), []).append((at[own], read[own]))
    heads = filled.view(head_type())[:, 0]
    heads.flags.writeable = False
    vectors = [
        VectorBlock(
            mark=mark,
            rows=np.concatenate([rows for rows, _ in held]),
            numbers=np.concatenate([read["numbers"] for _, read in held]),
            scales=np.concatenate([read["scale"] for _, read in held]),
        )
        for (mark, _), held in found.items()
    ]
    return Parts(heads=heads, postings=_in_order(postings), vectors=tuple(vectors))


def with_parts(older: Parts, changed: Mapping[int, bytes], count: int) -> Parts:
    """Give what `read_parts` gave, some rows of it read anew and new rows added at the end.

    Args:
        older: What it gave.
        changed: The parts of the rows that are new or changed, by row.
        count: How many rows there are now.
    """
    import numpy as np  # noqa: PLC0415 - loaded on first use, so that a start without a recall does not pay

    fresh = read_parts(list(changed.values()))
    at = np.array(list(changed), dtype=np.intp)
    merged = np.empty(count, dtype=older.heads.dtype)
    bare = f"V{older.heads.dtype.itemsize}"  # copied as bytes: field by field takes many times as long
    merged.view(bare)[: len(older.heads)] = older.heads.view(bare)
    merged.view(bare)[at] = fresh.heads.view(bare)
    merged.flags.writeable = False
    replaced = at[at < len(older.heads)]
    left = _left_out(older.postings, _postings(older.heads["terms"][replaced], replaced)) if len(replaced) else None
    return Parts(
        heads=merged,
        postings=_in_order((older.postings if left is None else left, _postings(fresh.heads["terms"], at))),
        vectors=_vectors_with(older.vectors, replaced, [replace(each, rows=at[each.rows]) for each in fresh.vectors]),
    )


def without_rows(parts: Parts, stands: NDArray[np.bool_]) -> Parts:
    """Give what `read_parts` gave without the rows that do not stand; the others move up."""
    import numpy as np  # noqa: PLC0415 - loaded on first use, so that a start without a recall does not pay

    left = parts.heads[stands]
    left.flags.writeable = False
    places = stands.cumsum() - 1
    rows = (parts.postings & np.uint64((1 << _ROW_BITS) - 1)).astype(np.intp)
    moved = parts.postings - (rows - places[rows]).astype(np.uint64)
    kept = (_of_rows(block, stands[block.rows]) for block in parts.vectors)
    return Parts(
        heads=left,
        postings=moved[stands[rows]],
        vectors=tuple([replace(block, rows=places[block.rows]) for block in kept if len(block.rows)]),
    )


def _postings(terms: NDArray[np.uint32], rows: NDArray[np.intp]) -> NDArray[np.uint64]:
    """Give the postings of a matrix of terms, one row of it for each of these rows."""
    import numpy as np  # noqa: PLC0415 - loaded on first use, so that a start without a recall does not pay

    flat = np.ascontiguousarray(terms).reshape(-1)
    places = flat.nonzero()[0]
    # Term and row in one number: one sort puts the rows of a term side by side and in order.
    found: NDArray[np.uint64] = flat[places].astype(np.uint64) << np.uint64(_ROW_BITS) | rows[
        places // terms.shape[1]
    ].astype(np.uint64)
    found.sort()
    return found


def _left_out(postings: NDArray[np.uint64], gone: NDArray[np.uint64]) -> NDArray[np.uint64]:
    import numpy as np  # noqa: PLC0415 - loaded on first use, so that a start without a recall does not pay

    again = np.arange(len(gone)) - gone.searchsorted(gone)  # the how-manieth of its like each is
    left: NDArray[np.uint64] = np.delete(postings, postings.searchsorted(gone) + again)
    return left


def _in_order(postings: Sequence[NDArray[np.uint64]]) -> NDArray[np.uint64]:
    """Give postings of several kinds, each in order, as one."""
    import numpy as np  # noqa: PLC0415 - loaded on first use, so that a start without a recall does not pay

    merged = np.concatenate(postings)
    merged.sort(kind="stable")  # merges what is in order already
    return merged


def _vectors_with(
    older: Sequence[VectorBlock], replaced: NDArray[np.intp], fresh: Sequence[VectorBlock]
) -> tuple[VectorBlock, ...]:
    """Give blocks without the rows that are replaced and with those that came."""
    groups: dict[tuple[int, int], list[VectorBlock]] = {}
    for block in (*_without_replaced(older, replaced), *fresh):
        if len(block.rows):
            groups.setdefault((block.mark, block.numbers.shape[1]), []).append(block)
    return tuple([block for group in groups.values() for block in _laid_together(group)])


def _without_replaced(blocks: Sequence[VectorBlock], replaced: NDArray[np.intp]) -> Iterator[VectorBlock]:
    import numpy as np  # noqa: PLC0415 - loaded on first use, so that a start without a recall does not pay

    for block in blocks:
        yield _of_rows(block, ~np.isin(block.rows, replaced)) if len(replaced) else block


def _laid_together(group: Sequence[VectorBlock]) -> Sequence[VectorBlock]:
    """Give the blocks of one embedder: one that stands, and one of what came lately as long as that is small."""
    first, *recent = group
    if not recent:
        return group
    small = sum(len(block.rows) for block in recent) * RECENT_SHARE <= len(first.rows)
    return (first, _one(recent)) if small else (_one(group),)


def _one(group: Sequence[VectorBlock]) -> VectorBlock:
    import numpy as np  # noqa: PLC0415 - loaded on first use, so that a start without a recall does not pay

    if len(group) == 1:
        return group[0]
    return VectorBlock(
        mark=group[0].mark,
        rows=np.concatenate([block.rows for block in group]),
        numbers=np.concatenate([block.numbers for block in group]),
        scales=np.concatenate([block.scales for block in group]),
    )


def _of_rows(block: VectorBlock, stands: NDArray[np.bool_]) -> VectorBlock:
    if stands.all():
        return block
    return replace(block, rows=block.rows[stands], numbers=block.numbers[stands], scales=block.scales[stands])


def _alike(parts: Sequence[bytes]) -> dict[tuple[int, int], tuple[list[int], list[bytes]]]:
    """Give the parts by shape, each with its row."""
    starts = [part[:SHAPE_BYTES] for part in parts]
    shapes: dict[tuple[int, int], tuple[list[int], list[bytes]]] = {}
    for start in dict.fromkeys(starts):
        rows = [row for row, each in enumerate(starts) if each == start]
        known = shapes.setdefault(part_shape(start), ([], []))
        known[0].extend(rows)
        known[1].extend([parts[row] for row in rows])
    return shapes
