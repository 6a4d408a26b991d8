"""Models of a few words, made in a test: one vector a word, so that what is near is known beforehand."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np

WIDTH = 4
_TOPICS = (("table", "tables", "contrast"), ("miles", "metric", "units"), ("give",), ("me",))
WORDS = ("[PAD]", "[UNK]", *(word for topic in _TOPICS for word in topic))


def table() -> np.ndarray:
    """Give one vector a word: one way a topic, and none for what is not known."""
    vectors = np.zeros((len(WORDS), WIDTH), dtype=np.float32)
    for axis, names in enumerate(_TOPICS):
        vectors[[WORDS.index(name) for name in names], axis] = 1.0
    return vectors


def make_onnx_model(folder: Path, vectors: np.ndarray) -> Path:
    """Put a model into a folder as a model in ONNX lies there: a look-up of each word's vector, and its tokenizer."""
    folder.mkdir(parents=True)
    (folder / "model.onnx").write_bytes(_model(vectors))
    texts: Mapping[str, object] = {
        "config.json": {"hidden_size": vectors.shape[1], "pad_token_id": 0},
        "tokenizer_config.json": {"model_max_length": 64, "pad_token": "[PAD]", "unk_token": "[UNK]"},
        "special_tokens_map.json": {"pad_token": "[PAD]", "unk_token": "[UNK]"},
        "tokenizer.json": tokenizer(),
    }
    for name, text in texts.items():
        (folder / name).write_text(json.dumps(text))
    return folder


def tokenizer() -> dict[str, object]:
    """Give a tokenizer of whole words, in the form of the tokenizers library."""
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [],
        "normalizer": {"type": "Lowercase"},
        "pre_tokenizer": {"type": "Whitespace"},
        "post_processor": None,
        "decoder": None,
        "model": {
            "type": "WordLevel",
            "vocab": {word: place for place, word in enumerate(WORDS)},
            "unk_token": "[UNK]",
        },
    }


# ONNX is protocol buffers: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto, the few fields that a look-up needs.
def _model(vectors: np.ndarray) -> bytes:
    node = b"".join((_text(1, "vectors"), _text(1, "input_ids"), _text(2, "last_hidden_state"), _text(4, "Gather")))
    weights = b"".join(
        (
            *(_number(1, size) for size in vectors.shape),
            _number(2, 1),
            _text(8, "vectors"),
            _bytes(9, vectors.tobytes()),
        )
    )
    inputs = [_value(name, 7, ("batch", "length")) for name in ("input_ids", "attention_mask")]
    output = _value("last_hidden_state", 1, ("batch", "length", vectors.shape[1]))
    graph = b"".join(
        (
            _bytes(1, node),
            _text(2, "words"),
            _bytes(5, weights),
            *(_bytes(11, each) for each in inputs),
            _bytes(12, output),
        )
    )
    return b"".join((_number(1, 8), _bytes(7, graph), _bytes(8, _text(1, "") + _number(2, 13))))


def _value(name: str, kind: int, sizes: tuple[str | int, ...]) -> bytes:
    shape = b"".join(_bytes(1, _number(1, size) if isinstance(size, int) else _text(2, size)) for size in sizes)
    return _text(1, name) + _bytes(2, _bytes(1, _number(1, kind) + _bytes(2, shape)))


def _varint(number: int) -> bytes:
    shown = b""
    while number > 0x7F:
        shown += bytes([number & 0x7F | 0x80])
        number >>= 7
    return shown + bytes([number])


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _bytes(field: int, value: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(value)) + value


def _text(field: int, value: str) -> bytes:
    return _bytes(field, value.encode())
