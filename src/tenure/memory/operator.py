"""The operator's handle: sweeps, checks, the ledger, the clock and the policy; it reads no claim."""

from __future__ import annotations

from tenure.lifecycle import receipts
from tenure.lifecycle.sweep import Swept, sweep
from tenure.memory.wired import Wired
from tenure.model.event import Event
from tenure.model.principal import Channel, Origin
from tenure.model.receipt import Receipt
from tenure.model.scope import Scope
from tenure.policy.policy import Policy
from tenure.store.records import Change, Finding, LedgerLine


class OperatorHandle:
    """What keeps a store sound; nothing here shows what an entry says."""

    def __init__(self, wired: Wired, scope: Scope) -> None:
        self._wired = wired
        self._own = scope

    @property
    def policy(self) -> Policy:
        """The policy in force."""
        return self._wired.policy

    def sweep(self) -> Swept:
        """Erase what is past its end and grace; after a leap of the clock nothing is erased (R23)."""
        now = self._wired.now()
        return sweep(
            entries=self._wired.entries,
            notes=self._wired.notes,
            policy=self._wired.policy,
            now=now,
            has_leapt=self._wired.has_leapt(now),
        )

    def finish_erasures(self) -> tuple[Receipt, ...]:
        """Go on with erasures that are pending and give their receipts as they are now."""
        return receipts.finish((self._own,), entries=self._wired.entries, now=self._wired.now())

    def ledger(self, *, after: int = 0, limit: int = 1000) -> tuple[LedgerLine, ...]:
        """Give lines of the ledger after a sequence number, oldest first."""
        return self._wired.ledger.lines(after=after, limit=limit)

    def check(self) -> tuple[Finding, ...]:
        """Audit the store: seals, commitments, chain and head, keys; an empty answer is a sound store."""
        return self._wired.ledger.check()

    def confirm_clock(self) -> None:
        """Say that a leap of the clock ahead is right: the store's mark moves, and sweeps erase again (R23)."""
        now = self._wired.now()
        actor = Origin(channel=Channel.USER, principal=str(self._own.user))
        event = Event(at=now, actor=actor, verb="confirm_clock", rule="R23")
        self._wired.entries.commit(Change(now=now, events=(event,)))
