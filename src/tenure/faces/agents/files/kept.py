"""Files that live in a task's scratch: each is one note of the agent's, its name in a first line of JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import field
from typing import Final, cast

from tenure import AgentHandle
from tenure.errors import RequestError
from tenure.faces.agents.files.paths import APPROVED, is_within, to_path
from tenure.values import dataclass

_FILE: Final = "file"
_ASKED: Final = "asked"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptFile:
    """One file.

    Args:
        path: Its name in the tree.
        text: What it says.
        note_id: The note that holds it.
        asked: The ids of proposals that its lines made, by line.
    """

    path: str
    text: str = field(repr=False)
    note_id: str
    asked: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)


def kept_files(agent: AgentHandle) -> dict[str, KeptFile]:
    """Give the files of the agent's task by name; of two notes for one name, as a crash can leave, the newer one."""
    found = (_read(note.id, note.text) for note in agent.notes())
    return {file.path: file for file in found if file is not None}


def keep(
    agent: AgentHandle, path: str, text: str, *, asked: Mapping[str, str], old: KeptFile | None
) -> tuple[KeptFile, list[str]]:
    """Keep a file in the place of an older version, and give it with the kinds of what was cut out of it.

    Raises:
        LimitError: It is longer than a note may be, or the task is full.
        RequestError: Its name holds what is never kept.
    """
    head: dict[str, object] = {_FILE: path}
    if asked:
        head[_ASKED] = dict(asked)
    kept = agent.note(f"{json.dumps(head, ensure_ascii=False)}\n{text}")
    file = _read(kept.id, kept.note.text)
    if file is None or file.path != path or file.asked != asked:
        agent.drop(kept.id)
        raise RequestError("This name holds what is never kept", code="bad_path", hint="Choose another name.")
    if old is not None:
        agent.drop(old.note_id)
    return file, sorted({each.kind for each in kept.removed})


def _read(note_id: str, text: str) -> KeptFile | None:
    first, _, rest = text.partition("\n")
    if not first.startswith(f'{{"{_FILE}"'):
        return None
    try:
        head = cast("dict[str, object]", json.loads(first))
    except (ValueError, RecursionError):
        return None
    path, asked = head.get(_FILE), head.get(_ASKED, {})
    if not isinstance(path, str) or not isinstance(asked, dict) or not _can_be_kept(path):
        return None
    named = {str(line): str(made) for line, made in cast("dict[object, object]", asked).items()}
    return KeptFile(path=path, text=rest, note_id=note_id, asked=named)


def _can_be_kept(path: str) -> bool:
    """Tell whether a file could have been made under this name: a note of another's making may claim any."""
    try:
        return to_path(path) == path and not is_within(path, APPROVED)
    except RequestError:
        return False
