"""Which sentences of LongMemEval are told as evidence."""

from __future__ import annotations

from tenure.eval.public.longmemeval import Question
from tenure.eval.public.statements import statements


def _turn(*sentences):
    return {"role": "user", "content": " ".join(sentences), "has_answer": True}


def test_a_turn_that_shares_only_words_of_grammar_states_no_evidence():
    asked = Question(
        id="q", kind="multi-session", text="How many tanks do I have?", answer="2", sessions=(), evidence=("s",)
    )
    telling = "I set up a tank with 2 lamps."
    turns = {"s": [_turn("How do I have them?", "I do have many of those things.", telling), _turn("I have to go.")]}
    assert list(statements(asked, turns).evidence) == [telling]
