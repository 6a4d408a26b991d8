"""What an agent reads: recall, brief, listing and the check of one entry, in the scope fixed for it (R15 to R20)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from tenure.cite.validator import Place
from tenure.memory.arguments import absent, to_count, to_id, to_moment, to_options, to_purposes, to_text
from tenure.memory.checked import checked
from tenure.memory.figures import with_measured
from tenure.memory.wired import Wired
from tenure.model.citation import Citation
from tenure.model.entry import Entry, Status
from tenure.model.principal import Channel, Origin
from tenure.model.scope import Scope
from tenure.model.validation import Validation
from tenure.policy.policy import Policy
from tenure.recall import pipeline
from tenure.recall.answer import Recall
from tenure.recall.candidates import VECTORS_LACKING
from tenure.recall.judge import Usable, Withheld
from tenure.recall.query import HOPS_MAX, Answering, Query
from tenure.recall.question import Said
from tenure.recall.validate import Checks
from tenure.store.records import TaskRecord

if TYPE_CHECKING:  # what few requests ask for loads with the first of them
    from tenure.lifecycle.verify import Verified
    from tenure.recall.past import Moment

__all__ = ["Reading", "Recall", "Usable", "Withheld"]


@checked
class Reading:
    """The reading half of an agent's handle.

    Args:
        wired: The parts behind the handles.
        name: The agent's name, as the host gave it.
        scope: What it may see, and where what it proposes will apply.
        place: Where it stands.
        task: Its task, or None for a handle without scratch.
    """

    def __init__(self, wired: Wired, name: str, scope: Scope, place: Place, task: TaskRecord | None) -> None:
        self._wired = wired
        self._name = name
        self._scope = scope
        self._place = place
        self._task = task
        self._self = Origin(channel=Channel.AGENT, principal=name)

    def __repr__(self) -> str:
        """Give the role, the name that the host gave, and the scope."""
        return f"<{type(self).__name__} {self._name!r} in {self._scope}>"

    @property
    def name(self) -> str:
        """The agent's name, as the host gave it."""
        return self._name

    @property
    def scope(self) -> Scope:
        """What it may see, fixed when it was made; nothing that an agent passes changes it."""
        return self._scope

    @property
    def policy(self) -> Policy:
        """The policy in force here: the person's, tightened by the working tree's own settings."""
        return self._wired.policy_at(self._place)

    def recall(
        self,
        text: str,
        *,
        purpose: str | Sequence[str] | None = None,
        limit: int | None = None,
        hops: int = 1,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
    ) -> Recall:
        """Give what is relevant to ``text``, each entry checked against its source as it is now (R15 to R20).

        Args:
            text: A question or a task. What was stated on a day that it names (*two weeks ago*, *in March*, English)
                counts more, and is the answer if it names nothing else.
            purpose: Names of purposes; all of the policy's if omitted.
            limit: Most usable entries.
            hops: Most entries of a chain that may answer: the value of one is the entity of the next. From 1 (no chain)
                to 4, and no more than ``limit``.
            as_of: When it shall have been true (UTC); now if omitted.
            known_at: When it shall have been known here (UTC); now if omitted.

        Raises:
            RequestError: The text is empty, or nothing of it can be seen (``bad_query``); `brief` needs no question.
            LimitError: It is longer than the policy's `query_chars_max`.
        """
        return self._answer(
            pipeline.recall,
            text,
            purpose,
            limit,
            self.policy.recall_entries_max,
            hops=to_count(hops, name="hops", most=HOPS_MAX),
            moment=to_moment(as_of, known_at),
        )

    def brief(self, *, purpose: str | Sequence[str] | None = None, limit: int | None = None) -> Recall:
        """Give the standing preferences and instructions of this scope for the purposes in force (R16)."""
        return self._answer(pipeline.brief, "", purpose, limit, self.policy.brief_entries_max)

    def list_entries(self, *, purpose: str | Sequence[str] | None = None) -> Recall:
        """Give every entry of this scope, usable or withheld with its reason."""
        from tenure.recall.listing import listing  # noqa: PLC0415 - loads on first use

        return self._answer(listing, "", purpose, None, self.policy.scope_entries_max, is_bounded=False)

    def cite(self, address: str, *, check: str | None = None, quote: str | None = None) -> Citation:
        """Give what a citation of this address would keep; nothing is stored, and no word of the source is in it.

        Args:
            address: ``path:first-last``, ``path::Symbol``, ``file:path`` or another scheme's; with a quotation a path
                alone, or ``.`` for the whole tree.
            check: A declarative check for code.
            quote: Words of a file or page that carry the claim; for code a line, that says where.

        Raises:
            CitationError: It cannot be cited.
        """
        scheme, rest = self._wired.registry.parse(address)
        validator = self._wired.registry.for_scheme(scheme)
        options = to_options(check=check, quote=quote)
        return validator.cite(rest, place=self._place, now=self._wired.now(), options=options).citation

    def verify(self, entry_id: str, *, ref: str | None = None) -> Validation:
        """Check one entry of this scope against its source as it is now.

        Args:
            entry_id: The entry.
            ref: A branch, tag or commit to look at instead of the working tree.

        Raises:
            NotFoundError: There is no such entry in this scope.
        """
        now = self._wired.now()
        entry = self._entry(entry_id)
        found = self._checks(ref, now).validate(entry)
        self._wired.note_verified(((entry, found),), self._origin(), now, ref=ref)
        return found

    def verify_all(
        self, *, path: str | None = None, ref: str | None = None, entry_id: str | None = None
    ) -> tuple[Verified, ...]:
        """Check every entry of this scope that cites a source, or that cites a path.

        Args:
            path: A file or folder, from the root of the repository.
            ref: A branch, tag or commit to look at instead of the working tree.
            entry_id: This entry alone; no other is read or checked.

        Raises:
            NotFoundError: There is no such entry in this scope.
        """
        from tenure.memory import sources  # noqa: PLC0415 - loads on first use

        now = self._wired.now()
        return sources.verify_all(
            sources.live_in(self._scope.visible(), self._wired)
            if entry_id is None
            else sources.live((self._entry(entry_id),)),
            self._wired,
            path=path,
            checks=self._checks(ref, now),
            by=self._origin(),
            now=now,
            ref=ref,
        )

    def passage(self, entry_id: str) -> tuple[str, ...]:
        """Give the code that an entry of this scope cites as it is now, beside what it was, line by line.

        Secrets in it are cut out. Empty if it cites none, or none that can be read from here.

        Raises:
            NotFoundError: There is no such entry in this scope.
        """
        from tenure.memory import sources  # noqa: PLC0415 - loads on first use

        return sources.passages(self._entry(entry_id), self._wired, place=self._place, now=self._wired.now())

    def _checks(self, ref: str | None, now: datetime) -> Checks:
        from tenure.memory import sources  # noqa: PLC0415 - loads on first use

        place = sources.standing_at(self._place, ref)
        return sources.checks_of(self._wired, place, policy=self.policy, now=now)

    def _answer(
        self,
        read: Answering,
        text: str,
        purpose: str | Sequence[str] | None,
        limit: int | None,
        most: int,
        *,
        hops: int = 1,
        moment: Moment | None = None,
        is_bounded: bool = True,
    ) -> Recall:
        policy = self.policy
        now = self._wired.now()
        query = Query(
            text=to_text(text, name="query", longest=policy.query_chars_max) if text or read is pipeline.recall else "",
            scope=self._scope,
            purposes=to_purposes(purpose, policy=policy),
            entries_max=most if limit is None else to_count(limit, name="limit", most=most),
            actor=self._origin(),
            place=self._place,
            meaning=self._wired.meaning,
            hops=hops,
            moment=moment,
            reread=self._rereading(policy, now),
        )
        found = read(
            query,
            entries=self._wired.entries,
            policy=policy,
            registry=self._wired.registry,
            now=now,
            check_signature=self._wired.check_signature,
        )
        visible = self._scope.visible()
        self._wired.note_uses(found, self._origin(), now, scopes=visible)
        if VECTORS_LACKING in found.warnings:
            self._wired.behind.begin(visible)
        found = with_measured(found, self._wired.figures.of(visible, entries=self._wired.entries, now=now))
        if not is_bounded:
            return found
        return self._wired.asking.bounded(
            found,
            session=self._name if self._task is None else self._task.id,
            person=self._scope.user,
            actor=self._origin(),
            entries=self._wired.entries,
            policy=policy,
            now=now,
        )

    def _rereading(self, policy: Policy, now: datetime) -> Callable[[Entry], tuple[Said, ...]]:
        """Give what reads again, for one request, what was said against entries; few are contested."""
        known: list[Callable[[Entry], tuple[Said, ...]]] = []

        def said(entry: Entry) -> tuple[Said, ...]:
            if not known:
                from tenure.memory.rereading import Rereading  # noqa: PLC0415 - loads on first use

                known.append(Rereading(self._wired, self._scope, self._task, policy=policy, now=now).said)
            return known[0](entry)

        return said

    def _entry(self, entry_id: str) -> Entry:
        found = self._wired.entries.read(self._scope.visible(), (to_id(entry_id),))
        if not found or not isinstance(found[0], Entry) or found[0].status is Status.FORGOTTEN:
            raise absent(entry_id, "there is no such entry in this scope")
        return found[0]

    def _origin(self) -> Origin:
        return self._self
