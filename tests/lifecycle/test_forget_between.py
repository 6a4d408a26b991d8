"""What others write between the gathering of what goes and its erasure goes too, or is refused (R26, R28)."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

import tenure
from tenure.store.sealed import DurableStore

WAYS: dict[str, Callable[[tenure.PersonHandle, str], object]] = {
    "by id": lambda ana, entry_id: ana.forget(entry_id),
    "as shown": lambda ana, entry_id: ana.forget(ana.preview(tenure.Selector(ids=(entry_id,)))),
    "settled": lambda ana, entry_id: (ana.challenge(entry_id), ana.settle(entry_id, retire=True)),
}


@pytest.mark.parametrize("way", WAYS)
def test_r26_what_comes_to_rest_on_an_entry_that_is_being_forgotten_does_not_stay(
    monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    with tenure.open(":memory:") as memory:
        ana, scope = memory.person("ana"), memory.scope(user="ana")
        ground = ana.remember("Give me a table when you compare things", kind="preference").entry_id
        commit, refused, threads = DurableStore.commit, list[str](), list[threading.Thread]()

        def rest_on_it() -> None:
            try:
                ana.remember("Tables have a header row", kind="preference", because=f"entry:{ground}")
            except tenure.Error as error:
                refused.append(error.code)

        def commit_beside(store: DurableStore, change: Any) -> Any:
            if change.erase and not threads:
                threads.append(threading.Thread(target=rest_on_it))
                threads[0].start()
                threads[0].join(0.3)  # it has to wait until the erasure is written
            return commit(store, change)

        monkeypatch.setattr(DurableStore, "commit", commit_beside)
        WAYS[way](ana, str(ground))
        threads[0].join()
        assert [view.ids for view in memory._wired.entries.views((scope,))] == []
