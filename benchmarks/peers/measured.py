"""Tenure beside stores of others on the same work: what they cost at each size, in turn, as ratios."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from itertools import islice
from pathlib import Path

from benchmarks import filling
from benchmarks.figure import Benchmark, Figure, Setting
from benchmarks.hot import BATCH
from benchmarks.measuring import Times, middle
from benchmarks.peers.players import (
    FILL_MEMORY_MOST,
    FILL_MINUTES_MOST,
    OWN,
    GaveUpError,
    Player,
    own_python,
    playing,
    pythons,
)
from benchmarks.peers.rows import Taken, figures

FEW = 4
ROW_SECONDS = 0.2
"""Hot questions come in a row: as many as in the benchmark of hot recall, fewer if a store needs longer than this."""
PUTS_TRACED = 20
_CALLS = {"first ask": "ask", "ask apart": "ask"}


def run(setting: Setting) -> list[Figure]:
    """Fill every store, then have all of them do the same in turn, size by size."""
    known: dict[str, Path | str] = {OWN: own_python()}
    known |= {} if setting.environments is None else pythons(setting.environments)
    return figures({size: _at(size, known, setting) for size in sorted(setting.sizes)})


def _at(size: int, known: Mapping[str, Path | str], setting: Setting) -> dict[str, Taken]:
    found: dict[str, Taken] = {}
    folders: dict[str, Path] = {}
    for name, python in known.items():
        try:
            folders[name] = _filled(name, python, size, setting)
        except GaveUpError as error:
            found[name] = Taken(why=str(error))
    disk = {name: _bytes(folder) / size for name, folder in folders.items()}
    with ExitStack() as stack:
        players = {}
        for name, folder in folders.items():
            try:
                players[name] = stack.enter_context(playing(name, Path(known[name]), folder))
            except GaveUpError as error:
                found[name] = Taken(why=str(error))
        found |= _measured(players, size, setting)
    for name, taken in found.items():
        if not taken.why:
            syncs = _syncs(name, Path(known[name]), folders[name], size, setting)
            found[name] = replace(taken, disk=disk[name], syncs=syncs)
    return found


def _filled(name: str, python: Path, size: int, setting: Setting) -> Path:
    """Give the folder of a store that holds ``size`` entries in scopes, made if it is not there yet."""
    if isinstance(python, str):
        raise GaveUpError(python)
    if name == OWN:
        return filling.filled(setting, size)
    folder = setting.folder / f"{name.replace(' ', '-')}-{size}-{setting.scope_entries}"
    if (folder / "whole").exists():
        return folder / "store"
    shutil.rmtree(folder, ignore_errors=True)
    left = FILL_MINUTES_MOST * 60.0
    with playing(name, python, folder / "store") as player:
        texts = filling.claims(setting)
        for start in range(0, size, setting.scope_entries):
            scope = list(islice(texts, min(setting.scope_entries, size - start)))
            left -= player.take("fill", scope=start // setting.scope_entries, texts=scope).cpu
            so_far = f"{start + len(scope):,} of {size:,} entries"
            if left <= 0:
                raise GaveUpError(f"filling stopped after {FILL_MINUTES_MOST} minutes of CPU, at {so_far}")
            if (memory := player.memory()) > FILL_MEMORY_MOST:
                raise GaveUpError(f"filling stopped at {so_far}, with {memory / 1e9:.1f} GB of memory")
        player.take("filled", seconds=left)
    (folder / "whole").touch()
    return folder / "store"


def _measured(players: Mapping[str, Player], size: int, setting: Setting) -> dict[str, Taken]:
    """Have all do each kind of work in turn; who fails is left out from there on."""
    times: dict[str, dict[str, list[Times]]] = {name: {} for name in players}
    right: dict[str, list[float]] = {name: [] for name in players}
    failed: dict[str, Taken] = {}
    for do, scope, given in _work(size, setting):
        for name, player in players.items():
            if name in failed:
                continue
            earlier = times[name].get("ask", ()) if do == "ask" else ()
            texts = given[: _in_a_row(earlier[0])] if earlier else given
            try:
                said = player.ask(_CALLS.get(do, do), scope=scope, texts=texts)
            except GaveUpError as error:
                failed[name] = Taken(why=f"{do}: {error}")
                continue
            times[name].setdefault(do, []).append(Times(said["cpu"], said["wall"]))
            right[name] += [said["right"] / len(texts)] if do == "ask" else []
    return failed | {
        name: Taken(
            times={do: middle(each[1:] or each) for do, each in times[name].items()},
            right=sum(right[name]) / len(right[name]),
            memory=player.ask("memory")["bytes"],
        )
        for name, player in players.items()
        if name not in failed
    }


def _in_a_row(took: Times) -> int:
    """Give how many questions are asked in a row; others' work lies between two rows, so a short one is not hot."""
    return min(BATCH, max(FEW, int(ROW_SECONDS / took.wall)))


def _work(size: int, setting: Setting) -> Iterator[tuple[str, int, list[str]]]:
    """Give what to do, in which scope, with which texts; the first of each kind only warms up."""
    first = list(islice(filling.claims(setting), min(size, (setting.rounds + 1) * setting.scope_entries)))
    fresh = islice(filling.claims(setting), size, None)
    held = first[: setting.scope_entries]
    asked = held[:: max(1, len(held) // 16)]
    yield "first ask", 0, held[:1]
    for scope in range(1, len(first) // setting.scope_entries):
        yield "first ask", scope, first[scope * setting.scope_entries :][:1]
    yield "ask", 0, asked
    for number in range(setting.rounds):
        row = [asked[(number * FEW + place) % len(asked)] for place in range(BATCH)]
        yield "ask apart", 0, row[:FEW]
        yield "ask", 0, row
    for _ in range(setting.rounds + 1):
        yield "put", 0, list(islice(fresh, 1))
        yield "write, ask", 0, list(islice(fresh, 1))


def _syncs(name: str, python: Path, folder: Path, size: int, setting: Setting) -> float | None:
    """Give how many calls that sync a put makes, in a process that is traced."""
    if shutil.which("strace") is None:
        return None
    fresh = islice(filling.claims(setting), size + 10_000, None)
    with filling.fresh(setting) as made, playing(name, python, folder, traced=made / "trace") as player:
        player.take("put", texts=list(islice(fresh, 2)))
        before = _lines(made / "trace")
        player.take("put", texts=list(islice(fresh, PUTS_TRACED)))
        return (_lines(made / "trace") - before) / PUTS_TRACED


def _lines(path: Path) -> int:
    return path.read_bytes().count(b"sync(")


def _bytes(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


BENCHMARK = Benchmark(
    name="peers",
    about="the same work beside LangGraph SqliteStore, Chroma, LanceDB and mem0 (with --peers FOLDER)",
    counts="entries in all",
    sizes=(10_000, 100_000),
    tiny=(40,),
    run=run,
)
