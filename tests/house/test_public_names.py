"""Public means exported, and the list is frozen: nothing becomes public, or stops being so, by accident."""

from __future__ import annotations

from types import ModuleType

from tests.house.public_names import FROZEN, exported, members, public_names


def test_the_public_names_are_those_of_the_list() -> None:
    frozen = FROZEN.read_text().splitlines()
    now = list(public_names())
    gone, new = sorted(set(frozen) - set(now)), sorted(set(now) - set(frozen))
    assert (gone, new) == ([], []), "look at the difference; if it is meant, run `make names`"


def test_a_new_and_a_vanished_name_are_both_seen() -> None:
    module = ModuleType("tenure.sample")
    module.__dict__.update(shown=exported, _hidden=exported)
    assert exported(module) == [], "a name defined elsewhere is not this module's"
    exec("def made(): ...\ndef _kept(): ...", module.__dict__)
    assert exported(module) == ["made"]
    module.__dict__["__all__"] = ["shown"]
    assert exported(module) == ["shown"]


def test_the_members_of_a_class_are_its_public_ones() -> None:
    base = type("Base", (), {"__module__": "tenure.sample", "inherited": 1})
    made = type(
        "Made", (base, dict), {"__module__": "tenure.sample", "__annotations__": {"field": int}, "own": 1, "_x": 1}
    )
    assert members(made) == ["field", "inherited", "own"]
