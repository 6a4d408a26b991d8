"""An embedder behind an address, asked of a real server here: its answers, its faults, and who may name one."""

from __future__ import annotations

import json
import threading
import time
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler
from itertools import pairwise
from socketserver import TCPServer

import numpy as np
import pytest

import tenure
from tenure.policy.embedder import Distance, is_farther, read_embedder
from tenure.policy.load import dump, parse
from tenure.policy.local import local_settings
from tenure.policy.presets import PERSONAL
from tenure.search.embed import endpoint
from tenure.search.embed.endpoint import BATCH, Endpoint
from tenure.search.embed.meaning import Meaning
from tenure.search.embed.port import EmbedderError


def vector_of(text: str) -> list[float]:
    """Give two numbers of topics and eight of chance, the same for the same text."""
    topics = [9.0 * ("table" in text or "contrast" in text), 9.0 * ("mile" in text or "metric" in text)]
    return [*topics, *np.random.default_rng(sum(map(ord, text))).normal(size=8).tolist()]


class Served:
    """What the server was asked, and what it shall answer: by default the vectors, in the reverse order."""

    def __init__(self) -> None:
        self.asked: list[dict] = []
        self.headers: list[dict] = []
        self.answer = None
        self.status = 200
        self.location = ""
        self.address = ""


@pytest.fixture
def served():
    with serving() as given:
        yield given


@contextmanager
def serving():
    given = Served()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            given.asked.append(body | {"path": self.path})
            given.headers.append(dict(self.headers))
            data = [{"index": at, "embedding": vector_of(text)} for at, text in enumerate(body["input"])]
            answer = json.dumps({"data": data[::-1]}).encode() if given.answer is None else given.answer
            self.send_response(given.status)
            if given.location:
                self.send_header("Location", given.location)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_):
            pass

    server = TCPServer(("127.0.0.1", 0), Handler)
    given.address = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield given
    server.shutdown()
    thread.join()
    server.server_close()


def test_vectors_come_in_the_order_asked_and_of_length_one(served, monkeypatch) -> None:
    monkeypatch.setenv("TENURE_EMBEDDER_KEY", "the key")
    found = Endpoint("small", served.address).embed(["a table", "miles", "neither"])
    assert np.allclose(np.linalg.norm(found, axis=1), 1)
    assert found[:, :2].round().tolist() == [[1, 0], [0, 1], [0, 0]]
    assert (served.asked[0]["path"], served.asked[0]["model"]) == ("/v1/embeddings", "small")
    assert served.headers[0]["Authorization"] == "Bearer the key"


def test_no_key_sends_none_and_no_text_asks_nothing(served, monkeypatch) -> None:
    monkeypatch.delenv("TENURE_EMBEDDER_KEY", raising=False)
    assert Endpoint("small", served.address).embed([]).shape == (0, 0)
    assert served.asked == []
    Endpoint("small", served.address).embed(["a"])
    assert "Authorization" not in served.headers[0]


def test_many_texts_go_in_batches_and_long_ones_are_cut(served) -> None:
    assert len(Endpoint("small", served.address).embed(["x" * 50_000] * (BATCH + 1))) == BATCH + 1
    assert [len(each["input"]) for each in served.asked] == [BATCH, 1]
    assert len(served.asked[0]["input"][0]) == endpoint.TEXT_CHARS_MAX


def test_no_proxy_of_the_environment_is_used(served, monkeypatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    assert len(Endpoint("small", served.address).embed(["a"])) == 1


def test_a_redirect_is_not_followed(served) -> None:
    with serving() as elsewhere:
        served.status, served.location = 307, f"{elsewhere.address}/embeddings"
        with pytest.raises(ValueError, match="307"):
            Endpoint("small", served.address).embed(["a"])
        assert elsewhere.asked == []


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"no json",
        b"[]",
        b'{"data": []}',
        b'{"data": [{"index": 1, "embedding": [1.0]}]}',
        b'{"data": [{"index": 0, "embedding": []}]}',
        b'{"data": [{"index": 0, "embedding": ["x"]}]}',
        b'{"data": [{"index": 0, "embedding": [NaN]}]}',
        b'{"data": [{"index": 0, "embedding": [1e999]}]}',
        b'{"data": [{"index": 0, "embedding": [1' + b"0" * 400 + b"]}]}",
        b'{"data": [{"index": 0, "embedding": [' + b"0," * 4_096 + b"0]}]}",
        b"[" * 100_000,
    ],
)
def test_an_answer_of_no_use_is_told_and_costs_no_more_than_the_vector(served, answer) -> None:
    served.answer = answer
    with pytest.raises(ValueError, match="endpoint"):
        Endpoint("small", served.address).embed(["a"])
    assert Meaning(Endpoint("small", served.address)).query("contrast") is None


def test_a_changed_width_is_no_answer(served) -> None:
    one = Endpoint("small", served.address, rest_seconds=0)
    one.embed(["a"])
    served.answer = b'{"data": [{"index": 0, "embedding": [1.0]}]}'
    with pytest.raises(ValueError, match="no use"):
        one.embed(["a"])


def test_an_endless_answer_is_cut_off(served, monkeypatch) -> None:
    monkeypatch.setattr(endpoint, "_NUMBER_BYTES_MAX", 1)
    served.answer = b" " * (endpoint.WIDTH_MAX + 70_000)
    with pytest.raises(EmbedderError, match="too long"):
        Endpoint("small", served.address).embed(["a"])


