from __future__ import annotations

from dataclasses import replace

import pytest

from tenure.model.claim import Kind, Purpose
from tenure.model.decision import Fix
from tenure.policy.presets import PERSONAL
from tenure.write.gates import purpose
from tests.unit.write.making import (
    PASSES,
    REFUSES,
    context,
    draft,
    for_purpose,
    says,
)


def test_r04_a_known_name_and_a_later_task_pass():
    assert says(purpose, for_purpose("comparison questions")) == (PASSES, "ok")
    assert says(purpose, for_purpose("comparison questions", "gossip")) == (REFUSES, "purpose_unknown")
    assert says(purpose, draft(purpose=None), raw=True) == (REFUSES, "purpose_unknown")


@pytest.mark.parametrize(
    "detail",
    ["now", "what I am currently working on", "we just did this", "a.py, b.py, src/c.py", "TODO", "inspected files"],
)
def test_r04_a_detail_that_only_describes_the_moment_is_refused(detail):
    assert says(purpose, for_purpose(detail), raw=True) == (REFUSES, "purpose_momentary")


@pytest.mark.parametrize("detail", ["knowing how invoices are rounded", "reviews of currency code", "known hosts"])
def test_r04_a_detail_about_later_tasks_passes(detail):
    assert says(purpose, for_purpose(detail)) == (PASSES, "ok")


@pytest.mark.parametrize(
    "text", ["I inspected the files a.py, b.py and c.py", "a.py, b.py, c.py", "Files inspected: a.py", "read src/a.py"]
)
def test_r04_a_list_of_inspected_files_is_no_claim(text):
    verdict = purpose.judge(context(draft(text, Kind.FACT)))
    assert (verdict.outcome, verdict.code, verdict.fix) == (REFUSES, "claim_momentary", Fix.NOBODY)


@pytest.mark.parametrize(
    "text",
    [
        "Read replicas serve the reports",
        "the api currently has version 2",
        "a.py implements rounding",
        "checked exceptions",
    ],
)
def test_r04_a_claim_that_looks_alike_passes(text):
    assert says(purpose, draft(text, Kind.FACT)) == (PASSES, "ok")


def test_r04_an_omitted_purpose_is_filled_in():
    made = context(draft(purpose=None, fields={"applies_when": "comparing things"})).draft
    assert made.purpose == Purpose(name="answering", detail="comparing things")
    assert context(draft(purpose=None)).draft.purpose.detail
    assert purpose.default_name(Kind.CODE, PERSONAL) == "coding"
    assert purpose.default_name(Kind.CODE, replace(PERSONAL, purposes=("planning",))) == "planning"


def test_r04_a_detail_has_a_longest_length():
    most = PERSONAL.detail_chars_max
    assert says(purpose, for_purpose("x" * most)) == (PASSES, "ok")
    assert says(purpose, for_purpose("x" * (most + 1))) == (REFUSES, "detail_too_long")
