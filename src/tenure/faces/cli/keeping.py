"""Keeping the store clean: `sweep` erases what has ended, and goes on with erasures that have steps to go."""

from __future__ import annotations

import typer

from tenure.faces.cli.app import answer
from tenure.faces.cli.envelope import Answer, ExitCode, NextStep
from tenure.faces.cli.opening import Json, Opened, opened
from tenure.faces.cli.outcomes import counted_line
from tenure.faces.cli.terminal import is_there
from tenure.model.receipt import ReceiptState


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("sweep")(sweep)


def sweep(json: Json = False) -> None:
    """Erase what has ended: expired, not reviewed, unanswered, long superseded, left by ended tasks."""

    def work() -> Answer:
        with opened() as memory:
            return _sweep(memory)

    answer("sweep", json=json, work=work)


def _sweep(memory: Opened) -> Answer:
    operator = memory.operator()
    swept = operator.sweep()
    waiting = [each for each in operator.finish_erasures() if each.state is ReceiptState.PENDING]
    if swept.is_held_back:
        return Answer(
            status="held_back",
            lines=["nothing was erased: the clock leapt ahead, and nobody said yet that it is right"],
            data={"is_held_back": True},
            scope=memory.everywhere,
            next=[NextStep(who="person", do="tenure doctor --confirm-clock, if the clock is right; else set it")],
            exit_code=ExitCode.NOT_SO,
        )
    warnings, steps = _about_vectors(swept.lacking, swept.trouble)
    if not is_there():  # an agent may not learn what ended in places that it cannot see, nor how much (R35)
        return Answer(
            status="pending" if waiting else "done",
            lines=["swept; what was erased is told to you at a terminal alone"],
            scope=memory.everywhere,
            warnings=warnings,
            next=steps,
            exit_code=ExitCode.ERASURE_PENDING if waiting else ExitCode.DONE,
        )
    parts = (
        ("past their end", swept.expired),
        ("not reviewed in time", swept.overdue),
        ("superseded or revoked long ago", swept.ended),
        ("unanswered", swept.lapsed),
    )
    lines = [f"  {len(ids):4}  {what}: {' '.join(ids)}" for what, ids in parts if ids]
    counted = (
        (swept.tombstones, "mark past its own end", "marks past their own end"),
        (swept.notes, "note left by an ended task", "notes left by ended tasks"),
        (len(waiting), "erasure still has steps to go", "erasures still have steps to go"),
    )
    lines += [counted_line(count, one, many) for count, one, many in counted if count]
    told = ["erased:", *lines] if lines else ["nothing had ended"]
    if swept.embedded:  # made, not erased
        told.append(f"vectors made for entries that lacked one: {swept.embedded}")
    return Answer(
        status="pending" if waiting else "done",
        lines=told,
        data={
            "expired": list(swept.expired),
            "overdue": list(swept.overdue),
            "ended": list(swept.ended),
            "lapsed": list(swept.lapsed),
            "tombstones": swept.tombstones,
            "notes": swept.notes,
            "pending": [each.id for each in waiting],
        },
        scope=memory.everywhere,
        warnings=warnings,
        next=steps,
        exit_code=ExitCode.ERASURE_PENDING if waiting else ExitCode.DONE,
    )


def _about_vectors(lacking: int, trouble: str) -> tuple[list[str], list[NextStep]]:
    """Say why entries go without a vector, and what to do; not how many: that is nobody's but a person's (R35)."""
    if trouble:
        told = "what compares by meaning fails, so entries without a vector got none; words alone find them"
        return [told], [NextStep(who="person", do="tenure doctor")]
    if lacking:
        return ["some entries lack a vector still"], [NextStep(who="person", do="tenure sweep")]
    return [], []
