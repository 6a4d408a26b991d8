"""One sentence for each reason of an answer that asks or abstains, and for each warning, for people and models."""

from __future__ import annotations

from typing import Final

SENTENCES: Final = {
    "nothing_relevant": "Nothing is kept here that answers this.",
    "entity_unknown": "Nothing that was found speaks of what the question names.",
    "attribute_unknown": "What was found speaks of what the question names, and not of what it asks about it.",
    "chain_broken": "The entries lead part of the way: a step that the question needs is not kept here.",
    "chains_differ": "Two ways through the entries lead to different answers.",
    "source_changed": "The source of what was found says something else now.",
    "source_gone": "The source of what was found is no longer there.",
    "source_contradicts": "The source contradicts what was found.",
    "source_unreachable": "The source of what was found cannot be reached, so it was not checked.",
    "unverified": "The source of what was found cannot be reached, so it was not checked.",
    "contested": "Statements that count alike disagree, and nobody has settled it.",
    "values_differ": "Statements that count alike disagree, and nobody has settled it.",
    "challenged": "Somebody doubts what was found, and nobody has settled it.",
    "review_due": "What was found waits to be confirmed.",
    "expired": "The time of use of what was found is over.",
    "no_longer_valid": "What was found was true until a time that has passed.",
    "not_yet_valid": "What was found will be true at a time to come.",
    "ground_changed": "What was found rests on something that does not hold any more.",
    "revoked": "What allowed to keep it was taken back.",
    "embedder_failed": "Words alone were compared, for what compares by meaning failed; `tenure doctor` tells more.",
    "vectors_lacking": "Of some entries words alone were compared: they have no vector of the embedder in use yet.",
    "asked_enough": "The person was asked often enough for now.",
}
"""By code. A reason that is not listed is one of integrity or permission: its code says it."""


def sentence_of(reason: str) -> str:
    """Give the sentence of a reason code; for one that is not listed, the code in words."""
    if not reason:
        return ""
    return SENTENCES.get(reason, f"It is held back: {reason.replace('_', ' ')}.")
