"""Reads files of public sets as they are published: JSON, JSON lines, either compressed, and Parquet with pyarrow."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from tenure.errors import RequestError

Row = dict[str, Any]


def files(data: Path | None, *patterns: str, wanted: str) -> list[Path]:
    """Find the files of a set in what the caller named.

    Args:
        data: A file of the set, or a folder that holds one, at any depth; links out of it are followed.
        patterns: Names of its files, as `*.jsonl`; the first pattern that any file has is taken.
        wanted: What is looked for, in words for the error.

    Raises:
        RequestError: There is none.
    """
    if data is not None and data.is_file():
        return [data]
    for pattern in patterns:
        found = sorted(path for path in data.rglob(pattern) if path.is_file()) if data is not None else []
        if found:
            return found
    raise RequestError(
        f"the data given holds no {wanted}", code="no_data", hint="Name its file or folder with --data; see the manual."
    )


def source_of(row: Row) -> str:
    """Give which set of MemoryAgentBench a row is of; in its metadata, or beside it."""
    metadata: Row = row.get("metadata") or {}
    return str(metadata.get("source") or row.get("source") or "")


def rows(path: Path) -> Sequence[Row]:
    """Give the rows of a file: of a list, of lines, of a table; one that is an object is one row.

    Raises:
        RequestError: It cannot be read as its name says.
    """
    try:
        return list(_parquet(path)) if path.suffix == ".parquet" else list(_json(path))
    except (OSError, ValueError, UnicodeError) as error:
        raise RequestError(
            f"{path.name}: cannot be read ({type(error).__name__})",
            code="bad_data",
            hint="Give it as it was published.",
        ) from None


def _json(path: Path) -> Iterator[Row]:
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as file:
        if ".jsonl" in path.suffixes:
            yield from (json.loads(line) for line in file if line.strip())
            return
        whole = json.load(file)
    yield from whole if isinstance(whole, list) else [whole]


def _parquet(path: Path) -> Iterator[Row]:
    try:
        table = import_module("pyarrow.parquet")
    except ImportError:
        raise RequestError(
            f"{path.name}: a table that needs pyarrow",
            code="no_library",
            hint="Install pyarrow, or convert it to JSON.",
        ) from None
    for batch in table.ParquetFile(path).iter_batches(batch_size=1):
        yield from batch.to_pylist()
