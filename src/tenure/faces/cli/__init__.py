"""The command line: one module a group of commands, each answering in words for people or one envelope for machines."""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
from contextlib import suppress

__all__ = ["main"]

GARBAGE_AFTER = 100_000
"""Objects made and not let go of before the collector looks for circles: a short command never gets there."""
AT_EXIT = "_run_exitfuncs"
"""What the interpreter calls at its end; `atexit` has no other name for it."""
INTERRUPTED = 130
"""How a command ends that Ctrl-C stopped, as shells have it."""


class Stopping:
    """What Ctrl-C, a hang-up or a termination does; by how far the process is."""

    is_running: bool = False
    was_asked: bool = False

    def __call__(self, *_: object) -> None:
        if not self.is_running:  # modules load, or the first Ctrl-C is being taken back: the store mends itself
            os._exit(INTERRUPTED)
        self.is_running, self.was_asked = False, True
        raise KeyboardInterrupt  # unwinds: what was begun is taken back


stopping: Stopping = Stopping()


def main() -> None:
    """Run the command line and end the process with its exit code (`ExitCode`; 130 after Ctrl-C or a hang-up).

    At no moment is a traceback the answer to Ctrl-C, but for one that is not ours: before this line, while the
    interpreter starts, loads what this machine's ``site`` asks for, and runs the script that calls us.
    """
    endings = [signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]
    ours = [each for each in endings if signal.getsignal(each) in {signal.SIG_DFL, signal.default_int_handler}]
    for each in ours:
        signal.signal(each, stopping)
    sys.unraisablehook = _unraisable
    gc.set_threshold(GARBAGE_AFTER)
    from tenure.faces.cli.app import run

    code = INTERRUPTED
    try:
        stopping.is_running = True
        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        pass
    finally:
        stopping.is_running = False
    for each in ours:  # done: while the process ends there is nothing left to stop
        signal.signal(each, signal.SIG_IGN)
    _leave(code)


def _leave(code: int) -> None:
    """End the process with this code: what asked to be run at its end has run, and all that was written is sent on.

    What the interpreter would do besides, taking each module apart, is a tenth of a short command's time; and it ends
    by the signal itself, once one passed through code that it ran from a text.
    """
    getattr(atexit, AT_EXIT)()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            if stream is not None:
                stream.flush()
    os._exit(code)


def _unraisable(found: sys.UnraisableHookArgs) -> None:
    """Tell what Python can only print, by its kind alone; Ctrl-C at such a moment ends the process."""
    if isinstance(found.exc_value, KeyboardInterrupt):
        os._exit(INTERRUPTED)
    if sys.stderr is not None:
        sys.stderr.write(f"note: closing failed ({found.exc_type.__name__})\n")
