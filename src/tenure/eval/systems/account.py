"""Keeps a memory under evaluation out of the account that evaluates it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def home(folder: Path) -> Iterator[None]:
    """Let nothing of the account that evaluates be read or written."""
    before = os.environ.get("TENURE_HOME")
    os.environ["TENURE_HOME"] = str(folder)
    try:
        yield
    finally:
        os.environ.pop("TENURE_HOME")
        if before is not None:
            os.environ["TENURE_HOME"] = before
