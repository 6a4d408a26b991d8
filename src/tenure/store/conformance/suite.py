"""The checks themselves: what `store.port` promises, each as one method."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Protocol, TypeVar

from tenure.errors import ConflictError, Error, RequestError, StoreError
from tenure.model.claim import Claim, Kind
from tenure.model.decision import Proposal
from tenure.model.entry import Status
from tenure.model.grant import Grant, Person
from tenure.model.receipt import Receipt, ReceiptState
from tenure.model.scope import Scope
from tenure.store import view
from tenure.store.conformance.samples import (
    NOW,
    SCOPE,
    erase,
    put,
    sample_entry,
    sample_event,
    sample_grant,
    sample_proposal,
    sample_slotted,
)
from tenure.store.port import Entries, Ledger
from tenure.store.records import Change, IndexedEntry, Setting, Tombstone

E = TypeVar("E", bound=Error)
OTHER = Scope(user="ben", project="billing")


class Store(Entries, Ledger, Protocol):
    """What is judged: durable records and their ledger in one."""


class StoreConformance:
    """Every method named ``test_...`` is one check; it passes or raises `AssertionError`."""

    def make(self) -> Store:
        """Give a new, empty store."""
        raise NotImplementedError

    def test_an_entry_is_read_back_equal(self) -> None:
        """Every field of an entry survives, and its search part tells what it should."""
        store = self.make()
        entry = sample_slotted("table", is_order=True, flags=("odd",), valid_until=NOW + timedelta(days=2))
        store.commit(put(entry))
        expect_equal(store.read([SCOPE], [entry.id]), (entry,))
        (one,) = store.views([SCOPE])
        expect_equal((one.scope, one.ids, len(one.heads)), (SCOPE, (entry.id,), 1))
        head = one.heads[0]
        expect_equal(int(head["kind"]), view.KIND_CODES[Kind.PREFERENCE])
        expect_equal(int(head["status"]), view.STATUS_CODES[Status.ACTIVE])
        expect_equal(int(head["trust"]), int(entry.trust))
        expect_equal(int(head["flags"]), view.FLAG_ORDER | view.FLAG_RAISED)
        expect_equal(int(head["purpose"]), view.purpose_mark("answering"))
        expect_equal(int(head["slot"]), view.slot_mark(entry.claim.slot))
        expect_equal(int(head["text"]), view.text_mark(" Answers come as TABLE."))
        expect_equal(int(head["ends_at"]), view.head_instant(NOW + timedelta(days=300)))
        expect_equal(int(head["review_at"]), view.head_instant(NOW + timedelta(days=90)))
        expect_equal(int(head["valid_until"]), view.head_instant(NOW + timedelta(days=2)))
        expect_equal(int(head["valid_from"]), 0)
        expect_equal([int(term) for term in head["terms"][:4]], [7, 11, 13, 0])

    def test_views_are_in_the_order_of_scopes_and_of_writing(self) -> None:
        """Empty scopes are left out; rows stand in the order in which they were first written."""
        store = self.make()
        first, second, foreign = sample_entry("one"), sample_entry("two"), sample_entry("three", scope=OTHER)
        store.commit(put(first, second, foreign))
        store.commit(put(replace(first, version=2, last_used_at=NOW)))
        views = store.views([Scope(user="nobody"), OTHER, SCOPE])
        expect_equal([one.ids for one in views], [(foreign.id,), (first.id, second.id)])

    def test_a_view_follows_every_write(self) -> None:
        """A write is seen by the next call: added, changed and erased rows."""
        store = self.make()
        entries = [sample_entry(f"claim {number}") for number in range(5)]
        for entry in entries:
            store.commit(put(entry))
            expect_equal(store.views([SCOPE])[0].ids[-1], entry.id)
        ended = replace(entries[2], version=2, status=Status.SUPERSEDED)
        store.commit(put(ended))
        heads = store.views([SCOPE])[0].heads
        expect_equal(int(heads[2]["status"]), view.STATUS_CODES[Status.SUPERSEDED])
        store.commit(erase(entries[1]))
        expect_equal(store.views([SCOPE])[0].ids, tuple(entries[number].id for number in (0, 2, 3, 4)))
        expect_equal(store.read([SCOPE], [entries[1].id, ended.id]), (ended,))

    def test_reading_stays_in_the_scopes_asked(self) -> None:
        """An id of another scope is left out, exactly like a missing one; equality, never a pattern."""
        store = self.make()
        entry, foreign = sample_entry(), sample_entry(scope=OTHER)
        store.commit(put(entry, foreign))
        expect_equal(store.read([SCOPE], [foreign.id, "ent_missing", entry.id]), (entry,))
        for near in (Scope(user="ana"), Scope(project="billing"), Scope(user="an", project="billing"), Scope(user="%")):
            expect_equal(store.views([near]), ())
            expect_equal(store.read([near], [entry.id]), ())
            expect_equal(store.size(near).entries, 0)
        expect_equal(store.read([OTHER, SCOPE], [entry.id, foreign.id]), (entry, foreign))

    def test_many_are_read_in_the_order_asked(self) -> None:
        """Any number of ids, each once."""
        store = self.make()
        entries = [sample_entry(f"claim {number}") for number in range(30)]
        store.commit(put(*entries))
        wanted = entries[25:3:-1]
        expect_equal(store.read([SCOPE], [one.id for one in wanted] + [wanted[0].id]), tuple(wanted))

    def test_every_form_is_held(self) -> None:
        """Proposals, grants, persons, settings and receipts come back equal, in their scopes alone."""
        store = self.make()
        proposal, grant = sample_proposal(), sample_grant()
        person = Person(id="ana", public_key="ab" * 32, enrolled_at=NOW)
        setting = Setting(id="policy", scope=SCOPE, value="0d" * 32)
        receipt = Receipt(
            id="rcpt_1",
            state=ReceiptState.PENDING,
            at=NOW,
            entry_ids=("ent_1",),
            erased=(("entries", 1),),
            backups=NOW.date(),
            scope=SCOPE,
        )
        store.commit(put(proposal, grant, person, setting, receipt))
        expect_equal(store.held(Proposal, [SCOPE]), (proposal,))
        expect_equal(store.held(Grant, [OTHER, SCOPE]), (grant,))
        expect_equal(store.held(Person, [Scope(user="ana")]), (person,))
        expect_equal(store.held(Setting, [SCOPE]), (setting,))
        expect_equal(store.held(Receipt, [SCOPE]), (receipt,))
        done = replace(receipt, state=ReceiptState.DONE, version=2)
        store.commit(put(done, replace(setting, value="1", version=2)))
        expect_equal(store.held(Receipt, [SCOPE]), (done,))
        expect_equal(store.held(Grant, [OTHER]), ())

    def test_a_setting_may_have_the_same_name_in_two_scopes(self) -> None:
        """Names are unique within a scope only."""
        store = self.make()
        here, there = Setting(id="policy", scope=SCOPE, value="1"), Setting(id="policy", scope=OTHER, value="2")
        store.commit(put(here, there))
        expect_equal(store.held(Setting, [SCOPE, OTHER]), (here, there))

    def test_versions_are_compared_and_set(self) -> None:
        """Only the stored version plus one is written; a new record begins at 1."""
        store = self.make()
        entry = sample_entry()
        expect_error(ConflictError, lambda: store.commit(put(replace(entry, version=2))))
        store.commit(put(entry))
        expect_error(ConflictError, lambda: store.commit(put(entry)))
        expect_error(ConflictError, lambda: store.commit(put(replace(entry, version=3))))
        store.commit(put(replace(entry, version=2)))
        expect_error(ConflictError, lambda: store.commit(erase(entry)))
        expect_error(ConflictError, lambda: store.commit(put(replace(entry, version=3, scope=OTHER))))
        expect_equal(store.read([SCOPE], [entry.id]), (replace(entry, version=2),))

    def test_a_failed_change_leaves_nothing(self) -> None:
        """A change happens whole or not at all, its events and approvals included."""
        store = self.make()
        entry, lost = sample_entry(), sample_entry("other")
        store.commit(put(entry))
        change = Change(
            now=NOW,
            put=(*put(lost, sample_grant()).put, *put(entry).put),
            events=(sample_event(),),
            used_approvals=("0a" * 32,),
        )
        expect_error(ConflictError, lambda: store.commit(change))
        expect_equal(store.views([SCOPE])[0].ids, (entry.id,))
        expect_equal(store.held(Grant, [SCOPE]), ())
        expect_equal(store.lines(), ())
        store.commit(Change(now=NOW, used_approvals=("0a" * 32,)))
        expect_equal(store.check(), ())

    def test_a_single_valued_slot_has_one_active_value(self) -> None:
        """A second active value is refused; superseding in one change passes, in any order; scopes are apart."""
        store = self.make()
        old, new = sample_slotted("table"), sample_slotted("list")
        store.commit(put(old))
        expect_error(ConflictError, lambda: store.commit(put(new)))
        store.commit(put(sample_slotted("list", scope=OTHER)))
        store.commit(put(new, replace(old, version=2, status=Status.SUPERSEDED)))
        many = [sample_slotted(value, scope=Scope(user="cleo")) for value in ("table", "list")]
        store.commit(put(*many, is_single=False))
        expect_equal(len(store.views([Scope(user="cleo")])[0].ids), 2)

    def test_an_approval_is_used_once(self) -> None:
        """The same approval digest is refused the second time, for ever."""
        store = self.make()
        store.commit(Change(now=NOW, put=put(sample_entry()).put, used_approvals=("0b" * 32,)))
        again = Change(now=NOW, put=put(sample_entry("more")).put, used_approvals=("0b" * 32,))
        expect_error(ConflictError, lambda: store.commit(again))
        expect_equal(len(store.views([SCOPE])[0].ids), 1)

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
            expect_equal(store.tombstone_for([OTHER, SCOPE], claim), stone)
            expect_equal(store.tombstone_for([OTHER], claim), None)
        other_value = Claim(text="x", kind=Kind.FACT, entity="answers", attribute="format", value="list")
        expect_equal(store.tombstone_for([SCOPE], other_value), None)
        expect_equal(store.tombstone_for([SCOPE], kept.claim), None)
        expect_equal(store.check(), ())

    def test_a_category_can_be_closed(self) -> None:
        """*Never this category* matches every claim of that kind in its scope, and no other kind."""
        store = self.make()
        proposal = sample_proposal()
        store.commit(put(proposal))
        store.commit(erase(proposal, reason="never_category", closes_kind="preference"))
        found = store.tombstone_for([SCOPE], Claim(text="anything", kind=Kind.PREFERENCE))
        expect_equal(None if found is None else (found.reason, found.kind), ("never_category", "preference"))
        expect_equal(store.tombstone_for([SCOPE], Claim(text="anything", kind=Kind.FACT)), None)
        expect_equal(store.held(Proposal, [SCOPE]), ())

    def test_an_ended_tombstone_goes_with_the_next_one(self) -> None:
        """Tombstones do not pile up for ever."""
        store = self.make()
        first, second = sample_entry("first"), sample_entry("second")
        store.commit(put(first, second))
        store.commit(erase(first, until=NOW))
        store.commit(erase(second))
        expect_equal([one.id for one in store.held(Tombstone, [SCOPE])], [second.id])

    def test_erasing_without_a_tombstone_leaves_none(self) -> None:
        """An erasure may leave no mark; another form's erasure is counted by its place."""
        store = self.make()
        grant = sample_grant()
        store.commit(put(grant))
        counts = dict(store.commit(erase(grant, until=None)).counts)
        expect_equal(counts["grants"], 1)
        expect_equal(store.held(Tombstone, [SCOPE]), ())
        expect_equal(store.finish_erasure().is_done, True)

    def test_scopes_and_persons_are_found_by_equality(self) -> None:
        """Every scope that names a user or project, and every entry about a person, wherever it lies."""
        store = self.make()
        about_ben = Claim(text="Ben likes tea", kind=Kind.FACT, concerns="ben")
        entry = sample_entry(claim=about_ben)
        store.commit(put(entry, sample_grant(scope=Scope(user="ana")), sample_entry(scope=OTHER)))
        expect_equal(store.scopes_with(user="ana"), (Scope(user="ana"), SCOPE))
        expect_equal(set(store.scopes_with(project="billing")), {SCOPE, OTHER})
        expect_equal(store.scopes_with(user="ana", project="billing"), (SCOPE,))
        expect_equal(len(store.scopes_with()), 3)
        expect_equal(store.scopes_with(user="an"), ())
        expect_equal(store.concerning("ben"), ((SCOPE, entry.id),))
        expect_equal(store.concerning("be"), ())
        store.commit(erase(entry))
        expect_equal(store.concerning("ben"), ())
        expect_equal(store.scopes_with(user="ana"), (Scope(user="ana"),))

    def test_size_counts_what_lives(self) -> None:
        """Live entries and pending proposals count; ended ones do not, but their bytes do."""
        store = self.make()
        entry, proposal = sample_entry(), sample_proposal()
        expect_equal((store.size(SCOPE).entries, store.size(SCOPE).bytes), (0, 0))
        store.commit(put(entry, sample_entry("more"), proposal))
        size = store.size(SCOPE)
        expect_equal((size.entries, size.pending, size.bytes > 0), (2, 1, True))
        store.commit(put(replace(entry, version=2, status=Status.SUPERSEDED)))
        store.commit(put(replace(proposal, version=2, status=Status.DECLINED)))
        expect_equal((store.size(SCOPE).entries, store.size(SCOPE).pending), (1, 0))
        expect_equal(store.size(SCOPE).bytes, size.bytes)

    def test_the_ledger_is_kept_in_order_and_free_of_content(self) -> None:
        """Lines come in order, in pages; actors and guessable ids are keyed; words that are no codes are refused."""
        store = self.make()
        expect_equal(store.last_at(), None)
        entry = sample_entry()
        later = replace(sample_event("forget", "ana"), at=NOW + timedelta(seconds=5))
        store.commit(Change(now=NOW, put=put(entry).put, events=(sample_event("approve", entry.id), later)))
        lines = store.lines()
        expect_equal([line.sequence for line in lines], [1, 2])
        expect_equal((lines[0].verb, lines[0].rule, lines[0].record_id), ("approve", "R05", entry.id))
        expect_equal("ana" in lines[0].actor + lines[1].record_id, False)
        expect_equal(store.lines(after=1), lines[1:])
        expect_equal(store.lines(limit=1), lines[:1])
        expect_equal(store.last_at(), NOW + timedelta(seconds=5))
        wordy = replace(sample_event(), code="give me a table")
        expect_error(RequestError, lambda: store.commit(Change(now=NOW, events=(wordy,))))
        expect_equal(store.check(), ())

    def test_too_many_terms_are_refused(self) -> None:
        """The search part has a fixed width."""
        store = self.make()
        entry = sample_entry()
        full = IndexedEntry(entry=entry, terms=tuple(range(1, 97)))
        expect_error(ValueError, lambda: store.commit(Change(now=NOW, put=(replace(full, terms=(*full.terms, 1)),))))
        store.commit(Change(now=NOW, put=(full,)))

    def test_threads_lose_nothing(self) -> None:
        """Writes from many threads all arrive, while others read."""
        store = self.make()
        failures: list[BaseException] = []

        def work(name: str) -> None:
            try:
                for number in range(10):
                    store.commit(
                        Change(now=NOW, put=put(sample_entry(f"{name} {number}")).put, events=(sample_event(),))
                    )
                    store.views([SCOPE])
            except BaseException as failure:  # noqa: BLE001 - handed to the thread that judges
                failures.append(failure)

        threads = [threading.Thread(target=work, args=(f"thread {number}",)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        expect_equal(failures, [])
        expect_equal((len(store.views([SCOPE])[0].ids), len(store.lines())), (40, 40))
        expect_equal(store.check(), ())

    def test_a_closed_store_says_so(self) -> None:
        """Closing twice is safe; a closed store serves nothing."""
        store = self.make()
        store.commit(put(sample_entry()))
        store.close()
        store.close()
        expect_error(StoreError, lambda: store.views([SCOPE]))
        expect_error(StoreError, lambda: store.commit(put(sample_entry())))


def expect_equal(found: object, wanted: object) -> None:
    """Let equal values pass.

    Raises:
        AssertionError: They differ.
    """
    if found != wanted:
        raise AssertionError(f"found {found!r}, wanted {wanted!r}")


def expect_error(kind: type[E] | type[ValueError], act: Callable[[], object]) -> None:
    """Let an act pass that raises ``kind``.

    Raises:
        AssertionError: It does not.
    """
    try:
        act()
    except kind:
        return
    raise AssertionError(f"no {kind.__name__} was raised")
