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
    def doubted(entry_ids: list[str]) -> None:
        with tenure.open(tmp_path / "data", keys=tmp_path / "keys") as memory:
            for entry_id in entry_ids:
                memory.person("ana").challenge(entry_id)
            assert memory.operator("ana").check() == ()

    with tenure.open(tmp_path / "data", keys=tmp_path / "keys") as memory:
        ana, scope = memory.person("ana"), memory.scope(user="ana")
        claims = [f"use {value} spaces in part {value}" for value in range(2, 8)]
        kept = [ana.remember(claim, kind="preference", scope=scope).entry_id for claim in claims]
    doubted(kept[:4])
    journal = journal_in(tmp_path)
    sound = journal.read_bytes()
    place = len(sound) // 64 - 3
    journal.write_bytes(sound[: place * 64] + bytes(128) + sound[-64:])
    doubted(kept[4:5])
    assert bytes(64) not in {journal.read_bytes()[at : at + 64] for at in range(0, len(sound), 64)}
    doubted(kept[5:])


def test_a_line_of_what_was_forgotten_cannot_be_emptied_where_each_command_is_a_process(tmp_path: Path) -> None:
    for number in range(3):
        with tenure.open(tmp_path / "data", keys=tmp_path / "keys") as memory:
            ana = memory.person("ana")
            scope = memory.scope(user="ana")
            kept = ana.remember(f"use {number + 2} spaces", kind="preference", scope=scope)
        with tenure.open(tmp_path / "data", keys=tmp_path / "keys") as memory:
            assert memory.person("ana").forget(kept.entry_id).state == "done"
    sound = journal_in(tmp_path).read_bytes()
    for place in range(len(sound) // 64 - 1):
        journal_in(tmp_path).write_bytes(sound[: place * 64] + bytes(64) + sound[(place + 1) * 64 :])
        with tenure.open(tmp_path / "data", keys=tmp_path / "keys") as memory:
            assert "the journal of ends was altered" in {each.message for each in memory.operator("ana").check()}


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
