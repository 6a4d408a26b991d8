"""Steps that turn what is kept: sessions and grants that end, copies that come back, claims that rest on others."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import tenure
from benchmarks.scripts.stage import Stage, Step, instant, kind_of

BACKUPS = frozenset({"backup", "copy", "snapshot"})
"""Words for a step that copies the data away."""


def derive(stage: Stage, step: Step) -> None:
    """Let the agent propose what rests on an entry, and the person say yes."""
    (source, *_) = stage.at(step)
    step.decision = stage.agent().propose(step.text, kind=kind_of(step.given), because=f"entry:{source.entry_id}")
    if step.decision.proposal_id:
        kept = stage.approve(stage.person().show(step.decision.proposal_id))
        step.entry_id = kept.id if isinstance(kept, tenure.Entry) else ""


def promote(stage: Stage, step: Step) -> None:
    """Let the agent propose what a note of the script says, resting on it."""
    (source, *_) = stage.at(step)
    because = [source.kept] if source.kept is not None else []
    step.decision = stage.agent().propose(step.text or source.text, kind=kind_of(step.given), because=because)
    if step.decision.proposal_id:
        step.shown = stage.person().show(step.decision.proposal_id)


def approve_all(stage: Stage, step: Step) -> None:
    """Let the person say yes to all that waits in one go."""
    step.gave = stage.person(is_present=True).approve_many(stage.person().pending())


def revoke(stage: Stage, step: Step) -> None:
    """Let the person take back all grants."""
    step.gave = [stage.person().revoke(grant.id) for grant in stage.person().grants()]


def begin(stage: Stage, step: Step) -> None:  # noqa: ARG001 - one shape for all steps
    """Begin another task; the one before ends."""
    stage.begin()


def read(stage: Stage, step: Step) -> None:
    """Let an agent of a later session list everything."""
    step.found = stage.reader().list_entries()


def back_up(stage: Stage, step: Step) -> None:
    """Make a backup as the operator does."""
    step.gave = stage.memory.operator("ana").backup(stage.folder / f"backup-{len(stage.done)}")


def restore(stage: Stage, step: Step) -> None:  # noqa: ARG001 - one shape for all
    """Put the script's backup back as a person does, and go on with what it gives."""
    copies = (each.gave for each in reversed(stage.done) if each.given["op"] in BACKUPS)
    stage.restore(next(copy for copy in copies if isinstance(copy, Path)))


def export(stage: Stage, step: Step) -> None:
    """Let the person export everything."""
    step.gave = stage.person().export()


def bring_in(stage: Stage, step: Step) -> None:
    """Let the person import what the script exported, and an agent ask afterwards."""
    lines = next(each.gave for each in reversed(stage.done) if each.given["op"] == "export")
    assert isinstance(lines, tuple)
    step.decisions += stage.person(is_present=True).import_lines([str(line) for line in lines], scope=stage.scope())


def turn_clock(stage: Stage, step: Step) -> None:
    """Turn the clock to an instant or by a span."""
    if "to" in step.given:
        stage.clock.set(instant(step.given["to"]))
    else:
        spans = {name: float(step.given.get(name, 0)) for name in ("days", "hours", "minutes", "seconds")}
        stage.clock.advance(timedelta(**spans))
    stage.reader().list_entries()  # a time at which nobody looks is none that a memory could know of


def grep(stage: Stage, step: Step) -> None:
    """Look for the script's words in all files."""
    words = [word for each in stage.done for word in re.findall(r"\w{6,}", each.text)]
    step.gave = stage.files_with(*(word.encode() for word in words))


def grant(stage: Stage, step: Step) -> None:
    """Let the person give a grant."""
    step.gave = stage.person().grant(str(step.given.get("kind", "preference")))


def end(stage: Stage, step: Step) -> None:  # noqa: ARG001 - one shape for all steps
    """End the task."""
    stage.task.end()


def reopen(stage: Stage, step: Step) -> None:  # noqa: ARG001 - one shape for all
    """Close everything and open it again."""
    stage.reopen()


def sweep(stage: Stage, step: Step) -> None:
    """Let the operator sweep."""
    step.gave = stage.memory.operator("ana").sweep()
