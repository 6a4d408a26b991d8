"""A task, its notes and a scan of files, for the tests of scratch."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from tenure.model.scope import Scope
from tenure.store.records import Holder, Note, NoteKind, TaskRecord

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
LIMIT = NOW + timedelta(hours=1)
TEXT = "die Rundung geschieht zweimal: \u00fcber invoice.py"
MICRO = timedelta(microseconds=1)


def task(
    task_id: str = "task_a", holder: Holder = Holder.PROCESS, *, ends_at: datetime = LIMIT, began_at: datetime = NOW
) -> TaskRecord:
    scope = Scope(user="ana", project="zebra-billing")
    return TaskRecord(
        id=task_id, name="fix-zebra-rounding", scope=scope, holder=holder, began_at=began_at, ends_at=ends_at
    )


def note(note_id: str = "note_1", task_id: str = "task_a", text: str = TEXT, **fields: object) -> Note:
    told = {"kind": NoteKind.NOTED, "source": "coder", "channel": "agent", "at": NOW, **fields}
    return Note(id=note_id, task_id=task_id, text=text, **told)  # type: ignore[arg-type]


def on_disk(folder: Path, text: str) -> list[str]:
    """Give the files that hold the text, in UTF-8 or UTF-16 of either order."""
    forms = [text.encode(form) for form in ("utf-8", "utf-16-le", "utf-16-be")]
    forms.append(text.encode("ascii", "backslashreplace"))
    files = [path for path in folder.rglob("*") if path.is_file()]
    return [str(path) for path in files if any(form in path.read_bytes() for form in forms)]
