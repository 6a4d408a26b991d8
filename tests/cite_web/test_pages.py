"""`web:` citations against a host that changes, moves, hides, slows down, sends away and lies (R14, R18, R19)."""

from __future__ import annotations

import gzip
import time

import pytest

from tenure.cite.connection import BYTES_MAX
from tenure.model.principal import Channel, Trust
from tenure.model.validation import Outcome
from tests.cite_web.conftest import CLAIM, NOW, PAGE, PLACE, QUOTE, SECONDS, cited, judged, redirect, tell


def test_r14_a_page_is_cited_by_address_time_and_digests(web, pages) -> None:
    pages.said["/limits"] = PAGE
    found = cited(web, pages)
    assert (found.passage, found.citation.seen_at) == (QUOTE, NOW)
    assert (found.citation.trust, found.citation.origin.channel) == (Trust.EXTERNAL, Channel.DOCUMENT)
    assert "limit is" not in repr(found.citation)
    assert judged(web, found) == (Outcome.VERIFIED, "")


@pytest.mark.parametrize(
    ("page", "outcome"),
    [
        (PAGE.replace("Limits", "All limits"), Outcome.VERIFIED),
        (PAGE.replace("30", "60"), Outcome.CHANGED),
        ("<p>The limit is\n  30 requests</p> a minute. More", Outcome.VERIFIED),
        (f"<!-- {QUOTE} -->", Outcome.CHANGED),
        (f"<p>Over</p><script>const text = '{QUOTE}'</script>", Outcome.CHANGED),
        (f"<div hidden>{QUOTE}</div>", Outcome.CHANGED),
        (f"<div style='color: red; display: none'><p>{QUOTE}</p></div>", Outcome.CHANGED),
        (f"<div style='color: red'><p>{QUOTE}</p></div>", Outcome.VERIFIED),
        (f"<div hidden>other</div>{QUOTE}", Outcome.VERIFIED),
        ("The limit is &#51;0 requests a minute.", Outcome.VERIFIED),
        ("", Outcome.CHANGED),
    ],
)
def test_r18_the_quoted_words_are_still_there_or_not(web, pages, page: str, outcome: Outcome) -> None:
    pages.said["/limits"] = PAGE
    found = cited(web, pages)
    pages.said["/limits"] = page
    assert judged(web, found)[0] is outcome


def test_r18_without_a_quotation_any_other_word_is_a_change_and_other_markup_is_none(web, pages) -> None:
    pages.said["/limits"] = PAGE
    found = cited(web, pages, quote="")
    pages.said["/limits"] = "<div>Limits</div><div>The limit is 30 requests a <i>minute</i>.</div>"
    assert judged(web, found) == (Outcome.VERIFIED, "")
    pages.said["/limits"] = PAGE.replace("Limits", "All limits")
    assert judged(web, found) == (Outcome.CHANGED, "the content differs")


@pytest.mark.parametrize("status", [404, 410])
def test_r18_a_page_that_is_gone(web, pages, status: int) -> None:
    pages.said["/limits"] = PAGE
    found = cited(web, pages)
    pages.said["/limits"] = lambda handler: tell(handler, PAGE, status=status)
    assert judged(web, found)[0] is Outcome.GONE


@pytest.mark.parametrize("status", [400, 401, 403, 429, 451, 500, 503, 206, 204, 304])
def test_r19_a_page_that_is_not_to_be_had_now_is_neither_gone_nor_changed(web, pages, status: int) -> None:
    pages.said["/limits"] = PAGE
    found = cited(web, pages)
    pages.said["/limits"] = lambda handler: tell(handler, "", status=status)
    assert judged(web, found) == (Outcome.UNVERIFIED, f"status_{status}")


def test_r19_a_host_that_does_not_answer_is_unreachable(web, pages) -> None:
    pages.said["/limits"] = PAGE
    found = cited(web, pages)
    pages.close()
    assert judged(web, found) == (Outcome.UNVERIFIED, "unreachable")


@pytest.mark.parametrize(("status", "outcome"), [(301, Outcome.MOVED), (308, Outcome.MOVED), (302, Outcome.VERIFIED)])
def test_r18_a_page_that_moved_for_good_says_where(web, pages, status: int, outcome: Outcome) -> None:
    pages.said["/limits"] = PAGE
    found = cited(web, pages)
    there = pages.address("/new", host="new.example")
    pages.said |= {"/limits": redirect(there, status), "/new": PAGE}
    said = web.validate(found.citation, claim=CLAIM, place=PLACE, now=NOW)
    assert (said.outcome, said.place) == (outcome, there)


