"""Start: what importing Tenure, its first use and one `tenure recall` cost as processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

import tenure
from benchmarks import filling
from benchmarks.figure import Benchmark, Figure, Setting
from benchmarks.measuring import Times, measure, micros

FIRST_USE = "import tenure; tenure.open"
"""Importing alone loads no names: what a program pays is the first one that it uses."""
OPENED = "import sys, tenure; tenure.open(sys.argv[1], keys=sys.argv[2]).close()"
RECALL = "from tenure.faces.cli import main; main()"
SEEN = """
import atexit, sys
atexit.register(lambda: print("loaded", *[name for name in sys.modules if name.split(".")[0] != "tenure"]))
"""
SAME = """
import importlib, sys
for name in sys.argv[1:]:
    try:
        importlib.import_module(name)
    except Exception:
        pass
"""


def run(setting: Setting) -> list[Figure]:
    """Start processes in turn: empty, importing, using and opening Tenure, a recall, the same libraries."""
    (size,) = setting.sizes[:1]
    with filling.fresh(setting) as folder:
        home = folder / "home"
        store = [str(each) for each in _make_home(home, folder, setting, size)]
        told = _python(home, SEEN + RECALL, "recall", "invoice")
        line = next(line for line in told.splitlines() if line.startswith("loaded "))
        if size and "ent_" not in told:
            sys.exit("start: the recall gave no entry")
        libraries = [name for name in line.split()[1:] if not name.startswith("__")]
        times = measure(
            {
                "empty process": lambda: _python(home, "pass"),
                "import tenure": lambda: _python(home, "import tenure"),
                "first use": lambda: _python(home, FIRST_USE),
                "opened": lambda: _python(home, OPENED, *store),
                "same libraries": lambda: _python(home, SAME, *libraries),
                "same, one thread": lambda: _python(home, SAME, *libraries, OPENBLAS_NUM_THREADS="1"),
                "tenure recall": lambda: _python(home, RECALL, "recall", "invoice"),
                "by meaning": lambda: _python(home, RECALL, "recall", "invoice", TENURE_EMBEDDER="minilm"),
            },
            rounds=setting.rounds,
        )
    one_thread = times["tenure recall"].wall / times["same, one thread"].wall
    return [
        _above_empty("`import tenure`, above an empty process", times, "import tenure", most=150),
        _above_empty(
            "`import tenure; tenure.open`, the first use of a name, above an empty process",
            times,
            "first use",
            most=150,
        ),
        _above_empty("the same, and an existing store opened and closed", times, "opened"),
        Figure(
            what="`tenure recall` as a process against a process that imports the same libraries",
            value=times["tenure recall"].wall / times["same libraries"].wall,
            goal="≤ 1.4 x",
            most=1.4,
            measured={name: took for name, took in micros(times).items() if "wall" in name},
            note=f"{len(libraries):,} modules, those that the recall itself loaded; {size:,} entries in the scope; "
            f"{one_thread:.2f} x if that process, too, starts none of the threads of NumPy's library",
        ),
        _above_empty("`tenure recall` as a process, by meaning too, above an empty process", times, "by meaning"),
    ]


def _above_empty(what: str, times: Mapping[str, Times], name: str, *, most: float | None = None) -> Figure:
    """Give what a process takes longer than an empty one, in milliseconds."""
    return Figure(
        what=what,
        value=(times[name].wall - times["empty process"].wall) * 1e3,
        unit="ms",
        goal="" if most is None else f"≤ {most} ms",
        most=most,
    )


def _make_home(home: Path, folder: Path, setting: Setting, size: int) -> tuple[Path, Path]:
    """Make the store of a person's own in a home of its own; give its folders of data and keys."""
    scope, now = tenure.Scope(user="ana"), datetime.now(UTC)
    tenure.open(home / "store", keys=home / "keys", policy="personal").close()
    name = (home / "store" / "store.id").read_text(encoding="ascii")
    (home / "keys").rename(folder / "made")
    (home / "keys").mkdir(mode=0o700)
    (folder / "made").rename(home / "keys" / name)
    with tenure.open(home / "store", keys=home / "keys" / name) as memory:
        memory.operator("ana").own()
    with filling.store_at(home / "store", home / "keys" / name) as store:
        filling.put(store, [filling.entry(text, scope, now) for text in islice(filling.claims(setting), size)], now)
    return home / "store", home / "keys" / name


def _python(home: Path, script: str, *arguments: str, **also: str) -> str:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("TENURE_", "PYTHONDONT"))}
    # As installed: an installer compiles what it puts down, and a checkout keeps what its first run compiled.
    asked = {"PYTHONPYCACHEPREFIX": str(home / "bytecode"), "TENURE_HOME": str(home), "TENURE_EMBEDDER": "lexical"}
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        env={**kept, **asked, "NO_COLOR": "1", **also},
        cwd=home.parent,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"start: a process ended with {done.returncode}: {done.stderr[-500:]}")
    return done.stdout


BENCHMARK = Benchmark(
    name="start",
    about="processes that import Tenure and that recall once, lexically",
    counts="entries in the scope that is recalled",
    sizes=(300,),
    tiny=(20,),
    run=run,
)
