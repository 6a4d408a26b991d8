"""Tenure through its Python handles: what a host program, an agent and a person do, each by the handle that may."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from tenure.clock import FrozenClock
from tenure.errors import Error, NotAllowedError, NotFoundError
from tenure.eval.system import Answer, Found, Place, Scope, Slot, System
from tenure.eval.systems.account import home
from tenure.memory.agent import AgentHandle
from tenure.memory.consent import Shown
from tenure.memory.forgetting import Selector
from tenure.memory.person import PersonHandle
from tenure.memory.reading import Recall, Usable
from tenure.memory.task import TaskHandle
from tenure.model.decision import DecisionStatus
from tenure.model.entry import Entry
from tenure.model.scope import Scope as OwnScope
from tenure.model.validation import Outcome
from tenure.policy.policy import Policy
from tenure.search.embed.port import Embedder
from tenure.wiring import open as opened
from tenure.wiring import preset, restore

R = TypeVar("R")

CHECKED: Final = frozenset({Outcome.VERIFIED, Outcome.MOVED})
HOPS: Final = 4
BACKUP: Final = "memory.backup"
BRANCH: Final = "main"
"""The branch whose code the person trusts, as `tenure init` asks."""

_PASSPHRASE: Final = "a passphrase of this evaluation alone"  # noqa: S105 - seals a throw-away key
OBSERVED: Final = frozenset({"tool", "page", "file", "summary"})  # origins of which a host sees what was read
CHANNELS: Final = {"page": "document", "file": "document"}


class TenurePython(System):
    """The preset *personal*, with the grants that `tenure init` offers; nothing else is set."""

    name = "tenure"
    versions: Sequence[str] = ("tenure", "cryptography", "numpy", "pygit2")

    def __init__(self, folder: Path, now: datetime) -> None:
        super().__init__(folder, now)
        self._clock = FrozenClock(now)
        self._places: dict[Scope, Path] = {}
        self._scopes: dict[Scope, OwnScope] = {}
        self._open()

    def _open(self) -> None:
        with home(self.folder / "home"):
            self._memory = opened(
                self.folder / "store",
                keys=self.folder / "keys",
                clock=self._clock,
                policy=self._policy(),
                embedder=self._embedder(),
            )
        self._present: dict[str, PersonHandle] = {}
        self._tasks: dict[tuple[Scope, str], TaskHandle] = {}

    def _policy(self) -> Policy:
        return replace(preset("personal"), trusted_refs=(BRANCH,))

    def _embedder(self) -> Embedder | None:
        return None

    def turn(self, now: datetime) -> None:
        """Turn the injected clock."""
        self._clock.set(now)

    def tell(
        self,
        text: str,
        scope: Scope,
        *,
        kind: str = "fact",
        slot: Slot | None = None,
        expires_at: datetime | None = None,
    ) -> str | None:
        """State and approve in one act; where the policy asks for the person's key, it is unlocked."""
        given: dict[str, Any] = {"kind": kind, "scope": self._scope(scope), "expires_at": expires_at, **_slot(slot)}
        return self._decided(scope, lambda person: person.remember(text, **given).entry_id)

    def say(self, text: str, scope: Scope, *, slot: Slot | None = None) -> None:  # noqa: ARG002 - the drafter reads it
        """Hear it on the person's channel, in a task of its own that goes on."""
        self._task(scope, "talk").hear(text, by=self._known(scope))

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
        """Let an agent propose in a task of its own, citing what the host observed there."""
        options: dict[str, Any] = {"kind": kind, "derived_from": of, **_slot(slot)}
        if place is not None:
            self._stand(scope, place.repository)
            options["because"] = f"{place.path}:{place.line}-{place.last_line}"
            if place.name:
                options["check"] = f"literal {place.name} == {place.value}"
        with self._memory.task("propose", scope=self._scope(scope), at=self._places.get(scope)) as task:
            agent = task.agent("agent")
            if origin in OBSERVED:
                seen = task.observe(read or text, tool=origin, channel=CHANNELS.get(origin, "tool"))
                options["because"] = agent.note(text, rests_on=(seen,)) if origin == "summary" else seen
            decision = _asked(lambda: agent.propose(text, **options))
        is_in = decision is not None and decision.status is DecisionStatus.ADMITTED
        return decision.entry_id if decision is not None and is_in else None

    def approve(self, text: str, scope: Scope) -> str | None:
        """Approve it from the inbox; where the policy asks for the person's key, it is unlocked."""
        for shown in reversed(self._known(scope).pending()):
            if shown.proposal.claim.text == text:
                return self._decided(scope, partial(_approved, shown))
        return None

    def recall(self, question: str, scope: Scope, *, limit: int = 8) -> Answer:
        """Recall, screened as a whole as everything is that goes to a model."""
        return _answer(self._agent(scope).recall(question, limit=limit))

    def walk(self, question: str, scope: Scope, *, limit: int = 8) -> Answer:
        """Recall over as many hops as it allows."""
        return _answer(self._agent(scope).recall(question, limit=limit, hops=HOPS))

    def listed(self, scope: Scope) -> Sequence[Found]:
        """Give the brief and the listing."""
        agent = self._agent(scope)
        return _found({each.entry.id: each for each in (*agent.brief().usable, *agent.list_entries().usable)}.values())

    def get(self, entry_id: str, scope: Scope) -> Found | None:
        """Check it by its id, then give it as the listing does."""
        agent = self._agent(scope)
        if _asked(lambda: agent.verify(entry_id)) is None:
            return None
        return next((each for each in _found(agent.list_entries().usable) if each.id == entry_id), None)

    def correct(self, entry_id: str, text: str, scope: Scope, *, slot: Slot | None = None) -> str | None:
        """Correct it as its person."""
        value = None if slot is None else slot.value
        return self._decided(scope, lambda person: person.correct(entry_id, text, value=value).entry_id)

    def forget(self, entry_id: str, scope: Scope) -> None:
        """Forget it as its person; somebody else's is not found."""
        _asked(lambda: self._known(scope).forget(entry_id))

    def forget_person(self, user: str) -> None:
        """Forget everything of the person."""
        self._known(Scope(user)).forget(Selector(person=user))

    def note(self, text: str, scope: Scope, *, task: str) -> str | None:
        """Note in the task's scratch."""
        kept = _asked(lambda: self._task(scope, task).agent("agent").note(text))
        return None if kept is None else kept.id

    def hear(self, text: str, scope: Scope, *, task: str, at: datetime, is_person: bool) -> str | None:
        """Hear the person on their channel, and observe what others say."""
        self._clock.set(at)
        talk, person = self._task(scope, task), self._known(scope)
        kept = _asked(lambda: talk.hear(text, by=person) if is_person else talk.observe(text, tool="talk"))
        return None if kept is None else kept.id

    def search(self, question: str, scope: Scope, *, task: str, limit: int = 8) -> Sequence[Found]:
        """Search the task's scratch; a task that ended, or is not this scope's, has none."""
        known = self._tasks.get((scope, task))
        try:
            notes = () if known is None else known.agent("agent").search(question, limit=limit)
        except NotFoundError:
            return ()
        return tuple(Found(id=each.id, text=each.text) for each in notes)

    def end(self, scope: Scope, *, task: str) -> None:
        """End the task; its handle stays with whoever holds it."""
        self._task(scope, task).end()

    def settle(self) -> None:
        """Sweep, and finish erasures."""
        keeper = self._memory.operator("operator")
        keeper.sweep()
        keeper.finish_erasures()

    def restart(self) -> None:
        """Close the store and open it anew."""
        self._memory.close()
        self._open()

    def back_up(self) -> None:
        """Back up to a file beside the store."""
        self._memory.operator("operator").backup(self.folder / BACKUP)

    def restore(self) -> None:
        """Put the backup in the place of the store."""
        self._memory.close()
        with home(self.folder / "home"):
            restore(self.folder / BACKUP, self.folder / "store", keys=self.folder / "keys", clock=self._clock)
        self._open()

    def close(self) -> None:
        """Close the store."""
        self._memory.close()

    def _scope(self, scope: Scope) -> OwnScope:
        if scope not in self._scopes:
            at = self._places.get(scope)
            self._scopes[scope] = self._memory.scope(user=scope.user, project=scope.project or None, repository_at=at)
        return self._scopes[scope]

    def _stand(self, scope: Scope, repository: Path) -> None:
        """Let the agent of a scope work in a repository from now on."""
        if self._places.get(scope) != repository:
            self._places[scope] = repository
            self._scopes.pop(scope, None)

    def _agent(self, scope: Scope) -> AgentHandle:
        return self._memory.agent("agent", scope=self._scope(scope), at=self._places.get(scope))

    def _known(self, scope: Scope) -> PersonHandle:
        """Give the person's handle, who allowed at the first sight of them what `tenure init` offers."""
        person = self._memory.person(scope.user, at=self._places.get(scope))
        if not person.grants():
            person.grant("preference")
            person.grant("code")
        return person

    def _person(self, scope: Scope) -> PersonHandle:
        """Give the person's handle with their own key unlocked."""
        if scope.user not in self._present:
            person = self._known(scope)
            if person.has_key:
                person.unlock(_PASSPHRASE)
            else:
                person.enrol(_PASSPHRASE)
            self._present[scope.user] = person
        return self._present[scope.user]

    def _decided(self, scope: Scope, act: Callable[[PersonHandle], str]) -> str | None:
        """Let the person act, and unlock their key if that is not enough; give the entry that came of it."""
        try:
            return act(self._known(scope)) or None
        except NotAllowedError:
            return _asked(lambda: act(self._person(scope))) or None
        except Error:
            return None

    def _task(self, scope: Scope, name: str) -> TaskHandle:
        if (scope, name) not in self._tasks:
            self._tasks[scope, name] = self._memory.task(name, scope=self._scope(scope))
        return self._tasks[scope, name]


def _asked(ask: Callable[[], R]) -> R | None:
    """Ask, and take a refusal by an error as one."""
    try:
        return ask()
    except Error:
        return None


def _approved(shown: Shown, person: PersonHandle) -> str:
    kept = person.approve(shown)
    return kept.id if isinstance(kept, Entry) else ""


def _slot(slot: Slot | None) -> dict[str, str]:
    return {} if slot is None else {"entity": slot.entity, "attribute": slot.attribute, "value": slot.value}


def _answer(found: Recall) -> Answer:
    found = found.screened()
    return Answer(found=_found(found.usable), stance=found.stance.value, question=found.question)


def _found(usable: Iterable[Usable]) -> tuple[Found, ...]:
    return tuple(
        Found(
            id=each.entry.id,
            text=each.entry.claim.text,
            is_verified=each.validation.outcome in CHECKED,
            confidence=each.entry.confidence.number,
        )
        for each in usable
    )
