"""PDF files: a quotation is found in their words, and what cannot be read is never called changed."""

from __future__ import annotations

import pytest

from tenure.cite import pdf
from tenure.cite.file import FileValidator
from tenure.errors import CitationError
from tests.cite_git.conftest import CLAIM, NOW, digest
from tests.pdfs import UNREADABLE, pdf_of

QUOTE = "at most 30 requests"


@pytest.fixture
def files(repo):
    repo.write("limits.pdf", pdf_of("The server takes", "at most 30 requests a minute."))
    return FileValidator(repo.registry, digest)


def cite(files, repo, **options):
    return files.cite("limits.pdf", place=repo.place(), now=NOW, options=options)


def says(files, repo, cited) -> tuple[str, str]:
    found = files.validate(cited.citation, claim=CLAIM, place=repo.place(), now=NOW)
    return str(found.outcome), found.reason


def test_r14_a_quotation_of_a_pdf_is_found_in_a_newer_version_of_it(files, repo) -> None:
    cited = cite(files, repo, quote=QUOTE)
    assert cited.passage == QUOTE
    assert says(files, repo, cited) == ("verified", "")
    repo.write("limits.pdf", pdf_of("Version 2. The server takes", "at most 30 requests an hour."))
    assert says(files, repo, cited) == ("verified", "the quotation is still there; the rest differs")
    repo.write("limits.pdf", pdf_of("The server takes", "at most 60 requests a minute."))
    assert says(files, repo, cited) == ("changed", "the quotation is no longer there")
    with pytest.raises(CitationError) as caught:
        cite(files, repo, quote=QUOTE)
    assert caught.value.code == "no_such_quote"


def test_r14_a_pdf_as_a_whole_is_cited_by_its_bytes(files, repo) -> None:
    cited = cite(files, repo)
    assert cited.passage == "The server takes at most 30 requests a minute."
    repo.write("limits.pdf", pdf_of("Something else"))
    assert says(files, repo, cited) == ("changed", "the content differs")


def test_r19_without_the_extra_a_pdf_is_cited_as_a_whole_alone(files, repo, monkeypatch) -> None:
    cited = cite(files, repo, quote=QUOTE)
    monkeypatch.setattr(pdf, "has_reader", lambda: False)
    assert says(files, repo, cited) == ("verified", "")  # the bytes are the same
    assert cite(files, repo).passage == ""
    with pytest.raises(CitationError) as caught:
        cite(files, repo, quote=QUOTE)
    assert caught.value.code == "no_pdf_reader"
    repo.write("limits.pdf", pdf_of("Something else"))
    assert says(files, repo, cited) == ("unverified", "no_pdf_reader")


@pytest.mark.parametrize("data", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_r19_a_pdf_that_cannot_be_read_is_never_called_changed(files, repo, data: bytes) -> None:
    cited = cite(files, repo, quote=QUOTE)
    repo.write("limits.pdf", data)
    assert says(files, repo, cited) == ("unverified", "unreadable_pdf")
    assert cite(files, repo).passage == ""


def test_r19_a_pdf_that_takes_too_long_is_given_up(files, repo, monkeypatch) -> None:
    cited = cite(files, repo, quote=QUOTE)
    monkeypatch.setattr(pdf, "SECONDS_MAX", 0.0)
    repo.write("limits.pdf", pdf_of("The server takes", "at most 60 requests a minute."))
    assert says(files, repo, cited) == ("unverified", "unreadable_pdf")
