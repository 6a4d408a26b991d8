"""Opened views are bounded in bytes, dropped least used first, and dropped when idle."""

from __future__ import annotations

from collections import OrderedDict

import pytest

from tenure.model.scope import Scope
from tenure.store.conformance.samples import sample_entry
from tenure.store.opened import DECODED_MAX, Opened, OpenedViews
from tenure.store.records import ScopeView
from tenure.store.view import SEARCH_BYTES, read_heads


def opened(count: int = 10) -> Opened:
    view = ScopeView(
        scope=Scope(user="ana"), version=1, ids=("x",) * count, heads=read_heads(bytes(SEARCH_BYTES * count))
    )
    items = dict.fromkeys(range(count), ("x", 0))
    return Opened(
        version=1, commitment=b"", total=0, items=items, places={}, parts={}, decoded=OrderedDict(), view=view
    )


def test_the_least_used_goes_first() -> None:
    size = opened().size()
    views = OpenedViews(bytes_max=3 * size, idle_seconds=60)
    for name in (b"a", b"b", b"c"):
        views.put(name, opened())
    assert views.get(b"a") is not None
    views.put(b"d", opened())
    assert [views.get(name) is not None for name in (b"a", b"b", b"c", b"d")] == [True, False, True, True]
    assert views.held_bytes() == 3 * size


def test_one_that_never_fits_is_not_held() -> None:
    views = OpenedViews(bytes_max=opened().size() - 1, idle_seconds=60)
    views.put(b"a", opened())
    assert (views.get(b"a"), views.held_bytes()) == (None, 0)


def test_an_idle_view_is_dropped_at_the_next_call(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("tenure.store.opened.time.monotonic", lambda: now)
    views = OpenedViews(bytes_max=10**9, idle_seconds=60)
    views.put(b"a", opened())
    now = 160.0
    assert views.get(b"a") is not None
    now = 220.1
    assert views.get(b"other") is None
    assert views.held_bytes() == 0


def test_putting_again_replaces_and_dropping_counts() -> None:
    views = OpenedViews(bytes_max=10**9, idle_seconds=60)
    views.put(b"a", opened(10))
    views.put(b"a", opened(20))
    assert views.held_bytes() == opened(20).size()
    assert views.drop([b"a", b"b"]) == 1
    assert views.held_bytes() == 0


def test_decoded_entries_are_bounded() -> None:
    views, one, entry = OpenedViews(bytes_max=10**9, idle_seconds=60), opened(100), sample_entry()
    for number in range(DECODED_MAX + 5):
        views.keep_decoded(one, number, 0, b"", entry)
    assert (len(one.decoded), min(one.decoded)) == (DECODED_MAX, 5)
