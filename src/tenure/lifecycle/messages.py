"""What a person tells of a message since it was heard: what rests on what it said before is held back (R17).

Kept of each message that was edited or withdrawn: a keyed digest of its id, keyed digests of its text and of the own
words in it, and when that was told. A message of which nothing was told stands.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Final

from tenure.cite.messages import Said, said_in
from tenure.cite.validator import Digest
from tenure.errors import LimitError
from tenure.lifecycle.gather import done_by, entries_in, scopes_of
from tenure.model.citation import KEEPER, Citation
from tenure.model.decision import Proposal
from tenure.model.entry import LIVE, Entry, Status
from tenure.model.principal import Channel, Origin
from tenure.model.scope import Scope
from tenure.policy.policy import Policy
from tenure.store.marks import find_mark, next_mark
from tenure.store.port import Entries
from tenure.store.records import Change, Setting

MESSAGES_MAX: Final = 1_000
"""Most messages of one person of which something is kept."""

_Marks = dict[str, tuple[str, str, str]]
"""By digest of a message's id: the digests of its text and words, and when they were told."""


class ToldMessages:
    """What persons told of their messages; kept beside their other marks, in their own scope.

    Args:
        entries: The durable store.
        digest: The keyed digest of this store.
    """

    def __init__(self, entries: Entries, digest: Digest) -> None:
        self._entries = entries
        self._digest = digest

    def told_of(self, message: str, *, speaker: str) -> Said | None:
        """Give what a message says now, as its speaker last told; None if nothing was told."""
        found = _marks(self._mark(speaker)).get(self._key(message))
        return None if found is None else Said(text=found[0], words=found[1])

    def tell(self, message: str, text: str | None, *, person: str, policy: Policy, now: datetime) -> tuple[str, ...]:
        """Keep what a message says now; give the ids of what rests on what it said before.

        Entries are held back from here on, for as long as this is kept. Proposals that wait are withdrawn: their
        words are no longer the person's.

        Args:
            message: The id of the message.
            text: What it says now; None if it was withdrawn.
            person: Whose message it is.
            policy: The policy in force.
            now: The reference instant (UTC).

        Raises:
            LimitError: Something is kept of too many messages already, all of which entries rest on.
        """
        from tenure.write.decline import withdraw  # noqa: PLC0415 - loads on first use

        said = Said() if text is None else said_in(text, self._digest)
        entries, waiting = self._resting(person)
        with self._entries.holding(Scope(user=person)):
            known = self._mark(person)
            marks = _marks(known)
            if self._key(message) not in marks and len(marks) >= MESSAGES_MAX:
                marks = self._needed(marks, [*entries, *waiting], now - timedelta(minutes=policy.task_minutes_max))
            marks[self._key(message)] = (said.text, said.words, now.isoformat())
            mark = next_mark(_name(person), Scope(user=person), json.dumps(marks), known=known)
            code = "message_withdrawn" if said.is_withdrawn else "message_edited"
            event = done_by(person, "tell", "R17", "", code, now=now)
            self._entries.commit(Change(now=now, put=(mark,), events=(event,)))
        told: list[str] = []
        resting: list[Entry | Proposal] = [*entries, *waiting]
        for record in resting:
            if any(cited.address == message and not said.is_cited_by(cited) for cited in _said_by(person, record)):
                told.append(record.id)
                if isinstance(record, Proposal):
                    by = Origin(channel=Channel.USER, principal=person)
                    withdraw(record, by=by, entries=self._entries, policy=policy, now=now, code=code)
        return tuple(told)

    def _resting(self, person: str) -> tuple[list[Entry], list[Proposal]]:
        """Give the live entries and waiting proposals that rest on a message of this person's."""
        scopes = scopes_of(person, entries=self._entries)
        live = [entry for entry in entries_in(scopes, entries=self._entries) if entry.status in LIVE]
        waiting = [each for each in self._entries.held(Proposal, scopes) if each.status is Status.PENDING]
        return (
            [entry for entry in live if any(_said_by(person, entry))],
            [each for each in waiting if any(_said_by(person, each))],
        )

    def _needed(self, marks: _Marks, resting: list[Entry | Proposal], since: datetime) -> _Marks:
        """Leave out what nothing rests on and no living task can have heard."""
        cited = {self._key(citation.address) for record in resting for citation in record.citations}
        kept = {key: told for key, told in marks.items() if key in cited or datetime.fromisoformat(told[2]) > since}
        if len(kept) >= MESSAGES_MAX:
            raise LimitError(
                f"something is kept of {MESSAGES_MAX} messages of this person already",
                code="messages_full",
                hint="Retire what rests on it (`tenure review`), or tell it again once the tasks of now have ended.",
            )
        return kept

    def _mark(self, person: str) -> Setting | None:
        return find_mark(_name(person), Scope(user=person), entries=self._entries)

    def _key(self, message: str) -> str:
        return self._digest("statement.message", message.encode("utf-8", "surrogatepass"))[:32]


def _said_by(person: str, record: Entry | Proposal) -> Iterator[Citation]:
    """Give the citations of messages of this person's after which somebody can be asked."""
    for citation in record.citations:
        if citation.origin.principal == person and citation.detail(KEEPER) is not None:
            yield citation


def _marks(known: Setting | None) -> _Marks:
    found: Mapping[str, list[str]] = {} if known is None else json.loads(known.value)
    return {key: (text, words, at) for key, (text, words, at) in found.items()}


def _name(person: str) -> str:
    return f"messages:{person}"
