"""The user's own model: asked over HTTP as OpenAI's chat completions are, its key from the environment alone."""

from __future__ import annotations

import json
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

from tenure.errors import RequestError
from tenure.eval.reader import KEY_VARIABLE, reader_of


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


@pytest.mark.parametrize("answer", [None, b"{}", b"no json"])
def test_a_model_that_does_not_answer_is_said_without_a_word_of_the_question(endpoint, answer):
    url, _, answers = endpoint
    answers += [] if answer is None else [answer]
    with pytest.raises(RequestError) as raised:
        reader_of(f"{url}#small")("A secret question?", ["A secret passage."])
    assert raised.value.code == "no_model"
    assert "secret" not in str(raised.value)


@pytest.mark.parametrize("model", ["http://127.0.0.1/v1", "file:///etc/passwd#x"])
def test_what_names_no_model_is_refused(model):
    with pytest.raises(RequestError) as raised:
        reader_of(model)
    assert raised.value.code == "bad_model"


def test_without_a_model_nothing_is_asked():
    assert reader_of("") is None
