"""Make the embedder's file of weights from the published model: `python models/build_minilm.py FOLDER OUT`.

FOLDER holds the upstream ``model.safetensors`` and ``vocab.txt`` (`make check-model` fetches them). Matrices are
kept as 8-bit integers with one scale an output column (a row, for the table of words); the rest as 32-bit floats.
The same input gives the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import sys
import zipfile
from io import BytesIO
from pathlib import Path

import numpy as np

UPSTREAM_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
LAYERS = 6
EARLIEST = (1980, 1, 1, 0, 0, 0)


def read_safetensors(path: Path) -> dict[str, np.ndarray]:
    """Give the arrays of a file in the safetensors format: a length, a JSON header, the bytes."""
    raw = path.read_bytes()
    found = hashlib.sha256(raw).hexdigest()
    if found != UPSTREAM_SHA256:
        sys.exit(f"{path} is another model: SHA-256 {found}, wanted {UPSTREAM_SHA256}")
    start = 8 + int.from_bytes(raw[:8], "little")
    header = json.loads(raw[8:start])
    arrays = {}
    for name, told in header.items():
        if name != "__metadata__" and told["dtype"] == "F32":
            first, last = told["data_offsets"]
            arrays[name] = np.frombuffer(raw[start + first : start + last], dtype="<f4").reshape(told["shape"])
    return arrays


def rounded(matrix: np.ndarray, *, axis: int) -> tuple[np.ndarray, np.ndarray]:
    """Give a matrix as 8-bit integers and the scale of each column (axis 0) or row (axis 1)."""
    scale = np.abs(matrix).max(axis=axis, keepdims=True) / 127
    scale[scale == 0] = 1
    return np.rint(matrix / scale).astype(np.int8), scale.astype(np.float32).squeeze(axis)


def arranged(upstream: dict[str, np.ndarray], vocabulary: str) -> dict[str, np.ndarray]:
    """Give the arrays as `tenure.search.embed.minilm` names them."""
    words, words_scale = rounded(upstream["embeddings.word_embeddings.weight"], axis=1)
    places = upstream["embeddings.position_embeddings.weight"] + upstream["embeddings.token_type_embeddings.weight"][0]
    held = {
        "vocabulary": np.frombuffer(vocabulary.encode(), dtype=np.uint8),
        "words": words,
        "words.scale": words_scale,
        "places": places[:256].astype(np.float32),
        "start.gain": upstream["embeddings.LayerNorm.weight"],
        "start.bias": upstream["embeddings.LayerNorm.bias"],
    }
    for layer in range(LAYERS):
        base, name = f"encoder.layer.{layer}.", f"{layer}."
        parts = [base + "attention.self." + part for part in ("query", "key", "value")]
        matrices = {
            "attend": np.concatenate([upstream[part + ".weight"] for part in parts]),
            "mix": upstream[base + "attention.output.dense.weight"],
            "widen": upstream[base + "intermediate.dense.weight"],
            "narrow": upstream[base + "output.dense.weight"],
        }
        for part, matrix in matrices.items():
            held[name + part], held[name + part + ".scale"] = rounded(np.ascontiguousarray(matrix.T), axis=0)
        held[name + "attend.bias"] = np.concatenate([upstream[part + ".bias"] for part in parts])
        held[name + "mix.bias"] = upstream[base + "attention.output.dense.bias"]
        held[name + "widen.bias"] = upstream[base + "intermediate.dense.bias"]
        held[name + "narrow.bias"] = upstream[base + "output.dense.bias"]
        for part, norm in (("mix", "attention.output.LayerNorm"), ("narrow", "output.LayerNorm")):
            held[name + part + ".gain"] = upstream[base + norm + ".weight"]
            held[name + part + ".shift"] = upstream[base + norm + ".bias"]
    return held


def write(held: dict[str, np.ndarray], out: Path) -> None:
    """Write an .npz whose bytes depend on the arrays alone: no clock, names in order."""
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as file:
        for name in sorted(held):
            buffer = BytesIO()
            np.lib.format.write_array(buffer, np.ascontiguousarray(held[name]), allow_pickle=False)
            file.writestr(zipfile.ZipInfo(name + ".npy", EARLIEST), buffer.getvalue())


def make(folder: Path, out: Path) -> None:
    """Write the file of weights that the upstream files in ``folder`` give."""
    vocabulary = (folder / "vocab.txt").read_text(encoding="utf-8").rstrip("\n")
    write(arranged(read_safetensors(folder / "model.safetensors"), vocabulary), out)


def main() -> None:
    """Read the folder and the place to write to from the command line."""
    folder, out = Path(sys.argv[1]), Path(sys.argv[2])
    make(folder, out)
    print(hashlib.sha256(out.read_bytes()).hexdigest(), out.stat().st_size)


if __name__ == "__main__":
    main()
