"""Keeping the store clean: `sweep` erases what has ended, and goes on with erasures that have steps to go."""

from __future__ import annotations

import typer

from tenure.faces.cli.app import answer
from tenure.faces.cli.envelope import Answer, ExitCode, NextStep
from tenure.faces.cli.opening import Json, Opened, opened
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
    if not is_there():  # an agent may not learn what ended in places that it cannot see, nor how much (R35)
        return Answer(
            status="pending" if waiting else "done",
            lines=["swept; what was erased is told to you at a terminal alone"],
            scope=memory.everywhere,
            exit_code=ExitCode.ERASURE_PENDING if waiting else ExitCode.DONE,
        )
    parts = (
        ("past their end", swept.expired),
        ("not reviewed in time", swept.overdue),
        ("superseded or revoked long ago", swept.ended),
        ("proposals that nobody answered", swept.lapsed),
    )
    lines = [f"  {len(ids):4}  {what}: {' '.join(ids)}" for what, ids in parts if ids]
    counted = (
        (swept.tombstones, "marks past their own end"),
        (swept.notes, "notes left by ended tasks"),
    )
    lines += [f"  {count:4}  {what}" for count, what in counted if count]
    lines += [f"  {len(waiting):4}  erasures still have steps to go" for _ in waiting[:1]]
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
        exit_code=ExitCode.ERASURE_PENDING if waiting else ExitCode.DONE,
    )
