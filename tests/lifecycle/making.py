"""A world for lifecycle tests: one opened store, a clock that is turned, and ways to fill it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tenure.cite.validator import Cited
from tenure.lifecycle.forget import Preview, Selector, forget, reach
from tenure.model.citation import Citation
from tenure.model.claim import Claim, Kind, Purpose
from tenure.model.decision import Decision, DecisionStatus, Proposal, Request
from tenure.model.entry import Entry
from tenure.model.principal import Channel, Origin, Strength, Trust
from tenure.model.receipt import Receipt
from tenure.model.scope import Scope
from tenure.policy.policy import Policy
from tenure.policy.presets import PERSONAL
from tenure.store.scratch import ScratchStore
from tenure.store.sealed import DurableStore
from tenure.store.sqlite import open_store
from tenure.write.approval import approve, show
from tenure.write.consent import Act
from tenure.write.context import Draft
from tenure.write.pipeline import propose

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


class Root:
    """A root key held in the process."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)

    def load(self) -> bytes:
        return self._key


@dataclass
class World:
    """One opened store with the instant at which things happen in it."""

    store: DurableStore
    root: Root
    folder: Path | None = None
    policy: Policy = PERSONAL
    now: datetime = NOW
    notes: ScratchStore = field(default_factory=lambda: ScratchStore(None, store_id="s"))

    def acts(self) -> dict:
        """Arguments that every function takes."""
        return {"entries": self.store, "policy": self.policy, "now": self.now}

    def strongly(self) -> dict:
        return {**self.acts(), "strength": Strength.TERMINAL}

    def recorded(self) -> dict:
        return {**self.acts(), "ledger": self.store}

    def act(self, person: str, strength: Strength = Strength.TERMINAL) -> dict:
        """Give what an act of a person's takes."""
        return {"act": Act(person=person, strength=strength, policy=self.policy, now=self.now), "entries": self.store}

    def turn(self, **by: float) -> datetime:
        self.now += timedelta(**by)
        return self.now

    def reopen(self) -> None:
        assert self.folder is not None
        self.store.close()
        self.store = open_store(self.folder / "data", self.folder / "keys", root=self.root)

    def remember(
        self, text: str, *, user="ana", scope: Scope | None = None, person: str | None = None, **more
    ) -> Entry:
        """Let a person state and approve a claim in one act."""
        person = person or user
        scope = scope or Scope(user=user)
        kind = more.pop("kind", Kind.PREFERENCE)
        draft_fields = {
            name: more.pop(name) for name in ("derived_from", "lifetime", "cited", "purpose") if name in more
        }
        draft = Draft(
            claim=Claim(text=text, kind=kind, **more),
            scope=scope,
            proposer=Origin(channel=Channel.USER, principal=person),
            worded_by=Origin(channel=Channel.USER, principal=person),
            **draft_fields,
        )
        return self.approve(self.ask(draft), scope, person)

    def ask(self, draft: Draft) -> Decision:
        decision = propose(draft, **self.acts())
        assert decision.status is not DecisionStatus.REFUSED, decision.verdicts
        return decision

    def approve(self, decision: Decision, scope: Scope, person: str) -> Entry:
        proposal = self.proposal(decision.proposal_id, scope)
        return approve(show(proposal, policy=self.policy), **self.act(person))

    def proposal(self, proposal_id: str, scope: Scope) -> Proposal:
        return next(one for one in self.store.held(Proposal, (scope,)) if one.id == proposal_id)

    def say(self, text: str, claim: str | None = None, *, user="ana", scope: Scope | None = None, **more) -> Decision:
        """Let an agent propose what a person's own channel heard."""
        scope = scope or Scope(user=user)
        note = "note_" + secrets.token_hex(8)
        citation = Citation(
            scheme="statement",
            address=note,
            seen_at=self.now,
            origin=Origin(channel=Channel.USER, principal=user),
            trust=Trust.USER_STATED,
        )
        cited = Cited(citation=citation, passage=text, scope=scope, is_own_word=True, segments=(text,))
        return self.ask(
            Draft(
                claim=Claim(text=claim or text, kind=Kind.PREFERENCE, **more),
                scope=scope,
                proposer=Origin(channel=Channel.AGENT, principal="coder"),
                worded_by=Origin(channel=Channel.AGENT, principal="coder"),
                cited=(cited,),
            )
        )

    def request(self, entry: Entry, request: Request, *, reason: str = "") -> Proposal:
        """Let an agent ask something about an entry."""
        agent = Origin(channel=Channel.AGENT, principal="coder")
        draft = Draft(
            claim=entry.claim,
            purpose=Purpose(name=entry.purpose.name, detail=entry.purpose.detail),
            scope=entry.scope,
            proposer=agent,
            worded_by=agent,
            request=request,
            target_id=entry.id,
            reason=reason,
        )
        return self.proposal(self.ask(draft).proposal_id, entry.scope)

    def read(self, entry: Entry | str, scope: Scope | None = None) -> Entry | None:
        """Give the entry as the store holds it now."""
        entry_id = entry if isinstance(entry, str) else entry.id
        scope = scope or (entry.scope if isinstance(entry, Entry) else Scope(user="ana"))
        found = self.store.read((scope,), (entry_id,))
        assert all(isinstance(one, Entry) for one in found)
        return found[0] if found else None

    def with_policy(self, **changes) -> None:
        self.policy = replace(self.policy, **changes)


def files_with(folder: Path, *texts: str) -> list[str]:
    """Give the files that hold one of the texts, in UTF-8 or UTF-16."""
    forms = [text.encode(form) for text in texts for form in ("utf-8", "utf-16-le")]
    return [str(path) for path in folder.rglob("*") if path.is_file() and any(f in path.read_bytes() for f in forms)]


def preview(selector: Selector, scopes, **looked) -> Preview:
    """Give what forgetting would show."""
    return reach(selector, scopes, **looked).shown


def erase(world: World, selector: Selector, *, person="ana", scopes=None, **more) -> Receipt:
    """Preview and forget in one go."""
    scopes = (Scope(user="ana"),) if scopes is None else scopes
    shown = preview(selector, scopes, person=person, entries=world.store, **more)
    return forget(shown, person=person, **world.recorded(), notes=more.get("notes"))
