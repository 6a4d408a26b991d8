"""One scenario through Python, `tenure.aio`, the command line and the protocol: the same answers by the rules (R41)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Protocol

import pytest
from anyio.from_thread import start_blocking_portal

import tenure
from tenure import Error, aio
from tests.faces.cli.conftest import CODE, make_shell
from tests.faces.cli.shell import Said, Shell
from tests.faces.mcp.face import ByClient

YES = ("[y/N]", "y")
Told = tuple[Any, ...]


class Face(Protocol):
    """What the scenario needs of a face; every answer in plain words, ids apart."""

    def remember(self, text: str, kind: str = "preference", **fields: str) -> tuple[str, str]: ...
    def propose(self, text: str, kind: str, **fields: str) -> tuple[Told, str]: ...
    def approve(self, proposal_id: str) -> str: ...
    def recall(self, text: str, **fields: str) -> Told: ...
    def correct(self, entry_id: str, text: str) -> tuple[str, str]: ...
    def challenge(self, entry_id: str) -> str: ...
    def settle(self, entry_id: str) -> int: ...
    def forget(self, entry_id: str) -> Told: ...
    def ask_to_forget(self, entry_id: str) -> str: ...
    def notes(self, *texts: str) -> Told: ...
    def waiting(self) -> int: ...


def found(recall: tenure.Recall) -> Told:
    usable = sorted((each.entry.claim.text, each.validation.outcome.value) for each in recall.usable)
    withheld = sorted(each.outcome.value for each in recall.withheld if each.outcome is not None)
    return recall.stance.value, usable, withheld, recall.reason


def gates(decision: tenure.Decision) -> Told:
    return decision.status.value, [(each.gate, each.outcome.value, each.code) for each in decision.verdicts]


def erased(state: str, counts: dict[str, int]) -> Told:
    """Give what an erasure counted; how many keys and views went depends on what the process had opened."""
    return state, {name: counts.get(name, 0) for name in ("entries", "proposals", "dependents", "tombstones_made")}


class PythonFace:
    """The handles themselves; for `tenure.aio` each call goes through an event loop of another thread."""

    def __init__(self, folder: Path, *, is_async: bool) -> None:
        self._stack = ExitStack()
        portal = self._stack.enter_context(start_blocking_portal()) if is_async else None
        self._call = portal.call if portal else lambda function, *args: function(*args)
        self.memory = self._do(aio.open if is_async else tenure.open)
        self.at = folder
        self.scope = self._do(self.memory.scope, user="ana", repository_at=folder)
        self.ana = self._do(self.memory.person, "ana", at=folder)
        self.agent = self._do(self.memory.agent, "agent", scope=self.scope)

    def _do(self, method: Any, *args: Any, **named: Any) -> Any:
        return self._call(lambda: method(*args, **named))

    def close(self) -> None:
        self._do(self.memory.close)
        self._stack.close()

    def remember(self, text: str, kind: str = "preference", **fields: str) -> tuple[str, str]:
        scope = self.scope if kind == "code" else None
        decision = self._do(self.ana.remember, text, kind=kind, scope=scope, **fields)
        return decision.status.value, decision.entry_id

    def propose(self, text: str, kind: str, **fields: str) -> tuple[Told, str]:
        decision = self._do(self.agent.propose, text, kind=kind, **fields)
        return gates(decision), decision.proposal_id

    def approve(self, proposal_id: str) -> str:
        return str(self._do(self.ana.approve, self._do(self.ana.show, proposal_id)).status.value)

    def recall(self, text: str, **fields: str) -> Told:
        return found(self._do(self.agent.recall, text, **fields))

    def correct(self, entry_id: str, text: str) -> tuple[str, str]:
        decision = self._do(self.ana.correct, entry_id, text)
        return decision.status.value, decision.entry_id

    def challenge(self, entry_id: str) -> str:
        return str(self._do(self.ana.challenge, entry_id, reason="it looks wrong").status.value)

    def settle(self, entry_id: str) -> int:
        return len(self._do(self.ana.settle, entry_id, keep=True).ended)

    def forget(self, entry_id: str) -> Told:
        try:
            receipt = self._do(self.ana.forget, entry_id)
        except Error as error:
            return (error.code,)
        return erased(receipt.state.value, dict(receipt.erased))

    def ask_to_forget(self, entry_id: str) -> str:
        return str(self._do(self.agent.forget, entry_id).status.value)

    def notes(self, *texts: str) -> Told:
        task = self._do(self.memory.task, "look", scope=self.scope)
        agent = self._do(task.agent, "agent")
        cut = [len(self._do(agent.note, text).removed) for text in texts]
        ended = dict(self._do(task.end).erased)["notes"]
        try:
            self._do(agent.note, texts[0])
        except Error as error:
            return cut, ended, type(error).__name__
        return cut, ended, "it goes on"

    def waiting(self) -> int:
        return len(self._do(self.ana.pending))


class ProtocolFace(PythonFace):
    """An agent behind a client of the protocol, and the person beside it."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, is_async=False)
        self.memory.operator("ana").own()
        self._client = ByClient(folder)
        self.propose = self._client.propose
        self.recall = self._client.recall
        self.ask_to_forget = self._client.ask_to_forget
        self.notes = self._client.notes

    def close(self) -> None:
        self._client.ground.close()
        super().close()


