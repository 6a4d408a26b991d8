"""A power cut leaves the last lines of the journal of ends empty or cut: they were never acknowledged."""

from __future__ import annotations

from pathlib import Path

import pytest

import tenure


def journal_in(folder: Path) -> Path:
    [journal] = folder.glob("keys/*/ends")
    return journal


@pytest.mark.parametrize(
    "left", [bytes(64), bytes(64 * 70), b"x" * 10, bytes(10)], ids=["empty", "many", "cut", "short"]
)
def test_a_torn_end_of_the_journal_is_no_damage_and_is_written_over(tmp_path: Path, left: bytes) -> None:
    for number in range(3):
        with tenure.open(tmp_path / "data", keys=tmp_path / "keys") as memory:
            ana = memory.person("ana")
            scope = memory.scope(user="ana")
            kept = ana.remember(f"use {number + 2} spaces", kind="preference", scope=scope)
            assert ana.forget(kept.entry_id).state == "done"
            assert memory.operator("ana").check() == ()
        with journal_in(tmp_path).open("ab") as file:
            file.write(left)
    with tenure.open(tmp_path / "data", keys=tmp_path / "keys") as memory:
        assert memory.operator("ana").check() == ()


def test_a_line_dropped_before_others_that_stayed_is_no_damage_and_is_filled(tmp_path: Path) -> None:
    def replaced(*values: int) -> None:
        with tenure.open(tmp_path / "data", keys=tmp_path / "keys") as memory:
            ana, scope = memory.person("ana"), memory.scope(user="ana")
            for value in values:
                slot = {"entity": "indent", "attribute": "spaces", "value": str(value)}
                ana.remember(f"use {value} spaces", kind="preference", scope=scope, **slot)
            assert memory.operator("ana").check() == ()

    replaced(*range(2, 12))
    journal = journal_in(tmp_path)
    lines = bytearray(journal.read_bytes())
    place = len(lines) // 64 - 3
    lines[place * 64 : (place + 2) * 64] = bytes(128)
    journal.write_bytes(lines)
    replaced(20)
    assert bytes(64) not in {bytes(journal.read_bytes()[at : at + 64]) for at in range(0, len(lines), 64)}
    replaced(30)


def test_an_altered_line_is_still_damage(tmp_path: Path) -> None:
    with tenure.open(tmp_path / "data", keys=tmp_path / "keys") as memory:
        ana = memory.person("ana")
        kept = ana.remember("use 2 spaces", kind="preference", scope=memory.scope(user="ana"))
        ana.forget(kept.entry_id)
    journal = journal_in(tmp_path)
    lines = bytearray(journal.read_bytes())
    lines[0:64] = bytes(64)  # empty, but not at the end
    journal.write_bytes(lines)
    with tenure.open(tmp_path / "data", keys=tmp_path / "keys") as memory:
        assert [finding.check for finding in memory.operator("ana").check()] == ["journal"]
