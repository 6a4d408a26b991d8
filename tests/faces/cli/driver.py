"""Runs several command lines one after another in one process, for starting one is what costs time.

Reads a JSON list of ``{"args": [...], "stdin": "..."}`` from the file that its first argument names; after each
command it prints its code.
"""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

from tenure.faces.cli.app import run

for case in json.loads(Path(sys.argv[1]).read_text()):
    if "stdin" in case:
        sys.stdin = io.StringIO(case["stdin"])
    code = run(case["args"])
    print(f"[[exit {code}]]", flush=True)
