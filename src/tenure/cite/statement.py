"""Cites what a person said: the message, the speaker and a digest of the person's own words; it stands."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from tenure.cite.own_word import own_segments
from tenure.cite.validator import Cited, Digest, Place
from tenure.errors import CitationError
from tenure.model.citation import Citation
from tenure.model.claim import Claim
from tenure.model.principal import Channel, Origin, Trust
from tenure.model.scope import Scope
from tenure.model.validation import Outcome, Validation

__all__ = ["ApprovalValidator", "StatementValidator", "cite_statement", "own_segments"]


def cite_statement(note_id: str, text: str, *, speaker: str, scope: Scope, at: datetime, digest: Digest) -> Cited:
    """Give the citation of a message that a person's own channel brought.

    A message in which nothing is the person's own word is cited as a document that the person passed on: trust
    *external* and an empty passage (R06).

    Args:
        note_id: The id of the heard message.
        text: The whole message; only its own words reach the passage and the digest.
        speaker: The person's id.
        scope: The scope in which it was heard.
        at: When it was heard (UTC).
        digest: The keyed digest of this store.
    """
    segments = own_segments(text)
    is_own = bool(segments)
    passage = "\n".join(segments)
    citation = Citation(
        scheme="statement",
        address=note_id,
        seen_at=at,
        origin=Origin(channel=Channel.USER if is_own else Channel.DOCUMENT, principal=speaker),
        trust=Trust.USER_STATED if is_own else Trust.EXTERNAL,
        details=(("words", digest("statement.words", passage.encode("utf-8", "surrogatepass"))),),
    )
    return Cited(citation=citation, passage=passage, scope=scope, is_own_word=is_own, segments=segments)


class StatementValidator:
    """Validates ``statement:`` citations: what a person said stands until the person changes it (R18)."""

    scheme = "statement"
    answers_at_once = True

    def __init__(self, digest: Digest) -> None:
        self._digest = digest

    def cite(self, address: str, *, place: Place, now: datetime, options: Mapping[str, str]) -> Cited:
        """Cite the message ``address``, whose ``text`` and ``speaker`` the host gives as options.

        Raises:
            CitationError: The host gave no text or no speaker: a statement is cited only through its heard message.
        """
        text, speaker = options.get("text"), options.get("speaker")
        if text is None or not speaker:
            raise CitationError("a statement is cited by its heard message", hint="Pass what `hear` returned.")
        return cite_statement(address, text, speaker=speaker, scope=place.scope, at=now, digest=self._digest)

    def validate(self, citation: Citation, *, claim: Claim, place: Place, now: datetime) -> Validation:  # noqa: ARG002 - the contract's arguments
        """Give *standing*: it is never verified, since no host keeps the words (R14)."""
        return Validation(outcome=Outcome.STANDING, checked_at=now)


class ApprovalValidator:
    """Validates ``approval:`` citations: the approval itself is the source, and stands."""

    scheme = "approval"
    answers_at_once = True

    def cite(self, address: str, *, place: Place, now: datetime, options: Mapping[str, str]) -> Cited:  # noqa: ARG002 - the contract's arguments
        """Refuse: only approving makes such a citation.

        Raises:
            CitationError: Always.
        """
        raise CitationError(
            "an approval is cited only by approving", hint="Propose without a source; a person is asked."
        )

    def validate(self, citation: Citation, *, claim: Claim, place: Place, now: datetime) -> Validation:  # noqa: ARG002 - the contract's arguments
        """Give *standing*; the signature and the bytes are checked by the reader of the entry."""
        return Validation(outcome=Outcome.STANDING, checked_at=now)
