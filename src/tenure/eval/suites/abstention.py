"""What cannot be checked, and what nobody stated, must be no answer and never called verified; what was must be."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from tenure.eval.repository import CodeFile, Repository
from tenure.eval.scenario import Scenario, Suite, Tally
from tenure.eval.suites.looking import must_find, stories, tell
from tenure.eval.system import Answer, System
from tenure.eval.world import World, says

EACH: Final = 3
FACTS: Final = 8


def _no_repository(world: World, system: System, tally: Tally) -> None:
    """Take the whole repository away."""
    scope, other, code = world.scope(), world.fact(), CodeFile(world)
    with Repository(system.folder) as repository:
        repository.commit({code.path: code.text})
        tell(system, other, scope)
        code.propose(system, scope, repository)
        tally.must_find(says(system.recall(code.question, scope).found, code.value))
        shutil.rmtree(repository.folder)
        _must_not_claim(tally, system.recall(code.question, scope), code.value)
        must_find(system, tally, scope, other)


def _no_file(world: World, system: System, tally: Tally) -> None:
    """Take the cited file away, in a commit."""
    scope, other, code = world.scope(), world.fact(), CodeFile(world)
    with Repository(system.folder) as repository:
        repository.commit({code.path: code.text, "README.md": "Rates.\n"})
        tell(system, other, scope)
        code.propose(system, scope, repository)
        tally.must_find(says(system.recall(code.question, scope).found, code.value))
        repository.commit({code.path: None})
        _must_not_claim(tally, system.recall(code.question, scope), code.value)
        must_find(system, tally, scope, other)


def _must_not_claim(tally: Tally, answer: Answer, value: str) -> None:
    served = [each for each in answer.found if says((each,), value)]
    tally.must_not(any(each.is_verified for each in served), "verified_though_unreachable")
    tally.must_not(bool(served) and answer.stance == "answer", "answered_from_what_is_gone")


def _never_stated(world: World, system: System, tally: Tally) -> None:
    """Ask for things of which nothing was said, and for what was not said of things that are known."""
    scope, told = world.scope(), world.facts(FACTS)
    known, unknown = told[: FACTS // 2], told[FACTS // 2 :]
    for each in known:
        tell(system, each, scope)
    for each in unknown:
        tally.must_not(_answers(system.recall(each.question, scope), tally), "answered_of_an_unknown_thing")
    for each in known:
        question = f"Who is the inventor of the {each.entity}?"
        tally.must_not(_answers(system.recall(question, scope), tally), "answered_of_an_unknown_attribute")
    for each in known:
        answer = system.recall(each.question, scope)
        is_right = says(answer.found, each.value)
        tally.must_find(_answers(answer, tally, is_right=is_right) and is_right)


def _answers(answer: Answer, tally: Tally, *, is_right: bool = False) -> bool:
    """Whether the memory takes it upon itself to answer; counted for risk against coverage."""
    tally.answered(answer.stance == "answer", is_right=is_right)
    return answer.stance == "answer"


def _scenarios(seed: int, data: Path | None) -> list[Scenario]:  # noqa: ARG001 - it needs no data
    tellings = {"no_repository": _no_repository, "no_file": _no_file, "never_stated": _never_stated}
    return stories(SUITE.name, seed, tellings, each=EACH)


SUITE: Final = Suite(
    name="abstention",
    about="called verified or answered though the source is gone or nothing was ever said",
    rules=("R19", "R20"),
    scenarios=_scenarios,
)
