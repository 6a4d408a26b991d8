"""One whole story with any client: recall, propose, approve by the client's question, verify after an edit, forget.

Runs in environments of other releases of the protocol's library, so it needs the standard library and the client alone.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

Call = Callable[..., Awaitable[dict[str, Any]]]


def prepared(tenure: str) -> tuple[Path, dict[str, str]]:
    """Give a repository with one commit, and the environment of a store of its own."""
    folder = Path(tempfile.mkdtemp())
    repository = folder / "repository"
    environment = {**os.environ, "TENURE_HOME": str(folder / "home"), "TENURE_EMBEDDER": "lexical"}
    named = ["-c", "user.name=Ana", "-c", "user.email=ana@example.org"]
    subprocess.run(["git", "init", "--quiet", str(repository)], check=True)
    (repository / "rates.py").write_text("TIMEOUT = 30\n")
    subprocess.run(["git", "-C", str(repository), "add", "."], check=True)
    subprocess.run(["git", "-C", str(repository), *named, "commit", "--quiet", "-m", "x"], check=True)
    subprocess.run(
        [tenure, "init", "--person", "ana"], env=environment, check=True, stdin=subprocess.DEVNULL, capture_output=True
    )
    return repository, environment


async def play(call: Call, repository: Path, approve: Callable[[str], str] | None = None) -> None:
    """Play it; any surprise is an error.

    Args:
        call: Calls a tool and gives its envelope.
        repository: The folder that `prepared` gave.
        approve: Lets the person approve a proposal elsewhere and gives the id of what that made; None for a client
            that shows the question and says yes.
    """
    assert (await call("recall", query="timeout"))["status"] == "abstain"
    kept = await call(
        "propose", claim="TIMEOUT is 30", kind="code", because=["rates.py:1"], check="literal TIMEOUT == 30"
    )
    if approve is None:
        assert (kept["status"], kept["data"]["asked"]) == ("admitted", "approved"), kept
        entry = kept["data"]["entry_id"]
    else:
        assert (kept["status"], kept["data"]["asked"]) == ("pending", "not_asked"), kept
        entry = approve(kept["data"]["proposal_id"])
    found = await call("recall", query="what is the timeout")
    assert found["data"]["usable"][0]["check"]["outcome"] == "verified", found
    (repository / "rates.py").write_text("TIMEOUT = 60\n")
    stale = await call("verify", path="rates.py")
    assert (stale["status"], stale["data"]["stale"]) == ("stale", 1), stale
    held = await call("recall", query="what is the timeout")
    assert held["status"] == "abstain"
    assert held["data"]["withheld"][0]["id"] == entry, held
    (repository / "rates.py").write_text("TIMEOUT = 30\n")
    gone = await call("forget", id=entry, reason="no longer needed")
    if approve is None:
        assert (gone["status"], gone["data"]["asked"]) == ("done", "approved"), gone
    else:
        assert (gone["status"], gone["data"]["asked"]) == ("pending", "not_asked"), gone
        approve(gone["data"]["proposal_id"])
    assert (await call("list_entries"))["data"]["total"] == 0
    sys.stdout.write("the story ended as it should\n")
