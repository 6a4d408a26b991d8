"""A real store in memory, heard statements as citing gives them, and drafts with all but what a test is about."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from tenure.cite.statement import cite_statement
from tenure.cite.validator import Cited
from tenure.model.citation import Citation
from tenure.model.claim import Claim, Kind, Purpose
from tenure.model.decision import Decision, GateOutcome, Proposal
from tenure.model.entry import Entry
from tenure.model.grant import Grant
from tenure.model.lifetime import Lifetime
from tenure.model.principal import Channel, Origin, Strength, Trust
from tenure.model.scope import Scope
from tenure.policy.policy import Policy
from tenure.policy.presets import PERSONAL
from tenure.screen import screen_fields
from tenure.store.records import Change
from tenure.store.sealed import DurableStore
from tenure.store.sqlite import open_store
from tenure.write.admit import completed
from tenure.write.approval import Shown, approve, show
from tenure.write.consent import Act
from tenure.write.context import Draft, WriteContext
from tenure.write.evidence import is_order_found, trust_of
from tenure.write.pipeline import propose

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
ANA = Scope(user="ana")
HERE = Scope(user="ana", project="billing", repository="repo_1")
AGENT = Origin(channel=Channel.AGENT, principal="coder")
PERSON = Origin(channel=Channel.USER, principal="ana")
WEEK = timedelta(days=7)


class Root:
    def load(self) -> bytes:
        return b"r" * 32


def digest(use: str, data: bytes) -> str:
    return f"{use}:{len(data)}"


def heard(text: str, *, at: datetime = NOW, scope: Scope = ANA, by: str = "ana", note: str = "note_1") -> Cited:
    return cite_statement(note, text, speaker=by, scope=scope, at=at, digest=digest)


def seen(text: str = "pages say many things", *, scope: Scope = ANA, scheme: str = "tool") -> Cited:
    channel = {"tool": Channel.TOOL, "file": Channel.DOCUMENT}[scheme]
    citation = Citation(
        scheme=scheme,
        address="shell#call_7",
        seen_at=NOW,
        origin=Origin(channel=channel, principal="shell"),
        trust=Trust.EXTERNAL,
    )
    return Cited(citation=citation, passage=text, scope=scope)


def code(
    passage: str = "class Invoice(Rounding):",
    *,
    address: str = "src/invoice.py::Invoice",
    check_holds: bool | None = None,
    has_symbol: bool = True,
    at_trusted_ref: bool = True,
    scope: Scope = HERE,
    check: str = "",
) -> Cited:
    citation = Citation(
        scheme="code",
        address=address,
        seen_at=NOW,
        origin=Origin(channel=Channel.CODE, principal="repo_1"),
        trust=Trust.EXTERNAL,
        details=(("check", check),) if check else (),
    )
    return Cited(
        citation=citation,
        passage=passage,
        scope=scope,
        has_symbol=has_symbol,
        check_holds=check_holds,
        at_trusted_ref=at_trusted_ref,
    )


def claim(text: str = "give me a table", kind: Kind = Kind.PREFERENCE, **fields: str) -> Claim:
    return Claim(text=text, kind=kind, **fields)


def draft(text: str = "give me a table", kind: Kind = Kind.PREFERENCE, *, fields=None, **changes) -> Draft:
    """An agent's draft in Ana's own scope with a purpose, unless the test says otherwise."""
    made = Draft(
        claim=claim(text, kind, **(fields or {})),
        scope=ANA,
        proposer=AGENT,
        worded_by=AGENT,
        purpose=Purpose(name="answering", detail="comparison questions"),
    )
    return replace(made, **changes)


def context(made: Draft | None = None, *, raw: bool = False, **changes) -> WriteContext:
    """What the gates would look at for a draft in an empty store; ``raw`` leaves defaults out."""
    made = made or draft()
    policy = changes.get("policy", PERSONAL)
    findings = screen_fields(screened(made))
    is_order = is_order_found(made.claim, findings)
    if not raw:
        made = completed(made, policy, NOW, name="answering", is_order=is_order)
    base = WriteContext(
        draft=made,
        now=NOW,
        policy=policy,
        findings=findings,
        is_order=is_order,
        trust=trust_of(made, changes.get("parents", ())),
    )
    return replace(base, **changes)


def screened(made: Draft) -> dict[str, str]:
    detail = "" if made.purpose is None else made.purpose.detail
    return {**made.claim.fields(), "purpose": detail, "reason": made.reason, **made.extra_fields}


def grant(kind: Kind = Kind.PREFERENCE, *, scope: Scope = ANA, person: str = "ana", **changes) -> Grant:
    made = Grant(
        id="grant_1",
        person=person,
        kind=kind,
        scope=scope,
        longest=timedelta(days=400),
        ends_at=NOW + timedelta(days=365),
        granted_at=NOW,
        strength=Strength.TERMINAL,
    )
    return replace(made, **changes)


@dataclass
class World:
    """One store, one policy, and a clock that a test turns."""

    store: DurableStore
    policy: Policy = PERSONAL
    now: datetime = NOW

    def propose(self, made: Draft) -> Decision:
        return propose(made, entries=self.store, policy=self.policy, now=self.now)

    def grant(self, kind: Kind = Kind.PREFERENCE, **changes) -> Grant:
        made = grant(kind, **changes)
        self.store.commit(Change(now=self.now, put=(made,)))
        return made

    def waiting(self, scope: Scope = ANA) -> tuple[Proposal, ...]:
        return self.store.held(Proposal, (scope,))

    def shown(self, decision: Decision, scope: Scope = ANA) -> Shown:
        (found,) = [waiting for waiting in self.waiting(scope) if waiting.id == decision.proposal_id]
        return show(found, policy=self.policy)

    def approve(self, shown: Shown, *, person: str = "ana", strength: Strength = Strength.TERMINAL, **more) -> Entry:
        sign = more.pop("sign", signer if strength is Strength.PRESENT else None)
        act = Act(person=person, strength=strength, policy=self.policy, now=self.now, sign=sign)
        return approve(shown, act, entries=self.store, **more)

    def remember(self, made: Draft, *, strength: Strength = Strength.TERMINAL) -> Entry:
        """What a person does who states and approves in one act."""
        own = replace(made, proposer=PERSON, worded_by=PERSON)
        return self.approve(self.shown(self.propose(own), own.scope), strength=strength)

    def entries(self, scope: Scope = ANA) -> dict[str, Entry]:
        found = (self.store.read((scope,), view.ids) for view in self.store.views((scope,)))
        return {entry.id: entry for some in found for entry in some if isinstance(entry, Entry)}


def signer(message: bytes) -> tuple[str, str]:
    return f"signed:{len(message)}", "key_1"


def new_world() -> World:
    return World(store=open_store(None, None, root=Root()))


def expiring(days: float) -> Lifetime:
    return Lifetime(expires_at=NOW + timedelta(days=days))


PASSES, ASKS, REFUSES = GateOutcome.PASSES, GateOutcome.ASKS, GateOutcome.REFUSES
SECRET = "ghp_" + "a1B2" * 9


def says(gate, made=None, **changes):
    """Give what one gate says of a draft: the outcome and the code."""
    verdict = gate.judge(context(made, **changes))
    return verdict.outcome, verdict.code


COMPARING = {"applies_when": "comparing things"}
OWN = draft(cited=(heard("When you compare things, give me a table please."),), fields=COMPARING)
BASES = code(check="class Invoice bases Rounding", check_holds=True)
CODED = draft("Invoice implements Rounding", Kind.CODE, scope=HERE, cited=(BASES,))
ASKED = (ASKS, "needs_approval")


def for_purpose(detail, name="answering"):
    return draft(purpose=Purpose(name=name, detail=detail))


def under_grant(gate, made, **changes):
    return says(gate, made, **{"grants": (grant(),), **changes})
