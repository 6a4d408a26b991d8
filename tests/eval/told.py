"""Folders of results made by hand, in the form in which the runner leaves them."""

from __future__ import annotations

import json
from pathlib import Path


def story(suite, scenario, *, wrong=0, looked=0, found=0, sought=0, **more):
    """Give one line of `outcomes.jsonl`."""
    counts = {"wrong": wrong, "looked": looked, "found": found, "sought": sought}
    rest = {"reasons": {}, "not_applicable": "", "figures": {}, "failed": "", "seconds": 0.5} | more
    return {"suite": suite, "scenario": scenario, **counts, **rest}


def results(folder: Path, system, stories, *, seed=7, data="", sha256="", started_at="2026-01-01T10:00:00Z"):
    """Write the folder of one run and give it."""
    place = folder / f"{system}-{started_at.replace(':', '')}"
    place.mkdir(parents=True)
    head = {
        "system": system,
        "versions": {"tenure": "0.1.0", system: "1.2.3"},
        "command": f"tenure eval run --system {system}",
        "seed": seed,
        "suites": sorted({each["suite"] for each in stories}),
        "machine": {"python": "3.11.2", "cores": 2},
        "data": data,
        "data_sha256": sha256,
        "started_at": started_at,
        "ended_at": "2026-01-01T10:05:00Z",
    }
    (place / "run.json").write_text(json.dumps(head))
    (place / "outcomes.jsonl").write_text("".join(json.dumps(each) + "\n" for each in stories))
    return place
