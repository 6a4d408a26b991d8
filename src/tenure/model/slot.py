"""What makes two claims comparable: the entity and the attribute that they speak of, normalised."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field

_ARTICLES = re.compile(r"^(?:the|a|an)\s+")
_GAPS = re.compile(r"[\s_\-]+")
_EDGES = " \t\r\n.,;:!?\"'`"


def fold_text(text: str) -> str:
    """Give ``text`` with case, width and white space folded, for comparing wordings."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split()).strip(_EDGES)


def fold_name(text: str) -> str:
    """Give a slot's name with case, articles, hyphens, underscores and white space folded."""
    return _ARTICLES.sub("", _GAPS.sub(" ", fold_text(text))).strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """Names one attribute of one entity; both parts are normalised when made."""

    entity: str = field(repr=False)
    attribute: str = field(repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "entity", fold_name(self.entity))
        object.__setattr__(self, "attribute", fold_name(self.attribute))
