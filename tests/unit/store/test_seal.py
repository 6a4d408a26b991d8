"""Sealed rows: what binds them, how they are padded, and how digests are framed."""

from __future__ import annotations

import os

import pytest

from tenure.errors import IntegrityError
from tenure.store.seal import BODY_STEP, Row, open_body, open_search, plain_bytes, row_item, seal_row

KEY, PLACE = b"k" * 32, b"place"


def row(**changed: object) -> Row:
    plain = Row(3, "ent_1", 1, 4, 2, 9, b"s" * 16, None, b"t" * 16, 5, -6, 0, 77, 1, os.urandom(12), b"")
    return plain._replace(**changed)


def test_both_parts_open_and_the_body_is_padded() -> None:
    for size in (0, 1, 200, 5000):
        body = os.urandom(size).hex().encode()
        sealed = seal_row(KEY, PLACE, row(), body=body, search=b"search")
        plain = plain_bytes(PLACE, sealed)
        assert open_body(KEY, plain, sealed) == body
        assert open_search(KEY, plain, sealed) == b"search"
        assert sealed.body is not None
        assert len(sealed.body) % BODY_STEP == 0
        assert sealed.seal
        assert len(sealed.seal) == 16


def test_bodies_of_like_length_cannot_be_told_apart() -> None:
    lengths = {len(seal_row(KEY, PLACE, row(), body=b"x" * size, search=None).body or b"") for size in range(1, 150)}
    assert lengths == {BODY_STEP}


def test_each_part_is_bound_to_the_other_and_to_the_place() -> None:
    first = seal_row(KEY, PLACE, row(nonce=b"n" * 12), body=b"one", search=b"search")
    second = seal_row(KEY, PLACE, row(nonce=b"n" * 12), body=b"two", search=b"search")
    plain = plain_bytes(PLACE, first)
    with pytest.raises(IntegrityError):
        open_search(KEY, plain, first._replace(search=second.search))
    for broken in (plain_bytes(b"other", first), plain_bytes(PLACE, first._replace(status=5))):
        with pytest.raises(IntegrityError):
            open_body(KEY, broken, first)
        with pytest.raises(IntegrityError):
            open_search(KEY, broken, first)
    with pytest.raises(IntegrityError):
        open_body(b"x" * 32, plain, first)


def test_every_plain_column_is_in_the_item() -> None:
    one = seal_row(KEY, PLACE, row(), body=b"one", search=None)
    item = row_item(KEY, plain_bytes(PLACE, one), one)
    for name in set(Row._fields) - {"search", "body"}:
        value = getattr(one, name)
        other = value + 1 if isinstance(value, int) else b"z" * 16 if name != "record_id" else "ent_2"
        changed = one._replace(**{name: other})
        assert row_item(KEY, plain_bytes(PLACE, changed), changed) != item, name


def test_parts_cannot_slide_into_each_other() -> None:
    one, other = row(record_id="ab", slot=b"c"), row(record_id="a", slot=b"bc")
    other = other._replace(nonce=one.nonce)
    assert plain_bytes(PLACE, one) != plain_bytes(PLACE, other)
