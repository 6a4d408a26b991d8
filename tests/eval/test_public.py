"""Public sets: read as they are published, told to any memory, each wrong caught and each find counted."""

from __future__ import annotations

import gzip
import json
import os
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import pytest

from tenure.errors import RequestError
from tenure.eval.public.data import rows
from tenure.eval.public.factconsolidation import FORMS, statement
from tenure.eval.public.pieces import BETWEEN_SESSIONS, BETWEEN_TURNS
from tenure.eval.scenario import Tally
from tenure.eval.suites import PUBLIC, chosen, every
from tenure.eval.system import Scope
from tenure.eval.systems.tenure_roomy import TenureRoomy
from tests.eval.public_sets import Accumulates, Keeps, Silent, WithoutNotes, counts, longmemeval, told, written

DATA = Path(os.environ.get("TENURE_DATA", Path(__file__).parents[3] / "shared" / "data"))


def test_longmemeval_ranks_the_sessions_that_hold_the_evidence(tmp_path):
    tallies = told("longmemeval", longmemeval(tmp_path))
    assert sorted(tallies) == ["knowledge-update/q1", "single-session-user/q3"]
    tally = tallies["knowledge-update/q1"]
    assert counts(tally) == (0, 0, 2, 2)
    assert tally.figures["all@5"] == 1.0
    assert tally.figures["ndcg@10"] == pytest.approx(1.0)


def test_a_memory_without_notes_is_told_entries_instead(tmp_path):
    assert counts(told("longmemeval", longmemeval(tmp_path), WithoutNotes)["single-session-user/q3"]) == (0, 0, 1, 1)


def test_a_memory_that_keeps_nothing_finds_nothing(tmp_path):
    tallies = told("longmemeval_statements", longmemeval(tmp_path), Silent)
    assert {name: counts(tally) for name, tally in tallies.items()} == {
        "knowledge-update/q1": (0, 1, 0, 1),
        "single-session-user/q3": (0, 0, 0, 1),
        "abstention/q2_abs": (0, 0, 0, 0),
    }


def test_a_stale_statement_beside_its_update_is_counted(tmp_path):
    folder = longmemeval(tmp_path)
    assert counts(told("longmemeval_statements", folder, Keeps)["knowledge-update/q1"]) == (0, 1, 1, 1)
    caught = told("longmemeval_statements", folder, Accumulates)["knowledge-update/q1"]
    assert counts(caught) == (1, 1, 1, 1)
    assert caught.reasons == {"stale_statement_served": 1}


def _facts(folder):
    facts = [
        "The author of Arden is Ana Silva.",
        "Ana Silva was born in the city of Lund.",
        "The capital of Oz is Emer.",
    ]
    newer = "The author of Arden is Bo Lind."
    written(folder / "facts_6k.jsonl", [{"n": at, "fact": text} for at, text in enumerate([*facts, newer])], lines=True)
    written(
        folder / "questions_sh_6k.json", [{"id": "1", "question": "Who is the author of Arden?", "golds": ["Bo Lind"]}]
    )
    asked = "In which city was the author of Arden born?"
    return written(folder / "questions_mh_6k.json", [{"id": "1", "question": asked, "golds": ["Paris"]}])


def test_the_newer_of_two_facts_must_win(tmp_path):
    folder = _facts(tmp_path)
    tallies = told("factconsolidation", folder)
    assert counts(tallies["single-hop/6k"]) == (0, 1, 1, 1)
    assert counts(tallies["multi-hop/6k"]) == (0, 1, 0, 1)
    assert counts(told("factconsolidation", folder, Accumulates)["single-hop/6k"]) == (1, 1, 1, 1)


def test_factconsolidation_is_read_from_the_published_rows(tmp_path):
    row = {
        "context": "Here is a list of facts:\n0. The capital of Oz is Emer.\n1. The capital of Oz is Ruby.\n",
        "questions": ["What is the capital of Oz?"],
        "answers": [["Ruby"]],
        "metadata": {"source": "factconsolidation_sh_32k"},
    }
    folder = written(tmp_path / "Conflict_Resolution.jsonl", [row], lines=True)
    assert counts(told("factconsolidation", folder)["single-hop/32k"]) == (0, 1, 1, 1)


def test_each_form_of_a_fact_is_read_back_as_it_was_put():
    for attribute, form in FORMS.items():
        slot = statement(form.format(e="Some Thing", v="Other Thing") + ".")
        assert slot is not None
        assert slot[:3] == ("Some Thing", attribute, "Other Thing")
    assert statement("Nobody knows.") is None


