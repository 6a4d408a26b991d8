"""Open checkers of code references on the same spans: each in an environment made on request, never in this project's.

Each sees the cited file alone, as it was and as it is: they look at nothing else. What they give: whether the lines
still hash to the same, and for one of them where in the file the same lines stand now.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.git_fates import Place, Said, blob_at
from tenure.eval.peers.environments import environment, run

PACKAGES: Final[Mapping[str, str]] = {
    "claude-fieldnotes": "claude-fieldnotes==0.11.0",
    "docpin": "docpin==1.0.0",
}
_RUNNER = Path(__file__).with_name("checking.py")


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """One span to be checked: the git directory, the commits of citing and of checking, and where it stood."""

    git_dir: Path
    begin: str
    end: str
    was: Place


def check_all(spans: Sequence[Span], environments: Path) -> dict[str, list[Said] | str]:
    """Give what every checker says of every span, or why it could not be had."""
    with tempfile.TemporaryDirectory(prefix="tenure-benchmark-") as made:
        asked = json.dumps([_laid_out(span, Path(made) / str(number)) for number, span in enumerate(spans)])
        return {name: _checked(name, asked, spans, environments) for name in PACKAGES}


def _laid_out(span: Span, folder: Path) -> dict[str, object]:
    """Put the cited file, as it was and as it is, into two folders."""
    for name, commit in (("begin", span.begin), ("end", span.end)):
        path = folder / name / span.was.path
        data = blob_at(span.git_dir, commit, span.was.path)
        (folder / name).mkdir(parents=True)
        if data is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    return {"folder": str(folder), "path": span.was.path, "first": span.was.first, "last": span.was.last}


def _checked(name: str, asked: str, spans: Sequence[Span], environments: Path) -> list[Said] | str:
    try:
        python = environment(name, [PACKAGES[name]], environments)
        told = json.loads(run([str(python), str(_RUNNER), name], given=asked))
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        return f"could not be had here ({type(error).__name__})"
    return [
        Said(outcome, Place(span.was.path, first, last) if first else None, seconds)
        for span, (outcome, first, last, seconds) in zip(spans, told, strict=True)
    ]
