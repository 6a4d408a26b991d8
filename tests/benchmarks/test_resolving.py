"""The benches of resolving run on a few rows of their sets' form, and give nothing where a set is absent."""

from __future__ import annotations

import gzip
import json

import pytest

from benchmarks import abstention, factconsolidation, letta, unrelated, updates

FACTS = (
    "Ann Lee is married to Bo Ray.",
    "Bo Ray was born in the city of Oslo.",
    "Bo Ray was born in the city of Bergen.",
    "The capital of Norway is Oslo.",
    "Cy Day works in the field of painter.",
)


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "factconsolidation"
    place.mkdir()
    (place / "facts_6k.jsonl").write_text(
        "".join(json.dumps({"n": number, "fact": fact}) + "\n" for number, fact in enumerate(FACTS))
    )
    single = [
        {"question": "In which city was Bo Ray born?", "golds": ["Bergen"]},
        {"question": "What is the capital of Norway?", "golds": ["Oslo"]},
    ]
    multi = [
        {"question": "In which city was the spouse of Ann Lee born?", "golds": ["Bergen"]},
        {"question": "Who is the author of the capital of Norway?", "golds": ["nobody"]},
    ]
    (place / "questions_sh_6k.json").write_text(json.dumps(single))
    (place / "questions_mh_6k.json").write_text(json.dumps(multi))
    (tmp_path / "letta_core_memory").mkdir()
    row = {
        "facts": ["Bo Ray is fluent in Spanish.", "Bo Ray was born in Oslo.", "Bo Ray likes to swim in lakes."],
        "contradicting_fact": '"Bo Ray was born in Bergen."',
        "supporting_fact_indices": [1],
    }
    line = json.dumps({"agent_args": {"extra": row}})
    (tmp_path / "letta_core_memory" / "core_memory_update_first550.jsonl").write_text(line + "\n")
    (tmp_path / "longmemeval").mkdir()
    turns = ["I keep my old sneakers under my bed.", "I keep my old sneakers in a shoe rack."]
    asked = {
        "question_id": "q1",
        "question_type": "knowledge-update",
        "question": "Where do I keep my old sneakers?",
        "answer": "in a shoe rack",
        "haystack_session_ids": ["s1", "s2"],
        "answer_session_ids": ["s1", "s2"],
        "haystack_dates": ["2023/05/20", "2023/05/26"],
        "haystack_sessions": [[{"role": "user", "content": turn, "has_answer": True}] for turn in turns],
    }
    with gzip.open(tmp_path / "longmemeval" / "longmemeval_half.json.gz", "wt") as file:
        json.dump([asked], file)
    return tmp_path


def test_a_set_that_is_absent_gives_nothing(tmp_path) -> None:
    assert [each.measure(tmp_path) for each in (abstention, factconsolidation, letta, unrelated, updates)] == [{}] * 5


def test_files_of_other_names_and_sizes_are_found_and_what_is_missing_is_left_out(folder) -> None:
    place = folder / "factconsolidation"
    (place / "facts_6k.jsonl").rename(folder / "facts_32k.jsonl")
    (place / "questions_mh_6k.json").rename(folder / "questions_mh_32k.json")
    (place / "questions_sh_6k.json").unlink()
    lines = folder / "letta_core_memory" / "core_memory_update_first550.jsonl"
    lines.rename(folder / "core_memory_update_last.jsonl")
    found = factconsolidation.measure(folder)
    assert "single_hop" not in found
    assert found["multi_hop"] == {"right": 1, "of": 2, "abstained": 1, "wrong": 0}
    assert letta.measure(folder)["rows"] == 1
    (folder / "core_memory_update_last.jsonl").write_text("")
    assert letta.measure(folder) == {}


def test_every_form_gives_back_what_was_put_into_it() -> None:
    for attribute, form in factconsolidation.FORMS.items():
        assert factconsolidation.statement(form.format(e="E f", v="V w") + ".")[:3] == ("E f", attribute, "V w")
    assert factconsolidation.statement("E likes V.") is None


def test_newer_facts_replace_older_and_lower_trust_changes_no_answer(folder) -> None:
    found = factconsolidation.measure(folder)
    assert found["single_hop"] == {"right": 2, "of": 2, "abstained": 0, "wrong": 0}
    assert found["multi_hop"] == {"right": 1, "of": 2, "abstained": 1, "wrong": 0}
    assert found["lower_trust_newer"] == {"proposed": 2, "answers_changed": 0, "single_hop_if_newest_won": 0}


def test_the_contradicted_fact_is_suggested_first_and_no_other_is_replaced(folder) -> None:
    found = letta.measure(folder)
    assert (found["suggested_first"], found["replaced_by_drafted_slot"], found["replaced_wrongly"]) == (1.0, 1, 0)


def test_with_slots_the_stale_statement_is_not_served(folder) -> None:
    found = updates.measure(folder)
    assert found["with_slots"] == {"questions": 1, "update_found": 1, "stale_served": 0}
    assert found["without_slots"] == {"questions": 1, "update_found": 1, "stale_served": 1}


def test_one_of_two_that_disagree_is_right_by_chance_where_nothing_replaces(folder) -> None:
    assert factconsolidation.measure(folder)["without_supersession"]["single_hop_right"] in {1, 2}


def test_what_the_own_question_brings_is_counted(folder) -> None:
    found = unrelated.measure(folder)
    assert found["users"] == 1
    for name in ("now", "any word in common", "without scope"):
        assert found[name]["evidence found"] == 1.0


def test_a_question_without_support_is_not_answered(folder) -> None:
    found = abstention.measure(folder)
    assert found["supported_answered"] == found["with_support"] > 0
    assert found["unsupported_answered"] == 0
