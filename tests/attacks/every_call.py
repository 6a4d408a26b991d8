"""Every public call of every handle, found by inspection, each with arguments that work."""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from tenure import AgentHandle, Memory, OperatorHandle, PersonHandle, Selector, TaskHandle
from tests.world import World

HANDLES = (Memory, TaskHandle, AgentHandle, PersonHandle, OperatorHandle)
_serial = itertools.count(1)

Made = dict[str, Any]


@dataclass(frozen=True)
class Call:
    """One method of one handle; ``make`` gives the handle and arguments with which it works."""

    handle: type
    name: str
    make: Callable[[World], tuple[object, Made]]

    @property
    def parameters(self) -> dict[str, inspect.Parameter]:
        found = inspect.signature(getattr(self.handle, self.name)).parameters
        return {name: each for name, each in found.items() if name != "self"}

    def __str__(self) -> str:
        return f"{self.handle.__name__}.{self.name}"


def public_methods(handle: type) -> list[str]:
    return [
        name
        for name, value in inspect.getmembers(handle)
        if not name.startswith("_") and callable(value) and not isinstance(value, property)
    ]


def fresh_text() -> str:
    return f"the amber colour number {next(_serial)} is preferred"


def fresh_entry(world: World) -> str:
    return world.ana.remember(fresh_text(), scope=world.scope).entry_id


def fresh_proposal(world: World) -> str:
    return world.agent().propose(fresh_text(), kind="preference").proposal_id


def _shown(world: World) -> Any:
    return world.ana.show(fresh_proposal(world))


def _challenged(world: World) -> str:
    return world.ana.challenge(fresh_entry(world)).id


def _admitted(world: World) -> str:
    if not any(each.is_in_force(world.clock.now()) for each in world.ana.grants()):
        world.ana.grant("preference")
    words = f"I prefer {next(_serial)} columns"
    return world.said(words, words).entry_id


def _withdrawable(world: World) -> str:
    return world.ana.remember(fresh_text(), scope=world.scope, is_approved=False).proposal_id


