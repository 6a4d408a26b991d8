"""`hook`: what a client's hooks run: it reads the client's JSON, does its work, and never stops the client."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Annotated, Final, cast

import typer

from tenure.errors import Error, NotFoundError
from tenure.faces.cli.opening import STDIN_CHARS_MAX, Opened, opened
from tenure.faces.cli.tasks import HEARING, SESSION
from tenure.memory.task import TaskHandle
from tenure.model.principal import Strength
from tenure.screen import neutralise
from tenure.values import dataclass

STALE_TOLD_MAX: Final = 5
PAGE_CHARS_MAX: Final = 2_000
PAGES: Final = frozenset({"WebFetch", "WebSearch", "web_fetch", "google_web_search"})
"""Tools of clients that fetch pages: from then on the model's own wording counts as external (R30)."""
_SWITCH: Final = re.compile(
    r"\bgit\b[^|;&\n]{0,200}?\b(?:checkout|switch|merge|pull|rebase|reset|cherry-pick|revert)\b"
)

Client = Annotated[str, typer.Argument(metavar="CLIENT", help="The client whose JSON it reads and answers.")]
Event = Annotated[str, typer.Argument(metavar="EVENT", help="start, heard, ran or end.")]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("hook", hidden=True)(hook)


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What a client says of an event, in our words.

    Args:
        session: The client's id of its session.
        folder: Where it works, or None if it does not say.
        prompt: What the person wrote.
        ran: The command that a shell ran.
        tool: The tool that the model called.
        gave: What that tool gave.
        event: The client's own name of the event.
    """

    session: str
    folder: Path | None = None
    prompt: str = ""
    ran: str = ""
    tool: str = ""
    gave: str = ""
    event: str = ""


_UNREAD: Final = "what the client said is no JSON, or could not be read"


def hook(client: Client, event: Event) -> None:
    """Do what a client's hook asks; `tenure setup CLIENT` writes the hooks. Always ends with 0."""
    try:
        given = read(json.loads(sys.stdin.read(STDIN_CHARS_MAX)))
        said = _EVENTS[event](given) if event in _EVENTS and given.session else ""
    except Exception as error:  # noqa: BLE001 - whatever fails, the agent's work goes on without memory
        told = f"{error} [{error.code}]" if isinstance(error, Error) else _UNREAD
        typer.echo(f"tenure: {neutralise(told)}", err=True)
        said, given = "", Given(session="")
    typer.echo(answered(client, event, given.event, said))


def read(told: object) -> Given:
    """Read what any of the clients says; what it does not say is empty."""
    if not isinstance(told, dict):
        return Given(session="")
    given = cast("Mapping[str, object]", told)
    roots = given.get("workspace_roots") or given.get("workspaceRoots")
    first = cast("list[object]", roots)[0] if isinstance(roots, list) and roots else ""
    folder = _text(given, "cwd") or (first if isinstance(first, str) else "")
    tool = _inner(given, "tool_input") or _inner(_inner(given, "postToolUse"), "parameters")
    return Given(
        session=next(filter(None, (_text(given, name) for name in _SESSIONS)), ""),
        folder=Path(folder) if folder else None,
        prompt=_text(given, "prompt") or _text(_inner(given, "userPromptSubmit"), "prompt"),
        ran=_text(tool, "command"),
        tool=_text(given, "tool_name"),
        gave=json.dumps(given["tool_response"], ensure_ascii=False)[:PAGE_CHARS_MAX]
        if "tool_response" in given
        else "",
        event=_text(given, "hook_event_name") or _text(given, "hookEventName") or _text(given, "hookName"),
    )


def answered(client: str, event: str, name: str, said: str) -> str:
    """Give the answer in the client's form; what is said reaches the model where the client lets it."""
    if client == "opencode":
        return said
    if client == "cursor":
        told: dict[str, object] = {"continue": True} if event == "heard" else {}
        return json.dumps(told | ({"additional_context": said} if said and event == "start" else {}))
    if client == "cline":
        return json.dumps({"cancel": False} | ({"contextModification": said} if said else {}))
    return json.dumps({"hookSpecificOutput": {"hookEventName": name, "additionalContext": said}} if said else {})


def _started(given: Given) -> str:
    with _opened(given) as memory:
        brief = memory.agent().brief().render()
        task = _task(memory, given)
        return (
            f"{brief}\nTenure keeps this session's notes and the user's own words in {task.id}. "
            "Pass it as 'task' to note, propose, correct and forget."
        )


def _heard(given: Given) -> str:
    if not given.prompt.strip():
        return ""
    with _opened(given) as memory:
        task = _task(memory, given)
        kept = task.hear(given.prompt, by=memory.person(Strength.HOST))
        return (
            f"Tenure kept what the user just said as {kept.id} in {task.id}. To propose something of it: "
            f"because=['{kept.id}'], task='{task.id}', in the user's own words."
        )


def _ran(given: Given) -> str:
    if given.tool in PAGES:
        with _opened(given) as memory:
            _task(memory, given).observe(given.gave or "a page", tool=given.tool, channel="document")
        return ""
    if not _SWITCH.search(given.ran):
        return ""
    with _opened(given) as memory:
        stale = [each for each in memory.agent().verify_all() if each.is_stale]
    if not stale:
        return ""
    named = ", ".join(f"{each.entry_id} ({each.validation.outcome.value})" for each in stale[:STALE_TOLD_MAX])
    more = f" and {len(stale) - STALE_TOLD_MAX} more" if len(stale) > STALE_TOLD_MAX else ""
    return (
        f"Tenure: on this branch the code no longer bears out {named}{more}; recall withholds them. "
        "Read the source and call correct with the id, if it matters for the task."
    )


def _ended(given: Given) -> str:
    with _opened(given) as memory, suppress(NotFoundError):
        _task(memory, given).end()
    return ""


_EVENTS: Final[Mapping[str, Callable[[Given], str]]] = {
    "start": _started,
    "heard": _heard,
    "ran": _ran,
    "end": _ended,
}
_SESSIONS: Final = ("session_id", "sessionId", "conversation_id", "taskId")


def _opened(given: Given) -> AbstractContextManager[Opened]:
    if given.folder is not None and given.folder.is_dir():
        os.chdir(given.folder)
    return opened()


def _task(memory: Opened, given: Given) -> TaskHandle:
    return memory.memory.task(HEARING, scope=memory.scope, holder=SESSION, at=memory.at, session=given.session)


def _inner(given: Mapping[str, object], name: str) -> Mapping[str, object]:
    held = given.get(name)
    return cast("Mapping[str, object]", held) if isinstance(held, dict) else {}


def _text(given: Mapping[str, object], name: str) -> str:
    held = given.get(name)
    return held if isinstance(held, str) else ""
