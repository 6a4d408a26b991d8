"""Makes the store that `test_first_version` opens for ever after; run once for each version of the schema.

``python -m tests.store.first_version FOLDER`` writes data, keys and the facts by which the test knows them again.
Run it outside of any work tree, for a store whose files git tracks is refused; then copy the folder here.
"""

from __future__ import annotations

import json
import os
import sys
from datetime import UTC, datetime
from pathlib import Path

import tenure

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


def make(folder: Path) -> None:
    """Fill a store with one record of every form."""
    os.environ["TENURE_HOME"] = str(folder / "home")
    with tenure.open(folder / "data", keys=folder / "keys", clock=tenure.FrozenClock(NOW)) as memory:
        memory.operator("ana").own()
        ana = memory.person("ana")
        kept = ana.remember("answers come as tables", entity="answers", attribute="form", value="tables")
        gone = ana.remember("answers come with jokes")
        receipt = ana.forget(gone.entry_id)
        grant = ana.grant("preference")
        waiting = memory.agent("coder", scope=tenure.Scope(user="ana")).propose("short answers", kind="preference")
    facts = {
        "kept": kept.entry_id,
        "forgotten": gone.entry_id,
        "receipt": receipt.id,
        "grant": grant.id,
        "waiting": waiting.proposal_id,
    }
    (folder / "facts.json").write_text(json.dumps(facts, indent=2) + "\n")


if __name__ == "__main__":
    make(Path(sys.argv[1]))
