"""The words of a page that a reader sees, and that no page takes longer than its length."""

from __future__ import annotations

import time

import pytest

from tenure.cite.page import can_be_read, words_of


@pytest.mark.parametrize(
    ("page", "seen"),
    [
        ("<title>T</title><p>one</p>two", "T one two"),
        ("on<b>e</b> <i>two</i>", "one two"),
        ("a < b and <3 c", "a < b and <3 c"),
        ("a<!-- x --> b<!-- c", "a b"),
        ("<SCRIPT>if (a<b) x</SCRIPT>c", "c"),
        ("<style>x</style ><p>c", "c"),
        ("<script>never closed", ""),
        ("<div hidden><div>x</div>y</div>z", "z"),
        ("<br hidden>z", "z"),
        ("<p data-hidden='1'>z</p>", "z"),
        ("<p aria-hidden='true'>x</p>z", "z"),
        ("<p style='visibility:hidden'>x</p>z", "z"),
        ("<p style='color:red' style='a:b;display : none'>x</p>z", "z"),
        (f"<p style='{'a' * 199}display:none'>x</p>z", "z"),
        (f"<p style='{'a' * 200}display:none'>x</p>z", "x z"),
        ("<p title='display:none' style='color:red'>x</p>z", "x z"),
        ("&lt;p&gt; &amp;&nbsp;x", "<p> & x"),
        ("text <unclosed", "text <unclosed"),
        ("", ""),
    ],
)
def test_what_is_neither_markup_nor_hidden_is_seen(page: str, seen: str) -> None:
    assert " ".join(words_of(page.encode(), "text/html", "")) == seen


def test_the_character_set_is_the_headers_else_the_pages_else_utf_8() -> None:
    page = "<meta charset='iso-8859-1'>caf\u00e9".encode("latin-1")
    assert words_of(page, "text/html", "") == ["caf\u00e9"]
    assert words_of("caf\u00e9".encode(), "text/plain", "") == ["caf\u00e9"]
    assert words_of(b"abc", "text/plain", "punycode") == ["abc"]
    for named in ("no such set", "windows-1259", "iso-8859-99", "utf16be"):
        assert words_of("caf\u00e9".encode(), "text/plain", named) == ["caf\u00e9"], named


def test_which_types_can_be_read() -> None:
    assert all(map(can_be_read, ("text/html", "text/plain", "text/markdown", "application/json", "application/pdf")))
    assert not any(map(can_be_read, ("image/png", "application/octet-stream", "")))


def _seconds(page: str) -> float:
    begun = time.process_time()
    words_of(page.encode(), "text/html", "")
    return time.process_time() - begun


@pytest.mark.parametrize("piece", ["<", "<a ", "<!--", "<script", "<div hidden>", "<p style=", "&", "</"])
def test_no_page_takes_longer_than_its_length(piece: str) -> None:
    assert _seconds(piece * (400_000 // len(piece))) < 2


@pytest.mark.parametrize("piece", [" style=", " aria-hidden", " hidden'", " style=display", " style= visibility :"])
def test_no_tag_holds_the_process_up(piece: str) -> None:
    assert _seconds(f"<p{piece * (2_000_000 // len(piece))}>x") < 1
