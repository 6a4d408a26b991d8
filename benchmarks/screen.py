"""The command `python -m benchmarks.screen --data FOLDER`: what the screens recognise, beside other scanners."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

from benchmarks import corpora, injected, recognised, scanners, structural
from benchmarks.recognised import Judged

GOALS = {
    "recall": "≥ 0.90",
    "vendor": "≥ 0.97",
    "plain": "≥ 0.80",
    "disguised": "≥ 0.90",
    "false_alarms": "≤ 0.01",
    "ordinary_false_alarms": "0",
    "p95_ms": "≤ 4",
}
CHANNELS = {"injection": "injection.jsonl", "structural": "structural.jsonl"}
ENVIRONMENTS = Path(".venv-peers")


def main(given: Sequence[str]) -> int:
    """Measure what the folder has; the last line that is printed is one JSON object."""
    options = _parser().parse_args(given)
    found: dict[str, object] = {}
    started = time.perf_counter()
    secrets = recognised.secrets(options.data)
    seconds = time.perf_counter() - started
    if secrets is not None:
        judged, found["secrets"] = secrets
        _tell("secrets", judged, secrets[1])
        if options.peers:
            _tell_peers(judged, seconds, options.environments)
    else:
        print(f"secrets: not measured, {recognised.SECRETS} or its loader is not in the folder\n")
    personal = recognised.personal(options.data)
    if personal is not None:
        _tell("personal data", *personal)
        found["personal"] = personal[1]
    measures: dict[str, Callable[[Path], Mapping[str, object]]] = {
        "injection": partial(injected.measure, others_every=options.others_every),
        "structural": structural.measure,
    }
    for name, file in CHANNELS.items():
        if (options.data / file).is_file():
            measured = found[name] = measures[name](options.data)
            print(f"{name}: sent through the public calls\n")
            print(_table(("what", "value"), [(key, str(value)) for key, value in measured.items()]), end="\n\n")
        else:
            print(f"{name}: not measured, {file} is not in the folder\n")
    print(json.dumps(found, ensure_ascii=False))
    return 0


def _tell(what: str, judged: Iterable[Judged], summary: Mapping[str, float]) -> None:
    rows = [(name, str(found), str(of), f"{found / of:.3f}") for name, found, of in recognised.by_family(judged)]
    print(f"{what}: found, by label and family\n")
    print(_table(("family", "found", "of", "share"), rows), end="\n\n")
    goals = GOALS if what == "secrets" else {}
    figures = [(name, f"{value:.3f}", goals.get(name, "")) for name, value in summary.items()]
    print(_table(("what", "value", "goal"), figures), end="\n\n", flush=True)


def _tell_peers(judged: Sequence[Judged], seconds: float, environments: Path) -> None:
    heads = ("scanner", "recall", "vendor", "plain", "disguised", "false_alarms", "ordinary_false_alarms")
    rows = [("tenure", *_cells(recognised.summary(judged), heads[1:]), "1.00 x")]
    for peer in scanners.scan_all([each.row for each in judged], environments):
        if peer.found is None:
            rows.append((peer.name, *("" for _ in heads[1:]), peer.why))
            continue
        theirs = [Judged(each.row, is_found) for each, is_found in zip(judged, peer.found, strict=True)]
        cells = _cells(recognised.summary(theirs), heads[1:])
        rows.append((peer.name, *cells, f"{peer.seconds / seconds:.2f} x"))
    print("the same rows, other scanners; seconds for all rows, process start included, against Tenure's\n")
    print(_table((*heads, "seconds"), rows), end="\n\n", flush=True)


def _cells(summary: Mapping[str, float], names: Iterable[str]) -> list[str]:
    return [f"{summary[name]:.3f}" if name in summary else "" for name in names]


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.screen", description="Measure what the screens see.")
    parser.add_argument("--data", type=corpora.folder, required=True, help="a folder with secrets.jsonl and the like")
    parser.add_argument("--peers", action="store_true", help="run other scanners on the same rows")
    parser.add_argument(
        "--others-every",
        type=int,
        default=injected.OTHERS_EVERY,
        metavar="N",
        help="of how many attacks one is also quoted, laundered, echoed and cited as what it is not; 1: each",
    )
    parser.add_argument("--environments", type=Path, default=ENVIRONMENTS, help="where scanners are installed")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
