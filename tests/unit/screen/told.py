"""Fills the wordings with fakes: no file of this project holds a whole secret, and nobody issued any."""

from __future__ import annotations

import random
import re
from pathlib import Path

from tenure.screen.seedwords import SEED_WORDS
from tests.unit.screen.fakes import LETTERS, WORDS, fake, words

FOLDER = Path(__file__).with_name("wordings")
_BASES = "Bluebird Sunset Falcon Winter Lavender Rocket Tangerine Mustang".split()


def lines(name: str) -> list[str]:
    """Give the sentences of a file."""
    read = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    return [line.replace("\\u200b", "\u200b").replace("\\u00ad", "\u00ad") for line in read.splitlines()]


def files() -> list[str]:
    """Give the names of the files in which secrets are told."""
    return sorted(path.stem for path in FOLDER.glob("told_*.txt"))


def chosen(seed: int) -> str:
    """Give a password as people choose them."""
    rng = random.Random(f"chosen:{seed}")
    base = rng.choice(_BASES)
    shapes = (
        lambda: base + str(rng.randrange(10, 99)) + rng.choice("!?#$"),
        lambda: base.lower() + str(rng.randrange(1970, 2030)),
        lambda: "".join(rng.choices(LETTERS["an"] + "!@#%&*", k=12)) + "4x",
        lambda: base[:4] + "_" + rng.choice(_BASES) + "-" + str(rng.randrange(100)),
        lambda: "-".join(rng.choice(_BASES).lower() for _ in range(4)),
        lambda: base.replace("o", "0").replace("i", "1").replace("a", "@") + "7",
    )
    return shapes[seed % len(shapes)]()


def filled(sentence: str, seed: int) -> str:
    """Give a sentence with every placeholder filled, the same for the same seed."""
    password = chosen(seed)
    values = {
        "pw": password,
        "pin": fake("{d:4}", seed),
        "pin6": fake("{d:6}", seed),
        "pin8": fake("{d:8}", seed),
        "codes": ", ".join(fake("{low:4}7-{low:4}", seed * 7 + at) for at in range(4)),
        "words": words(6, seed, among=WORDS),
        "seed": words(12, seed, among=sorted(SEED_WORDS)),
        "word": "Okafor",
        "key": fake("{an:36}", seed) + "7Qz",
        "half1": password[:4],
        "half2": password[4:],
    }
    named = re.sub(r"\{([a-z]+\d?)\}", lambda part: values.get(part[1], part[0]), sentence)
    return fake(named, seed) if re.search(r"\{\w+:\d+\}", named) else named
