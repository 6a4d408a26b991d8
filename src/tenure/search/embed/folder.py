"""Models in a folder of this machine, run by a library that is an extra: sentence-transformers or fastembed.

The folder has the form in which sentence-transformers saves a model; fastembed wants it in ONNX (``onnx/model.onnx`` or
``model.onnx``). Nothing is fetched: what is not in the folder is missing. No code of a model's own is run.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, cast

from tenure.errors import PolicyError
from tenure.forked import free_in_children

if TYPE_CHECKING:  # numpy loads on first use, so that `import tenure` does not pay for it
    import numpy as np
    from numpy.typing import NDArray

FILES_MAX: Final = 1_000
"""Most files of one model."""
_SAMPLE_BYTES: Final = 65_536
_PARTS: Final = frozenset({".json", ".txt", ".model", ".bin", ".safetensors", ".onnx", ".onnx_data", ".data"})
_ONNX: Final = ("onnx/model.onnx", "model.onnx", "model_optimized.onnx")
_BATCH: Final = 32

_Encode = Callable[[Sequence[str]], Iterable[Any]]


class FolderModel:
    """Gives what the model in a folder makes of texts, brought to length 1; it is loaded at the first text.

    Args:
        library: ``sentence-transformers`` or ``fastembed``, as the extra is called too.
        folder: Where the model lies.

    Raises:
        PolicyError: The library is not installed, or there is no such model (``embedder_missing``).
    """

    def __init__(self, library: str, folder: Path) -> None:
        if importlib.util.find_spec(library.replace("-", "_")) is None:
            raise missing_extra(library)
        parts = _parts(folder)
        if not parts:
            raise PolicyError(
                "there is no model in the folder that the policy's embedder names",
                code="embedder_missing",
                hint="Put it there, or set TENURE_EMBEDDER=lexical for words alone.",
            )
        self.name: str = f"{library}:{digest_of_files(folder, parts)}"
        self.width: int = int(_read(folder / "config.json").get("hidden_size") or 0)
        self._library = library
        self._folder = folder
        self._lock = Lock()
        free_in_children(self)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Give the unit vectors of the texts.

        Raises:
            ValueError: The model gives what is no vector.
        """
        import numpy as np  # noqa: PLC0415 - on first use

        if not texts:
            return np.zeros((0, self.width), dtype=np.float32)
        with self._lock:  # one reader of the weights
            vectors = np.array(list(self._encode(texts)), dtype=np.float32)
        if vectors.shape[:1] != (len(texts),) or vectors.ndim != 2 or not np.isfinite(vectors).all():
            raise ValueError("the model gave vectors of no use")
        self.width = vectors.shape[1]
        vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), np.float32(1e-12))
        return vectors

    @cached_property
    def _encode(self) -> _Encode:
        return _sentence_transformers(self._folder) if self._library != "fastembed" else _fastembed(self._folder)


def missing_extra(extra: str) -> PolicyError:
    """Give the error that tells which extra the policy's embedder needs."""
    return PolicyError(
        f"the policy's embedder needs the extra '{extra}', which is not installed",
        code="embedder_missing",
        hint=f"Install it (pip install 'tenure[{extra}]'), or set TENURE_EMBEDDER=lexical for words alone.",
    )


def _sentence_transformers(folder: Path) -> _Encode:
    library: Any = importlib.import_module("sentence_transformers")
    model = library.SentenceTransformer(str(folder), device="cpu", local_files_only=True, trust_remote_code=False)

    def encode(texts: Sequence[str]) -> Iterable[Any]:
        found: Iterable[Any] = model.encode(
            list(texts), batch_size=_BATCH, convert_to_numpy=True, show_progress_bar=False
        )
        return found

    return encode


def _fastembed(folder: Path) -> _Encode:
    library: Any = importlib.import_module("fastembed")
    described: Any = importlib.import_module("fastembed.common.model_description")
    by_first = bool(_read(folder / "1_Pooling" / "config.json").get("pooling_mode_cls_token"))
    name = f"tenure/{digest_of_files(folder, _parts(folder))}"
    known = {each["model"] for each in library.TextEmbedding.list_supported_models()}
    if name not in known:
        library.TextEmbedding.add_custom_model(
            model=name,
            pooling=described.PoolingType.CLS if by_first else described.PoolingType.MEAN,
            normalization=True,
            sources=described.ModelSource(hf=name),
            dim=int(_read(folder / "config.json")["hidden_size"]),
            model_file=next(each for each in _ONNX if (folder / each).is_file()),
        )
    model = library.TextEmbedding(
        model_name=name,
        specific_model_path=str(folder),
        local_files_only=True,
        threads=1,
        providers=["CPUExecutionProvider"],
    )

    def encode(texts: Sequence[str]) -> Iterable[Any]:
        found: Iterable[Any] = model.embed(list(texts), batch_size=_BATCH)
        return found

    return encode


def _parts(folder: Path) -> list[Path]:
    """Give the files that make the model what it is, in a fixed order."""
    if not any((folder / name).is_file() for name in ("config.json", "modules.json")):
        return []
    found = sorted(each for each in folder.rglob("*") if each.suffix in _PARTS and each.is_file())
    return found[:FILES_MAX]


def digest_of_files(folder: Path, parts: Sequence[Path]) -> str:
    """Give what names a model: its files, their sizes, and the first and last bytes of each.

    The whole would take a second a gigabyte at each start; weights trained anew differ in these bytes too.
    """
    digest = blake2b(digest_size=12, person=b"tenure.folder")
    for part in parts:
        digest.update(f"{part.relative_to(folder).as_posix()}\0{part.stat().st_size}\0".encode())
        for sample in _samples(part):
            digest.update(sample)
    return digest.hexdigest()


def _samples(part: Path) -> Iterator[bytes]:
    with part.open("rb") as file:
        yield file.read(_SAMPLE_BYTES)
        file.seek(max(part.stat().st_size - _SAMPLE_BYTES, 0))
        yield file.read(_SAMPLE_BYTES)


def _read(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    found: Any = json.loads(path.read_text(encoding="utf-8"))
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}
