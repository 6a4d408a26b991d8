"""The named policies that ship: `personal`, `team`, `strict` (the table of the design, section 5)."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from tenure.model.claim import Kind
from tenure.model.principal import Strength
from tenure.policy.policy import DataRule, KindPolicy, Policy, WhenUnreachable

IDENTIFYING: tuple[str, ...] = ("address", "birth_date", "card", "email", "iban", "ip_address", "national_id", "phone")
"""The categories of data that identify a person, as the screen names them."""

SPECIAL: tuple[str, ...] = (
    "belief",
    "biometrics",
    "children",
    "family",
    "health",
    "offences",
    "origin",
    "politics",
    "sexuality",
    "union",
)
"""The special categories of R08: asked singly or refused, never allowed outright."""

_PREFERENCE = KindPolicy(
    grantable=True,
    approval_least=Strength.CLIENT,
    lifetime_days_max=1_095,
    review_days=365,
    idle_days_max=None,
    when_unreachable=WhenUnreachable.STANDING,
)
_FACT = KindPolicy(
    grantable=False,
    approval_least=Strength.CLIENT,
    lifetime_days_max=365,
    review_days=90,
    idle_days_max=None,
    when_unreachable=WhenUnreachable.USABLE,
)
_CODE = KindPolicy(
    grantable=True,
    approval_least=Strength.CLIENT,
    lifetime_days_max=365,
    review_days=90,
    idle_days_max=28,
    when_unreachable=WhenUnreachable.WITHHELD,
)
_ORDER = KindPolicy(
    grantable=False,
    approval_least=Strength.PRESENT,
    lifetime_days_max=365,
    review_days=180,
    idle_days_max=None,
    when_unreachable=WhenUnreachable.STANDING,
)
_ASKED = dict.fromkeys((*IDENTIFYING, *SPECIAL), DataRule.ASK)
# Numbers that open accounts or prove who somebody is have no use for an agent's later tasks.
_REFUSED: dict[str, DataRule] = dict.fromkeys(("card", "iban", "national_id"), DataRule.REFUSE)

PERSONAL = Policy(
    name="personal",
    kinds={Kind.PREFERENCE: _PREFERENCE, Kind.FACT: _FACT, Kind.CODE: _CODE},
    orders=_ORDER,
    personal=_ASKED | _REFUSED,
)
"""One person, one account, one store."""

TEAM = replace(PERSONAL, name="team", scope_entries_max=1_000, scope_bytes_max=6_000_000, own_proposals=False)
"""Several persons: what is shared needs a reviewer who did not propose it."""


def _strict(rules: KindPolicy) -> KindPolicy:
    return replace(rules, grantable=False, approval_least=Strength.PRESENT, when_unreachable=WhenUnreachable.WITHHELD)


STRICT = replace(
    PERSONAL,
    name="strict",
    kinds={kind: _strict(rules) for kind, rules in PERSONAL.kinds.items()},
    orders=_strict(_ORDER),
    personal=_ASKED | _REFUSED | dict.fromkeys(SPECIAL, DataRule.REFUSE),
    own_proposals=True,
    grants_allowed=False,
)
"""No grants, every approval *present*, nothing unverified is used."""

PRESETS: MappingProxyType[str, Policy] = MappingProxyType({preset.name: preset for preset in (PERSONAL, TEAM, STRICT)})
"""The presets by name."""