def test_locomo_counts_evidence_by_kind_of_question(tmp_path):
    conversation = {
        "speaker_a": "Ana",
        "speaker_b": "Bo",
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [
            {"speaker": "Ana", "dia_id": "D1:1", "text": "The harbour was closed on Sunday"},
            {"speaker": "Bo", "dia_id": "D1:2", "text": "Look!", "blip_caption": "a photo of a red kite"},
        ],
        "session_10": [{"speaker": "Ana", "dia_id": "D10:1", "text": "I sold my kite"}],
        "session_11_date_time": "later",
    }
    qa = [
        {"question": "When was the harbour closed?", "answer": "Sunday", "evidence": ["D1:1"], "category": 2},
        {
            "question": "What was in the picture of the kite?",
            "answer": "red",
            "evidence": ["D1:2; D10:1"],
            "category": 1,
        },
        {"question": "What did Bo eat?", "adversarial_answer": "fish", "evidence": ["D1:2"], "category": 5},
    ]
    folder = written(tmp_path / "locomo10.json", [{"sample_id": "conv-1", "conversation": conversation, "qa": qa}])
    tally = told("locomo", folder)["conv-1"]
    assert counts(tally) == (0, 0, 3, 3)
    kept = {"kept_of": 3, "kept_held": 3}
    assert tally.figures == kept | {"temporal_of": 1, "temporal_held": 1, "multi-hop_of": 2, "multi-hop_held": 2}


def test_beam_finds_messages_by_their_ids_and_sees_which_came_first(tmp_path):
    turns = [
        [
            {"role": "user", "id": 0, "content": "The api answers in 900 ms ->-> 1,1"},
            {"role": "assistant", "id": 1, "content": "Thanks"},
        ],
        [{"role": "user", "id": 2, "content": "The api answers in 250 ms now"}],
    ]
    chat = tmp_path / "100K" / "1"
    written(chat / "chat.json", [{"batch_number": 1, "turns": turns}])
    update = {"original_info": [0], "updated_info": [2]}
    asked = {
        "knowledge_update": [
            {"question": "How fast does the api answer", "answer": "250 ms", "source_chat_ids": update}
        ],
        "abstention": [{"question": "Who paid?", "ideal_response": "unknown"}],
    }
    written(chat / "probing_questions" / "probing_questions.json", asked)
    tally = told("beam", tmp_path)["100K/1"]
    assert counts(tally) == (0, 0, 1, 1)
    assert tally.figures["older first_of"] == 1
    assert tally.figures["knowledge_update_held"] == 1


def test_an_edited_fact_must_not_be_served_and_the_new_answer_must_be_found(tmp_path):
    case = {
        "case_id": 1,
        "questions": ["In which country does the sport of Dudley come from?"] * 3,
        "answer": "England",
        "answer_alias": [],
        "new_answer": "Japan",
        "new_answer_alias": ["Nippon"],
        "single_hops": [{"cloze": "Dudley plays the sport of"}, {"cloze": "football comes from"}],
        "new_single_hops": [{"cloze": "Dudley plays the sport of"}, {"cloze": "judo comes from"}],
        "orig": {
            "triples_labeled": [["Dudley", "sport", "football"], ["football", "country", "England"]],
            "new_triples_labeled": [["Dudley", "sport", "judo"], ["judo", "country", "Japan"]],
        },
    }
    folder = written(tmp_path / "MQuAKE-CF-3k-v2.json", [case])
    assert counts(told("mquake", folder)["MQuAKE-CF-3k-v2/1"]) == (0, 3, 3, 3)
    assert told("mquake", folder, Accumulates)["MQuAKE-CF-3k-v2/1"].reasons == {"edited_fact_served": 3}


def test_memoryagentbench_votes_labels_and_looks_for_answers_in_passages(tmp_path):
    learning = {
        "context": "my card is lost\nlabel: 11\nthe card was stolen\nlabel: 11\nrates of exchange\nlabel: 4\n",
        "questions": ["card lost or stolen"],
        "answers": [["11"]],
        "metadata": {"source": "icl_banking77_5900shot_balance"},
    }
    retrieval = {
        "context": "Document 1: Lund is a town.\n\nDocument 2: Emer was founded by Bo.",
        "questions": ["Who founded Emer?"],
        "answers": [["bo"]],
        "metadata": {"source": "ruler_qa1_197K"},
    }
    other = learning | {"metadata": {"source": "recsys_redial_full"}}
    folder = written(tmp_path / "Test_Time_Learning.jsonl", [learning, retrieval, other], lines=True)
    tallies = told("memoryagentbench", folder)
    assert {name.partition("/")[0]: counts(tally) for name, tally in tallies.items()} == {
        "test-time-learning": (0, 0, 1, 1),
        "accurate-retrieval": (0, 0, 1, 1),
    }


