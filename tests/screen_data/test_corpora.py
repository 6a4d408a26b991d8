"""The goals of the screens, measured on the shared sets of secrets, personal data and instructions."""

from __future__ import annotations

import importlib.util
import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tenure.screen import find_never_kept, find_orders, find_personal

DATA = Path(os.environ.get("TENURE_DATA") or Path(__file__).resolve().parents[2].parent / "shared" / "data") / "corpora"
Row = dict[str, Any]


def loader() -> ModuleType:
    path = DATA / "load_corpora.py"
    if not path.is_file():
        pytest.skip(f"no data at {DATA}: name the folder that holds corpora/ in TENURE_DATA")
    spec = importlib.util.spec_from_file_location("load_corpora", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def rows(name: str) -> list[Row]:
    module = loader()
    if not (DATA / name).is_file():
        pytest.skip(f"no {name} at {DATA}")
    return list(module.load(str(DATA / name)))


@pytest.fixture(scope="module")
def secrets() -> list[tuple[Row, bool]]:
    return [(row, bool(find_never_kept(row["full"]))) for row in rows("secrets.jsonl")]


@pytest.fixture(scope="module")
def instructions() -> list[tuple[Row, set[str]]]:
    return [
        (
            row,
            {
                each.kind
                for each in (*find_orders(row["full"]), *find_never_kept(row["full"]))
                if each.category == "instruction"
            },
        )
        for row in rows("injection.jsonl")
    ]


def share(found: Iterable[bool]) -> float:
    counted = list(found)
    assert counted
    return sum(counted) / len(counted)


def is_disguised(row: Row) -> bool:
    return "|" in row["text"] and "\u27e6" in row["text"] and row["kind"].startswith("obfuscated.")


FAMILIES: list[tuple[str, float, Callable[[Row], bool]]] = [
    ("all", 0.90, lambda row: True),
    ("vendor", 0.97, lambda row: row["kind"].startswith("token.")),
    ("plain", 0.80, lambda row: row["kind"].startswith("natural.")),
    ("disguised", 0.90, is_disguised),
]


@pytest.mark.parametrize(("family", "least", "belongs"), FAMILIES, ids=[family for family, *_ in FAMILIES])
def test_r31_secrets_are_recalled(
    secrets: list[tuple[Row, bool]], family: str, least: float, belongs: Callable[[Row], bool]
) -> None:
    reached = share(found for row, found in secrets if row["label"] == "secret" and belongs(row))
    assert reached >= least, f"{family}: {reached:.3f}"


def test_r31_clean_texts_are_let_through(secrets: list[tuple[Row, bool]]) -> None:
    clean = [
        (row, found) for row, found in secrets if row["label"] == "clean" and not row["kind"].startswith("fixture.")
    ]
    assert share(found for _, found in clean) <= 0.01, [row["id"] for row, found in clean if found]
    assert not [row["id"] for row, found in clean if found and row["kind"].startswith("ordinary.")]


def test_r08_personal_data_is_recalled_where_a_screen_can() -> None:
    judged = [(row, bool(find_personal(row["full"]))) for row in rows("pii.jsonl")]
    # Names of persons are left out: every memory about somebody has one, and no word list tells it.
    assert share(found for row, found in judged if row["label"] == "pii" and row["kind"] != "pii.person") >= 0.95
    assert share(found for row, found in judged if row["label"] == "clean") <= 0.01


def test_r11_ordinary_facts_and_preferences_are_no_orders(instructions: list[tuple[Row, set[str]]]) -> None:
    ordinary = [
        kinds for row, kinds in instructions if row["kind"] in ("own.code_fact", "own.preference", "own.project_fact")
    ]
    assert share("order" in kinds for kinds in ordinary) <= 0.02


def test_r31_benign_texts_are_not_called_malicious(instructions: list[tuple[Row, set[str]]]) -> None:
    benign = [
        any(kind.startswith("malicious.") for kind in kinds) for row, kinds in instructions if row["label"] == "benign"
    ]
    assert share(benign) <= 0.01


def test_flags_reach_the_aims_on_poison_made_for_memories(instructions: list[tuple[Row, set[str]]]) -> None:
    flagged = [(row, bool(kinds - {"order"})) for row, kinds in instructions]
    assert share(found for row, found in flagged if row["label"] == "benign") <= 0.02
    assert share(found for row, found in flagged if row["kind"].startswith("own.") and row["label"] == "attack") >= 0.45
    assert share(found for row, found in flagged if row["kind"].startswith("obfuscated.")) >= 0.90


def test_a_row_is_screened_in_a_few_milliseconds() -> None:
    texts = [row["full"][:280] for row in rows("injection.jsonl")][:500]
    times = []
    for text in texts:
        started = time.process_time()
        find_never_kept(text)
        find_personal(text)
        find_orders(text)
        times.append(time.process_time() - started)
    assert sorted(times)[len(times) * 95 // 100] < 0.02
