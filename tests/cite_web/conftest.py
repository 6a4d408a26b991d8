"""A host of pages on this machine that behaves as a test says, and a validator that may ask it and nobody else."""

from __future__ import annotations

import hashlib
import hmac
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tenure.cite import connection
from tenure.cite.fetch import Fetcher
from tenure.cite.validator import Place
from tenure.cite.web import WebValidator
from tenure.model.claim import Claim, Kind
from tenure.model.scope import Scope
from tenure.model.validation import Outcome

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
CLAIM = Claim(text="The limit is 30 requests a minute", kind=Kind.FACT)
PLACE = Place(worktree=None, scope=Scope(user="ana"), asks_away=True)
PAGE = "<html><body><h1>Limits</h1><p>The limit is <b>30</b> requests a minute.</p></body></html>"
QUOTE = "The limit is 30 requests a minute."
SECONDS = 1.0


def digest(use: str, data: bytes) -> str:
    return hmac.new(b"key", use.encode() + b"\0" + data, hashlib.sha256).hexdigest()


class Pages:
    """What the host says for each path: a text, or a function that writes the answer itself."""

    def __init__(self, safe: ssl.SSLContext | None = None) -> None:
        self.scheme = "http" if safe is None else "https"
        self.said: dict[str, str | Callable[[BaseHTTPRequestHandler], None]] = {}
        self.asked: list[tuple[str, str, dict[str, str]]] = []
        pages = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                headers = {name.lower(): value for name, value in self.headers.items()}
                pages.asked.append((headers.get("host", ""), self.path, headers))
                answer = pages.said.get(self.path)
                if answer is None:
                    tell(self, "no such page", status=404)
                elif isinstance(answer, str):
                    tell(self, answer)
                else:
                    answer(self)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name of the library
                return

        class Server(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, request: object, address: object) -> None:
                return  # a connection that was cut on purpose

        self.server = Server(("127.0.0.1", 0), Handler)
        if safe is not None:  # hands are shaken on the connection's own thread, by the first read
            self.server.socket = safe.wrap_socket(self.server.socket, server_side=True, do_handshake_on_connect=False)
        self.port = self.server.server_address[1]
        self.thread = threading.Thread(target=lambda: self.server.serve_forever(poll_interval=0.02), daemon=True)
        self.thread.start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    def address(self, path: str, host: str = "pages.example") -> str:
        return f"{self.scheme}://{host}:{self.port}{path}"

    def paths(self) -> list[str]:
        return [path for _, path, _ in self.asked]


def tell(
    handler: BaseHTTPRequestHandler,
    text: str | bytes,
    *,
    status: int = 200,
    kind: str = "text/html; charset=utf-8",
    length: int | None = None,
    **headers: str,
) -> None:
    """Answer; the header may say another length than there is."""
    body = text if isinstance(text, bytes) else text.encode()
    handler.send_response(status)
    handler.send_header("Content-Type", kind)
    handler.send_header("Content-Length", str(len(body) if length is None else length))
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()
    handler.wfile.write(body)
    handler.close_connection = True


def redirect(to: str, status: int = 302) -> Callable[[BaseHTTPRequestHandler], None]:
    return lambda handler: tell(handler, "", status=status, Location=to)


@pytest.fixture
def pages() -> Iterator[Pages]:
    made = Pages()
    yield made
    made.close()


@pytest.fixture
def reached(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Give every address that is connected to."""
    found: list[str] = []
    connect = socket.create_connection

    def noted(address, *arguments, **named):
        found.append(address[0])
        return connect(address, *arguments, **named)

    monkeypatch.setattr(connection.socket, "create_connection", noted)
    return found


def hosts(port: int) -> tuple[str, ...]:
    return tuple(f"{name}:{port}" for name in ("pages.example", "new.example", "inside.example", "mixed.example"))


def resolve(host: str, port: int) -> tuple[str, ...]:
    """Give the addresses of the hosts of these tests; no name leaves this machine."""
    names = {"inside.example": ("10.0.0.1",), "mixed.example": ("127.0.0.1", "10.0.0.1")}
    return names.get(host, ("127.0.0.1",))


def asking(pages: Pages) -> WebValidator:
    """Give a validator for which this machine alone counts as the open network."""
    made = Fetcher(
        lambda: hosts(pages.port), seconds=SECONDS, resolve=resolve, is_allowed=lambda address: address[:4] == "127."
    )
    return WebValidator(digest, lambda: made, seconds=SECONDS)


@pytest.fixture
def web(pages: Pages, reached: list[str]) -> WebValidator:
    return asking(pages)


def cited(web, pages, path: str = "/limits", *, quote: str = QUOTE):
    return web.cite(pages.address(path), place=PLACE, now=NOW, options={"quote": quote} if quote else {})


def judged(web, found) -> tuple[Outcome, str]:
    said = web.validate(found.citation, claim=CLAIM, place=PLACE, now=NOW)
    return said.outcome, said.reason
