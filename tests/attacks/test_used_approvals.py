"""Whoever can write the data takes the use of an approval away: it is used once all the same, and the audit tells."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from typing import Any

import pytest

from tenure import IntegrityError, NotFoundError
from tests.world import World


def at_data(world: World, *statements: tuple[Any, ...]) -> list[list[tuple[Any, ...]]]:
    """Run statements on the data file behind the store's back and give the rows of each."""
    with closing(sqlite3.connect(world.folder / "store" / "tenure.db", isolation_level=None)) as database:
        return [database.execute(statement, values).fetchall() for statement, *values in statements]


def put_back(world: World, table: str, rows: list[tuple[Any, ...]]) -> None:
    at_data(world, *((f"INSERT OR REPLACE INTO {table} VALUES ({', '.join('?' * len(row))})", *row) for row in rows))


def faults(world: World) -> set[str]:
    return {finding.check for finding in world.memory.operator("ana").check() if finding.is_fault}


@pytest.mark.parametrize("table_rows", [(), ("records",), ("records", "buckets"), ("records", "buckets", "ledger")])
@pytest.mark.parametrize("is_fresh", [False, True], ids=["same process", "new process"])
def test_r34_an_approval_whose_use_was_taken_away_cannot_be_used_again(
    world: World, table_rows: tuple[str, ...], is_fresh: bool
):
    asked = world.agent().propose("answers come as tables", kind="preference")
    shown = world.ana.show(asked.proposal_id)
    kept_rows = dict(
        zip(table_rows, at_data(world, *((f"SELECT * FROM {table}",) for table in table_rows)), strict=True)
    )
    kept = world.ana.approve(shown).id
    for table in ("used_approvals", *table_rows):
        at_data(world, (f"DELETE FROM {table}",))
    for table, rows in kept_rows.items():
        put_back(world, table, rows)
    if is_fresh:
        with suppress(IntegrityError):
            world.memory.close()

    def again() -> None:
        if is_fresh:
            world.memory = world._open()
        world.ana.approve(shown)

    with pytest.raises(IntegrityError if table_rows else NotFoundError):
        again()
    if table_rows:
        with suppress(IntegrityError):
            world.memory.close()
        return
    assert [one.id for one in world.ana.list_entries()] == [kept]
    assert faults(world) == {"approvals"}


def test_r34_a_use_that_nobody_took_away_is_no_finding(world: World):
    for text in ("answers come as tables", "examples use euros"):
        world.ana.approve(world.ana.show(world.agent().propose(text, kind="preference").proposal_id))
    assert at_data(world, ("SELECT count(*) FROM used_approvals",)) == [[(2,)]]
    assert faults(world) == set()
