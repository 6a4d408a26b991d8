from __future__ import annotations

import pytest

import tenure
from tenure.errors import NotAllowedError, NotFoundError, RequestError
from tenure.lifecycle.disclose import disclose
from tenure.lifecycle.forget import Selector, forget, forget_one
from tenure.lifecycle.gather import scopes_of
from tenure.lifecycle.grants import grant
from tenure.model.claim import Kind
from tenure.model.decision import DecisionStatus
from tenure.model.entry import Status
from tenure.model.grant import Grant, Person
from tenure.model.scope import Scope
from tenure.store.records import Change
from tests.lifecycle.making import erase, files_with, preview

ANA, BEN = Scope(user="ana"), Scope(user="ben")
WORDS = "zanzibar marmalade"


def test_r26_what_rests_on_it_in_anothers_scope_goes_to_their_review(world):
    shared = Scope(project="billing")
    root = world.remember("The service speaks HTTP.", kind=Kind.FACT, scope=shared)
    bens = Scope(user="ben", project="billing")
    theirs = world.remember("I mock HTTP.", kind=Kind.FACT, user="ben", scope=bens, derived_from=(root.id,))
    untouched = world.remember("I like prose.", user="ben")
    shown = preview(Selector(ids=(root.id,)), (shared,), person="ana", entries=world.store)
    assert shown.dependents == ()
    assert "mock" not in repr(shown)
    world.turn(minutes=1)
    receipt = forget(shown, person="ana", **world.recorded())
    assert receipt.entry_ids == (root.id,)
    after = world.read(theirs)
    assert after.status is Status.ACTIVE
    assert after.lifetime.review_at == world.now
    assert world.read(untouched) == untouched


def test_an_empty_selector_is_refused_and_an_empty_result_too(world):
    for made in ({}, {"words": " "}, {"ids": ("",)}, {"entity": ""}):
        with pytest.raises(RequestError):
            Selector(**made)
    world.remember("Give me a table.")
    with pytest.raises(NotFoundError):
        erase(world, Selector(words="metric"))


def test_r35_another_persons_entry_answers_like_a_missing_one(world):
    theirs = world.remember("I like prose.", user="ben")
    for selector in (Selector(ids=(theirs.id,)), Selector(words="prose"), Selector(scope=BEN)):
        shown = preview(selector, (ANA, BEN), person="ana", entries=world.store)
        assert (shown.entries, shown.near_misses, shown.reached()) == ((), (), frozenset())
    with pytest.raises(NotFoundError):
        forget_one(theirs, person="ana", **world.recorded())
    assert world.read(theirs) == theirs


def test_r25_what_is_about_a_person_is_theirs_to_forget_wherever_it_lies(world):
    about = world.remember("Ben works on Fridays.", kind=Kind.FACT, concerns="ben")
    other = world.remember("Ana works on Mondays.", kind=Kind.FACT)
    receipt = forget_one(about, person="ben", **world.recorded())
    assert receipt.entry_ids == (about.id,)
    assert world.read(other) == other


def test_r25_what_is_about_a_person_is_found_in_whatever_form_unicode_writes_their_id(world):
    about = world.remember("Jos\u00e9 works on Fridays.", kind=Kind.FACT, user="ben", concerns="Jose\u0301")
    assert [entry_id for _, entry_id in world.store.concerning("Jos\u00e9")] == [about.id]
    assert forget_one(about, person="Jos\u00e9", **world.recorded()).entry_ids == (about.id,)


def test_r28_all_of_a_person_goes_and_a_bystander_is_untouched(on_disk):
    world = on_disk
    theirs = [
        world.remember("I like prose.", user="ben"),
        world.remember("I test by hand.", user="ben", scope=Scope(user="ben", project="billing")),
    ]
    about = world.remember(f"Ben likes {WORDS}.", kind=Kind.FACT, concerns="ben")
    mine = world.remember("Give me a table.")
    shared = world.remember("The service speaks HTTP.", kind=Kind.FACT, scope=Scope(project="billing"))
    my_grant = grant(person="ana", kind=Kind.PREFERENCE, scope=ANA, **world.strongly())
    grant(person="ben", kind=Kind.PREFERENCE, scope=BEN, **world.strongly())
    world.store.commit(Change(now=world.now, put=(Person(id="ben"), Person(id="ana"))))
    waiting = world.say("Never use bold.", user="ben")
    assert waiting.status is DecisionStatus.ADMITTED
    with pytest.raises(NotAllowedError):
        preview(Selector(person="ben"), (), person="ana", entries=world.store)
    receipt = erase(world, Selector(person="ben"), person="ben", scopes=())
    assert set(receipt.entry_ids) == {*(entry.id for entry in theirs), about.id, waiting.entry_id}
    assert dict(receipt.erased)["grants"] == dict(receipt.erased)["persons"] == 1
    assert world.store.held(Person, (BEN,)) == ()
    assert world.store.held(Grant, (ANA, BEN)) == (my_grant,)
    assert (world.read(mine), world.read(shared)) == (mine, shared)
    assert world.store.held(Person, (ANA,)) == (Person(id="ana"),)
    assert files_with(world.folder, WORDS, "by hand") == []
    held = disclose("ben", (), entries=world.store, ledger=world.store, now=world.now)
    assert (held.entries, held.proposals, held.grants, held.people) == ((), (), (), ())


