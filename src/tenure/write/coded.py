"""Whether a code claim says more than its check, or the symbol that it cites, says (R05, R06). Pure.

A claim is written in words and a check is not; that they say the same is told only of claims that are made of the
check's own names and of a closed list of words around them. Whatever else it says, a person must read.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from tenure.cite.validator import Cited
from tenure.model.claim import Claim
from tenure.screen import find_orders
from tenure.search.terms import stem_terms
from tenure.write.wording import fold

_COMMON = "a an the is in of file module class function method constant defined there exists"
_WORDS = {
    "literal": f"{_COMMON} are equals equal has value default set to as variable literal",
    "key": f"{_COMMON} are is equals has value default set to as key setting requires",
    "class": f"{_COMMON} extends implements inherits from subclass",
    "has": f"{_COMMON} has contains attribute symbol",
    "lacks": f"{_COMMON} has have does attribute symbol lacks lack no not missing absent undefined",
    "signature": f"{_COMMON} takes accepts has with parameter parameters argument arguments signature and",
}
_VALUE_WORDS_MAX = 3
_LACKING = frozenset("lacks lack no not missing absent undefined".split())
_PART = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W\d_a-zA-Z]+")
_NAME = re.compile(r"[^\W\d]\w*")
_TOKEN = re.compile(r"\w+|[^\w\s]")
_MARKS = frozenset(".,`'\"():=/")
_BOUNDS = frozenset(" `'\"()=,;")


class _Check(NamedTuple):
    form: str
    name: str
    says: str = ""


def says_no_more(claim: Claim, cited: Cited) -> bool:
    """Tell whether the claim says nothing beyond the check that holds on this citation, or beyond its symbol."""
    path, _, symbol = cited.citation.address.partition("::")
    symbol = symbol.partition(" ")[0]
    check = _check_of(cited) or (_Check(form="has", name=symbol) if cited.has_symbol and symbol else None)
    if check is None:
        return False
    last = check.name.rpartition(".")[2].strip('"')
    words = {*_WORDS[check.form].split()}
    known = _parts(" ".join((path, symbol, check.name)))
    if check.form in {"class", "signature"}:
        known |= {part for name in _NAME.findall(check.says) for part in _parts(name)}
    if check.form in {"literal", "key"} and (_is_prose(check.says) or _commands(check.says)):
        return False
    text = claim.text
    if path and path in text:
        text = text.replace(path, " ", 1)
    if check.form in {"literal", "key", "signature"}:
        text = _without(text, check.says.strip("'\""))
    tokens = _TOKEN.findall(text)
    folded = [fold(token) for token in tokens]
    if not _names(folded, last) or not all(_is_known(token, words, known) for token in tokens):
        return False
    lacking = sum(token in _LACKING and token not in _parts(last) for token in folded)
    if lacking != (check.form == "lacks"):
        return False
    if check.form == "class" and not _is_owner_first(folded, check):
        return False
    beside = " ".join(text for name, text in claim.fields().items() if name not in {"text", "concerns"})
    value = _without(beside, check.says.strip("'\"")) if check.form in {"literal", "key"} else beside
    return all(_is_known(token, words - _LACKING, known) for token in _TOKEN.findall(value))


def _check_of(cited: Cited) -> _Check | None:
    text = cited.citation.detail("check")
    if cited.check_holds is not True or not isinstance(text, str):
        return None
    # It holds, so it is one of the closed set, whose forms differ in their first word.
    form, _, rest = text.strip().partition(" ")
    divider = {"literal": "==", "key": "==", "class": " bases ", "signature": "("}.get(form)
    if form not in _WORDS:
        return None
    name, _, says = rest.partition(divider) if divider else (rest, "", "")
    return _Check(form=form, name=name.strip(), says=f"({says}" if form == "signature" else says.strip())


def _is_known(token: str, words: set[str], known: set[str]) -> bool:
    folded = fold(token)
    if not token[0].isalnum() and token[0] != "_":
        return token in _MARKS
    return folded in words or folded in known or _parts(token) <= known or _stem(token) in known


def _parts(text: str) -> set[str]:
    """Give the names in a text, whole, divided and stemmed."""
    found = {*re.findall(r"\w+", text), *_PART.findall(text)}
    return {fold(word) for word in found} | {_stem(word) for word in found}


def _stem(word: str) -> str:
    return next(iter(stem_terms(word)), fold(word))


def _names(folded: list[str], name: str) -> bool:
    """Tell whether the tokens hold the name: whole, or its parts one after the other."""
    parts = [fold(part) for part in _PART.findall(name)]
    return fold(name) in folded or any(
        folded[place : place + len(parts)] == parts for place in range(len(folded) - len(parts) + 1)
    )


def _is_owner_first(folded: list[str], check: _Check) -> bool:
    owner = fold(check.name.rpartition(".")[2])
    bases = {fold(base.strip().rpartition(".")[2]) for base in check.says.split(",")}
    places = [place for place, token in enumerate(folded) if token in bases]
    return owner in folded and (not places or folded.index(owner) < min(places)) and folded.count(owner) == 1


def _is_prose(value: str) -> bool:
    """Tell whether a value holds a text of several words: what it says nobody has read (R05)."""
    return any(len(part.split()) > _VALUE_WORDS_MAX for part in re.split(r"['\"]", value))


def _commands(value: str) -> bool:
    """Tell whether a value holds words that would be an order if they stood for themselves: short ones are no prose."""
    return any(" " in part.strip() and find_orders(part) for part in re.split(r"['\"]", value))


def _without(text: str, value: str) -> str:
    """Give the text without the value, once, where it stands for itself: ``30`` is not in ``-30`` or ``30.5``."""
    start = text.find(value) if value else -1
    while start >= 0:
        end = start + len(value)
        after = text[end : end + 2]
        is_free = not after or after[0] in _BOUNDS or (after[0] == "." and not after[1:].strip())
        if (start == 0 or text[start - 1] in _BOUNDS) and is_free:
            return f"{text[:start]} {text[end:]}"
        start = text.find(value, start + 1)
    return text
