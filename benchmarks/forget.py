"""Forgetting: one entry and all of a person's, and what is left of them in the files afterwards."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from pathlib import Path

import tenure
from benchmarks import filling
from benchmarks.figure import Benchmark, Figure, Setting
from benchmarks.measuring import SyncedBlock, Times, micros, middle, timed
from tenure.model.entry import Entry
from tenure.model.receipt import ReceiptState
from tenure.search.terms import term_hashes

CELL = 64
WRAPPED = 60
"""Bytes of a key slot that hold nonce, wrapped key and tag."""
OTHER = tenure.Scope(user="ben")
WHOLES = 3
"""Stores of which a whole person is forgotten: one alone tells mostly of what else the machine did."""


def run(setting: Setting) -> list[Figure]:
    """Forget single entries with a synced block beside each, then the rest at once, then search every file."""
    (size,) = setting.sizes[:1]
    scope, now = tenure.Scope(user="ana"), datetime.now(UTC)
    texts = filling.claims(setting)
    said = list(islice(texts, size + setting.rounds))
    with filling.fresh(setting) as folder:
        filling.make(folder)
        made = [filling.entry(text, scope, now) for text in said]
        with filling.entries(folder) as store:
            filling.put(store, made, now)
            filling.put(store, [filling.entry(next(texts), OTHER, now)], now)
        cells = _cells(folder)
        times = _forget(folder, [each.id for each in made[: setting.rounds]])
        left = _left(folder, said, cells)
    one, block = times["forget one"], times["synced block"]
    whole = middle([times["forget all"], *(_forget_all(setting, made) for _ in range(WHOLES - 1))])
    return [
        Figure(
            what="forget one entry, all places, receipt done: wall against one 4 KiB write + fdatasync",
            value=one.wall / block.wall,
            goal="≤ 20 x",
            most=20,
            note=f"in a scope of about {size:,} entries",
            measured=micros(times),
        ),
        Figure(
            what=f"forget all {size:,} entries of a person in one transaction",
            value=whole.wall,
            unit="s",
            goal="≤ 2 s for 1,000",
            most=2,
            note=f"the middle of {WHOLES} stores; {whole.cpu:.2f} s of CPU",
        ),
        Figure(
            what="after the receipt says done: texts, search terms and wrapped keys left in any file",
            value=left,
            unit="",
            goal="0",
            most=0,
            note=f"{len(said):,} texts, their terms in a row, and every key slot of before, searched in data and keys",
        ),
    ]


def _forget(folder: Path, ids: list[str]) -> dict[str, Times]:
    ones: list[Times] = []
    blocks: list[Times] = []
    block = SyncedBlock(folder)
    with filling.opened(folder) as memory:
        ana = memory.person("ana")
        for entry_id in ids:
            ones.append(timed(partial(_forget_done, ana, entry_id)))
            blocks.append(timed(block))
        whole = timed(partial(_forget_done, ana, tenure.Selector(person="ana")))
    block.close()
    return {"forget one": middle(ones), "synced block": middle(blocks), "forget all": whole}


def _forget_all(setting: Setting, made: list[Entry]) -> Times:
    with filling.fresh(setting) as folder:
        filling.make(folder)
        with filling.entries(folder) as store:
            filling.put(store, made, made[0].recorded_at)
        with filling.opened(folder) as memory:
            return timed(partial(_forget_done, memory.person("ana"), tenure.Selector(person="ana")))


def _forget_done(person: tenure.PersonHandle, target: str | tenure.Selector) -> None:
    if person.forget(target).state is not ReceiptState.DONE:
        sys.exit("forget: a receipt stayed pending")


def _cells(folder: Path) -> list[bytes]:
    """Give the wrapped keys that are there now."""
    whole = b"".join(path.read_bytes() for path in (folder / "keys").rglob("slots"))
    return [whole[start : start + WRAPPED] for start in range(0, len(whole), CELL)]


def _left(folder: Path, texts: list[str], cells: list[bytes]) -> int:
    """Count what can still be found; the one entry of another person must still be there."""
    files = [path.read_bytes() for path in folder.rglob("*") if path.is_file()]
    with filling.entries(folder) as store:
        if not store.views((OTHER,)):
            sys.exit("forget: another person's entry is gone too")
    alive = set(_cells(folder))
    needles = [text.encode() for text in texts]
    needles += [b"".join(term.to_bytes(4, "little") for term in term_hashes(text)[:8]) for text in texts]
    needles += [cell for cell in cells if cell not in alive]
    whole = b"\n".join(files)
    return sum(needle in whole for needle in needles)


BENCHMARK = Benchmark(
    name="forget",
    about="forgetting one entry and a whole person",
    counts="entries of the person",
    sizes=(1_000,),
    tiny=(30,),
    run=run,
)
