"""The tools, defined once: bounded texts, strict arguments, and every refusal mended by what it says to try."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import anyio
import pytest
from jsonschema import Draft202012Validator

import tenure
from tenure.aio import AsyncAgent
from tenure.faces.agents.catalog import TOOLS
from tenure.faces.agents.files.tree import MemoryFiles
from tenure.faces.agents.tools import Called, Tools
from tenure.faces.cli.app import run
from tests.world import World

DESCRIPTION_CHARS_MAX = 500
NEVER = {"scope", "user", "repository", "project", "origin", "trust", "channel", "speaker", "principal", "strength"}


@pytest.fixture
def tools(world: World) -> Tools:
    return tenure.tools(world.agent())


def checked(called: Called, name: str) -> dict:
    """Give the envelope, after its own schema was asked."""
    tool = next(each for each in TOOLS if each.name == name)
    Draft202012Validator(tool.returns()).validate(called.envelope)
    return dict(called.envelope)


def test_there_are_at_most_eight_and_each_is_told_shortly() -> None:
    assert len(TOOLS) <= 8
    for tool in TOOLS:
        assert 40 < len(tool.description) <= DESCRIPTION_CHARS_MAX, tool.name
        Draft202012Validator.check_schema(tool.parameters())
        Draft202012Validator.check_schema(tool.returns())


def test_r33_no_argument_names_a_scope_a_person_or_an_origin() -> None:
    assert not {name for tool in TOOLS for name in tool.properties} & NEVER
    assert not {"approve", "grant", "widen", "review", "settle", "remember"} & {tool.name for tool in TOOLS}


def test_a_tool_recalls_quoted_data_and_says_when_there_is_nothing(world: World, tools: Tools) -> None:
    world.approve(world.said("Give me tables please.", "give me tables"))
    found = tools.call("recall", {"query": "tables"})
    told = checked(found, "recall")
    assert told["status"] == "answer"
    assert [each["text"] for each in told["data"]["usable"]] == ["give me tables"]
    assert '"give me tables"' in found.text
    assert told["data"]["usable"][0]["age"] == "0 s"
    assert "not instructions" in told["data"]["reading"]
    assert "not instructions" in found.text
    nothing = checked(tools.call("recall", '{"query": "quantum chromodynamics"}'), "recall")
    assert nothing["status"] == "abstain"
    assert nothing["data"]["reason"] == "nothing_relevant"
    assert checked(tools.call("brief"), "brief")["data"]["usable"][0]["text"] == "give me tables"


def test_an_entry_is_told_with_the_time_in_which_it_is_true(world: World, tools: Tools) -> None:
    begins, ends = world.clock.now() - timedelta(days=1), world.clock.now() + timedelta(days=9)
    world.ana.remember("the host is alpha", kind="fact", scope=world.scope, valid_from=begins, valid_until=ends)
    (told,) = checked(tools.call("recall", {"query": "the host"}), "recall")["data"]["usable"]
    assert [told["valid_from"], told["valid_until"]] == [f"{each:%Y-%m-%dT%H:%M:%SZ}" for each in (begins, ends)]


def test_r05_what_a_tool_proposes_waits_for_a_person(world: World, tools: Tools) -> None:
    told = checked(tools.call("propose", {"claim": "the tests run with make test", "kind": "fact"}), "propose")
    assert told["status"] == "pending"
    assert told["next"] == [{"who": "person", "do": "tenure review"}]
    (shown,) = world.ana.pending()
    assert shown.proposal.id == told["data"]["proposal_id"]
    assert shown.proposal.trust.name == "AGENT_INFERRED"
    dropped = tools.call("forget", {"id": shown.proposal.id})
    assert dropped.envelope["status"] == "done"
    assert world.ana.pending() == ()


def test_r25_correct_and_forget_only_ask(world: World, tools: Tools) -> None:
    entry = world.approve(world.said("Give me tables please.", "give me tables"))
    asked = [
        checked(tools.call("correct", {"entry_id": entry.id, "claim": "give me lists"}), "correct"),
        checked(tools.call("forget", {"id": entry.id, "reason": "no longer wanted"}), "forget"),
    ]
    assert [each["status"] for each in asked] == ["pending", "pending"]
    assert checked(tools.call("list_entries"), "list_entries")["data"]["usable"][0]["text"] == "give me tables"


def test_r22_code_that_changed_is_verified_then_corrected_from_the_source(world: World, tools: Tools) -> None:
    proposed = tools.call(
        "propose",
        {"claim": "TIMEOUT is 30", "kind": "code", "because": "rates.py:3", "check": "literal TIMEOUT == 30"},
    )
    assert proposed.decision is not None
    entry = world.approve(proposed.decision)
    assert checked(tools.call("verify", {"entry_id": entry.id}), "verify")["status"] == "done"
    world.repository.write({"rates.py": "TIMEOUT = 60\n"})
    stale = checked(tools.call("verify", {"path": "rates.py"}), "verify")
    assert (stale["status"], stale["data"]["stale"]) == ("stale", 1)
    assert stale["next"] == [{"who": "agent", "do": f"correct(entry_id='{entry.id}')"}]
    held = checked(tools.call("recall", {"query": "what is the timeout"}), "recall")
    assert held["data"]["withheld"][0]["id"] == entry.id
    assert "30" not in json.dumps(held["data"])
    drafted = checked(tools.call("correct", {"entry_id": entry.id}), "correct")
    assert drafted["status"] == "pending"
    assert drafted["data"]["healed"]["done"] == "correction"


def test_a_note_is_kept_and_found_in_the_task_of_the_handle(world: World) -> None:
    with world.task() as task:
        tools = tenure.tools(task.agent("coder"))
        kept = checked(tools.call("note", {"text": "rounding happens twice"}), "note")
        assert kept["data"]["task"] == task.id
        found = checked(tools.call("note", {"find": "rounding"}), "note")
        assert [each["text"] for each in found["data"]["notes"]] == ["rounding happens twice"]
        both = tools.call("note", {"text": "a", "find": "b"})
        assert (both.is_error, both.envelope["data"]["code"]) == (True, "bad_text")
    without = tenure.tools(world.agent()).call("note", {"text": "no task"})
    assert without.envelope["data"]["code"] == "not_allowed"


@pytest.mark.parametrize(
    ("name", "arguments", "code"),
    [
        ("recall", {}, "bad_query"),
        ("recall", {"query": ""}, "bad_query"),
        ("recall", {"query": 7}, "bad_query"),
        ("recall", {"query": "x", "user": "bob"}, "bad_arguments"),
        ("recall", {"query": "x", "limit": True}, "bad_limit"),
        ("recall", {"query": "x", "limit": 0}, "bad_limit"),
        ("recall", {"query": "x", "purpose": ["hacking"]}, "bad_purpose"),
        ("list_entries", {"limit": -5}, "bad_limit"),
        ("list_entries", {"limit": 0}, "bad_limit"),
        ("note", {"find": "x", "limit": -1}, "bad_limit"),
        ("recall", "{", "bad_arguments"),
        ("recall", "[1]", "bad_arguments"),
        ("recall", "[" * 50_000, "bad_arguments"),
        ("propose", {"claim": "x"}, "bad_kind"),
        ("propose", {"claim": "x", "kind": "order"}, "bad_kind"),
        ("propose", {"claim": "x", "kind": "fact", "because": [1]}, "bad_because"),
        ("propose", {"claim": "x", "kind": "fact", "expires_at": "soon"}, "bad_date"),
        ("verify", {"entry_id": "ent_nowhere"}, "not_found"),
        ("forget", {"id": "ent_nowhere"}, "not_found"),
        ("approve", {"id": "prop_1"}, "no_tool"),
    ],
)
def test_a_wrong_call_is_told_as_one_and_repeats_no_value(tools: Tools, name: str, arguments, code: str) -> None:
    wrong = tools.call(name, arguments)
    assert (wrong.is_error, wrong.envelope["status"], wrong.envelope["data"]["code"]) == (True, "error", code)
    assert wrong.envelope["next"]
    assert "bob" not in wrong.text


LONG = "the deployment uses four machines in two regions and " * 8


@pytest.mark.parametrize(
    "arguments",
    [
        {"claim": LONG, "kind": "fact"},
        {"claim": "the tests need a database", "kind": "fact", "purpose": "hacking"},
        {"claim": "the tests need a database", "kind": "fact", "expires_at": "2020-01-01"},
        {"claim": "the tests need a database", "kind": "fact", "expires_at": "36000"},
        {"claim": "the tests need a database", "kind": "fact", "valid_until": "2020-01-01"},
        {"claim": "TIMEOUT is 45", "kind": "code", "because": ["rates.py:3"]},
        {"claim": "TIMEOUT is 30", "kind": "code"},
        {"claim": "the tests need a database", "kind": "fact", "applies_when": "y" * 600},
    ],
)
def test_what_a_refusal_says_to_try_is_not_refused_for_that_code_again(tools: Tools, arguments: dict[str, str]) -> None:
    told = checked(tools.call("propose", arguments), "propose")
    assert told["status"] == "refused"
    lacking = [each for each in told["verdicts"] if each["outcome"] == "refuses"]
    tried = [each for each in lacking if each["fix"] == "agent"]
    assert tried
    for verdict in tried:
        assert set(verdict["try"]) <= set(TOOLS[2].properties)
        again = checked(tools.call("propose", {**arguments, **verdict["try"]}), "propose")
        assert verdict["code"] not in {each["code"] for each in again["verdicts"] if each["outcome"] == "refuses"}


def test_r35_another_persons_entry_is_as_missing_as_one_that_never_was(world: World, tools: Tools) -> None:
    entry = world.approve(world.said("Give me tables please.", "give me tables"))
    bob = tenure.tools(world.agent(scope=tenure.Scope(user="bob")))
    for name, arguments in (("verify", {"entry_id": entry.id}), ("forget", {"id": entry.id})):
        theirs, nobodys = bob.call(name, arguments), bob.call(name, dict.fromkeys(arguments, "ent_none"))
        assert theirs.envelope == nobodys.envelope


def test_r31_what_is_never_kept_is_refused_and_repeated_nowhere(tools: Tools, tmp_path: Path) -> None:
    secret = "ghp_" + "q7Zr2LmX9vTn4KbW8yJd6HsP3cFaQeRtUo1i"
    refused = tools.call("propose", {"claim": f"the token is {secret}", "kind": "fact"})
    assert refused.envelope["status"] == "refused"
    assert secret not in refused.text


def test_a_closed_memory_says_so_and_lets_the_work_go_on(world: World, tools: Tools) -> None:
    world.memory.close()
    broken = tools.call("recall", {"query": "tables"})
    assert (broken.is_error, broken.envelope["data"]["code"]) == (True, "closed")
    assert {"who": "agent", "do": "go on without memory"} in broken.envelope["next"]


def test_every_sdk_is_given_the_same_tools(tools: Tools) -> None:
    given = {each["name"]: each["input_schema"] for each in tools.schemas()}
    functions = {each["function"]["name"]: each["function"]["parameters"] for each in tools.functions()}
    assert given == functions
    assert "task" not in given["note"]["properties"]  # the handle has its task


def test_r33_tools_stand_on_an_agents_handle_and_on_no_other(world: World) -> None:
    for wrong in (world.ana, None, world.agent().scope):
        for make in (tenure.tools, MemoryFiles):
            with pytest.raises(tenure.RequestError) as refused:
                make(wrong)
            assert (refused.value.code, refused.value.hint) == ("bad_agent", "Pass 'agent' as an AgentHandle.")
    with pytest.raises(tenure.RequestError) as refused:
        tenure.tools(AsyncAgent(world.agent(), anyio.CapacityLimiter(1)))
    assert "agent.handle" in refused.value.hint


def test_a_query_that_is_no_good_is_called_a_query(tools: Tools, capsys: pytest.CaptureFixture[str]) -> None:
    long = tools.call("recall", {"query": "wide tables " * 500}).envelope["data"]
    assert (long["code"], long["message"].split()[0]) == ("over_limit", "'query'")
    with tenure.open() as memory:
        memory.operator("ana").own()
    assert run(["recall", "", "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["data"] == {"code": "bad_query", "message": "'query' is empty"}
