"""What reading promises: equality of what was written, scopes, views that follow, sizes."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from tenure.model.claim import Claim, Kind
from tenure.model.decision import Proposal
from tenure.model.entry import Status
from tenure.model.grant import Grant, Person
from tenure.model.receipt import Receipt, ReceiptState
from tenure.model.scope import Scope
from tenure.store import view
from tenure.store.conformance.judging import Judged, expect_equal
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
from tenure.store.records import Setting

OTHER = Scope(user="ben", project="billing")


class ReadingChecks(Judged):
    """Each method named ``test_...`` is one check."""

    def test_an_entry_is_read_back_equal(self) -> None:
        """Every field of an entry survives, and its search part tells what it should."""
        store = self.make()
        entry = replace(sample_slotted("table"), is_order=True, flags=("odd",), valid_until=NOW + timedelta(days=2))
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

    def test_a_head_tells_what_rests_on_other_entries(self) -> None:
        """An entry that was derived from one, or cites one, is marked so; no other is (R26)."""
        store = self.make()
        plain, derived, citing = sample_entry("one"), sample_entry("two"), sample_entry("three")
        cited = replace(citing.citations[0], scheme="entry", address=plain.id)
        store.commit(put(plain, replace(derived, derived_from=(plain.id,)), replace(citing, citations=(cited,))))
        flags = store.views([SCOPE])[0].heads["flags"]
        expect_equal([int(each) for each in flags], [0, view.FLAG_DERIVED, view.FLAG_DERIVED])

    def test_a_head_tells_what_fell_with_its_ground(self) -> None:
        """An entry that was superseded for what it rests on is marked so, and none that was replaced itself (R26)."""
        store = self.make()
        over = replace(sample_entry("one"), status=Status.SUPERSEDED)
        store.commit(put(over, replace(sample_entry("two"), status=Status.SUPERSEDED, is_fallen=True)))
        flags = store.views([SCOPE])[0].heads["flags"]
        expect_equal([int(each) for each in flags], [0, view.FLAG_FALLEN])

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
        (one,) = store.views([SCOPE])
        expect_equal(int(one.heads[2]["status"]), view.STATUS_CODES[Status.SUPERSEDED])
        expect_equal(one.versions, (1, 1, 2, 1, 1))
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
        store.commit(put(sample_grant(scope=Scope(project="billing")), sample_grant(scope=Scope(repository="repo_1"))))
        shared = {Scope(project="billing"), Scope(repository="repo_1")}
        expect_equal(set(store.scopes_with(user="ana", is_shared=True)), {Scope(user="ana"), SCOPE} | shared)
        expect_equal(set(store.scopes_with(user="zoe", is_shared=True)), shared)
        expect_equal(store.scopes_with(user="zoe"), ())
        expect_equal(store.scopes_with(repository="repo_1"), (Scope(repository="repo_1"),))
        expect_equal(store.scopes_with(repository="repo"), ())
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
