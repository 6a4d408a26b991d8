"""Where a client keeps its settings on this machine, and how it starts Tenure."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path
from typing import Final

from tenure.values import dataclass

CARRIED: Final = ("TENURE_HOME", "TENURE_SESSION_KEYS")
"""Variables without which another process would find another store, or none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """What the clients' files depend on.

    Args:
        home: The person's home folder.
        config: Where programs keep settings (``$XDG_CONFIG_HOME``, or what the system has for it).
        project: The root of the repository in which the command runs, or None.
        command: The program and first arguments that start Tenure.
        environment: Variables that it needs.
        variables: The person's environment, for what moves a client's own folder.
    """

    home: Path
    config: Path
    project: Path | None
    command: tuple[str, ...]
    environment: tuple[tuple[str, str], ...] = ()
    variables: tuple[tuple[str, str], ...] = ()

    def moved(self, name: str, usual: Path) -> Path:
        """Give the folder that a variable names, or the usual one."""
        named = dict(self.variables).get(name, "")
        return Path(named).expanduser() if named else usual

    def shell(self, *arguments: str) -> str:
        """Give a command line that starts Tenure, for hooks."""
        given = [f"{name}={value}" for name, value in self.environment]
        return shlex.join([*(["env", *given] if given else []), *self.command, *arguments])


def here() -> Places:
    """Give the places of this process."""
    home = Path.home()
    if sys.platform == "darwin":
        config = home / "Library" / "Application Support"
    elif os.name == "nt":
        config = Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming")
    else:
        config = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
    return Places(
        home=home,
        config=config,
        project=_project(Path.cwd()),
        command=started_by(),
        environment=tuple((name, os.environ[name]) for name in CARRIED if os.environ.get(name)),
        variables=tuple(os.environ.items()),
    )


def started_by() -> tuple[str, ...]:
    """Give the absolute command that starts Tenure: clients with windows have no PATH of a shell."""
    program = Path(sys.argv[0])
    if program.stem == "tenure" and program.is_absolute() and os.access(program, os.X_OK):
        return (str(program),)
    beside = Path(sys.executable).with_name("tenure")
    found = str(beside) if os.access(beside, os.X_OK) else shutil.which("tenure")
    return (str(Path(found).absolute()),) if found else (sys.executable, "-m", "tenure")


def _project(folder: Path) -> Path | None:
    return next((each for each in (folder, *folder.parents) if (each / ".git").exists()), None)
