"""Folds what a slot's value says, so that one quantity or name in two spellings is one value: ``30 s`` and ``0.5 min``.

Only what is surely equal is made one. A number is read as English writes it, and converted exactly if its unit is in
the closed table: SI (9th edition), IEC 80000-13 for the binary prefixes, and the international mile, yard, foot, inch
and pound, which are defined by SI units. Left apart, because two readings are possible or none is exact:

* months and years beside days, a share beside per cent (``0.5`` and ``50 %``), differing currencies and scales;
* ``3.10`` beside ``3.1`` without a unit (versions), ``007`` beside ``7`` (codes), ``1.500`` (a thousand elsewhere);
* letters that differ by case: ``Mb`` are bits and ``MB`` are bytes, ``mW`` and ``MW`` differ, ``5 M`` is no length.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from tenure.model.folding import drop_article, fold_attribute, fold_forms, fold_text
from tenure.screen.pattern import Pattern

if TYPE_CHECKING:
    from fractions import Fraction

VALUE_CHARS_MAX: Final = 200
"""Longer values are compared as words only."""

_NUMBER: Final = Pattern(
    r"(?P<sign>[+-]?)(?P<whole>\d{1,15}|\d{1,3}(?:[, ]\d{3}){1,4})(?:\.(?P<part>\d{1,15}))?"
    r"(?:\s*(?P<unit>[^\W\d_]{1,12}|%|per cent))?"
)
_STEP: Final = Pattern(r"(\d{1,9}(?:\.\d{1,9})?) ?([a-z]{1,12})(?:,? and |, ?| )?")
_STEPS_MAX: Final = 5
_SMALL: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_COUNTS: Final[dict[str, int]] = {
    **{name: count for count, name in enumerate(_SMALL)},
    **{name: 10 * ten for ten, name in enumerate(_TENS, 2)},
    **{f"{name} {_SMALL[unit]}": 10 * ten + unit for ten, name in enumerate(_TENS, 2) for unit in range(1, 10)},
    "dozen": 12,
}
"""What numbers up to ninety-nine are called in English."""


def _table(units: dict[str, dict[str, str]]) -> dict[str, tuple[str, str]]:
    return {
        name.replace("\u00a0", " "): (base, factor)
        for base, factors in units.items()
        for names, factor in factors.items()
        for name in names.split(" ")
    }


_UNITS: Final = _table(
    {
        "s": {
            "us \u03bcs microsecond microseconds": "1/1000000",
            "ms msec millisecond milliseconds": "1/1000",
            "s sec secs second seconds": "1",
            "min mins minute minutes": "60",
            "h hr hrs hour hours": "3600",
            "d day days": "86400",
            "wk wks week weeks": "604800",
            "fortnight fortnights": "1209600",
        },
        "month": {"month months": "1", "yr yrs year years": "12", "decade decades": "120"},
        "byte": {
            "byte bytes": "1",
            "kb kilobyte kilobytes": "1000",
            "mb megabyte megabytes": "1000000",
            "gb gigabyte gigabytes": "1000000000",
            "tb terabyte terabytes": "1000000000000",
            "kib kibibyte kibibytes": "1024",
            "mib mebibyte mebibytes": "1048576",
            "gib gibibyte gibibytes": "1073741824",
            "tib tebibyte tebibytes": "1099511627776",
        },
        "bit": {"bit bits": "1", "kbit kbits": "1000", "mbit mbits": "1000000", "gbit gbits": "1000000000"},
        "metre": {
            "nm nanometre nanometres nanometer nanometers": "1/1000000000",
            "mm millimetre millimetres millimeter millimeters": "1/1000",
            "cm centimetre centimetres centimeter centimeters": "1/100",
            "m metre metres meter meters": "1",
            "km kilometre kilometres kilometer kilometers": "1000",
            "inch inches": "127/5000",
            "ft foot feet": "381/1250",
            "yd yard yards": "1143/1250",
            "mi mile miles": "201168/125",
        },
        "gram": {
            "mg milligram milligrams": "1/1000",
            "g gram grams gramme grammes": "1",
            "kg kgs kilo kilos kilogram kilograms": "1000",
            "tonne tonnes": "1000000",
            "lb lbs": "45359237/100000",
        },
        "litre": {
            "ml millilitre millilitres milliliter milliliters": "1/1000",
            "cl centilitre centilitres centiliter centiliters": "1/100",
            "l litre litres liter liters": "1",
        },
        "hertz": {"hz hertz": "1", "khz": "1000", "mhz megahertz": "1000000", "ghz gigahertz": "1000000000"},
        "watt": {"watt watts": "1", "kw kilowatt kilowatts": "1000", "megawatt megawatts": "1000000"},
        "volt": {"volt volts": "1", "kv kilovolt kilovolts": "1000"},
        "%": {"% percent per\u00a0cent": "1"},
    }
)
_BY_CASE: Final = _table(
    {
        "bit": {"Kb": "1000", "Mb": "1000000", "Gb": "1000000000", "Tb": "1000000000000"},
        "bit/s": {"kbps Kbps": "1000", "Mbps": "1000000", "Gbps": "1000000000"},
        "byte/s": {"KBps kBps": "1000", "MBps": "1000000", "GBps": "1000000000"},
        "watt": {"W": "1", "mW": "1/1000", "MW": "1000000"},
        "volt": {"V": "1", "mV": "1/1000"},
        "hertz": {"mHz": "1/1000"},
        "litre": {"L": "1"},
    }
)
"""Units whose letters mean something else in another case; looked for first."""


def _fraction(text: str) -> Fraction:
    from fractions import Fraction  # noqa: PLC0415 - on first use: most values are no quantities

    return Fraction(text)


def fold_value(text: str) -> str:
    """Give a value folded: case, width, white space, a leading article, and a quantity in its base unit.

    >>> fold_value("30 seconds") == fold_value("0.5 min")
    True
    >>> fold_value("The Blue Team")
    'blue team'
    """
    folded = drop_article(fold_text(text))
    if len(folded) > VALUE_CHARS_MAX:
        return folded
    counted = _in_digits(folded)
    return _lasting(counted) or _quantity(counted, fold_forms(text)) or folded


def _in_digits(folded: str) -> str:
    """Give a text whose number is written in words with it in digits: *three days* is *3 days*."""
    words = folded.replace("-", " ").split(" ")
    for length in (2, 1):
        count = _COUNTS.get(" ".join(words[:length]))
        if count is not None:
            return " ".join((str(count), *words[length:]))
    return folded


def _quantity(folded: str, written: str) -> str | None:
    """Give a number, with its unit if it has one, in one form; None for anything else."""
    found = _NUMBER.fullmatch(folded)
    if found is None:
        return None
    whole, part, unit = re.sub("[, ]", "", found["whole"]), found["part"] or "", found["unit"] or ""
    if _is_ambiguous(found["whole"], part, unit):
        return None
    number = _fraction(f"{found['sign']}{whole}.{part or 0}")
    if not unit:
        return str(number)
    base, factor = _unit(unit, written) or (fold_attribute(unit), "1")
    return f"{number * _fraction(factor)} {base}"


def _is_ambiguous(whole: str, part: str, unit: str) -> bool:
    """Tell whether a number may be a code, a version, or a thousand as other languages write it."""
    is_code = len(whole) > 1 and whole.startswith("0")
    is_version = not unit and part.endswith("0") and part.strip("0") != ""
    return is_code or is_version or (len(part) == len("000") and whole.strip("0") != "" and len(whole) <= len("000"))


def _unit(unit: str, written: str) -> tuple[str, str] | None:
    cased = written.rstrip()[-len(unit) :]
    if cased.casefold() != unit:  # marks stand behind it
        cased = unit
    if cased in _BY_CASE:
        return _BY_CASE[cased]
    return _UNITS.get(cased if len(unit) == 1 else unit)


def _lasting(folded: str) -> str | None:
    """Give a time that is told in several units, in seconds or months: *1h 30m*, *2 days and 4 hours*."""
    steps = [(each[1], each[2]) for each in _STEP.finditer(folded)]
    if not 1 < len(steps) <= _STEPS_MAX or _STEP.sub("", folded):
        return None
    known = [_UNITS.get("min" if unit == "m" else unit) for _, unit in steps]
    bases = {"" if each is None else each[0] for each in known}
    if bases not in ({"s"}, {"month"}):
        return None
    factors = [_fraction(each[1]) for each in known if each is not None]
    total = sum(_fraction(number) * factor for (number, _), factor in zip(steps, factors, strict=True))
    return f"{total} {bases.pop()}"
