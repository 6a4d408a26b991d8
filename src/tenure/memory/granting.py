"""What a person lets agents keep without asking each time, and takes back (R05)."""

from __future__ import annotations

from datetime import datetime, timedelta

from tenure.errors import NotFoundError
from tenure.lifecycle import grants
from tenure.memory.arguments import to_count, to_id, to_instant, to_member
from tenure.memory.checked import checked
from tenure.memory.presence import Presence
from tenure.model.claim import Kind
from tenure.model.grant import Grant
from tenure.model.scope import Scope

DAYS_MAX = 36_500
"""Most days that a person can name; the policy's bounds hold below it."""


@checked
class Granting(Presence):
    """The granting part of a person's handle."""

    def grant(
        self, kind: str | Kind, *, scope: Scope | None = None, days: int | None = None, ends_at: datetime | None = None
    ) -> Grant:
        """Let agents keep one kind of claim without asking each time, as far as R05 allows.

        Args:
            kind: *preference* (own words, one contiguous span) or *code* (a symbol or check at a trusted ref).
            scope: Where it holds; everywhere for this person if omitted.
            days: The longest life that it allows an entry, in days; the policy's if omitted.
            ends_at: When the grant itself ends; the policy's longest if omitted.
        """
        return grants.grant(
            person=self.id,
            kind=to_member(Kind, kind, name="kind"),
            scope=scope or self._own,
            strength=self._strength,
            entries=self._wired.entries,
            policy=self._wired.policy,
            now=self._wired.now(),
            longest=None if days is None else timedelta(days=to_count(days, name="days", most=DAYS_MAX)),
            ends_at=to_instant(ends_at, name="ends_at"),
        )

    def grants(self) -> tuple[Grant, ...]:
        """Give this person's grants, revoked and ended ones too."""
        held = self._wired.entries.held(Grant, self.scopes())
        return tuple(grant for grant in held if grant.person == self.id)

    def revoke(self, grant_id: str) -> tuple[str, ...]:
        """Take a grant back; what only it authorised is unavailable at once.

        Returns:
            The ids of the entries that went with it.
        """
        wanted = to_id(grant_id)
        for given in self.grants():
            if given.id == wanted:
                return grants.revoke(
                    given, person=self.id, entries=self._wired.entries, policy=self._wired.policy, now=self._wired.now()
                )
        raise NotFoundError("you gave no such grant", hint="List yours with `tenure grant list`.")
