"""What a person looks at: entries whole, the inbox, the export. Looking renews nothing, and an end seen is marked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from tenure.lifecycle import admitted, exchange, gather, review
from tenure.lifecycle import disclose as disclosing
from tenure.lifecycle.review import Inbox
from tenure.lifecycle.verify import Verified
from tenure.memory import answers, asking, sources
from tenure.memory.answers import AskingReport
from tenure.memory.arguments import (
    LEDGER_LINES_MAX,
    LEDGER_SEQUENCE_MAX,
    to_count,
    to_moment,
    to_purposes,
    to_text,
)
from tenure.memory.checked import checked
from tenure.memory.listed import Listed, listed, listed_lost
from tenure.memory.presence import Presence
from tenure.model.entry import Entry
from tenure.model.scope import Scope
from tenure.model.validation import Validation
from tenure.recall import pipeline
from tenure.recall.answer import Recall
from tenure.recall.calibration import Calibration, calibration
from tenure.recall.judge import Withheld
from tenure.recall.outcomes import counts_in
from tenure.recall.query import HOPS_MAX, Query
from tenure.store.records import LedgerLine, Lost
from tenure.write.consent import check_scope


@checked
class Looking(Presence):
    """The reading half of a person's handle; an end that it saw stays an end, also if the clock is set back (R23)."""

    def review(self) -> Inbox:
        """Give the one inbox: what is new, due, soon due, unused, disputed, and what grants admitted."""
        now = self._wired.now()
        found = review.inbox(
            self.scopes(), person=self.id, entries=self._wired.entries, policy=self._wired.policy, now=now
        )
        ended = ((each.id, each.lifetime.due_at(each.used_at())) for each in (*found.due, *found.idle))
        self._wired.note_ended(ended, self._origin(), now)
        return found

    def recall(
        self,
        text: str,
        *,
        scope: Scope | None = None,
        purpose: str | Sequence[str] | None = None,
        limit: int | None = None,
        hops: int = 1,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
    ) -> Recall:
        """Give what an agent would get for ``text``; it is no use of the entries and puts no question (R24, R38).

        Args:
            text: A question or a task.
            scope: Where the request stands; what holds everywhere for this person if omitted.
            purpose: As for `AgentHandle.recall`; so are the others.
            limit: Most usable entries.
            hops: Most entries of a chain that may answer, from 1 to 4, and no more than ``limit``.
            as_of: When it shall have been true (UTC).
            known_at: When it shall have been known here (UTC).

        Raises:
            NotAllowedError: The scope names another user.
        """
        policy, now, where = self._wired.policy, self._wired.now(), scope or self._own
        check_scope(where, self.id)
        most = policy.recall_entries_max
        found = pipeline.recall(
            Query(
                text=to_text(text, name="query", longest=policy.query_chars_max),
                scope=where,
                purposes=to_purposes(purpose, policy=policy),
                entries_max=most if limit is None else to_count(limit, name="limit", most=most),
                actor=self._origin(),
                place=self._place(where),
                hops=to_count(hops, name="hops", most=HOPS_MAX),
                moment=to_moment(as_of, known_at),
                meaning=self._wired.meaning,
            ),
            entries=self._wired.entries,
            policy=policy,
            registry=self._wired.registry,
            now=now,
            check_signature=self._wired.check_signature,
        )
        self._wired.note_ended(((each.entry_id, each.ended_at) for each in found.withheld), self._origin(), now)
        return found

    def admitted_since(self) -> tuple[Entry, ...]:
        """Give what grants admitted since this person last `looked`, the oldest first; a fresh start lists it (R38)."""
        since = admitted.looked_at(self.id, entries=self._wired.entries)
        return admitted.admitted_in(self.scopes(), since, entries=self._wired.entries, now=self._wired.now())

    def looked(self) -> None:
        """Say that this person has seen what grants admitted until now; it is listed as new no more."""
        admitted.mark_looked(self.id, entries=self._wired.entries, now=self._wired.now())

    def report_asking(self) -> AskingReport:
        """Tell how often this person was asked, how long answering took, and how they answered (R38)."""
        entries = self._wired.entries
        waiting = review.waiting_in(self.scopes(), entries=entries, now=self._wired.now())
        return answers.report(
            answers.tally_of(self.id, entries=entries),
            questions=asking.questions_put(self.id, entries=entries),
            waiting=len(waiting),
        )

    def report_calibration(self) -> Calibration:
        """Tell how often claims held when they were checked, beside how sure they were said to be (R13)."""
        self._wired.flush_uses()
        return calibration(counts_in(self.scopes(), entries=self._wired.entries))

    def show_entry(self, entry_id: str) -> tuple[Entry, Validation]:
        """Give one entry whole, with what checking it says now, whatever its state."""
        now = self._wired.now()
        entry = self._entry(entry_id)
        found = self._validate(entry, self.scopes(), now)
        self._wired.note_ended(((entry.id, found.ended_at),), self._origin(), now)
        return entry, found

    def list_entries(self, *, scope: Scope | None = None) -> tuple[Listed, ...]:
        """Give every entry of this person's whole, whatever its state, with what checking it says now.

        Looking is no use: it renews nothing (R24).

        Args:
            scope: Only what is visible in this scope; all scopes of the person's if omitted.
        """
        now = self._wired.now()
        own = self.scopes()
        wanted = tuple(each for each in own if scope is None or each.is_visible_in(scope))
        if scope is not None:
            wanted += tuple(each for each in scope.visible() if each not in wanted and gather.owns(self.id, each))
        found = gather.records_in(wanted, entries=self._wired.entries)
        checked_now = [(each, self._validate(each, own, now)) for each in found if isinstance(each, Entry)]
        self._wired.note_ended(((entry.id, said.ended_at) for entry, said in checked_now), self._origin(), now)
        whole = (listed(entry, said, policy=self._wired.policy) for entry, said in checked_now)
        return (*whole, *listed_lost(each for each in found if isinstance(each, Lost)))

    def disclose(self) -> disclosing.Disclosure:
        """Give everything that is held about this person, in every state (R25)."""
        return disclosing.disclose(
            self.id, self.scopes(), entries=self._wired.entries, ledger=self._wired.ledger, now=self._wired.now()
        )

    def ledger(self, *, after: int = 0, limit: int = 1000) -> tuple[LedgerLine, ...]:
        """Give lines of the ledger: what this person did, and what was done with what they may see (R35).

        Args:
            after: Only lines after this number.
            limit: At most so many, the oldest first; up to `LEDGER_LINES_MAX`.
        """
        return disclosing.lines_of(
            self.id,
            self.scopes(),
            entries=self._wired.entries,
            ledger=self._wired.ledger,
            now=self._wired.now(),
            after=to_count(after, name="after", least=0, most=LEDGER_SEQUENCE_MAX),
            limit=to_count(limit, name="limit", most=LEDGER_LINES_MAX),
        )

    def export(self) -> tuple[str, ...]:
        """Give this person's usable entries as JSON lines; the ledger notes that they left the store."""
        now = self._wired.now()

        def see(withheld: Iterable[Withheld]) -> None:
            self._wired.note_ended(((each.entry_id, each.ended_at) for each in withheld), self._origin(), now)

        return tuple(
            exchange.export_lines(
                self.scopes(),
                person=self.id,
                entries=self._wired.entries,
                policy=self._wired.policy,
                registry=self._wired.registry,
                place=self._place(self._own),
                now=now,
                check_signature=self._wired.check_signature,
                see=see,
            )
        )

    def verify(self, entry_id: str, *, ref: str | None = None) -> Validation:
        """Check one entry of this person's against its source as it is now, or as a branch, tag or commit has it."""
        now, entry = self._wired.now(), self._entry(entry_id)
        found = self._validate(entry, self.scopes(), now, ref)
        self._wired.note_verified(((entry, found),), self._origin(), now, ref=ref)
        return found

    def passage(self, entry_id: str) -> tuple[str, ...]:
        """Give the code that an entry of this person's cites as it is now, beside what it was, line by line."""
        entry = self._entry(entry_id)
        return sources.passages(entry, self._wired, place=self._place(entry.scope), now=self._wired.now())

    def verify_all(
        self, *, scope: Scope | None = None, path: str | None = None, ref: str | None = None
    ) -> tuple[Verified, ...]:
        """Check every entry of this person's that cites a source, or that cites a path.

        Args:
            scope: Only what is visible in this scope; all scopes of the person's if omitted.
            path: A file or folder, from the root of the repository.
            ref: A branch, tag or commit to look at instead of the working tree.
        """
        now, found = self._wired.now(), list[Verified]()
        own = self.scopes()
        for each in (one for one in own if scope is None or one.is_visible_in(scope)):
            place = sources.standing_at(self._place(each), ref)
            checks = sources.checks_of(self._wired, place, policy=self._wired.policy, now=now, rivals_in=own)
            entries = sources.live_in((each,), self._wired)
            by = self._origin()
            found += sources.verify_all(entries, self._wired, path=path, checks=checks, by=by, now=now, ref=ref)
        return tuple(found)

    def _validate(self, entry: Entry, rivals_in: Sequence[Scope], now: datetime, ref: str | None = None) -> Validation:
        place = sources.standing_at(self._place(entry.scope), ref)
        checks = sources.checks_of(self._wired, place, policy=self._wired.policy, now=now, rivals_in=rivals_in)
        return checks.validate(entry)
