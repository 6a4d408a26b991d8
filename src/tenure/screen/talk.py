"""Whether words speak about an instruction (quote, forbid, test for it) instead of giving it."""

from __future__ import annotations

import re

_TALK_BEFORE = re.compile(
    r"\b(?:phrases?|such as|for example|e\.g\.|contains?|containing|like|check(?:s|ed)? that|tests?"
    r"|asserts?|detects?|detection|rejects?|rejected|refuses?|blocks?|blocked|prevents?|preventing"
    r"|explains?|describes?|mentions?"
    r"|forbids?|forbidden|prohibits?|prohibited|disallows?|warns?|never|must not|should not|shouldn't"
    r"|cannot|can't|may not|not allowed|nobody|no one|avoid|against|injection|attacks?|attackers?|phishing"
    r"|exploit|red team|lint rule|fixture|examples?|string|literal|policy: never)\b"
)
_TALK_AFTER = re.compile(
    r"[^.;\n]{0,80}\b(?:is|are|was|were|gets?|must be|should be|will be)\s+(?:\w+\s+)?(?:forbidden|blocked"
    r"|rejected|refused|prohibited|disallowed|not allowed|prevented|detected|flagged|filtered|a red flag"
    r"|an attack|dangerous|caught)\b"
)
_FORBIDDEN = re.compile(_TALK_AFTER.pattern)
_QUOTE = re.compile("[\"'`“‘«][^\"'`”’»]{0,60}$")


def speaks_about(sentence: str, start: int, end: int) -> bool:
    """Whether a sentence names, forbids or reports what stands at ``start``..``end`` of it."""
    return _TALK_BEFORE.search(sentence, 0, start) is not None or _TALK_AFTER.match(sentence, end) is not None


def is_forbidden(sentence: str) -> bool:
    """Whether a sentence says of its subject that it is blocked, rejected or not allowed."""
    return _FORBIDDEN.search(sentence) is not None


def is_quoted_talk(text: str, start: int) -> bool:
    """Whether a quotation opens shortly before ``start`` and a word of reporting before that."""
    before = text[max(0, start - 160) : start].lower()
    quote = _QUOTE.search(before)
    return quote is not None and _TALK_BEFORE.search(before, 0, quote.start()) is not None
