"""An embedder of no use costs the vectors and never an answer, and the doctor says why (R16)."""

from __future__ import annotations

import numpy as np
import pytest

import tenure
from tests.recall.test_embedder_setting import remembering


@pytest.fixture(autouse=True)
def _as_given(monkeypatch):
    monkeypatch.delenv("TENURE_EMBEDDER")


class OfNoUse:
    """Gives whatever it was made with, as often as there are texts."""

    def __init__(self, row, **more) -> None:
        self.name = f"of-no-use-{np.asarray(row).dtype}-{len(row)}-{np.asarray(row).ravel()[:1]}-{more}"
        self.row, self.width = np.asarray(row), len(row)
        self.unrelated, self.related = more.get("unrelated"), more.get("related")

    def embed(self, texts):
        return np.repeat(self.row[None], len(texts), axis=0)


@pytest.mark.parametrize(
    "embedder",
    [
        OfNoUse([1.0, 0.0]),  # every text alike, to the last bit
        OfNoUse([0.6, 0.8], unrelated=1.0, related=1.0),
        OfNoUse([0.6, 0.8], unrelated=0.5, related=0.4),
        OfNoUse([0.6, 0.8], unrelated=float("nan"), related=0.4),
        OfNoUse([0.6, 0.8], unrelated=float("-inf"), related=float("inf")),
        OfNoUse([0.0, 0.0]),
        OfNoUse([], unrelated=0.0, related=0.3),
        OfNoUse([1 / 64] * 4_097, unrelated=0.0, related=0.3),
        OfNoUse([3e38, 3e38], unrelated=0.0, related=0.3),
        OfNoUse([0.6 + 0.8j, 0j], unrelated=0.0, related=0.3),
        OfNoUse(["a", "b"], unrelated=0.0, related=0.3),
    ],
    ids=lambda made: made.name,
)
def test_an_embedder_of_no_use_breaks_nothing_and_is_told(embedder) -> None:
    with tenure.open(":memory:", embedder=embedder) as memory:
        recalled = remembering(memory).recall("kilometres or miles?")
        assert [each.entry.claim.text for each in recalled.usable] == ["use kilometres and kilograms"]
        assert recalled.warnings == ("embedder_failed",)
        told = [
            each for each in memory.operator("ana").examine() if "no use" in each.message or "apart" in each.message
        ]
        assert [each.fix for each in told] == ["Give another embedder, or `lexical`."]


class Given(OfNoUse):
    """Gives what no vectors are."""

    def __init__(self, given) -> None:
        self.name, self.width, self.given = f"given-{type(given).__name__}", 2, given
        self.unrelated, self.related = 0.0, 0.3

    def embed(self, texts):
        return self.given and self.given * len(texts)


@pytest.mark.parametrize("given", [None, [[0.6, 0.8]], "vector"])
def test_what_is_no_array_is_told_as_of_no_use_and_not_as_a_fault_of_the_package(given) -> None:
    with tenure.open(":memory:", embedder=Given(given)) as memory:
        assert remembering(memory).recall("kilometres or miles?").warnings == ("embedder_failed",)
        told = {each.check: (each.message, each.fix) for each in memory.operator("ana").examine()}["embedder"]
        assert ("of no use" in told[0], told[1]) == (True, "Give another embedder, or `lexical`.")


class Widening(OfNoUse):
    """Gives one number more each time: another model under the name of the one before."""

    def embed(self, texts):
        self.row = np.append(self.row, 0.0)
        return super().embed(texts)


def test_a_model_that_changes_its_width_under_one_name_breaks_no_search_of_notes() -> None:
    with tenure.open(":memory:", embedder=Widening([0.6, 0.8], unrelated=0.0, related=0.3)) as memory:
        assert remembering(memory).recall("kilometres or miles?").usable
        with memory.task("measure", scope=tenure.Scope(user="ana")) as task:
            for text in ("a mile is long", "a yard is short", "the end"):
                task.note(text)
                assert task.search("how long is a mile?")[0].text == "a mile is long"
