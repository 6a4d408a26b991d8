"""Scratch from a shell: `task begin` to `task end`, and `hear` for hooks (R27, R30)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

import typer

from tenure import TaskHandle
from tenure.errors import RequestError
from tenure.faces.cli.app import answer
from tenure.faces.cli.commands import Commands
from tenure.faces.cli.envelope import Answer, NextStep
from tenure.faces.cli.opening import AGENT, Json, Opened, TaskId, opened, text_argument
from tenure.faces.cli.outcomes import receipt_answer
from tenure.faces.cli.table import table
from tenure.faces.instants import span
from tenure.faces.telling import note_data
from tenure.memory.arguments import to_member
from tenure.memory.task import Kept, Note, Secret, SecretSource
from tenure.model.principal import Strength

SESSION = "session"
CHANNELS = ("tool", "document", "code")
HEARING = "a session of a coding agent"

group: typer.Typer = typer.Typer(
    cls=Commands, help="Working notes of one task; gone with its end.", no_args_is_help=True
)

Spoken = Annotated[str | None, typer.Argument(metavar="TEXT", help="The text; '-' or nothing reads standard input.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for name, command in (
        ("begin", begin),
        ("note", note),
        ("observe", observe),
        ("search", search),
        ("summary", summary),
        ("drafts", drafts),
        ("secret", secret),
        ("end", end),
    ):
        group.command(name)(command)
    app.add_typer(group, name="task")
    app.command("hear")(hear)


def begin(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the task is about, in a few words.")],
    minutes: Annotated[int | None, typer.Option(help="Its time limit; the policy's if left out.")] = None,
    json: Json = False,
) -> None:
    """Begin a task; prints its id. Its key lies in a private runtime folder until its end, its limit or a reboot."""

    def work() -> Answer:
        with opened() as memory:
            return _begun(memory, memory.memory.task(name, scope=memory.scope, minutes=minutes, holder=SESSION))

    answer("task begin", json=json, work=work)


def _begun(memory: Opened, task: TaskHandle) -> Answer:
    return Answer(
        status="done",
        lines=[task.id],
        data={"task_id": task.id, "ends_at": task.record.ends_at},
        scope=memory.scope,
    )


def note(
    text: Spoken = None,
    task: TaskId = None,
    rests_on: Annotated[list[str] | None, typer.Option(help="A note from which it was made; may be repeated.")] = None,
    json: Json = False,
) -> None:
    """Keep a working note of an agent's."""

    def work() -> Answer:
        words = text_argument(text, name="text")
        with opened() as memory:
            kept = _resumed(memory, task).agent(AGENT).note(words, rests_on=rests_on or ())
            return _kept(kept, memory)

    answer("task note", json=json, work=work)


def observe(
    *,
    tool: Annotated[str, typer.Option(help="The tool's name, the page's address or the file's path.")],
    text: Spoken = None,
    task: TaskId = None,
    call: Annotated[str, typer.Option(help="The id of the call.")] = "",
    channel: Annotated[str, typer.Option(help="tool, document or code.")] = "tool",
    json: Json = False,
) -> None:
    """Keep what a tool, a page or a file gave: it counts as external, whatever it says about itself."""

    def work() -> Answer:
        words = text_argument(text, name="text")
        with opened() as memory:
            if channel not in CHANNELS:
                raise RequestError(
                    "'channel' is not one of those for what was observed",
                    code="bad_channel",
                    hint=f"Use one of: {', '.join(CHANNELS)}.",
                )
            kept = _resumed(memory, task).observe(words, tool=tool, call=call, channel=channel)
            return _kept(kept, memory)

    answer("task observe", json=json, work=work)


def hear(
    *,
    text: Spoken = None,
    task: TaskId = None,
    message: Annotated[
        str, typer.Option(help="The id of the message where it is kept, so that it can be edited or withdrawn here.")
    ] = "",
    edited: Annotated[bool, typer.Option("--edited", help="The message says this now; nothing is heard anew.")] = False,
    withdrawn: Annotated[bool, typer.Option("--withdrawn", help="The owner took the message back.")] = False,
    json: Json = False,
) -> None:
    """Keep what the owner said, for hooks that pass the owner's messages on; begins a task if none is named."""

    def work() -> Answer:
        if (edited or withdrawn) and (not message or (edited and withdrawn)):
            raise RequestError(
                "which message, and what became of it, is not said",
                code="bad_message",
                hint="Say --message ID with one of --edited and --withdrawn.",
            )
        words = "" if withdrawn else text_argument(text, name="text")
        with opened() as memory:
            owner = memory.person(Strength.HOST)
            if withdrawn:
                return _held_back(owner.withdraw_message(message), memory)
            if edited:
                return _held_back(owner.edit_message(message, words), memory)
            if task is None:
                living = memory.memory.task(HEARING, scope=memory.scope, holder=SESSION)
            else:
                living = _resumed(memory, task)
            kept = living.hear(words, by=owner, message=message)
            return _kept(kept, memory, begun=living.id if task is None else "")

    answer("hear", json=json, work=work)


