"""A process that writes to a store until it is told to end or is killed; it prints each id once it is acknowledged."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from tenure.store.conformance.samples import NOW, SCOPE, erase, put, sample_entry, sample_event
from tenure.store.records import Change
from tests.store.opening import open_at


def main(folder: str, name: str, count: str) -> None:
    store = open_at(Path(folder))
    print("open", flush=True)
    for number in range(int(count)):
        entry = sample_entry(f"{name} {number}")
        store.commit(Change(now=NOW, put=put(entry).put, events=(sample_event("approve", entry.id),)))
        print("put", entry.id, flush=True)
        if number % 3 == 1:
            entry = replace(entry, version=2, last_used_at=NOW)
            store.commit(put(entry))
        if number % 3 == 2:
            done = store.commit(erase(entry)).is_done
            print("erased" if done else "unfinished", entry.id, flush=True)
        store.views([SCOPE])
    store.close()
    print("closed", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
