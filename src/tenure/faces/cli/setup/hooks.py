"""The hooks of each client: which of its events runs `tenure hook`, and the files that say so."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Final

from tenure.faces.cli.setup.pieces import FilePiece, JsonPiece
from tenure.faces.cli.setup.places import Places
from tenure.faces.cli.setup.texts import WRITTEN

SECONDS_MAX: Final = 20
WHAT: Final = "hooks: your words, the brief, the end of scratch, a check after a branch switch"
START, HEARD, RAN, ENDED = "start", "heard", "ran", "end"


def grouped(
    path: Path, client: str, events: dict[str, tuple[str, str]], places: Places, *, seconds: int = SECONDS_MAX
) -> JsonPiece:
    """Give hooks in groups with a matcher, the form that Claude Code began.

    Args:
        path: The client's file of settings.
        client: The client's name.
        events: By the client's event, ours and the matcher (empty for none).
        places: How Tenure is started.
        seconds: The longest time of one run, in the client's unit.
    """
    items: list[tuple[tuple[str, ...], tuple[object, ...]]] = []
    for name, (event, matcher) in events.items():
        command = {"type": "command", "command": places.shell("hook", client, event), "timeout": seconds}
        group: dict[str, object] = {"hooks": [command]}
        items.append((("hooks", name), ({"matcher": matcher, **group} if matcher else group,)))
    return JsonPiece(path=path, what=WHAT, items=tuple(items), mark=f" hook {client} ")


def flat(path: Path, client: str, events: dict[str, str], places: Places, *, with_type: bool) -> JsonPiece:
    """Give hooks as one list an event, without groups."""
    kind = {"type": "command"} if with_type else {}
    items = tuple(
        (
            ("hooks", name),
            ({**kind, "command": places.shell("hook", client, event), "timeout": SECONDS_MAX},),
        )
        for name, event in events.items()
    )
    needed = () if with_type else (("version", 1),)
    return JsonPiece(path=path, what=WHAT, needed=needed, items=items, mark=f" hook {client} ")


def programs(folder: Path, client: str, events: dict[str, str], places: Places) -> tuple[FilePiece, ...]:
    """Give hooks as one program an event, named after it."""
    return tuple(
        FilePiece(
            path=folder / name,
            what=f"hook: {event}",
            text=f"#!/bin/sh\n# {WRITTEN}\nexec {places.shell('hook', client, event)}\n",
            is_program=True,
        )
        for name, event in events.items()
    )


def plugin(path: Path, places: Places) -> FilePiece:
    """Give the plugin that OpenCode loads in the place of hooks."""
    command = json.dumps(shlex.split(places.shell("hook", "opencode")))
    return FilePiece(path=path, what=WHAT, text=_PLUGIN.format(written=WRITTEN, command=command, limit=SECONDS_MAX))


_PLUGIN: Final = """\
// {written}
import {{ spawnSync }} from "node:child_process"

const [program, ...first] = {command}
const told = new Map()

function run(event, input) {{
  const done = spawnSync(program, [...first, event], {{
    input: JSON.stringify(input),
    cwd: input.cwd,
    encoding: "utf8",
    timeout: {limit} * 1000,
  }})
  return (done.stdout || "").trim()
}}

export const Tenure = async ({{ directory }}) => ({{
  "chat.message": async (input, output) => {{
    const at = {{ session_id: input.sessionID, cwd: directory }}
    const words = output.parts.filter((part) => part.type === "text" && !part.synthetic).map((part) => part.text)
    const before = told.get(input.sessionID) || {{ start: run("start", at) }}
    told.set(input.sessionID, {{ ...before, heard: run("heard", {{ ...at, prompt: words.join("\\n") }}) }})
  }},
  "experimental.chat.system.transform": async (input, output) => {{
    const known = told.get(input.sessionID)
    if (known) output.system.push(...[known.start, known.heard].filter(Boolean))
  }},
  "tool.execute.after": async (input, output) => {{
    if (input.tool !== "bash") return
    const said = run("ran", {{ session_id: input.sessionID, cwd: directory, tool_input: input.args }})
    if (said) output.output += "\\n" + said
  }},
  event: async ({{ event }}) => {{
    if (event.type !== "session.deleted") return
    const id = event.properties.info?.id ?? event.properties.sessionID
    run("end", {{ session_id: id, cwd: directory }})
    told.delete(id)
  }},
}})
"""
