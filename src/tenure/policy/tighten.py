"""Settings found in a repository or working folder can only tighten; a policy change that loosens is named (R37)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any, cast

from tenure.policy import settings
from tenure.policy.policy import Policy
from tenure.policy.presets import SPECIAL
from tenure.policy.settings import Setting
from tenure.values import dataclass


class Effect(StrEnum):
    """What one setting of a repository does."""

    TIGHTENS = "tightens"
    ALREADY_SO = "already so"
    LOOSER = "looser than your policy"
    NOT_LOCAL = "not a repository's to set"
    WRONG = "wrong value"
    UNKNOWN = "no such setting"


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalSetting:
    """One setting of a repository: its key, what it does, and for a wrong value what is wanted."""

    key: str
    effect: Effect
    wanted: str = ""

    @property
    def is_ignored(self) -> bool:
        """Whether the policy would differ if this had an effect, or it can have none."""
        return self.effect not in {Effect.TIGHTENS, Effect.ALREADY_SO}


def tightened(base: Policy, repository_settings: Mapping[str, object]) -> tuple[Policy, tuple[LocalSetting, ...]]:
    """Give the policy with what a repository's settings tighten, and of each setting what it does.

    Whatever else they say has no effect.

    Args:
        base: The policy in force.
        repository_settings: Values as read from TOML, in the form of `load`; ``preset`` among them has no effect.
    """
    before = dict(_flat(base))
    chosen: dict[str, Any] = {}
    judged: list[LocalSetting] = []
    for name, raw in _named(repository_settings):
        effect, value = _effect(raw, before.get(name))
        wanted = before[name][0].wanted if effect is Effect.WRONG else ""
        judged.append(LocalSetting(key=name, effect=effect, wanted=wanted))
        if effect is Effect.TIGHTENS:
            chosen[name] = value
    return _with(base, chosen), tuple(sorted(judged, key=lambda each: each.key))


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


def _effect(raw: object, known: tuple[Setting, object] | None) -> tuple[Effect, object]:
    if known is None:
        return Effect.UNKNOWN, None
    setting, old = known
    try:
        value = setting.read(raw)
    except ValueError:
        return Effect.WRONG, None
    if value == old:
        return Effect.ALREADY_SO, value
    if not setting.is_local:
        return Effect.NOT_LOCAL, value
    return Effect.LOOSER if settings.is_looser(setting, value, old) else Effect.TIGHTENS, value


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
        kinds=kinds,
        orders=replace(base.orders, **_section(chosen, "orders.")),
        personal={**base.personal, **_section(chosen, "personal.")},
        **plain,
    )


def _section(chosen: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    return {name.removeprefix(prefix): value for name, value in chosen.items() if name.startswith(prefix)}
