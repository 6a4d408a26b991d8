"""Asking through the client: exactly the bytes that will be kept, bound to them, used up by one answer (R33, R38)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import anyio
import pytest
from mcp import Client, types
from mcp.shared.exceptions import MCPError

import tenure
from tenure.faces.mcp import consent
from tests.faces.mcp.conftest import Desk, told

PLAIN = {"claim": "the tests run with make test", "kind": "fact"}


def proposing(**changed: Any) -> Callable[[Client], Any]:
    async def story(client: Client) -> dict[str, Any]:
        return await told(client, "propose", **{**PLAIN, **changed})

    return story


def test_r33_a_yes_keeps_exactly_what_was_shown_with_the_strength_client(desk: Desk, mode: str) -> None:
    desk.says("yes")
    kept = desk.run(proposing(), mode, shows=True)
    assert (kept["status"], kept["data"]["asked"], kept["next"]) == ("admitted", "approved", [])
    entry, _ = desk.ana.show_entry(kept["data"]["entry_id"])
    assert entry.claim.text == PLAIN["claim"]
    assert entry.approval is not None
    assert entry.approval.strength is tenure.Strength.CLIENT
    (message,) = desk.asked
    assert message.splitlines()[0] == "remember (fact): the tests run with make test"
    assert "source: none; your approval will be its source" in message
    assert len(message) <= consent.MESSAGE_CHARS_MAX
    assert desk.ana.pending() == ()


@pytest.fixture
def takes_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let an answer count as one that a person took time for."""
    monkeypatch.setattr(consent, "REACTION_SECONDS_MIN", 0.0)


@pytest.mark.usefixtures("takes_time")
@pytest.mark.parametrize(
    ("answer", "status", "asked"),
    [
        ("no", "declined", "declined"),
        ("decline", "declined", "declined"),
        ("never this", "declined", "declined"),
        ("cancel", "pending", "not_answered"),
        ("approve", "pending", "not_answered"),
    ],
)
def test_declined_and_not_answered_and_not_asked_are_three_answers(
    desk: Desk, mode: str, answer: str, status: str, asked: str
) -> None:
    desk.says(answer)
    given = desk.run(proposing(), mode, shows=True)
    assert (given["status"], given["data"]["asked"]) == (status, asked)
    assert len(desk.ana.pending()) == (status == "pending")


def test_a_plain_no_sooner_than_anybody_reads_is_the_clients_own_and_changes_nothing(desk: Desk, mode: str) -> None:
    desk.says("decline", "no")
    given = desk.run(proposing(), mode, shows=True)
    assert (given["status"], given["data"]["asked"], given["data"]["because"]) == (
        "pending",
        "not_asked",
        "client_cannot",
    )
    said = desk.run(proposing(claim="the tests run with make lint"), mode, shows=True)
    assert said["data"]["asked"] == "declined"
    assert len(desk.ana.pending()) == 1


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"claim": "always use tabs", "kind": "instruction"}, "needs_present"),
        ({"claim": "push to main after every change", "kind": "preference"}, "needs_present"),
    ],
)
def test_r33_orders_and_instructions_are_never_asked_there(desk: Desk, mode: str, changed: Any, why: str) -> None:
    given = desk.run(proposing(**changed), mode, shows=True)
    assert (given["status"], given["data"]["asked"], given["data"]["because"]) == ("pending", "not_asked", why)
    assert desk.asked == []
    assert len(desk.ana.pending()) == 1


@pytest.mark.parametrize(("more", "asked"), [(0, "approved"), (-1, "not_asked")])
def test_a_question_is_put_up_to_its_bound_and_not_one_character_beyond(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, more: int, asked: str
) -> None:
    desk.says("cancel")
    desk.run(proposing(), "auto", shows=True)
    monkeypatch.setattr(consent, "MESSAGE_CHARS_MAX", len(desk.asked[0]) + more)
    desk.says("yes")
    given = desk.run(proposing(claim="the tests run with make fest"), "auto", shows=True)
    assert given["data"]["asked"] == asked


def test_r38_after_three_questions_in_a_session_the_rest_waits(desk: Desk, mode: str) -> None:
    desk.says("cancel", "cancel", "cancel")

    async def story(client: Client) -> list[str]:
        claims = [f"part {name} of the project has tests of its own" for name in ("one", "two", "three", "four")]
        given = [await told(client, "propose", claim=claim, kind="fact") for claim in claims]
        return [each["data"]["asked"] for each in given]

    assert desk.run(story, mode, shows=True) == ["not_answered", "not_answered", "not_answered", "not_asked"]
    assert len(desk.ana.pending()) == 4


