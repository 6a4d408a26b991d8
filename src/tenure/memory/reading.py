"""What an agent reads: recall, brief, listing and the check of one entry, in the scope fixed for it (R15 to R20)."""

from __future__ import annotations

from collections.abc import Sequence

from tenure.cite.validator import Place
from tenure.errors import NotFoundError
from tenure.memory.arguments import to_count, to_id, to_purposes, to_text
from tenure.memory.checked import checked
from tenure.memory.wired import Wired
from tenure.model.entry import Entry, Status
from tenure.model.principal import Channel, Origin
from tenure.model.scope import Scope
from tenure.model.validation import Validation
from tenure.policy.policy import Policy
from tenure.recall import listing, pipeline
from tenure.recall.answer import Recall
from tenure.recall.validate import validate_entry
from tenure.store.records import TaskRecord


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

    @property
    def name(self) -> str:
        """The agent's name, as the host gave it."""
        return self._name

    @property
    def policy(self) -> Policy:
        """The policy in force here: the person's, tightened by the working tree's own settings."""
        return self._wired.policy_at(self._place)

    def recall(self, text: str, *, purpose: str | Sequence[str] | None = None, limit: int | None = None) -> Recall:
        """Give what is relevant to ``text``, each entry checked against its source as it is now (R15 to R20)."""
        return self._answer(pipeline.recall, text, purpose, limit, self.policy.recall_entries_max)

    def brief(self, *, purpose: str | Sequence[str] | None = None, limit: int | None = None) -> Recall:
        """Give the standing preferences and instructions of this scope for the purposes in force (R16)."""
        return self._answer(pipeline.brief, "", purpose, limit, self.policy.brief_entries_max)

    def list_entries(self, *, purpose: str | Sequence[str] | None = None) -> Recall:
        """Give every entry of this scope, usable or withheld with its reason."""
        return self._answer(listing.listing, "", purpose, None, self.policy.scope_entries_max)

    def verify(self, entry_id: str) -> Validation:
        """Check one entry of this scope against its source as it is now.

        Raises:
            NotFoundError: There is no such entry in this scope.
        """
        now = self._wired.now()
        found = validate_entry(
            self._entry(entry_id),
            entries=self._wired.entries,
            policy=self.policy,
            registry=self._wired.registry,
            place=self._place,
            now=now,
            check_signature=self._wired.check_signature,
        )
        self._wired.note_ended(((entry_id, found.ended_at),), self._origin(), now)
        return found

    def _answer(
        self,
        read: listing.Reading,
        text: str,
        purpose: str | Sequence[str] | None,
        limit: int | None,
        most: int,
    ) -> Recall:
        policy = self.policy
        now = self._wired.now()
        query = pipeline.Query(
            text=to_text(text, name="text", longest=policy.query_chars_max) if text or read is pipeline.recall else "",
            scope=self._scope,
            purposes=to_purposes(purpose, policy=policy),
            entries_max=most if limit is None else to_count(limit, name="limit", most=most),
            actor=self._origin(),
            place=self._place,
        )
        found = read(
            query,
            entries=self._wired.entries,
            policy=policy,
            registry=self._wired.registry,
            now=now,
            check_signature=self._wired.check_signature,
        )
        self._wired.note_uses(found, self._origin(), now)
        if read is listing.listing:
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

    def _entry(self, entry_id: str) -> Entry:
        found = self._wired.entries.read(self._scope.visible(), (to_id(entry_id),))
        if not found or not isinstance(found[0], Entry) or found[0].status is Status.FORGOTTEN:
            raise NotFoundError("there is no such entry in this scope")
        return found[0]

    def _origin(self) -> Origin:
        return Origin(channel=Channel.AGENT, principal=self._name)
