"""Which scope a folder gives: the person and, inside a git repository, that repository; never a name that is passed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tenure.errors import CitationError
from tenure.memory.memory import Memory
from tenure.model.scope import Scope

if TYPE_CHECKING:  # loads where a folder lies in a repository that is not known
    from tenure.memory.places import RepositoryPlace

COPIES_TOLD_MAX = 3


def scope_at(memory: Memory, user: str, folder: Path) -> tuple[Scope, RepositoryPlace | None]:
    """Give the scope of a person in a folder, and how the registry sees the folder if it is of a repository not known.

    Raises:
        CitationError: The folder lies in what is no sound repository.
    """
    operator = memory.operator(user)
    try:
        is_known = operator.knows_repository(folder)
        scope = memory.scope(user=user, repository_at=folder)
    except CitationError as error:
        if error.code == "no_repository":
            return Scope(user=user), None
        raise
    return scope, None if is_known else operator.repository_at(folder)


def copies_told(place: RepositoryPlace | None) -> list[str]:
    """Say that a repository may be a copy of a known one: whether it is, a person says (R15)."""
    if place is None:
        return []
    told = [
        f"this folder may be a moved or second copy of {each.id} ({each.git_dir})"
        for each in place.candidates[:COPIES_TOLD_MAX]
    ]
    return [*told, "if it is one: tenure scope adopt ID"] if told else []
