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
        "we just looked at the rounding of invoices",
        "we just ran the tests of the billing service",
        "I've just fixed it.",
        "the agent just opened the pull request",
        "we just discussed this, and more",
        "I am currently working on the bug of the import",
        "I'm now looking at the logs",
        "the server is down right now",
        "all the tests are failing at this moment",
        "I am really tired right now",
        "I need you to fix rounding right now",
        "show me the totals right now",
        "look at the totals that we have right now",
        "what the agent does right now",
        "in this session we spoke of rounding",
    ],
)
def test_r04_a_step_of_the_work_or_how_something_is_for_now_is_no_claim(text):
    verdict = purpose.judge(context(draft(text, Kind.FACT)))
    assert (verdict.outcome, verdict.code) == (REFUSES, "claim_momentary")


@pytest.mark.parametrize(
    "text",
    [
        "I just bought a bicycle for $400",
        "I just got back from the coast with my sister",
        "We've just switched to PostgreSQL 16",
        "I just noticed that my rent rises in May",
        "I just want short answers",
        "I just ran the Boston Marathon",
        "I just changed the oil of my car",
        "I just started a course in pottery",
        "we have six spare keys right now",
        "my rent is $1200 right now",
        "right now my favourite tea is Assam",
        "I am currently working as a nurse",
        "I'm currently working on a novel",
        "I'm still looking into evening courses",
    ],
)
def test_r04_an_event_and_a_state_outlast_the_moment_in_which_they_are_told(text):
    assert says(purpose, draft(text, Kind.FACT)) == (PASSES, "ok")


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


def test_r04_a_wish_for_right_now_is_no_preference():
    verdict = purpose.judge(context(draft("tables are better right now", Kind.PREFERENCE)))
    assert (verdict.outcome, verdict.code) == (REFUSES, "claim_momentary")
    assert says(purpose, draft("I just want tables", Kind.PREFERENCE)) == (PASSES, "ok")
    assert says(purpose, draft("tables are in fashion right now", Kind.FACT)) == (PASSES, "ok")


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
