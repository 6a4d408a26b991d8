"""Keeps a quotation as digests, and finds it again among the words of a text; white space apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tenure.cite.validator import Digest
from tenure.errors import CitationError
from tenure.model.citation import Citation

QUOTE_CHARS_MAX: Final = 2_000


class Quotes:
    """The quotations of one scheme.

    Args:
        scheme: The scheme: digests of one are no digests of another.
        digest: The keyed digest of this store.
    """

    def __init__(self, scheme: str, digest: Digest) -> None:
        self._scheme = scheme
        self._digest = digest

    def checked(self, quote: str, words: Sequence[str]) -> list[str]:
        """Give the words of a quotation, if the text has them in this order.

        Raises:
            CitationError: It has not, or the quotation is too long.
        """
        wanted = quote.split()
        if len(quote) > QUOTE_CHARS_MAX or (wanted and not _has(words, wanted)):
            raise CitationError(
                "the source does not hold this quotation",
                code="no_such_quote",
                hint=f"Quote it word for word, {QUOTE_CHARS_MAX:,} characters at most.",
            )
        return wanted

    def details(self, quote: Sequence[str]) -> dict[str, str | int]:
        """Give what a citation keeps of a quotation; nothing without one."""
        if not quote:
            return {}
        return {"quote": self._of(quote), "quote_words": len(quote), "quote_starts": self._start(quote[0])}

    def holds(self, citation: Citation, words: Sequence[str]) -> bool:
        """Tell whether the quotation that a citation keeps stands among these words."""
        size, wanted, starts = (citation.detail(name) for name in ("quote_words", "quote", "quote_starts"))
        if not isinstance(size, int) or size < 1:
            return False
        begins = {word: self._start(word) == starts for word in set(words)}
        return any(
            begins[words[index]] and self._of(words[index : index + size]) == wanted
            for index in range(len(words) - size + 1)
        )

    def _of(self, words: Sequence[str]) -> str:
        return self._digest(f"{self._scheme}.quote", " ".join(words).encode("utf-8", "surrogatepass"))

    def _start(self, word: str) -> str:
        # Cut to 24 bits: enough to skip most places, too short to tell the word from.
        return self._digest(f"{self._scheme}.word", word.encode("utf-8", "surrogatepass"))[:6]


def _has(words: Sequence[str], quote: Sequence[str]) -> bool:
    size = len(quote)
    return any(
        word == quote[0] and list(words[index : index + size]) == list(quote) for index, word in enumerate(words)
    )
