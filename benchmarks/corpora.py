"""Reads the measured corpora: rows of JSON lines whose secrets are made when they are loaded, never kept in a file."""

from __future__ import annotations

import argparse
import importlib.util
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

Row = dict[str, Any]


def folder(text: str) -> Path:
    """Give the folder that an argument names.

    Raises:
        argparse.ArgumentTypeError: There is none.
    """
    path = Path(text)
    if not path.is_dir():
        raise argparse.ArgumentTypeError("no such folder")
    return path


def rows(folder: Path, name: str) -> list[Row]:
    """Give the rows of a file, each with its whole text as ``full``; none if the file is absent."""
    path = folder / name
    if not path.is_file():
        return []
    loader = _loader(folder)
    if loader is not None:
        return list(loader.load(str(path)))
    read = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip())
    return [row | {"full": row.get("text", "")} for row in read]


def expanded(text: str, folder: Path) -> str:
    """Give a text with its markers made into fake secrets, as the rows of a file have them."""
    loader = _loader(folder)
    return text if loader is None else str(loader.expand({"text": text}))


def indirect(folder: Path) -> Iterator[str]:
    """Give the texts of the indirect injections, which lie in ``bipia/`` in the folder or beside it."""
    for place in (folder / "bipia", folder.parent / "bipia"):
        found = sorted(place.glob("*_attack_*.json"))
        for path in found:
            for texts in json.loads(path.read_text(encoding="utf-8")).values():
                yield from texts
        if found:
            return


@cache
def _loader(folder: Path) -> Any:
    path = folder / "load_corpora.py"
    spec = importlib.util.spec_from_file_location("tenure_load_corpora", path)
    if not path.is_file() or spec is None or spec.loader is None:
        return None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
