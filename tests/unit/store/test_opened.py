"""Opened views are bounded in bytes, dropped least used first, and dropped when idle."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict

import pytest

from tenure.model.scope import Scope
from tenure.store.conformance.samples import sample_entry
from tenure.store.loading import view_of
from tenure.store.opened import DECODED_MAX, Decoded, Opened, OpenedViews
from tenure.store.seal import Row
from tenure.store.view import pack_head


def opened(count: int = 10) -> Opened:
    items = {seq: (f"ent_{seq}", 1, 1 << seq) for seq in range(count)}
    parts = [pack_head(sample_entry(), (seq + 1,) * 16) for seq in range(count)]
    return Opened(
        version=1,
        commitment=b"",
        total=sum(item for _, _, item in items.values()),
        items=items,
        places={record_id: seq for seq, (record_id, _, _) in items.items()},
        rows={seq: seq for seq in range(count)},
        decoded=OrderedDict(),
        view=view_of(Scope(user="ana"), 1, [(name, version) for name, version, _ in items.values()], parts),
    )


def row(seq: int) -> Row:
    return Row._make((seq, f"ent_{seq}", *(0,) * (len(Row._fields) - 2)))


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


def test_nothing_is_held_where_no_thread_can_be_had_that_would_drop_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: threading.Timer) -> None:
        raise RuntimeError("can't start new thread")

    views = OpenedViews(bytes_max=10**9, idle_seconds=60)
    with monkeypatch.context() as patched:
        patched.setattr(threading.Timer, "start", refuse)
        views.put(b"a", opened())
        views.bound(bytes_max=10**9, idle_seconds=30)
        assert (views.get(b"a"), views.held_bytes()) == (None, 0)
    views.put(b"a", opened())
    assert views.get(b"a") is not None
    views.close()


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


def test_r28_an_idle_view_goes_though_nobody_calls() -> None:
    views = OpenedViews(bytes_max=10**9, idle_seconds=0.2)
    views.put(b"a", opened())
    views.put(b"b", opened())
    until = time.monotonic() + 0.5
    while time.monotonic() < until:
        assert views.get(b"a") is not None  # in use it stays
        time.sleep(0.02)
    assert views.held_bytes() == opened().size()
    until = time.monotonic() + 5
    while views.held_bytes() and time.monotonic() < until:
        time.sleep(0.05)
    assert views.held_bytes() == 0


def test_putting_again_replaces() -> None:
    views = OpenedViews(bytes_max=10**9, idle_seconds=60)
    views.put(b"a", opened(10))
    views.put(b"a", opened(20))
    assert views.held_bytes() == opened(20).size()
    views.close()
    assert views.held_bytes() == 0


def test_what_is_taken_out_leaves_nothing_behind() -> None:
    views = OpenedViews(bytes_max=10**9, idle_seconds=60)
    views.put(b"a", opened(5))
    views.keep_decoded(opened(5), Decoded(row=row(3), entry=sample_entry()))
    assert views.take_out({b"a": [1, 3], b"b": [0]}, versions={b"a": 8, b"b": 2}) == 1
    left = views.get(b"a")
    assert left is not None
    assert left.view.ids == ("ent_0", "ent_2", "ent_4")
    assert (left.total, sorted(left.items), sorted(left.places)) == (0b10101, [0, 2, 4], ["ent_0", "ent_2", "ent_4"])
    assert left.view.heads["terms"][:, 0].tolist() == [1, 3, 5]
    assert left.rows == {0: 0, 2: 1, 4: 2}
    assert views.held_bytes() == left.size()


def test_decoded_entries_are_bounded() -> None:
    views, one, entry = OpenedViews(bytes_max=10**9, idle_seconds=60), opened(100), sample_entry()
    for number in range(DECODED_MAX + 5):
        views.keep_decoded(one, Decoded(row=row(number), entry=entry))
    assert (len(one.decoded), min(one.decoded)) == (DECODED_MAX, 5)
