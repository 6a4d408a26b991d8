"""Search parts: with and without a vector, of the first version and of this one, read as arrays."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenure.store.conformance.samples import sample_entry
from tenure.store.parts import RECENT_SHARE, Parts, read_parts, with_parts, without_rows
from tenure.store.vector import Vector, VectorBlock
from tenure.store.view import TERMS_MAX, WIDTH_MAX, is_part, keep_vector, pack_head

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
    read = read_parts(parts)
    heads, vectors = read.heads, read.vectors
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
    read = read_parts(())
    assert (len(read.heads), len(read.postings), read.vectors) == (0, 0, ())


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
    (block,) = read_parts([pack_head(sample_entry(), (), VECTOR)]).vectors
    assert block.numbers.dtype == np.int8


# A row's terms, with repeats and the lowest and highest hash, and its vector.
ROWS = st.tuples(
    st.lists(st.sampled_from([1, 2, 3, 4, 5, 2**31, 2**32 - 1]), max_size=20),
    st.sampled_from([None, VECTOR, replace(VECTOR, scale=2.0), OTHER]),
)
STEPS = st.one_of(
    st.tuples(st.just("changed"), st.dictionaries(st.integers(0, 30), ROWS, max_size=6)),
    st.tuples(st.just("gone"), st.frozensets(st.integers(0, 30), max_size=6)),
)


@settings(deadline=None)
@given(st.lists(ROWS, max_size=12), st.lists(STEPS, max_size=8))
def test_what_is_followed_change_by_change_is_what_reading_all_anew_gives(began, steps) -> None:
    held = [part_of(row) for row in began]
    parts = read_parts(held)
    for name, step in steps:
        before, seen = parts, content(parts)
        if name == "gone":
            stands = np.array([row not in step for row in range(len(held))], dtype=np.bool_)
            held = [part for row, part in enumerate(held) if row not in step]
            parts = without_rows(parts, stands)
        else:
            changed = {row: part_of(given) for row, given in step.items() if row < len(held)}
            new = [part_of(given) for row, given in step.items() if row >= len(held)]
            changed |= {len(held) + place: part for place, part in enumerate(new)}
            held = [changed.get(row, part) for row, part in enumerate(held)] + new
            parts = with_parts(parts, changed, len(held))
        assert content(parts) == content(read_parts(held))
        assert content(before) == seen  # who holds what was before goes on with it
        assert not parts.heads.flags.writeable
        assert all(len(block.rows) == len(block.numbers) == len(block.scales) > 0 for block in parts.vectors)


def test_a_vector_that_comes_alone_leaves_those_before_it_as_they_are() -> None:
    held = [part_of(((row,), VECTOR)) for row in range(1, 4 * RECENT_SHARE)]
    parts = read_parts(held)
    (first,) = parts.vectors
    blocks = [first]
    for _ in range(3):
        held.append(part_of(((7,), VECTOR)))
        parts = with_parts(parts, {len(held) - 1: held[-1]}, len(held))
        assert parts.vectors[0] is first
        blocks = list(parts.vectors)
    assert [len(block.rows) for block in blocks] == [4 * RECENT_SHARE - 1, 3]
    held.append(part_of(((7,), VECTOR)))
    (whole,) = with_parts(parts, {len(held) - 1: held[-1]}, len(held)).vectors
    assert whole.rows.tolist() == list(range(len(held)))


def part_of(row: tuple[Sequence[int], Vector | None]) -> bytes:
    return pack_head(sample_entry(), tuple(row[0]), row[1])


def content(parts: Parts) -> tuple[bytes, list[int], dict[int, tuple[int, float, list[int]]]]:
    return parts.heads.tobytes(), parts.postings.tolist(), vectors_by_row(parts.vectors)


def vectors_by_row(blocks: Iterable[VectorBlock]) -> dict[int, tuple[int, float, list[int]]]:
    return {
        row: (block.mark, scale, numbers)
        for block in blocks
        for row, scale, numbers in zip(block.rows.tolist(), block.scales.tolist(), block.numbers.tolist(), strict=True)
    }
