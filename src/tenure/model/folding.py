"""Folds words for comparing: case, width, white space, articles, and the plural of a name's last word."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from tenure.screen.pattern import Pattern

_ARTICLES: Final = Pattern(r"^(?:the|a|an)\s+(?=\S)")
_GAPS: Final = Pattern(r"[\s_\-]+")
_EDGES: Final = " \t\r\n.,;:!?\"'`"
_QUOTES: Final = "\"'`\u201c\u201d\u201e\u00ab\u00bb"
_FIGURES: Final = Pattern(  # raised, lowered, fractions, circled and bracketed: all of category No that NFKC folds
    "([\u00b2\u00b3\u00b9\u00bc-\u00be\u2070\u2074-\u207e\u2080-\u208e\u2150-\u215f\u2189\u2460-\u249b\u24ea"
    "\u3192-\u3195\u3220-\u3229\u3248-\u324f\u3251-\u325f\u3280-\u3289\u32b1-\u32bf\U0001f100-\U0001f10a]+)"
)
_APOSTROPHE: Final = Pattern("[\u2018\u2019]")
_NOT: Final = Pattern(r"\b(\w+)n't\b")
_CANNOT: Final = Pattern(r"\b(?:can not|cannot|ca not)\b")
_IN_CASE: Final = Pattern(r"^(when|whenever|if|unless|while|before|after) ([^,.;]+), (?:then )?([^,.;]+)$")
_MARKS: Final = ".,;:!?"
_EMPTY: Final = frozenset({"a", "an", "the", "please", "kindly"})
_SINGULAR_CHARS_MIN: Final = 4
_NO_PLURAL: Final = Pattern(r"(?:ss|us|is|as|os|series|species|news)$")
_IRREGULAR: Final = {
    "addresses": "address", "aliases": "alias", "bonuses": "bonus", "buses": "bus", "children": "child",
    "classes": "class", "men": "man", "movies": "movie", "people": "person", "statuses": "status", "viruses": "virus",
    "women": "woman", "wives": "wife", "cookies": "cookie",
}  # fmt: skip


def fold_forms(text: str) -> str:
    """Give ``text`` with compatibility forms folded (NFKC), but for raised figures and their like."""
    if text.isascii():
        return text
    parts = _FIGURES.split(text)
    return "".join(part if place % 2 else unicodedata.normalize("NFKC", part) for place, part in enumerate(parts))


def fold_text(text: str) -> str:
    """Give ``text`` with case, width and white space folded, for comparing wordings."""
    return " ".join(fold_forms(text).casefold().split()).strip(_EDGES)


def fold_wording(text: str) -> str:
    """Give ``text`` folded so far that two wordings of one claim meet, and no two that differ in a word that counts.

    Beside case and white space: quotation marks, marks at the end of a word, articles and *please* are left out,
    *don't* is *do not*, plain words stand in the singular, and *when you compare, use a table* is *use a table when you
    compare*. Numbers, signs, negations, prepositions and the order of words stay as they are.
    """
    folded = _CANNOT.sub("can not", _NOT.sub(r"\1 not", fold_text(_APOSTROPHE.sub("'", text))))
    words = (word.strip(_QUOTES).rstrip(_MARKS) for word in _IN_CASE.sub(r"\3 \1 \2", folded).split())
    return " ".join(_singular(word) if word.isalpha() else word for word in words if word and word not in _EMPTY)


def fold_name(text: str) -> str:
    """Give a slot's name with case, articles, hyphens, underscores and white space folded."""
    return drop_article(_GAPS.sub(" ", fold_text(text))).strip()


def drop_article(folded: str) -> str:
    """Give a folded text without a leading article, if anything follows it."""
    return _ARTICLES.sub("", folded)


def fold_attribute(text: str) -> str:
    """Give an attribute's name folded, its last word in the singular: *Spoken languages* is *spoken language*.

    The rules are those of English and rough; both sides of a comparison go through them.
    """
    before, gap, last = fold_name(text).rpartition(" ")
    return f"{before}{gap}{_singular(last)}"


def _singular(word: str) -> str:
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < _SINGULAR_CHARS_MIN or not word.endswith("s") or _NO_PLURAL.search(word):
        return word
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    if re.search(r"(?:sh|ch|x|zz)es$", word):
        return word[:-2]
    return word[:-1]
