"""Paraphrases: could claims that say the same in other words be folded by their vectors? Beside them, look-alikes.

Each row (`data/paraphrases.jsonl`, written before anything was measured with it) is a claim, the same in other words,
and a claim that differs in the one word that counts: a number, a name, *not*. To fold that one would hide a claim.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import numpy as np

from tenure.model.folding import fold_wording
from tenure.search.embed.minilm import MiniLM

PAIRS: Final = Path(__file__).with_name("data") / "paraphrases.jsonl"
THRESHOLDS: Final = (0.7, 0.8, 0.9)


def measure() -> dict[str, object]:
    """Give how many paraphrases and look-alikes a threshold on the cosine would fold, and how many Tenure folds."""
    rows = [json.loads(line) for line in PAIRS.read_text(encoding="utf-8").splitlines()]
    claims, same, others = (MiniLM().embed([row[name] for row in rows]) for name in ("claim", "same", "other"))
    near, alike = np.einsum("ij,ij->i", claims, same), np.einsum("ij,ij->i", claims, others)
    by_cosine = {
        f"cosine from {least}: folded, wrongly": [int((near >= least).sum()), int((alike >= least).sum())]
        for least in THRESHOLDS
    }
    return {
        "pairs": len(rows),
        "folded by their words, wrongly": [_folded(rows, name) for name in ("same", "other")],
        **by_cosine,
        "folded by the cosine if none may be wrong": int((near > alike.max()).sum()),
        "look-alike nearer than the paraphrase": int((alike > near).sum()),
    }


def _folded(rows: Sequence[Mapping[str, str]], name: str) -> int:
    """Count the pairs that a recall says once: those of nearly the same words."""
    return sum(fold_wording(row["claim"]) == fold_wording(row[name]) for row in rows)
