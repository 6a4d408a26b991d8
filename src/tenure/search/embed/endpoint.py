"""An embedder behind an address that speaks OpenAI's protocol for embeddings, whoever runs it.

What is embedded leaves the process: a policy names the address, and naming one is a person's act (R37). No proxy of the
environment is used, no redirect followed, and every answer is bounded and checked.
"""

from __future__ import annotations

import http.client
import json
import os
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from tenure.search.embed.port import WIDTH_MAX, EmbedderError

if TYPE_CHECKING:  # numpy loads on first use, so that `import tenure` does not pay for it
    import numpy as np
    from numpy.typing import NDArray

KEY_VARIABLE: Final = "TENURE_EMBEDDER_KEY"
BATCH: Final = 64
TEXT_CHARS_MAX: Final = 8_000
SECONDS_MAX: Final = 5.0
"""How long one answer may take."""
REST_SECONDS: Final = 30.0
"""How long an endpoint that failed is left alone, so that not every recall waits for it."""
_NUMBER_BYTES_MAX: Final = 32
_DONE: Final = 200
_NO_KEY: Final = (401, 403)
_NO_MODEL: Final = 404
_BUSY: Final = 429
_ADVICE: Final = (
    "See that the endpoint runs at this address, or name another embedder in the policy (`tenure policy set`)."
)
_NO_USE: Final = "See that the policy names a model for embeddings, and one alone (`tenure policy set`)."


class Endpoint:
    """Gives what an endpoint's model makes of texts, brought to length 1.

    Args:
        model: The model, as the endpoint calls it.
        address: ``https://HOST/v1``, or ``http://`` on this machine.
        rest_seconds: How long it is left alone after a failure.
    """

    def __init__(self, model: str, address: str, *, rest_seconds: float = REST_SECONDS) -> None:
        self.name: str = f"openai:{model}@{address}"
        self.width: int = 0
        self._model = model
        self._parts = urlsplit(address)
        self._rest_seconds = rest_seconds
        self._rests_until = 0.0

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Give the unit vectors of the texts, in batches of `BATCH`.

        Raises:
            EmbedderError: The endpoint does not answer, failed so lately that it was not asked, or gives no vectors.
        """
        if time.monotonic() < self._rests_until:
            said = f"the endpoint failed less than {self._rest_seconds:.0f} s ago, and is not asked meanwhile"
            raise EmbedderError(said, fix=_ADVICE)
        try:
            vectors = self._unit(
                [row for start in range(0, len(texts), BATCH) for row in self._asked(texts[start : start + BATCH])]
            )
        except (OSError, ValueError, http.client.HTTPException) as error:
            self._rests_until = time.monotonic() + self._rest_seconds
            if isinstance(error, EmbedderError):
                raise
            raise EmbedderError(f"the endpoint does not answer: {type(error).__name__}", fix=_ADVICE) from None
        return vectors

    def _unit(self, rows: Sequence[Sequence[float]]) -> NDArray[np.float32]:
        import numpy as np  # noqa: PLC0415 - on first use

        if not rows:
            return np.zeros((0, self.width), dtype=np.float32)
        widths = {len(row) for row in rows} | {self.width or len(rows[0])}
        vectors = np.array(rows, dtype=np.float32) if len(widths) == 1 else np.zeros((0, 0), dtype=np.float32)
        if not 0 < vectors.shape[1] <= WIDTH_MAX or not np.isfinite(vectors).all():
            raise EmbedderError(
                "the endpoint gave vectors of no use: of different widths, too wide, or no numbers", fix=_NO_USE
            )
        self.width = vectors.shape[1]
        vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), np.float32(1e-12))
        return vectors

    def _asked(self, texts: Sequence[str]) -> list[list[float]]:
        asked = json.dumps({"model": self._model, "input": [text[:TEXT_CHARS_MAX] or " " for text in texts]})
        headers = {"Content-Type": "application/json", "Accept": "application/json", "User-Agent": "tenure"}
        key = os.environ.get(KEY_VARIABLE)
        if key:
            headers["Authorization"] = f"Bearer {key}"
        connection = self._connection()
        try:
            connection.request("POST", f"{self._parts.path}/embeddings", asked.encode(), headers)
            answer = connection.getresponse()
            longest = len(texts) * WIDTH_MAX * _NUMBER_BYTES_MAX
            body = _read(answer, longest)
        finally:
            connection.close()
        if answer.status != _DONE:
            raise EmbedderError(f"the endpoint answered {answer.status}", fix=_fix(answer.status))
        return _rows(body, len(texts))

    def _connection(self) -> http.client.HTTPConnection:
        host, port = self._parts.hostname or "", self._parts.port
        if self._parts.scheme == "https":
            return http.client.HTTPSConnection(host, port, timeout=SECONDS_MAX)
        return http.client.HTTPConnection(host, port, timeout=SECONDS_MAX)


def _fix(status: int) -> str:
    if status in _NO_KEY:
        return f"Put the key that the endpoint wants into {KEY_VARIABLE}, for every process that opens the store."
    if status == _NO_MODEL:
        return "See that the policy names the endpoint's address up to `/v1`, and a model that it has."
    return "Wait: it was asked too often." if status == _BUSY else _ADVICE


def _read(answer: http.client.HTTPResponse, longest: int) -> bytes:
    """Read an answer to its end, unless it is too long or too slow: each piece alone has its time-out too."""
    until = time.monotonic() + SECONDS_MAX
    body = bytearray()
    while piece := answer.read1(1 << 16):
        body += piece
        if len(body) > longest or time.monotonic() > until:
            raise EmbedderError("the endpoint's answer is too long or too slow", fix=_NO_USE)
    return bytes(body)


def _rows(body: bytes, count: int) -> list[list[float]]:
    """Give the vectors of an answer in the order in which the texts were asked."""
    try:
        data: Any = json.loads(body)["data"]
        rows = {int(each["index"]): [float(number) for number in each["embedding"]] for each in data}
        found = [rows[place] for place in range(count)]
    except (KeyError, IndexError, TypeError, ValueError, OverflowError, RecursionError):
        raise EmbedderError("the endpoint's answer holds no vectors", fix=_NO_USE) from None
    return found
