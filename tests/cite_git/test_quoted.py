"""A quoted line says where: alone, in a file, below a folder; one place, or none."""

from __future__ import annotations

import pytest

from tenure.cite import view
from tenure.errors import CitationError


@pytest.fixture
def tree(repo):
    repo.write("src/b.py", "LIMIT = 7\n\n\ndef get(self, key):\n    return None\n")
    repo.write("src/.env", "TOKEN = secret\n")
    repo.write("notes/plan.md", "Ask first.\n")
    repo.commit()
    return repo


@pytest.mark.parametrize(
    ("address", "quote", "place"),
    [
        (".", "TIMEOUT = 30", "src/a.py:3-3"),
        ("src/a.py", "TIMEOUT = 30", "src/a.py:3-3"),
        ("src", "  TIMEOUT  =  30 ", "src/a.py:3-3"),
        ("./src/", "TIMEOUT = 30", "src/a.py:3-3"),
        (".", "LIMIT = 7\n\ndef get(self, key):", "src/b.py:1-4"),
        (".", "value = self.rows[key]\nreturn value", "src/a.py:10-11"),
        (".", "self.rows[key] = value", "src/a.py:14-14"),
        (".", "connect(host", "src/a.py:18-18"),
        ("src/b.py", "def get(self, key):", "src/b.py:4-4"),
        (".", "Ask first.", "notes/plan.md:1-1"),
    ],
)
def test_r14_a_quoted_line_is_cited_where_it_stands(tree, address: str, quote: str, place: str) -> None:
    cited = tree.cite(address, quote=quote)
    assert cited.citation.address == place
    assert tree.says(cited) == ("verified", place)
    assert quote.strip() not in repr(cited.citation.details)


@pytest.mark.parametrize(
    ("address", "quote", "code"),
    [
        (".", "def get(self, key):", "ambiguous_quote"),
        (".", "return value", "ambiguous_quote"),
        ("notes", "TIMEOUT = 30", "no_such_quote"),
        (".", "TIMEOUT = 31", "no_such_quote"),
        (".", "port", "no_such_quote"),  # too little for a part of a line
        (".", " \n", "no_such_quote"),
        (".", "x" * 2_001, "no_such_quote"),
        (".", "TOKEN = secret", "no_such_quote"),
        ("src/.env", "TOKEN = secret", "not_citable"),
        ("../other", "TIMEOUT = 30", "bad_path"),
        ("/etc", "TIMEOUT = 30", "bad_path"),
    ],
)
def test_r14_words_that_stand_nowhere_or_twice_or_where_secrets_are_name_no_place(tree, address, quote, code) -> None:
    with pytest.raises(CitationError) as caught:
        tree.cite(address, quote=quote)
    assert caught.value.code == code


def test_r14_the_working_tree_is_looked_through_and_lines_go_before_a_quotation(tree) -> None:
    tree.write("src/a.py", (tree.folder / "src/a.py").read_text().replace("TIMEOUT = 30", "# new\nTIMEOUT = 60"))
    assert tree.cite(".", quote="TIMEOUT = 60").citation.address == "src/a.py:4-4"
    assert tree.cite("src/b.py:1", quote="TIMEOUT = 60").citation.address == "src/b.py:1"
    with pytest.raises(CitationError):
        tree.cite("src/a.py")


def test_a_tree_too_big_to_look_through_is_told(tree, monkeypatch) -> None:
    monkeypatch.setattr(view, "SEARCH_FILES_MAX", 2)
    with pytest.raises(CitationError) as caught:
        tree.cite(".", quote="TIMEOUT = 30")
    assert caught.value.code == "too_much"
    assert tree.cite("src/a.py", quote="TIMEOUT = 30").citation.address == "src/a.py:3-3"
