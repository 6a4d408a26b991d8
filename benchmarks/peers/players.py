"""Starts the players, hands requests to them, and gives up on one that takes too long."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Timer
from typing import Any

from benchmarks import filling
from benchmarks.measuring import Times
from tenure.eval.peers.environments import environment
from tenure.eval.peers.known import PEERS

ROOT = Path(__file__).parents[2]
OWN = "Tenure"
PAGE = os.sysconf("SC_PAGE_SIZE")
FILL_MINUTES_MOST = 45
"""Of CPU, for filling one store; who takes longer is not measured at that size."""
FILL_MEMORY_MOST = os.sysconf("SC_PHYS_PAGES") * PAGE // 2
"""Bytes of memory for filling one store: half of the machine's; who takes more is not measured at that size."""
CALL_SECONDS_MOST = 120
PACKAGES = {
    "LangGraph SqliteStore": PEERS["langgraph"].packages,
    "Chroma": PEERS["chroma"].packages,
    "LanceDB": PEERS["lancedb"].packages,
    "mem0": PEERS["mem0"].packages,
}


class GaveUpError(Exception):
    """A store could not be had, failed, or took too long."""


class Player:
    """One store in a process of its own.

    Args:
        name: The store.
        python: The interpreter that has it.
        folder: Where its files are.
        traced: A file that the calls which sync are written to, by `strace`; None to go without.
    """

    def __init__(self, name: str, python: Path, folder: Path, *, traced: Path | None = None) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.name = name
        tracing = ["strace", "-f", "-qq", "-e", "trace=fsync,fdatasync,msync,sync_file_range", "-o", str(traced)]
        self._process = subprocess.Popen(
            [*(tracing if traced else []), str(python), "-m", "benchmarks.peers.player", name, str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=ROOT,
            text=True,
        )

    def ready(self) -> None:
        """Wait until the store is open."""
        self._answer(CALL_SECONDS_MOST)

    def take(self, do: str, *, scope: int = 0, texts: Sequence[str] = (), seconds: float = CALL_SECONDS_MOST) -> Times:
        """Have something done and give what one call took."""
        found = self.ask(do, scope=scope, texts=texts, seconds=seconds)
        return Times(found["cpu"], found["wall"])

    def ask(
        self, do: str, *, scope: int = 0, texts: Sequence[str] = (), seconds: float = CALL_SECONDS_MOST
    ) -> Mapping[str, Any]:
        """Have something done and give all that is said of it."""
        assert self._process.stdin is not None
        try:
            given = {text: filling.vector_of(text) for text in texts}
            vectors = {text: (b64encode(each.numbers).decode(), each.scale) for text, each in given.items()}
            asked = {"do": do, "scope": scope, "texts": list(texts), "vectors": vectors}
            print(json.dumps(asked), file=self._process.stdin, flush=True)
        except OSError:
            raise GaveUpError(f"{self.name} stopped") from None
        return self._answer(seconds)

    def _answer(self, seconds: float) -> Mapping[str, Any]:
        assert self._process.stdout is not None
        late = Timer(seconds, self._process.kill)
        late.start()
        line = self._process.stdout.readline()
        late.cancel()
        if not line:
            raise GaveUpError(f"{self.name} failed or took too long")
        answer: Mapping[str, Any] = json.loads(line)
        return answer

    def memory(self) -> int:
        """Give the bytes of memory that its process holds now."""
        return int(Path(f"/proc/{self._process.pid}/statm").read_text(encoding="ascii").split()[1]) * PAGE

    def close(self) -> None:
        """Let it end by itself."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        try:
            self._process.wait(CALL_SECONDS_MOST)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()


def pythons(below: Path) -> dict[str, Path | str]:
    """Give the interpreter of each store of others, or why it cannot be had here."""
    found: dict[str, Path | str] = {}
    for name, packages in PACKAGES.items():
        try:
            found[name] = environment(packages[0].partition("==")[0], packages, below)
        except (OSError, subprocess.SubprocessError) as error:
            found[name] = f"could not be had here ({type(error).__name__})"
    return found


@contextmanager
def playing(name: str, python: Path, folder: Path, *, traced: Path | None = None) -> Iterator[Player]:
    """Give a player that is ended afterwards."""
    player = Player(name, python, folder, traced=traced)
    try:
        player.ready()
        yield player
    finally:
        player.close()


def own_python() -> Path:
    """Give the interpreter that has Tenure: this one."""
    return Path(sys.executable)
