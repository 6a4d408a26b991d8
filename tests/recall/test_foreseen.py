"""The vector of what is written is worked out before its scope is held, and once a text."""

from __future__ import annotations

import threading

import pytest

import tenure
from tenure.search.embed.meaning import forget_vectors
from tests.recall.test_meaning import Topics

WAIT_SECONDS = 5.0


class Watched(Topics):
    """Tries, whenever it is asked, whether another writer could have its turn meanwhile."""

    def __init__(self) -> None:
        super().__init__()
        self.write = None
        self.was_free: list[bool] = []

    def embed(self, texts):
        if self.write is not None:
            other = threading.Thread(target=self.write, daemon=True)
            other.start()
            other.join(WAIT_SECONDS)
            self.was_free.append(not other.is_alive())
        return super().embed(texts)


@pytest.fixture
def watched(monkeypatch):
    monkeypatch.delenv("TENURE_EMBEDDER")
    forget_vectors()
    return Watched()


@pytest.fixture
def memory(watched, tmp_path):
    with tenure.open(tmp_path / "data", keys=tmp_path / "keys", embedder=watched) as memory:
        ana = memory.person("ana")
        ana.grant("preference")
        with memory.task("other", scope=memory.scope(user="ben")) as task:
            other = task.agent("other")
            watched.write = lambda: other.propose("the mill is old", kind="fact", purpose="answering: mills")
            yield memory


def heard_and_proposed(memory, text: str) -> tenure.Decision:
    with memory.task("keeping", scope=memory.scope(user="ana")) as task:
        heard = task.hear(f"Hello. {text}. Thanks.", by=memory.person("ana"))
        return task.agent("coder").propose(text, kind="preference", because=heard)


def test_another_writer_has_its_turn_while_a_vector_is_worked_out(memory, watched) -> None:
    ana, scope = memory.person("ana"), memory.scope(user="ana")
    assert heard_and_proposed(memory, "I prefer short answers").status is tenure.DecisionStatus.ADMITTED
    assert ana.remember("we compare by table", kind="fact", scope=scope).status is tenure.DecisionStatus.ADMITTED
    waiting = memory.agent("coder", scope=scope).propose(
        "the train is late", kind="fact", purpose="planning: a journey"
    )
    forget_vectors()
    kept = ana.approve(ana.show(waiting.proposal_id))
    forget_vectors()
    ana.supersede(kept.id, "the train is on time")
    assert len(watched.was_free) >= 4
    assert all(watched.was_free)


def test_each_text_is_embedded_once(memory, watched) -> None:
    watched.write = None
    for text in ("I prefer short answers", "I like tables"):
        assert heard_and_proposed(memory, text).status is tenure.DecisionStatus.ADMITTED
    assert sorted(watched.asked) == ["I like tables", "I prefer short answers"]


def test_what_no_grant_can_admit_is_not_embedded_before_a_person_decides(memory, watched) -> None:
    watched.write = None
    with memory.task("keeping", scope=memory.scope(user="ana")) as task:
        seen = task.observe("the train is late", tool="shell", call="call_1")
        task.agent("coder").propose("the train is late", kind="fact", because=seen)
    assert watched.asked == []
