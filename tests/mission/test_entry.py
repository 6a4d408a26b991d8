"""What an entry carries to justify that it is kept, and the same answer from whatever face (R12, R13, R41)."""

from __future__ import annotations

import anyio
import pytest

from tenure import NotFoundError, Scope, Selector, Strength, aio
from tests.world import World

TABLES = "when you compare things, give me a table"


def test_r12_an_entry_carries_what_justifies_keeping_it(world: World):
    old = world.ana.remember("answers come as bullet points", scope=world.scope, entity="answers", attribute="form")
    decision = world.said(
        "From now on answers come as tables.",
        "answers come as tables",
        purpose="answering: comparisons",
        applies_when="comparing things",
        entity="answers",
        attribute="form",
        value="tables",
        concerns="ana",
    )
    heard_at = world.clock.now()
    world.turn(hours=1)
    entry = world.approve(decision)
    assert (entry.claim.text, entry.claim.kind, entry.scope) == ("answers come as tables", "preference", world.scope)
    assert (entry.purpose.name, entry.purpose.detail) == ("answering", "comparisons")
    assert (entry.claim.applies_when, entry.claim.value, entry.claim.concerns) == ("comparing things", "tables", "ana")
    assert [(cited.scheme, cited.origin.principal) for cited in entry.citations] == [("statement", "ana")]
    assert (entry.observed_at, entry.recorded_at) == (heard_at, world.clock.now())
    assert entry.worded_by.principal == "coder"
    assert entry.lifetime.ends_at(entry.recorded_at) is not None
    assert entry.approval is not None
    assert (entry.approval.person, entry.approval.strength, entry.approval.at) == (
        "ana",
        Strength.HOST,
        world.clock.now(),
    )
    assert entry.supersedes == old.entry_id
    assert world.ana.show_entry(entry.id)[0] == entry, "all of it is read back"


def test_r13_confirmation_and_inference_are_kept_apart(world: World):
    inferred = world.agent().propose("ana likes short meetings", kind="fact")
    waiting = world.ana.show(inferred.proposal_id).proposal.confidence
    assert waiting.basis == "inferred"
    entry = world.approve(inferred)
    assert entry.confidence.basis == "confirmed"
    assert entry.confidence.number > waiting.number
    world.ana.grant("preference")
    stated = world.said(f"{TABLES.capitalize()}.", TABLES)
    assert world.ana.show_entry(stated.entry_id)[0].confidence.basis == "stated"


def test_r41_a_handle_and_its_async_face_answer_alike(world: World):
    world.ana.remember(TABLES, applies_when="comparing things")
    world.ana.challenge(world.ana.remember("examples use euros").entry_id)
    synchronous = [world.recall("compare in a table"), world.recall("which currency do examples use")]
    folder, scope = world.folder / "store", world.scope
    world.close()

    async def ask():
        async with await aio.open(folder, clock=world.clock) as memory:
            agent = await memory.agent("coder", scope=scope)
            return [await agent.recall("compare in a table"), await agent.recall("which currency do examples use")]

    assert anyio.run(ask) == synchronous
    assert [found.stance for found in synchronous] == ["answer", "ask"]


def test_r26_what_a_person_rests_on_another_entry_goes_with_it(world: World):
    ground = world.ana.remember("the house is red", kind="fact").entry_id
    rested = world.ana.remember("the house is bright", kind="fact", because=[f"entry:{ground}"]).entry_id
    alone = world.ana.remember("the gate is blue", kind="fact").entry_id
    entry, _ = world.ana.show_entry(str(rested))
    assert entry.derived_from == (ground,)
    preview = world.ana.preview(Selector(ids=(str(ground),)))
    assert [each.id for each in preview.dependents] == [rested]
    world.ana.forget(preview)
    assert [each.id for each in world.ana.list_entries()] == [alone]
    with pytest.raises(NotFoundError):
        world.ana.remember("the house is bright", kind="fact", because=f"entry:{ground}")


def test_r26_who_replaces_an_entry_sees_what_falls_with_it(world: World):
    ground = world.ana.remember("the house is red", kind="fact", entity="house", attribute="colour", value="red")
    rested = world.ana.remember("the house is bright", kind="fact", because=f"entry:{ground.entry_id}").entry_id
    stated = world.ana.remember(
        "the house is grey",
        kind="fact",
        supersedes=ground.entry_id,
        is_approved=False,
        entity="house",
        attribute="colour",
    )
    shown = world.ana.show(str(stated.proposal_id))
    assert f"falls with it: the house is bright ({rested})" in shown.beside.split("\n")
    doubt = world.agent(scope=Scope(user="ana")).challenge(str(ground.entry_id), reason="it was painted")
    assert "falls with it" not in world.ana.show(str(doubt.proposal_id)).beside
    world.ana.approve(shown)
    held = {held.entry.claim.text: held.state for held in world.ana.disclose().entries}
    assert held == {
        "the house is red": "superseded",
        "the house is bright": "superseded",
        "the house is grey": "active",
    }


@pytest.mark.parametrize("empty", ["", "  "])
def test_empty_fields_are_not_given_so_what_names_no_slot_replaces_nothing(world: World, empty: str):
    bare = {"kind": "fact", "entity": empty, "attribute": empty, "value": empty, "applies_when": empty}
    first = world.ana.remember("The office is in Rome", **bare)
    second = world.ana.remember("The lamp is green", **bare)
    kept = {each.id: each.entry for each in world.ana.list_entries()}
    assert [kept[each.entry_id].status for each in (first, second)] == ["active", "active"]
    assert [kept[each.entry_id].claim.fields().keys() for each in (first, second)] == [{"text"}, {"text"}]
    asked = world.agent().propose("The desk is oak", **bare)
    assert world.approve(asked).claim.slot is None


def test_a_slot_without_a_value_does_not_break_the_recall_that_asks_about_it(world: World):
    slot = {"kind": "fact", "entity": "billing", "attribute": "port"}
    world.ana.remember("The port of billing is open", value="", **slot)
    with world.task() as task:
        task.hear("The port of billing is 90.", by=world.ana)
    assert world.recall("what is the port of billing?").stance == "ask"
