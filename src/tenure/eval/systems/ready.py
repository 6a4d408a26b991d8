"""A process that has imported what `tenure mcp` imports, and forks into a server for each client that comes.

A server that starts by itself imports for two seconds before it answers, and an evaluation starts hundreds. What a
fork does from then on is what a started process does: it has the client's pipes, environment and folder, and runs the
same command.
"""

from __future__ import annotations

import atexit
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from contextlib import closing
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final

from tenure.eval.systems import turned

JOINING: Final = Path(__file__).with_name("joining.py")
_IMPORTED: Final = ("tenure.faces.cli.app", "tenure.faces.mcp.serving")
"""What the command imports once it is called; by name, since an evaluation knows no face."""


def server(*arguments: str) -> list[str]:
    """Give the command that starts a server: by a fork, or by itself where a process cannot fork."""
    if not hasattr(os, "fork"):
        return [sys.executable, "-m", turned.__name__, *arguments]
    return [sys.executable, "-I", "-S", str(JOINING), _kept(), *arguments]


@cache
def _kept() -> str:
    """Start the process, one for all stories, and give the address of its door; it ends with this one."""
    process = subprocess.Popen(
        [sys.executable, "-m", __name__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        process_group=0,  # Ctrl-C ends this process, which ends that one
    )
    assert process.stdout is not None  # noqa: S101 - it is piped
    atexit.register(process.communicate)
    return process.stdout.readline().rstrip("\n")


def main() -> None:
    """Wait for clients, and be the server of one in each fork."""
    for name in _IMPORTED:
        import_module(name)
    folder = Path(tempfile.mkdtemp(prefix="tenure-eval-ready-"))
    with closing(socket.socket(socket.AF_UNIX)) as door:
        door.bind(str(folder / "door"))
        door.listen()
        os.write(1, f"{folder / 'door'}\n".encode())
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the forks
        guest = _guest(door)
    if guest is None:
        shutil.rmtree(folder)
    else:
        turned.main()


def _guest(door: socket.socket) -> socket.socket | None:
    """Give, in a fork, the client that it serves; None, where clients are waited for, once nobody may come any more."""
    while door in select.select([door, sys.stdin.fileno()], [], [])[0]:
        guest, _ = door.accept()
        if not os.fork():
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            _become(guest)
            return guest
        guest.close()
    return None


def _become(guest: socket.socket) -> None:
    """Take the client's pipes, environment, folder and arguments."""
    for at, pipe in enumerate(socket.recv_fds(guest, 1, 3)[1]):
        os.dup2(pipe, at)
        os.close(pipe)
    with guest.makefile(encoding="utf-8") as told:
        asked = json.load(told)
    os.environ.clear()
    os.environ.update(asked["environment"])
    os.chdir(asked["folder"])
    sys.argv[1:] = asked["arguments"]


if __name__ == "__main__":
    main()
