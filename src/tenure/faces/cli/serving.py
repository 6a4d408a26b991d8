"""`doctor --mcp`: start the server as a client would, list its tools, run a recall, and say what is wrong."""

from __future__ import annotations

import json
import queue
import subprocess
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Final, Self, cast

from tenure.errors import RequestError
from tenure.faces.agents.catalog import TOOLS
from tenure.faces.cli.setup.clients import CLIENTS, SERVER, pieces_of
from tenure.faces.cli.setup.places import here, started_by
from tenure.memory.examine import Examined, State

SECONDS_MAX: Final = 30
END_SECONDS_MAX: Final = 5
REVISION: Final = "2025-11-25"
WANTED: Final = frozenset(tool.name for tool in TOOLS)
_QUERY: Final = "what is kept about this repository"
_SAID_MAX: Final = 300
_Message = Mapping[str, object]


def examined(folder: Path) -> Iterator[Examined]:
    """Give what each step of a client's start gave; after the first that fails the others are not tried.

    Args:
        folder: The working folder of the server.
    """
    yield from _clients()
    try:
        with _Server(folder) as server:
            yield _begun(server)
            yield _tools(server)
            yield _recalled(server)
    except _WrongError as wrong:
        yield Examined(check="server", state=State.FAULT, message=wrong.message, fix=wrong.fix)


class _WrongError(Exception):
    def __init__(self, message: str, fix: str) -> None:
        super().__init__(message)
        self.message = message
        self.fix = fix


class _Server:
    """One process of the server, asked one thing after the other."""

    def __init__(self, folder: Path) -> None:
        self.command = (*started_by(), "mcp")
        try:
            self._process = subprocess.Popen(
                self.command,
                cwd=folder,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
            )
        except OSError:
            raise _WrongError(f"{self.command[0]} cannot be started", "Install Tenure anew.") from None
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._errors: list[str] = []
        self._count = 0
        self._readers = [
            threading.Thread(target=_drain, args=(stream, take), daemon=True)
            for stream, take in ((self._process.stdout, self._lines.put), (self._process.stderr, self._errors.append))
        ]
        for reader in self._readers:
            reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        try:
            self._process.wait(END_SECONDS_MAX)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for reader in self._readers:
            reader.join(1)

    def ask(self, method: str, **params: object) -> _Message:
        """Send a request and give its result."""
        self._count += 1
        self.tell(method, identifier=self._count, **params)
        while True:
            answer = self._next(method)
            if answer.get("id") != self._count:
                continue  # a notification
            result = answer.get("result")
            if not isinstance(result, dict):
                said = str(_member(answer.get("error"), "message") or "no result")[:_SAID_MAX]
                raise _WrongError(f"it refuses {method}: {said}", "Install tenure[mcp] anew.")
            return cast("_Message", result)

    def tell(self, method: str, *, identifier: int | None = None, **params: object) -> None:
        """Send a message."""
        message: dict[str, object] = {"jsonrpc": "2.0", "method": method, "params": params}
        if identifier is not None:
            message["id"] = identifier
        try:
            if self._process.stdin is not None:
                self._process.stdin.write(json.dumps(message) + "\n")
                self._process.stdin.flush()
        except OSError:
            raise self._gone() from None

    def _next(self, method: str) -> _Message:
        try:
            line = self._lines.get(timeout=SECONDS_MAX)
        except queue.Empty:
            raise _WrongError(f"it does not answer {method} within {SECONDS_MAX} s", "Run `tenure doctor`.") from None
        if not line:
            raise self._gone()
        try:
            return cast("_Message", json.loads(line))
        except ValueError:
            raise _WrongError("it prints what is no message", "Look what else prints when Python starts.") from None

    def _gone(self) -> _WrongError:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(END_SECONDS_MAX)
        self._readers[1].join(1)
        said = next((line.strip() for line in self._errors if line.strip()), "it says nothing")
        fix = "pip install 'tenure[mcp]'" if "no_library" in said else "Run `tenure doctor`."
        return _WrongError(f"it ends at once: {said[:_SAID_MAX]}", fix)


def _drain(stream: IO[str] | None, take: Callable[[str], None]) -> None:
    if stream is not None:
        with stream:
            for line in stream:
                take(line)
    take("")


def _member(held: object, name: str) -> object:
    return cast("_Message", held).get(name) if isinstance(held, dict) else None


def _begun(server: _Server) -> Examined:
    told = server.ask(
        "initialize",
        protocolVersion=REVISION,
        capabilities={},
        clientInfo={"name": "tenure-doctor", "version": "1"},
    )
    server.tell("notifications/initialized")
    return Examined(
        check="server", state=State.OK, message=f"{' '.join(server.command)} speaks {told.get('protocolVersion')}"
    )


def _tools(server: _Server) -> Examined:
    listed = server.ask("tools/list").get("tools")
    names = {str(_member(each, "name")) for each in (cast("list[object]", listed) if isinstance(listed, list) else [])}
    missing = ", ".join(sorted(WANTED - names))
    if missing:
        return Examined(check="tools", state=State.FAULT, message=f"missing: {missing}", fix="Install Tenure anew.")
    return Examined(check="tools", state=State.OK, message=f"{len(names)}: {', '.join(sorted(names))}")


def _recalled(server: _Server) -> Examined:
    result = server.ask("tools/call", name="recall", arguments={"query": _QUERY})
    told = result.get("structuredContent")
    status = str(_member(told, "status") or "no answer")
    if result.get("isError") or status in {"error", "no answer"}:
        code, steps = _member(_member(told, "data"), "code"), _member(told, "next")
        first = cast("list[object]", steps)[0] if isinstance(steps, list) and steps else None
        return Examined(
            check="recall",
            state=State.FAULT,
            message=f"a recall gives an error [{code}]" if code else "a recall gives no answer",
            fix=str(_member(first, "do") or "Run `tenure doctor`."),
        )
    return Examined(check="recall", state=State.OK, message=f"a recall answers: {status}")


def _clients() -> Iterator[Examined]:
    places = here()
    is_one = False
    for client in CLIENTS:
        for piece in pieces_of(client, places):
            if piece.what != SERVER or not piece.path.is_file():
                continue
            with suppress(OSError, UnicodeDecodeError, RequestError):
                old = piece.path.read_text(encoding="utf-8")
                if "tenure" not in old:
                    continue
                is_one = True
                is_same = piece.put(old) == old
                yield Examined(
                    check="client",
                    state=State.OK if is_same else State.NOTE,
                    message=f"{client}: {piece.path}" + ("" if is_same else " starts it otherwise than `tenure setup`"),
                    fix="" if is_same else f"If that is not yours: `tenure setup {client}`.",
                )
    if not is_one:
        yield Examined(
            check="client", state=State.NOTE, message="no client is set up here", fix="`tenure setup CLIENT`"
        )
