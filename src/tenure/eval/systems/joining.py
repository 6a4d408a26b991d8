"""Hands its pipes to the process that keeps servers ready, and stays until the server is gone; started by its path.

Only the standard library is imported, since this starts for each client: `PYTHON -I -S joining.py DOOR ARGUMENT ...`.
"""

from __future__ import annotations

import json
import os
import socket
import sys


def main(door: str, arguments: list[str]) -> None:
    """Go in by the door, and wait outside."""
    told = {"arguments": arguments, "environment": dict(os.environ), "folder": os.getcwd()}  # noqa: PTH109 - quick to start
    with socket.socket(socket.AF_UNIX) as guest:
        guest.connect(door)
        socket.send_fds(guest, [b"-"], [0, 1, 2])
        guest.sendall(json.dumps(told).encode())
        guest.shutdown(socket.SHUT_WR)
        for pipe in (0, 1):
            os.close(pipe)
        guest.recv(1)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
