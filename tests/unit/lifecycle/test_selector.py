from __future__ import annotations

import pytest

from tenure.errors import RequestError
from tenure.lifecycle.selector import WORDS_CHARS_MAX, Selector, is_of_person
from tenure.model.claim import Kind
from tenure.model.scope import Scope
from tests.unit.lifecycle.making import citation, entry

TABLE = entry(text="Give me a table when comparing databases.", entity="answers", attribute="layout", value="table")


@pytest.mark.parametrize(
    ("words", "selects", "nearly"),
    [
        ("table", True, False),
        ("tables", True, False),
        ("compare database", True, False),
        ("a table when comparing", True, False),
        ("comparisons", True, False),  # in the purpose
        ("compare cities", False, True),
        ("compare cities by size", False, False),
        ("tab", False, False),
        ("prose", False, False),
    ],
)
def test_words_are_found_whatever_their_endings(words, selects, nearly):
    selector = Selector(words=words)
    assert (selector.selects(TABLE), selector.nearly_selects(TABLE)) == (selects, nearly)


@pytest.mark.parametrize(
    ("source", "address", "selects"),
    [
        ("src/a.py", "src/a.py:10-20", True),
        ("src/a.py:10-20", "src/a.py:10-20", True),
        ("code:src/a.py:10-20", "src/a.py:10-20", True),
        ("src/a.py", "src/a.py::Class.method", True),
        ("src/a.py", "src/a.pyx:10-20", False),
        ("src/a", "src/a.py:10", False),
        ("file:src/a.py:10-20", "src/a.py:10-20", False),
    ],
)
def test_a_source_is_named_whole(source, address, selects):
    cited = entry(citations=(citation("code", address),))
    assert Selector(source=source).selects(cited) is selects


def test_a_near_source_is_a_near_miss():
    cited = entry(citations=(citation("code", "src/a.pyx:10-20"),))
    assert Selector(source="src/a.py").nearly_selects(cited)
    assert not Selector(source="docs/a.md").nearly_selects(cited)


def test_names_are_compared_folded_and_whole():
    assert Selector(entity="The Answers", attribute="LAYOUT").selects(TABLE)
    assert not Selector(entity="answer").selects(TABLE)
    near = entry(text="My answers are short.")
    assert not Selector(entity="answers").selects(near)
    assert Selector(entity="answers").nearly_selects(near)


def test_ids_have_no_near_miss():
    selector = Selector(ids=("ent_1",))
    assert selector.selects(entry("ent_1"))
    assert not selector.selects(entry("ent_10"))
    assert not selector.nearly_selects(entry("ent_10"))


def test_everything_given_must_hold():
    assert Selector(words="table", kind=Kind.PREFERENCE).selects(TABLE)
    assert not Selector(words="table", kind=Kind.FACT).selects(TABLE)
    assert not Selector(words="table", kind=Kind.FACT).nearly_selects(TABLE)


@pytest.mark.parametrize(
    ("scope", "concerns", "is_of_ana"),
    [
        (Scope(user="ana"), None, True),
        (Scope(user="ana", project="p", repository="r"), None, True),
        (Scope(project="p"), "ana", True),
        (Scope(user="ben"), "ana", True),
        (Scope(project="ana"), None, False),
        (Scope(user="anab"), None, False),
        (Scope(user="ben"), "anab", False),
    ],
)
def test_r35_a_person_is_compared_by_equality(scope, concerns, is_of_ana):
    record = entry(scope=scope) if concerns is None else entry(scope=scope, concerns=concerns)
    assert is_of_person("ana", record) is is_of_ana


def test_a_person_alone_means_all_of_that_person():
    assert Selector(person="ana").is_whole_person
    for narrowed in (
        Selector(person="ana", kind=Kind.FACT),
        Selector(person="ana", ids=("ent_1",)),
        Selector(words="x"),
    ):
        assert not narrowed.is_whole_person


def test_a_selector_is_bounded():
    assert Selector(words="x" * WORDS_CHARS_MAX)
    with pytest.raises(RequestError):
        Selector(words="x" * (WORDS_CHARS_MAX + 1))
    with pytest.raises(RequestError):
        Selector(words="?!")
