"""Messages that stay with their host: how one is asked after, and what is kept of it instead of its words (R14)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from tenure.cite.own_word import MESSAGE_CHARS_MAX, own_segments
from tenure.cite.validator import Digest
from tenure.model.citation import Citation
from tenure.model.validation import Outcome
from tenure.screen import redact
from tenure.values import dataclass

BY_HOST: Final = "host"
"""The host's own store of messages is asked."""
BY_WORD: Final = "word"
"""Nobody is asked; the person tells what became of the message."""

EDITED_CHARS_MAX: Final = MESSAGE_CHARS_MAX
"""Longest text that a person can tell of a message."""

IsSame = Callable[[str], bool]
"""Tells whether a text is the cited message, or has the same own words of the person in it."""


class Messages(Protocol):
    """A host's store of messages, asked whether a person's message still says what was cited.

    It is asked on a thread of its own and given up after the policy's ``check_seconds_max``; one that never waits says
    so with an attribute ``answers_at_once = True``.
    """

    def ask(self, message: str, *, speaker: str, is_same: IsSame) -> Outcome:
        """Say what became of a message.

        Args:
            message: Its id, as `TaskHandle.hear` was given it.
            speaker: The id of the person who said it.
            is_same: Tells whether its text now is what was cited; Tenure keeps no text to compare with.

        Returns:
            *verified* (this person's, and says the same), *changed* (it was edited), *gone* (it was withdrawn, or is
            another's) or *unverified* (that is not known).
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What is kept of a message: keyed digests of its whole text, screened, and of the own words in it.

    Both are empty for a message that was withdrawn.
    """

    text: str = ""
    words: str = ""

    @property
    def is_withdrawn(self) -> bool:
        """Whether nothing of the message is left."""
        return not self.text

    def is_cited_by(self, citation: Citation) -> bool:
        """Tell whether a citation is of this text, or of a text with the same own words."""
        return not self.is_withdrawn and (
            self.text == citation.detail("text") or self.words == citation.detail("words")
        )


class Told(Protocol):
    """What persons told of their messages since they were heard."""

    def told_of(self, message: str, *, speaker: str) -> Said | None:
        """Give what a message says now, as its speaker last told; None if nothing was told."""
        ...


def said_in(text: str, digest: Digest) -> Said:
    """Give what is kept of a message; never-kept spans are cut out first, as when it was heard (R31)."""
    kept = redact(text)[0]
    return Said(
        text=digest("statement.text", kept.encode("utf-8", "surrogatepass")),
        words=digest_of_words(own_segments(kept), digest),
    )


def digest_of_words(segments: tuple[str, ...], digest: Digest) -> str:
    """Give the keyed digest of a person's own words."""
    return digest("statement.words", "\n".join(segments).encode("utf-8", "surrogatepass"))
