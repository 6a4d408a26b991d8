"""PDFs that a host serves: read within the same bounds as a file, and never called changed if they cannot be read."""

from __future__ import annotations

import gzip

import pytest

from tenure.cite import pdf
from tenure.errors import CitationError
from tenure.model.validation import Outcome
from tests.cite_web.conftest import PAGE, QUOTE, cited, judged, tell
from tests.pdfs import UNREADABLE, pdf_of

LINES = ("Limits", QUOTE)


def says(text: bytes, kind: str = "application/pdf", **headers: str):
    return lambda handler: tell(handler, text, kind=kind, **headers)


def test_r14_a_quotation_of_a_pdf_that_a_host_serves_is_there_or_not(web, pages) -> None:
    pages.said["/limits"] = says(pdf_of(*LINES))
    found = cited(web, pages)
    assert (found.passage, judged(web, found)) == (QUOTE, (Outcome.VERIFIED, ""))
    pages.said["/limits"] = says(gzip.compress(pdf_of("Version 2", QUOTE)), Content_Encoding="gzip")
    assert judged(web, found) == (Outcome.VERIFIED, "the quotation is still there; the rest differs")
    pages.said["/limits"] = says(pdf_of("Limits", QUOTE.replace("30", "60")))
    assert judged(web, found) == (Outcome.CHANGED, "the quotation is no longer there")
    assert "application/pdf" in pages.asked[-1][2]["accept"]


def test_r18_a_page_that_became_a_pdf_with_the_same_words_still_says_them(web, pages) -> None:
    pages.said["/limits"] = PAGE
    found = cited(web, pages)
    pages.said["/limits"] = says(pdf_of(*LINES), kind="text/html")
    assert judged(web, found)[0] is Outcome.VERIFIED


@pytest.mark.parametrize("data", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_r19_a_pdf_that_cannot_be_read_is_unverified_and_not_cited(web, pages, data: bytes) -> None:
    pages.said["/limits"] = says(pdf_of(*LINES))
    found = cited(web, pages)
    pages.said["/limits"] = says(data)
    assert judged(web, found) == (Outcome.UNVERIFIED, "unreadable_pdf")
    with pytest.raises(CitationError) as caught:
        cited(web, pages)
    assert caught.value.code == "unreadable_pdf"


def test_r19_what_is_called_a_pdf_and_is_none_is_unverified(web, pages) -> None:
    pages.said["/limits"] = says(pdf_of(*LINES))
    found = cited(web, pages)
    pages.said["/limits"] = says(PAGE.encode())
    assert judged(web, found) == (Outcome.UNVERIFIED, "unreadable_pdf")


def test_r19_a_pdf_without_the_extra_or_over_its_time_is_unverified(web, pages, monkeypatch) -> None:
    pages.said["/limits"] = says(pdf_of(*LINES))
    found = cited(web, pages)
    monkeypatch.setattr(pdf, "SECONDS_MAX", 0.0)
    assert judged(web, found) == (Outcome.UNVERIFIED, "unreadable_pdf")
    monkeypatch.setattr(pdf, "has_reader", lambda: False)
    assert judged(web, found) == (Outcome.UNVERIFIED, "no_pdf_reader")
