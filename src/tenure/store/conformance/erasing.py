"""What erasing promises: gone from every read, counted, and marked by a tombstone that matches."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from functools import partial

from tenure.errors import ConflictError, RequestError
from tenure.model.claim import Claim, Kind
from tenure.model.decision import Proposal
from tenure.model.scope import Scope
from tenure.store.conformance.judging import Judged, expect_equal, expect_error
from tenure.store.conformance.samples import (
    NOW,
    SCOPE,
    erase,
    put,
    sample_entry,
    sample_grant,
    sample_proposal,
    sample_slotted,
)
from tenure.store.records import Change, EntryMark, Tombstone

OTHER = Scope(user="ben", project="billing")


class ErasingChecks(Judged):
    """Each method named ``test_...`` is one check."""

    def test_erasing_counts_and_leaves_a_tombstone(self) -> None:
        """What is erased is gone from every read; the tombstone matches wording, slot and value, in its scope."""
        store = self.make()
        entry, kept = sample_slotted("table"), sample_entry("kept")
        store.commit(put(entry, kept))
        store.views([SCOPE])
        erased = store.commit(erase(entry))
        expect_equal(erased.is_done, True)
        counts = dict(erased.counts)
        expect_equal((counts["entries"], counts["views"], counts["keys"] >= 1), (1, 1, True))
        expect_equal(store.views([SCOPE])[0].ids, (kept.id,))
        expect_equal(store.read([SCOPE], [entry.id]), ())
        stone = Tombstone(
            id=entry.id, scope=SCOPE, reason="forgotten", at=NOW, ends_at=NOW + timedelta(days=365), kind=""
        )
        expect_equal(store.held(Tombstone, [SCOPE]), (stone,))
        folded = Claim(text="  ANSWERS come as table. ", kind=Kind.FACT)
        same_value = Claim(text="x", kind=Kind.FACT, entity="The Answers", attribute="format", value="Table")
        for claim in (entry.claim, folded, same_value):
            expect_equal(store.tombstones_for([OTHER, SCOPE], claim), (stone,))
            expect_equal(store.tombstones_for([OTHER], claim), ())
        other_value = Claim(text="x", kind=Kind.FACT, entity="answers", attribute="format", value="list")
        expect_equal(store.tombstones_for([SCOPE], other_value), ())
        expect_equal(store.tombstones_for([SCOPE], kept.claim), ())
        expect_equal(store.check(), ())

    def test_a_category_can_be_closed(self) -> None:
        """*Never this category* matches every claim of that kind in its scope, and no other kind."""
        store = self.make()
        proposal = sample_proposal()
        store.commit(put(proposal))
        store.commit(erase(proposal, reason="never_category", closes_kind="preference"))
        found = store.tombstones_for([SCOPE], Claim(text="anything", kind=Kind.PREFERENCE))
        expect_equal([(one.reason, one.kind) for one in found], [("never_category", "preference")])
        expect_equal(store.tombstones_for([SCOPE], Claim(text="anything", kind=Kind.FACT)), ())
        expect_equal(store.held(Proposal, [SCOPE]), ())

    def test_a_persons_tombstones_are_found_where_nothing_else_is_left(self) -> None:
        """With a user, tombstones of every scope of theirs match, and no other user's; none hides another."""
        store = self.make()
        entry, proposal = sample_entry("gone"), sample_proposal()
        store.commit(put(entry, proposal))
        store.commit(erase(entry))
        store.commit(erase(proposal, reason="never_category", closes_kind=entry.claim.kind.value))
        expect_equal(store.scopes_with(user=SCOPE.user), ())
        expect_equal(store.tombstones_for((), None, user=OTHER.user), ())
        found = store.tombstones_for((), None, user=SCOPE.user)
        expect_equal(store.tombstones_for((), entry.claim, user=SCOPE.user), found)
        expect_equal({one.reason for one in found}, {"forgotten", "never_category"})
        expect_equal(store.tombstones_for((), entry.claim, user=OTHER.user), ())
        expect_equal(len(store.tombstones_for([SCOPE], entry.claim, user=SCOPE.user)), 2)

    def test_a_tombstone_is_erased_where_it_lies(self) -> None:
        """As it was given, also where the name of its scope is gone; never in a scope of somebody else."""
        store = self.make()
        shared = Scope(project="billing")
        closed = [sample_proposal(scope=scope) for scope in (SCOPE, OTHER, shared)]
        store.commit(put(*closed))
        for proposal in closed:
            store.commit(erase(proposal, reason="never_category", closes_kind="preference"))
        own = store.tombstones_for((), None, user=SCOPE.user)
        expect_equal([one.id for one in own], [closed[0].id])
        both = store.tombstones_for((), None, user=SCOPE.user, is_shared=True)
        expect_equal({one.id for one in both}, {closed[0].id, closed[2].id})
        expect_equal([one.scope.user for one in both if one.id == closed[2].id], [None])
        (others,) = store.held(Tombstone, [OTHER])
        for scope in (Scope(user=SCOPE.user), shared):
            taken = erase(replace(others, scope=scope), until=None)
            expect_error(ConflictError, partial(store.commit, taken))
        for mark in both:
            taken = erase(mark, until=None)
            expect_equal(dict(store.commit(taken).counts)["tombstones"], 1)
            expect_error(ConflictError, partial(store.commit, taken))
        expect_equal(store.tombstones_for([SCOPE, shared], None, user=SCOPE.user, is_shared=True), ())
        expect_equal(store.held(Tombstone, [OTHER]), (others,))
        expect_equal(store.check(), ())

    def test_ended_tombstones_are_dropped_wherever_they_lie(self) -> None:
        """At its end, not a moment before it, also where nothing else is left in the scope."""
        store = self.make()
        entry, end = sample_entry("gone"), NOW + timedelta(days=1)
        store.commit(put(entry))
        store.commit(erase(entry, until=end))
        expect_equal(store.commit(Change(now=end - timedelta(microseconds=1), drops_ended=True)).counts, ())
        expect_equal(len(store.held(Tombstone, [SCOPE])), 1)
        expect_equal(store.commit(Change(now=end, drops_ended=True)).counts, (("tombstones", 1),))
        expect_equal(store.held(Tombstone, [SCOPE]), ())
        expect_equal(store.check(), ())

    def test_an_ended_tombstone_goes_with_the_next_one(self) -> None:
        """Tombstones do not pile up for ever."""
        store = self.make()
        first, second = sample_entry("first"), sample_entry("second")
        store.commit(put(first, second))
        store.commit(erase(first, until=NOW))
        store.commit(erase(second))
        expect_equal([one.id for one in store.held(Tombstone, [SCOPE])], [second.id])

    def test_an_entry_is_erased_by_its_mark(self) -> None:
        """A mark stands for the entry, its version is compared, and no tombstone can be made of it."""
        store = self.make()
        entry, kept = sample_entry("first"), sample_entry("second")
        store.commit(put(entry, kept))
        (one,) = store.views([SCOPE])
        mark = EntryMark(id=one.ids[0], scope=one.scope, version=one.versions[0])
        expect_error(ConflictError, lambda: store.commit(erase(replace(mark, version=2), until=None)))
        expect_error(RequestError, lambda: store.commit(erase(mark)))
        expect_equal(store.read([SCOPE], [entry.id]), (entry,))
        expect_equal(dict(store.commit(erase(mark, until=None)).counts)["entries"], 1)
        expect_equal(store.views([SCOPE])[0].ids, (kept.id,))
        expect_equal(store.read([SCOPE], [entry.id, kept.id]), (kept,))
        expect_equal(store.check(), ())

    def test_erasing_without_a_tombstone_leaves_none(self) -> None:
        """An erasure may leave no mark; another form's erasure is counted by its place."""
        store = self.make()
        grant = sample_grant()
        store.commit(put(grant))
        counts = dict(store.commit(erase(grant, until=None)).counts)
        expect_equal(counts["grants"], 1)
        expect_equal(store.held(Tombstone, [SCOPE]), ())
        expect_equal(store.finish_erasure().is_done, True)
