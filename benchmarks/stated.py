"""A store in memory in which one person states facts at a clock that the bench turns."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import tenure
from tenure.policy.presets import PERSONAL

_BEGIN = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """The store, the person, and an agent in the person's scope."""

    memory: tenure.Memory
    clock: tenure.FrozenClock
    scope: tenure.Scope

    @property
    def person(self) -> tenure.PersonHandle:
        """The person who states and approves."""
        return self.memory.person(str(self.scope.user))

    @property
    def agent(self) -> tenure.AgentHandle:
        """An agent that asks in the person's scope."""
        return self.memory.agent("bench", scope=self.scope)

    def state(
        self, text: str, *, entity: str | None = None, attribute: str | None = None, value: str | None = None
    ) -> str:
        """Let the person state a fact, a second after the one before; give the entry, or an empty text if refused."""
        self.clock.advance(timedelta(seconds=1))
        return self.person.remember(text, kind="fact", entity=entity, attribute=attribute, value=value).entry_id

    def of(self, user: str) -> Stated:
        """Give the same store as another person sees it."""
        return replace(self, scope=tenure.Scope(user=user))


@contextmanager
def stated(**changes: object) -> Iterator[Stated]:
    """Open a store for a bench: the *personal* policy with room for a set, one value an attribute, and ``changes``."""
    room = {"scope_entries_max": 2_000, "scope_bytes_max": 20_000_000, "pending_max": 1_000, "many_valued": ()}
    policy = replace(PERSONAL, **(room | changes))  # type: ignore[arg-type]  # names and types are the policy's own
    clock = tenure.FrozenClock(_BEGIN)
    with tenure.open(":memory:", clock=clock, policy=policy) as memory:
        yield Stated(memory=memory, clock=clock, scope=tenure.Scope(user="ana"))
