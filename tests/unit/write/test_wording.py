from __future__ import annotations

import time

import pytest

from tenure.write.wording import disagreement, has_span, is_whole_thought, sentences


@pytest.mark.parametrize(
    ("text", "span", "found"),
    [
        ("When you compare, give me a table please.", "Give me a  TABLE.", True),
        ("give me a table", "give me a tab", False),
        ("regive me a table", "give me a table", False),
        ("give me a table", "...", False),
        ("give me\na table", "give me a table", True),
        ("use c++ here", "use c++", True),
        ("retabs, tabs_2 and tabs", "tabs", True),
        ("retabs, tabs_2 and tabs\u00b2", "tabs", False),
        ("tabstabs", "tabs", False),
        ("under 80,000 rows", "under 80", False),
        ("under 80, or so", "under 80", True),
        ("1.5 columns", "5 columns", False),
        ("10\u201320 points", "20 points", False),
        ("at 10:30", "at 10", False),
        ("below -5 degrees", "5 degrees", False),
        ("a margin of 5 %", "a margin of 5", False),
        ("10\u00b2 rows", "102 rows", False),
        ("10\u00b2 rows", "10\u00b2 rows", True),
        ("examples in C++", "examples in C", False),
        ("examples in C#.", "examples in C", False),
        ("well-known words", "known words", True),
    ],
)
def test_a_span_is_a_run_of_whole_words(text, span, found):
    assert has_span(text, span) is found


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("One. Two! Three? four", ("One.", "Two!", "Three?", "four")),
        ("Use it, e.g. for tables.", ("Use it, e.g. for tables.",)),
        ("Version 3.11 of a.py", ("Version 3.11 of a.py",)),
        ("a line\n\nanother", ("a line", "another")),
        ("短く。早く。", ("短く。", "早く。")),
        ("  ", ()),
    ],
)
def test_sentences_end_where_they_end(text, pieces):
    assert sentences(text) == pieces


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("When you compare things, use tabs please.", True),
        ("I do not like lists. Use tabs.", True),
        ("do not use tabs", False),
        ("do not\nuse tabs", False),
        ("I do not like lists\n\nuse tabs", True),
        ("I like lists. Use\ntabs", True),
        ("we use. Tabs", False),
        ("don\u2019t use tabs", False),
        ("I used to use tabs", False),
        ("use tabs, unless I say so", False),
        ("should I use tabs?", False),
        ("never ever, under any circumstances, use tabs", False),
    ],
)
def test_r06_a_sentence_that_turns_its_words_is_no_ground_for_them(text, whole):
    assert is_whole_thought(text, "use tabs") is whole


@pytest.mark.parametrize(
    ("claim", "source", "what"),
    [
        ("it waits 30 seconds", "waits 30 s", ""),
        ("it waits 30 seconds", "waits 3 s", "number"),
        ("it waits 30 seconds", "waits 300 s", "number"),
        ("it tries 3 times", "it tries three times", ""),
        ("the port is 8080", "listens on port 8080.", ""),
        ("they use Postgres", "we use postgres", ""),
        ("they use Postgres", "we use mysql", "name"),
        ("it calls round_half_up", "def round_half_up(x):", ""),
        ("it calls round_half_up", "def round_down(x):", "name"),
        ("it calls Money.round", "class Money:\n    def round(self):", ""),
        ("likes tables", "I do not like tables", "negation"),
        ("does not like tables", "I like tables", "negation"),
        ("does not like tables", "I don't like tables", ""),
        ("likes tables", "I do not like lists. I like tables.", ""),
    ],
)
def test_r06_numbers_names_and_negations_must_agree(claim, source, what):
    assert disagreement(claim, [source]) == what


def test_r06_a_negation_in_code_says_nothing_about_prose():
    assert disagreement("skips drafts", ["if not draft: return"], is_prose=False) == ""
    assert disagreement("the api knows Ana", ["x"], known=["ana"]) == ""


@pytest.mark.parametrize("between", ["\t ", " ", "\n", "\n ", "\n\v", "\r\n", " \r", '!"', "e.g. "])
def test_sentences_are_told_apart_in_time_that_grows_with_the_text(between):
    def seconds(chars):
        text = f"use tabs {between * (chars // len(between))}!"
        began = time.process_time()
        is_whole_thought(text, "use tabs")
        return time.process_time() - began

    small, large = seconds(2_000), seconds(16_000)
    assert large < 24 * small + 0.1


@pytest.mark.parametrize("between", ["\n\n", "\n \n", "\r\n\r\n", "\n\t\n \n"])
def test_r06_an_empty_line_ends_a_sentence_and_one_that_is_broken_does_not(between):
    assert is_whole_thought(f"use tabs{between}unless asked", "use tabs")
    assert not is_whole_thought("use tabs \n unless asked", "use tabs")
