"""The example loops with the real SDKs and a scripted model: notes in scratch, a proposal, a person's yes."""

from __future__ import annotations

import getpass
import importlib
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tenure
from tests.faces.agents.loopback import Model, Request, as_anthropic, as_openai

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
WORDS = "Please give me a table when you compare things, from now on."
CLAIM = "give me a table when you compare things"
NOTE = "the two databases differ in their licences"


def propose(request: Request) -> tuple[str, dict[str, object]]:
    """Propose what the person said, resting on the note whose id the host told."""
    told = json.dumps(request)
    note = re.search(r"message is (note_\w+)", told)
    assert note is not None
    return "propose", {"claim": CLAIM, "kind": "preference", "because": [note[1]]}


SCRIPT = [
    lambda _: ("note", {"text": NOTE}),
    propose,
    lambda _: "It waits for your yes.",
    lambda request: "yes" if CLAIM in json.dumps(request) else "no",
]
PROVIDERS = [
    pytest.param(("openai_agent", as_openai, "OPENAI_BASE_URL", "/v1"), id="openai"),
    pytest.param(("anthropic_agent", as_anthropic, "ANTHROPIC_BASE_URL", ""), id="anthropic"),
]


@pytest.mark.parametrize("provider", PROVIDERS)
def test_what_the_person_approved_is_recalled_in_the_next_conversation(
    provider: tuple[str, Callable[..., dict[str, object]], str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    name, form, address, path = provider
    monkeypatch.syspath_prepend(str(EXAMPLES))
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "none")
    module: Any = importlib.import_module(name)
    hosting: Any = importlib.import_module("hosting")
    said = iter([WORDS, "y", "Compare two databases in a table.", ""])
    with Model(SCRIPT, form) as model:
        monkeypatch.setenv(address, model.address + path)
        hosting.talk(module.answer, ask=lambda _: next(said), folder=str(tmp_path / "state"))
    printed = capsys.readouterr().out
    assert "It waits for your yes." in printed
    assert printed.rstrip().endswith("yes")
    sent = json.dumps(model.requests[2])
    assert "pending" in sent
    assert len(model.requests[0]["tools"]) == 8
    assert NOTE not in json.dumps(model.requests[3])  # scratch ended with its task
    with tenure.open(tmp_path / "state") as memory:
        (usable,) = memory.agent("a", scope=memory.scope(user=getpass.getuser())).list_entries().usable
        assert usable.entry.claim.text == CLAIM
        assert usable.entry.citations[0].scheme == "statement"


def test_what_the_person_declines_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    hosting: Any = importlib.import_module("hosting")
    said = iter([WORDS, "", ""])

    def answer(turn: Any, _: str) -> str:
        done = turn.tools.call("propose", {"claim": CLAIM, "kind": "preference"})
        return str(done.envelope["status"])

    hosting.talk(answer, ask=lambda _: next(said), folder=str(tmp_path / "state"))
    assert "pending" in capsys.readouterr().out
    with tenure.open(tmp_path / "state") as memory:
        person = getpass.getuser()
        assert memory.agent("a", scope=memory.scope(user=person)).list_entries().usable == ()
        assert memory.person(person).pending() == ()
