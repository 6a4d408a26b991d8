"""What stores have in common that keep what they are given: an agent's tool is the same call as the person's."""

# ruff: noqa: ARG002 - such a store has no origins and asks nobody

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from datetime import datetime
from importlib import import_module
from typing import Any
from uuid import uuid4

from tenure.eval.system import Answer, Found, NotApplicable, Place, Scope, Slot, System


class Keeping(System):
    """A store that writes at once, whoever writes, and finds by the question."""

    @abstractmethod
    def put(self, key: str, text: str, scope: Scope, kind: str) -> None:
        """Write an entry under a key; one that is there is replaced."""

    def key(self, key: str, scope: Scope) -> str:
        """Give the key as the store has it, where keys are not a scope's own."""
        return key

    @abstractmethod
    def found(self, question: str, scope: Scope, limit: int) -> Sequence[Found]:
        """Give what the store finds for a question, best first."""

    def tell(
        self,
        text: str,
        scope: Scope,
        *,
        kind: str = "fact",
        slot: Slot | None = None,
        expires_at: datetime | None = None,
    ) -> str | None:
        """Write it; a slot is its key, so that a later value replaces the earlier."""
        if expires_at is not None:
            raise NotApplicable("expires_at")
        key = self.key(key_of(slot), scope)
        self.put(key, text, scope, kind)
        return key

    def propose(
        self,
        text: str,
        scope: Scope,
        *,
        origin: str,
        read: str = "",
        kind: str = "fact",
        slot: Slot | None = None,
        of: Sequence[str] = (),
        place: Place | None = None,
    ) -> str | None:
        """Write it: nobody else is asked."""
        return self.tell(text, scope, kind=kind, slot=slot)

    def recall(self, question: str, scope: Scope, *, limit: int = 8) -> Answer:
        """Give what is found; the store says nothing of it as a whole."""
        found = self.found(question, scope, limit)
        return Answer(found=found, stance="answer" if found else "abstain")

    def correct(self, entry_id: str, text: str, scope: Scope, *, slot: Slot | None = None) -> str | None:
        """Write over it, if this scope has it."""
        if self.get(entry_id, scope) is None:
            return None
        self.put(entry_id, text, scope, "fact")
        return entry_id


def key_of(slot: Slot | None) -> str:
    """Give the key of a slot, or one of its own for what has no slot or stands beside other values of it."""
    return uuid4().hex if slot is None or slot.is_many else f"{slot.entity}: {slot.attribute}"


def projects(scope: Scope) -> tuple[str, ...]:
    """Give which values of a field for the project are seen in a scope: its own, and none."""
    return (scope.project, "") if scope.project else ("",)


def library(name: str) -> Any:  # noqa: ANN401 - it is installed where this runs, and nowhere else
    """Import a library of the memory's own environment."""
    return import_module(name)
