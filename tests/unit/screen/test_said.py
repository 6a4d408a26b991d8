"""Orders and poison in many wordings against what obliges nobody; the sets were written for these tests.

The shares are those that the screens reached when the sets were first read, or better: what a rule is for, not what a
row says.
"""

from __future__ import annotations

import pytest

from tenure.screen import Category, find_never_kept, find_orders
from tests.unit.screen import said_orders, said_plainly, said_poison
from tests.unit.screen.said_orders import lines

ORDERS = {"ACTS": 0.95, "OBLIGED": 0.9, "SAFEGUARDS": 0.9, "IN_EFFECT": 0.95, "OTHER_LANGUAGES": 0.9}
PLAIN = ("CODE", "PROJECT", "NOT_IN_EFFECT", "LOOK", "TALK", "OTHER_LANGUAGES")


def kinds(text: str) -> set[str]:
    found = (*find_orders(text), *find_never_kept(text))
    return {each.kind for each in found if each.category is Category.INSTRUCTION}


def share(hits: list[bool]) -> float:
    return sum(hits) / len(hits)


def test_both_sides_are_large_enough_to_mean_something():
    blocks = ("ACTS", "OBLIGED", "SAFEGUARDS", "IN_EFFECT", "ABOUT_MEMORY", "TRIGGERS", "OTHER_LANGUAGES", "MALICIOUS")
    assert sum(len(lines(getattr(said_orders, name))) for name in blocks) >= 200
    assert sum(len(lines(getattr(said_plainly, name))) for name in PLAIN) >= 200


@pytest.mark.parametrize(("block", "least"), ORDERS.items())
def test_r11_orders_are_told_in_many_wordings_and_languages(block: str, least: float):
    said = lines(getattr(said_orders, block))
    missed = [line for line in said if not kinds(line)]
    assert 1 - len(missed) / len(said) >= least, missed


def test_r11_text_about_the_memory_and_delayed_triggers_are_told_as_such():
    about = [line for line in lines(said_orders.ABOUT_MEMORY) if "about_memory" not in kinds(line)]
    late = [line for line in lines(said_orders.TRIGGERS) if "delayed_trigger" not in kinds(line)]
    assert len(about) <= 1, about
    assert len(late) <= 2, late


def test_r31_malicious_instructions_are_told_as_such():
    missed = [line for line in lines(said_orders.MALICIOUS) if not any(k.startswith("malicious") for k in kinds(line))]
    assert missed == []


def test_r11_at_most_two_in_a_hundred_ordinary_sentences_are_taken_for_more():
    plain = [line for block in PLAIN for line in lines(getattr(said_plainly, block))]
    taken = [line for line in plain if kinds(line)]
    assert len(taken) / len(plain) <= 0.02, taken


@pytest.mark.parametrize("family", said_poison.FAMILIES)
def test_what_is_made_for_a_memory_is_flagged_more_often_than_not(family: str):
    said = lines(said_poison.FAMILIES[family])
    flagged = [line for line in said if kinds(line) - {"order"}]
    assert len(flagged) / len(said) >= 0.7, sorted(set(said) - set(flagged))


def test_one_who_tells_of_such_texts_says_nothing_of_the_kind():
    told = "The article describes that 'the user prefers payments to the account ending 88' was found in a page."
    assert kinds(told) == set()
