"""The user's own model: asked over HTTP as OpenAI's chat completions are, its key from the environment alone."""

from __future__ import annotations

import json
import socket
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

from tenure.errors import RequestError
from tenure.eval.reader import KEY_VARIABLE, NoModelError, reader_of
from tenure.eval.results import Run, read
from tenure.eval.run import run
from tenure.eval.scenario import Reader, Scenario, Suite, Tally
from tenure.eval.system import System
from tenure.eval.systems import candidate


@pytest.fixture
def endpoint():
    """Give a model that answers with what it is set to, and what it was asked."""
    asked: list[tuple[str, dict, dict]] = []
    answers: list[bytes] = []

    class Model(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked.append((self.path, dict(self.headers), body))
            self.send_response(200 if answers else 500)
            self.end_headers()
            self.wfile.write(answers[0] if answers else b"")

        def log_message(self, *given):
            pass

    server = HTTPServer(("127.0.0.1", 0), Model)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v1", asked, answers
    server.shutdown()
    server.server_close()
    thread.join()


def test_a_model_answers_from_the_passages(endpoint, monkeypatch):
    url, asked, answers = endpoint
    monkeypatch.setenv(KEY_VARIABLE, "a-key")
    answers.append(json.dumps({"choices": [{"message": {"content": "Lund"}}]}).encode())
    assert reader_of(f"{url}#small")("Where?", ["It is in Lund."]) == "Lund"
    ((path, headers, body),) = asked
    assert path == "/v1/chat/completions"
    assert headers["Authorization"] == "Bearer a-key"
    assert (body["model"], body["temperature"]) == ("small", 0)
    assert "It is in Lund." in body["messages"][0]["content"]


@pytest.mark.parametrize(
    "answer", [None, b"{}", b"no json", b'{"choices": [{"message": {"content": ["parts"]}}]}', b"\xff"]
)
def test_a_model_that_does_not_answer_is_said_without_a_word_of_the_question(endpoint, answer):
    url, _, answers = endpoint
    answers += [] if answer is None else [answer]
    with pytest.raises(RequestError) as raised:
        reader_of(f"{url}#small")("A secret question?", ["A secret passage."])
    assert raised.value.code == "no_model"
    assert "secret" not in str(raised.value)


def test_a_model_that_says_nothing_has_answered(endpoint):
    url, _, answers = endpoint
    answers.append(b'{"choices": [{"message": {"content": null}}]}')
    assert reader_of(f"{url}#small")("Where?", []) == ""


@pytest.mark.parametrize("said", [b"nonsense\r\n\r\n", b"", b"HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{"])
def test_what_is_no_http_is_no_answer(said: bytes):
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            taken, _ = server.accept()
            with taken:
                taken.recv(65_536)
                taken.sendall(said)

        thread = Thread(target=answer)
        thread.start()
        with pytest.raises(NoModelError):
            reader_of(f"http://127.0.0.1:{server.getsockname()[1]}/v1#small")("Where?", [])
        thread.join()


def test_a_run_whose_model_stops_answering_ends_and_goes_on_once_it_answers(endpoint, tmp_path):
    url, asked, answers = endpoint
    reader = reader_of(f"{url}#small")

    def tell(_: System, tally: Tally) -> None:
        tally.read("Where?", ["It is in Lund."], ["Lund"])

    stories = [Scenario(name=f"s{number}", tell=tell) for number in range(3)]
    suite = Suite(name="x", about="x", rules=(), scenarios=lambda *_: stories)

    def stops_after_two(question: str, passages: Sequence[str]) -> str:
        if len(asked) == 2:
            answers.clear()
        return reader(question, passages)

    def told(given: Reader) -> Run:
        return run(candidate("fts5"), (suite,), tmp_path / "r", command="x", reader=given, model="small")

    answers.append(json.dumps({"choices": [{"message": {"content": "Lund"}}]}).encode())
    with pytest.raises(NoModelError):
        told(stops_after_two)
    assert [each.failed for each in read(tmp_path / "r")[1]] == ["", ""]
    answers.append(json.dumps({"choices": [{"message": {"content": "Lund"}}]}).encode())
    told(reader)
    assert [each.tally.figures["read_held"] for each in read(tmp_path / "r")[1]] == [1, 1, 1]


@pytest.mark.parametrize(
    "model",
    [
        "http://127.0.0.1/v1",
        "file:///etc/passwd#x",
        "http:///v1#x",
        "http://a b/v1#x",
        "http://[::1/v1#x",
        "http://a:99999/v1#x",
    ],
)
def test_what_names_no_model_is_refused(model):
    with pytest.raises(RequestError) as raised:
        reader_of(model)
    assert raised.value.code == "bad_model"


def test_without_a_model_nothing_is_asked():
    assert reader_of("") is None
