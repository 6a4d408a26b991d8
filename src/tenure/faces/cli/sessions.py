"""What a client's session does with the memory: it is briefed, hears the person, notes pages, and ends."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, suppress
from typing import Final

from tenure import TaskHandle
from tenure.errors import NotFoundError
from tenure.faces.cli.events import PAGES, Given
from tenure.faces.cli.opening import Opened, opened
from tenure.faces.cli.tasks import HEARING, SESSION
from tenure.model.principal import Strength

STALE_TOLD_MAX: Final = 5


def _started(given: Given) -> str:
    with _opened(given, searches=True) as memory:
        brief = memory.agent().brief().render()
        task = _task(memory, given)
        return (
            f"{brief}\nTenure keeps this session's notes and the user's own words in {task.id}. "
            "Pass it as 'task' to note, propose, correct and forget."
        )


def _heard(given: Given) -> str:
    with _opened(given) as memory:
        task = _task(memory, given)
        kept = task.hear(given.prompt, by=memory.person(Strength.HOST))
        return (
            f"Tenure kept what the user just said as {kept.id} in {task.id}. To propose something of it: "
            f"because=['{kept.id}'], task='{task.id}', in the user's own words."
        )


def _ran(given: Given) -> str:
    if given.tool in PAGES:
        with _opened(given) as memory:
            _task(memory, given).observe(given.gave or "a page", tool=given.tool, channel="document")
        return ""
    with _opened(given) as memory:
        stale = [each for each in memory.agent().verify_all() if each.is_stale]
    if not stale:
        return ""
    named = ", ".join(f"{each.entry_id} ({each.validation.outcome.value})" for each in stale[:STALE_TOLD_MAX])
    more = f" and {len(stale) - STALE_TOLD_MAX} more" if len(stale) > STALE_TOLD_MAX else ""
    return (
        f"Tenure: on this branch the code no longer bears out {named}{more}; recall withholds them. "
        "Read the source and call correct with the id, if it matters for the task."
    )


def _ended(given: Given) -> str:
    with _opened(given) as memory, suppress(NotFoundError):
        _task(memory, given).end()
    return ""


EVENTS: Final[Mapping[str, Callable[[Given], str]]] = {
    "start": _started,
    "heard": _heard,
    "ran": _ran,
    "end": _ended,
}


def _opened(given: Given, *, searches: bool = False) -> AbstractContextManager[Opened]:
    if given.folder is not None and given.folder.is_dir():
        os.chdir(given.folder)
    return opened(searches=searches)


def _task(memory: Opened, given: Given) -> TaskHandle:
    return memory.memory.task(HEARING, scope=memory.scope, holder=SESSION, at=memory.at, session=given.session)
