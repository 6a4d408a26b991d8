"""The embedder inside the package: all-MiniLM-L6-v2, weights as 8-bit integers, run by NumPy on one thread.

The model: a BERT encoder of 6 layers and width 384 (Wang et al. 2020; sentence-transformers/all-MiniLM-L6-v2,
Apache-2.0), the mean over a text's pieces, scaled to length 1. `models/build_minilm.py` makes the file of weights.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Sequence
from contextlib import AbstractContextManager
from functools import cached_property
from itertools import groupby
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final, Protocol, cast

from tenure.forked import free_in_children
from tenure.search.embed.wordpiece import WordPiece

if TYPE_CHECKING:  # numpy loads on first use, so that `import tenure` does not pay for it
    import numpy as np
    from numpy.typing import NDArray

WEIGHTS: Final = Path(__file__).with_name("minilm.npz")
"""The file of weights and vocabulary, part of the package."""
NAME: Final = "minilm-l6-int8-1"
"""What vectors of this model and these weights are stored under."""
WIDTH: Final = 384
IDS_MAX: Final = 256
"""How many pieces of a text are read, as the model was trained."""
LAYERS: Final = 6
HEADS: Final = 12
BATCH_IDS_MAX: Final = 1024
"""Most pieces that are worked on at once, so that what is worked on stays in the processor's cache."""


class _Threads(Protocol):
    """What is used of threadpoolctl, which has no types."""

    def limit(self, *, limits: int, user_api: str) -> AbstractContextManager[object]: ...


class MiniLM:
    """Gives vectors of width 384; the weights are read at the first text (23 MB of file, about 55 MB of memory)."""

    name = NAME
    width = WIDTH
    unrelated: float = 0.06
    related: float = 0.21

    def __init__(self, weights: Path = WEIGHTS) -> None:
        self._weights = weights
        self._lock = Lock()
        free_in_children(self)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Give the unit vectors of the texts, shape (texts, 384), each worked out on the thread that calls."""
        import numpy as np  # noqa: PLC0415 - on first use

        vectors = np.zeros((len(texts), WIDTH), dtype=np.float32)
        with self._lock:  # one reader of the weights, and the bound on threads is the process's
            network = self._network
            pieces = [network.tokens.ids(text) for text in texts]
            with network.one_thread():
                for batch in _batches(pieces):
                    vectors[batch] = network.forward([pieces[place] for place in batch])
        return vectors

    @cached_property
    def _network(self) -> _Network:
        return _Network(self._weights)


def _batches(pieces: Sequence[Sequence[int]]) -> list[list[int]]:
    """Give the places of the texts in bounded batches, those of one length together."""
    batches: list[list[int]] = []
    room = 0
    for place in sorted(range(len(pieces)), key=lambda place: len(pieces[place])):
        length = len(pieces[place])
        if not batches or room < length:
            batches.append([])
            room = BATCH_IDS_MAX
        batches[-1].append(place)
        room -= length
    return batches


def open_tokens(weights: Path = WEIGHTS) -> WordPiece:
    """Give the tokenizer alone, as the file of weights has it."""
    import numpy as np  # noqa: PLC0415 - on first use

    with np.load(weights) as held:
        return _tokens(held["vocabulary"])


def _tokens(vocabulary: NDArray[np.uint8]) -> WordPiece:
    words = bytes(vocabulary).decode().split("\n")
    return WordPiece({word: place for place, word in enumerate(words)}, ids_max=IDS_MAX)


class _Network:
    """The weights, opened, and the forward pass over texts of one length."""

    def __init__(self, path: Path) -> None:
        import numpy as np  # noqa: PLC0415 - on first use

        self._held: dict[str, NDArray[np.float32]] = {}
        with np.load(path) as held:
            self.tokens = _tokens(held["vocabulary"])
            # Rows of the word table are opened as they are needed; the layers, half of the file, once.
            self._rows, self._row_scales = held["words"], held["words.scale"]
            for name in held.files:
                if not name.endswith(".scale") and name not in {"vocabulary", "words"}:
                    array = held[name]
                    is_packed = array.dtype == np.int8
                    self._held[name] = np.multiply(array, held[name + ".scale"]) if is_packed else array
        self._threads = cast("_Threads", importlib.import_module("threadpoolctl").ThreadpoolController())

    def one_thread(self) -> AbstractContextManager[object]:
        """Hold NumPy's matrix products to one thread: recalls run side by side, and one must not take every core."""
        return self._threads.limit(limits=1, user_api="blas")

    def forward(self, pieces: Sequence[Sequence[int]]) -> NDArray[np.float32]:
        """Give unit vectors of texts, those of one length side by side.

        Their pieces go through the weights together, for reading these takes most of the time of a short text; only
        attention is each text's own.
        """
        import numpy as np  # noqa: PLC0415 - on first use

        lengths = [len(ids) for ids in pieces]
        runs = [(length, len(list(alike))) for length, alike in groupby(lengths)]
        held = self._held
        flat = np.array([piece for ids in pieces for piece in ids], dtype=np.intp)
        states = self._rows[flat] * self._row_scales[flat, None]
        states += held["places"][np.concatenate([np.arange(length) for length in lengths])]
        states = _normalised(states, held["start.gain"], held["start.bias"])
        for layer in range(LAYERS):
            states = self._layer(states, f"{layer}.", runs)
        starts = np.cumsum([0, *lengths[:-1]])
        means = np.add.reduceat(states, starts, axis=0) / np.array(lengths, dtype=np.float32)[:, None]
        unit: NDArray[np.float32] = means / np.maximum(np.linalg.norm(means, axis=1, keepdims=True), 1e-12)
        return unit

    def _layer(self, states: NDArray[np.float32], name: str, runs: Sequence[tuple[int, int]]) -> NDArray[np.float32]:
        held = self._held
        joined = states @ held[name + "attend"]
        joined += held[name + "attend.bias"]
        mixed = _attended(joined, runs) @ held[name + "mix"]
        mixed += held[name + "mix.bias"]
        mixed += states
        states = _normalised(mixed, held[name + "mix.gain"], held[name + "mix.shift"])
        widened = states @ held[name + "widen"]
        widened += held[name + "widen.bias"]
        narrowed = _gelu(widened) @ held[name + "narrow"]
        narrowed += held[name + "narrow.bias"]
        narrowed += states
        return _normalised(narrowed, held[name + "narrow.gain"], held[name + "narrow.shift"])


