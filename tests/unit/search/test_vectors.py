"""The nearness of kept vectors: the same product however many rows are multiplied at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tenure.search import vectors
from tenure.search.vectors import NUMBERS_AT_ONCE, nearness

WIDTH = 384
AT_ONCE = NUMBERS_AT_ONCE // WIDTH


@pytest.mark.parametrize("count", [0, 1, AT_ONCE - 1, AT_ONCE, AT_ONCE + 1, 3 * AT_ONCE + 7])
@pytest.mark.parametrize("kind", [np.int8, np.float32])
def test_every_row_has_its_own_product(count: int, kind: type[np.generic]) -> None:
    chance = np.random.default_rng(7)
    numbers = chance.integers(-127, 128, (count, WIDTH)).astype(kind)
    scales = chance.random(count, dtype=np.float32)
    query: Any = chance.random(WIDTH)  # as an embedder of a host may give it
    found = nearness(numbers, scales, query)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, numbers.astype(np.float64) @ query * scales, rtol=1e-5, atol=1e-2)


def test_a_row_that_alone_is_more_than_is_multiplied_at_once_is_multiplied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "NUMBERS_AT_ONCE", 2)
    numbers = np.array([[1, 2, 3], [4, 5, 6]], dtype=np.int8)
    assert nearness(numbers, np.ones(2, dtype=np.float32), np.ones(3, dtype=np.float32)).tolist() == [6.0, 15.0]
