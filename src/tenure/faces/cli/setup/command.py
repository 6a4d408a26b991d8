"""The command `setup`: write, print or take out what a coding agent needs to use this person's memory."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import typer

from tenure.errors import RequestError
from tenure.faces.cli.app import answer
from tenure.faces.cli.envelope import Answer, ExitCode, NextStep
from tenure.faces.cli.opening import Json
from tenure.faces.cli.setup.clients import CLIENTS, DENIED, pieces_of
from tenure.faces.cli.setup.pieces import Piece
from tenure.faces.cli.setup.places import Places, here
from tenure.faces.cli.setup.writing import Change, changes, write
from tenure.faces.cli.terminal import one_line

NOTES: Final = {
    "codex": "Codex runs a hook only after you trust it: it asks at its next start",
    "cline": "turn hooks on in Cline's settings; it has no deny rules for commands",
    "claude-desktop": "it has no hooks and no shell; what it proposes waits in `tenure review`",
    "cursor": "the editor has no deny rules for commands; its command line has them in cli-config.json",
}
SPEED_BUMP: Final = "the deny rules are a speed bump: an agent with a shell of your account can find a way around them"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("setup")(setup)


def setup(
    client: Annotated[str, typer.Argument(metavar="CLIENT", help=f"One of: {', '.join(CLIENTS)}.")],
    *,
    is_printing: Annotated[
        bool, typer.Option("--print", help="Show what would be written, and write nothing.")
    ] = False,
    is_removing: Annotated[bool, typer.Option("--remove", help="Take out what it wrote; the rest stays.")] = False,
    json: Json = False,
) -> None:
    """Give a coding agent this memory: server, hooks, deny rules, and a few lines in the project's agent file."""

    def work() -> Answer:
        if client not in CLIENTS:
            raise RequestError("there is no such client", code="bad_client", hint=f"Use one of: {', '.join(CLIENTS)}.")
        places = here()
        pieces = pieces_of(client, places)
        if is_printing:
            return _printed(pieces)
        found = tuple(changes(pieces, project=places.project, is_removing=is_removing))
        backups = {each.path: write(each) for each in found if each.is_needed}
        return _done(found, backups, client=client, places=places, is_removing=is_removing)

    answer("setup", json=json, work=work)


def _printed(pieces: Sequence[Piece]) -> Answer:
    lines: list[str] = []
    for piece in pieces:
        lines += [f"# {one_line(piece.path)}: {piece.what}", *piece.ours().rstrip().splitlines(), ""]
    files = [{"path": str(piece.path), "what": piece.what, "text": piece.ours()} for piece in pieces]
    return Answer(status="done", lines=lines, data={"files": files})


def _done(
    found: Sequence[Change], backups: dict[Path, Path | None], *, client: str, places: Places, is_removing: bool
) -> Answer:
    lines, files = list[str](), list[dict[str, object]]()
    for each in found:
        state = _state(each, is_removing=is_removing)
        lines.append(f"{state:9}{one_line(each.path)}" + (f"  ({'; '.join(each.what)})" if each.what else ""))
        backup = backups.get(each.path)
        lines += [f"{'':9}as it was: {one_line(backup)}"] if backup else []
        for piece, error in each.failed:
            lines += [f"{'':9}left out: {piece.what}: {error} [{error.code}]", f"{'':9}fix: {error.hint}"]
        told: dict[str, object] = {"path": str(each.path), "state": state, "what": list(each.what)}
        told |= {"backup": str(backup)} if backup else {}
        told |= {"left_out": [piece.what for piece, _ in each.failed]} if each.failed else {}
        files.append(told)
    has_failed = any(each.failed for each in found)
    return Answer(
        status="incomplete" if has_failed else "done",
        lines=lines,
        data={"client": client, "files": files},
        next=[] if is_removing else _next(has_failed=has_failed, client=client),
        warnings=[] if is_removing else _warnings(found, client, places),
        exit_code=ExitCode.NOT_SO if has_failed else ExitCode.DONE,
    )


def _state(change: Change, *, is_removing: bool) -> str:
    if change.failed and not change.is_needed:
        return "left"
    if not change.is_needed:
        return "clean" if is_removing else "same"
    return "gone" if change.new is None else "made" if change.old is None else "changed"


def _next(*, has_failed: bool, client: str) -> list[NextStep]:
    steps = ["start the client anew", "tenure doctor --mcp"]
    return [
        NextStep(who="person", do=each)
        for each in ([f"tenure setup {client} --print", *steps] if has_failed else steps)
    ]


def _warnings(found: Sequence[Change], client: str, places: Places) -> list[str]:
    notes = [NOTES[client]] if client in NOTES else []
    if any(DENIED in each.what for each in found):
        notes.append(SPEED_BUMP)
    if places.project is None and CLIENTS[client][1]:
        notes.append("there is no repository here: run it in one for the lines of its agent file")
    return notes
