"""What a person erases: shown first, erased with a receipt, and checked later (R28)."""

from __future__ import annotations

from contextlib import ExitStack

from tenure.lifecycle import admitted, receipts
from tenure.lifecycle import forget as forgetting
from tenure.lifecycle.forget import Preview, Reach, Selector
from tenure.memory.arguments import absent, to_id
from tenure.memory.checked import checked
from tenure.memory.presence import NOT_YOURS, Presence
from tenure.model.principal import Strength
from tenure.model.receipt import Receipt

__all__ = ["Forgetting", "Preview", "Selector"]


@checked
class Forgetting(Presence):
    """The erasing part of a person's handle."""

    def preview(self, selector: Selector) -> Preview:
        """Show what forgetting would erase, and what nearly matches and stays.

        Of everything that is a person's, an enrolled key goes only if this handle is *present* (R33). Notes are looked
        for in the tasks that this process began or resumed, and in the one that ``source`` names.
        """
        return self._reach(selector).shown

    def forget(self, target: str | Selector | Preview, *, leaves_mark: bool = True) -> Receipt:
        """Erase for good, with a receipt counted from the store (R28).

        Args:
            target: An entry's id, a selector, or the preview that was shown.
            leaves_mark: Whether a mark without content keeps agents from proposing it again; False leaves nothing.
        """
        wired = self._wired
        if isinstance(target, Preview):
            wired.flush_uses()  # so that the receipt knows of every answer that was handed out
            return forgetting.forget(
                target,
                person=self.id,
                entries=wired.entries,
                ledger=wired.ledger,
                notes=wired.notes,
                policy=wired.policy,
                now=wired.now(),
                leaves_mark=leaves_mark,
            )
        selector = Selector(ids=(to_id(target),)) if isinstance(target, str) else target
        with ExitStack() as held:
            held.enter_context(wired.entries.holding(self._own))
            found = self._reach(selector)
            if isinstance(target, str) and not found.shown.entries:  # ends here, before anything is written
                raise absent(target, NOT_YOURS)
            if wired.flush_uses():  # as above; what was written moved the entries
                found = self._reach(selector)
            return forgetting.erase(
                found,
                entries=wired.entries,
                ledger=wired.ledger,
                notes=wired.notes,
                policy=wired.policy,
                now=wired.now(),
                leaves_mark=leaves_mark,
                held=held,
            )

    def undo(self, entry_id: str) -> Receipt:
        """Take back what a grant admitted: it is erased, and no grant takes it again (R38).

        Raises:
            RequestError: A person approved it, so that it does not rest on a grant alone.
        """
        self._entry(entry_id)
        self._wired.flush_uses()  # as for `forget`
        return admitted.undo(
            self._entry(entry_id),
            person=self.id,
            entries=self._wired.entries,
            ledger=self._wired.ledger,
            policy=self._wired.policy,
            now=self._wired.now(),
        )

    def check_receipt(self, receipt: str | Receipt) -> tuple[Receipt, tuple[str, ...]]:
        """Give a receipt as it is now, and the ids on it that can still be read: none, if it tells the truth (R28).

        Args:
            receipt: Its id, or a receipt that was kept outside: then its signature is checked.

        Raises:
            NotFoundError: There is no such receipt of this person's.
            RequestError: A receipt from outside was changed, or another store signed it (``foreign_receipt``).
        """
        entries, ledger = self._wired.entries, self._wired.ledger
        if isinstance(receipt, Receipt):
            checked = receipts.check_given(receipt, entries=entries, ledger=ledger)
        else:
            now = self._wired.now()
            checked = receipts.check_receipt(to_id(receipt), person=self.id, entries=entries, ledger=ledger, now=now)
        return checked.receipt, checked.remaining

    def _reach(self, selector: Selector) -> Reach:
        if selector.source is not None:
            self._wired.reach(selector.source)
        return forgetting.reach(
            selector,
            self.scopes(),
            person=self.id,
            entries=self._wired.entries,
            notes=self._wired.notes,
            task_ids=self._wired.tasks_of(self.id),
            own_task_ids=self._wired.tasks_of(self.id, is_shared=False),
            keeps_key=self._strength is not Strength.PRESENT,
        )
