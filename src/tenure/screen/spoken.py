"""Digits written as words, as people spell a PIN: "one two three four", in the languages of the labels."""

from __future__ import annotations

import re

from tenure.screen.letters import fold
from tenure.screen.pattern import Pattern

_WORDS = (
    "zero oh nought one two three four five six seven eight nine "
    "null eins zwei drei vier funf sechs sieben acht neun "
    "un une deux trois quatre cinq sept huit neuf "
    "cero uno dos tres cuatro cinco seis siete ocho nueve "
    "um dois quatro sete oito nove "
    "due tre quattro cinque sei sette otto "
    "nul een twee drie vijf zes zeven negen "
    "noll ett tva fyra fem sju atta nio en to fire seks syv sju otte atte ni "
    "nolla yksi kaksi kolme nelja viisi kuusi seitseman kahdeksan yhdeksan "
    "jeden dwa trzy cztery piec szesc siedem osiem dziewiec "
    "nula jedna dva tri ctyri pet sest sedm osm devet "
    "nulla egy ketto harom negy ot hat het nyolc kilenc "
    "sifir bir iki uc dort bes alti yedi sekiz dokuz "
    "unu doi trei patru cinci sase sapte opt noua "
    "ноль нуль один два три четыре пять шесть семь восемь девять "
    "nol satu dua tiga empat lima enam tujuh delapan sembilan"
)
DIGIT_WORDS_MIN = 3
DIGIT_WORDS = frozenset(fold(_WORDS).split())
_SIGN = r"(?:[\s,.-]{1,3}|\s-\s|\s(?:and|und|et|y|e|en|och|og|i|a|ve|и)\s)"
_ONE = "(?:" + "|".join(sorted(DIGIT_WORDS, key=lambda word: (-len(word), word))) + ")"
_SPOKEN = Pattern(rf"(?<!\w){_ONE}(?:{_SIGN}{_ONE}(?!\w)){{{DIGIT_WORDS_MIN - 1},11}}+")


def spoken_digits(text: str, start: int) -> re.Match[str] | None:
    """Three to twelve digit words in a row, in folded lower case, from ``start`` on; meant for short windows."""
    return _SPOKEN.search(text, start)
