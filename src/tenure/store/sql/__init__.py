"""Gives the named SQL statements and the numbered migrations, read once from the files beside this one."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Final

_HERE: Final = Path(__file__).parent
_NAME: Final = re.compile(r"^-- name: (\w+)$", re.MULTILINE)
_COMMENT: Final = re.compile(r"^--.*$", re.MULTILINE)


def parse(text: str) -> dict[str, str]:
    """Give the statements of a `.sql` text by name, without comments and closing semicolons."""
    parts = _NAME.split(text)[1:]
    bodies = (" ".join(_COMMENT.sub("", body).split()).removesuffix(";") for body in parts[1::2])
    return dict(zip(parts[::2], bodies, strict=True))


@lru_cache(maxsize=1)
def statements() -> dict[str, str]:
    """Give every statement that reading and writing use, by name."""
    return parse((_HERE / "queries.sql").read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def migrations() -> tuple[tuple[str, ...], ...]:
    """Give the statements of every migration, oldest first; migration 1 makes the first schema."""
    files = sorted((_HERE / "migrations").glob("[0-9]*.sql"))
    return tuple(tuple(parse(file.read_text(encoding="utf-8")).values()) for file in files)
