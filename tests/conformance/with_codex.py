"""A real coding agent, offline: its command line with a scripted model calls the tools in a real repository.

The first run proposes a cited fact, the person approves it, the second run uses it, changes the cited code by its
shell, and finds the entry withheld.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import tenure
from tests.conformance.story import prepared
from tests.faces.agents.loopback import Model, as_responses

TOOLS = "mcp__tenure"
Step = tuple[str, dict[str, object]]
CONFIG = """
model = "scripted"
model_provider = "loopback"
approval_policy = "never"
sandbox_mode = "danger-full-access"
[model_providers.loopback]
name = "loopback"
base_url = "{address}/v1"
wire_api = "responses"
[mcp_servers.tenure]
command = "{tenure}"
args = ["mcp", "--agent", "codex"]
required = true
startup_timeout_sec = 60
[mcp_servers.tenure.env]
TENURE_HOME = "{home}"
TENURE_EMBEDDER = "lexical"
"""


class Agent:
    """The coding agent's command line in a repository."""

    def __init__(self, codex: str, tool: str) -> None:
        self.codex, self.tool = codex, tool
        self.repository, self.environment = prepared(tool)

    def run(self, *steps: Step) -> list[str]:
        """Let the model take these steps; give what the agent handed it back after each."""
        with Model([*(lambda _, step=each: step for each in steps), lambda _: "done"], as_responses) as model:
            self._run(model.address)
        return [str(each["input"][-1]["output"]) for each in model.requests[1:]]

    def _run(self, address: str) -> None:
        home = self.repository.parent / "agent"
        home.mkdir(exist_ok=True)
        config = CONFIG.format(address=address, tenure=self.tool, home=self.environment["TENURE_HOME"])
        (home / "config.toml").write_text(config)
        ran = subprocess.run(
            [self.codex, "exec", "--json", "do the task"],
            cwd=self.repository,
            env={**self.environment, "CODEX_HOME": str(home)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-2000:]


def call(name: str, **arguments: object) -> Step:
    """Give a step in which the model calls one of our tools."""
    return f"{TOOLS}.{name}", arguments


def envelope(given: str) -> dict:
    return json.loads(given[given.index("{") :])


def main(codex: str, tool: str) -> None:
    agent = Agent(codex, tool)
    first = agent.run(
        call("recall", query="timeout"),
        call(
            "propose",
            claim="TIMEOUT is 30",
            kind="code",
            because=["rates.py:1"],
            check="literal TIMEOUT == 30",
        ),
    )
    assert envelope(first[0])["status"] == "abstain"
    proposed = envelope(first[1])
    print("proposed:", proposed["status"], proposed["data"])
    assert proposed["status"] == "pending"
    os.environ.update({name: agent.environment[name] for name in ("TENURE_HOME", "TENURE_EMBEDDER")})
    with tenure.open(create=False) as memory:
        ana = memory.person("ana", at=agent.repository)
        ana.approve(ana.show(proposed["data"]["proposal_id"]))
    second = agent.run(
        call("recall", query="what is the timeout"),
        ("exec_command", {"cmd": "printf 'TIMEOUT = 60\\n' > rates.py"}),
        call("verify", path="rates.py"),
        call("recall", query="what is the timeout"),
    )
    used, stale, held = (envelope(second[number]) for number in (0, 2, 3))
    assert used["data"]["usable"][0]["check"]["outcome"] == "verified"
    assert (Path(agent.repository) / "rates.py").read_text() == "TIMEOUT = 60\n"
    assert (stale["status"], stale["data"]["stale"]) == ("stale", 1)
    assert held["status"] == "abstain"
    assert held["data"]["withheld"][0]["id"] == used["data"]["usable"][0]["id"]
    assert "30" not in json.dumps(held["data"]["withheld"])
    print("the story ended with the entry withheld")


if __name__ == "__main__":
    main(*(str(Path(each).absolute()) for each in sys.argv[1:3]))
