"""The command: `python -m benchmarks [NAME ...] [--data PATH] [--sizes N,N] ...`."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from benchmarks import page
from benchmarks.every import BENCHMARKS
from benchmarks.figure import Benchmark, Setting


def main(given: Sequence[str]) -> int:
    """Run what is asked for; the last line that is printed is one JSON object."""
    options = _parser().parse_args(given)
    chosen = [BENCHMARKS[name] for name in options.names or BENCHMARKS]
    if options.sizes and len(chosen) > 1:
        _parser().error("--sizes belongs to one benchmark: name it")
    figures, sizes = {}, {}
    with ExitStack() as stack:
        folder = options.keep or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tenure-benchmark-")))
        folder.mkdir(parents=True, exist_ok=True)
        os.environ["TENURE_HOME"] = str(folder / "home")  # nothing of this account is read or written
        for benchmark in chosen:
            setting = _setting(benchmark, options, folder)
            print(f"{benchmark.name}: {benchmark.about}", flush=True)
            print(f"sizes ({benchmark.counts}): {', '.join(f'{size:,}' for size in setting.sizes)}\n", flush=True)
            figures[benchmark.name], sizes[benchmark.name] = benchmark.run(setting), setting.sizes
            print(page.table(figures[benchmark.name]), end="\n\n", flush=True)
    found = page.results(figures, sizes=sizes, rounds=options.rounds)
    if options.write:
        page.write(found, options.write)
    print(json.dumps(found, ensure_ascii=False))
    return int(options.strict and any(each.holds is False for rows in figures.values() for each in rows))


def _setting(benchmark: Benchmark, options: argparse.Namespace, folder: Path) -> Setting:
    data: Path | None = options.data
    return Setting(
        sizes=options.sizes or (benchmark.tiny if options.tiny else benchmark.sizes),
        rounds=options.rounds,
        folder=folder,
        claims=data if data is not None and data.is_file() else None,
        repository=data if data is not None and data.is_dir() else None,
        environments=options.peers,
        scope_entries=options.scope_entries or (20 if options.tiny else 1_000),
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Measure Tenure against references in the same run.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="\n".join(f"  {one.name:10} {one.about}; sizes: {one.counts}" for one in BENCHMARKS.values()),
    )
    parser.add_argument("names", nargs="*", metavar="NAME", type=_name, help="which; all if left out")
    parser.add_argument("--data", type=_existing, help="a file of claims to store, or a git repository to cite")
    parser.add_argument("--sizes", type=_sizes, help="sizes of one benchmark, as in 10000,1000000")
    parser.add_argument("--rounds", type=int, default=21, help="how often everything is measured (default 21)")
    parser.add_argument("--scope-entries", type=int, help="entries in the scope that is recalled (default 1000)")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="work here, and find filled stores again")
    parser.add_argument("--peers", type=Path, metavar="FOLDER", help="install stores of others here, beside Tenure")
    parser.add_argument("--tiny", action="store_true", help="a trial at tiny sizes: it shows that everything runs")
    parser.add_argument("--write", type=_existing, metavar="PAGE", help="put the figures into this page")
    parser.add_argument("--strict", action="store_true", help="exit 1 if a goal is missed")
    return parser


def _name(text: str) -> str:
    if text not in BENCHMARKS:
        raise argparse.ArgumentTypeError(f"no such benchmark; there are {', '.join(BENCHMARKS)}")
    return text


def _existing(text: str) -> Path:
    path = Path(text)
    if not path.exists():
        raise argparse.ArgumentTypeError("no such file or folder")
    return path


def _sizes(text: str) -> tuple[int, ...]:
    try:
        sizes = tuple(int(part) for part in text.replace("_", "").split(","))
    except ValueError:
        raise argparse.ArgumentTypeError("whole numbers with commas between") from None
    if min(sizes) < 1:
        raise argparse.ArgumentTypeError("sizes are above 0")
    return sizes


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
