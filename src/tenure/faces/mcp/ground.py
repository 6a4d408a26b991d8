"""What the server stands on: the store, opened on first use, and the scope of the folder at each call."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from tenure import wiring
from tenure.errors import Error, NotFoundError, StoreError
from tenure.faces.agents.tools import Called, called
from tenure.faces.mcp import consent
from tenure.faces.standing import scope_at
from tenure.memory.agent import AgentHandle
from tenure.memory.memory import Memory
from tenure.memory.person import PersonHandle
from tenure.memory.task import TaskHandle
from tenure.model.principal import Strength
from tenure.model.scope import Scope
from tenure.values import dataclass

SESSION: Final = "a session of a coding agent"
TASKS_MAX: Final = 200
ENDED_MAX: Final = 1_000
"""Sessions whose end is remembered: a call of theirs that comes late begins no task."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Who calls, as the connection says; nothing of it comes from a model.

    Args:
        folder: Where it stands.
        session: The session of its connection, or empty where the protocol has none.
        user: The person whose client it is, or None for the owner of the store.
    """

    folder: Path
    session: str = ""
    user: str | None = None


class Ground:
    """The store of this person for as long as the server runs.

    It is opened at the first call and again after it could not be: a store that is made, or mended, while the server
    runs is found without a restart.

    Args:
        agent: In whose name the client acts; stands in the record of what was done.
        folder: The data folder; this person's own store if None.
        sweep_minutes: How often it is swept; not from here if None.
    """

    def __init__(self, *, agent: str, store: Path | None = None, sweep_minutes: int | None = None) -> None:
        self._name = agent
        self._store = store
        self._sweep_minutes = sweep_minutes
        self._memory: Memory | None = None
        self._tasks: dict[tuple[str, Scope], TaskHandle] = {}
        self._ended: dict[str, None] = {}
        self._is_over = False
        self._lock = threading.RLock()

    def call(self, caller: Caller, name: str, arguments: Mapping[str, object] | None) -> Called:
        """Run one tool.

        Raises:
            Error: There is no ground to stand on: no store, no such task, a repository that may not be read.
        """
        given = arguments or {}
        return called(self.agent(caller, _task(given), begins=name == "note"), name, given)

    def question(self, caller: Caller, given: Called, *, can_ask: bool) -> consent.Question | str:
        """Give the question that a call left for the person, or the code of why it is not put here."""
        agent, person = self.agent(caller), self.person(caller)
        session = self._session_of(agent, caller)
        return consent.question_of(given, person=person, agent=agent, session=session, can_ask=can_ask)

    def settled(
        self, caller: Caller, given: Called, asked: consent.Question, answer: str | None, *, name: str
    ) -> Called:
        """Do what the person answered to a question of this call."""
        return consent.settled(given, asked, answer, person=self.person(caller), name=name)

    def resumed(self, caller: Caller, state: str, answer: str | None, *, name: str) -> Called:
        """Do what the person answered to a question of an earlier call, told by its state."""
        person = self.person(caller)
        asked = consent.asked_before(state, person=person)
        return consent.settled(consent.resumed(asked.shown, name=name), asked, answer, person=person, name=name)

    def agent(self, caller: Caller, task_id: str | None = None, *, begins: bool = False) -> AgentHandle:
        """Give the handle for one call: in the task that it names, in its session's, or without one.

        Args:
            caller: Who calls.
            task_id: The task that it names.
            begins: Whether a task is begun where there is neither.

        Raises:
            NotFoundError: There is no such living task in the scope of this folder, or the session has ended.
        """
        memory, user = self._opened(caller)
        scope, _ = scope_at(memory, user, caller.folder)
        at = caller.folder if scope.repository else None
        if task_id is not None:
            return self._resumed(memory, task_id, scope, at).agent(self._name)
        if caller.session or begins:
            with suppress(StoreError):  # a store that can only be read has no tasks, and can be read
                return self._session(memory, caller.session, scope, at).agent(self._name)
        return memory.agent(self._name, scope=scope, at=at)

    def person(self, caller: Caller) -> PersonHandle:
        """Give the handle of the person behind the client: what the client says that they answered is *client*."""
        memory, user = self._opened(caller)
        scope, _ = scope_at(memory, user, caller.folder)
        at = caller.folder if scope.repository else None
        return memory.person(user, strength=Strength.CLIENT, at=at)

    def _session_of(self, agent: AgentHandle, caller: Caller) -> str:
        """Give the name under which the questions of a session are counted."""
        task = self._tasks.get((caller.session, agent.scope))
        return agent.name if task is None else task.id

    def end_session(self, session: str) -> None:
        """End the tasks of a session whose client is gone; the protocol's id of it, whoever's it was."""
        if not session:
            return
        with self._lock:
            self._ended[session] = None
            while len(self._ended) > ENDED_MAX:
                del self._ended[next(iter(self._ended))]
            for key in [key for key in self._tasks if _id_of(key[0]) == session]:
                with suppress(Error):
                    self._tasks.pop(key).end()

    def close(self) -> None:
        """End every task that began here, and let go of the store; a call that comes late does not open it again."""
        with self._lock:
            self._is_over = True
            if self._memory is not None:
                self._memory.close()
                self._memory = None

    def _opened(self, caller: Caller) -> tuple[Memory, str]:
        with self._lock:
            if self._is_over:
                raise StoreError("the server has ended", code="closed", hint="Start it again.")
            if self._memory is None:
                self._memory = wiring.open(self._store, create=False, sweep_minutes=self._sweep_minutes)
            self._memory.refresh()
            return self._memory, caller.user or self._memory.owner()

    def _session(self, memory: Memory, session: str, scope: Scope, at: Path | None) -> TaskHandle:
        with self._lock:
            if _id_of(session) in self._ended:
                raise NotFoundError("this session has ended", code="no_session", hint="Begin another one.")
            known = self._tasks.get((session, scope)) if session else None
            if known is not None:
                with suppress(NotFoundError):  # it passed its time limit
                    return memory.resume(known.id, at=at)
            begun = memory.task(SESSION, scope=scope, at=at)
            if session:
                mine = [key for key in self._tasks if key[1].user == scope.user]  # nobody ends another's (R35)
                for key in mine[: max(0, len(mine) + 1 - TASKS_MAX)]:
                    with suppress(Error):
                        self._tasks.pop(key).end()
                self._tasks[session, scope] = begun
            return begun

    def _resumed(self, memory: Memory, task_id: str, scope: Scope, at: Path | None) -> TaskHandle:
        task = memory.resume(task_id, at=at)
        if task.scope != scope:  # another folder's, or another person's: as missing as one that never was
            raise NotFoundError("there is no such living task", hint="Begin one; a task's notes are gone with its end.")
        return task


def _id_of(session: str) -> str:
    """Give the protocol's own id of a session, whoever's it is."""
    return session.rpartition(":")[2]


def _task(arguments: Mapping[str, object]) -> str | None:
    named = arguments.get("task")
    return named if isinstance(named, str) and named else None
