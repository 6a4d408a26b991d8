"""An opened memory: it closes, tells scopes apart and hands out handles; nothing else."""

from __future__ import annotations

import json
import os
from datetime import timedelta
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from tenure.cite.validator import Digest, Place
from tenure.errors import (
    IntegrityError,
    NotAllowedError,
    NotFoundError,
    RequestError,
    SchemaError,
    StoreError,
    StoreUnavailableError,
)
from tenure.memory.agent import AgentHandle
from tenure.memory.arguments import to_count, to_member, to_name, to_scope
from tenure.memory.checked import checked
from tenure.memory.settings import OWNER, read_setting
from tenure.memory.wired import Wired
from tenure.model.identifier import new_id
from tenure.model.principal import Strength
from tenure.model.scope import Scope
from tenure.policy.policy import Policy
from tenure.store.records import Holder, TaskRecord

if TYPE_CHECKING:  # each handle loads when the first one is asked for: a program that reads pays for no other
    from tenure.memory.operator import OperatorHandle
    from tenure.memory.person import PersonHandle
    from tenure.memory.task import TaskHandle

NAME_CHARS_MAX = 120
SESSION_CHARS_MAX = 200
SESSION_TASK_CHARS = 25


@checked
class Memory:
    """Gives handles; scope and principal are fixed when a handle is made (R15, R33).

    In one process this is hygiene, not a boundary: whoever can call it can ask for any handle. The command line and
    the servers are boundaries. Use it as a context manager, or call `close`.
    """

    def __init__(self, wired: Wired, *, sweep_minutes: int | None = None) -> None:
        self._wired = wired
        if sweep_minutes is not None:
            from tenure.memory.sweeper import Sweeper  # noqa: PLC0415 - loads on first use

            wired.sweeper = Sweeper(wired, seconds=sweep_minutes * 60.0)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        """Give whether it is open; of what it keeps and where, nothing."""
        return f"<Memory, {'closed' if self._wired.is_closed else 'open'}>"

    @property
    def policy(self) -> Policy:
        """The policy in force."""
        return self._wired.policy

    @property
    def is_writable(self) -> bool:
        """Whether its folders could be written when it was opened; one that cannot is read all the same."""
        return self._wired.unwritable is None

    @property
    def unwritable(self) -> StoreUnavailableError | None:
        """Why nothing can be written (``read_only``; ``disk_full`` if it was when it was opened), or None."""
        return self._wired.unwritable

    def refresh(self) -> None:
        """Take over the policy that another process put in force since this one opened the store.

        For programs that stay open for long beside the command line. A tighter policy with which this memory was opened
        is given up for it.
        """
        from tenure.memory.sweeper import take_policy  # noqa: PLC0415 - loads on first use

        take_policy(self._wired)

    def owner(self) -> str:
        """Give the id of the person whose store this is (`tenure init` names them).

        Raises:
            NotFoundError: Nobody was named.
        """
        named = read_setting(OWNER, entries=self._wired.entries)
        if named is None:
            raise NotFoundError("this store has no owner yet", code="no_owner", hint="Run `tenure init`.")
        return named.value

    def scope(
        self,
        *,
        user: str | None = None,
        project: str | None = None,
        repository: str | None = None,
        repository_at: str | os.PathLike[str] | None = None,
    ) -> Scope:
        """Give a scope; ``repository_at`` finds the repository to which a folder belongs.

        Raises:
            RequestError: No part is given, or ``repository_at`` is in no repository or in an unknown copy of one.
        """
        if repository_at is None:
            return to_scope(Scope(user=user, project=project, repository=repository))
        if repository is not None:
            raise RequestError("give 'repository' or 'repository_at', not both", code="bad_scope")
        record = self._wired.repositories.resolve(Path(repository_at), create=True)
        scope = to_scope(Scope(user=user, project=project, repository=record.id))
        self._wired.stand(scope, record.worktree)
        return scope

    def task(
        self,
        name: str,
        *,
        scope: Scope,
        minutes: int | None = None,
        holder: str | Holder = Holder.PROCESS,
        at: str | os.PathLike[str] | None = None,
        session: str | None = None,
    ) -> TaskHandle:
        """Begin a task and give the host's handle to it.

        Args:
            name: What the task is about, in a few words.
            scope: What it may see, and where what it proposes will apply.
            minutes: Its time limit; the policy's if omitted, and never above it.
            holder: Who holds its key, and so what a crash leaves (R27).
            at: The working tree in which it stands, where one repository has several.
            session: The host's own id of a session of several processes: the same id gives the task of this scope that
                they share, while it lives.
        """
        known = None if session is None else self._of_session(session, scope, at)
        if known is not None:
            return known
        now = self._wired.now()
        most = self._wired.policy.task_minutes_max
        limit = most if minutes is None else to_count(minutes, name="minutes", most=most)
        place = self._wired.place(scope, at)
        record = TaskRecord(
            id=new_id("task") if session is None else _session_task(session, scope, self._wired.digest),
            name=to_name(name, name="name", longest=NAME_CHARS_MAX),
            scope=scope,
            holder=to_member(Holder, holder, name="holder"),
            began_at=now,
            ends_at=now + timedelta(minutes=limit),
            trusted=self._wired.trusted_at(place),
        )
        try:
            self._wired.notes.begin(record)
        except RequestError:
            if session is None:
                raise
            known = self._of_session(session, scope, at)
            if known is not None:  # another process of the session was first
                return known
            self._wired.notes.sweep(now=now)  # past its limit and not swept yet
            self._wired.notes.begin(record)
        return self._task(record, place)

    def _of_session(self, session: str, scope: Scope, at: str | os.PathLike[str] | None) -> TaskHandle | None:
        record = self._wired.resumed(_session_task(session, scope, self._wired.digest))
        return None if record is None else self._task(record, self._wired.place(scope, at))

    def resume(self, task_id: str, *, at: str | os.PathLike[str] | None = None) -> TaskHandle:
        """Give the handle of a task that another process began and that still lives.

        Raises:
            NotFoundError: It ended, passed its limit, or its key is not within reach of this process.
        """
        record = self._wired.resumed(task_id)
        if record is None:
            raise NotFoundError("there is no such living task", hint="Begin one; a task's notes are gone with its end.")
        return self._task(record, self._wired.place(record.scope, at))

    def _task(self, record: TaskRecord, place: Place) -> TaskHandle:
        from tenure.memory.task import TaskHandle  # noqa: PLC0415 - loads on first use

        return TaskHandle(self._wired, record, place)

    def agent(self, name: str, *, scope: Scope, at: str | os.PathLike[str] | None = None) -> AgentHandle:
        """Give an agent's handle without a task: it reads and proposes, and has no scratch."""
        return AgentHandle(
            self._wired, to_name(name, name="name", longest=NAME_CHARS_MAX), scope, self._wired.place(scope, at), None
        )

    def person(
        self, person: str, *, strength: str | Strength = Strength.HOST, at: str | os.PathLike[str] | None = None
    ) -> PersonHandle:
        """Give a person's handle.

        Args:
            person: The person's id, as in scopes.
            strength: How this program knows that it is the person: *host* (it says so), *terminal* or *client*.
            at: The working tree in which the person stands, for checks of code.

        Raises:
            NotAllowedError: *present* is asked for: it is reached with `PersonHandle.unlock` alone.
        """
        from tenure.memory.person import PersonHandle  # noqa: PLC0415 - loads on first use

        chosen = to_member(Strength, strength, name="strength")
        if chosen is Strength.PRESENT:
            raise NotAllowedError(
                "no program can say that a person is present", hint="Call `unlock` with the person's passphrase."
            )
        return PersonHandle(self._wired, to_scope(Scope(user=person)), chosen, None if at is None else Path(at))

    def operator(self, person: str) -> OperatorHandle:
        """Give the handle for keeping the store: policy, sweeps, checks, the ledger."""
        from tenure.memory.operator import OperatorHandle  # noqa: PLC0415 - loads on first use

        return OperatorHandle(self._wired, to_scope(Scope(user=person)))

    def close(self) -> None:
        """Write the uses gathered, end this process's tasks, finish erasures and let go of files; safe twice.

        A sweep of `open`'s ``sweep_minutes`` that is at work ends with the batch that it is in.
        """
        if self._wired.is_closed:
            return
        if self._wired.sweeper is not None:
            self._wired.sweeper.stop()
        self._wired.behind.end()
        try:
            self._wired.flush_uses()
        except StoreError as error:
            if isinstance(error, IntegrityError | SchemaError):
                raise
            # Uses may be lost, as in a crash: what was opened is let go of all the same.
        finally:
            self._wired.is_closed = True
            try:
                self._wired.notes.close()
            finally:
                self._wired.entries.close()


def _session_task(session: str, scope: Scope, digest: Digest) -> str:
    """Give the id of the task that the processes of one session share in one scope; it tells nobody of either."""
    named = json.dumps([to_name(session, name="session", longest=SESSION_CHARS_MAX), *scope.parts()])
    return f"task_{digest('session.task', named.encode('utf-8', 'surrogatepass'))[:SESSION_TASK_CHARS]}"
