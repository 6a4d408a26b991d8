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


def __getattr__(name: str) -> object:
    """Gather the public names at the first use of one: a program that only starts, or is stopped, pays for none."""
    if name.startswith("_"):
        raise AttributeError(f"module 'tenure' has no attribute {name!r}")
    from tenure import _public

    here = globals()
    here.update({each: getattr(_public, each) for each in __all__})
    if name not in here:  # a submodule that was loaded on the way is an attribute by now
        raise AttributeError(f"module 'tenure' has no attribute {name!r}")
    return here[name]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
