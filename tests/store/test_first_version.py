"""A store that the first version made is opened, read and gone on with by this one."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import tenure
from tests.store.first_version import NOW

MADE = Path(__file__).with_name("version_1")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a copy of the store, private as keys must be, which a checkout does not keep."""
    shutil.copytree(MADE, tmp_path / "store")
    for place in [tmp_path / "store", *(tmp_path / "store").rglob("*")]:
        place.chmod(0o700 if place.is_dir() else 0o600)
    return tmp_path / "store"


def test_a_store_of_the_first_version_is_read_and_goes_on(folder: Path):
    facts = json.loads((folder / "facts.json").read_text())
    clock = tenure.FrozenClock(NOW)
    with tenure.open(folder / "data", keys=folder / "keys", clock=clock, create=False) as memory:
        assert memory.operator("ana").check() == ()
        assert memory.owner() == "ana"
        ana = memory.person("ana")
        (usable,) = memory.agent("coder", scope=tenure.Scope(user="ana")).brief().usable
        assert usable.entry.id == facts["kept"]
        assert usable.entry.claim.value == "tables"
        assert [grant.id for grant in ana.grants()] == [facts["grant"]]
        assert [shown.proposal.id for shown in ana.pending()] == [facts["waiting"]]
        assert ana.check_receipt(facts["receipt"])[1] == ()
        with pytest.raises(tenure.NotFoundError):
            ana.show_entry(facts["forgotten"])
        new = ana.supersede(facts["kept"], "answers come as lists", value="lists")
        ana.approve(ana.show(facts["waiting"]))
    with tenure.open(folder / "data", keys=folder / "keys", clock=clock) as memory:
        found = memory.agent("coder", scope=tenure.Scope(user="ana")).brief()
        assert {usable.entry.id for usable in found.usable} >= {new.entry_id}
        assert facts["kept"] not in {usable.entry.id for usable in found.usable}
        assert memory.operator("ana").check() == ()
