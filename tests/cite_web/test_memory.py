"""What rests on a page, from the proposal to the recall: asked for on purpose alone, remembered, and never guessed."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

import tenure
from tenure.clock import FrozenClock
from tenure.model.validation import Outcome
from tenure.policy.presets import PERSONAL
from tests.cite_web.conftest import PAGE, QUOTE, tell
from tests.conftest import NOON

CLAIM = "The limit is 30 requests a minute"


class Kept:
    """A memory with one fact that rests on one page."""

    def __init__(self, folder, pages, web, **policy) -> None:
        self.pages = pages
        self.clock = FrozenClock(NOON)
        self.folder, self.web = folder, web
        self.memory = self._open(replace(PERSONAL, **policy))
        self.scope = self.memory.scope(user="ana")

    def _open(self, policy=None):
        return tenure.open(self.folder, clock=self.clock, policy=policy, validators=[self.web])

    def reopen(self) -> None:
        self.memory.close()
        self.memory = self._open()

    def propose(self, **options):
        self.pages.said["/limits"] = PAGE
        agent = self.memory.agent("coder", scope=self.scope)
        decision = agent.propose(CLAIM, kind="fact", because=self.pages.address("/limits"), quote=QUOTE, **options)
        assert decision.status == "pending", decision
        person = self.memory.person("ana")
        return person.approve(person.show(decision.proposal_id))

    @property
    def agent(self):
        return self.memory.agent("coder", scope=self.scope)

    def recall(self):
        return self.agent.recall("limit of requests a minute")


@pytest.fixture
def kept(tmp_path, pages, web):
    made = Kept(tmp_path / "store", pages, web)
    yield made
    made.memory.close()


def test_r18_a_recall_asks_no_page_and_says_when_it_was_last_seen(kept, pages) -> None:
    entry = kept.propose()
    asked = len(pages.asked)
    found = kept.recall()
    assert [(each.entry.id, each.validation.outcome) for each in found.usable] == [(entry.id, Outcome.UNVERIFIED)]
    assert found.usable[0].note == "not verified: its page was not asked for now, and it was never verified"
    assert len(pages.asked) == asked
    kept.clock.advance(timedelta(hours=2))
    assert kept.agent.verify(entry.id).outcome is Outcome.VERIFIED
    kept.reopen()
    asked = len(pages.asked)
    assert "last verified 2026-03-02T14:00:00Z" in kept.recall().usable[0].note
    assert "last verified 2026-03-02T14:00:00Z" in kept.recall().render()
    assert len(pages.asked) == asked


def test_r19_what_the_last_check_did_not_find_is_withheld_until_a_check_finds_it(kept, pages) -> None:
    entry = kept.propose()
    pages.said["/limits"] = PAGE.replace("30", "60")
    assert kept.agent.verify(entry.id).outcome is Outcome.CHANGED
    kept.reopen()
    found = kept.recall()
    assert [(each.reason, each.detail) for each in found.withheld] == [("source_changed", "not_there_at_last_check")]
    assert not found.usable
    pages.said["/limits"] = PAGE
    assert [each.validation.outcome for each in kept.memory.person("ana").verify_all()] == [Outcome.VERIFIED]
    kept.reopen()
    assert [each.entry.id for each in kept.recall().usable] == [entry.id]


def test_r18_a_policy_may_let_a_recall_ask(tmp_path, pages, web) -> None:
    kept = Kept(tmp_path / "store", pages, web, web_at_recall=True)
    kept.propose()
    assert [each.validation.outcome for each in kept.recall().usable] == [Outcome.VERIFIED]
    pages.said["/limits"] = PAGE.replace("30", "60")
    assert [each.outcome for each in kept.recall().withheld] == [Outcome.CHANGED]
    kept.memory.close()


def test_r18_a_fact_with_a_bound_of_freshness_is_asked_about_at_that_second(kept, pages) -> None:
    entry = kept.propose(fresh_hours=3)
    kept.clock.advance(timedelta(hours=3) - timedelta(seconds=1))
    assert [each.entry.id for each in kept.recall().usable] == [entry.id]
    kept.clock.advance(timedelta(seconds=1))
    found = kept.recall()
    assert [(each.reason, each.outcome) for each in found.withheld] == [("not_fresh", Outcome.UNVERIFIED)]
    assert found.stance == "ask"
    kept.agent.verify(entry.id)
    kept.reopen()
    assert [each.entry.id for each in kept.recall().usable] == [entry.id]
    kept.clock.advance(timedelta(hours=3))
    pages.said["/limits"] = lambda handler: tell(handler, "", status=503)
    assert (kept.agent.verify(entry.id).reason, kept.recall().withheld[0].reason) == ("not_fresh", "not_fresh")
    kept.memory.person("ana").confirm(entry.id)
    assert [each.entry.id for each in kept.recall().usable] == [entry.id]


def test_without_a_listed_host_no_page_is_asked_for(tmp_path, reached) -> None:
    with tenure.open(tmp_path / "store") as memory:
        agent = memory.agent("coder", scope=memory.scope(user="ana"))
        with pytest.raises(tenure.CitationError) as caught:
            agent.cite("https://example.org/limits")
        assert (caught.value.code, reached) == ("host_not_allowed", [])


@pytest.mark.parametrize("host", ["Example.org", "https://example.org", "exa mple.org", "example.org/x", "", "*"])
def test_r37_a_policy_names_hosts_plainly(host: str) -> None:
    from tenure.errors import PolicyError
    from tenure.policy.load import parse

    with pytest.raises(PolicyError):
        parse(f'web_hosts = ["{host}"]')
    assert parse('web_hosts = ["example.org", ".example.org", "example.org:8443"]').web_hosts[1] == ".example.org"
