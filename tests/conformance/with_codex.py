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
from tests.conformance.scripted import Scripted, Step, call, say
from tests.conformance.story import prepared

TOOLS = "mcp__tenure"
CONFIG = """
model = "scripted"
model_provider = "loopback"
approval_policy = "never"
sandbox_mode = "danger-full-access"
[model_providers.loopback]
name = "loopback"
base_url = "{address}"
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

    def run(self, *steps: Step) -> Scripted:
        model = Scripted([*steps, say("done")])
        home = self.repository.parent / "agent"
        home.mkdir(exist_ok=True)
        config = CONFIG.format(address=model.address, tenure=self.tool, home=self.environment["TENURE_HOME"])
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
        return model


def envelope(given: str) -> dict:
    return json.loads(given[given.index("{") :])


def main(codex: str, tool: str) -> None:
    agent = Agent(codex, tool)
    first = agent.run(
        call("recall", namespace=TOOLS, query="timeout"),
        call(
            "propose",
            namespace=TOOLS,
            claim="TIMEOUT is 30",
            kind="code",
            because=["rates.py:1"],
            check="literal TIMEOUT == 30",
        ),
    )
    assert envelope(first.given(1))["status"] == "abstain"
    proposed = envelope(first.given(2))
    print("proposed:", proposed["status"], proposed["data"])
    assert proposed["status"] == "pending"
    os.environ.update({name: agent.environment[name] for name in ("TENURE_HOME", "TENURE_EMBEDDER")})
    with tenure.open(create=False) as memory:
        ana = memory.person("ana", at=agent.repository)
        ana.approve(ana.show(proposed["data"]["proposal_id"]))
    second = agent.run(
        call("recall", namespace=TOOLS, query="what is the timeout"),
        call("exec_command", cmd="printf 'TIMEOUT = 60\\n' > rates.py"),
        call("verify", namespace=TOOLS, path="rates.py"),
        call("recall", namespace=TOOLS, query="what is the timeout"),
    )
    used, stale, held = (envelope(second.given(number)) for number in (1, 3, 4))
    assert used["data"]["usable"][0]["check"]["outcome"] == "verified"
    assert (Path(agent.repository) / "rates.py").read_text() == "TIMEOUT = 60\n"
    assert (stale["status"], stale["data"]["stale"]) == ("stale", 1)
    assert held["status"] == "abstain"
    assert held["data"]["withheld"][0]["id"] == used["data"]["usable"][0]["id"]
    assert "30" not in json.dumps(held["data"]["withheld"])
    print("the story ended with the entry withheld")


if __name__ == "__main__":
    main(*(str(Path(each).absolute()) for each in sys.argv[1:3]))
