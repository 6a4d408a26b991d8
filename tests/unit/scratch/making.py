"""A living task in memory and the ways in which something comes into it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from tenure.model.principal import Channel
from tenure.model.scope import Scope
from tenure.policy.policy import Policy
from tenure.policy.presets import PRESETS
from tenure.scratch.notes import Kept, keep_note
from tenure.store.records import Holder, Note, NoteKind, TaskRecord
from tenure.store.scratch import ScratchStore

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
LIMIT = NOW + timedelta(hours=1)
MICRO = timedelta(microseconds=1)
SCOPE = Scope(user="ana", project="billing")


@dataclass(slots=True, kw_only=True)
class World:
    """One task, its notes and the policy in force."""

    notes: ScratchStore
    task: TaskRecord
    policy: Policy
    now: datetime = NOW

    def keep(
        self,
        text: str,
        kind: NoteKind = NoteKind.NOTED,
        *,
        source: str = "coder",
        channel: Channel = Channel.AGENT,
        call: str = "",
        derived_from: Sequence[str] = (),
    ) -> Kept:
        return keep_note(
            self.task,
            text,
            kind=kind,
            source=source,
            channel=channel,
            call=call,
            derived_from=derived_from,
            notes=self.notes,
            policy=self.policy,
            now=self.now,
        )

    def hear(self, text: str, by: str = "ana") -> Kept:
        return self.keep(text, NoteKind.HEARD, source=by, channel=Channel.USER)

    def observe(
        self, text: str, channel: Channel = Channel.TOOL, *, source: str = "shell", call: str = "call_7"
    ) -> Kept:
        return self.keep(text, NoteKind.OBSERVED, source=source, channel=channel, call=call)

    def held(self) -> tuple[Note, ...]:
        return self.notes.notes(self.task.id)


def make_world(task_id: str = "task_a", notes: ScratchStore | None = None, policy: Policy | None = None) -> World:
    task = TaskRecord(id=task_id, name="fix-rounding", scope=SCOPE, holder=Holder.PROCESS, began_at=NOW, ends_at=LIMIT)
    scratch = notes or ScratchStore(None, store_id="s")
    scratch.begin(task)
    return World(notes=scratch, task=task, policy=policy or PRESETS["personal"])
