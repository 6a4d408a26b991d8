"""The story with the inspector's command line: a process a call, and the person approves beside it."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tenure
from tests.conformance.story import play, prepared

INSPECTOR = "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js"


def main(node: str, suite: str, tool: str) -> None:
    repository, environment = prepared(tool)
    settings = {name: environment[name] for name in ("TENURE_HOME", "TENURE_EMBEDDER")}
    given = [part for name, value in settings.items() for part in ("-e", f"{name}={value}")]

    async def call(name: str, **arguments: Any) -> dict[str, Any]:
        pairs = [f"{key}={value if isinstance(value, str) else json.dumps(value)}" for key, value in arguments.items()]
        command = [node, str(Path(suite) / INSPECTOR), "--cli", *given, "--cwd", str(repository), tool, "mcp"]
        command += ["--method", "tools/call", "--tool-name", name, *(["--tool-arg", *pairs] if pairs else [])]
        ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return dict(json.loads(ran.stdout)["structuredContent"])

    def approve(proposal_id: str) -> str:
        with pytest.MonkeyPatch.context() as patch:
            for name, value in settings.items():
                patch.setenv(name, value)
            with tenure.open(create=False) as memory:
                ana = memory.person("ana", at=repository)
                return ana.approve(ana.show(proposal_id)).id

    asyncio.run(play(call, repository, approve))


if __name__ == "__main__":
    main(str(Path(sys.argv[1]).resolve()), sys.argv[2], str(Path(sys.argv[3]).resolve()))
