"""How a policy names what compares by meaning: nothing, the model in the package, one in a folder, or an endpoint."""

from __future__ import annotations

import re
from enum import IntEnum
from typing import Final

from tenure.screen.pattern import Pattern
from tenure.values import dataclass

LEXICAL: Final = "lexical"
MINILM: Final = "minilm"
ENDPOINT: Final = "openai"
SENTENCE_TRANSFORMERS: Final = "sentence-transformers"
FASTEMBED: Final = "fastembed"
MULTILINGUAL: Final = "multilingual"
WANTED: Final = "lexical, minilm, multilingual, sentence-transformers:FOLDER, fastembed:FOLDER, or openai:MODEL@ADDRESS"
_FOLDER: Final = Pattern(rf"({SENTENCE_TRANSFORMERS}|{FASTEMBED}):((?:/|[A-Za-z]:[\\/])[^\x00-\x1f\x7f]{{1,400}})")
_ENDPOINT: Final = Pattern(
    r"openai:([\w./:-]{1,100})@(https://[^\s?#@\\]{1,200}|http://(?:127\.0\.0\.1|localhost|\[::1\])(?:[:/][^\s?#@\\]{0,200})?)",
    re.ASCII,
)


class Distance(IntEnum):
    """How far what is searched goes: nowhere, to the package, to another program or model here, elsewhere."""

    NOWHERE = 0
    PACKAGE = 1
    MACHINE = 2
    ELSEWHERE = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedderName:
    """An embedder as a policy names it.

    Args:
        kind: ``lexical``, ``minilm``, ``multilingual`` (a model out of a package that is an extra),
            ``sentence-transformers`` or ``fastembed`` (the library that runs a model in a folder) or ``openai`` (an
            endpoint that speaks that protocol, whoever runs it).
        model: Of an endpoint: which model.
        address: Of an endpoint: where it answers, of HTTPS or of this machine. Of a model in a folder: the folder.
    """

    kind: str
    model: str = ""
    address: str = ""

    @property
    def distance(self) -> Distance:
        """How far what is searched goes."""
        if not self.address:
            return Distance.NOWHERE if self.kind == LEXICAL else Distance.PACKAGE
        return Distance.ELSEWHERE if self.address.startswith("https:") else Distance.MACHINE


def read_embedder(text: object) -> EmbedderName:
    """Give the embedder that a text names.

    Raises:
        ValueError: It names none. An address is of HTTPS or of this machine, and bears no password or query; a folder
            is absolute.
    """
    given = text if isinstance(text, str) else ""
    if given in {LEXICAL, MINILM, MULTILINGUAL}:
        return EmbedderName(kind=given)
    folder = _FOLDER.fullmatch(given)
    if folder is not None:
        return EmbedderName(kind=folder[1], address=folder[2])
    found = _ENDPOINT.fullmatch(given)
    if found is None:
        raise ValueError(WANTED)
    return EmbedderName(kind=ENDPOINT, model=found[1], address=found[2].rstrip("/"))


def is_farther(new: str, old: str) -> bool:
    """Tell whether what is searched would go farther than before, or to another place as far away.

    A model in a folder counts as another program of this machine: whoever can write there decides what is found.
    """
    after, before = read_embedder(new), read_embedder(old)
    if after.address and after.address != before.address:
        return True
    return after.distance > before.distance
