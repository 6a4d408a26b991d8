"""PDF files: a quotation is found in their words, and what cannot be read is never called changed."""

from __future__ import annotations

import time
import zlib

import pytest

from tenure.cite import pdf
from tenure.cite.file import FileValidator
from tenure.errors import CitationError
from tests.cite_git.conftest import CLAIM, NOW, digest

QUOTE = "at most 30 requests"


def made(*lines: str, data: bytes | None = None, more: str = "") -> bytes:
    """Make a PDF of one page with these lines of text."""
    text = " ".join(f"BT /F1 12 Tf 50 {700 - 20 * at} Td ({line}) Tj ET" for at, line in enumerate(lines))
    packed = zlib.compress(text.encode()) if data is None else data
    parts = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n%b\nendstream" % (len(packed), packed),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    out, places = b"%PDF-1.4\n", list[int]()
    for number, part in enumerate(parts, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, part)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    start = len(out)
    out += b"xref\n0 6\n0000000000 65535 f \n%b" % table
    return out + b"trailer\n<< /Size 6 /Root 1 0 R %b >>\nstartxref\n%d\n%%%%EOF\n" % (more.encode(), start)


@pytest.fixture
def files(repo):
    repo.write("limits.pdf", made("The server takes", "at most 30 requests a minute."))
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
    repo.write("limits.pdf", made("Version 2. The server takes", "at most 30 requests an hour."))
    assert says(files, repo, cited) == ("verified", "the quotation is still there; the rest differs")
    repo.write("limits.pdf", made("The server takes", "at most 60 requests a minute."))
    assert says(files, repo, cited) == ("changed", "the quotation is no longer there")
    with pytest.raises(CitationError) as caught:
        cite(files, repo, quote=QUOTE)
    assert caught.value.code == "no_such_quote"


def test_r14_a_pdf_as_a_whole_is_cited_by_its_bytes(files, repo) -> None:
    cited = cite(files, repo)
    assert cited.passage == "The server takes at most 30 requests a minute."
    repo.write("limits.pdf", made("Something else"))
    assert says(files, repo, cited) == ("changed", "the content differs")


def test_r19_without_the_extra_a_pdf_is_cited_as_a_whole_alone(files, repo, monkeypatch) -> None:
    cited = cite(files, repo, quote=QUOTE)
    monkeypatch.setattr(pdf, "has_reader", lambda: False)
    assert says(files, repo, cited) == ("verified", "")  # the bytes are the same
    assert cite(files, repo).passage == ""
    with pytest.raises(CitationError) as caught:
        cite(files, repo, quote=QUOTE)
    assert caught.value.code == "no_pdf_reader"
    repo.write("limits.pdf", made("Something else"))
    assert says(files, repo, cited) == ("unverified", "no_pdf_reader")


@pytest.mark.parametrize(
    "data",
    [
        b"%PDF-1.4\n" + b"\0" * 1_000,
        b"%PDF-1.4\nstartxref\n9\n%%EOF",
        made(data=zlib.compress(b" " * 60_000_000, 9)),
        made(data=zlib.compress(b"[" * 100_000)),
        made(data=b"no deflate at all"),
        made("locked", more="/Encrypt << /Filter /Standard /V 1 /R 2 /O (x) /U (y) /P -4 >>"),
        b"%PDF-1.4\n" + b"<< /A " * 50_000,
    ],
    ids=["nothing", "no table", "bomb", "deep", "garbage", "encrypted", "nested"],
)
def test_r19_a_pdf_that_cannot_be_read_ends_soon_and_is_never_called_changed(files, repo, data: bytes) -> None:
    cited = cite(files, repo, quote=QUOTE)
    repo.write("limits.pdf", data)
    begun = time.monotonic()
    assert says(files, repo, cited) == ("unverified", "unreadable_pdf")
    assert time.monotonic() - begun < 10  # 1.5 s on an idle machine
    assert cite(files, repo).passage == ""


def test_r19_a_pdf_that_takes_too_long_is_given_up(files, repo, monkeypatch) -> None:
    cited = cite(files, repo, quote=QUOTE)
    monkeypatch.setattr(pdf, "SECONDS_MAX", 0.0)
    repo.write("limits.pdf", made("The server takes", "at most 60 requests a minute."))
    assert says(files, repo, cited) == ("unverified", "unreadable_pdf")
