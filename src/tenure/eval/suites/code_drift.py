"""What is claimed of code must be served as long as the code says so here, wherever it moved, and no longer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from tenure.eval.repository import BRANCH, CodeFile, Repository
from tenure.eval.scenario import Scenario, Suite, Tally
from tenure.eval.suites.looking import Telling, count_sure, stories
from tenure.eval.system import Scope, System
from tenure.eval.world import World, says

EACH: Final = 2
Change = Callable[[Repository, CodeFile, World], None]


def _after(change: Change, *, holds: bool) -> Telling:
    """Claim a constant, let the history go on, and ask: it must be found, or must not be served any more."""

    def telling(world: World, system: System, tally: Tally) -> None:
        scope, code = world.scope(), CodeFile(world)
        with Repository(system.folder) as repository:
            repository.commit({code.path: code.text, "README.md": "Rates.\n"})
            code.propose(system, scope, repository)
            tally.must_find(_is_served(system, code, scope))
            change(repository, code, world)
            found = system.recall(code.question, scope).found
            count_sure(tally, found, code.value, holds=holds)
            if holds:
                tally.must_find(says(found, code.value))
            else:
                tally.must_not(says(found, code.value), "stale_code")

    return telling


def _on_branches(world: World, system: System, tally: Tally) -> None:
    """Go to a branch where the code says otherwise, and back."""
    scope, code = world.scope(), CodeFile(world)
    with Repository(system.folder) as repository:
        repository.commit({code.path: code.text})
        code.propose(system, scope, repository)
        repository.branch("other")
        repository.commit({code.path: code.with_value(world.number())})
        tally.must_not(_is_served(system, code, scope), "stale_code_on_a_branch")
        repository.branch(BRANCH)
        tally.must_find(_is_served(system, code, scope))


def _is_served(system: System, code: CodeFile, scope: Scope) -> bool:
    return says(system.recall(code.question, scope).found, code.value)


def _unrelated(repository: Repository, code: CodeFile, world: World) -> None:  # noqa: ARG001 - a change like the others
    repository.commit({"README.md": f"Rates of {world.word()}.\n"})


def _moved_down(repository: Repository, code: CodeFile, world: World) -> None:
    repository.commit({code.path: code.with_value(code.value, above=int(world.choice("3579")))})


def _renamed(repository: Repository, code: CodeFile, world: World) -> None:
    repository.commit({code.path: None, f"moved/{world.word().lower()}.py": code.text})


def _renamed_and_moved(repository: Repository, code: CodeFile, world: World) -> None:
    path = f"moved/{world.word().lower()}.py"
    repository.commit({code.path: None, path: code.text})
    repository.commit({path: code.with_value(code.value, above=4)})


def _changed(repository: Repository, code: CodeFile, world: World) -> None:
    repository.commit({code.path: code.with_value(world.number())})


def _changed_in_the_tree(repository: Repository, code: CodeFile, world: World) -> None:
    (repository.folder / code.path).write_text(code.with_value(world.number()), encoding="utf-8")


def _removed(repository: Repository, code: CodeFile, world: World) -> None:  # noqa: ARG001 - as above
    repository.commit({code.path: code.with_value(None)})


def _moved_and_changed(repository: Repository, code: CodeFile, world: World) -> None:
    path = f"moved/{world.word().lower()}.py"
    repository.commit({code.path: None, path: code.text})
    repository.commit({path: code.with_value(world.number(), above=2)})


def _scenarios(seed: int, data: Path | None) -> list[Scenario]:  # noqa: ARG001 - it needs no data
    kept: tuple[Change, ...] = (_unrelated, _moved_down, _renamed, _renamed_and_moved)
    lost: tuple[Change, ...] = (_changed, _changed_in_the_tree, _removed, _moved_and_changed)
    tellings = {each.__name__.strip("_"): _after(each, holds=True) for each in kept}
    tellings |= {each.__name__.strip("_"): _after(each, holds=False) for each in lost}
    tellings["on_branches"] = _on_branches
    return stories(SUITE.name, seed, tellings, each=EACH)


SUITE: Final = Suite(
    name="code_drift",
    about="claims about code served after the code says otherwise",
    rules=("R17", "R18", "R22"),
    scenarios=_scenarios,
)
