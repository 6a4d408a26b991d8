"""A governed memory for AI agents: bounded, cited, checked before use, and forgettable."""

from __future__ import annotations

TYPE_CHECKING = False  # a type checker takes it for true; `typing` costs more to import than this module
if TYPE_CHECKING:
    from tenure._public import *  # noqa: F403 - its `__all__` says which

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


_HOMES = {
    "clock": "Clock FrozenClock SystemClock",
    "errors": "CitationError ConflictError Error IntegrityError LimitError NotAllowedError NotFoundError PolicyError "
    "RefusedError RequestError SchemaError StoreError StoreUnavailableError TransitionError",
    "faces.agents.tools": "tools",
    "lifecycle.forget": "Preview Selector",
    "lifecycle.healed": "Healed",
    "lifecycle.verify": "Verified",
    "memory.agent": "AgentHandle",
    "memory.memory": "Memory",
    "memory.operator": "OperatorHandle",
    "memory.person": "PersonHandle",
    "memory.task": "TaskHandle",
    "model.citation": "Citation",
    "model.claim": "Claim Kind Purpose",
    "model.decision": "Decision DecisionStatus Verdict",
    "model.entry": "Entry Status",
    "model.grant": "Approval Grant",
    "model.principal": "Channel Origin Strength Trust",
    "model.receipt": "Receipt",
    "model.scope": "Scope",
    "model.validation": "Outcome Validation",
    "policy.policy": "Policy",
    "recall.answer": "Recall Stance",
    "recall.judge": "Usable Withheld",
    "screen": "Finding screen_fields",
    "store.records": "Restored",
    "wiring": "accept_keys open restore",
    "write.approval": "Shown",
    "write.drafter": "Drafted",
}
"""Which module has which names."""
_HOME = {name: home for home, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> object:
    """Load what a public name stands for when it is first used: a program pays for what it uses alone."""
    from importlib import import_module

    if name in _HOME:
        found = globals()[name] = getattr(import_module(f"tenure.{_HOME[name]}"), name)
        return found
    if not name.startswith("_"):  # a part of the package, by its path
        try:
            return import_module(f"tenure.{name}")
        except ModuleNotFoundError as error:
            if error.name != f"tenure.{name}":
                raise
    raise AttributeError(f"module 'tenure' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, "aio"])  # what is public, loaded or not; `aio` is the one part that is used by its path
