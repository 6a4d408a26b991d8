"""A session of several processes: its host's id gives all of them one task, so what one heard another may cite."""

from __future__ import annotations

import pytest

import tenure
from tenure import DecisionStatus, NotFoundError, Scope, TaskHandle
from tests.world import World

WORDS = "Please give me a table when you compare things."


def begun(world: World, session: str = "s-1", **options: object) -> TaskHandle:
    scope = options.pop("scope", world.scope)
    return world.memory.task("a session", scope=scope, holder="server", session=session, **options)


def test_the_same_session_is_the_same_task_in_every_process_until_it_ends(world: World) -> None:
    first = begun(world)
    first.note("half done")
    world.reopen()
    again = begun(world)
    assert again.id == first.id
    assert [note.text for note in again.search("half")] == ["half done"]
    again.end()
    anew = begun(world)
    assert anew.search("half") == ()


def test_another_session_or_scope_is_another_task(world: World) -> None:
    ids = {begun(world).id, begun(world, "s-2").id, begun(world, scope=Scope(user="ana")).id}
    assert len(ids) == 3
    assert all("s-1" not in each for each in ids)


def test_r36_a_sessions_task_can_be_guessed_from_neither_its_name_nor_its_scope(world: World) -> None:
    scope, other = Scope(user="ana"), tenure.open(":memory:")
    with other:
        elsewhere = other.task("a session", scope=scope, session="s-1").id
        assert elsewhere == other.task("a session", scope=scope, session="s-1").id
    assert begun(world, scope=scope).id != elsewhere, "another store's keys give another id"


def test_r05_what_the_persons_own_channel_heard_a_grant_admits_in_another_process(world: World) -> None:
    world.ana.grant("preference", scope=world.scope)
    heard = begun(world).hear(WORDS, by=world.ana)
    world.reopen()
    agent = begun(world).agent("coder")
    admitted = agent.propose("give me a table when you compare things", kind="preference", because=heard.id)
    assert admitted.status is DecisionStatus.ADMITTED
    alone = agent.propose("always answer in French", kind="preference")
    assert alone.status is DecisionStatus.PENDING


def test_past_its_limit_the_session_begins_anew(world: World) -> None:
    first = begun(world, minutes=10)
    world.turn(minutes=10)
    with pytest.raises(NotFoundError):
        first.note("late")
    assert begun(world, minutes=10).search("late") == ()