def test_what_failed_is_left_in_peace_for_a_while(served, monkeypatch) -> None:
    one = Endpoint("small", served.address)
    served.status = 503
    with pytest.raises(ValueError, match="503"):
        one.embed(["a"])
    served.status = 200
    with pytest.raises(EmbedderError, match="not asked"):
        one.embed(["a"])
    assert len(served.asked) == 1
    later = time.monotonic() + endpoint.REST_SECONDS + 1
    monkeypatch.setattr("tenure.search.embed.endpoint.time.monotonic", lambda: later)
    assert len(one.embed(["a"])) == 1


def test_nobody_at_the_address_is_words_alone() -> None:
    assert Meaning(Endpoint("small", "http://127.0.0.1:1/v1")).query("contrast") is None


@pytest.fixture
def _as_shipped(monkeypatch):
    monkeypatch.delenv("TENURE_EMBEDDER")


@pytest.mark.usefixtures("_as_shipped")
@pytest.mark.parametrize(
    ("status", "answer", "said", "fix"),
    [
        (401, None, "answered 401", "TENURE_EMBEDDER_KEY"),
        (404, None, "answered 404", "`/v1`"),
        (429, None, "answered 429", "Wait"),
        (500, None, "answered 500", "runs at this address"),
        (200, b"<html>", "holds no vectors", "names a model"),
        (
            200,
            b'{"data": [{"index": 0, "embedding": [1.0]}, {"index": 1, "embedding": [1.0, 2.0]}]}',
            "different widths",
            "names a model",
        ),
    ],
)
def test_the_doctor_says_what_an_endpoint_answers_and_what_to_do(served, status, answer, said, fix) -> None:
    policy = replace(PERSONAL, embedder=f"openai:small@{served.address}")
    served.status, served.answer = status, answer
    with tenure.open(":memory:", policy=policy) as memory:
        told = {each.check: each for each in memory.operator("ana").examine()}["embedder"]
    assert (told.state.value, said in told.message, fix in told.fix) == ("fault", True, True), told


@pytest.mark.usefixtures("_as_shipped")
def test_the_doctor_says_that_nobody_is_at_the_address() -> None:
    policy = replace(PERSONAL, embedder="openai:small@http://127.0.0.1:1/v1")
    with tenure.open(":memory:", policy=policy) as memory:
        told = {each.check: each for each in memory.operator("ana").examine()}["embedder"]
    assert ("does not answer: ConnectionRefusedError" in told.message, "runs at this address" in told.fix) == (
        True,
        True,
    )


def test_a_policy_that_names_it_is_served_by_it_and_notes_are_not_sent(served, monkeypatch) -> None:
    monkeypatch.delenv("TENURE_EMBEDDER")
    policy = replace(PERSONAL, embedder=f"openai:small@{served.address}", search_embedded_max=0)
    with tenure.open(":memory:", policy=policy) as memory:
        scope = memory.scope(user="ana")
        memory.person("ana").remember("give me a table", kind="preference", scope=scope)
        agent = memory.agent("coder", scope=scope)
        assert [usable.entry.claim.text for usable in agent.recall("contrast two things").usable] == ["give me a table"]
        with memory.task("comparing", scope=scope) as task:
            task.note("a note that stays here")
            task.search("stays here")
    assert "stays here" not in json.dumps(served.asked)


def test_r37_an_address_needs_the_persons_key_and_no_repository_names_one(tmp_path, monkeypatch) -> None:
    named = replace(PERSONAL, embedder="openai:small@https://vectors.example/v1")
    with tenure.open(tmp_path / "state") as memory:
        with pytest.raises(tenure.NotAllowedError) as told:
            memory.operator("ana").set_policy(named, by=memory.person("ana"))
        assert told.value.code == "loosening"
    (tmp_path / "tenure.toml").write_text('embedder = "openai:small@https://vectors.example/v1"\n')
    found = local_settings(PERSONAL, tmp_path)
    assert found is not None
    assert found.policy.embedder == "minilm"


def test_every_step_further_away_is_looser_and_so_is_another_address() -> None:
    here, away = "openai:m@http://localhost:8080/v1", "openai:m@https://vectors.example/v1"
    ways = ["lexical", "minilm", here, away]
    assert [read_embedder(each).distance for each in ways] == list(Distance)
    for near, far in pairwise(ways):
        assert is_farther(far, near)
        assert not is_farther(near, far) or near == here  # another address is never free
    assert is_farther(here, "openai:m@http://localhost:9090/v1")
    assert not is_farther("openai:other@https://vectors.example/v1", away)
    assert not is_farther(away, away)


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "MiniLM",
        "openai",
        "openai:m",
        "openai:m@vectors.example",
        "openai:m@http://vectors.example/v1",
        "openai:m@http://localhost.example/v1",
        "openai:m@http://127.0.0.1.example/v1",
        "openai:m@https://ana:secret@vectors.example/v1",
        "openai:m@https://vectors.example/v1?key=1",
        "openai:m@https://vectors.example/v1#x",
        "openai:m n@https://vectors.example/v1",
        "openai:m@ftp://vectors.example",
        7,
        None,
        [],
        {},
    ],
)
def test_what_names_no_embedder_is_refused(wrong) -> None:
    with pytest.raises(ValueError, match="lexical"):
        read_embedder(wrong)


def test_a_policy_with_an_address_is_written_and_read_back() -> None:
    named = replace(PERSONAL, embedder="openai:nomic/embed:v1@http://[::1]:8080/v1")
    assert parse(dump(named)) == named
