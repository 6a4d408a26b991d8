"""Search parts: with and without a vector, of the first version and of this one, read as arrays."""

from __future__ import annotations

import struct
from collections.abc import Iterable

import numpy as np
import pytest

from tenure.store.conformance.samples import sample_entry
from tenure.store.vector import Vector, VectorBlock
from tenure.store.view import (
    TERMS_MAX,
    WIDTH_MAX,
    is_part,
    keep_vector,
    pack_head,
    read_parts,
    with_parts,
    without_rows,
)

VECTOR = Vector(mark=77, scale=0.5, numbers=bytes([1, 2, 255, 128]))
OTHER = Vector(mark=78, scale=0.25, numbers=bytes([9, 9, 9, 9, 9, 9]))


def first_version(part: bytes, terms: tuple[int, ...]) -> bytes:
    """Give a part as the first version wrote it: the head, then all the room that terms may take."""
    return part[4:76] + struct.pack(f"<{TERMS_MAX}I", *terms, *(0,) * (TERMS_MAX - len(terms)))


def test_what_is_packed_is_read_whatever_stands_beside_it() -> None:
    entry = sample_entry()
    plain = pack_head(entry, (5, 6))
    parts = [
        pack_head(entry, (1, 2, 3), VECTOR),
        first_version(plain, (5, 6)),
        plain,
        pack_head(entry, tuple(range(1, 97)), OTHER),
        pack_head(entry, ()),
        pack_head(entry, tuple(range(1, 18)), VECTOR),
    ]
    assert all(map(is_part, parts))
    heads, vectors = read_parts(parts)
    assert [[term for term in row if term] for row in heads["terms"].tolist()] == [
        [1, 2, 3],
        [5, 6],
        [5, 6],
        list(range(1, 97)),
        [],
        list(range(1, 18)),
    ]
    assert len({tuple(head)[:-1] for head in heads.tolist()}) == 1  # one entry, so one head
    by_mark = {block.mark: block for block in vectors}
    assert sorted(by_mark[77].rows.tolist()) == [0, 5]
    assert by_mark[77].numbers.tolist() == [[1, 2, -1, -128]] * 2
    assert by_mark[77].scales.tolist() == [0.5, 0.5]
    assert (by_mark[78].rows.tolist(), by_mark[78].numbers.shape) == ([3], (1, 6))
    assert not heads.flags.writeable


def test_no_parts_are_an_empty_view() -> None:
    heads, vectors = read_parts(())
    assert (len(heads), vectors) == (0, ())


def test_a_part_takes_room_for_what_it_holds_alone() -> None:
    entry = sample_entry()
    assert len(pack_head(entry, (1,) * 16)) == 4 + 72 + 64
    assert len(pack_head(entry, (1,) * 17)) == 4 + 72 + 128
    assert len(pack_head(entry, (1,) * 16, VECTOR)) == 4 + 72 + 64 + 12 + 4


@pytest.mark.parametrize("change", [-1, 1])
def test_a_part_of_another_length_is_none(change: int) -> None:
    for part in (pack_head(sample_entry(), (1,), VECTOR), first_version(pack_head(sample_entry(), ()), ())):
        assert is_part(part)
        assert not is_part(part[:change] if change < 0 else part + b"\0")
    assert not is_part(b"")
    assert not is_part(b"\x11" + pack_head(sample_entry(), (1,))[1:])


def test_a_later_version_keeps_the_vector_of_the_earlier_one() -> None:
    entry = sample_entry()
    older, newer = pack_head(entry, (1,) * 20, VECTOR), pack_head(entry, (2, 3))
    kept = keep_vector(newer, older)
    assert kept == pack_head(entry, (2, 3), VECTOR)
    assert keep_vector(newer, pack_head(entry, (1,))) == newer
    assert keep_vector(newer, first_version(newer, (2, 3))) == newer


def test_too_much_is_not_packed() -> None:
    entry = sample_entry()
    pack_head(entry, (), Vector(mark=1, scale=1.0, numbers=bytes(WIDTH_MAX)))
    with pytest.raises(ValueError, match="at most"):
        pack_head(entry, (), Vector(mark=1, scale=1.0, numbers=bytes(WIDTH_MAX + 1)))
    with pytest.raises(ValueError, match="at most"):
        pack_head(entry, (1,) * (TERMS_MAX + 1))


def test_numbers_are_signed() -> None:
    _, (block,) = read_parts([pack_head(sample_entry(), (), VECTOR)])
    assert block.numbers.dtype == np.int8


@pytest.mark.parametrize("changed", [{}, {0: VECTOR}, {3: None}, {1: OTHER, 4: VECTOR}, {0: None, 4: None, 5: OTHER}])
def test_rows_read_anew_give_what_reading_all_gives(changed: dict[int, Vector | None]) -> None:
    entry = sample_entry()
    parts = {row: pack_head(entry, (row,), vector) for row, vector in enumerate((VECTOR, None, OTHER, VECTOR))}
    heads, vectors = read_parts(parts.values())
    new = {row: pack_head(entry, (100 + row, 7), vector) for row, vector in changed.items()}
    parts |= {4: pack_head(entry, (4,)), 5: pack_head(entry, (5,))} | new
    after, blocks = with_parts(heads, vectors, {**{row: parts[row] for row in (4, 5)}, **new}, len(parts))
    whole, wanted = read_parts(parts.values())
    assert after.tobytes() == whole.tobytes()
    assert not after.flags.writeable
    assert vectors_by_row(blocks) == vectors_by_row(wanted)


@pytest.mark.parametrize("gone", [(), (0,), (1, 2), (4,), (0, 1, 2, 3, 4), (0, 3), (2,)])
def test_rows_taken_out_leave_what_reading_the_others_gives(gone: tuple[int, ...]) -> None:
    entry = sample_entry()
    vectors = (VECTOR, None, OTHER, VECTOR, VECTOR)
    parts = [pack_head(entry, (row, 7), vector) for row, vector in enumerate(vectors)]
    stands = np.array([row not in gone for row in range(len(parts))], dtype=np.bool_)
    left, blocks = without_rows(*read_parts(parts), stands)
    whole, wanted = read_parts([part for row, part in enumerate(parts) if row not in gone])
    assert left.tobytes() == whole.tobytes()
    assert not left.flags.writeable
    assert vectors_by_row(blocks) == vectors_by_row(wanted)
    assert len(blocks) == len(wanted)


def vectors_by_row(blocks: Iterable[VectorBlock]) -> dict[int, tuple[int, float, list[int]]]:
    return {
        row: (block.mark, scale, numbers)
        for block in blocks
        for row, scale, numbers in zip(block.rows.tolist(), block.scales.tolist(), block.numbers.tolist(), strict=True)
    }
