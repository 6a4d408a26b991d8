"""What is written between the views of a recall and the entries that they lead to: the answer is of one moment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

import tenure
from tenure.model.scope import Scope
from tenure.recall import pipeline
from tenure.recall.read import AGAIN_MOST
from tenure.store.sealed import DurableStore

ANA = Scope(user="ana")
ASK: dict[str, Callable[[tenure.AgentHandle], tenure.Recall]] = {
    "recall": lambda agent: agent.recall("headings colour"),
    "hops": lambda agent: agent.recall("the colour of headings", hops=2),
    "brief": lambda agent: agent.brief(),
    "list": lambda agent: agent.list_entries(),
}


class Desk:
    """A memory in which something happens whenever entries are read by whoever is not at it."""

    def __init__(self, memory: tenure.Memory, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ana = memory.person("ana")
        self.agent = memory.agent("writer", scope=ANA)
        self.acts: list[Callable[[], object]] = []
        read = DurableStore.read

        def read_once_it_happened(store: DurableStore, scopes: Sequence[Scope], ids: Sequence[str]) -> Any:
            acts, self.acts = self.acts, []
            for act in acts[:1]:
                act()
                self.acts = acts[1:]
            return read(store, scopes, ids)

        monkeypatch.setattr(DurableStore, "read", read_once_it_happened)

    def keep(self, colour: str) -> str:
        kept = self.ana.remember(
            f"Headings are {colour}", kind="preference", entity="headings", attribute="colour", value=colour
        )
        assert kept.entry_id is not None
        return kept.entry_id

    def found(self, how: str) -> list[str]:
        return [each.entry.claim.value or "" for each in ASK[how](self.agent).usable]


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Any:
    with tenure.open(":memory:") as memory:
        yield Desk(memory, monkeypatch)


@pytest.mark.parametrize("how", ASK)
def test_r21_what_is_superseded_while_it_is_recalled_leaves_no_gap(desk: Desk, how: str) -> None:
    desk.keep("red")
    desk.acts = [lambda: desk.keep("blue")]
    assert desk.found(how) == ["blue"]


@pytest.mark.parametrize("how", ASK)
def test_r28_what_is_forgotten_and_stated_anew_while_it_is_recalled_leaves_no_gap(desk: Desk, how: str) -> None:
    old = desk.keep("red")

    def forget() -> None:
        desk.ana.forget(old)
        desk.keep("blue")

    desk.acts = [forget]
    assert desk.found(how) == ["blue"]


@pytest.mark.parametrize(("changes", "times"), [(0, 1), (1, 2), (50, 1 + AGAIN_MOST)])
def test_it_is_looked_for_anew_only_where_it_changed_and_not_without_end(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, changes: int, times: int
) -> None:
    desk.keep("red")
    colours = iter(range(changes))
    desk.acts = [lambda: desk.keep(f"colour {next(colours)}")] * changes
    looked, find = list[str](), pipeline.find_relevant

    def counted(views: Any, text: str, **how: Any) -> Any:
        looked.append(text)
        return find(views, text, **how)

    monkeypatch.setattr(pipeline, "find_relevant", counted)
    assert len(desk.found("recall")) == (changes < 2)
    assert len(looked) == times


@pytest.mark.parametrize("how", ASK)
def test_r21_what_supersedes_an_entry_once_it_was_read_contests_it_not(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    desk.keep("red")
    views, seen = DurableStore.views, list[Sequence[Scope]]()

    def superseded_before_the_second(store: DurableStore, scopes: Sequence[Scope]) -> Any:
        seen.append(scopes)
        if len(seen) == 2:
            desk.keep("blue")
        return views(store, scopes)

    monkeypatch.setattr(DurableStore, "views", superseded_before_the_second)
    found = ASK[how](desk.agent)
    assert [each.entry.claim.value for each in found.usable] == ["blue"]
    assert not found.question
