"""Claims in six languages, asked for in other words of the same language, and in English: what each embedder finds.

The rows (`data/languages.jsonl`: eight claims each in Chinese, French, German, Japanese, Russian and Spanish) were
written for this, before anything was measured with them. The claims of one language lie in a scope of their own.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Final

import tenure
from benchmarks.unrelated import DATA
from tenure.errors import PolicyError
from tenure.search.embed.minilm import MiniLM
from tenure.search.embed.multilingual import Multilingual
from tenure.search.embed.port import Embedder

ROWS: Final = DATA / "languages.jsonl"
ASKED: Final = ("task", "english")


def measure() -> dict[str, object]:
    """Give, for each embedder that is there, the shares of claims that come first, and that come back at all."""
    rows = [json.loads(line) for line in ROWS.read_text(encoding="utf-8").splitlines()]
    embedders: dict[str, Embedder | str] = {"words alone": "lexical", "minilm": MiniLM()}
    try:
        embedders["multilingual"] = Multilingual()
    except PolicyError as error:
        print(f"multilingual: {error.hint}")
    return {"claims": len(rows), **{name: _shares(rows, embedder) for name, embedder in embedders.items()}}


def _shares(rows: Iterable[Mapping[str, str]], embedder: Embedder | str) -> dict[str, float]:
    places: dict[str, list[int | None]] = {name: [] for name in ASKED}
    for _, alike in groupby(rows, key=lambda row: row["language"]):
        _ask(tuple(alike), embedder, places)
    return {
        f"asked in {'English' if name == 'english' else 'its language'}, {what}": round(sum(hits) / len(hits), 3)
        for name, found in places.items()
        for what, hits in (("first", [at == 0 for at in found]), ("at all", [at is not None for at in found]))
    }


def _ask(rows: Sequence[Mapping[str, str]], embedder: Embedder | str, places: Mapping[str, list[int | None]]) -> None:
    """Add, for each claim of one language and each way to ask for it, its place in the answer; None if it is not."""
    with tenure.open(":memory:", embedder=embedder) as memory:
        scope, ana = memory.scope(user="ana"), memory.person("ana")
        agent = memory.agent("measuring", scope=scope)
        kept = [ana.remember(row["claim"], kind="fact", scope=scope).entry_id for row in rows]
        for row, entry_id in zip(rows, kept, strict=True):
            for name in ASKED:
                found = [usable.entry.id for usable in agent.recall(row[name], limit=len(rows)).usable]
                places[name].append(found.index(entry_id) if entry_id in found else None)


if __name__ == "__main__":
    print(json.dumps(measure(), indent=1))