def test_the_operator_erases_a_person(world):
    theirs = world.remember("I like prose.", user="ben")
    mine = world.remember("Give me a table.")
    receipt = erase(world, Selector(person="ben"), person="ana", scopes=(), as_operator=True)
    assert receipt.entry_ids == (theirs.id,)
    assert world.read(mine) == mine


def test_near_misses_are_shown_and_kept(world):
    hit = world.remember("Compare databases in tables.", kind=Kind.PREFERENCE)
    near = world.remember("Compare cities in prose.")
    far = world.remember("Use metric units.")
    shown = preview(Selector(words="comparing databases"), (ANA,), person="ana", entries=world.store)
    assert [entry.id for entry in shown.entries] == [hit.id]
    assert [entry.id for entry in shown.near_misses] == [near.id]
    forget(shown, person="ana", **world.recorded())
    assert (world.read(near), world.read(far)) == (near, far)


@pytest.mark.parametrize(
    ("selector", "is_chosen"),
    [
        (Selector(entity="The Service", attribute="wire-protocol"), True),
        (Selector(entity="service", attribute="language"), False),
        (Selector(kind=Kind.FACT, words="speak"), True),
        (Selector(kind=Kind.CODE, words="speak"), False),
        (Selector(scope=ANA), True),
        (Selector(scope=Scope(user="ana", project="billing")), False),
        (Selector(person="ana", kind=Kind.FACT), True),
        (Selector(person="ben"), False),
        (Selector(source="ana"), True),
        (Selector(source="docs/a.md"), False),
    ],
)
def test_a_selector_means_everything_that_it_names(world, selector, is_chosen):
    entry = world.remember(
        "The service speaks HTTP.", kind=Kind.FACT, entity="service", attribute="wire protocol", value="HTTP"
    )
    assert selector.selects(entry) is is_chosen


def test_a_person_acts_in_their_own_scopes_and_in_nobodys(world):
    for scope in (ANA, Scope(user="ana", project="p"), Scope(project="p"), Scope(project="q")):
        world.remember("The service speaks HTTP.", kind=Kind.FACT, scope=scope)
    world.remember("I like prose.", user="ben")
    nobodys = {Scope(project="p"), Scope(project="q")}
    own = {ANA, Scope(user="ana", project="p")}
    assert set(scopes_of("ana", entries=world.store)) == own | nobodys


def test_words_of_a_purpose_that_nobody_gave_choose_nothing():
    with tenure.open(":memory:") as memory:
        ana = memory.person("ana")
        scope = memory.scope(user="ana")
        told = [
            ("answers come as tables", ""),
            ("a table has six columns", ""),
            ("a table is wide", "answering: fairs"),
        ]
        kept = [
            ana.remember(text, kind="preference", scope=scope, purpose=purpose or None).entry_id
            for text, purpose in told
        ]
        chosen = {
            words: {each.id for each in ana.preview(Selector(words=words)).entries}
            for words in ("answers tables", "table fair")
        }
    assert chosen == {"answers tables": {kept[0]}, "table fair": {kept[2]}}


def test_what_is_about_somebody_else_is_forgotten_beside_a_kind_and_alone_the_hint_says_so():
    with tenure.open(":memory:") as memory:
        ana = memory.person("ana")
        gone = ana.remember("reviews go to Bob", kind="fact", scope=memory.scope(user="ana"), concerns="bob").entry_id
        with pytest.raises(NotAllowedError) as refused:
            ana.preview(Selector(person="bob"))
        assert "a kind or a scope" in refused.value.hint
        assert [each.id for each in ana.preview(Selector(person="bob", kind=Kind.FACT)).entries] == [gone]
