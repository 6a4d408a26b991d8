"""Policies as people write and read them: a file with everything that is wrong in it, a text, the changes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from tenure.errors import PolicyError
from tenure.policy import load
from tenure.policy.load import Problem
from tenure.policy.local import LocalSettings
from tenure.policy.policy import Policy
from tenure.policy.tighten import Changed, Effect, LocalSetting, changes

DIGEST_CHARS = 16
ANSWERS: Final = ("trusted_refs", "backups_days")
"""Settings that `init` asks a person for, and no preset has."""


def read_policy(path: Path) -> Policy:
    """Give the policy of a file.

    Raises:
        PolicyError: It cannot be read, or something in it is wrong; the message names all of it.
    """
    return load.load(path)


def with_answers(wanted: Policy, path: Path, *, before: Policy) -> tuple[Policy, tuple[str, ...]]:
    """Give the policy of a file with what the person answered at `init` where the file does not speak of it.

    A preset knows neither a branch to trust nor whether backups are made: a file that leaves these out, and came from
    `policy show` of a preset or from somebody else, would take the answers back unasked.

    Args:
        wanted: The policy that the file makes.
        path: The file.
        before: The policy in force.

    Returns:
        The policy, and the settings that were kept.

    Raises:
        PolicyError: The file cannot be read.
    """
    named = load.read_toml(load.read_file(path))
    kept = tuple(name for name in ANSWERS if name not in named and getattr(wanted, name) != getattr(before, name))
    answers: dict[str, Any] = {name: getattr(before, name) for name in kept}
    return replace(wanted, **answers), kept


def problems_in(path: Path) -> tuple[Problem, ...]:
    """Give everything that is wrong in a policy file; a file that is no TOML has one problem.

    Raises:
        PolicyError: It cannot be read as text.
    """
    text = load.read_file(path)
    try:
        values = load.read_toml(text)
    except PolicyError as error:
        return (Problem(key="file", found=str(error), wanted="TOML"),)
    return load.check(values)[1]


def policy_text(policy: Policy) -> str:
    """Give a policy as a file would write it."""
    return load.dump(policy)


def policy_digest(policy: Policy) -> str:
    """Give a short digest by which people can tell two policies apart."""
    return load.policy_digest(policy)[:DIGEST_CHARS]


__all__ = [
    "Changed",
    "Effect",
    "LocalSetting",
    "LocalSettings",
    "Problem",
    "changes",
    "policy_digest",
    "policy_text",
    "problems_in",
    "read_policy",
    "with_answers",
]
