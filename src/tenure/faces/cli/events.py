"""What clients say of an event, in their JSON and in our words, and the answer in each client's form."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final, cast

from tenure.values import dataclass

PAGE_CHARS_MAX: Final = 2_000
PAGES: Final = frozenset({"WebFetch", "WebSearch", "web_fetch", "google_web_search"})
"""Tools of clients that fetch pages: from then on the model's own wording counts as external (R30)."""
_SESSIONS: Final = ("session_id", "sessionId", "conversation_id", "taskId")


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


def _inner(given: Mapping[str, object], name: str) -> Mapping[str, object]:
    held = given.get(name)
    return cast("Mapping[str, object]", held) if isinstance(held, dict) else {}


def _text(given: Mapping[str, object], name: str) -> str:
    held = given.get(name)
    return held if isinstance(held, str) else ""
