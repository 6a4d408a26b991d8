"""The server itself: which request is answered how, in both revisions of the protocol."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias, TypeVar

import anyio
import anyio.to_thread
from mcp import types
from mcp.server.caching import CacheHint
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server

from tenure.errors import StoreUnavailableError
from tenure.faces.agents.tools import Called, failed
from tenure.faces.mcp import consent
from tenure.faces.mcp.callers import Callers
from tenure.faces.mcp.described import INSTRUCTIONS, listed, result
from tenure.faces.mcp.ground import Caller, Ground
from tenure.faces.mcp.questions import answer_in, leaves_open, posed, put, sealing, shows_questions

CALL_SECONDS_MAX: Final = 60
PROGRESS_SECONDS: Final = 1.0
THREADS_MAX: Final = 8
LISTS_TTL_MS: Final = 3_600_000

Context: TypeAlias = ServerRequestContext[Any, Any]
R = TypeVar("R")


class Answering:
    """Answers the requests of clients from the ground that it is given."""

    def __init__(self, ground: Ground, callers: Callers) -> None:
        self._ground = ground
        self._callers = callers
        self._limiter = anyio.CapacityLimiter(THREADS_MAX)

    async def list_tools(self, _: Context, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        """Give the tools."""
        return types.ListToolsResult(tools=listed())

    async def call_tool(
        self, context: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult | types.InputRequiredResult:
        """Run one tool, and ask the person about what it left to decide where the client can show a question."""
        caller = await self._callers.of(context)
        if params.request_state is not None:
            return await self._resumed(context, caller, params)
        name, arguments = params.name, params.arguments
        called = await self._work(context, name, lambda: self._ground.call(caller, name, arguments))
        if not consent.waits(called):
            return result(called)
        can_ask = shows_questions(context)
        asked = await self._given(context, lambda: self._ground.question(caller, called, can_ask=can_ask))
        if not isinstance(asked, consent.Question):
            return result(consent.not_asked(called, asked or "store_failed"))
        if leaves_open(context):
            return posed(asked)
        answer = await put(context, asked)
        settle = self._ground.settling(caller, called, asked.shown, answer, name=name)
        return result(await self._work(context, name, settle))

    async def _resumed(
        self, context: Context, caller: Caller, params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        """Take the answer that came with the call made again; its state was unsealed and is ours."""
        answer = answer_in(params)
        state = params.request_state or ""
        work = self._ground.resuming(caller, state, answer, name=params.name)
        return result(await self._work(context, params.name, work))

    async def _work(self, context: Context, name: str, work: Callable[[], Called]) -> Called:
        given = await self._given(context, work)
        slow = StoreUnavailableError("it took too long", code="too_slow", hint="Try again, or ask for less.")
        return failed(slow, name=name) if given is None else given

    async def _given(self, context: Context, work: Callable[[], R]) -> R | None:
        """Run work on a thread, telling that it goes on; None if it took longer than `CALL_SECONDS_MAX`."""
        given: R | None = None
        with anyio.move_on_after(CALL_SECONDS_MAX):
            async with anyio.create_task_group() as group:
                group.start_soon(_report, context)
                given = await anyio.to_thread.run_sync(work, limiter=self._limiter, abandon_on_cancel=True)
                group.cancel_scope.cancel()
        return given


async def _report(context: Context) -> None:
    """Report progress each second to a client that asked for it."""
    seconds = 0.0
    while True:
        await anyio.sleep(PROGRESS_SECONDS)
        seconds += PROGRESS_SECONDS
        await context.session.report_progress(seconds, message="still checking against the sources")


def made(ground: Ground, callers: Callers) -> Server[Any]:
    """Give the server that answers from this ground."""
    from importlib.metadata import version

    answering = Answering(ground, callers)
    kept = CacheHint(ttl_ms=LISTS_TTL_MS, scope="private")
    server: Server[Any] = Server(
        "tenure",
        version=version("tenure"),
        title="Tenure",
        instructions=INSTRUCTIONS,
        cache_hints={"tools/list": kept},
        on_list_tools=answering.list_tools,
        on_call_tool=answering.call_tool,
    )
    server.middleware.append(sealing(callers))
    server.add_notification_handler("notifications/roots/list_changed", types.NotificationParams, callers.moved)
    return server
