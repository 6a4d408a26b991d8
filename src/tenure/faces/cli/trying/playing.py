"""Takes the steps of `tenure try` and tells them; a surprise ends it with 1."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

import typer

from tenure.faces.cli.envelope import Answer, ExitCode, NextStep
from tenure.faces.cli.trying import believing, ending, guarding
from tenure.faces.cli.trying.stage import staged
from tenure.faces.cli.trying.step import Seen, take
from tenure.screen import neutralise

_WIDTH: Final = 10


def play(repository: Path | None, *, is_kept: bool, is_told: bool) -> Answer:
    """Take the steps one after another, tell each as it ends, and stop at a surprise.

    Args:
        repository: One's own repository, of which a copy is used; None makes one.
        is_kept: Whether the temporary folder stays.
        is_told: Whether each step is told while it goes; else only the answer tells them.
    """
    steps = (*believing.STEPS, *guarding.STEPS, *ending.STEPS)
    began = time.monotonic()
    seen: list[Seen] = []
    with staged(repository, is_kept=is_kept) as stage:
        if is_told:
            where = "a repository made for it" if repository is None else "a copy of your repository, as last committed"
            _say(f"Trying Tenure on {where}; everything lies in {stage.folder}.")
            for note in stage.ground.notes:
                _say(f"Of your repository: {note}.")
        for number, step in enumerate(steps, start=1):
            seen.append(take(step, stage))
            if is_told:
                _tell(number, seen[-1])
            if not seen[-1].is_expected:
                break
        notes, folder = stage.ground.notes, stage.folder
    seconds = time.monotonic() - began
    return _summary(seen, len(steps), seconds, folder=folder if is_kept else None, notes=notes)


def _summary(seen: list[Seen], count: int, seconds: float, *, folder: Path | None, notes: tuple[str, ...]) -> Answer:
    right = sum(each.is_expected for each in seen)
    surprise = next((each for each in seen if not each.is_expected), None)
    lines = [f"{right} of {count} steps went as expected, in {seconds:.1f} seconds."]
    if surprise is not None:
        lines.append(f"Step {len(seen)} ({surprise.step.title}) did not; {count - len(seen)} were not taken.")
    lines.append("The temporary folder is gone." if folder is None else f"The temporary folder is kept: {folder}")
    data: dict[str, object] = {
        "steps": [
            {
                "number": number,
                "name": each.step.name,
                "expected": each.step.expected,
                "seen": each.lines,
                "is_expected": each.is_expected,
                "seconds": round(each.seconds, 3),
            }
            for number, each in enumerate(seen, start=1)
        ],
        "steps_count": count,
        "as_expected": right,
        "seconds": round(seconds, 3),
        "surprise": None if surprise is None else surprise.step.name,
        "folder": None if folder is None else str(folder),
    }
    return Answer(
        status="done" if surprise is None else "surprise",
        lines=["", *lines],
        data=data,
        warnings=() if surprise is None else notes,
        next=[NextStep(who="person", do="tenure init makes your own memory")] if surprise is None else [],
        exit_code=ExitCode.DONE if surprise is None else ExitCode.NOT_SO,
    )


def _tell(number: int, seen: Seen) -> None:
    _say("")
    _say(f"{number:2}  {seen.step.title}")
    _say(f"    {'expected':{_WIDTH}}{seen.step.expected}")
    for name, line in zip(["seen", *[""] * len(seen.lines)], seen.lines, strict=False):
        _say(f"    {name:{_WIDTH}}{line}")
    _say(f"    {'ok' if seen.is_expected else 'SURPRISE'}")


def _say(line: str) -> None:
    typer.echo(neutralise(line))
