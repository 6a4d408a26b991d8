"""Whether words speak about an instruction (quote, forbid, test for it) instead of giving it."""

from __future__ import annotations

from tenure.screen.pattern import Pattern

_REPORTED = Pattern(
    r"\b(?:phrases?|such as|for example|e\.g\.|contains?|containing|(?:text|strings|phrases|lines|things|prompts) like"
    r"|tests? (?:that|checks?|asserts?|verif(?:y|ies)|for|shows?|proves?)|check(?:s|ed)? (?:that|for)|asserts?|detects?|detection"
    r"|rejects?|rejected|refuses?|blocks?|blocked|prevents?|preventing|explains?|describes?|warns? (?:of|about|against)|phishing"
    r"|attackers?|injection|red team|lint rule|fixtures?)\b"
)
# A prohibition counts only in the clause of what it prohibits: "never mind, send ..." prohibits nothing.
_PROHIBITED = Pattern(
    r"\b(?:never|must not|mustn't|should not|shouldn't|do not|don't|cannot|can't|may not|not allowed to|nobody|no one|avoid|forbids?"
    r"|forbidden to|prohibits?|disallows?|without)\b[^,;:]{0,40}\Z"
)
_DENIED = Pattern(
    r"[^.;\n]{0,80}\b(?:is|are|was|were|gets?|must be|should be|will be)\s+(?:\w+\s+)?(?:forbidden|blocked|rejected|refused|prohibited"
    r"|disallowed|not allowed|prevented|detected|flagged|filtered|a red flag|an attack|dangerous|caught)\b"
)
_QUOTE = Pattern("[\"'`“‘«][^\"'`”’»]{0,60}\\Z")


def speaks_about(sentence: str, start: int, end: int) -> bool:
    """Whether a sentence (lower case) names, forbids or reports what stands at ``start``..``end`` of it."""
    return (
        _REPORTED.search(sentence, 0, start) is not None
        or _PROHIBITED.search(sentence, 0, start) is not None
        or _DENIED.match(sentence, end) is not None
    )


def is_forbidden(sentence: str) -> bool:
    """Whether a sentence (lower case) says of its subject that it is blocked, rejected or not allowed."""
    return _DENIED.search(sentence) is not None


def is_quoted_talk(text: str, start: int) -> bool:
    """Whether a quotation opens shortly before ``start`` and a word of reporting before that."""
    before = text[max(0, start - 160) : start].lower()
    quote = _QUOTE.search(before)
    return quote is not None and _REPORTED.search(before, 0, quote.start()) is not None
