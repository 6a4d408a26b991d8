"""The user's own model, which answers questions of public sets from what a memory found; never needed, never ours."""

from __future__ import annotations

import json
import os
import urllib.error
import urllib.request
from collections.abc import Sequence
from http.client import HTTPException
from urllib.parse import urlsplit

from tenure.errors import RequestError

KEY_VARIABLE = "TENURE_EVAL_MODEL_KEY"
"""The environment variable of the endpoint's key; none is sent without it."""
_SECONDS = 120
_BYTES = 4_000_000
_ASKED = (
    "Answer the question from the passages alone, in as few words as possible. "
    "If they do not say, answer: unknown.\n\nPassages:\n{passages}\n\nQuestion: {question}"
)


class NoModelError(RequestError):
    """The user's model does not answer: not the memory's doing, so it ends the run and is no story's outcome."""

    code = "no_model"
    hint = "Look at its endpoint."


class HttpReader:
    """A model behind an endpoint that speaks as OpenAI's chat completions do.

    Args:
        url: The endpoint up to the version, as `http://127.0.0.1:11434/v1`; http or https.
        model: The name of the model there.

    Raises:
        RequestError: The address is of another kind.
    """

    def __init__(self, url: str, model: str) -> None:
        if not _is_address(url):
            raise RequestError("no address of a model", code="bad_model", hint="Give --model as http://HOST/v1#NAME.")
        self._url, self._model = f"{url.rstrip('/')}/chat/completions", model

    def __call__(self, question: str, passages: Sequence[str]) -> str:
        """Give the model's answer.

        Raises:
            NoModelError: The endpoint does not answer, or not as it should.
        """
        asked = _ASKED.format(passages="\n".join(f"- {each}" for each in passages), question=question)
        body = {"model": self._model, "temperature": 0, "messages": [{"role": "user", "content": asked}]}
        headers = {"Content-Type": "application/json"}
        if key := os.environ.get(KEY_VARIABLE):
            headers["Authorization"] = f"Bearer {key}"
        request = urllib.request.Request(self._url, json.dumps(body).encode(), headers)  # noqa: S310 - checked above
        try:
            with urllib.request.urlopen(request, timeout=_SECONDS) as answer:  # noqa: S310 - checked above
                return _content(answer.read(_BYTES))
        except (OSError, ValueError, LookupError, TypeError, HTTPException) as error:
            raise NoModelError(f"the model does not answer ({_why(error)})") from None


def _content(answer: bytes) -> str:
    said = json.loads(answer)["choices"][0]["message"]["content"]
    if not isinstance(said, str | None):
        raise TypeError
    return said or ""


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        is_whole = bool(parts.hostname) and parts.port != 0
    except ValueError:  # of its port, or of its brackets
        return False
    return is_whole and parts.scheme in {"http", "https"} and not any(each.isspace() for each in url)


def _why(error: Exception) -> str:
    if isinstance(error, urllib.error.HTTPError):
        error.close()  # it is the answer too
        return f"HTTP {error.code}"
    reason = error.reason if isinstance(error, urllib.error.URLError) else error
    return type(reason if isinstance(reason, Exception) else error).__name__


def reader_of(model: str) -> HttpReader | None:
    """Give the model that `ADDRESS#NAME` means; None for an empty text.

    Raises:
        RequestError: It is no such thing.
    """
    if not model:
        return None
    url, _, name = model.partition("#")
    if not name:
        raise RequestError("no name of a model", code="bad_model", hint="Give --model as http://HOST/v1#NAME.")
    return HttpReader(url, name)
