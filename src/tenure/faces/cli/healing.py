"""`heal`: renew the place of code that only moved; draft a correction or a removal where it says otherwise (R22)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from tenure import Healed
from tenure.faces.cli.app import answer
from tenure.faces.cli.envelope import Answer, NextStep
from tenure.faces.cli.opening import Json, Opened, opened
from tenure.faces.cli.table import table
from tenure.faces.cli.terminal import is_there
from tenure.faces.telling import ASK_THE_PERSON, healed_data

HEADS = ("id", "why", "outcome", "done", "draft", "now at")
_WORDS = {
    "sound": "nothing to mend",
    "renewed": "place renewed",
    "correction": "correction drafted",
    "removal": "removal drafted",
    "waiting": "a draft waits already",
    "nothing": "nothing can be drafted",
}


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("heal")(heal)


def heal(
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="[ID...]", help="Which entries; all that cite a source, if left out.")
    ] = None,
    json: Json = False,
) -> None:
    """Mend entries whose source moved or says otherwise: renew their place, or draft what you may approve."""

    def work() -> Answer:
        with opened() as memory:
            return _answer(_healed(memory, ids or ()), memory)

    answer("heal", json=json, work=work)


def _healed(memory: Opened, ids: Sequence[str]) -> list[Healed]:
    handle = memory.person() if is_there() else memory.agent()
    wanted = ids or [each.entry_id for each in memory.agent().verify_all()]
    return [handle.heal(each) for each in wanted]


def _rest(healed: Sequence[Healed], told: Sequence[Healed]) -> list[str]:
    if not healed:
        return ["nothing here cites a source"]
    sound = len(healed) - len(told)
    return [f"nothing to mend in {sound} of {len(healed)}"] if sound else []


def _answer(healed: Sequence[Healed], memory: Opened) -> Answer:
    told = [each for each in healed if each.done.value != "sound"]
    rows = [
        (each.entry_id, each.reason, each.outcome.value, _WORDS[each.done.value], each.proposal_id, each.place or "")
        for each in told
    ]
    drafted = [each.proposal_id for each in told if each.proposal_id]
    step = NextStep(who="person", do=f"tenure review approve {drafted[0]}; or edit, decline") if drafted else None
    return Answer(
        status="pending" if drafted else "done",
        lines=[*table(HEADS, rows), *_rest(healed, told)],
        data={"healed": [healed_data(each) for each in healed]},
        scope=memory.scope,
        next=[] if step is None else [step, ASK_THE_PERSON],
    )
