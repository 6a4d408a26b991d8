"""What an adapter says of its answers as a whole: a stance left out, and one that nobody knows."""

from __future__ import annotations

from pathlib import Path

from tenure.eval import results
from tenure.eval import run as running
from tenure.eval.suites import chosen
from tenure.eval.system import Answer, Found, System
from tenure.eval.systems import Candidate


class Wordless(System):
    """A memory that hands out whatever it has, and whose adapter gives its answers no stance."""

    name, stance = "wordless", ""

    def tell(self, text, scope, **_):
        self.kept = [*getattr(self, "kept", ()), text]
        return str(len(self.kept))

    def recall(self, question, scope, *, limit=8):
        return Answer(found=[Found(id=text, text=text) for text in self.kept], stance=self.stance)


class Unsure(Wordless):
    """One whose adapter says what no memory says."""

    stance = "maybe"


def test_what_is_handed_out_without_a_stance_counts_as_an_answer(tmp_path: Path) -> None:
    told = {made: tmp_path / made.name / made.stance for made in (Wordless, Unsure)}
    for made, out in told.items():
        running.run(
            Candidate(name=made.name, versions={}, make=made), chosen(("abstention",)), out, command="", stories=4
        )
    wordless, unsure = (results.read(out)[1] for out in told.values())
    assert sum(each.tally.wrong for each in wordless) > 0
    assert {each.failed for each in wordless} == {""}
    assert {each.failed for each in unsure if not each.tally.not_applicable} == {"ValueError"}
    assert Answer().stance == "abstain"
