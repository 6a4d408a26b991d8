"""What writing promises: whole or not at all, compare-and-set, slots, approvals, the ledger."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import timedelta

from tenure.errors import ConflictError, RequestError, StoreError
from tenure.model.entry import Status
from tenure.model.grant import Grant
from tenure.model.receipt import Left
from tenure.model.scope import Scope
from tenure.store.conformance.judging import Judged, expect_equal, expect_error
from tenure.store.conformance.samples import (
    NOW,
    SCOPE,
    erase,
    put,
    sample_entry,
    sample_event,
    sample_grant,
    sample_slotted,
)
from tenure.store.records import Change, IndexedEntry

OTHER = Scope(user="ben", project="billing")


class WritingChecks(Judged):
    """Each method named ``test_...`` is one check."""

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

    def test_what_left_is_told_by_record(self) -> None:
        """Days of exports and of copies since an instant, and answers by reader, of the records asked about alone."""
        store = self.make()
        told = (("recall", "usable:2", "ent_1"), ("export", "exported", "ent_2"), ("backup", "backed_up", ""))
        events = tuple(
            replace(sample_event(verb, record_id), code=code, at=NOW + timedelta(days=day))
            for day in (0, 1)
            for verb, code, record_id in told
        )
        store.commit(Change(now=NOW + timedelta(days=1), events=events))
        reader = store.actor(events[0].actor)
        days = ("2026-03-01", "2026-03-02")
        expect_equal(store.left({"ent_1"}, since=NOW + timedelta(days=1)).backed_up, days[1:])
        expect_equal(store.left({"ent_1"}, since=None), Left(answers=((reader, 4),)))
        expect_equal(store.left({"ent_2", "ent_3"}, since=NOW), Left(exported=days, backed_up=days))

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
