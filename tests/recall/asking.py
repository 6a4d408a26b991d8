"""A real store in memory, a registry with a source that a test can change, and one way to ask."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from tenure.cite.statement import ApprovalValidator, StatementValidator
from tenure.cite.validator import Place, Registry, Validator
from tenure.model.scope import Scope
from tenure.model.validation import Outcome, Validation
from tenure.policy.policy import Policy
from tenure.policy.presets import PERSONAL
from tenure.recall.answer import Recall
from tenure.recall.pipeline import brief, recall
from tenure.recall.query import Query
from tenure.recall.validate import Checks
from tenure.store.records import Change, IndexedEntry
from tenure.store.sealed import DurableStore
from tenure.vault.present import verify
from tests.unit.recall.making import ACTOR, ANA, NOW, citation, entry, terms_of


class Root:
    def load(self) -> bytes:
        return b"r" * 32


class Pages:
    """A host's own scheme: each address has the outcome that the test gave it, *verified* by default."""

    scheme = "page"

    def __init__(self) -> None:
        self.outcomes: dict[str, Outcome] = {}
        self.asked: list[str] = []

    def cite(self, address, *, place, now, options):
        raise NotImplementedError

    def validate(self, citation, *, claim, place, now) -> Validation:
        self.asked.append(citation.address)
        outcome = self.outcomes.get(citation.address, Outcome.VERIFIED)
        if outcome is Outcome.TAMPERED:
            raise OSError("unreadable")
        return Validation(outcome=outcome, checked_at=now)


@dataclass
class World:
    store: DurableStore
    pages: Pages
    policy: Policy = PERSONAL
    now: datetime = NOW
    scope: Scope = ANA
    worktree: Path | None = None
    validators: tuple[Validator, ...] = ()

    def keep(self, *made, is_single=True) -> None:
        put = tuple(IndexedEntry(entry=each, terms=terms_of(each), is_single=is_single) for each in made)
        self.store.commit(Change(now=self.now, put=put))

    def put(self, *records) -> None:
        self.store.commit(Change(now=self.now, put=records))

    def query(self, text, scope=None, purposes=(), entries_max=8) -> Query:
        scope = scope or self.scope
        return Query(
            text=text,
            scope=scope,
            purposes=purposes,
            entries_max=entries_max,
            actor=ACTOR,
            place=Place(worktree=self.worktree, scope=scope),
        )

    def grounds(self) -> dict:
        registry = Registry((StatementValidator(self.store.digest), ApprovalValidator(), self.pages, *self.validators))
        return {
            "entries": self.store,
            "policy": self.policy,
            "registry": registry,
            "now": self.now,
            "check_signature": verify,
        }

    def recall(self, text, scope=None, purposes=(), entries_max=8) -> Recall:
        return recall(self.query(text, scope, purposes, entries_max), **self.grounds())

    def brief(self, scope=None, purposes=(), entries_max=20) -> Recall:
        return brief(self.query("", scope, purposes, entries_max), **self.grounds())

    def validate(self, made, scope=None) -> Validation:
        return Checks(place=Place(worktree=None, scope=scope or self.scope), **self.grounds()).validate(made)


def said(world, made, scope=None):
    """Give what the check says of an entry: outcome and reason."""
    found = world.validate(made, scope)
    return (found.outcome, found.reason)


def page(number=1, address="p", **changes):
    return entry(f"page claim {number}", number, citations=(citation("page", address),), **changes)
