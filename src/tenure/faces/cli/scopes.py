"""Where this folder stands: `scope show`, and `scope adopt` for a moved or second clone of a known repository."""

from __future__ import annotations

from typing import Annotated

import typer

from tenure.errors import NotFoundError, RequestError
from tenure.faces.cli.app import answer
from tenure.faces.cli.commands import Commands
from tenure.faces.cli.envelope import Answer, NextStep
from tenure.faces.cli.opening import Json, opened
from tenure.faces.cli.outcomes import declined_answer
from tenure.faces.cli.terminal import Terminal, one_line
from tenure.model.scope import Scope

group: typer.Typer = typer.Typer(
    cls=Commands, help="For whom and what this folder is: its repository, and copies of it.", no_args_is_help=True
)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group.command("show")(show)
    group.command("adopt")(adopt)
    app.add_typer(group, name="scope")


def show(json: Json = False) -> None:
    """Show the scope of this folder, and known repositories that it may be a copy of."""

    def work() -> Answer:
        with opened() as memory:
            place = memory.operator().repository_at(memory.folder)
            lines = [f"person      {memory.owner}"]
            if place.record is None:
                lines.append("repository  none here: what is kept from here holds everywhere")
            else:
                lines += [f"repository  {place.record.id}", f"  folder    {one_line(place.record.worktree)}"]
            lines += [f"may be      {each.id}, known at {one_line(each.git_dir)}" for each in place.candidates]
            steps = [f"tenure scope adopt {each.id}, if this is the same project" for each in place.candidates[:1]]
            data: dict[str, object] = {
                "person": memory.owner,
                "repository": place.record.id if place.record else None,
                "folder": str(place.record.worktree) if place.record else None,
                "candidates": [{"id": each.id, "git_dir": str(each.git_dir)} for each in place.candidates],
            }
            return Answer(
                status="done",
                lines=lines,
                data=data,
                scope=memory.scope,
                next=[NextStep(who="person", do=step) for step in steps],
            )

    answer("scope show", json=json, work=work)


def adopt(
    repository: Annotated[str, typer.Argument(metavar="ID", help="The repository's id, as `tenure scope show` says.")],
    json: Json = False,
) -> None:
    """Say that this folder is a copy of a known repository: it then shares what is kept for that one."""

    def work() -> Answer:
        with Terminal() as terminal, opened() as memory:
            operator = memory.operator()
            place = operator.repository_at(memory.folder)
            if place.record is None:
                raise RequestError(
                    "there is no repository here", code="no_repository", hint="Run it inside the repository."
                )
            if place.record.id == repository:
                return _adopted(repository, scope=memory.scope, said="it is that repository already")
            found = next((each for each in place.candidates if each.id == repository), None)
            if found is None:
                raise NotFoundError(
                    "no known repository of that id shares commits with this one, or lay here",
                    hint="See `tenure scope show`.",
                )
            terminal.say(f"this folder  {one_line(place.record.worktree)}")
            terminal.say(f"is a copy of {one_line(found.git_dir)} ({found.id})")
            terminal.say("Agents that work here would then use what is kept for that repository, and add to it.")
            if not terminal.agrees("Is it the same project?"):
                return declined_answer(scope=memory.scope)
            operator.adopt(memory.folder, repository)
            adopted = Scope(user=memory.owner, repository=repository)
            left = f"what was kept for this folder as {place.record.id} stays there: `tenure list --all`"
            return _adopted(repository, scope=adopted, said=left)

    answer("scope adopt", json=json, work=work)


def _adopted(repository: str, *, scope: Scope, said: str) -> Answer:
    return Answer(
        status="done",
        lines=[f"this folder is {repository}"],
        data={"repository": repository},
        scope=scope,
        warnings=[said],
    )
