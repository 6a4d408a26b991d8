"""The recall benchmark runs on data of the same form, counts by the book, and says what it could not measure."""

from __future__ import annotations

import gzip
import json
import math
from pathlib import Path

import pytest

from benchmarks import longmemeval, paraphrases, recall

SUBJECTS = ("my dog is called Rex", "the car is a red Volvo", "I was born in Lyon", "we sail on Sundays")
QUESTIONS = ("What is my dog called?", "Which car do I drive?", "Where was I born?", "When do we sail?")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rows = [
        {
            "question_id": f"q{place}",
            "question_type": "single-session-user",
            "question": question,
            "answer": subject,
            "question_date": "2023/05/30 (Tue) 10:00",
            "haystack_dates": ["2023/05/21 (Sun) 13:07"],
            "haystack_session_ids": [f"s{place}"],
            "haystack_sessions": [
                [{"role": "user", "content": subject}, {"role": "assistant", "content": "Good to know."}]
            ],
            "answer_session_ids": [f"s{place}"],
        }
        for place, (subject, question) in enumerate(zip(SUBJECTS, QUESTIONS, strict=True))
    ]
    rows.append({**rows[0], "question_id": "q9_abs"})
    (tmp_path / "longmemeval_half.json.gz").write_bytes(gzip.compress(json.dumps(rows).encode()))
    return tmp_path


def test_evidence_is_found_by_each_way(folder: Path) -> None:
    found = longmemeval.measure(folder)
    assert found is not None
    assert found["questions"] == len(QUESTIONS)  # the one without an answer is left out
    for way in ("tenure", "plain"):
        assert found[way]["all"]["any@5"] == 1.0
    assert found["tenure"]["single-session-user"]["of"] == len(QUESTIONS)


def test_figures_are_counted_by_the_book() -> None:
    ranked = [f"s{place}" for place in range(12)]
    assert longmemeval.score(ranked, frozenset({"s0"})) == (1, 1, 1, 1, 1)
    any5, all5, any10, all10, gain = longmemeval.score(ranked, frozenset({"s4", "s5"}))
    assert (any5, all5, any10, all10) == (1, 0, 1, 1)
    assert gain == pytest.approx((1 / math.log2(6) + 1 / math.log2(7)) / (1 + 1 / math.log2(3)))
    assert longmemeval.score(ranked, frozenset({"s10"})) == (0, 0, 0, 0, 0)


def test_a_set_that_is_absent_is_named_and_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert recall.main(["longmemeval", "--data", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "longmemeval: not measured" in out
    assert json.loads(out.splitlines()[-1]) == {"data": {}}


def test_a_folder_that_is_not_there_is_told_before_anything_is_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        recall.main(["low_overlap", "--data", str(tmp_path / "nowhere")])
    assert "no such folder" in capsys.readouterr().err


def test_r16_no_threshold_folds_paraphrases_without_hiding_claims_that_differ_in_what_counts() -> None:
    found = paraphrases.measure()
    assert found["folded by their words, wrongly"][1] == 0
    assert found["look-alike nearer than the paraphrase"] > found["pairs"] / 2  # so recall folds by words alone
