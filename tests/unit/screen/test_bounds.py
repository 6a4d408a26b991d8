"""What keeps the cost of the screens linear: every search is bounded, and begins where a plain substring stands."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

import pytest

import tenure.screen
from tenure.screen import injection, poison, service_tokens, tokens
from tenure.screen.labels import labels_in
from tenure.screen.pattern import Pattern, narrow

RULES = (injection._SIGNS, poison._SIGNS, tokens.SHAPES, service_tokens.SERVICE_SHAPES)


def patterns() -> Iterator[tuple[str, Pattern]]:
    for module in pkgutil.iter_modules(tenure.screen.__path__, "tenure.screen."):
        for name, value in vars(importlib.import_module(module.name)).items():
            if isinstance(value, Pattern):
                yield f"{module.name}.{name}", value


def test_every_rule_of_a_table_is_tried_only_where_a_plain_substring_stands() -> None:
    for table in RULES:
        for rule in table:
            marks = rule[1] if isinstance(rule, tuple) else rule.marks
            assert marks
            assert all(isinstance(mark, str) and mark for mark in marks)


def test_patterns_are_found_and_compile() -> None:
    found = dict(patterns())
    assert len(found) > 60
    assert all(pattern.compiled().pattern == pattern.source for pattern in found.values())


@pytest.mark.parametrize("said", ["password ", "密码 ", "קוד הדלת ", "비밀번호 ", "пароль "])
def test_a_label_said_over_and_over_is_judged_a_few_times_only(said: str) -> None:
    assert len(list(labels_in(said * 400))) <= 8


def test_a_label_between_values_is_judged_every_time() -> None:
    assert len(list(labels_in("password Bluebird71! " * 10))) == 10


def test_what_is_not_ascii_is_narrowed_letter_by_letter() -> None:
    assert narrow("a密c") == "a?c"
    assert narrow("abc") == "abc"


def test_a_pattern_has_no_other_attributes_than_those_of_an_expression() -> None:
    with pytest.raises(AttributeError):
        getattr(Pattern("a"), "groups")  # noqa: B009 - a name that it does not have
