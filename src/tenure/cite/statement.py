"""Cites what a person said: the message, the speaker and a digest of the person's own words; it stands."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from tenure.cite.messages import BY_HOST, BY_WORD, Messages, Told, digest_of_words, said_in
from tenure.cite.own_word import own_segments
from tenure.cite.validator import Cited, Digest, Place
from tenure.errors import CitationError
from tenure.model.citation import APPROVAL, KEEPER, STATEMENT, Citation, is_unkept_word
from tenure.model.claim import Claim
from tenure.model.principal import Channel, Origin, Trust
from tenure.model.scope import Scope
from tenure.model.validation import FAILED, NO_MESSAGES, Outcome, Validation
from tenure.screen import redact

__all__ = ["ApprovalValidator", "StatementValidator", "cite_statement"]

WITHDRAWN: Final = "the message was withdrawn"
EDITED: Final = "the message was edited since"
_ALLOWED: Final = frozenset({Outcome.VERIFIED, Outcome.CHANGED, Outcome.GONE, Outcome.UNVERIFIED})
_REASONS: Final = {
    Outcome.CHANGED: EDITED,
    Outcome.GONE: "the message is no longer there",
    Outcome.UNVERIFIED: "unknown_message",
}


def cite_statement(
    note_id: str,
    text: str,
    *,
    speaker: str,
    scope: Scope,
    at: datetime,
    digest: Digest,
    message: str = "",
    keeper: str = BY_WORD,
) -> Cited:
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
        message: The id of the message where the host keeps it, or empty.
        keeper: Who is asked after it.
    """
    segments = own_segments(text)
    is_own = bool(segments)
    details: dict[str, str | int] = {"words": digest_of_words(segments, digest)}
    if message:
        details |= {"text": said_in(text, digest).text, KEEPER: keeper}
    citation = Citation(
        scheme="statement",
        address=message or note_id,
        seen_at=at,
        origin=Origin(channel=Channel.USER if is_own else Channel.DOCUMENT, principal=speaker),
        trust=Trust.USER_STATED if is_own else Trust.EXTERNAL,
        details=tuple(sorted(details.items())),
    )
    return Cited(citation=citation, passage="\n".join(segments), scope=scope, is_own_word=is_own, segments=segments)


class StatementValidator:
    """Validates ``statement:`` citations: what a person said stands until the person changes it (R18).

    A message that the host keeps is asked after there; what the person told of it goes before that.

    Args:
        digest: The keyed digest of this store.
        messages: The host's store of messages, or None.
        told: What persons told of their messages, or None.
    """

    scheme = STATEMENT
    stands_unkept = True

    def __init__(self, digest: Digest, *, messages: Messages | None = None, told: Told | None = None) -> None:
        self._digest = digest
        self._messages = messages
        self._told = told
        self.answers_at_once: bool = messages is None or bool(getattr(messages, "answers_at_once", False))

    def cite(self, address: str, *, place: Place, now: datetime, options: Mapping[str, str]) -> Cited:
        """Cite the heard note ``address``, whose ``text`` and ``speaker`` the host gives as options, and ``message``.

        Raises:
            CitationError: The host gave no text or no speaker: a statement is cited only through its heard message. Or
                the message was edited or withdrawn since it was heard.
        """
        text, speaker = options.get("text"), options.get("speaker")
        if text is None or not speaker:
            raise CitationError("a statement is cited by its heard message", hint="Pass what `hear` returned.")
        cited = cite_statement(
            address,
            text,
            speaker=speaker,
            scope=place.scope,
            at=now,
            digest=self._digest,
            message=options.get("message", ""),
            keeper=BY_WORD if self._messages is None else BY_HOST,
        )
        if self._said_against(cited.citation) is not None:
            raise CitationError(
                "the message was edited or withdrawn since it was heard",
                code="message_changed",
                hint="Hear what it says now.",
            )
        return cited

    def validate(self, citation: Citation, *, claim: Claim, place: Place, now: datetime) -> Validation:  # noqa: ARG002 - the contract's arguments
        """Give *standing*: what no host keeps is never verified (R14); else say what became of its message."""
        if is_unkept_word(citation):
            return Validation(outcome=Outcome.STANDING, checked_at=now)
        keeper, told = citation.detail(KEEPER), self._said_against(citation)
        if told is not None:
            return Validation(outcome=told, checked_at=now, reason=WITHDRAWN if told is Outcome.GONE else EDITED)
        if keeper != BY_HOST:
            return Validation(outcome=Outcome.STANDING, checked_at=now)
        if self._messages is None:
            return Validation(outcome=Outcome.UNVERIFIED, checked_at=now, reason=NO_MESSAGES)
        found = self._messages.ask(
            citation.address,
            speaker=citation.origin.principal,
            is_same=lambda text: said_in(text, self._digest).is_cited_by(citation),
        )
        if found not in _ALLOWED:
            return Validation(outcome=Outcome.UNVERIFIED, checked_at=now, reason=FAILED)
        return Validation(outcome=found, checked_at=now, reason=_REASONS.get(found, ""))

    def own_words(self, citation: Citation) -> tuple[str, ...]:
        """Give the own words of a message that the host keeps, never-kept spans cut out; nothing if it was changed."""
        if self._messages is None or citation.detail(KEEPER) != BY_HOST or self._said_against(citation) is not None:
            return ()
        seen: list[str] = []

        def is_same(text: str) -> bool:
            is_cited = said_in(text, self._digest).is_cited_by(citation)
            if is_cited:
                seen.append(redact(text)[0])
            return is_cited

        found = self._messages.ask(citation.address, speaker=citation.origin.principal, is_same=is_same)
        return own_segments(seen[-1]) if found is Outcome.VERIFIED and seen else ()

    def _said_against(self, citation: Citation) -> Outcome | None:
        """Give *gone* or *changed* if the speaker told so of the cited message, else None."""
        if self._told is None or citation.detail(KEEPER) is None:
            return None
        told = self._told.told_of(citation.address, speaker=citation.origin.principal)
        if told is None or told.is_cited_by(citation):
            return None
        return Outcome.GONE if told.is_withdrawn else Outcome.CHANGED


class ApprovalValidator:
    """Validates ``approval:`` citations: the approval itself is the source, and stands."""

    scheme = APPROVAL
    answers_at_once = True
    stands_unkept = True

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
