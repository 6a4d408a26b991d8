"""The command `python -m benchmarks.recall --data FOLDER`: what recall finds, on each public set there."""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks import (
    abstention,
    corpora,
    factconsolidation,
    languages,
    letta,
    longmemeval,
    low_overlap,
    paraphrases,
    unrelated,
    updates,
)

Measured = Mapping[str, Any] | None
SETS: dict[str, Callable[[argparse.Namespace], Measured]] = {
    "longmemeval": lambda options: longmemeval.measure(options.data, questions_max=options.questions),
    "low_overlap": lambda _: low_overlap.measure(),
    "languages": lambda _: languages.measure(),
    "paraphrases": lambda _: paraphrases.measure(),
    "factconsolidation": lambda options: factconsolidation.measure(options.data),
    "letta": lambda options: letta.measure(options.data),
    "updates": lambda options: updates.measure(options.data),
    "unrelated": lambda options: unrelated.measure(options.data),
    "abstention": lambda options: abstention.measure(options.data),
}
"""The sets in the order of a run; each gives nothing if its data is not in the folder."""


def main(given: Sequence[str]) -> int:
    """Measure what the folder has; the last line that is printed is one JSON object with one key a set."""
    options = _parser().parse_args(given)
    found: dict[str, Any] = {}
    for name in options.sets or SETS:
        print(f"{name} ...", file=sys.stderr, flush=True)
        measured = SETS[name](options)
        if not measured:
            print(f"{name}: not measured, its data is not in the folder\n")
            continue
        found[name] = measured
        print(f"{name}\n\n{_table(measured)}\n", flush=True)
    found["data"] = {path.name: _digest(path) for path in sorted(options.data.rglob("*")) if _is_data(path)}
    print(json.dumps(found, ensure_ascii=False))
    return 0


def _table(measured: Mapping[str, Any]) -> str:
    return "\n".join(
        ["| what | value |", "| --- | --- |", *(f"| {name} | {value} |" for name, value in _rows(measured))]
    )


def _rows(measured: Mapping[str, Any], before: str = "") -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    for name, value in measured.items():
        rows += _rows(value, f"{before}{name} ") if isinstance(value, Mapping) else [(before + name, str(value))]
    return rows


def _is_data(path: Path) -> bool:
    return path.is_file() and path.name.endswith((".json", ".json.gz", ".jsonl"))


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def _set(text: str) -> str:
    if text not in SETS:
        raise argparse.ArgumentTypeError(f"no such set; there are {', '.join(SETS)}")
    return text


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.recall", description="Measure what recall finds.")
    parser.add_argument("sets", nargs="*", metavar="SET", type=_set, help=f"which of {', '.join(SETS)}")
    parser.add_argument(
        "--questions", type=int, help="so many questions of LongMemEval, drawn by a seed; all if left out"
    )
    parser.add_argument(
        "--data", type=corpora.folder, required=True, help="a folder with the public sets; any may be absent"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
