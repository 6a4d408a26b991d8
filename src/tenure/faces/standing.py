"""Which scope a folder gives: the person and, inside a git repository, that repository; never a name that is passed."""

from __future__ import annotations

from pathlib import Path

from tenure.errors import CitationError
from tenure.memory.memory import Memory
from tenure.memory.places import RepositoryPlace
from tenure.model.scope import Scope

COPIES_TOLD_MAX = 3


def scope_at(memory: Memory, user: str, folder: Path) -> tuple[Scope, RepositoryPlace]:
    """Give the scope of a person in a folder, and of which known repositories a new one may be a copy.

    Raises:
        CitationError: The folder lies in what is no sound repository.
    """
    operator = memory.operator(user)
    try:
        is_known = operator.knows_repository(folder)
        scope = memory.scope(user=user, repository_at=folder)
    except CitationError as error:
        if error.code == "no_repository":
            return Scope(user=user), RepositoryPlace()
        raise
    return scope, RepositoryPlace() if is_known else operator.repository_at(folder)


def copies_told(place: RepositoryPlace) -> list[str]:
    """Say that a repository may be a copy of a known one: whether it is, a person says (R15)."""
    told = [
        f"this folder may be a moved or second copy of {each.id} ({each.git_dir})"
        for each in place.candidates[:COPIES_TOLD_MAX]
    ]
    return [*told, "if it is one: tenure scope adopt ID"] if told else []
