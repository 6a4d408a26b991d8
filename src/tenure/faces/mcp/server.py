"""The server itself: which request is answered how, in both revisions of the protocol."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

import anyio
import anyio.to_thread
from mcp import types
from mcp.server.caching import CacheHint
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from tenure.errors import Error, NotFoundError, StoreError, StoreUnavailableError, unavailable
from tenure.faces.agents.tools import Called, failed
from tenure.faces.mcp import consent, resources
from tenure.faces.mcp.callers import Callers, Context
from tenure.faces.mcp.described import INSTRUCTIONS, listed, result
from tenure.faces.mcp.ground import Caller, Ground
from tenure.faces.mcp.questions import answer_in, leaves_open, posed, put, sealing, shows_questions

CALL_SECONDS_MAX: Final = 60
PROGRESS_SECONDS: Final = 1.0
THREADS_MAX: Final = 8
LISTS_TTL_MS: Final = 3_600_000
RESOURCE_NOT_FOUND: Final = -32002
"""What revisions before 2026-07-28 call a resource that is not there."""

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
        try:
            asked = await self._given(context, lambda: self._ground.question(caller, called, can_ask=can_ask))
        except Error as error:  # it waits all the same
            asked = error.code
        if not isinstance(asked, consent.Question):
            return result(consent.not_asked(called, asked))
        if leaves_open(context):
            return posed(asked)
        answer = await put(context, asked)
        question = asked
        settled = await self._work(
            context, name, lambda: self._ground.settled(caller, called, question, answer, name=name)
        )
        return result(settled)

    async def list_resources(self, _: Context, __: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
        """Give what can be read under a fixed address."""
        return types.ListResourcesResult(resources=resources.resources())

    async def list_templates(
        self, _: Context, __: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        """Give what can be read by id."""
        return types.ListResourceTemplatesResult(resource_templates=resources.templates())

    async def read_resource(
        self, context: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        """Read one resource on a thread, within its bound."""
        caller = await self._callers.of(context)
        return await self._read(context, lambda: resources.read(self._ground.agent(caller), params.uri))

    async def list_prompts(self, _: Context, __: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
        """Give the prompts."""
        return types.ListPromptsResult(prompts=resources.prompts())

    async def get_prompt(self, context: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        """Give one prompt."""
        return await self._read(context, lambda: resources.prompt(params.name))

    async def _read(self, context: Context, work: Callable[[], R]) -> R:
        """Do what has no place for an error in its answer: it becomes the protocol's, without any value in it."""
        try:
            return await self._given(context, work)
        except NotFoundError as error:
            code = types.INVALID_PARAMS if leaves_open(context) else RESOURCE_NOT_FOUND
            raise MCPError(code=code, message=str(error), data={"code": error.code}) from None
        except Error as error:
            data = {"code": error.code, "hint": error.hint}
            raise MCPError(code=types.INTERNAL_ERROR, message=str(error), data=data) from None

    async def _resumed(
        self, context: Context, caller: Caller, params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        """Take the answer that came with the call made again; its state was unsealed and is ours."""
        answer = answer_in(params)
        state = params.request_state or ""
        settled = await self._work(
            context, params.name, lambda: self._ground.resumed(caller, state, answer, name=params.name)
        )
        return result(settled)

    async def _work(self, context: Context, name: str, work: Callable[[], Called]) -> Called:
        try:
            return await self._given(context, work)
        except Error as error:
            return failed(error, name=name)

    async def _given(self, context: Context, work: Callable[[], R]) -> R:
        """Run work on a thread, telling that it goes on.

        Raises:
            Error: The work's own; `StoreUnavailableError` if it took longer than `CALL_SECONDS_MAX`.
        """
        given: R | Error = StoreUnavailableError(
            "it took too long", code="too_slow", hint="Try again, or ask for less."
        )
        with anyio.move_on_after(CALL_SECONDS_MAX):
            async with anyio.create_task_group() as group:
                group.start_soon(_report, context)
                given = await anyio.to_thread.run_sync(
                    lambda: _outcome(work), limiter=self._limiter, abandon_on_cancel=True
                )
                group.cancel_scope.cancel()
        if isinstance(given, Error):
            raise given
        return given


def _outcome(work: Callable[[], R]) -> R | Error:
    """Do work, and give what goes wrong as an error of ours; a fault's own message may quote what somebody wrote."""
    try:
        return work()
    except Error as error:
        return error
    except OSError as error:
        return unavailable(error.errno, "a file")
    except Exception as error:  # noqa: BLE001 - the last fence before the protocol's library, which would log it
        return StoreError(f"Tenure failed ({type(error).__name__})", code="fault", hint="Run `tenure doctor`.")


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
        cache_hints={
            "tools/list": kept,
            "prompts/list": kept,
            "resources/list": kept,
            "resources/templates/list": kept,
            "server/discover": kept,
            "resources/read": CacheHint(scope="private"),
        },
        on_list_tools=answering.list_tools,
        on_call_tool=answering.call_tool,
        on_list_resources=answering.list_resources,
        on_list_resource_templates=answering.list_templates,
        on_read_resource=answering.read_resource,
        on_list_prompts=answering.list_prompts,
        on_get_prompt=answering.get_prompt,
    )
    server.middleware.append(sealing(callers))
    server.add_notification_handler("notifications/roots/list_changed", types.NotificationParams, callers.moved)
    return server