def _held_back(ids: Sequence[str], memory: Opened) -> Answer:
    return Answer(
        status="done",
        lines=[f"held back: {each}" for each in ids] or ["nothing rests on other words of this message"],
        data={"held_back": list(ids)},
        scope=memory.scope,
    )


def _resumed(memory: Opened, task_id: str | None) -> TaskHandle:
    if not task_id:
        raise RequestError(
            "no task is named", code="bad_task", hint="Say --task ID or set TENURE_TASK; `tenure task begin` makes one."
        )
    return memory.memory.resume(task_id, at=memory.at)


def _kept(kept: Kept, memory: Opened, *, begun: str = "") -> Answer:
    removed = sorted({each.kind for each in kept.removed})
    data: dict[str, object] = {"note_id": kept.id, "task_id": kept.note.task_id}
    return Answer(
        status="done",
        lines=[kept.id],
        data=data | ({"removed": removed} if removed else {}),
        scope=memory.scope,
        next=[NextStep(who="agent", do=f"export TENURE_TASK={begun}")] if begun else [],
        warnings=[f"cut out before keeping: {', '.join(removed)}"] if removed else [],
    )


def search(
    words: Annotated[str | None, typer.Argument(help="What to look for; '-' or nothing reads standard input.")] = None,
    task: TaskId = None,
    limit: Annotated[int, typer.Option(min=1, max=100, help="At most so many notes.")] = 10,
    json: Json = False,
) -> None:
    """Find notes of the task that share words with yours."""

    def work() -> Answer:
        wanted = text_argument(words, name="words")
        with opened() as memory:
            found = _resumed(memory, task).search(wanted, limit=limit)
            return Answer(
                status="done",
                lines=_lines(found, memory) or ["no note of this task shares these words"],
                data={"notes": [note_data(each) for each in found]},
                scope=memory.scope,
            )

    answer("task search", json=json, work=work)


def _lines(found: Sequence[Note], memory: Opened) -> list[str]:
    rows = [(each.id, each.text, each.channel, each.source, span(memory.now() - each.at)) for each in found]
    return table(("id", "note", "came by", "from", "age"), rows)


def summary(task: TaskId = None, json: Json = False) -> None:
    """Order what the task holds: verbatim sentences with their notes, sources and trust; nothing is stored."""

    def work() -> Answer:
        with opened() as memory:
            found = _resumed(memory, task).summarize()
            lines = [
                {"note_id": each.note_id, "text": each.text, "trust": each.trust.name.lower()} for each in found.lines
            ]
            data = {"lines": lines, "left_out": found.left_out}
            return Answer(status="done", lines=found.render().splitlines(), data=data, scope=memory.scope)

    answer("task summary", json=json, work=work)


def drafts(task: TaskId = None, json: Json = False) -> None:
    """Offer single claims to propose, each word for word from one note; proposes nothing."""

    def work() -> Answer:
        with opened() as memory:
            found = _resumed(memory, task).drafts()
            rows = [(each.note_id, each.kind.value, each.trust.name.lower(), each.text) for each in found]
            told = [dict(zip(("note_id", "kind", "trust", "text"), row, strict=True)) for row in rows]
            return Answer(
                status="done",
                lines=table(("note", "kind", "trust", "claim"), rows) if rows else ["nothing here is a claim"],
                data={"drafts": told},
                scope=memory.scope,
                next=[NextStep(who="agent", do="tenure propose CLAIM --kind KIND --because NOTE")] if rows else [],
            )

    answer("task drafts", json=json, work=work)


def secret(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The variable, SERVICE/USER, or /absolute/path.")],
    source: Annotated[
        str, typer.Option(help="env, keyring (the OS keyring) or file (private, of this account).")
    ] = "env",
    json: Json = False,
) -> None:
    """Give the handle of a secret, to be noted in its place; says whether there is one, and never what it is."""

    def work() -> Answer:
        handle = Secret(source=to_member(SecretSource, source, name="source"), name=name)
        handle.resolve()
        return Answer(status="done", lines=[str(handle)], data={"handle": str(handle)})

    answer("task secret", json=json, work=work)


def end(
    task: Annotated[str | None, typer.Argument(metavar="[ID]", envvar="TENURE_TASK", help="The task's id.")] = None,
    json: Json = False,
) -> None:
    """End the task: its key is destroyed and its notes are erased, with a receipt."""

    def work() -> Answer:
        with opened() as memory:
            receipt = _resumed(memory, task).end()
            return receipt_answer(replace(receipt, check=""), scope=memory.scope)

    answer("task end", json=json, work=work)
