"""A memory in a process of its own, which has libraries that this one need not have."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from threading import Timer
from typing import Any, Final, cast

from tenure.eval.peers.wire import pack, unpack
from tenure.eval.system import NotApplicable, System
from tenure.wiring.embedders import embedder_of_package

PLAYER: Final = Path(__file__).with_name("player.py")
CALL_SECONDS_MOST: Final = 300.0
"""For one call, or for the start; who takes longer is ended, and the story with it."""


class PeerError(Exception):
    """A memory of others failed, stopped or took too long; says its error's type and place, never what was kept."""

    @property
    def told(self) -> str:
        """What stands in the results."""
        return str(self)


class Process:
    """A process that plays one memory, story after story; started at the first, and anew after it was ended.

    Args:
        python: The interpreter that has the memory.
        adapter: The adapter, as ``module:class``.
        log: A file for what the memory prints, which may hold texts of stories; None to drop it.
        seconds_most: For one call.
    """

    def __init__(
        self, python: Path, adapter: str, *, log: Path | None = None, seconds_most: float = CALL_SECONDS_MOST
    ) -> None:
        self._command = [str(python), "-I", str(PLAYER), adapter]
        self._log = log
        self._seconds_most = seconds_most
        self._process: subprocess.Popen[str] | None = None
        self._versions: Mapping[str, str] = {}

    @property
    def is_running(self) -> bool:
        """Whether it was started and not ended since."""
        return self._process is not None

    def versions(self) -> Mapping[str, str]:
        """Give the versions there: of Python and of the distributions that the adapter names."""
        self._running()
        return self._versions

    def ask(self, asked: Mapping[str, Any]) -> Any:  # noqa: ANN401 - whatever a call gives
        """Have a call made and give what it gives.

        Raises:
            NotApplicable: The memory has no such operation.
            PeerError: It failed, stopped or took too long.
        """
        process = self._running()
        try:
            answer = self._answer(process, asked)
            while "embed" in answer:
                rows = embedder_of_package().embed(answer["embed"])
                answer = self._answer(process, {"vectors": [pack(row.astype("float32").tobytes()) for row in rows]})
        except BaseException:  # it waits for vectors, or works: what is asked of it now would get another's answer
            process.kill()
            self.end()
            raise
        if "lacks" in answer:
            raise NotApplicable(answer["lacks"])
        if "failed" in answer:
            raise PeerError(f"{answer['failed']} at {answer['at']}")
        return unpack(answer["gives"])

    def end(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None  # noqa: S101 - both are piped
        assert process.stdout is not None  # noqa: S101 - the same
        with suppress(OSError):
            process.stdin.close()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()

    def _running(self) -> subprocess.Popen[str]:
        if self._process is None:
            with open(os.devnull if self._log is None else self._log, "ab") as log:  # noqa: PTH123 - the null device is no path
                self._process = subprocess.Popen(
                    self._command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=log,
                    text=True,
                    encoding="utf-8",
                    process_group=0,  # Ctrl-C ends this process, which ends that one: else a story ends as failed
                )
            self._versions = self._answer(self._process, None)["ready"]
        return self._process

    def _answer(self, process: subprocess.Popen[str], asked: Mapping[str, Any] | None) -> Mapping[str, Any]:
        assert process.stdin is not None  # noqa: S101 - both are piped
        assert process.stdout is not None  # noqa: S101 - the same
        late = Timer(self._seconds_most, process.kill)
        late.daemon = True
        late.start()
        try:
            if asked is not None:
                print(json.dumps(asked, ensure_ascii=False), file=process.stdin, flush=True)
            line = process.stdout.readline()
        except OSError:
            line = ""
        finally:
            late.cancel()
        if not line:
            self.end()
            raise PeerError("it stopped or took too long")
        answer: Mapping[str, Any] = json.loads(line)
        return answer


class Remote(System):
    """A memory that a process plays: each call goes there, and what it gives comes back.

    Args:
        folder: The memory's empty folder.
        now: The first instant (UTC).
        process: Who plays it; one memory at a time.
    """

    def __init__(self, folder: Path, now: datetime, *, process: Process) -> None:
        super().__init__(folder, now)
        self._process = process
        self._files: Sequence[Path] | None = None
        process.ask({"open": pack((folder, now))})

    def ask(self, call: str, *args: Any, **by: Any) -> Any:  # noqa: ANN401 - whatever a call takes and gives
        """Have a call made."""
        return self._process.ask(
            {"call": call, "with": pack(args), "by": {name: pack(each) for name, each in by.items()}}
        )

    def files(self) -> Sequence[Path]:
        """Give the files and folders that hold what the memory keeps, also after it was closed."""
        return cast("Sequence[Path]", self.ask("files")) if self._files is None else self._files

    def close(self) -> None:
        """Let the memory let go; its process goes on."""
        if self._files is None and self._process.is_running:
            with suppress(NotApplicable):
                self._files = self.files()
            self.ask("close")


def _played(name: str) -> Callable[..., Any]:
    def made(self: Remote, *args: Any, **by: Any) -> Any:  # noqa: ANN401 - whatever the call takes and gives
        return self.ask(name, *args, **by)

    return made


for _name in [each for each in vars(System) if not each.startswith("_") and callable(getattr(System, each))]:
    if _name not in vars(Remote):
        setattr(Remote, _name, _played(_name))
