"""What lets most texts pass unread must let no label pass: rows by two letters of their stem, disguises undone."""

from __future__ import annotations

from itertools import product

import pytest

from tenure.screen.label_words import LONG_ROWS, ROWS, Rows
from tenure.screen.labels import labels_in

WORDS = ("password", "passcode", "passphrase", "secret", "token", "apikey")
DISGUISES = {"a": "a@4", "s": "s$5", "o": "o0", "e": "e3", "t": "t7"}


def _stems(rows: Rows, text: str) -> list[str]:
    return [row.stem for row in rows.possible_in(text)]


@pytest.mark.parametrize("rows", [ROWS, LONG_ROWS])
def test_a_stem_is_looked_for_wherever_it_stands(rows: Rows) -> None:
    known = [row for numbered in rows._of_pair.values() for _, row in numbered]
    assert len(known) > 100
    for row in known:
        assert row.stem in _stems(rows, f"xx{row.stem}xx")
        assert row.stem in _stems(rows, row.stem)


def test_a_stem_is_not_looked_for_where_two_of_its_letters_never_meet() -> None:
    assert "password" not in _stems(ROWS, "we plan a trip")
    assert "password" in _stems(ROWS, "a sword")  # these two letters meet: it is looked for, and not found
    assert not list(labels_in("a sword"))


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("cut", [" ", "\u00a0", "\u3000", " / ", "_", "-", ".", "*", "|", "~", "\u00b7", "\n"])
def test_a_label_cut_anywhere_is_found(word: str, cut: str) -> None:
    for at in range(1, len(word)):
        assert list(labels_in(f"the {word[:at]}{cut}{word[at:]} here")), at


@pytest.mark.parametrize("word", ["password", "passcode", "secret", "token"])
def test_a_label_in_other_signs_is_found(word: str) -> None:
    for letters in product(*(DISGUISES.get(letter, letter) for letter in word)):
        assert list(labels_in(f"the {''.join(letters)} here")), letters


@pytest.mark.parametrize("pin", ["p1n", "p!n", "p|n"])
def test_a_disguised_pin_is_found(pin: str) -> None:
    assert [each.words for each in labels_in(f"my {pin} is")] == ["pin number"]
    assert not list(labels_in(f"my x{pin} is"))
