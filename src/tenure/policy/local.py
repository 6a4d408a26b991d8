"""The settings file that a repository may carry: it can only tighten, and is never trusted by being there (R37)."""

from __future__ import annotations

import os
import stat
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from tenure.errors import PolicyError
from tenure.policy.load import read_toml
from tenure.policy.policy import Policy
from tenure.values import dataclass

if TYPE_CHECKING:  # loads where a working tree has such a file
    from tenure.policy.tighten import LocalSetting

FILE = "tenure.toml"
"""The file's name, at the root of a working tree."""
BYTES_MAX = 64_000


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalSettings:
    """What the settings file of a working tree does.

    Args:
        policy: The policy in force there.
        settings: Each setting of the file, and what it does.
        problem: Why the file as a whole tightens nothing; empty if it was read.
    """

    policy: Policy
    settings: tuple[LocalSetting, ...] = ()
    problem: str = ""


def local_settings(base: Policy, root: Path | None) -> LocalSettings | None:
    """Say what the settings file of a working tree does, setting by setting; None if there is none.

    A file that is a link, no regular file, larger than 64,000 bytes, unreadable or no TOML tightens nothing.

    Args:
        base: The person's policy.
        root: The root of the working tree, or None outside of one.
    """
    if root is None:
        return None
    try:
        seen = os.lstat(root / FILE)
    except (OSError, ValueError):
        return None
    if not stat.S_ISREG(seen.st_mode):
        return LocalSettings(policy=base, problem="it is no regular file")
    if seen.st_size > BYTES_MAX:
        return LocalSettings(policy=base, problem=f"it is larger than {BYTES_MAX:,} bytes")
    return _read(_Fixed(base), root, (seen.st_mtime_ns, seen.st_size, seen.st_ino))


class _Fixed:
    """A policy as a key: two are equal if they are one object, for a policy in force is replaced and never changed."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Fixed) and other.policy is self.policy

    def __hash__(self) -> int:
        return id(self.policy)


@lru_cache(maxsize=64)
def _read(base: _Fixed, root: Path, _stamp: tuple[int, int, int]) -> LocalSettings:
    try:
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        with os.fdopen(os.open(root / FILE, flags), "rb") as file:
            values = read_toml(file.read(BYTES_MAX + 1).decode("utf-8"))
    except OSError:
        return LocalSettings(policy=base.policy, problem="it cannot be read")
    except (UnicodeDecodeError, PolicyError):
        return LocalSettings(policy=base.policy, problem="it is no TOML")
    from tenure.policy.tighten import tightened  # noqa: PLC0415 - loads on first use

    policy, settings = tightened(base.policy, values)
    return LocalSettings(policy=policy, settings=settings)
