"""Values that are surely equal fold to one, and what only looks equal stays apart."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenure.model.quantity import fold_value

SAME = [
    ("5 km", "5000 m"),
    ("1 mile", "1609.344 m"),
    ("1 foot", "12 inches"),
    ("2 weeks", "14 days"),
    ("12 months", "1 year"),
    ("1h 30m", "90 min"),
    ("2m30s", "150 s"),
    ("2 days, 4 hours", "52 h"),
    ("1 year and 6 months", "18 months"),
    ("3", "three"),
    ("three days", "72 h"),
    ("twenty-five minutes", "25 min"),
    ("twelve", "12"),
    ("a dozen eggs", "12 eggs"),
    ("1 000 000", "1,000,000"),
    ("1,000.5", "1000.5 "),
    ("50 %", "fifty per cent"),
    ("10 Mbps", "0.01 Gbps"),
    ("1.5 GHz", "1500 MHz"),
    ("0.125 s", "125 ms"),
    ("2 L", "2000 ml"),
    ("3 retries", "3 retry"),
    ("1.0", "1"),
]
APART = [
    ("5 miles", "8 km"),
    ("1 month", "30 days"),
    ("1 year", "365 days"),
    ("1 year and 3 days", "368 days"),
    ("50 %", "0.5"),
    ("5 Mb", "5 MB"),
    ("10 Mbps", "10 MBps"),
    ("10 mW", "10 MW"),
    ("5 M", "5 metres"),
    ("5G", "5 grams"),
    ("3.10", "3.1"),
    ("007", "7"),
    ("1.500 km", "1500 m"),
    ("1.500 km", "1500 km"),
    ("-5", "5"),
    ("5 dollars", "5 euros"),
    ("555 1234", "5551234"),
    ("ten", "often"),
]
LENGTHS = {"mm": Fraction(1, 1000), "cm": Fraction(1, 100), "m": Fraction(1), "km": Fraction(1000)}
TIMES = {"ms": Fraction(1, 1000), "s": Fraction(1), "min": Fraction(60), "hours": Fraction(3600), "d": Fraction(86400)}


@pytest.mark.parametrize(("one", "other"), SAME)
def test_what_is_surely_equal_is_one_value(one, other) -> None:
    assert fold_value(one) == fold_value(other)


@pytest.mark.parametrize(("one", "other"), APART)
def test_what_only_looks_equal_stays_two_values(one, other) -> None:
    assert fold_value(one) != fold_value(other)


@st.composite
def quantities(draw, units):
    """Give a quantity as written, and what it is in the base unit; no thousandth that could be a thousand."""
    number, unit = draw(st.integers(1, 99_999)), draw(st.sampled_from(sorted(units)))
    return f"{number}{draw(st.sampled_from(['', ' ']))}{unit}", number * units[unit]


@pytest.mark.parametrize("units", [LENGTHS, TIMES])
@given(data=st.data())
def test_two_quantities_are_one_value_exactly_if_they_are_equal(units, data) -> None:
    (one, much), (other, many) = data.draw(quantities(units)), data.draw(quantities(units))
    assert (fold_value(one) == fold_value(other)) == (much == many)


@given(long=quantities(LENGTHS), lasting=quantities(TIMES))
def test_a_length_is_never_a_time(long, lasting) -> None:
    assert fold_value(long[0]) != fold_value(lasting[0])


@given(st.text(max_size=60))
def test_folding_any_text_gives_one_form_that_is_the_same_each_time(text) -> None:
    """Being one value is equality of forms, so it is reflexive, symmetric and transitive if each text has one form."""
    once = fold_value(text)
    assert fold_value(text) == once
    assert fold_value(f"  {text}\t") == once


@given(number=st.integers(0, 10**12), unit=st.sampled_from(["", " GB", " km", " widgets"]))
def test_a_number_with_thousands_marked_is_the_number_without(number, unit) -> None:
    assert fold_value(f"{number:,}{unit}") == fold_value(f"{number}{unit}")
