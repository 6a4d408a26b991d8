"""Putting a question in either revision of the protocol: by a request to the client, or by leaving the call open."""

from __future__ import annotations

from typing import Final

import anyio
from mcp import types
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity
from mcp.shared.exceptions import MCPError
from mcp.shared.message import ServerMessageMetadata
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from tenure.faces.mcp.callers import Callers, Context
from tenure.faces.mcp.consent import ANSWERS, DECLINED, FORM, YES, Question

ANSWER_SECONDS_MAX: Final = 600
AUDIENCE: Final = "tenure"
_KEY: Final = "consent"


def shows_questions(context: Context) -> bool:
    """Tell whether the client says that it shows forms to its user."""
    can = context.session.client_capabilities
    if can is None or can.elicitation is None or not (leaves_open(context) or context.session.can_send_request):
        return False
    return can.elicitation.form is not None or can.elicitation.url is None  # none named means forms


def leaves_open(context: Context) -> bool:
    """Tell whether the revision spoken asks by leaving the call open."""
    return context.protocol_version in MODERN_PROTOCOL_VERSIONS


async def put(context: Context, question: Question) -> str | None:
    """Ask by a request of the server's own; None if it is dismissed, or not answered in time."""
    with anyio.move_on_after(ANSWER_SECONDS_MAX):
        try:
            said = await context.session.send_request(
                _request(question),
                types.ElicitResult,
                metadata=ServerMessageMetadata(related_request_id=context.request_id),
            )
        except (MCPError, ValidationError):
            return None
        return _answer(said)
    return None


def posed(question: Question) -> types.InputRequiredResult:
    """Ask by leaving the call open: the client makes it again with the answer and the state, which is sealed."""
    return types.InputRequiredResult(input_requests={_KEY: _request(question)}, request_state=question.state())


def answer_in(params: types.CallToolRequestParams) -> str | None:
    """Give the answer that came with a call made again; None if there is none that is one."""
    said = (params.input_responses or {}).get(_KEY)
    return _answer(said) if isinstance(said, types.ElicitResult) else None


def sealing(callers: Callers) -> RequestStateBoundary:
    """Give what seals a state to its principal, its call and an end, under a key of this process alone."""
    key = RequestStateSecurity.ephemeral().codec
    security = RequestStateSecurity(codec=key, ttl=ANSWER_SECONDS_MAX, bind_principal=callers.principal)
    return RequestStateBoundary(security, default_audience=AUDIENCE)


def _request(question: Question) -> types.ElicitRequest:
    return types.ElicitRequest(
        params=types.ElicitRequestFormParams(message=question.message, requested_schema=dict(FORM))
    )


def _answer(said: types.ElicitResult) -> str | None:
    if said.action == "decline":
        return DECLINED
    answer = (said.content or {}).get("answer") if said.action == "accept" else None
    return answer if isinstance(answer, str) and answer in {YES, *ANSWERS} else None
