"""The write path: gather what the gates need, ask every gate, commit what they say (R02).

1. The draft's form is checked, and a retried write is recognised by its key.
2. *gather*: every field, their join, and what it says with the session's last proposals is screened; rivals, grants,
   marks of ends, sizes and parents are read.
3. *judge*: every gate answers.
4. *commit*: refused leaves one ledger event; pending stores the proposal; admitted stores the entry and supersedes
   what it replaces, in one transaction.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from tenure.errors import CitationError, LimitError, NotFoundError, RequestError
from tenure.model.citation import texts_of
from tenure.model.decision import Decision, DecisionStatus, GateOutcome, Proposal, Request, Verdict
from tenure.model.entry import LIVE, Entry, Status
from tenure.model.event import Event
from tenure.model.grant import Grant
from tenure.model.principal import Origin
from tenure.policy.names import canonical
from tenure.policy.policy import Policy
from tenure.screen import SCREEN_CHARS_MAX, Category, Finding, screen_fields
from tenure.store.port import Entries
from tenure.store.records import Change, Tombstone
from tenure.write.admit import completed, entry_from, granted_purpose, proposal_from
from tenure.write.context import Draft, Foresee, WriteContext
from tenure.write.evidence import contests, is_order_found, replaced, trust_of, without_names
from tenure.write.gates import judge_all
from tenure.write.gates.authorization import FINAL, admitting_grant, is_grantable
from tenure.write.gates.purpose import default_name
from tenure.write.index import find_by_key, find_retirable, find_rivals, indexed
from tenure.write.succession import contest, join, supersede
from tenure.write.together import found_with_last
from tenure.write.verdicts import decide

ANCESTORS_MAX = 200
"""Most entries that a claim may rest on, counted through all generations."""

KEY_CHARS_MAX = 200
"""Longest idempotency key, in characters."""

_UNWANTED = frozenset({"forgotten", "declined", "never_this"})
_REQUESTS = frozenset({Request.FORGET, Request.CHALLENGE})


def propose(
    draft: Draft, *, entries: Entries, policy: Policy, now: datetime, foresee: Foresee | None = None
) -> Decision:
    """Ask that something be kept; give what the gates say, with what was stored.

    A retried write (same key, same proposer, same scope) gives the earlier decision, without its verdicts.

    Args:
        draft: What is asked.
        entries: The store.
        policy: The policy in force.
        now: The reference instant (UTC).
        foresee: Prepares what takes its time for a claim that a grant may admit, before anything is held for it; asked
            only where the screens found nothing.

    Raises:
        RequestError: The draft contradicts itself, or its key was used for another claim.
        NotFoundError: It names an entry that is not live in its scope.
        CitationError: It cites an approval, which only approving can do.
        LimitError: A field is too long to be screened at all.
    """
    draft = replace(draft, claim=canonical(draft.claim, policy.aliases))
    _check_form(draft)
    findings = found_in(draft)
    if foresee is not None and not findings and is_grantable(draft, policy):
        foresee(draft.claim, draft.purpose)
    # What is read is decided on and written before another writer's turn, so that of several who ask the same at once
    # the later ones meet what the first one wrote.
    with entries.holding(draft.scope):
        earlier = _earlier(draft, entries, now)
        if earlier is not None:
            return earlier
        context = gather(draft, entries=entries, policy=policy, now=now, findings=findings)
        if draft.request not in _REQUESTS:
            spread = found_with_last(draft, context.pending)
            context = replace(context, findings=(*context.findings, *spread))
        return _decided(context, entries=entries)


def _decided(context: WriteContext, *, entries: Entries) -> Decision:
    draft, policy, now = context.draft, context.policy, context.now
    verdicts = judge_all(context)
    status = decide(verdicts)
    if status is DecisionStatus.REFUSED:
        entries.commit(Change(now=now, events=(_event(context, _refusal(verdicts)),)))
        return Decision(status=status, verdicts=verdicts)
    proposal = proposal_from(context, waits=status is DecisionStatus.PENDING)
    if status is DecisionStatus.PENDING:
        entries.commit(pending_change(context, proposal))
        return Decision(status=status, verdicts=verdicts, proposal_id=proposal.id)
    unread = replace(proposal, purpose=granted_purpose(draft, proposal.purpose))
    entry = entry_from(unread, now=now, grant=admitting_grant(context))
    entries.commit(
        join(
            supersede(replaced(context), entries=entries, policy=policy, now=now, by=draft.proposer),
            Change(now=now, put=(indexed(entry, policy),), events=(_event(context, "admitted", entry.id),)),
        )
    )
    return Decision(status=status, verdicts=verdicts, proposal_id=proposal.id, entry_id=entry.id)


def pending_change(context: WriteContext, proposal: Proposal) -> Change:
    """Give the change that stores a waiting proposal and contests what a person's own words contradict (R21)."""
    stored = Change(now=context.now, put=(proposal,), events=(_event(context, "pending", proposal.id),))
    rivals = contests(context)
    return join(stored, contest(rivals, policy=context.policy, now=context.now, by=context.draft.proposer))


