"""Scope probes: nobody sees, counts or guesses what lies in another's scope, whatever they call themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from tenure import Error, FrozenClock, Scope, Selector
from tenure.policy.presets import PERSONAL
from tests.conftest import NOON
from tests.world import World

FALCON = "the secret project of ana is called falcon"
PROBES = (
    {"user": "ben"},
    {"user": "an_"},
    {"user": "%"},
    {"user": "a"},
    {"user": "anaa"},
    {"user": "Ana"},
    {"user": "ana "},
    {"user": "ana*"},
    {"user": "ana' OR '1'='1"},
    {"user": "ana/billing"},
    {"project": "ana"},
    {"repository": "ana"},
    {"user": "ben", "project": "billing"},
    {"user": "billing", "project": "ana"},
    {"project": "%", "user": "ben"},
)


@pytest.fixture
def kept(world: World) -> World:
    """Give a world in which ana keeps something, asks something and forgot something."""
    world.ids = {}
    ana = world.ana
    mine = Scope(user="ana", project="billing")
    world.ids["ent"] = ana.remember(FALCON, kind="fact", scope=mine, entity="project", attribute="name").entry_id
    world.ids["prop"] = world.memory.agent("coder", scope=mine).propose("falcon is late", kind="fact").proposal_id
    world.ids["grant"] = ana.grant("preference", scope=mine).id
    gone = ana.remember("falcon is early", kind="fact", scope=mine).entry_id
    world.ids["rcpt"] = ana.forget(gone).id
    return world


@pytest.mark.parametrize("parts", PROBES, ids=str)
def test_r35_a_probe_sees_nothing_and_looks_like_a_store_without_the_other(kept: World, tmp_path: Path, parts: dict):
    empty = World(tmp_path / "empty", FrozenClock(NOON))
    seen = []
    for world in (kept, empty):
        scope = world.memory.scope(**parts)
        agent, person = world.memory.agent("coder", scope=scope), world.memory.person(parts.get("user", "ben"))
        asked = [agent.recall("the secret project falcon"), agent.brief(), agent.list_entries()]
        shown = person.disclose().plain()
        shown.pop("ledger", None)
        seen.append(
            (
                [
                    (each.stance, each.usable, each.withheld, each.question, each.reason, each.render())
                    for each in asked
                ],
                [(len(each.set_aside), len(each.dropped), each.next) for each in asked],
                shown,
                person.export(),
                person.review(),
                person.pending(),
                person.grants(),
                person.list_entries(scope=scope),
                person.preview(Selector(words="falcon")).reached(),
                agent.propose("falcon is late", kind="fact").status,
            )
        )
    empty.close()
    assert seen[0] == seen[1]
    assert "falcon" not in repr(seen[0]).replace("falcon is late", "")


def test_the_owner_sees_it_all_so_the_probes_could_have(kept: World):
    scope = Scope(user="ana", project="billing")
    assert FALCON in kept.memory.agent("coder", scope=scope).recall("the secret project falcon").render()
    assert len(kept.ana.pending()) == 1
    assert kept.ana.preview(Selector(words="falcon")).reached()


def by_id(world: World, person: str, scope: Scope) -> Iterator[tuple[str, str, Callable[[str], object]]]:
    """Give every call that takes an id: what kind of id, and the call."""
    agent, who = world.memory.agent("coder", scope=scope), world.memory.person(person)
    task = world.memory.task("look", scope=scope).agent("coder")
    yield "ent", "verify", agent.verify
    yield "ent", "agent.correct", lambda each: agent.correct(each, "falcon is called kite")
    yield "ent", "agent.forget", agent.forget
    yield "ent", "agent.challenge", lambda each: agent.challenge(each, reason="it looks wrong")
    yield "ent", "supersedes", lambda each: agent.propose("the colour is amber", kind="fact", supersedes=each)
    yield "ent", "derived_from", lambda each: agent.propose("the colour is amber", kind="fact", derived_from=[each])
    yield "ent", "because", lambda each: agent.propose("the colour is amber", kind="fact", because=f"entry:{each}")
    yield "prop", "agent.drop", agent.drop
    yield "note", "task.drop", task.drop
    yield "note", "rests_on", lambda each: task.note("so it is", rests_on=[each])
    yield "note", "because note", lambda each: task.propose("the colour is amber", kind="fact", because=each)
    yield "prop", "show", who.show
    yield "prop", "withdraw", who.withdraw
    yield "grant", "revoke", who.revoke
    yield "rcpt", "check_receipt", who.check_receipt
    for name in ("confirm", "show_entry", "forget", "challenge"):
        yield "ent", name, getattr(who, name)
    for name in ("correct", "supersede"):
        yield "ent", name, lambda each, name=name: getattr(who, name)(each, "falcon is called kite")
    yield "ent", "settle", lambda each: who.settle(each, keep=True)
    yield "ent", "retire", lambda each: who.settle(each, retire=True)
    yield "ent", "extend", lambda each: who.extend(each, NOON + timedelta(days=9))
    yield "ent", "person supersedes", lambda each: who.remember("the colour is amber", supersedes=each)
    yield "ent", "preview", lambda each: who.forget(who.preview(Selector(ids=(each,))))


def answer(call: Callable[[str], object], wanted: str) -> tuple[object, ...]:
    try:
        return ("an answer", repr(call(wanted)))
    except Error as error:
        return (type(error), error.code, str(error).replace(wanted, "ID"), error.hint.replace(wanted, "ID"))


def test_r35_a_foreign_id_answers_exactly_like_a_missing_one(kept: World):
    scope = Scope(user="ben", project="billing")
    with kept.memory.task("theirs", scope=Scope(user="ana")) as task:
        ids = {**kept.ids, "note": task.note("falcon flies").id}
        missing = {kind: f"{kind}_{'0' * (len(each) - len(kind) - 1)}" for kind, each in ids.items()}
        differing = [
            (name, answer(call, ids[kind]), answer(call, missing[kind]))
            for kind, name, call in by_id(kept, "ben", scope)
            if answer(call, ids[kind]) != answer(call, missing[kind])
        ]
        answered = [name for kind, name, call in by_id(kept, "ben", scope) if answer(call, ids[kind])[0] == "an answer"]
    assert differing == []
    assert answered == []
    assert kept.ana.show_entry(kept.ids["ent"])[0].status.value == "active"
    assert kept.memory.operator("ana").check() == ()


def test_r35_the_same_calls_find_the_owners_own(kept: World):
    scope = Scope(user="ana", project="billing")
    wrong = [
        name
        for kind, name, call in by_id(kept, "ana", scope)
        if name in {"verify", "show", "show_entry", "check_receipt", "agent.challenge"}
        and answer(call, kept.ids[kind])[0] != "an answer"
    ]
    assert wrong == []


def test_names_are_compared_after_nfc_and_not_folded_further(world: World):
    composed, decomposed, wide = "jos\u00e9", "jose\u0301", "\uff4aose"
    world.memory.person(composed).remember("give me a table")
    found = {
        name: len(world.memory.agent("coder", scope=Scope(user=name)).list_entries().usable)
        for name in (composed, decomposed, wide, "jose", "JOS\u00c9")
    }
    assert found == {composed: 1, decomposed: 1, wide: 0, "jose": 0, "JOS\u00c9": 0}


@pytest.mark.parametrize(("own", "sibling"), [("a", "ab"), ("ab", "a"), ("a/b", "a"), ("a", "a/b"), ("a_", "ab")])
@pytest.mark.parametrize("part", ["user", "project", "repository"])
def test_r15_siblings_and_prefixes_are_strangers(world: World, part: str, own: str, sibling: str):
    person = world.memory.person(own if part == "user" else "ana")
    person.remember("give me a table", scope=Scope(**{part: own}))
    seen = {
        name: len(world.memory.agent("coder", scope=Scope(**{part: name})).list_entries().usable)
        for name in (own, sibling)
    }
    assert seen == {own: 1, sibling: 0}


def test_r35_bounds_of_one_scope_say_nothing_of_another(tmp_path: Path):
    tight = replace(PERSONAL, scope_entries_max=2, pending_max=2)
    world = World(tmp_path, FrozenClock(NOON), policy=tight)
    for number in range(2):
        world.memory.person("ana").remember(f"the colour number {number} is preferred")
        world.memory.agent("coder", scope=Scope(user="ana")).propose(
            f"the shape {number} is preferred", kind="preference"
        )
    full = world.memory.person("ana").remember("the last colour is preferred")
    other = world.memory.person("ben").remember("the last colour is preferred")
    assert (full.status.value, other.status.value) == ("refused", "admitted")
    ids = {each.id for each in world.memory.person("ana").list_entries()}
    told = repr(other) + repr(world.memory.agent("coder", scope=Scope(user="ben")).list_entries())
    assert not any(each in told for each in ids)
    world.close()


def test_r28_what_one_person_forgot_another_may_keep(kept: World):
    ben = kept.memory.person("ben")
    scope = Scope(user="ben", project="billing")
    assert kept.memory.agent("coder", scope=scope).propose("falcon is early", kind="fact").status.value == "pending"
    mine = kept.memory.agent("coder", scope=Scope(user="ana", project="billing"))
    assert mine.propose("falcon is early", kind="fact").status.value == "refused"
    assert len(ben.pending()) == 1
