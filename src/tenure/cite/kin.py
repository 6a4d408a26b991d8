"""Whether a repository may be a copy of a known one: what they share, for a person to be asked about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tenure.errors import CitationError

if TYPE_CHECKING:  # what reads a repository loads with the first that is opened
    from tenure.cite.objects import Objects

FOLDERS_MAX = 4


def may_be_copy(
    here: Objects, roots: Sequence[str], folders: Sequence[str], open_at: Callable[[Path], Objects]
) -> bool:
    """Tell whether a repository shares a root commit with a known one, or where one is shallow any commit it stands on.

    Args:
        here: The repository.
        roots: The root commits of the known one.
        folders: The known one's git directories.
        open_at: Opens one of them.
    """
    own = here.roots()
    if set(own) & set(roots):
        return True
    if own and roots:
        return False
    for folder in folders[:FOLDERS_MAX]:
        try:
            there = open_at(Path(folder))
        except CitationError:
            continue
        if any(map(there.has, _known_by(here))) or any(map(here.has, _known_by(there))):
            return True
    return False


def _known_by(objects: Objects) -> tuple[str, ...]:
    return tuple(filter(None, (objects.head()[0], *objects.cut())))
