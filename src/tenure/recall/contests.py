"""Find out whether an entry is contested: others of its slot, as broad and as trusted, say another value (R17, R21).

A contest holds on every read path and for every purpose: two claims that cannot both be true are not made true by
asking for one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence

from tenure.model.entry import Entry
from tenure.model.scope import Scope
from tenure.model.slot import Slot
from tenure.policy.names import Names, names_of
from tenure.policy.policy import Policy
from tenure.recall.conflicts import specificity, takes_part
from tenure.recall.judge import Usable, Withheld
from tenure.store.port import Entries
from tenure.store.records import ScopeView
from tenure.store.view import LIVE_CODES, slot_mark


class Contests:
    """The contests of one request.

    Args:
        entries: The durable store; only read, and only for an entry that has a slot.
        scopes: Where rivals are looked for; none means that nothing is contested.
        policy: Says which attributes have no rivals, and by which names values are compared.
        check: Judges a rival by every step but this one: what is withheld for another reason contests nothing.
    """

    def __init__(
        self,
        entries: Entries,
        scopes: Sequence[Scope],
        *,
        policy: Policy,
        check: Callable[[Entry], Usable | Withheld],
    ) -> None:
        self._entries = entries
        self._scopes = tuple(scopes)
        self._many = policy.many_attributes
        self._names = names_of(policy.aliases)
        self._check = check
        self._views: tuple[ScopeView, ...] | None = None

    def is_contested(self, entry: Entry) -> bool:
        """Tell whether a usable or contested entry of equal rank says another value for its slot."""
        slot = entry.claim.slot
        if slot is None or slot.attribute in self._many or not self._scopes:
            return False
        mark = slot_mark(slot)
        if self._views is None:
            self._views = self._entries.views(self._scopes)
        return any(
            isinstance(rival, Entry)
            and rival.claim.slot == slot
            and _is_rival(rival, entry, self._names)
            and takes_part(self._check(rival))
            for view in self._views
            if view.scope.meets(entry.scope)
            for rival in self._entries.read((view.scope,), _rows(view, mark, but=entry.id))
        )


def differing(entries: Iterable[Entry], *, many_valued: Container[str], names: Names) -> dict[str, tuple[Entry, ...]]:
    """Give by the id of an entry those of equal rank that say another value for its slot, where one task sees both.

    Args:
        entries: Entries that may be used or are contested; no source of theirs is looked at.
        many_valued: The attributes that may have several values, folded.
        names: What the policy calls values.
    """
    by_slot: dict[Slot, list[Entry]] = {}
    for entry in entries:
        slot = entry.claim.slot and names.slot(entry.claim.slot)
        if slot is not None and slot.attribute not in many_valued:
            by_slot.setdefault(slot, []).append(entry)
    found: dict[str, tuple[Entry, ...]] = {}
    for group in by_slot.values():
        for entry in group:
            rivals = tuple(each for each in group if _is_rival(each, entry, names) and each.scope.meets(entry.scope))
            found |= {entry.id: rivals} if rivals else {}
    return found


def _rows(view: ScopeView, mark: int, *, but: str) -> tuple[str, ...]:
    heads = view.heads
    rows: list[int] = (heads["slot"] == heads["slot"].dtype.type(mark)).nonzero()[0].tolist()
    return tuple([view.ids[row] for row in rows if int(heads["status"][row]) in LIVE_CODES and view.ids[row] != but])


def _is_rival(other: Entry, entry: Entry, names: Names) -> bool:
    """Tell whether of two of one slot neither stands for the other, and they differ."""
    is_equal = specificity(other) == specificity(entry) and other.trust == entry.trust
    return is_equal and names.said(other.claim) != names.said(entry.claim)