def test_a_model_reads_only_where_the_user_has_one(tmp_path):
    folder = _facts(tmp_path)
    assert not any(name.startswith("read") for name in told("factconsolidation", folder)["single-hop/6k"].figures)
    asked = []

    def reader(question, passages):
        asked.append((question, list(passages)))
        return "It is BO LIND."

    figures = told("factconsolidation", folder, reader=reader)["single-hop/6k"].figures
    assert (figures["read_of"], figures["read_held"]) == (1, 1)
    assert asked[0][0] == "Who is the author of Arden?"


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_without_its_data_a_public_suite_says_what_it_wants(name, tmp_path):
    (suite,) = chosen((name,))
    assert suite.needs_data
    with pytest.raises(RequestError) as raised:
        suite.scenarios(7, tmp_path)
    assert raised.value.code == "no_data"


def test_r40_every_ability_has_a_goal_or_the_sentence_why_none_can_be_had():
    for suite in every():
        if suite.needs_data:
            assert suite.abilities, suite.name
        for ability in suite.abilities:
            has_goal = ability.least is not None or ability.most_wrong is not None
            assert has_goal != bool(ability.why), (suite.name, ability.kind)


def test_a_damaged_file_is_told_by_its_name_and_never_by_its_words(tmp_path):
    path = tmp_path / "longmemeval_s.json"
    path.write_text('[{"question": "secret words')
    with pytest.raises(RequestError) as raised:
        rows(path)
    assert raised.value.code == "bad_data"
    assert "secret words" not in str(raised.value)


@pytest.mark.parametrize("words", ['[{"secret": "words"}]', "[7]", '["secret"]', '{"qa": 3, "conversation": []}'])
@pytest.mark.parametrize("suite", [each for each in every() if each.needs_data], ids=lambda each: each.name)
def test_data_of_something_else_are_told_to_be_so_and_are_no_fault_of_ours(suite, words, tmp_path):
    (tmp_path / "longmemeval_s.json").write_text(words)
    error = None
    try:
        assert all(each.tell for each in suite.stories(7, tmp_path))  # some sets read a row only when they tell it
    except RequestError as raised:
        error = raised
    assert error is None or error.code in {"bad_data", "no_data"}
    assert "secret" not in str(error)


def test_files_are_read_compressed_or_not(tmp_path):
    path = tmp_path / "longmemeval_oracle.json.gz"
    path.write_bytes(gzip.compress(json.dumps([{"a": 1}]).encode()))
    assert rows(path) == [{"a": 1}]


@pytest.mark.parametrize(
    ("suite", "folder", "stories"), [("longmemeval_statements", "longmemeval", 200), ("factconsolidation", "", 2)]
)
def test_the_published_files_are_read(suite, folder, stories):
    place = DATA / (folder or suite)
    if not place.is_dir():
        pytest.skip("TENURE_DATA names no folder of public sets")
    (named,) = chosen((suite,))
    assert len(named.scenarios(7, place)) >= stories


def test_a_conversation_is_heard_with_its_speakers_and_the_time_between_its_sessions(tmp_path):
    heard: list[tuple] = []

    class Hears(Keeps):
        def hear(self, text, scope, *, task, at, is_person):
            heard.append((text, at, is_person))
            return self.note(text, scope, task=task)

    (suite,) = chosen(("longmemeval",))
    story = next(each for each in suite.stories(7, longmemeval(tmp_path)) if each.name.startswith("knowledge-update"))
    start = datetime(2026, 5, 1, tzinfo=UTC)
    story.tell(Hears(tmp_path, start), Tally())
    first = next(each for each in heard if "four plants" in each[0])
    at = heard.index(first)
    said, since = [each[2] for each in heard], [after[1] - before[1] for before, after in pairwise(heard)]
    assert said[at : at + 2] == [True, False]
    assert since[at] == BETWEEN_TURNS
    assert BETWEEN_SESSIONS in since
    assert heard[0][1] > start


def test_tenure_hears_the_person_on_their_channel_and_observes_others(tmp_path):
    start, scope = datetime(2026, 5, 1, tzinfo=UTC), Scope("ana")
    memory = TenureRoomy(tmp_path, start)
    try:
        at = start + BETWEEN_SESSIONS
        mine = memory.hear("the harbour opens at nine", scope, task="talk", at=at, is_person=True)
        others = memory.hear("the harbour opens at nine", scope, task="talk", at=at, is_person=False)
        found = memory.search("when does the harbour open", scope, task="talk")
        assert [each.id for each in found] == [mine, others]  # a person's own words come first
    finally:
        memory.close()
