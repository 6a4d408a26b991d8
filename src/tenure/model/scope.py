"""Where an entry applies: user, project and repository, compared field by field and never as joined text."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from itertools import combinations

from tenure.errors import RequestError
from tenure.values import dataclass

SCOPE_PART_CHARS_MAX = 200
PARTS = ("user", "project", "repository")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Names who and what an entry is for; at least one part is given.

    Parts are exact text after NFC, never folders or patterns. A task is the scope of scratch and is not a part.

    Raises:
        RequestError: No part is given, or a part is empty, too long (200 characters) or holds control characters.
    """

    user: str | None = None
    project: str | None = None
    repository: str | None = None

    def __post_init__(self) -> None:
        for name in PARTS:
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, _checked(name, value))
        if not self.parts():
            raise RequestError("a scope needs a user, a project or a repository", code="bad_scope", hint="Name one.")

    def parts(self) -> tuple[tuple[str, str], ...]:
        """Give the named parts as (name, value) pairs in a fixed order."""
        named = (("user", self.user), ("project", self.project), ("repository", self.repository))
        return tuple((name, value) for name, value in named if value is not None)

    def visible(self) -> tuple[Scope, ...]:
        """Give every scope whose entries a request in this one may see (at most seven), most specific first."""
        return _visible(self)

    def meets(self, other: Scope) -> bool:
        """Tell whether one request can see both: they name no part differently."""
        named = dict(self.parts())
        return all(named.get(name, value) == value for name, value in other.parts())

    def is_visible_in(self, request: Scope) -> bool:
        """Tell whether every part that this scope names equals the request's (R15)."""
        return (
            self.user in (None, request.user)
            and self.project in (None, request.project)
            and self.repository in (None, request.repository)
        )

    def is_broader_than(self, other: Scope) -> bool:
        """Tell whether this scope would be seen where ``other`` would not: it lacks or changes a part of it (R07)."""
        own = dict(self.parts())
        return any(own.get(name) != value for name, value in other.parts())


@lru_cache(maxsize=256)  # every request asks, and checking the texts of seven scopes takes longer than finding them
def _visible(scope: Scope) -> tuple[Scope, ...]:
    parts = scope.parts()
    return tuple(Scope(**dict(chosen)) for size in range(len(parts), 0, -1) for chosen in combinations(parts, size))


def _checked(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise RequestError(f"scope part '{name}' must be text", code="bad_scope")
    text = unicodedata.normalize("NFC", value)
    if not text.strip() or len(text) > SCOPE_PART_CHARS_MAX:
        raise RequestError(f"scope part '{name}' must have 1 to {SCOPE_PART_CHARS_MAX} characters", code="bad_scope")
    if any(unicodedata.category(character) in {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"} for character in text):
        raise RequestError(f"scope part '{name}' holds control or invisible characters", code="bad_scope")
    return text
