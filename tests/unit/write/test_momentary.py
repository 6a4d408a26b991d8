from __future__ import annotations

import time

import pytest

from tenure.write.gates import form
from tenure.write.momentary import only_the_moment


@pytest.mark.parametrize("between", ["\n\n\n", "\n\n\n\n\n\n", " , ", " and..", " and ", " \n\n,\n\n "])
def test_a_list_of_names_that_is_none_at_its_end_is_judged_at_once(between: str) -> None:
    names = (f"a.b{between}" * 60)[:270]
    began = time.process_time()
    assert not only_the_moment(f"{names} x y")
    assert time.process_time() - began < 1.0


@pytest.mark.parametrize("between", ["\n", " ", ", ", ",", "; ", " and ", "\n\n"])
def test_a_list_of_names_of_files_only_describes_the_moment(between: str) -> None:
    assert only_the_moment(between.join(("src/a.py", "b.toml", "docs/c.md")))


@pytest.mark.parametrize("between", ["\n", "\n \n", " ", "\t"])
def test_turns_and_points_are_looked_for_in_time_that_grows_with_the_text(between: str) -> None:
    text = "a. " + (between * 4_000)[:4_000] + "x"
    began = time.process_time()
    assert not [*form._TURN.finditer(text), *form._BULLET.finditer(text)]
    assert time.process_time() - began < 1.0
