"""What was forgotten must not come back by itself: proposed anew, concluded, after a restart or from a backup."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tenure.eval.repository import CodeFile, Repository
from tenure.eval.scenario import Scenario, Suite, Tally
from tenure.eval.suites.looking import Telling, must_find, must_not_see, stories, tell
from tenure.eval.system import System
from tenure.eval.world import World, says

EACH: Final = 2
ORIGINS: Final = ("tool", "page", "file", "summary", "itself")


def _proposed_again(origin: str) -> Telling:
    def telling(world: World, system: System, tally: Tally) -> None:
        scope, (gone, kept) = world.scope(), world.facts(2)
        entry = tell(system, gone, scope)
        tell(system, kept, scope)
        if entry is not None:
            system.forget(entry, scope)
        for text in (gone.text, f"Note that {gone.text[0].lower()}{gone.text[1:]}"):
            system.propose(text, scope, origin=origin, read=text, slot=gone.slot)
        must_not_see(system, tally, gone, scope, reason=f"back_by_{origin}")
        must_find(system, tally, scope, kept)

    return telling


def _concluded_again(world: World, system: System, tally: Tally) -> None:
    scope, (gone, kept) = world.scope(), world.facts(2)
    entry, ground = tell(system, gone, scope), tell(system, kept, scope)
    if entry is not None:
        system.forget(entry, scope)
    system.propose(gone.text, scope, origin="entries", of=() if ground is None else (ground,), slot=gone.slot)
    must_not_see(system, tally, gone, scope, reason="back_by_derivation")
    must_find(system, tally, scope, kept)


def _claimed_of_code_again(world: World, system: System, tally: Tally) -> None:
    """Forget a claim about code that still says so: the agent that finds it there again must not bring it back."""
    scope, kept, code = world.scope(), world.fact(), CodeFile(world)
    tell(system, kept, scope)
    with Repository(system.folder) as repository:
        repository.commit({code.path: code.text})
        entry = code.propose(system, scope, repository)
        tally.must_find(says(system.recall(code.question, scope).found, code.value))
        if entry is not None:
            system.forget(entry, scope)
        code.claim_it(system, scope, repository)
        tally.must_not(says(system.recall(code.question, scope).found, code.value), "back_by_code")
    must_find(system, tally, scope, kept)


def _restarted(world: World, system: System, tally: Tally) -> None:
    scope, (gone, old, kept) = world.scope(), world.facts(3)
    entry = tell(system, gone, scope)
    tell(system, old, scope)
    tell(system, kept, scope)
    if entry is not None:
        system.forget(entry, scope)
    new = old.with_value(world.word())
    tell(system, new, scope)
    system.restart()
    must_not_see(system, tally, gone, scope, entry_id=entry, reason="back_by_restart")
    must_not_see(system, tally, old, scope, reason="back_by_restart")
    must_find(system, tally, scope, kept, new)


def _restored(world: World, system: System, tally: Tally) -> None:
    scope, (gone, old, kept) = world.scope(), world.facts(3)
    entries = [tell(system, each, scope) for each in (gone, old, kept)]
    system.back_up()
    if entries[0] is not None:
        system.forget(entries[0], scope)
    new = old.with_value(world.word())
    tell(system, new, scope)
    system.restore()
    must_not_see(system, tally, gone, scope, entry_id=entries[0], reason="back_by_restore")
    must_not_see(system, tally, old, scope, entry_id=entries[1], reason="back_by_restore")
    must_find(system, tally, scope, kept)


def _stated_again(world: World, system: System, tally: Tally) -> None:
    """Let the person state it anew: that is theirs to do, and it must be found."""
    scope, (gone, kept) = world.scope(), world.facts(2)
    entry = tell(system, gone, scope)
    tell(system, kept, scope)
    if entry is not None:
        system.forget(entry, scope)
    must_not_see(system, tally, gone, scope, entry_id=entry, reason="forgotten")
    tell(system, gone, scope)
    must_find(system, tally, scope, gone, kept)


def _scenarios(seed: int, data: Path | None) -> list[Scenario]:  # noqa: ARG001 - it needs no data
    tellings: dict[str, Telling] = {f"proposed_by_{origin}": _proposed_again(origin) for origin in ORIGINS}
    tellings |= {
        "concluded": _concluded_again,
        "claimed_of_code": _claimed_of_code_again,
        "restarted": _restarted,
        "restored": _restored,
        "stated_again": _stated_again,
    }
    return stories(SUITE.name, seed, tellings, each=EACH)


SUITE: Final = Suite(
    name="resurrection",
    about="what was forgotten or replaced served again though no person brought it back",
    rules=("R28",),
    scenarios=_scenarios,
)
