"""The same handles for asynchronous programs: each call runs the synchronous method on a worker thread.

Sync is the truth. A cancelled await does not stop the thread: what it does ends whole or not at all.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Concatenate, Generic, ParamSpec, Protocol, Self, TypeVar

import anyio
import anyio.to_thread

from tenure import wiring
from tenure.cite.messages import Messages
from tenure.clock import Clock
from tenure.memory.agent import AgentHandle
from tenure.memory.memory import Memory
from tenure.memory.operator import OperatorHandle
from tenure.memory.person import PersonHandle
from tenure.memory.task import TaskHandle
from tenure.policy.policy import Policy
from tenure.store.records import Restored
from tenure.vault.root import RootKey

__all__ = [
    "AsyncAgent",
    "AsyncMemory",
    "AsyncOperator",
    "AsyncPerson",
    "AsyncTask",
    "accept_keys",
    "open",
    "restore",
]
THREADS_MAX = 8

H = TypeVar("H")
H_co = TypeVar("H_co", covariant=True)
W = TypeVar("W")
P = ParamSpec("P")
R = TypeVar("R")


class _Face(Generic[H]):
    """Holds a synchronous handle and the limiter of its memory."""

    def __init__(self, handle: H, limiter: anyio.CapacityLimiter) -> None:
        self.handle = handle
        self.limiter = limiter

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.handle!r}>"


class _Faced(Protocol[H_co]):
    @property
    def handle(self) -> H_co: ...

    @property
    def limiter(self) -> anyio.CapacityLimiter: ...


def _threaded(method: Callable[Concatenate[H, P], R]) -> Callable[Concatenate[_Faced[H], P], Awaitable[R]]:
    async def call(face: _Faced[H], /, *args: P.args, **kwargs: P.kwargs) -> R:
        return await anyio.to_thread.run_sync(lambda: method(face.handle, *args, **kwargs), limiter=face.limiter)

    call.__doc__ = method.__doc__
    return call


def _faced(
    method: Callable[Concatenate[H, P], R], wrap: Callable[[R, anyio.CapacityLimiter], W]
) -> Callable[Concatenate[_Faced[H], P], Awaitable[W]]:
    async def call(face: _Faced[H], /, *args: P.args, **kwargs: P.kwargs) -> W:
        made = await anyio.to_thread.run_sync(lambda: method(face.handle, *args, **kwargs), limiter=face.limiter)
        return wrap(made, face.limiter)

    call.__doc__ = method.__doc__
    return call


class AsyncAgent(_Face[AgentHandle]):
    """`AgentHandle` on worker threads."""

    note = _threaded(AgentHandle.note)
    search = _threaded(AgentHandle.search)
    notes = _threaded(AgentHandle.notes)
    propose = _threaded(AgentHandle.propose)
    recall = _threaded(AgentHandle.recall)
    brief = _threaded(AgentHandle.brief)
    list_entries = _threaded(AgentHandle.list_entries)
    cite = _threaded(AgentHandle.cite)
    verify = _threaded(AgentHandle.verify)
    verify_all = _threaded(AgentHandle.verify_all)
    passage = _threaded(AgentHandle.passage)
    heal = _threaded(AgentHandle.heal)
    drop = _threaded(AgentHandle.drop)
    correct = _threaded(AgentHandle.correct)
    forget = _threaded(AgentHandle.forget)
    challenge = _threaded(AgentHandle.challenge)


class AsyncPerson(_Face[PersonHandle]):
    """`PersonHandle` on worker threads; where a method takes a person's handle, give ``handle``."""

    scopes = _threaded(PersonHandle.scopes)
    remember = _threaded(PersonHandle.remember)
    pending = _threaded(PersonHandle.pending)
    show = _threaded(PersonHandle.show)
    may_ask = _threaded(PersonHandle.may_ask)
    approve = _threaded(PersonHandle.approve)
    approve_many = _threaded(PersonHandle.approve_many)
    decline = _threaded(PersonHandle.decline)
    withdraw = _threaded(PersonHandle.withdraw)
    grant = _threaded(PersonHandle.grant)
    grants = _threaded(PersonHandle.grants)
    reopen = _threaded(PersonHandle.reopen)
    revoke = _threaded(PersonHandle.revoke)
    enrol = _threaded(PersonHandle.enrol)
    key = _threaded(PersonHandle.key)
    unlock = _threaded(PersonHandle.unlock)
    correct = _threaded(PersonHandle.correct)
    supersede = _threaded(PersonHandle.supersede)
    challenge = _threaded(PersonHandle.challenge)
    settle = _threaded(PersonHandle.settle)
    review = _threaded(PersonHandle.review)
    recall = _threaded(PersonHandle.recall)
    admitted_since = _threaded(PersonHandle.admitted_since)
    looked = _threaded(PersonHandle.looked)
    undo = _threaded(PersonHandle.undo)
    report_asking = _threaded(PersonHandle.report_asking)
    report_calibration = _threaded(PersonHandle.report_calibration)
    confirm = _threaded(PersonHandle.confirm)
    edit_message = _threaded(PersonHandle.edit_message)
    withdraw_message = _threaded(PersonHandle.withdraw_message)
    raise_event = _threaded(PersonHandle.raise_event)
    extend = _threaded(PersonHandle.extend)
    preview = _threaded(PersonHandle.preview)
    forget = _threaded(PersonHandle.forget)
    show_entry = _threaded(PersonHandle.show_entry)
    verify = _threaded(PersonHandle.verify)
    verify_all = _threaded(PersonHandle.verify_all)
    passage = _threaded(PersonHandle.passage)
    heal = _threaded(PersonHandle.heal)
    list_entries = _threaded(PersonHandle.list_entries)
    check_receipt = _threaded(PersonHandle.check_receipt)
    disclose = _threaded(PersonHandle.disclose)
    ledger = _threaded(PersonHandle.ledger)
    export = _threaded(PersonHandle.export)
    import_lines = _threaded(PersonHandle.import_lines)


