"""Compare the package's file of weights with the published model: `python models/check_minilm.py FOLDER`.

FOLDER holds the upstream ``model.safetensors``, ``vocab.txt`` and ``tokenizer.json``. Three checks: our file is what
`build_minilm.py` makes of them, byte for byte; our tokens are those of the reference tokenizer; our vectors lie as
near to those of the unrounded weights as the page says. Exits 1 if one fails.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import build_minilm
import numpy as np
from tokenizers import Tokenizer

from tenure.search.embed.minilm import IDS_MAX, WEIGHTS, MiniLM, open_tokens

LEAST_COSINE = 0.998
EXAMPLE = "This is an example sentence"
# The first numbers that the model's own page gives for the sentence above.
EXAMPLE_BEGINS = (0.06765689, 0.06349589, 0.0487131, 0.07930497)
TEXTS = (
    EXAMPLE,
    "give me a table when comparing things",
    "TIMEOUT is 30 in config.py, and retries = 3",
    "The billing service rounds half up to two decimals.",
    "def resolve(self, host: str) -> HTTPConnection: ...",
    "naïve café, résumé: 5 % off",
    "answers in bullet points, with the verdict last",
    "Please never schedule meetings before ten o'clock.",
)
ODD_TEXTS = (
    "",
    "x" * 150,
    "word " * 400,
    "Привет мир",
    "日本語のテキスト",
    "שלום",
    "a\u0301\u200b\x00b\tc",
    "$+<=>^`|~",
    "emoji 🌰 here",
)


def unrounded(folder: Path, out: Path) -> MiniLM:
    """Give the same network with the weights as they were published."""
    rounded = build_minilm.rounded
    build_minilm.rounded = lambda matrix, *, axis: (matrix, np.ones(matrix.shape[1 - axis], dtype=np.float32))
    try:
        build_minilm.make(folder, out)
    finally:
        build_minilm.rounded = rounded
    return MiniLM(out)


def check(folder: Path, scratch: Path) -> list[str]:
    """Give a sentence for each check that fails."""
    wrong: list[str] = []
    build_minilm.make(folder, scratch / "ours.npz")
    if (scratch / "ours.npz").read_bytes() != WEIGHTS.read_bytes():
        wrong.append("the package's weights are not those that the script makes")
    reference = Tokenizer.from_file(str(folder / "tokenizer.json"))
    reference.no_padding()
    reference.enable_truncation(IDS_MAX)
    tokens = open_tokens()
    differing = sum(tokens.ids(text) != reference.encode(text).ids for text in TEXTS + ODD_TEXTS)
    if differing:
        wrong.append(f"{differing} texts are cut into other tokens than by the reference")
    full = unrounded(folder, scratch / "full.npz").embed(TEXTS)
    if np.abs(full[0, : len(EXAMPLE_BEGINS)] - EXAMPLE_BEGINS).max() > 5e-4:  # the activation is worked out to that
        wrong.append("the network does not give the published example")
    cosines = (full * MiniLM().embed(TEXTS)).sum(axis=1)
    if cosines.min() < LEAST_COSINE:
        wrong.append(f"the rounded weights are too far away: cosine {cosines.min():.4f}")
    print(f"cosine to the unrounded weights: least {cosines.min():.5f}, mean {cosines.mean():.5f}")
    return wrong


def main() -> None:
    """Read the folder from the command line, say what was found."""
    with tempfile.TemporaryDirectory() as scratch:
        wrong = check(Path(sys.argv[1]), Path(scratch))
    sys.exit("\n".join(wrong) or 0)


if __name__ == "__main__":
    main()
