"""The embedder that a policy or a host names, made once a process and loaded at its first text."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tenure.policy.embedder import ENDPOINT, LEXICAL, MULTILINGUAL, read_embedder
from tenure.search.embed.port import Embedder

if TYPE_CHECKING:  # what compares by meaning loads where something does
    from tenure.search.embed.meaning import Meaning
    from tenure.search.embed.minilm import MiniLM

EMBEDDER_VARIABLE = "TENURE_EMBEDDER"


def meanings(given: Embedder | str | None) -> Callable[[str], Meaning | None]:
    """Give what says, for the embedder that a policy names, what compares by meaning; None for words alone.

    *lexical* wins, whoever says it: the policy, the host or ``TENURE_EMBEDDER``. Else the host's embedder goes before
    the policy's.
    """
    is_lexical = given == LEXICAL or os.environ.get(EMBEDDER_VARIABLE) == LEXICAL
    own = None if given is None or isinstance(given, str) else _meaning_of(given)

    def meaning_of(named: str) -> Meaning | None:
        return None if is_lexical or named == LEXICAL else own or _meaning(named)

    return meaning_of


def embedder_for_notes(given: Embedder | str | None) -> Embedder:
    """Give the embedder of scratch; it is asked for nothing where `meanings` gives None.

    Notes go to no endpoint: they hold whatever tools brought, and no person looked at them.
    """
    return embedder_of_package() if given is None or isinstance(given, str) else given


@cache
def embedder_of_package() -> MiniLM:
    """Give the embedder inside the package, one a process."""
    from tenure.search.embed.minilm import MiniLM  # noqa: PLC0415 - loads on first use

    return MiniLM()


def _meaning_of(embedder: Embedder) -> Meaning:
    from tenure.search.embed.meaning import Meaning  # noqa: PLC0415 - loads on first use

    return Meaning(embedder)


@cache
def _meaning(named: str) -> Meaning:
    name = read_embedder(named)
    if name.kind == ENDPOINT:
        from tenure.search.embed.endpoint import Endpoint  # noqa: PLC0415 - on first use

        return _meaning_of(Endpoint(name.model, name.address))
    if name.address:
        from tenure.search.embed.folder import FolderModel  # noqa: PLC0415 - on first use

        return _meaning_of(FolderModel(name.kind, Path(name.address)))
    if name.kind == MULTILINGUAL:
        from tenure.search.embed.multilingual import Multilingual  # noqa: PLC0415 - on first use

        return _meaning_of(Multilingual())
    return _meaning_of(embedder_of_package())
