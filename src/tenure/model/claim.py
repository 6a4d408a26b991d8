"""The smallest useful assertion, and what future task it helps."""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum

from tenure.errors import RequestError
from tenure.model.folding import fold_text
from tenure.model.quantity import fold_value
from tenure.model.slot import Slot
from tenure.values import dataclass


class Kind(StrEnum):
    """What sort of assertion a claim is; it decides which rules apply."""

    PREFERENCE = "preference"
    INSTRUCTION = "instruction"
    FACT = "fact"
    CODE = "code"


@dataclass(frozen=True, slots=True, kw_only=True)
class Purpose:
    """Why an entry is kept: a name from the policy's list and a line on the future task it helps (R04)."""

    name: str
    detail: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        for value in (self.name, self.detail):
            if not isinstance(value, str):
                raise RequestError("a purpose is a name and a line of text", code="bad_purpose")


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One compact assertion.

    Args:
        text: The assertion as it will be kept.
        kind: What sort of assertion it is.
        entity: What it speaks of; given together with ``attribute``.
        attribute: Which property of the entity it gives.
        value: The value of that property, as text.
        applies_when: When it helps; searched and shown, never a filter.
        concerns: The person whom it is about, if any.

    Raises:
        RequestError: The text is empty, a field is no text, or only half of a slot is given.
    """

    text: str = field(repr=False)
    kind: Kind
    entity: str | None = field(default=None, repr=False)
    attribute: str | None = field(default=None, repr=False)
    value: str | None = field(default=None, repr=False)
    applies_when: str | None = field(default=None, repr=False)
    concerns: str | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        for name, value in {"text": self.text, **self.fields()}.items():
            if not isinstance(value, str):
                raise RequestError(f"claim field '{name}' must be text", code="bad_claim")
        if not isinstance(self.kind, Kind):
            raise RequestError("claim field 'kind' must be a Kind", code="bad_claim")
        if not self.text.strip():
            raise RequestError("a claim needs text", code="bad_claim", hint="State one assertion.")
        if (self.entity is None) != (self.attribute is None) or (self.value is not None and self.entity is None):
            raise RequestError(
                "a slot needs entity and attribute", code="bad_claim", hint="Give both, or neither and no value."
            )

    @property
    def slot(self) -> Slot | None:
        """The entity and attribute, normalised, or None for a claim without a slot."""
        if self.entity is None or self.attribute is None:
            return None
        return Slot(entity=self.entity, attribute=self.attribute)

    @property
    def said(self) -> str:
        """What it gives for its slot, folded for comparing: its value, or its text where it names none."""
        return fold_text(self.text) if self.value is None else fold_value(self.value)

    def fields(self) -> dict[str, str]:
        """Give every text that the claim carries, by field name, for screening."""
        named = {
            "text": self.text,
            "entity": self.entity,
            "attribute": self.attribute,
            "value": self.value,
            "applies_when": self.applies_when,
            "concerns": self.concerns,
        }
        return {name: value for name, value in named.items() if value is not None}
