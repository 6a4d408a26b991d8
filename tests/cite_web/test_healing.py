"""What is mended of pages and files: a new address without asking, a new value as a draft, or a removal."""

from __future__ import annotations

import pytest

import tenure
from tenure.model.validation import Outcome
from tests.cite_web.conftest import PAGE, QUOTE, redirect
from tests.cite_web.test_memory import CLAIM, Kept


@pytest.fixture
def kept(tmp_path, pages, web):
    made = Kept(tmp_path / "store", pages, web)
    yield made
    made.memory.close()


@pytest.fixture
def ana(kept):
    return kept.memory.person("ana")


def test_r22_a_page_that_moved_for_good_is_asked_for_at_its_new_address(kept, pages) -> None:
    entry = kept.propose()
    pages.said |= {"/limits": redirect("/now", 301), "/now": PAGE.replace("Limits", "Our limits")}
    found = kept.agent.heal(entry.id)
    assert (found.outcome, found.done, found.place) == (Outcome.MOVED, "renewed", pages.address("/now"))
    pages.asked.clear()
    assert kept.agent.verify(entry.id).outcome is Outcome.VERIFIED
    assert [path for path in pages.paths() if path != "/robots.txt"] == ["/now"]
    after = kept.memory.person("ana").show_entry(entry.id)[0]
    assert (after.claim, after.citations) == (entry.claim, entry.citations)
    pages.said |= {"/now": "moved once more", "/limits": PAGE}  # the address that was approved still counts
    assert kept.agent.verify(entry.id).outcome is Outcome.VERIFIED


def test_r22_a_passing_redirect_renews_nothing(kept, pages) -> None:
    entry = kept.propose()
    pages.said |= {"/limits": redirect("/now", 302), "/now": PAGE}
    assert kept.agent.heal(entry.id).done == "sound"


def test_r22_a_page_that_says_another_value_drafts_it_with_the_words_that_say_so(kept, pages, ana) -> None:
    entry = kept.propose()
    pages.said["/limits"] = PAGE.replace("<b>30</b>", "<b>60</b>")
    found = kept.agent.heal(entry.id)
    assert (found.outcome, found.done) == (Outcome.CHANGED, "correction")
    assert kept.recall().usable == ()
    assert kept.agent.heal(entry.id).done == "waiting"
    assert [line.strip() for line in ana.passage(entry.id)] == [f"- {CLAIM}", f"+ {QUOTE.replace('30', '60')}"]
    shown = ana.show(found.proposal_id)
    assert CLAIM.replace("30", "60") in shown.text
    mended = ana.approve(shown)
    assert mended.claim.text == CLAIM.replace("30", "60")
    assert kept.agent.verify(mended.id).outcome is Outcome.VERIFIED
    pages.said["/limits"] = PAGE
    assert kept.agent.verify(mended.id).outcome is Outcome.CHANGED


@pytest.mark.parametrize(
    ("page", "done"),
    [
        ("<p>We have no limits any more.</p>", "removal"),
        ("<p>The limit is 60 requests a minute. The limit is 90 requests a minute.</p>", "removal"),
        (None, "removal"),
    ],
)
def test_r22_a_page_that_says_nothing_of_it_or_too_much_drafts_a_removal(kept, pages, page, done) -> None:
    entry = kept.propose()
    if page is None:
        del pages.said["/limits"]
    else:
        pages.said["/limits"] = page
    found = kept.agent.heal(entry.id)
    assert found.done == done
    assert kept.agent.heal(entry.id).done == "waiting"


def test_r22_a_page_that_cannot_be_reached_drafts_nothing(kept, pages) -> None:
    entry = kept.propose()
    pages.said["/limits"] = lambda handler: handler.send_error(503)
    assert kept.agent.heal(entry.id).done == "nothing"


def test_r22_a_file_that_says_another_value_drafts_it(world) -> None:
    world.repository.commit({"limits.txt": f"Limits\n\n{QUOTE}\n"})
    agent, ana = world.agent(), world.ana
    decision = agent.propose(CLAIM, kind="fact", because="file:limits.txt", quote=QUOTE)
    entry = ana.approve(ana.show(decision.proposal_id))
    assert [line.strip() for line in ana.passage(entry.id)] == [QUOTE]
    world.repository.write({"limits.txt": f"Limits of today\n\n{QUOTE.replace('30', '45')}\n"})
    found = agent.heal(entry.id)
    assert (found.outcome, found.done) == (Outcome.CHANGED, "correction")
    mended = ana.approve(ana.show(found.proposal_id))
    assert isinstance(mended, tenure.Entry)
    assert mended.claim.text == CLAIM.replace("30", "45")
    assert agent.verify(mended.id).outcome is Outcome.VERIFIED
    (world.repository.folder / "limits.txt").unlink()
    assert agent.heal(mended.id).done == "removal"
