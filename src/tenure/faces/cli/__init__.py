"""The command line: one module a group of commands, each answering in words for people or one envelope for machines."""

from __future__ import annotations

import sys

import typer

from tenure.faces.cli.app import app, run
from tenure.faces.cli.commands import add_commands

__all__ = ["main", "whole"]


def main() -> None:
    """Run the command line and end the process with its exit code (`ExitCode`; 130 after Ctrl-C)."""
    sys.exit(run(sys.argv[1:]))


def whole() -> typer.Typer:
    """Give the command line with every command in it."""
    add_commands(app, None)
    return app
