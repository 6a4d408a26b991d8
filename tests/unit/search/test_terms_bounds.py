"""Terms at their bounds: huge texts, long words, stored hashes, many threads, any text at all."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import time
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenure.search.terms import TERMS_MAX, forget_stems, stem_terms, term_hashes
from tenure.search.words import TEXT_CHARS_MAX, WORD_CHARS_MAX, words

GOLDEN = (
    *(2580680926, 3161903237, 3673524581, 4128198419, 2760049484, 1955805185, 1548204733),
    *(1360047250, 1457223125, 2592638254, 3606934005, 143777285),
)


@pytest.mark.parametrize(
    "piece",
    [
        *(
            "hello fooBar 3.11.2 ",
            "a",
            "a.",
            "漢字",
            "\u0301\u0316",
            "\ufdfa",
            "the ",
            "1.1:",
            "_",
            "aB",
            "n't",
            "1,000",
        ),
        *("a++#", "👩\u200d💻", "k\u0301\u0316", "\u200b\u0301\u0316", "x" * 5000 + " ", "qwertyuiop" * 3 + "\n"),
    ],
)
def test_a_huge_text_is_bounded_and_quick(piece):
    text = piece * (TEXT_CHARS_MAX // len(piece))
    start = time.process_time()
    terms = stem_terms(text)
    hashes = term_hashes(text)
    assert time.process_time() - start < 5  # what grows with the square takes minutes here
    assert len(hashes) == min(len(terms), TERMS_MAX)
    assert len(terms) <= TEXT_CHARS_MAX
    assert all(len(term) <= WORD_CHARS_MAX for term in terms)


def test_what_lies_past_the_bound_is_not_read():
    padding = " " * (TEXT_CHARS_MAX - len("table"))
    assert stem_terms(padding + "table") == ("tabl",)
    assert stem_terms(padding + " table") == ("tabl",)  # cut to "tabl"
    assert stem_terms(padding + "     table") == ()


def test_a_long_word_is_cut():
    assert stem_terms("x" * WORD_CHARS_MAX) == ("x" * WORD_CHARS_MAX,)
    assert stem_terms("x" * (WORD_CHARS_MAX + 1)) == ("x" * WORD_CHARS_MAX,)


def test_hashes_stop_at_the_width_of_a_row():
    exactly = " ".join(f"word{n}x" for n in range(TERMS_MAX))
    assert len(term_hashes("w " * TERMS_MAX)) == TERMS_MAX
    assert len(term_hashes("w " * (TERMS_MAX - 1))) == TERMS_MAX - 1
    assert len(term_hashes("w " * (TERMS_MAX + 1))) == TERMS_MAX
    assert len(term_hashes("the " * (TERMS_MAX + 1))) == TERMS_MAX
    assert len(term_hashes(exactly)) == TERMS_MAX


def test_a_digest_of_zero_is_not_taken_for_padding(monkeypatch):
    class Zero:
        def digest(self) -> bytes:
            return bytes(4)

    forget_stems()
    monkeypatch.setattr("tenure.search.terms.blake2b", lambda *_, **__: Zero())
    assert term_hashes("table") == (1,)
    forget_stems()  # no other test meets what was remembered


def test_hashes_are_the_stored_ones():
    """Stored rows hold these numbers: whoever changes them must reseal every entry's search part."""
    assert term_hashes("Give tables when comparing getUserName in Python 3.11; 日本語 🎉") == GOLDEN


def test_hash_is_the_same_in_another_process_and_libraries_load_on_first_use():
    program = """
import sys
import tenure.search.bm25, tenure.search.relevance
from tenure.search.terms import term_hashes
assert not {"numpy", "snowballstemmer", "tenure.search.snowball"} & sys.modules.keys()
print(*term_hashes("comparing tables"))
"""
    environment = {"PYTHONHASHSEED": "7", "PYTHONPATH": ":".join(sys.path)}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment, check=True)
    assert tuple(map(int, done.stdout.split())) == term_hashes("comparing tables")


def test_forget_stems_leaves_no_word_in_the_process():
    from tenure.search import terms

    stem_terms("zanzibar")
    assert terms._stem.cache_info().currsize
    forget_stems()
    assert terms._stem.cache_info().currsize == 0


def test_threads_that_stem_at_once_get_the_right_stems():
    vocabulary = [
        f"{stem}{end}" for stem in ("compar", "relat", "generat", "oper") for end in ("ing", "es", "ed", "ation")
    ]
    expected = [stem_terms(word) for word in vocabulary]
    wrong: list[str] = []

    def work() -> None:
        for _ in range(20):
            forget_stems()
            wrong.extend(w for w, right in zip(vocabulary, expected, strict=True) if stem_terms(w) != right)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


@settings(deadline=None)
@given(st.text(alphabet=st.characters()) | st.text(alphabet="aB1_-./: '\u0301漢ไक👍\u200d,", max_size=60))
def test_any_text_gives_terms_and_hashes_that_fit(text):
    terms = stem_terms(text)
    hashes = term_hashes(text)
    assert all(terms)
    assert all(not term.isspace() and len(term) <= WORD_CHARS_MAX for term in terms)
    assert len(hashes) == min(len(terms), TERMS_MAX)
    assert all(0 < value < 2**32 for value in hashes)
    assert hashes == term_hashes(text)
    forget_stems()
    assert hashes == term_hashes(text)


@settings(deadline=None)
@given(
    st.lists(
        st.from_regex(r"[A-Z]{0,2}[a-z]{1,4}[A-Z]?[.,;:?!'-]{0,2}", fullmatch=True)
        | st.sampled_from(
            ["The", "n", "T", "v", "McGee", "URLs", "and/or", "e.g.", "x" * 127, "y" * 128, "Z" + "z" * 128, ""]
        ),
        max_size=6,
    ),
    st.sampled_from([" ", "  ", "\n", "\t", " \n "]),
)
def test_plain_words_are_read_as_all_others_are(several, gap):
    text = gap.join(several)
    with mock.patch("tenure.search.words._PLAIN", re.compile(r"(?!)")):
        slowly = list(words(text))
    assert list(words(text)) == slowly


@settings(deadline=None)
@given(st.lists(st.text(alphabet="abcdefghijklmnopqrstuvwxyzé", min_size=3), min_size=1, max_size=8))
def test_capitals_and_space_do_not_matter(several):
    assert stem_terms(" ".join(several)) == stem_terms("\n  ".join(several).upper())


@settings(deadline=None)
@given(st.text(max_size=40), st.text(max_size=40))
def test_content_words_of_two_texts_are_those_of_both(one, other):
    apart = [*stem_terms(f"table {one}"), *stem_terms(f"chart {other}")]
    assert list(stem_terms(f"table {one}\n\nchart {other}")) == apart