def found_in(draft: Draft) -> tuple[Finding, ...]:
    """Give what the screens find in every text of a draft, and in what they say together.

    A person whom the host knows by an e-mail address or a number tells nothing by bearing it: the owner's own id is no
    personal data of the claim (R08).
    """
    owners = ("scope.user", "concerns") if draft.claim.concerns == draft.scope.user else ("scope.user",)
    found = without_names(draft.claim, screen_fields(_screened(draft)))
    return tuple(each for each in found if each.category is not Category.PERSONAL or each.field not in owners)


def gather(
    draft: Draft,
    *,
    entries: Entries,
    policy: Policy,
    now: datetime,
    leave_out: tuple[str, ...] = (),
    findings: tuple[Finding, ...] | None = None,
) -> WriteContext:
    """Read everything that the gates may look at, once.

    Args:
        draft: What is asked; defaults are filled in here.
        entries: The store.
        policy: The policy in force.
        now: The reference instant (UTC).
        leave_out: Ids of proposals that do not count as waiting: those that this very act decides.
        findings: What the screens found, if they were asked already.

    Raises:
        NotFoundError: A parent, a superseded entry or a target is not live in scope.
        RequestError: The claim would rest on what it replaces.
    """
    if findings is None:
        findings = found_in(draft)
    is_order = is_order_found(draft.claim, findings)
    name = default_name(draft.claim.kind, policy)
    draft = completed(draft, policy, now, name=name, is_order=is_order)
    named = tuple(dict.fromkeys(name for name in (draft.supersedes, draft.target_id) if name is not None))
    rivals = find_rivals(draft.claim, draft.scope, named, entries)
    if not set(named) <= {entry.id for entry in rivals}:
        raise NotFoundError("no such entry is live in this scope")
    visible = draft.scope.visible()
    parents = _parents(draft, entries)
    size = entries.size(draft.scope)
    is_full = size.entries >= policy.scope_entries_max or size.bytes >= policy.scope_bytes_max
    context = WriteContext(
        draft=draft,
        now=now,
        policy=policy,
        grants=entries.held(Grant, visible) if policy.grants_allowed and not draft.is_by_person else (),
        tombstone=None if draft.request in _REQUESTS else _standing_mark(draft, entries, now),
        size=size,
        rivals=rivals,
        parents=parents,
        findings=findings,
        trust=trust_of(draft, parents),
        is_order=is_order,
        pending=tuple(
            waiting
            for waiting in entries.held(Proposal, (draft.scope,))
            if waiting.status is Status.PENDING and waiting.id not in leave_out
        ),
        retirable=find_retirable(draft.scope, entries) if is_full else (),
    )
    if draft.derived_from and _ancestors(draft, entries) & {entry.id for entry in replaced(context)}:
        raise RequestError("a claim cannot rest on what it replaces", code="derivation_cycle")
    return context


def _standing_mark(draft: Draft, entries: Entries, now: datetime) -> Tombstone | None:
    """Give the mark of what ended and matches the claim; at the second of its own end it says nothing more.

    Of several the one that stands most firmly: a person's *never* before all others, then the newest.
    """
    marks = entries.tombstones_for(draft.scope.visible(), draft.claim)
    if draft.scope.user is not None and not draft.is_by_person:
        # What a person took out or never wants in one of their scopes does not come back through another (R28).
        others = entries.tombstones_for((), draft.claim, user=draft.scope.user)
        marks += tuple(mark for mark in others if mark.reason in _UNWANTED)
    standing = (mark for mark in marks if now < mark.ends_at)
    return max(standing, key=lambda mark: (mark.reason in FINAL, mark.at), default=None)


