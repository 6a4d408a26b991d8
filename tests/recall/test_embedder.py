"""The embedder of the package: its vectors are those of the published model, and near means alike."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import threading

import numpy as np
import pytest

from tenure.search.embed.minilm import NAME, WEIGHTS, WIDTH, MiniLM
from tenure.search.embed.port import Embedder

# Of `make check-model`: a changed file takes a changed name, since stored vectors carry it.
WEIGHTS_OF_NAME = {"minilm-l6-int8-1": "e4791e88d1098290e4708dd76ab81683076668dd026b3dfc5773005da5d411a5"}


@pytest.fixture(scope="module")
def minilm() -> MiniLM:
    return MiniLM()


def test_the_weights_are_those_that_the_name_says() -> None:
    assert hashlib.sha256(WEIGHTS.read_bytes()).hexdigest() == WEIGHTS_OF_NAME[NAME]


def test_a_sentence_has_the_published_vector(minilm: MiniLM) -> None:
    [vector] = minilm.embed(["This is an example sentence"])
    published = np.array([0.06765689, 0.06349589, 0.0487131, 0.07930497, 0.0374481, 0.00265282])
    assert np.abs(vector[:6] - published).max() < 0.005  # what rounding to 8 bits leaves


def test_vectors_have_length_one_whatever_the_text(minilm: MiniLM) -> None:
    texts = ["", " ", "a", "word " * 1000, "\x00\u200b", "日本語", "x" * 5000, "🌰"]
    vectors = minilm.embed(texts)
    assert vectors.shape == (len(texts), WIDTH)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_no_text_gives_no_vector(minilm: MiniLM) -> None:
    assert minilm.embed([]).shape == (0, WIDTH)


def test_a_text_has_one_vector_whatever_stands_beside_it(minilm: MiniLM) -> None:
    texts = ["give me a table", "the build runs on two cores", "give me a list", "TIMEOUT is 30 seconds in config.py"]
    together = minilm.embed(texts)
    for place, text in enumerate(texts):
        assert np.allclose(together[place], minilm.embed([text])[0], atol=1e-5)


def test_like_texts_lie_nearer_than_unlike_ones(minilm: MiniLM) -> None:
    asked, alike, other = minilm.embed(
        ["How should comparisons be laid out?", "give me a table when you compare things", "the server listens on 8080"]
    )
    assert asked @ alike > asked @ other + 0.2


def test_many_threads_get_the_same_vectors(minilm: MiniLM) -> None:
    wanted = minilm.embed(["the same text for all"])
    found: list[bool] = []
    threads = [
        threading.Thread(target=lambda: found.append(np.array_equal(minilm.embed(["the same text for all"]), wanted)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 4


def test_it_keeps_the_contract_of_the_port(minilm: MiniLM) -> None:
    assert isinstance(minilm, Embedder)


def test_nothing_is_loaded_before_the_first_text() -> None:
    program = "import sys; from tenure.search.embed.minilm import MiniLM; MiniLM(); print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
