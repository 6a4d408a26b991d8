"""What the handles of one opened memory share, and the one reference instant of each operation."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from tenure.cite.git import Repositories
from tenure.cite.validator import WEB, Digest, Place, Registry
from tenure.clock import Clock
from tenure.errors import CitationError, RequestError, StoreError, StoreUnavailableError
from tenure.memory.asking import Asking
from tenure.memory.behind import Behind
from tenure.memory.figures import Figures
from tenure.model.citation import KEEPER, Citation
from tenure.model.claim import Claim, Purpose
from tenure.model.entry import Entry
from tenure.model.event import Event
from tenure.model.principal import Channel, Origin
from tenure.model.scope import Scope
from tenure.model.validation import Validation
from tenure.policy.local import LocalSettings, local_settings
from tenure.policy.policy import Policy
from tenure.recall.answer import Recall
from tenure.recall.fixed import CheckSignature
from tenure.recall.uses import Uses, UseStore
from tenure.scratch.searched import SearchedNotes
from tenure.store.port import Ledger, Notes
from tenure.store.records import Change, TaskRecord
from tenure.values import dataclass

if TYPE_CHECKING:  # what writes or searches notes loads when it is first used
    from tenure.search.embed.meaning import Meaning
    from tenure.write.drafter import Drafter
    from tenure.write.vectors import Embedded

EMBEDDED_BEHIND: Final = 16
"""Entries that get their vectors at once while nobody waits for them."""
_BEFORE_ALL: Final = datetime.min.replace(tzinfo=UTC)


def is_leap(ledger: Ledger, policy: Policy, now: datetime) -> bool:
    """Tell whether ``now`` lies further ahead of the ledger's mark than the policy believes (R23)."""
    mark = ledger.last_at()
    return mark is not None and now - mark > timedelta(days=policy.clock_leap_days_max)


class Sweeping(Protocol):
    """A thread that sweeps from time to time."""

    fault: str
    """The code of the error that ended the last sweep, or an empty text."""

    def go_on(self) -> None:
        """Begin anew in a child of the process in which it began."""

    def stop(self) -> None:
        """Let it come to its end and wait for that."""