def _check_form(draft: Draft) -> None:
    if any(cited.citation.scheme == "approval" for cited in draft.cited):
        raise CitationError("an approval is cited only by approving", hint="Propose without a source.")
    needs_target = draft.request is not Request.ADMIT
    if needs_target != (draft.target_id is not None):
        raise RequestError("a request about an entry names it, a new claim names none", code="bad_target")
    if len(draft.idempotency) > KEY_CHARS_MAX:
        raise LimitError(f"an idempotency key has at most {KEY_CHARS_MAX} characters")
    for name, text in _screened(draft).items():
        if len(text) > SCREEN_CHARS_MAX:
            raise LimitError(f"field '{name}' has more than {SCREEN_CHARS_MAX} characters")


def _screened(draft: Draft) -> dict[str, str]:
    """Give every text that the write could keep, by field name (R31).

    Of a request to forget or to challenge the claim is already kept, and may be what the request is about.
    """
    fields = {} if draft.request in _REQUESTS else draft.claim.fields()
    if draft.purpose is not None:
        fields |= {"purpose": f"{draft.purpose.name}: {draft.purpose.detail}"}
    fields |= {f"scope.{name}": value for name, value in draft.scope.parts()}
    fields |= texts_of(cited.citation for cited in draft.cited)
    events = () if draft.lifetime is None else draft.lifetime.review_on
    fields |= {f"review_on.{at}": name for at, name in enumerate(events, start=1)}
    fields |= {"reason": draft.reason, "idempotency": draft.idempotency, **draft.extra_fields}
    return {name: text for name, text in fields.items() if text}


def _earlier(draft: Draft, entries: Entries, now: datetime) -> Decision | None:
    """Give the decision on an earlier write with the same key, or None.

    Raises:
        RequestError: The key was used for another claim.
    """
    if not draft.idempotency:
        return None
    found: Proposal | Entry | None = next(
        (
            waiting
            for waiting in entries.held(Proposal, (draft.scope,))
            if (waiting.idempotency, waiting.proposer) == (draft.idempotency, draft.proposer)
            and now < waiting.lapses_at
        ),
        None,
    ) or find_by_key(draft.idempotency, draft.scope, entries, by=draft.proposer)
    if found is None:
        return None
    # An entry is its proposer's unless a person reworded it; then it is no longer what anybody asked for.
    is_own = isinstance(found, Proposal) or found.worded_by.principal == draft.proposer.principal
    if not is_own or found.claim != replace(draft.claim, text=draft.claim.text.strip()):
        raise RequestError(
            "this idempotency key was used for another claim", code="key_reused", hint="Use a fresh key for each write."
        )
    if isinstance(found, Proposal):
        return Decision(status=DecisionStatus.PENDING, verdicts=(), proposal_id=found.id, is_repeat=True)
    return Decision(
        status=DecisionStatus.ADMITTED,
        verdicts=(),
        proposal_id=found.proposal_id,
        entry_id=found.id,
        is_repeat=True,
    )


def _parents(draft: Draft, entries: Entries) -> tuple[Entry, ...]:
    found = entries.read(draft.scope.visible(), draft.derived_from) if draft.derived_from else ()
    live = tuple(entry for entry in found if isinstance(entry, Entry) and entry.status in LIVE)
    if len(live) != len(set(draft.derived_from)):
        raise NotFoundError("an entry that the claim rests on is not live in this scope")
    return live


def _ancestors(draft: Draft, entries: Entries) -> set[str]:
    """Give the ids of everything that the draft rests on, through all generations.

    Raises:
        LimitError: There are more than `ANCESTORS_MAX`.
    """
    seen: set[str] = set()
    wanted = set(draft.derived_from)
    while wanted:
        seen |= wanted
        if len(seen) > ANCESTORS_MAX:
            raise LimitError(f"a claim rests on at most {ANCESTORS_MAX} entries")
        found = entries.read(draft.scope.visible(), tuple(sorted(wanted)))
        wanted = {parent for entry in found if isinstance(entry, Entry) for parent in entry.derived_from} - seen
    return seen


def _refusal(verdicts: tuple[Verdict, ...]) -> str:
    codes = [verdict.code for verdict in verdicts if verdict.outcome is GateOutcome.REFUSES]
    return f"refused:{codes[0]}"


def _event(context: WriteContext, code: str, record_id: str = "") -> Event:
    actor: Origin = context.draft.proposer
    return Event(at=context.now, actor=actor, verb="propose", rule="R02", record_id=record_id, code=code)
