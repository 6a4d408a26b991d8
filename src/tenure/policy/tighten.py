"""Settings found in a repository or working folder can only tighten; a policy change that loosens is named (R37)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, cast

from tenure.policy import settings
from tenure.policy.policy import Policy
from tenure.policy.presets import SPECIAL
from tenure.policy.settings import Setting


def tighten(base: Policy, repository_settings: Mapping[str, object]) -> Policy:
    """Give the policy with what the repository's settings tighten; whatever else they say has no effect.

    Args:
        base: The policy in force.
        repository_settings: Values as read from TOML, in the form of `load`; ``preset`` among them has no effect.
    """
    return _tightened(base, repository_settings)[0]


def ignored_settings(base: Policy, repository_settings: Mapping[str, object]) -> tuple[str, ...]:
    """Name the repository's settings that have no effect: looser, unknown, wrong, or not a repository's to set."""
    return _tightened(base, repository_settings)[1]


def is_looser(new: Policy, old: Policy) -> tuple[str, ...]:
    """Name the settings in which ``new`` keeps, uses or allows more than ``old``; loosening needs a person."""
    before = dict(_flat(old))
    return tuple(name for name, (setting, value) in _flat(new) if settings.is_looser(setting, value, before[name][1]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """One setting that differs: its key, its value before and after as a file writes them, and whether it loosens."""

    key: str
    before: object
    after: object
    is_looser: bool


def changes(new: Policy, old: Policy) -> tuple[Changed, ...]:
    """Give every setting in which two policies differ."""
    before = dict(_flat(old))
    return tuple(
        Changed(
            key=name,
            before=settings.written(before[name][1]),
            after=settings.written(value),
            is_looser=settings.is_looser(setting, value, before[name][1]),
        )
        for name, (setting, value) in _flat(new)
        if value != before[name][1]
    )


def _tightened(base: Policy, found: Mapping[str, object]) -> tuple[Policy, tuple[str, ...]]:
    before = dict(_flat(base))
    chosen: dict[str, Any] = {}
    ignored: list[str] = []
    for name, raw in _named(found):
        entry = before.get(name)
        if entry is None:
            ignored.append(name)
            continue
        setting, old = entry
        try:
            value = setting.read(raw)
        except ValueError:
            ignored.append(name)
            continue
        if value == old:
            continue
        if not setting.is_local or settings.is_looser(setting, value, old):
            ignored.append(name)
        else:
            chosen[name] = value
    return _with(base, chosen), tuple(sorted(ignored))


def _named(found: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    for name, value in found.items():
        if isinstance(value, Mapping):
            yield from ((f"{name}.{inner}", one) for inner, one in _named(cast("Mapping[str, object]", value)))
        else:
            yield name, value


def _flat(policy: Policy) -> Iterator[tuple[str, tuple[Setting, object]]]:
    for name, setting in settings.POLICY.items():
        yield name, (setting, getattr(policy, name))
    sections = [(f"kinds.{kind.value}", rules) for kind, rules in policy.kinds.items()]
    for section, rules in (*sections, ("orders", policy.orders)):
        for name, setting in settings.KIND.items():
            yield f"{section}.{name}", (setting, getattr(rules, name))
    for category, rule in policy.personal.items():
        yield f"personal.{category}", (settings.SPECIAL if category in SPECIAL else settings.PERSONAL, rule)


def _with(base: Policy, chosen: Mapping[str, Any]) -> Policy:
    plain = {name: value for name, value in chosen.items() if name in settings.POLICY}
    kinds = {kind: replace(rules, **_section(chosen, f"kinds.{kind.value}.")) for kind, rules in base.kinds.items()}
    return replace(
        base,
        kinds=MappingProxyType(kinds),
        orders=replace(base.orders, **_section(chosen, "orders.")),
        personal=MappingProxyType({**base.personal, **_section(chosen, "personal.")}),
        **plain,
    )


def _section(chosen: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    return {name.removeprefix(prefix): value for name, value in chosen.items() if name.startswith(prefix)}
