"""Reads a policy from TOML, naming every problem at once; writes one; gives the digest by which it is pinned (R37).

A file names the preset that it starts from (``preset = "team"``, else *personal*) and what differs:

```toml
preset = "personal"
claim_chars_max = 200
[kinds.code]
idle_days_max = 14
[orders]
review_days = 90
[personal]
health = "refuse"
```
"""

from __future__ import annotations

import difflib
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from tenure.errors import PolicyError
from tenure.model.claim import Kind
from tenure.model.principal import Strength
from tenure.policy import settings
from tenure.policy.policy import KindPolicy, Policy
from tenure.policy.presets import IDENTIFYING, PERSONAL, PRESETS, SPECIAL
from tenure.policy.settings import Setting
from tenure.values import dataclass

POLICY_BYTES_MAX = 100_000
"""Longest policy file that is read."""

_SECTIONS = ("kinds", "orders", "personal")
_FOUND_CHARS_MAX = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing that is wrong in a policy: which key, what was found, what is wanted."""

    key: str
    found: str
    wanted: str

    def __str__(self) -> str:
        return f"{self.key}: found {self.found}, wanted {self.wanted}"


def load(path: Path) -> Policy:
    """Give the policy of a file.

    Raises:
        PolicyError: The file cannot be read, is no TOML, or has problems; the message names all of them.
    """
    return parse(read_file(path))


def read_file(path: Path) -> str:
    """Give the text of a policy file.

    Raises:
        PolicyError: It cannot be read as UTF-8 text, or is too long.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(POLICY_BYTES_MAX + 1)
        text = raw.decode("utf-8")
    except (OSError, ValueError) as error:
        raise PolicyError(
            "the policy file cannot be read as UTF-8 text",
            code="policy_unreadable",
            hint="Name a TOML file that this account can read.",
        ) from error
    if len(raw) > POLICY_BYTES_MAX:
        raise PolicyError(f"the policy file has more than {POLICY_BYTES_MAX} bytes", code="policy_too_long")
    return text


def parse(text: str) -> Policy:
    """Give the policy of a TOML text.

    Raises:
        PolicyError: It is no TOML, or has problems; the message names all of them.
    """
    for preset in PRESETS.values():
        if text == dump(preset):  # most stores: reading TOML takes as long as all else of opening one
            return preset
    policy, problems = check(read_toml(text))
    if problems:
        raise PolicyError("; ".join(map(str, problems)))
    return policy


def read_toml(text: str) -> dict[str, Any]:
    """Give the values of a TOML text.

    Raises:
        PolicyError: It is no TOML.
    """
    import tomllib  # noqa: PLC0415 - on first use, see `parse`

    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        reason = str(error) if isinstance(error, tomllib.TOMLDecodeError) else "nested too deeply"
        raise PolicyError(f"the policy is no TOML: {reason}", code="policy_not_toml") from None


def check(values: Mapping[str, object]) -> tuple[Policy, tuple[Problem, ...]]:
    """Give the policy that these values make, as far as they are right, and everything that is wrong with them."""
    problems: list[Problem] = []
    preset = values.get("preset", "personal")
    base = PRESETS.get(preset) if isinstance(preset, str) else None
    if base is None:
        problems.append(_problem("preset", preset, f"one of: {', '.join(PRESETS)}"))
        base = PERSONAL
    rest = {key: value for key, value in values.items() if key not in (*_SECTIONS, "preset")}
    changes = _read(rest, settings.POLICY, "", problems, also=(*_SECTIONS, "preset"))
    kinds = dict(base.kinds)
    for name, section in _tables(values, "kinds", [kind.value for kind in base.kinds], problems):
        kind = Kind(name)
        kinds[kind] = replace(kinds[kind], **_read(section, settings.KIND, f"kinds.{name}.", problems))
    orders = replace(base.orders, **_read(_table(values, "orders", problems), settings.KIND, "orders.", problems))
    categories = dict.fromkeys(IDENTIFYING, settings.PERSONAL) | dict.fromkeys(SPECIAL, settings.SPECIAL)
    personal = _read(_table(values, "personal", problems), categories, "personal.", problems)
    policy = replace(
        base,
        kinds=kinds,
        orders=orders,
        personal={**base.personal, **personal},
        **changes,
    )
    return policy, (*problems, *_contradictions(policy))


