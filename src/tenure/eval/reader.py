"""The user's own model, which answers questions of public sets from what a memory found; never needed, never ours."""

from __future__ import annotations

import json
import os
import urllib.error
import urllib.request
from collections.abc import Sequence

from tenure.errors import RequestError

KEY_VARIABLE = "TENURE_EVAL_MODEL_KEY"
"""The environment variable of the endpoint's key; none is sent without it."""
_SECONDS = 120
_BYTES = 4_000_000
_ASKED = (
    "Answer the question from the passages alone, in as few words as possible. "
    "If they do not say, answer: unknown.\n\nPassages:\n{passages}\n\nQuestion: {question}"
)


class HttpReader:
    """A model behind an endpoint that speaks as OpenAI's chat completions do.

    Args:
        url: The endpoint up to the version, as `http://127.0.0.1:11434/v1`; http or https.
        model: The name of the model there.

    Raises:
        RequestError: The address is of another kind.
    """

    def __init__(self, url: str, model: str) -> None:
        if not url.startswith(("http://", "https://")):
            raise RequestError("no address of a model", code="bad_model", hint="Give --model as http://HOST/v1.")
        self._url, self._model = f"{url.rstrip('/')}/chat/completions", model

    def __call__(self, question: str, passages: Sequence[str]) -> str:
        """Give the model's answer.

        Raises:
            RequestError: The endpoint does not answer, or not as it should.
        """
        asked = _ASKED.format(passages="\n".join(f"- {each}" for each in passages), question=question)
        body = {"model": self._model, "temperature": 0, "messages": [{"role": "user", "content": asked}]}
        headers = {"Content-Type": "application/json"}
        if key := os.environ.get(KEY_VARIABLE):
            headers["Authorization"] = f"Bearer {key}"
        request = urllib.request.Request(self._url, json.dumps(body).encode(), headers)  # noqa: S310 - checked above
        try:
            with urllib.request.urlopen(request, timeout=_SECONDS) as answer:  # noqa: S310 - checked above
                said = json.loads(answer.read(_BYTES))["choices"][0]["message"]["content"]
        except (OSError, ValueError, LookupError, TypeError) as error:
            if isinstance(error, urllib.error.HTTPError):
                error.close()  # it is the answer too
            raise RequestError(
                f"the model does not answer ({type(error).__name__})", code="no_model", hint="Look at its endpoint."
            ) from None
        return str(said or "")


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