@pytest.mark.parametrize(("status", "outcome"), [(301, Outcome.MOVED), (302, Outcome.VERIFIED)])
def test_r31_an_address_that_signs_itself_is_told_to_nobody(web, pages, status: int, outcome: Outcome) -> None:
    pages.said["/limits"] = PAGE
    found = cited(web, pages)
    signed = f"/new?X-Amz-Signature={'0123456789abcdef' * 4}"
    pages.said |= {"/limits": redirect(signed, status), signed: PAGE}
    said = web.validate(found.citation, claim=CLAIM, place=PLACE, now=NOW)
    assert (said.outcome, said.place) == (outcome, None)
    assert web.renewed(found.citation, claim=CLAIM, place=PLACE, now=NOW) is None


def test_r19_a_page_that_sends_to_sign_in_says_nothing_and_one_that_moved_and_changed_does(web, pages) -> None:
    pages.said["/limits"] = PAGE
    found = cited(web, pages)
    pages.said |= {"/limits": redirect("/login"), "/login": "Please sign in"}
    assert judged(web, found) == (Outcome.UNVERIFIED, "redirected")
    pages.said["/limits"] = redirect("/login", 301)
    assert judged(web, found)[0] is Outcome.CHANGED


def test_r18_a_page_that_did_not_change_is_not_sent_again(web, pages) -> None:
    def page(handler) -> None:
        known = handler.headers.get("If-None-Match") == '"v1"'
        tell(handler, "" if known else PAGE, status=304 if known else 200, ETag='"v1"')

    pages.said["/limits"] = page
    found = cited(web, pages)
    assert judged(web, found) == (Outcome.VERIFIED, "the page did not change")


def drip(handler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Type", "text/html")
    handler.end_headers()
    for _ in range(100):
        handler.wfile.write(b"x")
        handler.wfile.flush()
        time.sleep(0.05)


def drip_headers(handler) -> None:
    handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
    for number in range(100):
        handler.wfile.write(f"X-{number}: y\r\n".encode())
        handler.wfile.flush()
        time.sleep(0.05)


def say_nothing(handler) -> None:
    time.sleep(SECONDS * 2)


@pytest.mark.parametrize("slow", [drip, drip_headers, say_nothing])
def test_r19_a_page_that_takes_its_time_is_given_up(web, pages, slow) -> None:
    pages.said["/limits"] = PAGE
    found = cited(web, pages)
    pages.said["/limits"] = slow
    begun = time.monotonic()
    assert judged(web, found) == (Outcome.UNVERIFIED, "too_slow")
    assert SECONDS * 0.9 < time.monotonic() - begun < SECONDS * 1.8


def bomb(handler) -> None:
    tell(handler, gzip.compress(b" " * (BYTES_MAX + 1)), Content_Encoding="gzip")


LIES = {
    "says more than there is": (lambda handler: tell(handler, PAGE, length=len(PAGE) + 50), "length_differs"),
    "says less than there is": (lambda handler: tell(handler, PAGE, length=40), "length_differs"),
    "says too much": (lambda handler: tell(handler, PAGE, length=BYTES_MAX + 1), "too_big"),
    "a bomb": (bomb, "too_big"),
    "no gzip": (lambda handler: tell(handler, PAGE, Content_Encoding="gzip"), "bad_encoding"),
    "unknown encoding": (lambda handler: tell(handler, PAGE, Content_Encoding="br"), "bad_encoding"),
    "a picture": (lambda handler: tell(handler, PAGE, kind="image/png"), "bad_content_type"),
}


@pytest.mark.parametrize("name", LIES)
def test_r19_a_page_that_lies_about_itself_is_unverified(web, pages, name: str) -> None:
    pages.said["/limits"] = PAGE
    found = cited(web, pages)
    pages.said["/limits"], reason = LIES[name]
    assert judged(web, found) == (Outcome.UNVERIFIED, reason)


def test_a_page_without_a_length_is_read_up_to_the_bound(web, pages) -> None:
    def page(handler, size: int) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "text/plain")
        handler.send_header("Connection", "close")
        handler.end_headers()
        handler.wfile.write(QUOTE.encode() + b" " * (size - len(QUOTE)))
        handler.close_connection = True

    pages.said["/limits"] = lambda handler: page(handler, BYTES_MAX)
    found = cited(web, pages)
    assert judged(web, found) == (Outcome.VERIFIED, "")
    pages.said["/limits"] = lambda handler: page(handler, BYTES_MAX + 1)
    assert judged(web, found) == (Outcome.UNVERIFIED, "too_big")


def test_a_packed_page_is_read(web, pages) -> None:
    pages.said["/limits"] = lambda handler: tell(handler, gzip.compress(PAGE.encode()), Content_Encoding="gzip")
    assert judged(web, cited(web, pages)) == (Outcome.VERIFIED, "")
