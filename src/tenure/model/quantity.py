"""Folds what a slot's value says, so that one quantity or name in two spellings is one value: ``30 s`` and ``0.5 min``.

Only a number with a unit of the closed table is converted; whatever else a value says is compared as words. Units: SI
(9th edition) and IEC 80000-13 for the binary prefixes; a bare ``m`` or ``k`` could be several things and is none here.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from tenure.model.folding import drop_article, fold_text

VALUE_CHARS_MAX: Final = 200
"""Longer values are compared as words only."""

_NUMBER: Final = re.compile(r"(?P<number>[+-]?\d{1,15}(?:\.\d{1,15})?)\s*(?P<unit>[^\W\d_]{0,12}|%|per cent)")
_THOUSANDS: Final = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_UNITS: Final[dict[str, tuple[str, Fraction]]] = {
    name: (base, Fraction(factor))
    for base, factors in {
        "s": {
            "ms millisecond milliseconds": "1/1000",
            "s sec secs second seconds": "1",
            "min mins minute minutes": "60",
            "h hr hrs hour hours": "3600",
            "d day days": "86400",
            "week weeks": "604800",
        },
        "byte": {
            "byte bytes": "1",
            "kb kilobyte kilobytes": "1000",
            "mb megabyte megabytes": "1000000",
            "gb gigabyte gigabytes": "1000000000",
            "tb terabyte terabytes": "1000000000000",
            "kib": "1024",
            "mib": "1048576",
            "gib": "1073741824",
            "tib": "1099511627776",
        },
        "metre": {
            "mm millimetre millimetres millimeter millimeters": "1/1000",
            "cm centimetre centimetres centimeter centimeters": "1/100",
            "metre metres meter meters": "1",
            "km kilometre kilometres kilometer kilometers": "1000",
        },
        "gram": {"mg": "1/1000", "g gram grams": "1", "kg kilo kilos kilogram kilograms": "1000"},
        "%": {"% percent per\u00a0cent": "1"},
    }.items()
    for names, factor in factors.items()
    for name in (each.replace("\u00a0", " ") for each in names.split(" "))
}


def fold_value(text: str) -> str:
    """Give a value folded: case, width, white space, a leading article, and a quantity in its base unit.

    >>> fold_value("30 seconds") == fold_value("0.5 min")
    True
    >>> fold_value("The Blue Team")
    'blue team'
    """
    folded = drop_article(fold_text(text))
    found = None if len(folded) > VALUE_CHARS_MAX else _NUMBER.fullmatch(_THOUSANDS.sub("", folded))
    if found is None:
        return folded
    number, unit = Fraction(found["number"]), found["unit"]
    if not unit:
        return str(number)
    if unit not in _UNITS:
        return f"{number} {unit}"
    base, factor = _UNITS[unit]
    return f"{number * factor} {base}"
