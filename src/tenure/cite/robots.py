"""Reads ``robots.txt`` as RFC 9309 says: the group of our name, else of all; the longest rule that fits decides."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote, unquote_to_bytes

BYTES_MAX: Final = 500_000
RULES_MAX: Final = 2_000
_RULE: Final = re.compile(r"\s*([A-Za-z-]+)\s*:\s*([^#]*)")


def may_ask(text: str, path: str, *, agent: str) -> bool:
    """Tell whether a path, with its query, may be asked for.

    Args:
        text: The file; what is beyond `BYTES_MAX` characters and `RULES_MAX` rules is not read.
        path: The path as it is asked for.
        agent: Our own name in it.
    """
    if path == "/robots.txt":
        return True
    rules = _rules(text[:BYTES_MAX], agent.lower())
    plain = _plain(path)
    fitting = [(len(pattern), is_allowed) for pattern, is_allowed in rules if _fits(pattern, plain)]
    return max(fitting)[1] if fitting else True  # of two rules of one length the one that allows holds


def _rules(text: str, agent: str) -> list[tuple[str, bool]]:
    groups: dict[str, list[tuple[str, bool]]] = {}
    named: list[str] = []
    is_naming = False
    count = 0
    for line in text.lstrip("\ufeff").splitlines():
        found = _RULE.match(line)
        if found is None:
            continue
        key, value = found[1].lower(), found[2].strip()
        if key == "user-agent":
            named = [*(named if is_naming else []), value.lower()]
            is_naming = True
            for name in named:
                groups.setdefault(name, [])
        elif key in {"allow", "disallow"}:
            is_naming = False
            count += 1
            if value and count <= RULES_MAX:
                for name in named:
                    groups[name].append((_plain(value), key == "allow"))
    return groups.get(agent, groups.get("*", []))


def _fits(pattern: str, path: str) -> bool:
    is_whole = pattern.endswith("$")
    first, *others = pattern.removesuffix("$").split("*")
    if not path.startswith(first):
        return False
    if not others:
        return not is_whole or path == first
    at = len(first)
    for part in others[:-1]:
        found = path.find(part, at)
        if found < 0:
            return False
        at = found + len(part)
    last = others[-1]
    return path.endswith(last) and len(path) - len(last) >= at if is_whole else path.find(last, at) >= 0


def _plain(path: str) -> str:
    """Write a path with every octet escaped in one way, so that two ways to write it are equal."""
    return quote(unquote_to_bytes(path), safe="/?&=*$;:,@!+~'()%")
