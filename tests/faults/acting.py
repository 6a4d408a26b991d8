"""A process that acts on one store until it is killed; it tells what was acknowledged, and what an error said."""

from __future__ import annotations

import itertools
import sys

import tenure
from tests.conftest import NOON

EXPECTED = frozenset({"not_allowed", "not_found", "changed_meanwhile"})


def tell(*words: object) -> None:
    """Say something that the parent counts as acknowledged."""
    print(*words, flush=True)


def act(memory: tenure.Memory, number: int) -> None:
    """Take one round: a note, a statement, a proposal that is approved, now and then an end and a task's end."""
    ana, scope = memory.person("ana"), memory.scope(user="ana")
    task = memory.task("look", scope=scope)
    tell("task", task.id)
    task.note(f"zqxscratch number {number}")
    slot = {"entity": "colour", "attribute": f"a{number % 3}", "value": str(number)}
    tell("kept", ana.remember(f"zqxkept colour number {number} is preferred", **slot).entry_id)
    asked = task.agent("coder").propose(f"zqxasked shape number {number} is preferred", kind="preference")
    if asked.proposal_id:
        shown = ana.show(asked.proposal_id)
        tell("approving", asked.proposal_id)
        tell("kept", ana.approve(shown).id)
    if number % 2:
        held = [each.entry for each in ana.list_entries() if each.entry is not None]
        first = next(entry for entry in held if entry.status == "active")
        for entry in held:  # what a value replaced goes with it
            if entry.id == first.id or (entry.claim.slot is not None and entry.claim.slot == first.claim.slot):
                tell("forgetting", entry.id)
        receipt = ana.forget(first.id)
        if receipt.state == "done":
            for entry_id in receipt.entry_ids:
                tell("forgot", entry_id)
    task.end()


def main(store: str, keys: str, first: str) -> None:
    """Act round by round; an error of the disk is told with its code and whether it says what to do."""
    memory: tenure.Memory | None = None
    for number in itertools.count(int(first)):
        try:
            if memory is None:
                memory = tenure.open(store, keys=keys, clock=tenure.FrozenClock(NOON))
                tell("open", "store")
            act(memory, number)
        except tenure.Error as error:
            tell("error", f"{error.code}:{bool(error.hint)}:{'zqx' in str(error)}")
            memory = None if error.code in {"closed", "replaced"} else memory


if __name__ == "__main__":
    main(*sys.argv[1:])
