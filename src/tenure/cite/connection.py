"""Makes one request over one connection to an address that was checked, and reads what comes within bounds."""

from __future__ import annotations

import http.client
import socket
import ssl
import zlib
from collections.abc import Sequence
from contextlib import suppress
from typing import Final
from urllib.parse import SplitResult

from tenure.cite.fetched import AGENT, Fetched

BYTES_MAX: Final = 2_000_000
_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
_CHUNK: Final = 65_536
_EXTRA_SECONDS: Final = 0.05
"""How long is looked for bytes beyond what the header says."""


class Connection(http.client.HTTPConnection):
    """A connection to an address that was checked, whatever the name resolves to meanwhile."""

    sock: socket.socket

    def __init__(self, parts: SplitResult, addresses: Sequence[str], port: int, *, seconds: float) -> None:
        super().__init__(parts.hostname or "", port, timeout=seconds)
        self._addresses = addresses
        self._is_safe = parts.scheme == "https"
        self.is_cut: bool = False
        self._opened: socket.socket | None = None

    def connect(self) -> None:
        """Connect to the first of the checked addresses that answers."""
        for place, address in enumerate(self._addresses):
            try:
                self._opened = self.sock = socket.create_connection((address, self.port), self.timeout)
                break
            except OSError:
                if self.is_cut or place + 1 == len(self._addresses):
                    raise
        if self._is_safe:
            context = ssl.create_default_context()
            safe = context.wrap_socket(self.sock, server_hostname=self.host, do_handshake_on_connect=False)
            self._opened = self.sock = safe
            safe.do_handshake()

    def cut(self) -> None:
        """End the connection while another thread may be reading from it."""
        self.is_cut = True
        if self._opened is not None:
            with suppress(OSError):
                self._opened.shutdown(socket.SHUT_RDWR)

    def hurry(self, seconds: float) -> None:
        """Wait no longer than this for what comes next."""
        if self._opened is not None:
            self._opened.settimeout(seconds)


def asked(connection: Connection, parts: SplitResult, *, etag: str, accept: str) -> tuple[Fetched, str]:
    """Make the one request; give what came, and where it redirects to."""
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    headers = {"User-Agent": AGENT, "Accept": accept, "Accept-Encoding": "gzip, identity", "Connection": "close"}
    connection.request("GET", path, headers=headers | ({"If-None-Match": etag} if etag else {}))  # 3
    with connection.getresponse() as response:
        status = response.status
        if status in _REDIRECTS and response.headers.get("Location"):
            return Fetched(status=status), str(response.headers["Location"])
        if status != 200:
            return Fetched(status=status), ""
        problem, body = _body(connection, response)
        return (
            Fetched(
                problem=problem,
                status=status,
                content_type=response.headers.get_content_type(),
                charset=response.headers.get_content_charset() or "",
                etag=str(response.headers.get("ETag") or "")[:200],
                body=body,
            ),
            "",
        )


def _body(connection: Connection, response: http.client.HTTPResponse) -> tuple[str, bytes]:  # 5
    told = response.length
    if told is not None:
        if told > BYTES_MAX:
            return "too_big", b""
        response.length = told + 1  # to see whether more comes than the header says
    raw = bytearray()
    while told is None or len(raw) < told:
        chunk = response.read(_CHUNK if told is None else min(_CHUNK, told - len(raw)))
        raw += chunk
        if len(raw) > BYTES_MAX:
            return "too_big", b""
        if not chunk:
            break
    if told is not None and (len(raw) < told or _goes_on(connection, response)):
        return "length_differs", b""
    return _decoded(bytes(raw), response.headers.get("Content-Encoding", "identity").strip().lower())


def _goes_on(connection: Connection, response: http.client.HTTPResponse) -> bool:
    connection.hurry(_EXTRA_SECONDS)
    try:
        return bool(response.read(1))
    except OSError:
        return False


def _decoded(raw: bytes, encoding: str) -> tuple[str, bytes]:
    if encoding in {"", "identity"}:
        return "", raw
    if encoding not in {"gzip", "x-gzip"}:
        return "bad_encoding", b""
    packed = zlib.decompressobj(wbits=31)
    try:
        body = packed.decompress(raw, BYTES_MAX + 1)
    except zlib.error:
        return "bad_encoding", b""
    if len(body) > BYTES_MAX:
        return "too_big", b""
    return ("", body) if packed.eof and not packed.unused_data else ("bad_encoding", b"")
