"""The command line: one module a group of commands, each answering in words for people or one envelope for machines."""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec

from tenure.faces.cli.app import add_plugins, app, run

__all__ = ["app", "main"]

_MODULES = (
    *("initial", "stating", "recalling", "showing", "reviewing", "granting", "mending", "forgetting", "tasks"),
    *("keeping", "leaving", "scopes", "policies", "keys", "ledgers", "doctor", "trying"),
)

for _name in _MODULES:
    if find_spec(f"{__name__}.{_name}"):
        with suppress(ModuleNotFoundError):
            import_module(f"{__name__}.{_name}").register(app)


def main() -> None:
    """Run the command line and end the process with its exit code (`ExitCode`; 130 after Ctrl-C)."""
    add_plugins()
    sys.exit(run(sys.argv[1:]))