def _attended(joined: NDArray[np.float32], runs: Sequence[tuple[int, int]]) -> NDArray[np.float32]:
    """Let the pieces of each text attend to each other; ``runs`` are the lengths, each with how many texts have it."""
    import numpy as np  # noqa: PLC0415 - on first use

    mixed = np.empty((len(joined), WIDTH), dtype=np.float32)
    start = 0
    for length, count in runs:
        end = start + length * count
        split = joined[start:end].reshape(count, length, 3, HEADS, WIDTH // HEADS).transpose(2, 0, 3, 1, 4)
        queries, keys, values = split[0], split[1], split[2]
        weights = _softmax(queries @ keys.transpose(0, 1, 3, 2) * np.float32(1 / math.sqrt(WIDTH // HEADS)))
        mixed[start:end] = (weights @ values).transpose(0, 2, 1, 3).reshape(count * length, WIDTH)
        start = end
    return mixed


# Written in place: half of the time of a long text would else go into arrays that are made and dropped.
def _normalised(
    states: NDArray[np.float32], gain: NDArray[np.float32], shift: NDArray[np.float32]
) -> NDArray[np.float32]:
    import numpy as np  # noqa: PLC0415 - on first use

    states -= states.mean(axis=-1, keepdims=True)
    spread = np.einsum("ij,ij->i", states, states)[:, None]
    spread /= np.float32(WIDTH)
    states /= np.sqrt(spread + np.float32(1e-12))
    states *= gain
    states += shift
    return states


def _softmax(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    import numpy as np  # noqa: PLC0415 - on first use

    scores -= scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=-1, keepdims=True)
    return scores


def _gelu(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """Give x times the normal distribution at x, by its hyperbolic tangent form (to 5e-4, nine times as fast)."""
    import numpy as np  # noqa: PLC0415 - on first use

    shares = values * values
    shares *= np.float32(0.044715 * math.sqrt(2 / math.pi))
    shares += np.float32(math.sqrt(2 / math.pi))
    shares *= values
    np.tanh(shares, out=shares)
    shares += np.float32(1)
    shares *= np.float32(0.5)
    shares *= values
    return shares
