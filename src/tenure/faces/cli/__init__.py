"""The command line: one module a group of commands, each answering in words for people or one envelope for machines."""

from __future__ import annotations

import sys

from tenure.faces.cli import (
    doctor,
    forgetting,
    granting,
    initial,
    keeping,
    keys,
    leaving,
    ledgers,
    mending,
    policies,
    recalling,
    reviewing,
    scopes,
    showing,
    stating,
    tasks,
    trying,
)
from tenure.faces.cli.app import add_plugins, app, run

__all__ = ["app", "main"]

for _module in (
    *(initial, stating, recalling, showing, reviewing, granting, mending, forgetting, tasks),
    *(keeping, leaving, scopes, policies, keys, ledgers, doctor, trying),
):
    _module.register(app)


def main() -> None:
    """Run the command line and end the process with its exit code (`ExitCode`; 130 after Ctrl-C)."""
    add_plugins()
    sys.exit(run(sys.argv[1:]))
