"""R22: code that says otherwise withholds the claim, and what is proposed instead waits for the person."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

import tenure
from tenure import Entry, NotFoundError, Outcome, Receipt, Usable, Validation, Withheld
from tenure.model.decision import Request
from tenure.recall.validate import Checks
from tests.world import RATES, World

THIRTY = "literal TIMEOUT == 30"


@pytest.fixture
def timed(world: World) -> Entry:
    slot = {"entity": "timeout", "attribute": "seconds", "value": "30"}
    asked = world.agent().propose("TIMEOUT is 30", kind="code", because="rates.py::TIMEOUT", check=THIRTY, **slot)
    return world.approve(asked)


def _withheld(world: World) -> Withheld:
    (found,) = world.recall("what is the timeout").withheld
    return found


def test_r22_a_contradicted_value_becomes_a_correction_beside_the_old_one(world: World, timed: Entry) -> None:
    world.repository.commit({"rates.py": RATES.replace("30", "45")})
    held = _withheld(world)
    assert (held.outcome, held.reason) == (Outcome.CONTRADICTED, "source_contradicts")
    assert f"heal('{timed.id}')" in held.next_step
    healed = world.agent().heal(timed.id)
    assert (healed.done, healed.outcome) == ("correction", Outcome.CONTRADICTED)
    assert _withheld(world).entry_id == timed.id, "a draft changes nothing until the person decides"
    (shown,) = world.ana.review().new
    assert shown.proposal.id == healed.proposal_id
    assert shown.text.startswith("correct, to (code): TIMEOUT is 45")
    assert "literal TIMEOUT == 45" in shown.text
    assert "kept now: TIMEOUT is 30" in shown.beside
    assert THIRTY in shown.beside
    made = world.ana.approve(shown)
    assert isinstance(made, Entry)
    assert (made.claim.text, made.claim.value, made.supersedes) == ("TIMEOUT is 45", "45", timed.id)
    (usable,) = world.recall("what is the timeout").usable
    assert (usable.entry.id, usable.validation.outcome) == (made.id, Outcome.VERIFIED)


@pytest.mark.parametrize("asked", ["handle", "tool"])
def test_checking_one_entry_checks_no_other(
    world: World, timed: Entry, monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    other = world.approve(world.agent().propose("rates.py names a rate", kind="code", because="rates.py:1-3"))
    uncited = world.ana.remember("answers come as tables").entry_id
    checked, validate = list[str](), Checks.validate_all

    def counting(checks: Checks, entries: Sequence[Entry]) -> tuple[Validation, ...]:
        checked.extend(each.id for each in entries)
        return validate(checks, entries)

    monkeypatch.setattr(Checks, "validate_all", counting)
    agent = world.agent()

    def told(entry_id: str | None) -> list[str]:
        if asked == "handle":
            return [each.entry_id for each in agent.verify_all(entry_id=entry_id)]
        called = tenure.tools(agent).call("verify", {"entry_id": entry_id} if entry_id else {})
        return [each["id"] for each in json.loads(called.text)["data"]["verified"]]

    assert told(timed.id) == [timed.id] == checked
    assert told(uncited) == ([uncited] if asked == "tool" else [])
    assert set(told(None)) == {timed.id, other.id}
    with pytest.raises(NotFoundError):
        agent.verify_all(entry_id="ent_0000000000000000000a")


def test_r22_the_draft_speaks_of_the_branch_where_it_was_asked_and_no_other(world: World, timed: Entry) -> None:
    world.repository.branch("slow", new=True)
    world.repository.commit({"rates.py": RATES.replace("30", "45")})
    assert world.agent().heal(timed.id).done == "correction"
    world.repository.branch("main")
    assert world.agent().heal(timed.id).done == "sound"
    assert world.agent().verify(timed.id).outcome is Outcome.VERIFIED
    assert world.agent().verify(timed.id, ref="slow").outcome is Outcome.CONTRADICTED


def test_r22_asking_again_drafts_no_second_and_a_newer_value_replaces_the_draft(world: World, timed: Entry) -> None:
    world.repository.commit({"rates.py": RATES.replace("30", "45")})
    first = world.agent().heal(timed.id)
    again = world.ana.heal(timed.id)
    assert (again.done, again.proposal_id) == ("waiting", first.proposal_id)
    world.repository.commit({"rates.py": RATES.replace("30", "60")})
    newer = world.agent().heal(timed.id)
    assert newer.done == "correction"
    assert [shown.proposal.claim.text for shown in world.ana.pending()] == ["TIMEOUT is 60"]


def test_r22_a_value_set_back_leaves_nothing_to_mend(world: World, timed: Entry) -> None:
    world.repository.write({"rates.py": RATES.replace("30", "45")})
    assert world.agent().heal(timed.id).done == "correction"
    world.repository.write({"rates.py": RATES})
    assert world.agent().heal(timed.id).done == "sound"


def test_r22_a_claim_without_the_old_value_gives_way_to_what_the_check_says(world: World) -> None:
    asked = world.agent().propose("requests wait half a minute", kind="code", because="rates.py::TIMEOUT", check=THIRTY)
    entry = world.approve(asked)
    world.repository.write({"rates.py": RATES.replace("30", "'long'")})
    world.agent().heal(entry.id)
    (shown,) = world.ana.pending()
    assert shown.proposal.claim.text == "TIMEOUT is 'long'"


def test_r22_changed_lines_are_shown_as_they_are_now_and_the_person_says_whether_it_holds(world: World) -> None:
    entry = world.approve(world.agent().propose("the area is one", kind="code", because="rates.py:7-8"))
    world.repository.commit({"rates.py": "# Rates.\n\n" + RATES.replace("return 1", "return 2")})
    healed = world.agent().heal(entry.id)
    assert (healed.done, healed.outcome, healed.place) == ("correction", Outcome.CHANGED, "rates.py:9-10")
    shown = world.ana.show(healed.proposal_id)
    assert (shown.proposal.request, shown.proposal.claim) == (Request.CORRECT, entry.claim)
    assert "return 2" in shown.text
    made = world.ana.approve(shown, text="the area is two")
    assert isinstance(made, Entry)
    assert world.agent().verify(made.id).outcome is Outcome.VERIFIED


def test_r22_what_is_gone_becomes_a_removal_that_erases_only_when_approved(world: World) -> None:
    entry = world.approve(
        world.agent().propose("there is round_half_up", kind="code", because="rates.py::round_half_up")
    )
    world.repository.commit({"rates.py": RATES.partition("def round_half_up")[0]})
    healed = world.agent().heal(entry.id)
    assert (healed.done, healed.outcome) == ("removal", Outcome.GONE)
    shown = world.ana.show(healed.proposal_id)
    assert shown.proposal.request is Request.FORGET
    assert world.ana.show_entry(entry.id)[0].claim == entry.claim
    assert isinstance(world.ana.approve(shown), Receipt)
    with pytest.raises(NotFoundError):
        world.ana.show_entry(entry.id)


def test_r22_a_symbol_that_must_be_absent_and_came_back_is_up_for_removal(world: World) -> None:
    asked = world.agent().propose("rates.py has no cache", kind="code", because="rates.py:1-3", check="lacks cache")
    entry = world.approve(asked)
    world.repository.write({"rates.py": RATES + "\n\ncache = {}\n"})
    healed = world.agent().heal(entry.id)
    assert (healed.done, healed.outcome) == ("removal", Outcome.CONTRADICTED)
    (shown,) = world.ana.pending()
    assert "cache = {}" not in shown.proposal.claim.text


def test_r22_unchanged_words_get_their_new_place_without_a_question(world: World) -> None:
    entry = world.approve(world.agent().propose("the area is one", kind="code", because="rates.py:7-8"))
    world.repository.commit({"rates.py": "LIMIT = 3\n" + RATES})
    assert world.agent().verify(entry.id).outcome is Outcome.MOVED
    healed = world.agent().heal(entry.id)
    assert (healed.done, healed.place, healed.proposal_id) == ("renewed", "rates.py:8-9", "")
    assert world.ana.pending() == ()
    assert world.agent().verify(entry.id).outcome is Outcome.VERIFIED
    kept, _ = world.ana.show_entry(entry.id)
    assert (kept.claim, kept.citations, kept.approval) == (entry.claim, entry.citations, entry.approval)
    assert [citation.address for citation in kept.renewed] == ["rates.py:8-9"]
    assert world.agent().heal(entry.id).done == "sound"
    world.reopen()
    assert world.agent().verify(entry.id).outcome is Outcome.VERIFIED


def test_r22_a_renewed_place_does_not_lose_the_branch_on_which_the_old_one_holds(world: World) -> None:
    entry = world.approve(world.agent().propose("the area is one", kind="code", because="rates.py:7-8"))
    world.repository.branch("moved", new=True)
    world.repository.git("mv", "rates.py", "prices.py")
    world.repository.commit({"prices.py": RATES + "\n\nclass Price:\n    pass\n"})
    assert world.agent().heal(entry.id).done == "renewed"
    assert world.agent().verify(entry.id).outcome is Outcome.VERIFIED
    world.repository.branch("main")
    assert world.agent().verify(entry.id).outcome in {Outcome.VERIFIED, Outcome.MOVED}


def test_r14_words_cited_before_they_were_committed_are_cited_anew_once_they_are(world: World) -> None:
    world.repository.write({"rates.py": RATES + "\n\nLIMIT = 3\n"})
    entry = world.approve(world.agent().propose("LIMIT is 3", kind="code", because="rates.py::LIMIT"))
    assert entry.citations[0].detail("state") == "worktree"
    assert world.agent().heal(entry.id).done == "sound"
    world.repository.git("add", "--all")
    world.repository.git("commit", "--quiet", "--message", "Limit")
    assert world.agent().heal(entry.id).done == "renewed"
    (renewed,) = world.ana.show_entry(entry.id)[0].renewed
    assert renewed.detail("state") == "commit"
    assert renewed.detail("commit") == world.repository.git("rev-parse", "HEAD")


def test_r19_what_cannot_be_checked_is_neither_renewed_nor_drafted(world: World, timed: Entry) -> None:
    (world.repository.folder / "rates.py").unlink()
    (world.repository.folder / "rates.py").symlink_to("shapes.py")
    healed = world.agent().heal(timed.id)
    assert (healed.outcome, healed.done) == (Outcome.UNVERIFIED, "nothing")
    assert world.ana.pending() == ()


def test_r35_healing_what_is_not_here_answers_as_for_what_is_missing(world: World, timed: Entry) -> None:
    ben = world.memory.agent("coder", scope=world.memory.scope(user="ben"))
    for foreign in (timed.id, "ent_0000000000000000000a"):
        with pytest.raises(NotFoundError, match="no such entry in this scope"):
            ben.heal(foreign)


def test_r22_nothing_of_the_source_is_in_what_the_agent_learns(world: World, timed: Entry) -> None:
    world.repository.commit({"rates.py": RATES.replace("30", "98765")})
    healed = world.agent().heal(timed.id)
    assert "98765" not in repr(healed)
    assert "TIMEOUT" not in repr(healed)
    (usable,) = [each for each in world.agent().verify_all() if each.entry_id == timed.id]
    assert not isinstance(usable, Usable)
    assert usable.is_stale
    assert "98765" not in repr(usable)


def test_r17_the_passage_is_shown_as_it_is_now_beside_what_it_was(world: World, timed: Entry) -> None:
    assert [line.split() for line in world.ana.passage(timed.id)] == [["3", "TIMEOUT", "=", "30"]]
    world.repository.commit({"rates.py": "# Rates.\n" + RATES.replace("30", "45")})
    assert [line.split() for line in world.ana.passage(timed.id)] == [
        ["-", "TIMEOUT", "=", "30"],
        ["4", "+", "TIMEOUT", "=", "45"],
    ]
    world.repository.commit({"rates.py": RATES.replace("TIMEOUT = 30\n", "")})
    assert [line.split()[0] for line in world.agent().passage(timed.id)] == ["-"]
    (world.repository.folder / "rates.py").unlink()
    (world.repository.folder / "rates.py").symlink_to("shapes.py")
    assert world.ana.passage(timed.id) == (), "what cannot be verified is not shown"
