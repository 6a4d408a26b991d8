"""What may stand beside the claimed words in a message that a grant admits: fillers, and a condition of the claim.

Whatever else a person says in the same message could turn the words round, in any language and in any sentence of it;
so nothing else may stand there (R05). Pure, and bounded by the texts' length.
"""

from __future__ import annotations

import re

from tenure.write.wording import around, fold, stems

_BOTH = (
    "please", "kindly", "thanks", "thank you", "many thanks", "thank you very much", "from now on", "going forward",
    "in future", "in the future", "always", "bitte", "danke", "por favor", "gracias", "obrigado", "obrigada", "merci",
    "per favore", "grazie", "alsjeblieft",
)  # fmt: skip
_BEFORE = (
    *_BOTH, "hello", "hi", "hey", "good morning", "good evening", "ok", "okay", "hallo", "hola", "bonjour", "ciao",
    "note", "please note", "note that", "remember that", "i'd like you to", "i would like you to", "i want you to",
)  # fmt: skip
_CONDITIONS = frozenset({"when", "whenever"})
_GLUE = frozenset("a an the i you we me us my your our of to in on at with for and is are am do".split())
_TOKEN = re.compile(r"\w+(?:'\w+)?|[^\w\s]")
_DIVIDERS = frozenset(".,!:;")
_PLAIN_MARKS = frozenset(".,:;")


def stands_alone(message: str, span: str, applies_when: str | None) -> bool:
    """Tell whether nothing in ``message`` but ``span`` says anything.

    Beside it may stand phrases of a closed list of fillers, and one condition before or after it that begins with
    *when* or *whenever*, and all of whose words ``applies_when`` carries.
    """
    sides = around(message.replace("\u2019", "'"), span.replace("\u2019", "'"))
    if sides is None:
        return False
    before, after = (_TOKEN.findall(side) for side in sides)
    if before and before[0] in _DIVIDERS:
        return False
    return _is_said_before(before, applies_when) and _is_said_after(after, applies_when)


def is_made_of(text: str, source: str) -> bool:
    """Tell whether every word of ``text`` is one of ``source``, stemmed, or binds words; a negation is such a word.

    So is every sign but the marks between words: *!comparing*, *-5* and *> 80* turn round what was said.
    """
    said, allowed = _tokens(source), stems(source)
    return has_signs_of(text, source) and all(
        word in _PLAIN_MARKS or word in _GLUE or word in _CONDITIONS or word in said or _is_among(word, allowed)
        for word in _tokens(text)
    )


def has_signs_of(text: str, source: str) -> bool:
    """Tell whether every sign in ``text`` stands in ``source`` just so, with the word or sign that follows it."""
    return _signs(text) <= _signs(source)


def _signs(text: str) -> set[tuple[str, str]]:
    tokens = _tokens(text)
    return {
        (token, after)
        for token, after in zip(tokens, [*tokens[1:], ""], strict=True)
        if not any(map(str.isalnum, token)) and token not in _PLAIN_MARKS
    }


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(fold(text).replace("\u2019", "'"))


def _is_among(word: str, allowed: frozenset[str]) -> bool:
    return bool(found := stems(word)) and found <= allowed


def _is_said_before(tokens: list[str], applies_when: str | None) -> bool:
    at = _condition_at(tokens)
    if at is None:
        return _are_fillers(tokens, _BEFORE)
    end = next((place for place in range(at, len(tokens)) if tokens[place] in _DIVIDERS), None)
    if end is None or tokens[end] != ",":
        return False
    return (
        _are_fillers(tokens[:at], _BEFORE)
        and _is_carried(tokens[at + 1 : end], applies_when)
        and _are_fillers(tokens[end:], _BEFORE)
    )


def _is_said_after(tokens: list[str], applies_when: str | None) -> bool:
    at = _condition_at(tokens)
    if at is None:
        return _are_fillers(tokens, _BOTH)
    end = next((place for place in range(at, len(tokens)) if tokens[place] in _DIVIDERS), len(tokens))
    while end > at + 1 and tokens[end - 1] in _BOTH:
        end -= 1
    return (
        not {".", "!"} & set(tokens[:at])  # a condition that begins a sentence is one of what follows
        and _are_fillers(tokens[:at], _BOTH)
        and _is_carried(tokens[at + 1 : end], applies_when)
        and _are_fillers(tokens[end:], _BOTH)
    )


def _condition_at(tokens: list[str]) -> int | None:
    return next((place for place, token in enumerate(tokens) if token in _CONDITIONS), None)


def _is_carried(words: list[str], applies_when: str | None) -> bool:
    carried, said = stems(applies_when or ""), _tokens(applies_when or "")
    return (
        bool(words)
        and bool(carried)
        and all(word in _GLUE or word in said or _is_among(word, carried) for word in words)
    )


def _are_fillers(tokens: list[str], phrases: tuple[str, ...]) -> bool:
    known = {tuple(phrase.split()) for phrase in phrases}
    place = 0
    while place < len(tokens):
        if tokens[place] in _DIVIDERS:
            place += 1
            continue
        for length in range(4, 0, -1):
            if tuple(tokens[place : place + length]) in known:
                place += length
                break
        else:
            return False
    return True
