"""Random stores of two people: what one forgets is gone, nothing else is touched, least of all the other's (R28)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tenure.errors import Error, NotFoundError
from tenure.lifecycle.forget import Selector, forget, reach
from tenure.lifecycle.gather import concerns, owns, scopes_of
from tenure.model.claim import Kind
from tenure.model.decision import Proposal
from tenure.model.entry import Entry
from tenure.model.scope import Scope
from tenure.store.sqlite import open_store
from tests.lifecycle.making import Root, World

THINGS = ("gateway", "queue", "Gateway", "billing")
SAYS = ("The {} is durable.", "The {} listens on port 80.", "{} runs on Fridays.")


@dataclass(frozen=True)
class Held:
    """One entry to be made: whose it is, where it lies, what it says, whom it is about, on which it rests."""

    person: str
    place: int
    thing: str
    says: str
    about: str | None
    parents: frozenset[int]

    @property
    def scope(self) -> Scope:
        own = Scope(user=self.person)
        return (own, replace(own, project="billing"), Scope(project="billing"))[self.place]


held = st.builds(
    Held,
    person=st.sampled_from(["ana", "ben"]),
    place=st.integers(0, 2),
    thing=st.sampled_from(THINGS),
    says=st.sampled_from(SAYS),
    about=st.sampled_from([None, None, "ana", "ben"]),
    parents=st.frozensets(st.integers(0, 6), max_size=2),
)
selectors = st.one_of(
    st.builds(Selector, words=st.sampled_from(["gateway", "queue durable", "port", "nothing of it"])),
    st.builds(Selector, entity=st.sampled_from(THINGS)),
    st.builds(Selector, source=st.sampled_from(["ana", "ben"])),
    st.builds(Selector, person=st.just("ana")),
    st.builds(Selector, kind=st.just(Kind.FACT), words=st.sampled_from(THINGS)),
)


def filled(store, wanted: list[Held]) -> tuple[World, list[Entry]]:
    world, made = World(store=store, root=Root()), []
    for number, each in enumerate(wanted):
        parents = [made[at] for at in sorted(each.parents) if at < len(made)]
        more = {"entity": each.thing, "attribute": f"a{number}", "value": each.thing, "concerns": each.about}
        seen = tuple(parent.id for parent in parents if parent.scope.is_visible_in(each.scope))
        text = f"{each.says.format(each.thing)[:-1]}, part {number}."
        try:
            entry = world.remember(
                text, kind=Kind.FACT, scope=each.scope, person=each.person, derived_from=seen, **more
            )
        except (Error, AssertionError):
            continue  # a gate refused it
        made.append(entry)
    return world, made


def all_of(world: World) -> dict[str, Entry | Proposal]:
    scopes = world.store.scopes_with()
    ids = tuple(entry_id for view in world.store.views(scopes) for entry_id in view.ids)
    found = [*world.store.read(scopes, ids), *world.store.held(Proposal, scopes)]
    return {record.id: record for record in found if isinstance(record, Entry | Proposal)}


@settings(max_examples=40, deadline=None)
@given(st.lists(held, min_size=1, max_size=7), selectors)
def test_r28_a_bystander_is_never_touched_and_what_is_meant_is_gone(wanted: list[Held], selector: Selector):
    store = open_store(None, None, root=Root())
    world, _ = filled(store, wanted)
    before = all_of(world)
    shown = reach(selector, scopes_of("ana", entries=store), person="ana", entries=store).shown
    world.turn(minutes=1)
    try:
        receipt = forget(shown, person="ana", **world.recorded())
    except NotFoundError:
        assert all_of(world) == before
        return
    after = all_of(world)
    gone = before.keys() - after.keys()
    assert gone == {record_id for record_id, claim in shown.reached() if claim is not None}, "exactly what was shown"
    assert {each for each in gone if each.startswith("ent_")} == set(receipt.entry_ids)
    assert not after.keys() - before.keys()
    for record_id, record in before.items():
        is_anas = owns("ana", record.scope) or concerns("ana", record)
        assert record_id not in gone or is_anas, "another person's record went"
        if selector.is_whole_person:
            is_meant = record.scope.user == "ana" or concerns("ana", record)
        else:
            is_meant = is_anas and selector.selects(record)
        assert not is_meant or record_id in gone, "something that was meant is left"
        if record_id in after and after[record_id] != record:  # its ground went: due for its owner's review
            assert isinstance(record, Entry)
            assert record.derived_from
            due = replace(record.lifetime, review_at=world.now)
            assert after[record_id] == replace(record, version=record.version + 1, lifetime=due)
    assert not [found for found in store.check() if found.is_fault]
    store.close()