class AsyncOperator(_Face[OperatorHandle]):
    """`OperatorHandle` on worker threads."""

    own = _threaded(OperatorHandle.own)
    set_policy = _threaded(OperatorHandle.set_policy)
    sweep = _threaded(OperatorHandle.sweep)
    embed = _threaded(OperatorHandle.embed)
    finish_erasures = _threaded(OperatorHandle.finish_erasures)
    backup = _threaded(OperatorHandle.backup)
    ledger = _threaded(OperatorHandle.ledger)
    check = _threaded(OperatorHandle.check)
    anchor = _threaded(OperatorHandle.anchor)
    examine = _threaded(OperatorHandle.examine)
    knows_repository = _threaded(OperatorHandle.knows_repository)
    repository_at = _threaded(OperatorHandle.repository_at)
    settings_at = _threaded(OperatorHandle.settings_at)
    adopt = _threaded(OperatorHandle.adopt)
    confirm_clock = _threaded(OperatorHandle.confirm_clock)


class AsyncTask(_Face[TaskHandle]):
    """`TaskHandle` on worker threads; ends with ``async with``."""

    hear = _threaded(TaskHandle.hear)
    observe = _threaded(TaskHandle.observe)
    note = _threaded(TaskHandle.note)
    search = _threaded(TaskHandle.search)
    summarize = _threaded(TaskHandle.summarize)
    drafts = _threaded(TaskHandle.drafts)
    secret = _threaded(TaskHandle.secret)
    agent = _faced(TaskHandle.agent, AsyncAgent)
    end = _threaded(TaskHandle.end)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with anyio.CancelScope(shield=True):  # what was cancelled within ends all the same
            await self.end()


class AsyncMemory(_Face[Memory]):
    """`Memory` on worker threads; closes with ``async with``."""

    owner = _threaded(Memory.owner)
    refresh = _threaded(Memory.refresh)
    scope = _threaded(Memory.scope)
    task = _faced(Memory.task, AsyncTask)
    resume = _faced(Memory.resume, AsyncTask)
    agent = _faced(Memory.agent, AsyncAgent)
    person = _faced(Memory.person, AsyncPerson)
    operator = _faced(Memory.operator, AsyncOperator)
    close = _threaded(Memory.close)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with anyio.CancelScope(shield=True):
            await self.close()


async def open(  # noqa: A001 - the same word as the synchronous one
    path: str | os.PathLike[str] | None = None,
    *,
    keys: str | os.PathLike[str] | None = None,
    policy: Policy | str | None = None,
    clock: Clock | None = None,
    messages: Messages | None = None,
    root: RootKey | None = None,
    sweep_minutes: int | None = None,
) -> AsyncMemory:
    """Open a memory as `tenure.open` does, for asynchronous use."""
    limiter = anyio.CapacityLimiter(THREADS_MAX)
    memory = await anyio.to_thread.run_sync(
        lambda: wiring.open(
            path, keys=keys, policy=policy, clock=clock, messages=messages, root=root, sweep_minutes=sweep_minutes
        ),
        limiter=limiter,
    )
    return AsyncMemory(memory, limiter)


async def restore(
    backup: str | os.PathLike[str],
    path: str | os.PathLike[str] | None = None,
    *,
    keys: str | os.PathLike[str] | None = None,
    by: str = "host",
    clock: Clock | None = None,
    root: RootKey | None = None,
) -> Restored:
    """Restore a backup as `tenure.restore` does, for asynchronous use."""
    return await anyio.to_thread.run_sync(
        lambda: wiring.restore(backup, path, keys=keys, by=by, clock=clock, root=root)
    )


async def accept_keys(
    path: str | os.PathLike[str] | None = None,
    *,
    keys: str | os.PathLike[str] | None = None,
    by: str = "host",
    clock: Clock | None = None,
) -> Restored:
    """Take the data as it is, as `tenure.accept_keys` does, for asynchronous use."""
    return await anyio.to_thread.run_sync(lambda: wiring.accept_keys(path, keys=keys, by=by, clock=clock))


def __dir__() -> list[str]:
    return sorted(__all__)