class CommandFace:
    """Real processes; a person answers at a terminal, an agent has none."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.at = shell.folder

    def close(self) -> None:
        return

    def _options(self, fields: dict[str, str]) -> list[str]:
        names = {"applies_when": "when"}
        return [part for name, value in fields.items() for part in (f"--{names.get(name, name)}", value)]

    def _person(self, *command: str) -> dict[str, Any]:
        said = self.shell.at_terminal(*command, "--json", answers=[YES])
        return _envelope(said)

    def _agent(self, *command: str) -> dict[str, Any]:
        return _envelope(self.shell.run(*command, "--json"))

    def remember(self, text: str, kind: str = "preference", **fields: str) -> tuple[str, str]:
        told = self._person("remember", text, "--kind", kind, *self._options(fields))
        return "admitted" if told["status"] == "done" else told["status"], told["data"]["entry_id"]

    def propose(self, text: str, kind: str, **fields: str) -> tuple[Told, str]:
        told = self._agent("propose", text, "--kind", kind, *self._options(fields))
        verdicts = [(each["gate"], each["outcome"], each["code"]) for each in told["verdicts"]]
        return (told["status"], verdicts), told["data"].get("proposal_id", "")

    def approve(self, proposal_id: str) -> str:
        told = self._person("review", "approve", proposal_id)
        return str(told["data"]["entry"]["status"])

    def recall(self, text: str, **fields: str) -> Told:
        told = self._agent("recall", text, *self._options(fields))
        data = told["data"]
        usable = sorted((each["text"], each["check"]["outcome"]) for each in data["usable"])
        withheld = sorted(each["outcome"] for each in data["withheld"] if "outcome" in each)
        return told["status"], usable, withheld, data.get("reason", "")

    def correct(self, entry_id: str, text: str) -> tuple[str, str]:
        told = self._person("correct", entry_id, text)
        return "admitted" if told["status"] == "done" else told["status"], told["data"]["entry_id"]

    def challenge(self, entry_id: str) -> str:
        return str(self._person("challenge", entry_id, "--reason", "it looks wrong")["data"]["status"])

    def settle(self, entry_id: str) -> int:
        return len(self._person("review", "settle", entry_id, "--keep")["data"]["ended"])

    def forget(self, entry_id: str) -> Told:
        said = self.shell.at_terminal("forget", entry_id, "--json", answers=[YES] if self._is_there(entry_id) else [])
        told = _envelope(said)
        if told["status"] == "error":
            return (told["data"]["code"],)
        return erased(told["data"]["state"], told["data"]["erased"])

    def _is_there(self, entry_id: str) -> bool:
        return self.shell.run("why", entry_id).code == 0

    def ask_to_forget(self, entry_id: str) -> str:
        return str(self._agent("forget", entry_id)["status"])

    def notes(self, *texts: str) -> Told:
        task = self._agent("task", "begin", "look")["data"]["task_id"]
        kept = [self._agent("task", "note", text, "--task", task) for text in texts]
        ended = self._agent("task", "end", task)["data"]["erased"]["notes"]
        after = self._agent("task", "note", texts[0], "--task", task)
        refused = {"not_found": "NotFoundError"}.get(after["data"].get("code", ""), "it goes on")
        return [len(each["data"].get("removed", ())) for each in kept], ended, refused

    def waiting(self) -> int:
        return len(self._agent("review")["data"]["new"])


def _envelope(said: Said) -> dict[str, Any]:
    line = next(line for line in reversed(said.out.splitlines()) if line.startswith("{"))
    return Said(said.code, line).json


def tell(face: Face, folder: Path) -> Iterator[tuple[str, object]]:
    """Tell the scenario; every step gives its name and what the face answered."""
    status, table = face.remember("give me tables", applies_when="comparing things")
    yield "a preference is stated", status
    yield "it is found", face.recall("comparing two laptops", purpose="answering")
    yield "nothing else is", face.recall("zebra migration", purpose="answering")
    asked, proposal = face.propose("keep explanations short", "preference")
    yield "an agent asks", asked
    yield "the same again is not asked", face.propose("keep explanations short", "preference")[0]
    yield "a moment is refused", face.propose("we just inspected a.py and b.py", "fact")[0]
    yield "an order is asked", face.propose("always run the linter before a commit", "preference")[0][0]
    yield "so many wait", face.waiting()
    yield "it is approved", face.approve(proposal)
    yield "so many wait now", face.waiting()
    status, code = face.remember(
        "Table has the base Base", "code", because="a.py::Table", check="class Table bases Base"
    )
    yield "code is stated", status
    yield "code is verified", face.recall("which base has Table", purpose="coding")
    (folder / "a.py").write_text(CODE.replace("class Table(Base)", "class Table"))
    yield "code is contradicted", face.recall("which base has Table", purpose="coding")
    (folder / "a.py").write_text(CODE)
    yield "code is verified again", face.recall("which base has Table", purpose="coding")
    status, table = face.correct(table, "give me wide tables")
    yield "it is corrected", status
    yield "the correction is found", face.recall("comparing two laptops", purpose="answering")
    yield "it is challenged", face.challenge(table)
    yield "it is held back", face.recall("comparing two laptops", purpose="answering")
    yield "it is settled", face.settle(table)
    yield "it is back", face.recall("comparing two laptops", purpose="answering")
    yield "an agent's wish waits", face.ask_to_forget(code)
    yield "and changes nothing", face.recall("which base has Table", purpose="coding")
    yield "it is forgotten", face.forget(table)
    yield "it is gone", face.recall("comparing two laptops", purpose="answering")
    yield "it cannot be forgotten twice", face.forget(table)
    yield "it does not come back", face.propose("give me wide tables", "preference")[0]
    yield "notes end with their task", face.notes("rounding happens twice", "my password is Kestrel!482flight")


@pytest.mark.slow
def test_r41_the_same_scenario_gets_the_same_answers(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
):
    told: dict[str, dict[str, object]] = {}
    for name in ("python", "aio", "command line", "protocol"):
        place = tmp_path_factory.mktemp(name.replace(" ", "-"))
        shell = make_shell(place)
        monkeypatch.setenv("TENURE_HOME", str(shell.home))
        face: Any
        if name == "command line":
            assert shell.run("init", "--person", "ana").code == 0
            face = CommandFace(shell)
        elif name == "protocol":
            face = ProtocolFace(shell.folder)
        else:
            face = PythonFace(shell.folder, is_async=name == "aio")
        told[name] = dict(tell(face, face.at))
        face.close()
    different = {
        step: [told[name][step] for name in told]
        for step in told["python"]
        if len({repr(told[name][step]) for name in told}) > 1
    }
    assert different == {}
    assert len(told["python"]) == 27
    assert told["python"]["it is found"] == ("answer", [("give me tables", "standing")], [], "")
    assert told["python"]["code is contradicted"][0] != "answer"
    assert told["python"]["it is gone"][1] == []
