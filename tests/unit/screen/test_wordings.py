"""The screens on sentences of our own: how people tell secrets in many languages, and how they speak of the rest."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tenure.screen import find_never_kept
from tests.unit.screen.disguised import DISGUISES
from tests.unit.screen.fakes import fake
from tests.unit.screen.told import files, filled, lines

SEEDS = 3
LEAST = 0.75  # of each file; the floor of all files together is higher
LEAST_OF_ALL = 0.90


def is_found(text: str) -> bool:
    return any(finding.category == "secret" for finding in find_never_kept(text))


def recall(name: str) -> tuple[int, int]:
    found = [is_found(filled(line, seed)) for line in lines(name) for seed in range(SEEDS)]
    return sum(found), len(found)


@pytest.fixture(scope="module")
def told() -> dict[str, tuple[int, int]]:
    return {name: recall(name) for name in files()}


def test_r31_secrets_are_recognised_in_every_language(told: dict[str, tuple[int, int]]) -> None:
    assert len(told) >= 15
    short = {name: f"{found}/{of}" for name, (found, of) in told.items() if found / of < LEAST}
    assert not short


def test_r31_most_of_what_people_tell_is_recognised(told: dict[str, tuple[int, int]]) -> None:
    found, of = (sum(numbers) for numbers in zip(*told.values(), strict=True))
    assert found / of >= LEAST_OF_ALL


def test_r31_addresses_and_commands_that_hold_a_password_are_recognised() -> None:
    found, of = recall("connections")
    assert found / of >= LEAST_OF_ALL


@pytest.mark.parametrize("seed", range(3))
def test_r31_nothing_is_found_in_ordinary_sentences(seed: int) -> None:
    ordinary = [*lines("ordinary"), *lines("later/ordinary")]
    assert len(ordinary) > 450
    assert not [line for line in ordinary if is_found(filled(line, seed))]


def test_r31_most_of_what_was_told_in_later_wordings_is_recognised() -> None:
    found, of = recall("later/told")
    assert of > 450
    assert found / of >= LEAST_OF_ALL


@pytest.mark.parametrize("disguise", DISGUISES.values(), ids=DISGUISES)
def test_r31_every_disguise_is_seen_through_and_hides_nothing_clean(disguise: Callable[[str], str]) -> None:
    for seed in range(2):
        token, sentence = "ghp_" + fake("{an:36}", seed), filled("my wifi password is {pw}", seed)
        assert is_found(f"keep {disguise(token)} for the release job")
        assert is_found(disguise(sentence))
    assert not is_found(disguise("we release on Fridays after the tests have passed"))
