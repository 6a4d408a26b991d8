"""Runs Tenure's command line in a process whose clock is the instant in a file: `python -m ... FILE COMMAND ...`."""

from __future__ import annotations

import sys
from datetime import datetime
from importlib.metadata import entry_points
from pathlib import Path

from tenure.clock import SystemClock


def main() -> None:
    """Put the file's instant in the place of the machine's clock, then run the command that is installed."""
    file = Path(sys.argv.pop(1))

    def now(_: SystemClock) -> datetime:
        return datetime.fromisoformat(file.read_text(encoding="ascii"))

    setattr(SystemClock, "now", now)  # noqa: B010 - no command takes an instant, on purpose
    (command,) = entry_points(group="console_scripts", name="tenure")
    command.load()()


if __name__ == "__main__":
    main()
