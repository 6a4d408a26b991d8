"""The settings file that a repository may carry: it can only tighten, and is never trusted by being there (R37)."""

from __future__ import annotations

import os
import stat
from functools import lru_cache
from pathlib import Path

from tenure.errors import PolicyError
from tenure.policy.load import read_toml
from tenure.policy.policy import Policy
from tenure.policy.tighten import tighten

FILE = "tenure.toml"
"""The file's name, at the root of a working tree."""
BYTES_MAX = 64_000


def local_policy(base: Policy, root: Path | None) -> Policy:
    """Give the policy in force at a working tree: ``base``, tightened by the tree's own settings.

    A file that is a link, no regular file, larger than 64,000 bytes, unreadable or no TOML tightens nothing.

    Args:
        base: The person's policy.
        root: The root of the working tree, or None outside of one.
    """
    if root is None:
        return base
    try:
        seen = os.lstat(root / FILE)
    except (OSError, ValueError):
        return base
    if not stat.S_ISREG(seen.st_mode) or seen.st_size > BYTES_MAX:
        return base
    return _tightened(_Fixed(base), root, (seen.st_mtime_ns, seen.st_size, seen.st_ino))


class _Fixed:
    """A policy as a key: two are equal if they are one object, for a policy in force is replaced and never changed."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Fixed) and other.policy is self.policy

    def __hash__(self) -> int:
        return id(self.policy)


@lru_cache(maxsize=64)
def _tightened(base: _Fixed, root: Path, _stamp: tuple[int, int, int]) -> Policy:
    try:
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        with os.fdopen(os.open(root / FILE, flags), "rb") as file:
            text = file.read(BYTES_MAX + 1).decode("utf-8")
        return tighten(base.policy, read_toml(text))
    except (OSError, UnicodeDecodeError, PolicyError):
        return base.policy
