"""Policies as people write and read them: a file with everything that is wrong in it, a text, the changes."""

from __future__ import annotations

from pathlib import Path

from tenure.errors import PolicyError
from tenure.policy import load
from tenure.policy.load import Problem
from tenure.policy.policy import Policy
from tenure.policy.tighten import Changed, changes

DIGEST_CHARS = 16


def read_policy(path: Path) -> Policy:
    """Give the policy of a file.

    Raises:
        PolicyError: It cannot be read, or something in it is wrong; the message names all of it.
    """
    return load.load(path)


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


__all__ = ["Changed", "Problem", "changes", "policy_digest", "policy_text", "problems_in", "read_policy"]
