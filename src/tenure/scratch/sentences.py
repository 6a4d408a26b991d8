"""Cuts what was heard, observed or noted into sentences, verbatim, and tells what kind of talk each is.

The word lists are English. What they do not know counts as nothing to be kept, never as a claim.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from tenure.screen import directive

SENTENCE_CHARS_MAX: Final = 400
_END: Final = re.compile(r"(?<=[.!?])[\"')\]]?\s+|\n+")
_EDGE: Final = " \t\r\n-*•>"
# "When you ask, ..." is a condition.
_QUESTION: Final = re.compile(
    r"(?:when\s(?:do|does|did|is|are|was|were|can|could|will|would|should|shall|have|has)\b"
    r"|(?:who|what|where|why|how|which|whose|do|does|did|is|are|was|were|can|could|will|would|should|shall|may|have|has)"
    r"\s(?:i|you|we|they|he|she|it|there|this|that|the|a|an|my|our|your|one|many|much|long|about|to)\b)",
    re.IGNORECASE,
)
_TALK: Final = re.compile(
    r"(?:hi|hello|hey|thanks|thank you|thx|ok|okay|yes|no|nope|yep|sure|great|nice|cool|perfect"
    r"|good (?:morning|day|evening|job)|bye|see you|sorry|never mind|sounds good|got it|exactly|right|well done|awesome"
    r"|i see|hm+|oh|wow)\b(?:\W+\w+){0,3}\W*",
    re.IGNORECASE,
)
_MOMENT: Final = re.compile(
    r"\b(?:right now|at the moment|today|tonight|tomorrow|yesterday|this (?:morning|afternoon|evening|time|once)"
    r"|just now|for now|currently"
    r"|let me|let's|i'?ll|i will|i am going to|i'm going to|i just|i think|i guess|maybe|perhaps|not sure)\b",
    re.IGNORECASE,
)
_STANDING: Final = re.compile(
    r"\b(?:always|never|every time|each time|whenever|from now on|going forward|in future|in general|by default|usually"
    r"|prefers?|rather than|(?:i|we) (?:really |do )?(?:like|love|hate|dislike|don'?t like|want (?!you to))"
    r"|when you|please use)\b",
    re.IGNORECASE,
)
_ASKED: Final = re.compile(
    r"(?:please|kindly)\b|\b(?:i|we) (?:need|want|would like|'d like) (?:you to|to (?:see|know|have))\b"
    r"|\b(?:can|could|would) you\b",
    re.IGNORECASE,
)
_STATES: Final = re.compile(
    r"\b(?:is|are|isn't|aren't|was|were|has|have|uses?|runs?|lives?|works?|needs?|deploys?|starts?|ends?|means?|equals?|must|supports?"
    r"|requires?|contains?|returns?|expires?|belongs?|costs?|takes?|listens?|serves?|stores?|builds?|speaks?|owns?|reads?|writes?)\b",
    re.IGNORECASE,
)


class Talk(StrEnum):
    """What a sentence does: *small* talk says nothing; *other* speaks of the moment, or cannot be told."""

    STATEMENT = "statement"
    STANDING = "standing"
    QUESTION = "question"
    REQUEST = "request"
    SMALL = "small"
    OTHER = "other"


def sentences(text: str) -> Iterator[str]:
    """Give the sentences of a text, each verbatim and without white space or list marks around it."""
    start = 0
    for end in (*(match.start() for match in _END.finditer(text)), len(text)):
        sentence = text[start:end].strip(_EDGE)
        start = end
        if sentence and len(sentence) <= SENTENCE_CHARS_MAX and any(character.isalnum() for character in sentence):
            yield sentence


def talk_of(sentence: str) -> Talk:
    """Tell what kind of talk a sentence is."""
    words = sentence.split()
    if sentence.rstrip("\"')]").endswith("?") or _QUESTION.match(sentence):
        return Talk.QUESTION
    if len(words) < 3 or _TALK.fullmatch(sentence):
        return Talk.SMALL
    if _STANDING.search(sentence) and not _MOMENT.search(sentence):
        return Talk.STANDING
    if directive.imperative(sentence.lower()) is not None or _ASKED.search(sentence) or _STATES.match(sentence):
        return Talk.REQUEST
    return Talk.STATEMENT if _STATES.search(sentence) and not _MOMENT.search(sentence) else Talk.OTHER
