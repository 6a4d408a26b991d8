"""A model in a folder, run by a library that is an extra: told when it is not there, found by its own vectors."""

from __future__ import annotations

import importlib
import importlib.util
import json
import shutil
import socket
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import tenure
from tenure.policy.embedder import Distance, is_farther, read_embedder
from tenure.policy.presets import PERSONAL
from tenure.search.embed.folder import FolderModel
from tests.recall.tiny_models import WIDTH, make_onnx_model, table, tokenizer

LIBRARIES = ("sentence-transformers", "fastembed")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_onnx_model(tmp_path / "model", table())


@pytest.fixture
def _offline(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a model in a folder asks nobody")

    monkeypatch.setattr(socket.socket, "connect", refuse)


@pytest.fixture
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: object())


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_library_that_is_absent_is_told_with_the_way_to_get_it(library, folder, monkeypatch) -> None:
    monkeypatch.delenv("TENURE_EMBEDDER")
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    policy = replace(PERSONAL, embedder=f"{library}:{folder}")
    with pytest.raises(tenure.PolicyError) as told:
        tenure.open(":memory:", policy=policy)
    assert told.value.code == "embedder_missing"
    assert f"pip install 'tenure[{library}]'" in told.value.hint
    monkeypatch.setenv("TENURE_EMBEDDER", "lexical")  # the way to open it all the same
    with tenure.open(":memory:", policy=policy) as memory:
        assert memory.policy.embedder == f"{library}:{folder}"


@pytest.mark.usefixtures("_installed")
def test_a_folder_without_a_model_is_told(tmp_path) -> None:
    with pytest.raises(tenure.PolicyError, match="no model in the folder"):
        FolderModel("fastembed", tmp_path)
    with pytest.raises(tenure.PolicyError, match="no model in the folder"):
        FolderModel("fastembed", tmp_path / "nowhere")


@pytest.mark.usefixtures("_installed")
def test_a_model_is_named_by_what_it_is_and_not_by_where_it_lies(folder, tmp_path) -> None:
    name = FolderModel("fastembed", folder).name
    copied = shutil.copytree(folder, tmp_path / "copied")
    (copied / "README.md").write_text("about it")
    assert FolderModel("fastembed", copied).name == name
    assert FolderModel("sentence-transformers", copied).name != name
    weights = bytearray((copied / "model.onnx").read_bytes())
    weights[-40] ^= 1
    (copied / "model.onnx").write_bytes(weights)
    assert FolderModel("fastembed", copied).name != name


@pytest.mark.parametrize("library", LIBRARIES)
def test_r37_a_folder_is_absolute_and_naming_or_changing_it_is_farther(library) -> None:
    assert read_embedder(f"{library}:/models/one").distance is Distance.MACHINE
    assert read_embedder(f"{library}:C:\\models\\one").address == "C:\\models\\one"
    for wrong in ("", "models/one", "./one", "~/one", "/a\nb"):
        with pytest.raises(ValueError, match="FOLDER"):
            read_embedder(f"{library}:{wrong}")
    assert is_farther(f"{library}:/models/one", "minilm")
    assert is_farther(f"{library}:/models/two", f"{library}:/models/one")
    assert not is_farther("minilm", f"{library}:/models/one")
    assert not is_farther(f"{library}:/models/one", f"{library}:/models/one")


@pytest.mark.usefixtures("_offline")
def test_fastembed_runs_a_model_in_a_folder(folder, monkeypatch) -> None:
    pytest.importorskip("fastembed", reason="the extra fastembed is not installed")
    _finds_by_meaning("fastembed", folder, monkeypatch)


@pytest.mark.usefixtures("_offline")
def test_sentence_transformers_runs_a_model_in_a_folder(tmp_path, monkeypatch) -> None:
    library = pytest.importorskip("sentence_transformers", reason="the extra sentence-transformers is not installed")
    words = importlib.import_module("tokenizers").Tokenizer.from_str(json.dumps(tokenizer()))
    modules = importlib.import_module("sentence_transformers.sentence_transformer.modules")
    static = modules.StaticEmbedding(words, embedding_weights=table())
    made = library.SentenceTransformer(modules=[static], device="cpu")
    made.save(str(tmp_path / "model"))
    _finds_by_meaning("sentence-transformers", tmp_path / "model", monkeypatch)


def _finds_by_meaning(library: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TENURE_EMBEDDER")
    model = FolderModel(library, folder)
    found = model.embed(["give me a table", "contrast", "miles"])
    assert found.shape == (3, WIDTH) == (3, model.width)
    assert np.allclose(np.linalg.norm(found, axis=1), 1, atol=1e-5)
    assert found[0] @ found[1:].T == pytest.approx([1 / np.sqrt(3), 0.0], abs=1e-5)
    with tenure.open(":memory:", policy=replace(PERSONAL, embedder=f"{library}:{folder}")) as memory:
        scope = memory.scope(user="ana")
        memory.person("ana").remember("give me a table", kind="preference", scope=scope)
        agent = memory.agent("coder", scope=scope)
        assert [each.entry.claim.text for each in agent.recall("contrast").usable] == ["give me a table"]
        assert agent.recall("miles").usable == ()
