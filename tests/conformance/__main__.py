"""Runs the official conformance suite against the server, in each revision; exit code 1 if one fails unexpectedly."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

REVISIONS = ("2026-07-28", "2025-11-25")
HERE = Path(__file__).parent


def main(node: str, suite: str) -> int:
    with subprocess.Popen(
        [sys.executable, "-m", "tests.conformance.serve"], stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        try:
            codes = [judge(node, suite, address, revision) for revision in REVISIONS]
        finally:
            server.terminate()
    return max(codes)


def judge(node: str, suite: str, address: str, revision: str) -> int:
    print(f"\n===== {revision} =====", flush=True)
    command = [node, suite, "server", "--url", address, "--requirements", revision]
    ran = subprocess.run(
        [*command, "--expected-failures", str(HERE / "expected.yml")], capture_output=True, text=True, check=False
    )
    _, _, summary = ran.stdout.partition("=== SUMMARY ===")
    print(summary or ran.stdout[-2000:] + ran.stderr[-2000:], flush=True)
    return ran.returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
