"""The command line: one module a group of commands, each answering in words for people or one envelope for machines."""

from __future__ import annotations

import signal
import sys

__all__ = ["main"]

INTERRUPTED = 130
"""How a command ends that Ctrl-C stopped, as shells have it."""


def main() -> None:
    """Run the command line and end the process with its exit code (`ExitCode`; 130 after Ctrl-C or a hang-up)."""
    try:
        for number in (getattr(signal, "SIGHUP", signal.SIGTERM), signal.SIGTERM):
            if signal.getsignal(number) is signal.SIG_DFL:  # unwinds as Ctrl-C does: what was begun is taken back
                signal.signal(number, signal.default_int_handler)
        from tenure.faces.cli.app import run
    except KeyboardInterrupt:
        sys.stderr.write("interrupted; nothing was kept\n")
        sys.exit(INTERRUPTED)
    sys.exit(run(sys.argv[1:]))
