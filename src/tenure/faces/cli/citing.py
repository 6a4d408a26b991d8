"""`cite`: what would be kept of a place in the code: ids, places and keyed digests, never a word of it (R14)."""

from __future__ import annotations

from typing import Annotated

import typer

from tenure.faces.cli import options
from tenure.faces.cli.app import answer
from tenure.faces.cli.envelope import Answer
from tenure.faces.cli.opening import Json, opened
from tenure.faces.cli.terminal import quoted

_NAMED = ("path", "symbol", "check")
"""Details that hold what somebody named."""
_STATES = {
    "commit": "committed",
    "worktree": "not committed: cited as the working tree has it; `tenure heal` cites it anew once it is",
}


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("cite")(cite)


def cite(
    address: Annotated[
        str,
        typer.Argument(
            metavar="[ADDRESS]",
            help="'src/a.py:10-20', 'src/a.py::Class.method', 'file:PATH', a page; where to look for --quote.",
        ),
    ] = ".",
    check: options.Check = None,
    quote: options.Quote = None,
    json: Json = False,
) -> None:
    """Show what a citation of this place would keep; nothing is stored."""

    def work() -> Answer:
        with opened() as memory:
            found = memory.agent().cite(address, check=check, quote=quote)
            details = {name: value for name, value in found.details if value not in ("", 0)}
            state = _STATES.get(str(details.get("state")), "")
            shown = {"address": quoted(f"{found.scheme}:{found.address}"), **details}
            shown |= {name: quoted(str(details[name])) for name in _NAMED if name in details}
            width = max(map(len, shown))
            lines = [f"{name:{width}}  {value}" for name, value in shown.items() if name != "state"]
            lines += [f"{'state':{width}}  {state}"] if state else []
            lines += ["nothing was stored, and no word of the source is among it"]
            data = {"scheme": found.scheme, "address": found.address, "details": details}
            return Answer(status="done", lines=lines, data=data, scope=memory.scope)

    answer("cite", json=json, work=work)