@dataclass(slots=True)
class Wired:
    """The parts behind the handles; made by `tenure.wiring` alone.

    Args:
        entries: Durable records.
        ledger: The record of what was done.
        notes: Scratch.
        policy: The policy in force.
        registry: The validators by scheme.
        repositories: Which folders are which repository.
        clock: The source of time.
        uses: Uses gathered in this process, written in batches.
        check_signature: Verifies an Ed25519 signature.
        digest: The keyed digest of this store.
        own_drafter: The host's own drafter, if it has one.
        data: The data folder, or None in memory.
        keys: The key folder, or None in memory.
        worktrees: From which working trees each scope's repository was resolved in this process.
        tasks: The living tasks that this process began or resumed, with their scopes.
        searched: Terms and vectors of the notes that were searched in this process.
        meaning_of: What compares by meaning, for the embedder that a policy names; None for words alone.
        asking: The questions put in this process.
        figures: How often claims held, as this process last read it.
        is_policy_given: Whether it was opened with a policy of the caller's own.
        sweeper: What sweeps from time to time, if that was asked for.
        unwritable: Why the store cannot be written, or None.
        is_closed: Whether it was closed.
        behind: Gives entries the vectors that a recall missed.
    """

    entries: UseStore
    ledger: Ledger
    notes: Notes
    policy: Policy
    registry: Registry
    repositories: Repositories
    clock: Clock
    uses: Uses
    check_signature: CheckSignature
    digest: Digest
    searched: SearchedNotes
    own_drafter: Drafter | None = None
    data: Path | None = None
    keys: Path | None = None
    worktrees: dict[Scope, set[Path]] = field(default_factory=dict)
    tasks: dict[str, Scope] = field(default_factory=dict)
    meaning_of: Callable[[str], Meaning | None] = field(default=lambda _: None)
    asking: Asking = field(default_factory=Asking)
    figures: Figures = field(default_factory=Figures)
    is_policy_given: bool = False
    sweeper: Sweeping | None = None
    unwritable: StoreUnavailableError | None = None
    is_closed: bool = False
    behind: Behind = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.behind = Behind(self._embed)

    def now(self) -> datetime:
        """Give the reference instant: the clock's (in UTC), but never earlier than the store's mark (R23).

        Raises:
            StoreError: The memory is closed.
        """
        if self.is_closed:
            raise StoreError("this memory is closed", code="closed", hint="Open it again with `tenure.open`.")
        if self.sweeper is not None:
            self.sweeper.go_on()
        instant = self.clock.now().astimezone(UTC)
        mark = self.ledger.last_at()
        return instant if mark is None else max(instant, mark)

    @property
    def meaning(self) -> Meaning | None:
        """What compares by meaning here, or None for words alone; no model is loaded by looking."""
        return self.meaning_of(self.policy.embedder)

    @property
    def drafter(self) -> Drafter:
        """What drafts the slot of a claim from its wording, where the policy lets it."""
        if self.own_drafter is None:
            from tenure.write.drafter import Templates  # noqa: PLC0415 - loads on first use

            self.own_drafter = Templates()
        return self.own_drafter

    def foresee(self, claim: Claim, purpose: Purpose | None = None) -> None:
        """Work out the vector of what will probably be kept, while nobody waits for it."""
        from tenure.write.vectors import foresee  # noqa: PLC0415 - loads on first use

        foresee(claim, purpose, policy=self.policy, meaning=self.meaning)

    def foresee_clean(self, claim: Claim, purpose: Purpose | None = None) -> None:
        """Work out the vector of what will probably be kept and was screened: in its words is nothing to cut out."""
        from tenure.write.vectors import foresee  # noqa: PLC0415 - loads on first use

        foresee(claim, purpose, policy=self.policy, meaning=self.meaning, is_clean=True)

    def _embed(self, scopes: tuple[Scope, ...]) -> Embedded:
        from tenure.write.vectors import Embedded, embed_lacking  # noqa: PLC0415 - loads on first use

        meaning = self.meaning
        if meaning is None:
            return Embedded()
        now, most = self.now(), EMBEDDED_BEHIND
        return embed_lacking(
            entries=self.entries, policy=self.policy, now=now, meaning=meaning, most=most, scopes=scopes
        )

    def has_leapt(self, now: datetime) -> bool:
        """Tell whether the clock ran further ahead of the store's mark than the policy believes (R23)."""
        return is_leap(self.ledger, self.policy, now)

    def tasks_of(self, person: str, *, is_shared: bool = True) -> tuple[str, ...]:
        """Give the living tasks of this process in whose scopes the person decides, or that are theirs alone."""
        users = {None, person} if is_shared else {person}
        return tuple(task_id for task_id, scope in self.tasks.copy().items() if scope.user in users)

    def reach(self, task_id: str) -> None:
        """Count a task among those of this process if one of this id lives and its key is within reach."""
        task = self.resumed(task_id)
        if task is not None:
            self.tasks.setdefault(task.id, task.scope)

    def stand(self, scope: Scope, worktree: Path | None) -> None:
        """Remember from which working tree a scope's repository was resolved."""
        if worktree is not None:
            self.worktrees.setdefault(scope, set()).add(worktree)

    def place(self, scope: Scope, at: str | os.PathLike[str] | None = None) -> Place:
        """Give where a caller in this scope stands: ``at``, else the one working tree known for its repository.

        Raises:
            RequestError: One repository was resolved from several working trees and ``at`` does not say which.
        """
        if at is not None:
            return Place(worktree=Path(at), scope=scope)
        known = tuple(self.worktrees.get(scope, ()))
        if len(known) > 1:
            raise RequestError(
                "this repository has several working trees here",
                code="ambiguous_worktree",
                hint="Say in which one the handle stands: `at=path`.",
            )
        return Place(worktree=known[0] if known else None, scope=scope)

    def policy_at(self, place: Place) -> Policy:
        """Give the policy in force where a caller stands: settings of its working tree can only tighten (R37)."""
        found = None if place.worktree is None else self.settings_at(place.worktree)
        return self.policy if found is None else found.policy

    def trusted_at(self, place: Place) -> tuple[tuple[str, str], ...]:
        """Give the commits at which the policy's trusted refs stand now, by ref (R05)."""
        refs = self.policy.trusted_refs
        if not refs or place.worktree is None:
            return ()
        try:
            commits = self.repositories.commits_of(place.worktree, refs)
        except (CitationError, StoreError):
            return ()
        return tuple((ref, commit) for ref, commit in commits.items() if commit)

    def settings_at(self, path: Path) -> LocalSettings | None:
        """Say what the settings file of a folder's working tree does; None if there is none."""
        try:
            return local_settings(self.policy, self.repositories.resolve(path).worktree)
        except CitationError:
            return None

    def note_uses(self, found: Recall, actor: Origin, now: datetime, *, scopes: tuple[Scope, ...]) -> None:
        """Gather what an answer handed out and held back; written once a minute at most (reads do not write)."""
        self.uses.note(found.usable, found.withheld, actor=actor, at=now, scopes=scopes)
        self.uses.flush(self.entries, policy=self.policy, now=now)

    def note_ended(self, ended: Iterable[tuple[str, datetime | None]], actor: Origin, now: datetime) -> None:
        """Mark at once the ends that were seen: entries by id, with the instant of the end, if any (R23)."""
        self.uses.note_ended(ended, actor=actor, at=now)
        self.uses.flush(self.entries, policy=self.policy, now=now)

    def note_verified(
        self, found: Iterable[tuple[Entry, Validation]], actor: Origin, now: datetime, *, ref: str | None = None
    ) -> None:
        """Gather what checking entries on purpose showed.

        Ends are marked. Of pages, which a recall does not ask for, and of messages, which not every process can ask
        for, it is remembered whether they bear an entry out; not where another branch was looked at.
        """
        from tenure.lifecycle.verify import STALE  # noqa: PLC0415 - loads on first use

        found = tuple(found)
        away = [each for each in found if ref is None and any(map(_is_away, each[0].citations))]
        self.uses.note_verified(away, policy=self.policy, at=now)
        if any(validation.outcome in STALE and entry.held is not False for entry, validation in away):
            self.uses.flush(self.entries, policy=self.policy, now=now, at_once=True)  # no recall may miss it
        self.note_ended(((entry.id, validation.ended_at) for entry, validation in found), actor, now)

    def now_in(self, task: TaskRecord) -> datetime:
        """Give the reference instant for what is done in a task.

        The first time that it lies past the task's limit leaves a mark in the ledger, so that no clock set back makes
        the notes readable again (R27); not after a leap that is not believed.
        """
        now = self.now()
        mark = self.ledger.last_at()
        if now >= task.ends_at and (mark is None or mark < task.ends_at) and not self.has_leapt(now):
            actor = Origin(channel=Channel.AGENT, principal="host")
            event = Event(at=now, actor=actor, verb="expire", rule="R27", record_id=task.id, code="seen")
            with suppress(StoreUnavailableError):  # it is over all the same
                self.entries.commit(Change(now=now, events=(event,)))
        return now

    def resumed(self, task_id: str) -> TaskRecord | None:
        """Give a task that another process began, if it lives and its key is within reach."""
        self.now()  # a closed memory says so
        task = self.notes.resume(task_id, now=_BEFORE_ALL)
        return None if task is None or self.now_in(task) >= task.ends_at else task

    def flush_uses(self) -> bool:
        """Write the uses gathered in this process, the last chance before the store is closed; say whether any were."""
        return self.uses.flush(self.entries, policy=self.policy, now=self.now(), at_once=True)


def _is_away(citation: Citation) -> bool:
    from tenure.cite.messages import BY_HOST  # noqa: PLC0415 - loads on first use

    return citation.scheme == WEB or citation.detail(KEEPER) == BY_HOST
