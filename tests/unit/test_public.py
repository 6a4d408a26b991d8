"""The public names of `tenure` come one by one, each when it is first used."""

from __future__ import annotations

import subprocess
import sys

import pytest

import tenure
from tenure import _public


def test_each_name_is_the_one_that_type_checkers_see() -> None:
    assert sorted(tenure.__all__) == sorted(_public.__all__)
    assert [name for name in tenure.__all__ if getattr(tenure, name) is not getattr(_public, name)] == []


def test_a_part_of_the_package_is_found_by_its_name_and_nothing_else_is() -> None:
    assert tenure.errors.NotFoundError is tenure.NotFoundError
    for name in ("nothing", "_nothing"):
        with pytest.raises(AttributeError, match="has no attribute"):
            getattr(tenure, name)


def test_using_a_value_loads_no_handle() -> None:
    script = "import sys, tenure\ntenure.Scope(user='ana')\nprint('tenure.memory' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
