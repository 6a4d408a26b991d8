"""The public names, gathered: `tenure` gives each of them on first use."""

from __future__ import annotations

from tenure.clock import Clock, FrozenClock, SystemClock
from tenure.errors import (
    CitationError,
    ConflictError,
    Error,
    IntegrityError,
    LimitError,
    NotAllowedError,
    NotFoundError,
    PolicyError,
    RefusedError,
    RequestError,
    SchemaError,
    StoreError,
    StoreUnavailableError,
    TransitionError,
)
from tenure.faces.agents.tools import tools
from tenure.lifecycle.forget import Preview, Selector
from tenure.lifecycle.healed import Healed
from tenure.lifecycle.verify import Verified
from tenure.memory.agent import AgentHandle
from tenure.memory.memory import Memory
from tenure.memory.operator import OperatorHandle
from tenure.memory.person import PersonHandle
from tenure.memory.task import TaskHandle
from tenure.model.citation import Citation
from tenure.model.claim import Claim, Kind, Purpose
from tenure.model.decision import Decision, DecisionStatus, Verdict
from tenure.model.entry import Entry, Status
from tenure.model.grant import Approval, Grant
from tenure.model.principal import Channel, Origin, Strength, Trust
from tenure.model.receipt import Receipt
from tenure.model.scope import Scope
from tenure.model.validation import Outcome, Validation
from tenure.policy.policy import Policy
from tenure.recall.answer import Recall, Stance
from tenure.recall.judge import Usable, Withheld
from tenure.screen import Finding, screen_fields
from tenure.store.records import Restored
from tenure.wiring import accept_keys, open, restore
from tenure.write.approval import Shown
from tenure.write.drafter import Drafted

__all__ = [
    "AgentHandle",
    "Approval",
    "Channel",
    "Citation",
    "CitationError",
    "Claim",
    "Clock",
    "ConflictError",
    "Decision",
    "DecisionStatus",
    "Drafted",
    "Entry",
    "Error",
    "Finding",
    "FrozenClock",
    "Grant",
    "Healed",
    "IntegrityError",
    "Kind",
    "LimitError",
    "Memory",
    "NotAllowedError",
    "NotFoundError",
    "OperatorHandle",
    "Origin",
    "Outcome",
    "PersonHandle",
    "Policy",
    "PolicyError",
    "Preview",
    "Purpose",
    "Recall",
    "Receipt",
    "RefusedError",
    "RequestError",
    "Restored",
    "SchemaError",
    "Scope",
    "Selector",
    "Shown",
    "Stance",
    "Status",
    "StoreError",
    "StoreUnavailableError",
    "Strength",
    "SystemClock",
    "TaskHandle",
    "TransitionError",
    "Trust",
    "Usable",
    "Validation",
    "Verdict",
    "Verified",
    "Withheld",
    "accept_keys",
    "open",
    "restore",
    "screen_fields",
    "tools",
]
