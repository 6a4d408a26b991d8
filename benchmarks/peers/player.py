"""Plays one store in a process of its own: a request as JSON on each line in, what it took as JSON on each line out.

`python -m benchmarks.peers.player STORE FOLDER`, in the environment that has the store.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import time
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.peers.stores import STORES, Store, learn

PAGE = 4096


def _made(name: str, folder: Path) -> Store:
    if name in STORES:
        return STORES[name](folder)
    from benchmarks.peers.own import Tenure

    return Tenure(folder)


def _answer(store: Store, asked: dict[str, Any]) -> dict[str, float]:
    scope, texts, do = int(asked.get("scope", 0)), asked.get("texts", ()), asked["do"]
    if do == "fill":
        return _timed([lambda: store.fill(scope, texts)])
    if do == "filled":
        return _timed([store.filled])
    if do == "ask":
        found: list[list[str]] = []
        took = _timed([lambda text=text: found.append(store.ask(scope, text)) for text in texts])
        return took | {"right": sum(text in each for text, each in zip(texts, found, strict=True))}
    if do == "put":
        return _timed([store.putting(scope, text) for text in texts])
    if do == "write, ask":
        written = [store.writing(scope, text) for text in texts]
        return _timed(
            [
                lambda write=write, text=text: (write(), store.ask(scope, text))
                for write, text in zip(written, texts, strict=True)
            ]
        )
    if do == "memory":
        gc.collect()
        return {"bytes": int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * PAGE}
    raise ValueError(do)


def _timed(calls: Sequence[Callable[[], object]]) -> dict[str, float]:
    """Give seconds for one call: those of all threads of this process, and those of the clock."""
    cpu, wall = time.process_time(), time.perf_counter()
    for call in calls:
        call()
    return {"cpu": (time.process_time() - cpu) / len(calls), "wall": (time.perf_counter() - wall) / len(calls)}


def main(name: str, folder: str) -> None:
    """Answer until nothing more is asked."""
    warnings.simplefilter("ignore")
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a library prints is no answer
    store = _made(name, Path(folder))
    print(json.dumps({"ready": 1}), file=out, flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        learn(asked["vectors"])
        print(json.dumps(_answer(store, asked)), file=out, flush=True)
    store.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
