"""Runs several command lines one after another in one process, for starting one is what costs time.

Reads a JSON list of ``{"args": [...], "stdin": "..."}`` from its first argument; after each command it prints its code.
"""

from __future__ import annotations

import io
import json
import sys

from tenure.faces.cli import app as _registered  # noqa: F401 - importing it registers the commands
from tenure.faces.cli.app import run

for case in json.loads(sys.argv[1]):
    if "stdin" in case:
        sys.stdin = io.StringIO(case["stdin"])
    code = run(case["args"])
    print(f"[[exit {code}]]", flush=True)
