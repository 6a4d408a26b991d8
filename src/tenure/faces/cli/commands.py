"""Which module has which command, so that one command imports no other; help and typos see all of them, and plugins."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

import typer
from typer.core import TyperGroup

if TYPE_CHECKING:
    from typer._click import Context, HelpFormatter

_WHOLE: Final = 1_000  # characters: longer than any first sentence
MODULES: Final = {
    "init": "initial",
    "remember": "stating",
    "propose": "stating",
    "recall": "recalling",
    "brief": "recalling",
    "list": "showing",
    "show": "showing",
    "why": "showing",
    "review": "reviewing",
    "grant": "granting",
    "correct": "mending",
    "supersede": "mending",
    "challenge": "mending",
    "verify": "verifying",
    "heal": "healing",
    "cite": "citing",
    "forget": "forgetting",
    "erased": "erasing",
    "task": "tasks",
    "hear": "tasks",
    "sweep": "keeping",
    "backup": "backing",
    "restore": "backing",
    "disclose": "leaving",
    "export": "leaving",
    "import": "leaving",
    "scope": "scopes",
    "policy": "policies",
    "keys": "keys",
    "move": "moving",
    "ledger": "ledgers",
    "report": "reporting",
    "doctor": "doctor",
    "screen": "screening",
    "setup": "setup",
    "hook": "hooking",
    "try": "trying",
}
"""The module of each command and group of commands, in the order in which help lists them."""

TRIED: Final = {
    **dict.fromkeys(("add", "save", "store", "set", "note"), "remember"),
    **dict.fromkeys(("search", "find", "get", "ask", "query", "read"), "recall"),
    **dict.fromkeys(("delete", "remove", "rm", "erase", "purge"), "forget"),
    **dict.fromkeys(("edit", "fix", "change"), "correct"),
    **dict.fromkeys(("update", "replace"), "supersede"),
    **dict.fromkeys(("approve", "accept", "decline", "reject", "pending", "inbox", "undo", "confirm"), "review"),
    **dict.fromkeys(("status", "check", "info"), "doctor"),
    **dict.fromkeys(("log", "history", "audit"), "ledger show"),
    **dict.fromkeys(("ls", "all"), "list"),
    **dict.fromkeys(("explain",), "why"),
    **dict.fromkeys(("config", "settings"), "policy show"),
    **dict.fromkeys(("demo",), "try"),
    **dict.fromkeys(("rotate", "recovery", "enrol", "enroll"), "keys"),
    **dict.fromkeys(("allow",), "grant add"),
    **dict.fromkeys(("pack", "unpack"), "move"),
    "version": "--version",
}
"""Words that people try, and the command that does it."""

_added: set[str] = set()


class Commands(TyperGroup):
    """A group of commands whose help gives what each is for whole, however narrow the terminal."""

    def format_commands(self, ctx: Context, formatter: HelpFormatter) -> None:
        """Write the first sentence of each command's help, wrapped where it would be cut."""
        found = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        rows = [(name, one.get_short_help_str(_WHOLE)) for name, one in found if one is not None and not one.hidden]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def add_commands(app: typer.Typer, wanted: str | None) -> None:
    """Add the wanted command, of this face or of another one; if there is none of that name, every one.

    Args:
        app: The root.
        wanted: The first word of the command line, or None.
    """
    if wanted in MODULES:
        _add(app, MODULES[wanted])
        return
    if wanted is not None and _add_plugins(app, wanted):
        return
    for module in MODULES.values():
        _add(app, module)
    _add_plugins(app)


def _add(app: typer.Typer, module: str) -> None:
    if module not in _added:
        _added.add(module)
        import_module(f"tenure.faces.cli.{module}").register(app)


def _add_plugins(app: typer.Typer, wanted: str | None = None) -> bool:
    """Add commands of other faces, found through the entry-point group ``tenure.commands``; say whether there is one.

    Args:
        app: The root.
        wanted: The name of one; all of them if None.
    """
    from importlib.metadata import entry_points

    every = entry_points(group="tenure.commands")
    found = [point for point in every if wanted in (None, point.name)]
    for point in found:
        if point.name not in _added:
            _added.add(point.name)
            app.add_typer(point.load(), name=point.name)
    return bool(found)