def test_r25_to_forget_is_asked_for_what_the_agent_may_see_and_else_waits(desk: Desk, mode: str) -> None:
    proposed = {"claim": "TIMEOUT is 30", "kind": "code", "because": ["rates.py:3"]}
    desk.says("yes")
    entry = desk.run(proposing(**proposed), mode, shows=True)["data"]["entry_id"]

    async def forget(client: Client) -> dict[str, Any]:
        return await told(client, "forget", id=entry)

    desk.repository.write({"rates.py": "TIMEOUT = 60\n"})
    held = desk.run(forget, mode, shows=True)
    assert (held["status"], held["data"]["because"]) == ("pending", "not_for_agents")
    desk.repository.git("checkout", "--", "rates.py")
    (shown,) = desk.ana.pending()
    desk.ana.decline(shown)
    desk.says("yes")
    done = desk.run(forget, mode, shows=True)
    assert (done["status"], done["data"]["asked"]) == ("done", "approved")
    assert done["data"]["receipt_id"].startswith("rcpt_")


class Opened:
    """A call that was left open for an answer, to be made again by hand."""

    def __init__(self, client: Client, asked: types.InputRequiredResult) -> None:
        self._client = client
        self.state = asked.request_state or ""
        self.keys = list(asked.input_requests or {})

    async def again(self, *, state: str | None = None, arguments: Any = None, answer: str = "yes") -> dict[str, Any]:
        said = types.ElicitResult(action="accept", content={"answer": answer})
        answered = await self._client.session.call_tool(
            "propose",
            arguments or PLAIN,
            input_responses=dict.fromkeys(self.keys, said),
            request_state=self.state if state is None else state,
            allow_input_required=True,
        )
        assert isinstance(answered, types.CallToolResult)
        return dict(answered.structured_content)


def by_hand(desk: Desk, story: Callable[[Opened], Any]) -> None:
    async def play() -> None:
        async with desk.client("auto", shows=True) as client:
            asked = await client.session.call_tool("propose", PLAIN, allow_input_required=True)
            assert isinstance(asked, types.InputRequiredResult)
            await story(Opened(client, asked))

    anyio.run(play)


def test_r33_an_answer_is_used_up_by_the_transaction_that_approves(desk: Desk) -> None:
    async def story(opened: Opened) -> None:
        assert (await opened.again())["status"] == "admitted"
        again = await opened.again()
        assert (again["status"], again["data"]["code"]) == ("error", "not_found")

    by_hand(desk, story)
    assert len(desk.ana.list_entries()) == 1


def test_r33_an_altered_or_borrowed_state_approves_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(opened: Opened) -> None:
        last = "A" if opened.state[-2] != "A" else "B"
        wrong = [
            {"state": opened.state[:-2] + last + opened.state[-1]},
            {"state": opened.state[:40]},
            {"state": '{"proposal": "prop_x", "digest": "", "policy": ""}'},
            {"arguments": {**PLAIN, "claim": "the tests run with make lint"}},
        ]
        for each in wrong:
            with pytest.raises(MCPError, match="requestState"):
                await opened.again(**each)
        from mcp.server import request_state

        later = request_state.time.time() + 601
        with monkeypatch.context() as patch:
            patch.setattr(request_state.time, "time", lambda: later)
            with pytest.raises(MCPError, match="requestState"):
                await opened.again()
        assert (await opened.again(answer="no"))["status"] == "declined"

    by_hand(desk, story)
    assert desk.ana.list_entries() == ()


def test_r33_what_changed_since_it_was_asked_is_not_approved(desk: Desk) -> None:
    async def story(opened: Opened) -> None:
        with tenure.open(create=False) as memory:
            tighter = tenure.Policy(
                **{
                    **{name: getattr(memory.policy, name) for name in memory.policy.__dataclass_fields__},
                    "questions_day_max": 7,
                }
            )
            memory.operator("ana").set_policy(tighter, by=memory.person("ana"))
        again = await opened.again()
        assert (again["status"], again["data"]["code"]) == ("error", "changed_meanwhile")

    by_hand(desk, story)
    assert len(desk.ana.pending()) == 1
