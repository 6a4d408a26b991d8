"""Keeps a quotation as digests, and finds it again among the words of a text; white space apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from tenure.cite.nearest import nearest
from tenure.cite.passage import LINE_CHARS_MAX
from tenure.cite.validator import Cited, Digest, Fresh
from tenure.errors import CitationError
from tenure.model.citation import Citation
from tenure.model.claim import Claim

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
        return bool(self._found(citation, words))

    def passage(self, citation: Citation, claim: Claim, words: Sequence[str]) -> tuple[str, ...]:
        """Give the quoted words as they stand here, else those that say the claim with another value beside it."""
        found = self._found(citation, words)
        if found:
            return (_line(" ", found),)
        near = nearest(claim.text, words)
        return () if near is None else (_line("-", claim.text.split()), _line("+", near.quote))

    def _found(self, citation: Citation, words: Sequence[str]) -> Sequence[str]:
        size, wanted, starts = (citation.detail(name) for name in ("quote_words", "quote", "quote_starts"))
        if not isinstance(size, int) or size < 1:
            return ()
        begins = {word: self._start(word) == starts for word in set(words)}
        for index in range(len(words) - size + 1):
            if begins[words[index]] and self._of(words[index : index + size]) == wanted:
                return words[index : index + size]
        return ()

    def _of(self, words: Sequence[str]) -> str:
        return self._digest(f"{self._scheme}.quote", " ".join(words).encode("utf-8", "surrogatepass"))

    def _start(self, word: str) -> str:
        # Cut to 24 bits: enough to skip most places, too short to tell the word from.
        return self._digest(f"{self._scheme}.word", word.encode("utf-8", "surrogatepass"))[:6]


def fresh_of(citation: Citation, claim: Claim, words: Sequence[str], cite: Callable[[Sequence[str]], Cited]) -> Fresh:
    """Give what can be cited now in the place of words that are no longer in a text.

    That is the run of words that says the claim with another value. A text that was cited as a whole is cited so again;
    of a quotation that is gone nothing is left to cite.

    Args:
        citation: What was cited.
        claim: The claim that rests on it.
        words: The text now.
        cite: Cites the text by a quotation, or as a whole.
    """
    near = nearest(claim.text, words)
    if near is not None:
        return Fresh(cited=cite(near.quote), was=near.was, now=near.now)
    return Fresh(cited=cite(()) if citation.detail("quote") is None else None)


def _line(mark: str, words: Sequence[str]) -> str:
    return f"{'':5} {mark} {' '.join(words)[:LINE_CHARS_MAX]}"


def _has(words: Sequence[str], quote: Sequence[str]) -> bool:
    size = len(quote)
    return any(
        word == quote[0] and list(words[index : index + size]) == list(quote) for index, word in enumerate(words)
    )
