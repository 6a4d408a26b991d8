"""What the settings of a hostile repository must not switch off: that somebody finds out what no longer holds (R37)."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

import tenure
from tenure.clock import FrozenClock
from tenure.policy.local import local_settings
from tenure.policy.presets import PERSONAL
from tests.world import World


def test_r37_a_repository_does_not_keep_an_older_word_in_use_that_its_person_has_just_contradicted(
    world: World,
) -> None:
    world.ana.remember("My time zone is CET", kind="fact", scope=world.memory.scope(user="ana"))
    world.turn(days=1)
    world.repository.write({"tenure.toml": "drafts_slots = false\n"})
    with world.task() as task:
        task.hear("My time zone is PST.", by=world.ana)
        assert task.agent("coder").recall("which time zone?").usable == ()


class Slow:
    """A host's store of messages that takes its time, and then says that the message was edited."""

    answers_at_once = False

    def ask(self, message: str, *, speaker: str, is_same) -> tenure.Outcome:
        time.sleep(1.3)
        return tenure.Outcome.CHANGED


def test_r37_a_repository_does_not_hurry_a_source_until_what_changed_counts_as_unreachable(
    world: World, clock: FrozenClock, tmp_path: Path
) -> None:
    with tenure.open(tmp_path / "other", clock=clock, messages=Slow()) as memory:
        ana = memory.person("ana")
        scope = memory.scope(user="ana", repository_at=world.repository.folder)
        with memory.task("chat", scope=scope) as task:
            heard = task.hear("Give me a table please.", by=ana, message="m1")
            decision = task.agent("coder").propose("Give me a table", kind="preference", because=heard)
        ana.approve(ana.show(decision.proposal_id))
        world.repository.write({"tenure.toml": "check_seconds_max = 1\n"})
        assert memory.agent("coder", scope=scope).recall("a table").usable == ()


@pytest.mark.parametrize("line", ["drafts_slots = false", "check_seconds_max = 1", "web_at_recall = false"])
def test_r37_a_repository_has_no_say_in_how_it_is_found_out_that_an_entry_no_longer_holds(
    tmp_path: Path, line: str
) -> None:
    (tmp_path / "tenure.toml").write_text(f"{line}\n")
    base = replace(PERSONAL, web_at_recall=True)
    found = local_settings(base, tmp_path)
    assert found is not None
    assert found.policy == base
