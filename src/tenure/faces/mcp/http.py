"""Serving over HTTP: loopback by default, host and origin checked, a bearer token for each person."""

from __future__ import annotations

import hmac
import secrets
import socket
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import uvicorn
from mcp.server.auth.provider import AccessToken
from mcp.server.auth.settings import AuthSettings
from mcp.server.lowlevel import Server
from mcp.server.request_state import authenticated_principal
from mcp.server.transport_security import TransportSecuritySettings
from pydantic import AnyHttpUrl
from starlette.applications import Starlette
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tenure.errors import RequestError, unavailable
from tenure.faces.mcp.callers import Callers, Context
from tenure.faces.mcp.ground import Caller, Ground
from tenure.memory.task import Secret

PATH: Final = "/mcp"
LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]")
TOKEN_CHARS_MIN: Final = 16
_SESSION: Final = "mcp-session-id"


class Tokens:
    """Whose client brings which token; only digests of tokens are held.

    Args:
        named: Tokens by person; the empty name is the owner of the store.

    Raises:
        RequestError: A token is too short to be one, or one is for two persons.
    """

    def __init__(self, named: Mapping[str, str]) -> None:
        for token in named.values():
            if len(token) < TOKEN_CHARS_MIN:
                raise RequestError(
                    f"a token has at least {TOKEN_CHARS_MIN} characters",
                    code="bad_token",
                    hint="Make one: python3 -c 'import secrets; print(secrets.token_urlsafe(32))'.",
                )
        if len(set(named.values())) < len(named):  # nobody could tell whose client brings it
            raise RequestError("one token is for two persons", code="bad_token", hint="Make one for each.")
        self._people = {person: _digest(token) for person, token in named.items()}

    async def verify_token(self, token: str) -> AccessToken | None:
        """Give whose token it is; every known one is compared, in constant time."""
        given, found = _digest(token), None
        for person, known in self._people.items():
            if hmac.compare_digest(given, known):
                found = person
        return None if found is None else AccessToken(token="", client_id=found or "owner", subject=found, scopes=[])


class HttpCallers(Callers):
    """Tells callers apart by their tokens and the sessions of their connections."""

    async def of(self, context: Context) -> Caller:
        """Give who calls."""
        request: Any = context.request
        person = request.user.access_token.subject
        session = request.headers.get(_SESSION, "")
        return Caller(folder=self._fixed or Path.cwd(), session=f"{person}:{session}" if session else "", user=person)

    def principal(self, context: Context) -> str | None:
        """Give whom a sealed state is bound to: the person whose token came with the call."""
        return authenticated_principal(context)


class _Ending:
    """Ends the tasks of a session that its client ends."""

    def __init__(self, app: ASGIApp, ground: Ground) -> None:
        self._app = app
        self._ground = ground

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sent(message: Message) -> None:
            is_end = scope["method"] == "DELETE" and message["type"] == "http.response.start"
            if is_end and message["status"] < 300:
                headers = dict(scope["headers"])
                session = headers.get(_SESSION.encode(), b"").decode("ascii", "replace")
                self._ground.end_session(session)
            await send(message)

        await self._app(scope, receive, sent if scope["type"] == "http" else send)


def application(server: Server[Any], ground: Ground, tokens: Tokens, *, names: Sequence[str]) -> Starlette:
    """Give the application: whatever has no token, or another host or origin, is turned away before it is read.

    Args:
        server: What answers, with `HttpCallers`.
        ground: What it stands on.
        tokens: Whose client brings which.
        names: The names and addresses by which it may be called, without ports.
    """
    app = server.streamable_http_app(
        streamable_http_path=PATH,
        transport_security=TransportSecuritySettings(
            allowed_hosts=[each for name in names for each in (name, f"{name}:*")],
            allowed_origins=[f"{scheme}://{name}:*" for name in names for scheme in ("http", "https")],
        ),
        auth=AuthSettings(issuer_url=AnyHttpUrl("http://localhost"), resource_server_url=None),
        token_verifier=tokens,
    )
    app.add_middleware(_Ending, ground=ground)
    return app


def tokens_of(handles: Sequence[str]) -> tuple[Tokens, str]:
    """Give the tokens that handles name, ``secret:...`` or ``PERSON=secret:...``; without any, one made for this run.

    Returns:
        The tokens, and the one that was made, to be shown once; empty if none was.

    Raises:
        RequestError: A handle is none, points at nothing, or two are for one person.
    """
    if not handles:
        fresh = secrets.token_urlsafe(32)
        return Tokens({"": fresh}), fresh
    named: dict[str, str] = {}
    for each in handles:
        person, _, handle = each.rpartition("=") if not each.startswith("secret:") else ("", "", each)
        if person in named:
            raise RequestError("two tokens are for one person", code="bad_token", hint="Name one a person.")
        named[person] = Secret.parse(handle).resolve().value
    return Tokens(named), ""


def listening(host: str, port: int) -> socket.socket:
    """Give a socket that listens there.

    Raises:
        StoreUnavailableError: The address cannot be had.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        made_here = socket.create_server((host, port), family=family)
    except OSError as error:
        raise unavailable(
            error.errno, "the address", code="no_address", hint="Choose another --port, or 0 for a free one."
        ) from None
    return made_here


async def run(app: Starlette, listener: socket.socket) -> None:
    """Serve until the process is told to end; nothing is logged, for lines could quote what clients sent."""
    config = uvicorn.Config(app, log_config=None, access_log=False, server_header=False)
    await uvicorn.Server(config).serve(sockets=[listener])


def _digest(token: str) -> bytes:
    return sha256(token.encode("utf-8", "surrogatepass")).digest()