_MEMORY: dict[str, Callable[[World], Made]] = {
    "owner": lambda world: {},
    "refresh": lambda world: {},
    "scope": lambda world: {"user": "ana"},
    "task": lambda world: {"name": "look", "scope": world.scope},
    "resume": lambda world: {"task_id": world.task().id},
    "agent": lambda world: {"name": "coder", "scope": world.scope},
    "person": lambda world: {"person": "ana"},
    "operator": lambda world: {"person": "ana"},
    "close": lambda world: {},
}
_TASK: dict[str, Callable[[World], Made]] = {
    "hear": lambda world: {"text": "Please be concise.", "by": world.ana},
    "observe": lambda world: {"text": "a result", "tool": "shell"},
    "note": lambda world: {"text": "rounding happens twice"},
    "search": lambda world: {"text": "rounding"},
    "secret": lambda world: {"name": "DEPLOY_TOKEN"},
    "agent": lambda world: {"name": "coder"},
    "summarize": lambda world: {},
    "drafts": lambda world: {},
    "end": lambda world: {},
}
_AGENT: dict[str, Callable[[World], Made]] = {
    "note": lambda world: {"text": "rounding happens twice"},
    "search": lambda world: {"text": "rounding"},
    "notes": lambda world: {},
    "propose": lambda world: {"text": fresh_text(), "kind": "preference"},
    "recall": lambda world: {"text": "colour", "hops": 2, "as_of": world.clock.now(), "known_at": world.clock.now()},
    "brief": lambda world: {},
    "list_entries": lambda world: {},
    "verify": lambda world: {"entry_id": fresh_entry(world)},
    "verify_all": lambda world: {},
    "passage": lambda world: {"entry_id": fresh_entry(world)},
    "heal": lambda world: {"entry_id": fresh_entry(world)},
    "cite": lambda world: {"address": "rates.py:1-3"},
    "drop": lambda world: {"target": fresh_proposal(world)},
    "correct": lambda world: {"entry_id": fresh_entry(world), "text": fresh_text()},
    "forget": lambda world: {"entry_id": fresh_entry(world)},
    "challenge": lambda world: {"entry_id": fresh_entry(world), "reason": "it looks wrong"},
}
_PERSON: dict[str, Callable[[World], Made]] = {
    "passage": lambda world: {"entry_id": fresh_entry(world)},
    "verify": lambda world: {"entry_id": fresh_entry(world)},
    "verify_all": lambda world: {},
    "heal": lambda world: {"entry_id": fresh_entry(world)},
    "scopes": lambda world: {},
    "remember": lambda world: {"text": fresh_text()},
    "recall": lambda world: {"text": "colour", "scope": world.scope, "hops": 2},
    "pending": lambda world: {},
    "may_ask": lambda world: {"shown": _shown(world), "session": "s"},
    "edit_message": lambda world: {"message": "m-1", "text": "something else"},
    "withdraw_message": lambda world: {"message": "m-1"},
    "show": lambda world: {"proposal_id": fresh_proposal(world)},
    "approve": lambda world: {"shown": _shown(world)},
    "approve_many": lambda world: {"shown": [_shown(world)]},
    "decline": lambda world: {"shown": _shown(world)},
    "withdraw": lambda world: {"proposal_id": _withdrawable(world)},
    "grant": lambda world: {"kind": "preference", "scope": world.scope},
    "grants": lambda world: {},
    "reopen": lambda _: {"kind": "preference"},
    "revoke": lambda world: {"grant_id": world.ana.grant("preference", scope=world.scope).id},
    "key": lambda world: {},
    "enrol": lambda world: {"passphrase": "a long enough passphrase"},
    "unlock": lambda world: {"passphrase": "a long enough passphrase"},
    "correct": lambda world: {"entry_id": fresh_entry(world), "text": fresh_text()},
    "supersede": lambda world: {"entry_id": fresh_entry(world), "text": fresh_text()},
    "challenge": lambda world: {"entry_id": fresh_entry(world), "reason": "it looks wrong"},
    "settle": lambda world: {"entry_id": _challenged(world), "keep": True},
    "review": lambda world: {},
    "admitted_since": lambda world: {},
    "looked": lambda world: {},
    "undo": lambda world: {"entry_id": _admitted(world)},
    "report_asking": lambda world: {},
    "report_calibration": lambda world: {},
    "confirm": lambda world: {"entry_id": fresh_entry(world)},
    "raise_event": lambda world: {"name": "release"},
    "extend": lambda world: {"entry_id": fresh_entry(world), "expires_at": world.clock.now() + timedelta(days=30)},
    "preview": lambda world: {"selector": Selector(ids=(fresh_entry(world),))},
    "forget": lambda world: {"target": fresh_entry(world)},
    "show_entry": lambda world: {"entry_id": fresh_entry(world)},
    "list_entries": lambda world: {},
    "check_receipt": lambda world: {"receipt": world.ana.forget(fresh_entry(world)).id},
    "disclose": lambda world: {},
    "ledger": lambda world: {},
    "export": lambda world: {},
    "import_lines": lambda world: {"lines": [fresh_line(world)]},
}
_OPERATOR: dict[str, Callable[[World], Made]] = {
    "own": lambda world: {},
    "anchor": lambda world: {},
    "embed": lambda world: {},
    "backup": lambda world: {"target": world.folder / f"{next(_serial)}.backup"},
    "set_policy": lambda world: {"policy": world.memory.policy, "by": world.ana},
    "sweep": lambda world: {},
    "finish_erasures": lambda world: {},
    "ledger": lambda world: {},
    "check": lambda world: {},
    "examine": lambda world: {},
    "repository_at": lambda world: {"path": world.repository.folder},
    "settings_at": lambda world: {"path": world.repository.folder},
    "knows_repository": lambda world: {"path": world.repository.folder},
    "adopt": lambda world: {"path": world.repository.folder, "repository_id": str(world.scope.repository)},
    "confirm_clock": lambda world: {},
}


def fresh_line(world: World) -> str:
    return '{"tenure":1,"claim":{"text":"' + fresh_text() + '","kind":"fact"}}'


def handle_of(handle: type, world: World) -> object:
    if handle is Memory:
        return world.memory
    if handle is TaskHandle:
        return world.task()
    if handle is AgentHandle:
        return world.task().agent("coder")
    return world.ana if handle is PersonHandle else world.memory.operator("ana")


KNOWN = dict(zip(HANDLES, (_MEMORY, _TASK, _AGENT, _PERSON, _OPERATOR), strict=True))


def every_call() -> Iterator[Call]:
    """Give every call for which there are arguments that work; `test_bad_input` fails if a public one has none."""
    for handle, table in KNOWN.items():
        for name, make in table.items():
            yield Call(handle, name, lambda world, handle=handle, make=make: (handle_of(handle, world), make(world)))
