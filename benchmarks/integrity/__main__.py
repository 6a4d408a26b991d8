"""The command `python -m benchmarks.integrity ENVIRONMENTS`; `make bench-integrity` installs the suites first."""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks.integrity import at_rest, labelled, leftovers, poison


def main(environments: Path) -> int:
    """Run all four and say of each whether it holds; 0 if all do."""
    held = []
    for title, run in (
        ("Files edited behind its back, read by the read path (agent-memory-integrity, at rest)", at_rest.accepted),
        ("Planted through the front door (agent-memory-integrity, memory family)", poison.served_unapproved),
        ("Poison and ordinary notes, with the labels and without (agent-memory-guard)", labelled.lost_with_labels),
        ("What is left of work with secrets (memwall, mimvo)", lambda: leftovers.find_leftovers(environments)),
    ):
        print(f"{title}\n", flush=True)
        held.append(run() == 0)
        print("\nholds\n" if held[-1] else "\nMISSED\n", flush=True)
    return int(not all(held))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
