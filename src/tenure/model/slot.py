"""What makes two claims comparable: the entity and the attribute that they speak of, normalised."""

from __future__ import annotations

from dataclasses import field

from tenure.model.folding import fold_attribute, fold_name
from tenure.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """Names one attribute of one entity; both parts are normalised when made."""

    entity: str = field(repr=False)
    attribute: str = field(repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "entity", fold_name(self.entity))
        object.__setattr__(self, "attribute", fold_attribute(self.attribute))
