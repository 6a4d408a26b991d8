"""Gives the named statements of the `.sql` files beside this one; nothing else in Tenure builds SQL."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

_HERE: Final = Path(__file__).parent
_NAME: Final = re.compile(r"^-- name: ([a-z][a-z0-9_]*)$", re.MULTILINE)
_COMMENT: Final = re.compile(r"^--.*$", re.MULTILINE)


def parse(text: str) -> dict[str, str]:
    """Give the statements of a `.sql` text by name, without comments and closing semicolons."""
    _, *parts = _NAME.split(text)
    bodies = (" ".join(_COMMENT.sub("", body).split()).removesuffix(";") for body in parts[1::2])
    return dict(zip(parts[::2], bodies, strict=True))


@cache
def load_statements(file: str) -> Mapping[str, str]:
    """Give the statements of ``<file>.sql`` by name, read once; migrations lie in the folder `migrations`."""
    return MappingProxyType(parse((_HERE / f"{file}.sql").read_text(encoding="utf-8")))
