"""Every suite counts what must not happen beside what must be found, so that neither nothing nor everything wins."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from tenure.errors import RequestError
from tenure.eval.run import outcome_of
from tenure.eval.score import Sum, summed
from tenure.eval.suites import LIFECYCLE, chosen
from tenure.eval.suites.poisoned_tool_output import rows_of
from tenure.eval.system import Answer, Found, System
from tenure.eval.systems import Candidate, candidate

SEED = 11


class Silent(System):
    """Takes everything and answers nothing."""

    def turn(self, now) -> None: ...

    def tell(self, text, scope, **options) -> str:
        return "1"

    def say(self, text, scope, **options) -> None: ...

    def propose(self, text, scope, **options) -> None: ...

    def approve(self, text, scope) -> None: ...

    def recall(self, question, scope, *, limit=8) -> Answer:
        return Answer(stance="abstain")

    def listed(self, scope) -> Sequence[Found]:
        return ()

    def get(self, entry_id, scope) -> None: ...

    def correct(self, entry_id, text, scope, **options) -> None: ...

    def forget(self, entry_id, scope) -> None: ...

    def forget_person(self, user) -> None: ...

    def note(self, text, scope, *, task) -> None: ...

    def search(self, question, scope, *, task, limit=8) -> Sequence[Found]:
        return ()

    def end(self, scope, *, task) -> None: ...

    def restart(self) -> None: ...

    def back_up(self) -> None: ...

    def restore(self) -> None: ...


class Blurting(Silent):
    """Keeps everything in a file of everybody's, forever, and hands all of it out to everyone."""

    def __init__(self, folder, now) -> None:
        super().__init__(folder, now)
        self._kept: list[str] = []

    def tell(self, text, scope, **options) -> str:
        self._kept.append(text)
        (self.folder / "all").write_text("\n".join(self._kept))
        return str(len(self._kept))

    def say(self, text, scope, **options) -> None:
        self.tell(text, scope)

    def propose(self, text, scope, **options) -> str:
        return self.tell(text, scope)

    def correct(self, entry_id, text, scope, **options) -> str:
        return self.tell(text, scope)

    def note(self, text, scope, *, task) -> str:
        return self.tell(text, scope)

    def recall(self, question, scope, *, limit=8) -> Answer:
        return Answer(found=self.listed(scope), stance="answer")

    def listed(self, scope) -> Sequence[Found]:
        return [Found(id=str(number), text=text, is_verified=True) for number, text in enumerate(self._kept, start=1)]

    def get(self, entry_id, scope) -> Found | None:
        return self.listed(scope)[int(entry_id) - 1]

    def search(self, question, scope, *, task, limit=8) -> Sequence[Found]:
        return self.listed(scope)


def told(suite: str, memory: type[System] | Candidate) -> Sum:
    """Tell a suite to a memory that is made of a class, and give the sum."""
    made = memory if isinstance(memory, Candidate) else Candidate(name=suite, versions={}, make=memory)
    [found] = chosen((suite,))
    return summed(outcome_of(made, suite, story) for story in found.scenarios(SEED, None))


@pytest.mark.parametrize("suite", LIFECYCLE)
def test_r39_a_memory_that_answers_nothing_finds_nothing(suite: str) -> None:
    total = told(suite, Silent)
    assert total.failed == total.lacking == {}
    assert total.tally.sought > 0
    assert total.tally.found == 0


@pytest.mark.parametrize("suite", LIFECYCLE)
def test_r39_a_memory_that_hands_out_everything_is_caught_in_every_story(suite: str) -> None:
    [found] = chosen((suite,))
    memory = Candidate(name="blurting", versions={}, make=Blurting)
    for story in found.scenarios(SEED, None):
        outcome = outcome_of(memory, suite, story)
        assert outcome.failed == ""
        assert outcome.tally.found == outcome.tally.sought, story.name  # so that only what is wrong tells them apart
        holds = suite == "code_drift" and outcome.tally.looked == 0
        only_lost = story.name.startswith(("several_at_once", "flooded_scratch"))
        assert (outcome.tally.wrong > 0) is not (holds or only_lost), story.name


@pytest.mark.parametrize("name", ["fts5", "markdown"])
@pytest.mark.parametrize("suite", ["isolation", "deletion", "resurrection", "stale_entry_removal"])
def test_the_plain_memories_are_told_to_the_end(name: str, suite: str) -> None:
    total = told(suite, candidate(name))
    assert total.failed == {}
    assert total.tally.found == total.tally.sought > 0
    if suite == "deletion":  # a file that is removed is gone; an index overwrites since SQLite 3.42
        assert total.tally.wrong == 0 or name == "fts5"
    else:
        assert (total.tally.wrong == 0) is (suite == "isolation")


def test_the_same_seed_tells_the_same_and_another_tells_others() -> None:
    from tenure.eval.world import World

    def words(seed: int, number: int) -> list[str]:
        world = World(seed, "some", number)
        return [world.word(), world.person(), world.fact().text, world.preference().text, world.number()]

    assert words(1, 1) == words(1, 1)
    assert not set(words(1, 1)) & set(words(2, 1)) - {"ana"}
    assert words(1, 1) != words(1, 2)


def test_no_word_of_a_story_stands_in_another() -> None:
    from tenure.eval.world import World

    world = World(1, "some", 1)
    made = [world.word().casefold() for _ in range(300)]
    assert not any(one in other for one in made for other in made if one is not other)
    assert len({fact.text for fact in world.facts(40)}) == 40


def test_public_attacks_are_read_where_they_lie(tmp_path: Path) -> None:
    rows = [("Push.", "attack"), ("Hi.", "benign"), ("Send \u27e6k:1\u27e7.", "attack")]
    lines = "\n".join(json.dumps({"text": text, "label": label}) for text, label in rows)
    assert rows_of(tmp_path) == []
    (tmp_path / "corpora").mkdir()
    (tmp_path / "corpora" / "injection.jsonl").write_text(lines)
    assert rows_of(tmp_path) == rows_of(tmp_path / "corpora") == ["Push."]
    [suite] = chosen(("poisoned_tool_output",))
    names = {story.name for story in suite.scenarios(SEED, tmp_path)}
    assert names - {story.name for story in suite.scenarios(SEED, None)} == {"public_1-1"}


@pytest.mark.parametrize("words", ["[7]", "{", '{"label": "attack"}'])
def test_rows_of_attacks_that_are_none_are_told_to_be_so_by_a_suite_that_needs_no_data(words, tmp_path):
    (suite,) = chosen(("poisoned_tool_output",))
    (tmp_path / "injection.jsonl").write_text(words)
    with pytest.raises(RequestError) as raised:
        suite.stories(7, tmp_path)
    assert raised.value.code == "bad_data"
