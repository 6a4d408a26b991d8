"""Where the key of a task lies: the contract, and the process itself as the nearest place."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from tenure.errors import IntegrityError, RequestError
from tenure.forked import let_go_in_children
from tenure.store.records import Holder


class TaskKeys(Protocol):
    """Keeps the keys of tasks outside this process, each until it is destroyed or its limit."""

    def put(self, task_id: str, key: bytes, *, ends_at: datetime) -> None:
        """Keep the key of a new task (32 bytes)."""
        ...

    def get(self, task_id: str) -> bytes | None:
        """Give the key, or None if it is gone for good."""
        ...

    def destroy(self, task_id: str) -> bool:
        """Destroy the key and say whether there was one."""
        ...

    def newest(self, task_id: str) -> int:
        """Give the newest version of the task's data that was noted here; 0 if none was."""
        ...

    def note_newest(self, task_id: str, version: int) -> None:
        """Note a version of the task's data beside its key, if it is newer; quick, and a crash may lose it."""
        ...

    def sweep(self, *, now: datetime) -> int:
        """Destroy the keys whose limit has passed, if the place can list them, and say how many."""
        ...


class ProcessKeys:
    """Keys that this process alone has; they end with it."""

    def __init__(self) -> None:
        self._keys: dict[str, bytes] = {}
        self._newest: dict[str, int] = {}
        self._of_parent: frozenset[str] = frozenset()
        let_go_in_children(self)

    def put(self, task_id: str, key: bytes, *, ends_at: datetime) -> None:  # noqa: ARG002 - the file knows the limit
        """Keep the key of a new task.

        Raises:
            RequestError: There is a task of this id.
        """
        if task_id in self._keys:
            raise RequestError("there is a task of this id already", code="task_exists")
        self._keys[task_id] = key

    def get(self, task_id: str) -> bytes | None:
        """Give the key, or None if it is gone."""
        return self._keys.get(task_id)

    def destroy(self, task_id: str) -> bool:
        """Destroy the key and say whether there was one."""
        self._newest.pop(task_id, None)
        return self._keys.pop(task_id, None) is not None

    def newest(self, task_id: str) -> int:
        """Give the newest version that this process saw."""
        return self._newest.get(task_id, 0)

    def note_newest(self, task_id: str, version: int) -> None:
        """Note a version that this process saw."""
        if task_id in self._keys:
            self._newest[task_id] = max(version, self.newest(task_id))

    def sweep(self, *, now: datetime) -> int:  # noqa: ARG002 - the file knows the limits
        """Destroy nothing."""
        return 0

    def held(self) -> tuple[str, ...]:
        """Give the ids of the tasks that began in this process and whose keys are here."""
        return tuple([task_id for task_id in tuple(self._keys) if task_id not in self._of_parent])

    def forked(self) -> None:
        """Keep the keys of the parent's tasks without holding these: they end with the parent."""
        self._of_parent = frozenset(self._keys)


def holder_of(told: object) -> Holder | None:
    """Give the holder that a row names; None where somebody altered it."""
    return next((holder for holder in Holder if holder.value == told), None)


def holder_written(told: object) -> Holder:
    """Give the holder that a row names.

    Raises:
        IntegrityError: There is none such.
    """
    holder = holder_of(told)
    if holder is None:
        raise IntegrityError("a task of scratch was changed", hint="End this task; its notes cannot be trusted.")
    return holder
