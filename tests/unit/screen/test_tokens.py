from __future__ import annotations

import inspect
import re

import pytest

from tenure.screen import find_never_kept, service_tokens, tokens
from tests.unit.screen.fakes import TOKENS, fake

SENTENCES = (
    "Deploys authenticate with {} (rotate in June).",
    "Remember that my token is {}.",
    '{{"service": "x", "token": "{}"}}',
    "export TOKEN={}",
    "{}",
)


def kinds(text: str) -> set[str]:
    return {finding.kind for finding in find_never_kept(text)}


def test_every_shape_has_a_fake_and_every_fake_a_shape() -> None:
    assert {shape.kind.removeprefix("token.") for shape in (*tokens.SHAPES, *service_tokens.SERVICE_SHAPES)} == set(
        TOKENS
    )


def test_every_shape_stands_under_the_page_of_its_vendor() -> None:
    for module, shapes in ((tokens, tokens.SHAPES), (service_tokens, service_tokens.SERVICE_SHAPES)):
        lines = inspect.getsource(module).splitlines()
        rows = [at for at, line in enumerate(lines) if line.startswith("    Shape(")]
        assert len(rows) == len(shapes)
        for at in rows:
            assert re.fullmatch(r"    # https://[\w./#?&=+-]+", lines[at - 1]), lines[at]


@pytest.mark.parametrize("name", sorted(TOKENS))
def test_r31_a_vendor_token_is_found_in_any_sentence(name: str) -> None:
    for seed, sentence in enumerate(SENTENCES):
        text = sentence.format(fake(TOKENS[name], seed))
        assert f"token.{name}" in kinds(text), sentence


@pytest.mark.parametrize("name", sorted(TOKENS))
def test_a_vendor_token_inside_a_longer_word_is_not_one(name: str) -> None:
    found = kinds("zq9" + fake(TOKENS[name], 3)) if not TOKENS[name].startswith(("{", "http")) else set()
    assert f"token.{name}" not in found


@pytest.mark.parametrize("name", sorted(set(TOKENS) - {"mailchimp"}))
def test_a_mask_in_the_shape_of_a_token_is_clean(name: str) -> None:
    masked = re.sub(r"\{\w+:(\d+)\}", lambda part: "x" * int(part[1]), TOKENS[name]).replace("^", "")
    assert not kinds(f"TOKEN={masked}")


def test_the_span_of_a_token_is_the_token() -> None:
    token = fake(TOKENS["github"], 5)
    text = f"Keep {token} for later"
    (finding,) = find_never_kept(text, field="claim")
    assert text[finding.start : finding.end] == token
    assert (finding.field, finding.category) == ("claim", "secret")


@pytest.mark.parametrize(
    "text",
    [
        "ghp_ is the prefix of classic tokens",
        "AKIA is the prefix of AWS access keys",
        "AKIA0123 is a part of one, ASIA_PACIFIC_REGION_2024 a constant",
        "AKIAIOSFODNN7EXAMPLE",
        "The regex is sk-[A-Za-z0-9]{48}",
        "sk-learn 1.5 and sk-video are packages",
        "hf_servingcellpriorityparametersdescription_h_prio",
        "SKU numbers start with SK",
        "The glpat prefix marks GitLab tokens",
    ],
)
def test_talk_about_tokens_is_clean(text: str) -> None:
    assert not kinds(text)


def test_r31_an_access_key_with_digits_that_base32_has_not_is_found_too() -> None:
    assert kinds("the key is AKIA" + "9K8L7M6N5P4Q3R01") == {"token.aws_access_key"}
