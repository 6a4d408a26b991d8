"""Makes claims of what callers pass: an empty field is one that was not given, and no slot without a name."""

from __future__ import annotations

from dataclasses import replace

from tenure.memory.arguments import to_member, to_text
from tenure.model.claim import Claim, Kind
from tenure.policy.policy import Policy


def to_claim(
    text: str,
    kind: str | Kind,
    *,
    policy: Policy,
    entity: str | None = None,
    attribute: str | None = None,
    value: str | None = None,
    applies_when: str | None = None,
    concerns: str | None = None,
) -> Claim:
    """Give the claim that a caller states; the policy bounds its text before any gate reads it.

    Raises:
        RequestError: The text is empty or broken, the kind is none, or only half of a slot is given.
        LimitError: The text is longer than the policy's ``note_chars_max``.
    """
    return Claim(
        text=to_text(text, name="text", longest=policy.note_chars_max),
        kind=to_member(Kind, kind, name="kind"),
        entity=_given(entity),
        attribute=_given(attribute),
        value=_given(value),
        applies_when=_given(applies_when),
        concerns=_given(concerns),
    )


def to_reworded(claim: Claim, text: str, *, policy: Policy, value: str | None = None) -> Claim:
    """Give a claim about the same in other words; the value of its slot is that of the new words, or none.

    Raises:
        RequestError: The text is empty or broken, or a value is given and the claim has no slot.
        LimitError: The text is longer than the policy's ``note_chars_max``.
    """
    return replace(claim, text=to_text(text, name="text", longest=policy.note_chars_max), value=_given(value))


def _given(text: str | None) -> str | None:
    return text if text is not None and text.strip() else None
