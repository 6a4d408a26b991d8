from __future__ import annotations

import time

import pytest

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