def dump(policy: Policy) -> str:
    """Give a policy as a TOML text; parsing it gives an equal policy."""
    lines = [f"preset = {_toml(policy.name)}"]
    lines += [f"{name} = {_toml(getattr(policy, name))}" for name in settings.POLICY]
    for kind, rules in policy.kinds.items():
        lines += ["", f"[kinds.{kind.value}]", *_rules(rules)]
    lines += ["", "[orders]", *_rules(policy.orders), "", "[personal]"]
    lines += [f"{name} = {_toml(rule)}" for name, rule in sorted(policy.personal.items())]
    return "\n".join(lines) + "\n"


def sound(policy: Policy) -> Policy:
    """Give a policy as it would be read back; what cannot be read back must not be in force.

    Raises:
        PolicyError: It has problems, or a value of another type.
    """
    try:
        return parse(dump(policy))
    except (AttributeError, KeyError, OverflowError, TypeError, ValueError):
        raise PolicyError("the policy holds a value of another type", code="bad_policy") from None


def policy_digest(policy: Policy) -> str:
    """Give the SHA-256 (hex) of a policy's own text, by which the policy in force is pinned (R37)."""
    global _newest  # noqa: PLW0603 - one policy is in force at a time, and is asked for at every proposal shown
    known, digest = _newest
    if known is not policy:  # a policy is replaced and never changed
        digest = hashlib.sha256(dump(policy).encode()).hexdigest()
        _newest = (policy, digest)
    return digest


_newest: tuple[Policy | None, str] = (None, "")


def _contradictions(policy: Policy) -> Iterator[Problem]:
    """Name what each setting alone allows and the rules do not."""
    rules = [(f"kinds.{kind.value}", rule) for kind, rule in policy.kinds.items()]
    for name, rule in (*rules, ("orders", policy.orders)):
        if rule.grantable and name not in ("kinds.preference", "kinds.code"):
            yield _problem(f"{name}.grantable", rule.grantable, "false: no grant admits these (R05)")
    if policy.orders.approval_least is not Strength.PRESENT:
        yield _problem("orders.approval_least", policy.orders.approval_least.value, "present (R33)")


def _read(
    found: Mapping[str, object],
    known: Mapping[str, Setting],
    prefix: str,
    problems: list[Problem],
    also: Iterable[str] = (),
) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, value in found.items():
        setting = known.get(name)
        if setting is None:
            problems.append(_unknown(prefix, name, (*known, *also)))
            continue
        try:
            values[name] = setting.read(value)
        except ValueError:
            problems.append(_problem(f"{prefix}{name}", value, setting.wanted))
    return values


def _table(values: Mapping[str, object], name: str, problems: list[Problem]) -> dict[str, object]:
    found = values.get(name, {})
    if not isinstance(found, dict):
        problems.append(_problem(name, found, f"a table [{name}]"))
        return {}
    return cast("dict[str, object]", found)


def _tables(
    values: Mapping[str, object], name: str, known: Iterable[str], problems: list[Problem]
) -> Iterator[tuple[str, dict[str, object]]]:
    names = tuple(known)
    for inner, section in _table(values, name, problems).items():
        if inner not in names:
            problems.append(_unknown(f"{name}.", inner, names))
        elif not isinstance(section, dict):
            problems.append(_problem(f"{name}.{inner}", section, f"a table [{name}.{inner}]"))
        else:
            yield inner, cast("dict[str, object]", section)


def _unknown(prefix: str, name: str, known: Iterable[str]) -> Problem:
    near = difflib.get_close_matches(name, tuple(known), n=1, cutoff=0.0)
    shown = name if name.isprintable() and len(name) <= _FOUND_CHARS_MAX else "..."
    return Problem(key=f"{prefix}{shown}", found="an unknown name", wanted=f"a known one, as {prefix}{near[0]}")


def _problem(key: str, found: object, wanted: str) -> Problem:
    # A policy holds no claims; still, only short plain values are repeated.
    text = json.dumps(found, default=lambda value: f"a {type(value).__name__}")
    return Problem(key=key, found=text if len(text) <= _FOUND_CHARS_MAX else f"a {type(found).__name__}", wanted=wanted)


def _rules(rules: KindPolicy) -> list[str]:
    return [f"{name} = {_toml(getattr(rules, name))}" for name in settings.KIND]


def _toml(value: object) -> str:
    # For names, numbers, switches and lists of names JSON's form is TOML's.
    return json.dumps(settings.written(value))
