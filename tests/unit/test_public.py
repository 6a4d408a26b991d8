"""The public names of `tenure` come one by one, each when it is first used."""

from __future__ import annotations

import subprocess
import sys

import pytest

import tenure
from tenure import _public, aio


def test_each_name_is_the_one_that_type_checkers_see() -> None:
    assert sorted(tenure.__all__) == sorted(_public.__all__)
    assert [name for name in tenure.__all__ if getattr(tenure, name) is not getattr(_public, name)] == []


def test_a_part_of_the_package_is_found_by_its_name_and_nothing_else_is() -> None:
    assert tenure.errors.NotFoundError is tenure.NotFoundError
    for name in ("nothing", "_nothing"):
        with pytest.raises(AttributeError, match="has no attribute"):
            getattr(tenure, name)


def test_what_is_listed_is_what_is_public_whether_it_was_used_or_not() -> None:
    script = (
        "import tenure\nbefore = dir(tenure)\n[getattr(tenure, name) for name in before]\nimport tenure.memory.wired\n"
        "assert dir(tenure) == before\nprint(*before)\nprint(*dir(tenure.aio))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    ours, async_ones = map(str.split, done.stdout.splitlines())
    assert ours == sorted([*tenure.__all__, "aio"])
    assert async_ones == sorted(aio.__all__)
    assert {"AsyncMemory", "open"} <= {*async_ones}


def test_listing_what_is_public_loads_nothing() -> None:
    script = "import sys, tenure\ndir(tenure)\nprint(*sorted(each for each in sys.modules if 'tenure' in each))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["tenure"]


def test_using_a_value_loads_no_handle() -> None:
    script = "import sys, tenure\ntenure.Scope(user='ana')\nprint('tenure.memory' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
