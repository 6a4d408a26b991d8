"""What a tool is, and the JSON Schemas from which every description of one is made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tenure.memory.envelope import VERSION
from tenure.values import dataclass

Schema = Mapping[str, object]

TEXT: Final[Schema] = {"type": "string"}
TEXTS: Final[Schema] = {"type": "array", "items": TEXT, "maxItems": 20}
_STEP: Final[Schema] = {
    "type": "object",
    "properties": {"who": TEXT, "do": TEXT},
    "required": ["who", "do"],
}
_VERDICT: Final[Schema] = {
    "type": "object",
    "properties": {
        "gate": TEXT,
        "rule": TEXT,
        "outcome": {"type": "string", "enum": ["passes", "asks", "refuses"]},
        "code": TEXT,
        "field": TEXT,
        "reason": TEXT,
        "fix": {"type": "string", "enum": ["agent", "person", "nobody"]},
        "try": {"type": "object", "additionalProperties": TEXT},
    },
    "required": ["gate", "rule", "outcome", "code"],
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """One tool, as any model and any protocol is told of it.

    Args:
        name: Its name.
        title: Its name for people.
        description: What it does and when to call it, written for a model.
        properties: The schema of each argument.
        required: The arguments that must be given.
        statuses: The words that its answer's ``status`` can be, beside *error*.
        data: The schema of each part of its answer's ``data``.
        is_read_only: Whether it keeps nothing and asks for nothing.
        is_destructive: Whether it may end something of the caller's own, or ask for an end.
        is_idempotent: Whether the same call again changes nothing more.
    """

    name: str
    title: str
    description: str
    properties: Mapping[str, Schema]
    required: tuple[str, ...] = ()
    statuses: tuple[str, ...]
    data: Mapping[str, Schema]
    is_read_only: bool = False
    is_destructive: bool = False
    is_idempotent: bool = False

    def parameters(self, *, with_task: bool = True) -> dict[str, object]:
        """Give the JSON Schema of its arguments; none of them names a scope, a person, an origin or a trust.

        Args:
            with_task: Whether a task is named by an argument (``task``), where no handle fixed one.
        """
        named = {name: dict(schema) for name, schema in self.properties.items() if with_task or name != "task"}
        told: dict[str, object] = {"type": "object", "properties": named, "additionalProperties": False}
        return told | ({"required": list(self.required)} if self.required else {})

    def returns(self) -> dict[str, object]:
        """Give the JSON Schema of its answer: the envelope in which every face answers machines."""
        return {
            "type": "object",
            "properties": {
                "tenure": {"const": VERSION},
                "command": {"const": self.name},
                "status": {"type": "string", "enum": [*self.statuses, "error"]},
                "scope": {"type": "object", "additionalProperties": TEXT},
                "data": {
                    "type": "object",
                    "properties": {**{name: dict(schema) for name, schema in self.data.items()}, **_ERROR},
                },
                "verdicts": {"type": "array", "items": _VERDICT},
                "next": {"type": "array", "items": _STEP},
                "warnings": {"type": "array", "items": TEXT},
            },
            "required": ["tenure", "command", "status", "scope", "data", "verdicts", "next", "warnings"],
        }


_ERROR: Final[Mapping[str, Schema]] = {"code": TEXT, "message": TEXT}
