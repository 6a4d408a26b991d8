"""Makes stories tests of a run of pytest: wrong is a failure, an operation that the memory lacks is a skip."""

# What pytest gives a node has no types.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from tenure.errors import Error
from tenure.eval.run import lacking, played
from tenure.eval.scenario import Scenario, Suite, Tally
from tenure.eval.suites import chosen
from tenure.eval.system import NotApplicable
from tenure.eval.systems import Candidate, candidate

MARK = "memory"


class Stories:
    """The stories of one run.

    Args:
        config: Names the memory, the suites and the data.
    """

    def __init__(self, config: pytest.Config) -> None:
        self._system: Candidate | None = None
        self._config = config

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, session: pytest.Session, items: list[pytest.Item]) -> None:
        """Add the stories to what was collected, before anything is selected by name or mark."""
        options = self._config.option
        sys.path.insert(0, str(self._config.invocation_params.dir))  # where an adapter of one's own lies
        data = Path(options.memory_data) if options.memory_data else None
        try:
            self._system = candidate(options.memory_system)
            suites = chosen(options.memory_suite or ())
            for suite in suites:
                parent = SuiteNode.from_parent(session, name=suite.name, nodeid=f"memory::{suite.name}")
                for scenario in suite.stories(options.memory_seed, data):
                    story = {"system": self._system, "suite": suite, "scenario": scenario}
                    items.append(Story.from_parent(parent, name=scenario.name, **story))
        except Error as error:
            raise pytest.UsageError(f"{error} [{error.code}] {error.hint}") from None

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Count the stories among the tests, so that a run without other tests has some."""
        session.testscollected = len(session.items)

    def pytest_unconfigure(self) -> None:
        """Let go of the memory."""
        if self._system is not None:
            self._system.close()


class SuiteNode(pytest.Collector):
    """The suite as pytest shows it; its stories are added when everything is collected."""

    def collect(self) -> list[pytest.Item]:
        """Give nothing more."""
        return []


class Story(pytest.Item):
    """One story as a test."""

    def __init__(self, *, system: Candidate, suite: Suite, scenario: Scenario, **given: Any) -> None:  # noqa: ANN401 - what pytest gives a node
        super().__init__(**given)
        self._system, self._suite, self._scenario = system, suite, scenario
        self.add_marker(MARK)

    def runtest(self) -> None:
        """Tell it; an error of the memory is shown with its traceback."""
        tally, lacks = Tally(), ""
        try:
            played(self._system, self._scenario, tally)
        except NotApplicable as error:
            lacks = lacking(error)
        if lacks and not tally.wrong:
            pytest.skip(f"not applicable: the memory has no {lacks}")
        if tally.wrong:
            reasons = ", ".join(f"{count} {name}" for name, count in tally.reasons.items())
            raise StoryFailed(f"{self._suite.about}: {tally.wrong} of {tally.looked} ({reasons})")
        if tally.sought and tally.found / tally.sought < self.config.option.memory_recall:
            raise StoryFailed(f"nothing wrong, but only {tally.found} of {tally.sought} that had to be found were")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:  # noqa: ANN401 - pytest has no name for it
        """Show what a story found in one line."""
        if isinstance(excinfo.value, StoryFailed):
            return f"{self._suite.name}: {excinfo.value}"
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Name the story."""
        return self.path, None, f"{self._suite.name}: {self.name}"


class StoryFailed(Exception):  # noqa: N818 - it is a finding
    """Something wrong happened, or too little was found."""
