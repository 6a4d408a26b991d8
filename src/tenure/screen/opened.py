"""What a code opens: the words for doors, alarms, cards and safes near which a word for "code" is a label."""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from operator import itemgetter

from tenure.screen.letters import fold
from tenure.screen.pattern import Pattern

_WORDS = frozenset(
    fold(
        "haustur porte portail immeuble coffre cadenas puerta portal porton garaje tarjeta edificio porta portao cofre cartao "
        "predio cancello portone allarme cassaforte bancomat הכספת poort voordeur deur kluis kortet ovi oven brama bramy drzwi "
        "sejf sejfu drzwiach dveri dverim brane trezor trezoru usi usii locker padlock карта карты карте карту "
        "אזעקה האזעקה דלת הדלת שער השער כספת כרטיס الباب باب انذار الانذار إنذار البطاقة بطاقة خزنة کارت گاوصندوق در "
        "ประตู ตู้เซฟ cua pintu brankas 玄関 ドア 金庫 현관 도어락 금고 door gate safe garage entrance building"
    ).split()
)
_HEADS = tuple(
    fold(
        "alarm kapı larm dorr kassaskap halyttim ajto kapu riaszto szef kapi kasa poart seif двер домофон сигнализаци ворот "
        "сейф подъезд калитк συναγερμ πορτα καρτα"
    ).split()
)
_TAILS = ("tur", "tor", "tresor", "schliessfach")
_PAIRS = frozenset(("caja fuerte", "carte bleue", "carte bancaire", "bao dong", "ket sat"))
_FIRST_OF_PAIRS = frozenset(pair.split()[0] for pair in _PAIRS)
_PAIR = Pattern(r"\w+ \w+")
_WORD = Pattern(r"\w+")
_NEAR_CHARS = 36


class Opened:
    """Where in a folded text, in lower case, words for what is opened stand; looked for when first asked."""

    def __init__(self, lowered: str) -> None:
        self._lowered = lowered

    @property
    def has_any(self) -> bool:
        """Whether such a word stands anywhere in the text."""
        return bool(self._spans)

    def is_near(self, start: int, end: int) -> bool:
        """Whether such a word stands within a few words of a span."""
        at = bisect_left(self._spans, end + _NEAR_CHARS, key=itemgetter(0)) - 1
        return at >= 0 and self._spans[at][1] > start - _NEAR_CHARS

    @cached_property
    def _spans(self) -> list[tuple[int, int]]:
        words = {word for word in set(_WORD.compiled().findall(self._lowered)) if _may_be_opened(word)}
        found = (word for word in _WORD.finditer(self._lowered) if word[0] in words) if words else ()
        return [word.span() for word in found if self._is_opened(word[0], word.start())]

    def _is_opened(self, word: str, start: int) -> bool:
        """Whether what follows a word leaves it what it may be."""
        if word in _FIRST_OF_PAIRS:
            pair = _PAIR.match(self._lowered, start)
            return pair is not None and pair[0] in _PAIRS
        return word != "portal" or self._lowered[start + len(word) : start + len(word) + 1] != "-"


def _may_be_opened(word: str) -> bool:
    return word in _WORDS or word in _FIRST_OF_PAIRS or word.startswith(_HEADS) or word.endswith(_TAILS)
