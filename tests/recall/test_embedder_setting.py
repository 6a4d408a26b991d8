"""Which embedder is in force: the package's own if nobody says otherwise, the host's, or none."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

import tenure
from benchmarks import low_overlap
from tenure.memory import behind
from tenure.memory.wired import EMBEDDED_BEHIND
from tenure.policy.presets import PERSONAL
from tenure.search.embed.minilm import NAME, WEIGHTS, MiniLM
from tenure.search.remembered import forget_remembered
from tenure.wiring import embedders
from tenure.write.vectors import Embedded
from tests.recall.test_meaning import Topics

TASK = "contrast how many miles the two routes are"


@pytest.fixture
def _as_shipped(monkeypatch):
    monkeypatch.delenv("TENURE_EMBEDDER")


def remembering(memory, text="use kilometres and kilograms") -> tenure.AgentHandle:
    scope = memory.scope(user="ana")
    memory.person("ana").remember(text, kind="preference", purpose="answering: distances", scope=scope)
    return memory.agent("coder", scope=scope)


def found(agent, text=TASK) -> list[str]:
    return [usable.entry.claim.text for usable in agent.recall(text).usable]


@pytest.mark.usefixtures("_as_shipped")
def test_as_shipped_a_task_finds_what_shares_its_meaning_alone() -> None:
    with tenure.open(":memory:") as memory:
        assert memory.policy.embedder == "minilm"
        agent = remembering(memory)
        assert found(agent) == ["use kilometres and kilograms"]
        assert found(agent, "how do volcanoes form") == []


@pytest.mark.usefixtures("_as_shipped")
def test_a_broken_model_file_is_told_and_words_go_on(tmp_path) -> None:
    whole = WEIGHTS.read_bytes()
    broken = tmp_path / "broken.npz"
    broken.write_bytes(whole[:1_000_000] + bytes(64) + whole[1_000_064:])
    with tenure.open(":memory:", embedder=MiniLM(broken)) as memory:
        agent = remembering(memory)
        recalled = agent.recall("kilometres or miles?")
        assert [each.entry.claim.text for each in recalled.usable] == ["use kilometres and kilograms"]
        assert recalled.warnings == ("embedder_failed",)
        assert "Words alone were compared" in recalled.render()
        called = tenure.tools(agent).call("recall", {"query": "kilometres?"})
        assert called.envelope["warnings"] == list(recalled.cautions)
        checks = {each.check: each for each in memory.operator("ana").examine()}
        assert (checks["embedder"].state.value, "BadZipFile" in checks["embedder"].message) == ("fault", True)
        with memory.task("travel", scope=memory.scope(user="ana")) as task:
            task.note("kilometres are longer than thought")
            assert len(task.search("kilometres")) == 1


def changed_embedder(tmp_path, count: int):
    """Keep preferences with words alone, then give the store as an embedder opens it that has no vector of them."""
    with tenure.open(tmp_path / "store", embedder="lexical") as memory:
        for number in range(count):
            memory.person("ana").remember(f"use table {number}", kind="preference", scope=memory.scope(user="ana"))
    return tenure.open(tmp_path / "store", embedder=Topics())


@pytest.mark.usefixtures("_as_shipped")
def test_a_change_of_embedder_gives_vectors_behind_a_recall(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(behind, "IDLE_SECONDS", 0.0)
    count = EMBEDDED_BEHIND + 3
    with changed_embedder(tmp_path, count) as memory:
        agent = memory.agent("coder", scope=memory.scope(user="ana"))
        assert found(agent, "contrast") == []
        assert agent.recall("contrast").warnings == ("vectors_lacking",)
        memory._wired.behind._thread.join(60)
        recalled = agent.recall("contrast")
        assert (len(recalled.usable), recalled.warnings) == (memory.policy.recall_entries_max, ())
        assert memory.operator("ana").embed() == Embedded(embedded=0, lacking=0)


@pytest.mark.usefixtures("_as_shipped")
def test_a_process_that_is_over_at_once_gives_no_vectors_behind_it(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(behind, "IDLE_SECONDS", 3600.0)
    with changed_embedder(tmp_path, 2) as memory:
        agent = memory.agent("coder", scope=memory.scope(user="ana"))
        assert agent.recall("contrast").warnings == ("vectors_lacking",)
    assert not memory._wired.behind._thread.is_alive()
    with tenure.open(tmp_path / "store", embedder=Topics()) as memory:
        assert memory.operator("ana").embed(limit=1).lacking == 1


@pytest.mark.usefixtures("_as_shipped")
def test_nothing_is_tried_again_behind_recalls_of_a_store_that_failed(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(behind, "IDLE_SECONDS", 0.0)
    tried = []

    def full(scopes):
        tried.append(scopes)
        raise tenure.StoreError("the disk is full")

    at_work = behind.Behind(full)
    for _ in range(2):
        at_work.begin(())
        at_work._thread.join(60)
    assert tried == [()]


@pytest.mark.usefixtures("_as_shipped")
def test_the_doctor_counts_what_lacks_a_vector(tmp_path) -> None:
    with tenure.open(tmp_path / "store", embedder="lexical") as memory:
        remembering(memory)
        assert {each.check: each.state.value for each in memory.operator("ana").examine()}["embedder"] == "ok"
    with tenure.open(tmp_path / "store", embedder=Topics()) as memory:
        checks = {each.check: each for each in memory.operator("ana").examine()}
        assert checks["embedder"].state.value == "ok"
        assert ": 1;" in checks["vectors"].message
        memory.operator("ana").sweep()
        assert "vectors" not in {each.check for each in memory.operator("ana").examine()}


@pytest.mark.usefixtures("_as_shipped")
def test_lexical_wins_whoever_says_it(monkeypatch) -> None:
    host = Topics()
    with tenure.open(":memory:", embedder="lexical") as memory:
        assert found(remembering(memory)) == []
    with tenure.open(":memory:", policy=replace(PERSONAL, embedder="lexical"), embedder=host) as memory:
        assert found(remembering(memory)) == []
    monkeypatch.setenv("TENURE_EMBEDDER", "lexical")
    with tenure.open(":memory:", embedder=host) as memory:
        assert found(remembering(memory)) == []
    assert host.asked == []


@pytest.mark.usefixtures("_as_shipped")
def test_a_hosts_embedder_goes_before_the_policys() -> None:
    host = Topics()
    with tenure.open(":memory:", embedder=host) as memory:
        assert found(remembering(memory, "give me a table")) == ["give me a table"]
    assert TASK in host.asked


@pytest.mark.parametrize("wrong", ["minilm", "", 7, object(), MiniLM])
def test_what_is_no_embedder_is_told(wrong) -> None:
    with pytest.raises(tenure.RequestError) as told:
        tenure.open(":memory:", embedder=wrong)
    assert told.value.code == "bad_embedder"


@pytest.mark.usefixtures("_as_shipped")
def test_a_store_of_before_is_found_by_words_and_then_by_meaning(tmp_path) -> None:
    with tenure.open(tmp_path / "state", embedder="lexical") as memory:
        remembering(memory)
    with tenure.open(tmp_path / "state") as memory:
        agent = memory.agent("coder", scope=memory.scope(user="ana"))
        assert (found(agent), found(agent, "kilograms")) == ([], ["use kilometres and kilograms"])
        assert memory.operator("ana").sweep().embedded == 1
        assert found(agent) == ["use kilometres and kilograms"]
        assert memory.operator("ana").embed().lacking == 0


@pytest.mark.usefixtures("_as_shipped")
def test_a_policy_set_to_lexical_has_effect_at_once(tmp_path) -> None:
    with tenure.open(tmp_path / "state") as memory:
        agent = remembering(memory)
        memory.operator("ana").set_policy(replace(memory.policy, embedder="lexical"), by=memory.person("ana"))
        assert found(agent) == []
        with pytest.raises(tenure.NotAllowedError) as told:  # back again is farther, and so the person's to say
            memory.operator("ana").set_policy(replace(memory.policy, embedder="minilm"), by=memory.person("ana"))
        assert told.value.code == "loosening"


@pytest.mark.usefixtures("_as_shipped")
def test_no_model_is_loaded_where_nothing_has_a_vector(tmp_path) -> None:
    with tenure.open(tmp_path / "state", embedder="lexical") as memory:
        remembering(memory)
    embedders._meaning.cache_clear()
    embedders.embedder_of_package.cache_clear()
    with tenure.open(tmp_path / "state") as memory:
        memory.agent("coder", scope=memory.scope(user="ana")).recall("kilograms")
        memory.agent("coder", scope=memory.scope(user="ben")).recall("kilograms")
    model = embedders.embedder_of_package()
    assert model.name == NAME
    assert "_network" not in vars(model)


@pytest.mark.usefixtures("_as_shipped")
def test_no_model_is_loaded_by_what_asks_nothing(tmp_path) -> None:
    with tenure.open(tmp_path / "state") as memory:
        remembering(memory)
    embedders._meaning.cache_clear()
    embedders.embedder_of_package.cache_clear()
    forget_remembered()
    with tenure.open(tmp_path / "state") as memory:
        person, agent = memory.person("ana"), memory.agent("coder", scope=memory.scope(user="ana"))
        assert len(agent.brief().usable) == len(agent.list_entries().usable) == len(person.list_entries()) == 1
        person.review()
        assert "_network" not in vars(embedders.embedder_of_package())
        assert found(agent) == ["use kilometres and kilograms"]
        assert "_network" in vars(embedders.embedder_of_package())


@pytest.mark.usefixtures("_as_shipped")
def test_importing_tenure_loads_no_model_and_no_numpy() -> None:
    program = (
        "import sys, tenure; tenure.open; print('numpy' in sys.modules, 'tenure.search.embed.minilm' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


@pytest.mark.usefixtures("_as_shipped")
def test_tasks_of_few_words_in_common_find_their_claims() -> None:
    measured = low_overlap.measure()
    assert measured["all"] >= 0.6
    assert measured["lexical only"] <= 0.1
    assert 0.4 <= measured["without purpose"] < measured["all"]
    assert measured["unrelated"]["entries"] < 0.8  # of 60
