"""Where sources disagree, a page or tool must not take the place of a person's word, nor a guess be served."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tenure.eval.scenario import Scenario, Suite, Tally
from tenure.eval.suites.looking import Telling, must_find, must_not_see, stories, tell
from tenure.eval.system import Answer, System
from tenure.eval.world import World, says

EACH: Final = 2
ORIGINS: Final = ("tool", "page", "file", "summary", "itself")


def _against_the_person(origin: str) -> Telling:
    def telling(world: World, system: System, tally: Tally) -> None:
        scope, (stated, other) = world.scope(), world.facts(2)
        tell(system, stated, scope)
        tell(system, other, scope)
        rival = stated.with_value(world.word())
        system.propose(rival.text, scope, origin=origin, read=rival.text, slot=rival.slot)
        must_not_see(system, tally, rival, scope, reason=f"{origin}_over_person")
        must_find(system, tally, scope, stated, other)

    return telling


def _again_and_again(world: World, system: System, tally: Tally) -> None:
    """Let ten pages say the same against the person: a majority is no authority."""
    scope, stated = world.scope(), world.fact()
    tell(system, stated, scope)
    rival = stated.with_value(world.word())
    for number in range(10):
        read = f"Page {number}. {rival.text}"
        system.propose(rival.text, scope, origin="page", read=read, slot=rival.slot)
    must_not_see(system, tally, rival, scope, reason="majority_over_person")
    must_find(system, tally, scope, stated)


def _two_pages(world: World, system: System, tally: Tally) -> None:
    """Let two pages contradict each other: neither is an answer until the person settles it by their own word."""
    scope, (one, other) = world.scope(), world.facts(2)
    rival = one.with_value(world.word())
    for each in (one, rival):
        system.propose(each.text, scope, origin="page", read=each.text, slot=each.slot)
    tell(system, other, scope)
    tally.must_not(_guesses(system.recall(one.question, scope), one.value, rival.value), "guessed_between_equals")
    tell(system, rival, scope)
    must_not_see(system, tally, one, scope, reason="settled_against")
    must_find(system, tally, scope, rival, other)


def _guesses(answer: Answer, one: str, other: str) -> bool:
    """Tell whether one of two that contradict each other is served as if the other were not, or both as an answer."""
    return answer.stance == "answer" and (says(answer.found, one) or says(answer.found, other))


def _scenarios(seed: int, data: Path | None) -> list[Scenario]:  # noqa: ARG001 - it needs no data
    tellings: dict[str, Telling] = {f"person_and_{origin}": _against_the_person(origin) for origin in ORIGINS}
    tellings |= {"person_and_ten_pages": _again_and_again, "two_pages": _two_pages}
    return stories(SUITE.name, seed, tellings, each=EACH)


SUITE: Final = Suite(
    name="conflicting_sources",
    about="what a source of lower trust said served over a person's word, and guesses between equals",
    rules=("R05",),
    scenarios=_scenarios,
)
