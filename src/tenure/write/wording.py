"""How two wordings compare: spans, sentences, numbers, names and negations. Pure, and bounded by the texts' length.

Words are compared by code point after NFKC and case folding; this is no understanding of language. What cannot be
told from the words alone is left to a person.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from tenure.model.folding import fold_forms
from tenure.screen.pattern import Pattern
from tenure.search.terms import stem_terms

_NUMBER = Pattern(r"(?<![\w.])[+-]?\d+(?:[.,:]\d+)*%?(?![\w])")
_NAME = Pattern(
    r"`[^`\n]{1,200}`"  # in code quotes
    r"|(?<![\w.])[A-Za-z_]\w*(?:(?:\.|::)[A-Za-z_]\w*)+"  # dotted: module.Class, file.py
    r"|\b[A-Za-z]\w*_\w+\b"  # snake_case
    r"|\b[a-z]+[A-Z]\w*\b|\b[A-Z][a-z0-9]+[A-Z]\w*\b"  # camelCase, PascalCase
    r"|\b[A-Z]{2,}[A-Z0-9]*\b"  # acronyms
    r"|(?<=[\w,;:)] )[A-Z][a-z]\w+\b"  # a capital inside a sentence
)
_NEGATIONS = frozenset(
    "not no never cannot neither nor none nobody nothing without avoid avoids dont doesnt isnt arent wont cant "
    "nicht kein keine keinen nie niemals ohne pas jamais sans nunca sin non mai senza".split()
)
_REVERSALS = frozenset("stop unless except until hate hates dislike dislikes used was were quit instead rather".split())
_LIMITS = frozenset(
    # a condition, or no statement at all
    "if suppose supposing imagine assume assuming pretend whether hypothetically provided maybe perhaps might falls "
    # somebody else's word
    "says said claims claimed thinks thought believes believed told tells reportedly allegedly "
    # for the moment or the place alone
    "once today tonight tomorrow now currently temporarily only".split()
)
_STANDING = Pattern(r"\bfrom now on\b|\bnow on\b")
_NUMBER_WORDS = {
    word: str(number)
    for number, word in enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())
}
_SENTENCE_END = Pattern(r"(?<=[.!?])[\"')\]]*\s+(?=\S)|(?<=[\u3002\uff01\uff1f])|(?<!\s)\s*\n\s*")
_ABBREVIATION = Pattern(
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|no|dr|mr|mrs|ms|st|z\.b|d\.h|bzw|p|fig)|\b[A-Z])\.$", re.IGNORECASE
)
_ENDING = 12
"""How many characters the end of a sentence is looked at: more than the longest abbreviation."""
_WRAPPED = Pattern(r"(?<![\n \t])[ \t]*\r?\n(?!\s*?\n)")
_EDGES = " .!\"'`,;:"
_GOES_ON = Pattern(r"(?<=\d)(?:[.,:/\u2013-]\d|\s?[%\u2030\u00b0])|(?<=\w)[+#]")
"""After a span: it broke off inside a number, or before what belongs to a name (*C++*)."""
_BEGAN = Pattern(r"(?:\d[.,:/\u2013-]|(?:^|[\s(])[-+\u2212])(?=\d)")
"""Before a span: it begins inside a number, or leaves its sign out."""
_WORD = Pattern(r"\w+(?:['\u2019]\w+)?")


def fold(text: str) -> str:
    """Give a text for comparing: compatibility forms, case and white space folded; punctuation stays."""
    return " ".join(fold_forms(text).casefold().split())


def has_span(text: str, span: str) -> bool:
    """Tell whether ``span`` stands in ``text`` as one run of whole words (end punctuation of the span aside)."""
    return span_end(text, span) is not None


def span_end(text: str, span: str) -> int | None:
    """Give where ``span`` ends in the folded ``text``, or None if it does not stand there as whole words."""
    whole, part = fold(text), fold(span).strip(_EDGES)
    if not part:
        return None
    # Not a pattern: compiling one for each claim takes longer, and `re` would remember the claim's words.
    start = whole.find(part)
    while start >= 0:
        end = start + len(part)
        if not (
            _is_of_word(whole[max(0, start - 1) : start])
            or _is_of_word(whole[end : end + 1])
            or _GOES_ON.match(whole, end)
            or _begins_inside(whole, start)
        ):
            return end
        start = whole.find(part, start + 1)
    return None


def _begins_inside(whole: str, start: int) -> bool:
    found = _BEGAN.search(whole, max(0, start - 2), start + 1)
    return found is not None and found.end() == start


def around(text: str, span: str) -> tuple[str, str] | None:
    """Give what stands before and after ``span`` in the folded ``text``, or None if it does not stand there."""
    end = span_end(text, span)
    if end is None:
        return None
    whole = fold(text)
    return whole[: end - len(fold(span).strip(_EDGES))], whole[end:]


def _is_of_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_"


def sentences(text: str) -> tuple[str, ...]:
    """Divide a text at full stops, question and exclamation marks and line ends; abbreviations do not divide it."""
    pieces: list[str] = []
    for piece in _SENTENCE_END.split(text):
        if pieces and _ABBREVIATION.search(pieces[-1][-_ENDING:]):
            pieces[-1] = f"{pieces[-1]} {piece}"
        elif piece.strip():
            pieces.append(piece.strip())
    return tuple(pieces)


def is_whole_thought(text: str, span: str) -> bool:
    """Tell whether the sentence around ``span`` says the same as the span alone, as far as words show.

    Not so if the rest of that sentence negates, reverses, asks, reports, or sets a condition or a moment: "do not use
    tabs" is no ground for "use tabs", nor is "just this once, use tabs". (*When* is told by the claim's own field.)
    """
    # A line may be broken anywhere: only an empty line ends a sentence here.
    around = [sentence for sentence in sentences(_WRAPPED.sub(" ", text)) if has_span(sentence, span)]
    if not around:  # it runs over the end of a sentence
        return False
    for sentence in around:
        if sentence.rstrip("\"' ").endswith(("?", "\uff1f")):
            return False
        rest = fold(sentence).replace(fold(span).strip(_EDGES), " ", 1)
        if is_negated(rest) or (_REVERSALS | _LIMITS) & set(_WORD.findall(_STANDING.sub(" ", rest))):
            return False
    return True


def stems(text: str) -> frozenset[str]:
    """Give the stemmed content words of a text."""
    return frozenset(stem_terms(text))


def disagreement(claim: str, sources: Iterable[str], *, known: Iterable[str] = (), is_prose: bool = True) -> str:
    """Say what of a claim the cited words contradict or lack: ``number``, ``name``, ``negation``, or empty.

    Args:
        claim: The claim's text.
        sources: The cited words.
        known: Further words that the claim may take from (addresses, ids of the speaker, scope parts).
        is_prose: Whether the sources are sentences, so that negations can be compared.
    """
    passages = tuple(sources)
    heap = fold(" ".join((*passages, *known)))
    numbers = set(_numbers(heap)) | {_NUMBER_WORDS[word] for word in _WORD.findall(heap) if word in _NUMBER_WORDS}
    if any(number not in numbers for number in _numbers(claim)):
        return "number"
    if any(not _is_named(name, heap) for name in _names(claim)):
        return "name"
    if is_prose and passages and is_negated(fold(claim)) != is_negated(fold(_nearest(claim, passages))):
        return "negation"
    return ""


def _numbers(text: str) -> list[str]:
    return [match.lstrip("+").rstrip(".,:").replace(",", ".") for match in _NUMBER.findall(text)]


def _names(text: str) -> list[str]:
    return [fold(match.strip("`")) for match in _NAME.findall(text)]


def _is_named(name: str, heap: str) -> bool:
    # A dotted name may be cited by its last part, with the file in the address.
    if name in heap:
        return True
    parts = [part for part in re.split(r"\.|::", name.removesuffix("()")) if part]
    return bool(parts) and all(part in heap for part in parts)


def is_negated(folded: str) -> bool:
    """Tell whether a folded text holds a word that negates, in one of several languages."""
    words = _WORD.findall(folded.replace("\u2019", "'"))
    return any(word in _NEGATIONS or word.endswith("n't") for word in words)


def _nearest(claim: str, passages: Iterable[str]) -> str:
    wanted = stems(claim)
    parts = [sentence for passage in passages for sentence in sentences(passage)]
    return max(parts, key=lambda sentence: len(wanted & stems(sentence)), default="")
