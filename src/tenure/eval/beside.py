"""Tells several stories at once, each in a process of its own that makes the memory again by its name."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context

from tenure.errors import RequestError
from tenure.eval.reader import reader_of
from tenure.eval.run import Given, Stories, outcome_of
from tenure.eval.scenario import Outcome, Reader, Scenario, Suite
from tenure.eval.suites import chosen
from tenure.eval.systems import Candidate, candidate


@dataclass(slots=True)
class _Teller:
    """What one process holds from its first story to its last."""

    given: Given
    system: Candidate
    reader: Reader | None
    stories: dict[str, dict[str, Scenario]]

    def outcome(self, suite: str, name: str) -> Outcome:
        """Tell one story."""
        if suite not in self.stories:
            (found,) = chosen((suite,))
            self.stories[suite] = {each.name: each for each in found.stories(self.given.seed, self.given.data)}
        return outcome_of(self.system, suite, self.stories[suite][name], reader=self.reader)


_TELLER: list[_Teller] = []
"""The one of this process."""


@contextmanager
def beside(jobs: int, given: Given) -> Iterator[Stories | None]:
    """Give what tells so many stories at once, or None for one; each outcome comes as soon as it is there.

    Args:
        jobs: How many processes.
        given: What they need.
    """
    if jobs == 1:
        yield None
        return
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_begin, initargs=(given,))

    def told(suite: Suite, scenarios: Sequence[Scenario]) -> Iterator[Outcome]:
        try:
            for each in as_completed([pool.submit(_tell, suite.name, each.name) for each in scenarios]):
                yield each.result()
        except BrokenProcessPool:
            hint = "Give the same command with --jobs 1: it goes on where it was, and shows at which story."
            raise RequestError("a process that told stories ended", code="process_ended", hint=hint) from None

    try:
        yield told
    finally:  # if it is stopped, the stories under way end and none begins
        pool.shutdown(cancel_futures=True)


def _begin(given: Given) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who stops the run stops its own process, which ends these
    system = candidate(given.system, environments=given.environments)
    _TELLER.append(_Teller(given=given, system=system, reader=reader_of(given.model), stories={}))


def _tell(suite: str, name: str) -> Outcome:
    return _TELLER[0].outcome(suite, name)
