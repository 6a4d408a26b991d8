"""Tell how much of a note only asks: who looks for something is rarely answered by another's question about it."""

from __future__ import annotations

from typing import Final

from tenure.screen.pattern import Pattern

_QUESTION_MARKS: Final = frozenset("?\uff1f\u061f\u037e")
_SENTENCE: Final = Pattern(r"([^.!?\n\u3002\uff01\uff1f\u061f\u037e]++)([.!?\n\u3002\uff01\uff1f\u061f\u037e]*+)")


def share_of_questions(text: str) -> float:
    """Give the share of a text's characters that stand in sentences with a question mark at their end; 0.0 to 1.0.

    >>> share_of_questions("Yes. And you?")
    0.7
    """
    asked = told = 0
    for sentence in _SENTENCE.finditer(text):
        length = len(sentence[1].strip())
        if _QUESTION_MARKS.isdisjoint(sentence[2]):
            told += length
        else:
            asked += length
    return asked / (asked + told) if asked else 0.0
