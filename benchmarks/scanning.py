"""Runs inside a scanner's own environment: texts as JSON on standard input, whether each holds a secret as JSON out."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def _files(texts: Sequence[str]) -> Iterator[tuple[Path, list[Path]]]:
    """Write every text into a file of its own, for scanners that read files."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / "texts" / f"{number}.txt" for number in range(len(texts))]
        paths[0].parent.mkdir()
        for path, text in zip(paths, texts, strict=True):
            path.write_text(text, encoding="utf-8", errors="replace")
        yield Path(folder), paths


def gitleaks(texts: Sequence[str]) -> list[bool]:
    """Run the program once over all files, decoding as deep as it offers."""
    with _files(texts) as (folder, paths):
        report = folder / "report.json"
        program = Path(sys.executable).with_name("gitleaks")
        command = [
            program,
            "dir",
            paths[0].parent,
            "--report-path",
            report,
            "--max-decode-depth",
            "5",
            "--exit-code",
            "0",
        ]
        subprocess.run([*map(str, command), "--no-banner"], check=True, capture_output=True)
        found = {Path(each["File"]).name for each in json.loads(report.read_text())}
        return [path.name in found for path in paths]


def betterleaks(texts: Sequence[str]) -> list[bool]:
    """Ask its bindings, text by text."""
    scan = importlib.import_module("betterleaks").scan_string
    return [bool(scan(text)) for text in texts]


def detect_secrets(texts: Sequence[str]) -> list[bool]:
    """Scan a file for each text with its default plug-ins and filters."""
    scan = importlib.import_module("detect_secrets.core.scan").scan_file
    settings = importlib.import_module("detect_secrets.settings").default_settings
    with _files(texts) as (_, paths), settings():
        return [any(True for _ in scan(str(path))) for path in paths]


def agent_memory_guard(texts: Sequence[str]) -> list[bool]:
    """Ask for secrets alone; what it says of injection is another matter."""
    scan = importlib.import_module("agent_memory_guard.scan").scan
    return [bool(scan(text).has_secrets) for text in texts]


SCANNERS: dict[str, Callable[[Sequence[str]], list[bool]]] = {
    "gitleaks": gitleaks,
    "betterleaks": betterleaks,
    "detect-secrets": detect_secrets,
    "agent-memory-guard": agent_memory_guard,
}

if __name__ == "__main__":
    answers = SCANNERS[sys.argv[1]](json.load(sys.stdin))
    print(json.dumps(answers))
