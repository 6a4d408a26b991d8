"""What is asked (`Draft`) and everything the gates decide on (`WriteContext`): gathered once, then only read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from datetime import datetime

from tenure.cite.validator import Cited
from tenure.model.claim import Claim, Purpose
from tenure.model.decision import Proposal, Request
from tenure.model.entry import Confidence, Entry
from tenure.model.grant import Grant
from tenure.model.lifetime import Lifetime
from tenure.model.principal import Channel, Origin, Trust
from tenure.model.scope import Scope
from tenure.policy.policy import Policy
from tenure.screen import Finding
from tenure.store.records import Size, Tombstone
from tenure.values import dataclass

Foresee = Callable[[Claim, Purpose | None], None]
"""Prepares what takes its time for a claim and its purpose."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """One proposal as a handle asks it.

    Args:
        claim: What shall be kept.
        purpose: Why; None takes the default (R04).
        scope: Where it shall apply; fixed by the handle, never by an argument of a model.
        lifetime: The rule for its end; None takes the policy's (R09).
        cited: What it rests on; empty if the approval itself shall be its source (R06).
        proposer: The channel and principal that asks; *user* only if the person acts on their own channel.
        worded_by: Who worded the claim.
        is_tainted: Whether the task had read external content (R30).
        task_id: The task in which it is proposed, or empty.
        idempotency: The caller's key for this write, or empty.
        supersedes: An entry of the same scope that it shall replace, or None.
        derived_from: Entries on which it rests, as ids.
        confidence: How sure the proposer is: only the number counts, the basis is worked out.
        valid_from: Start of the time in which it is true, or None.
        valid_until: End of that time, or None.
        request: Admit a new claim, or correct, forget or challenge ``target_id``.
        target_id: The entry that a request is about; for those to forget or challenge, ``claim`` is that entry's.
        reason: Why, for requests.
        extra_fields: Further texts of the caller that must pass the screens, by name.
    """

    claim: Claim
    scope: Scope
    proposer: Origin
    worded_by: Origin
    purpose: Purpose | None = None
    lifetime: Lifetime | None = None
    cited: tuple[Cited, ...] = ()
    is_tainted: bool = False
    task_id: str = ""
    idempotency: str = ""
    supersedes: str | None = None
    derived_from: tuple[str, ...] = ()
    confidence: Confidence | None = None
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    request: Request = Request.ADMIT
    target_id: str | None = None
    reason: str = ""
    extra_fields: Mapping[str, str] = field(default_factory=dict[str, str])
    known: dict[str, tuple[Cited, str] | None] = field(
        default_factory=dict[str, tuple[Cited, str] | None], init=False, repr=False, compare=False
    )
    """What `evidence` found in it: asked by every gate, worked out once."""

    @property
    def is_by_person(self) -> bool:
        """Whether a person asks on their own channel; everybody else is a proposer who must be judged."""
        return self.proposer.channel is Channel.USER


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteContext:
    """Everything the gates may look at; a gate reads nothing else.

    Args:
        draft: What is asked, defaults filled in.
        now: The reference instant of the write (UTC).
        policy: The policy in force.
        grants: Grants found in the scopes that see the draft's, in force or not.
        tombstone: What ended here and matches the claim, or None.
        size: How full the scope is.
        rivals: Entries of the same scope that the claim meets: same slot, same text, or named by the draft.
        parents: The entries of ``derived_from``.
        findings: What the screens found in every field and their join.
        trust: Minimum over all recorded ancestors (R30).
        is_order: Whether the claim obliges an agent to act or to leave a safeguard out (R11).
        pending: Proposals that wait in the scope.
        retirable: At a bound: entries that could be retired, first due for review first.
    """

    draft: Draft
    now: datetime
    policy: Policy
    grants: tuple[Grant, ...] = ()
    tombstone: Tombstone | None = None
    size: Size = field(default_factory=lambda: Size(entries=0, bytes=0, pending=0))
    rivals: tuple[Entry, ...] = ()
    parents: tuple[Entry, ...] = ()
    findings: tuple[Finding, ...] = ()
    trust: Trust = Trust.EXTERNAL
    is_order: bool = False
    pending: tuple[Proposal, ...] = ()
    retirable: tuple[str, ...] = ()
    known: dict[str, Grant | None] = field(
        default_factory=dict[str, Grant | None], init=False, repr=False, compare=False
    )
    """Which grant admits it: asked by a gate and for the entry, worked out once."""
