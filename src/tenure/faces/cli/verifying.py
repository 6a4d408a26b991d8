"""`verify`: is what entries rest on still so, here, on a branch or at a commit; for people, git hooks and CI (R18)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from tenure import Outcome, Scope, Verified
from tenure.errors import RequestError
from tenure.faces.cli.app import answer
from tenure.faces.cli.envelope import Answer, ExitCode, NextStep
from tenure.faces.cli.opening import Json, opened
from tenure.faces.cli.table import table
from tenure.faces.cli.terminal import quoted
from tenure.faces.telling import verified_data

HEADS = ("id", "why", "outcome", "cited", "now at")

Ref = Annotated[str | None, typer.Option("--branch", help="Look at this branch or tag instead of the working tree.")]
Commit = Annotated[str | None, typer.Option("--commit", help="Look at this commit instead of the working tree.")]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("verify")(verify)


def verify(
    wanted: Annotated[
        str | None,
        typer.Argument(metavar="[ID|PATH]", help="One entry, or a file or folder that entries cite; all if left out."),
    ] = None,
    branch: Ref = None,
    commit: Commit = None,
    json: Json = False,
) -> None:
    """Check entries against their sources as they are now; exit code 1 if one is stale."""

    def work() -> Answer:
        if branch is not None and commit is not None:
            raise RequestError("--branch and --commit exclude each other", code="bad_ref")
        with opened() as memory:
            agent, ref = memory.agent(), branch or commit
            if wanted is None or not _is_id(wanted, memory.folder):
                return _answer(agent.verify_all(path=wanted, ref=ref), memory.scope)
            found = agent.verify_all(entry_id=wanted, ref=ref)  # an id of nothing here says so
            if found:
                return _answer(found, memory.scope)
            said = agent.verify(wanted, ref=ref)
            lines = [f"{wanted}: {said.outcome.value}, it cites no source that could change"]
            return Answer(status="done", lines=lines, scope=memory.scope)

    answer("verify", json=json, work=work)


def _is_id(wanted: str, folder: Path) -> bool:
    # A path that is gone is still a path (git hooks name deleted files); a bare word that is no file here is none.
    if wanted.startswith("ent_") or not wanted.strip():  # an empty variable names no folder
        return True
    try:
        return not (
            "/" in wanted or "." in wanted or any((each / wanted).exists() for each in (folder, *folder.parents))
        )
    except OSError:  # longer than the name of any file
        return True


def _answer(found: Sequence[Verified], scope: Scope) -> Answer:
    stale = [each for each in found if each.is_stale]
    rows = [_row(each) for each in sorted(found, key=lambda each: not each.is_stale)]
    counts = Counter(each.validation.outcome.value for each in found)
    told = ", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items()))
    steps = [NextStep(who="person", do=f"tenure heal {stale[0].entry_id}")] if stale else []
    unverified = counts[Outcome.UNVERIFIED.value]
    return Answer(
        status="stale" if stale else "done",
        lines=[*table(HEADS, rows), told or "nothing here cites a source"],
        data={"verified": [verified_data(each) for each in found], "stale": len(stale)},
        scope=scope,
        next=steps,
        warnings=[f"{unverified} could not be checked here; they are not used as verified"] if unverified else [],
        exit_code=ExitCode.NOT_SO if stale else ExitCode.DONE,
    )


def _row(each: Verified) -> tuple[str, ...]:
    said = each.validation
    place = said.place or ""
    cited = [source.removeprefix("code:") for source in each.sources]
    now_at = "" if [place] == cited or not place else quoted(place)
    return (each.entry_id, said.reason, said.outcome.value, ", ".join(map(quoted, cited)), now_at)
