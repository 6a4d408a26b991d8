"""Names and values that mean one slot fold to one, and no others do."""

from __future__ import annotations

import pytest

from tenure.model.claim import Claim, Kind
from tenure.model.quantity import fold_value
from tenure.model.slot import Slot
from tenure.policy.names import canonical, names_of


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Languages", "the language"),
        ("spoken-languages", "Spoken Language"),
        ("hobbies", "hobby"),
        ("branches", "branch"),
        ("boxes", "box"),
        ("Addresses", "address"),
        ("children", "child"),
        ("time_zones", "time zone"),
    ],
)
def test_an_attribute_is_one_in_singular_and_plural(one, other) -> None:
    assert Slot(entity="Ana", attribute=one) == Slot(entity="the ana", attribute=other)


@pytest.mark.parametrize("name", ["status", "basis", "alias", "series", "class", "news", "os", "gas", "kubernetes os"])
def test_what_only_looks_like_a_plural_stays(name) -> None:
    assert Slot(entity="e", attribute=name).attribute == name


def test_an_entity_keeps_its_ending() -> None:
    assert Slot(entity="Windows", attribute="a") != Slot(entity="Window", attribute="a")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("30 seconds", "30s"),
        ("0.5 min", "30 s"),
        ("1,000", "1000.0"),
        ("2 GB", "2000 MB"),
        ("1 GiB", "1024 MiB"),
        ("1 km", "1000 metres"),
        ("50%", "50 percent"),
        ("The Blue Team", "blue team."),
        ("12 Widgets", "12.0 widgets"),
    ],
)
def test_one_value_in_two_spellings_is_one(one, other) -> None:
    assert fold_value(one) == fold_value(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("30 s", "31 s"),
        ("30 s", "30 min"),
        ("1 GB", "1 GiB"),
        ("5 m", "5 min"),
        ("1,00", "100"),
        ("Ana", "Anna"),
        ("1 s", "1 byte"),
    ],
)
def test_two_values_stay_two(one, other) -> None:
    assert fold_value(one) != fold_value(other)


def test_declared_aliases_name_one_slot_and_win_over_known_ones() -> None:
    claim = Claim(text="t", kind=Kind.FACT, entity="The UK", attribute="Wives", value="v")
    assert canonical(claim, ()).slot == Slot(entity="uk", attribute="spouse")
    declared = ("UK: United Kingdom", "wife: consort")
    assert canonical(claim, declared).slot == Slot(entity="united kingdom", attribute="consort")
    assert canonical(claim, declared).value == "v"
    assert canonical(canonical(claim, declared), declared) == canonical(claim, declared)


def test_aliases_in_a_circle_end() -> None:
    names = names_of(("a: b", "b: a"))
    assert {names.attribute("a"), names.attribute("b")} <= {"a", "b"}
    assert "married to" in names_of(()).phrases("husband")
