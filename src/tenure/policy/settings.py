"""What each setting of a policy is: its type, its bounds, and in which direction it tightens. One table, read by all.

`load` checks values against it, `tighten` compares them by it, `dump` writes them in its order.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, StrEnum
from typing import cast

from tenure.model.principal import Strength
from tenure.policy.embedder import WANTED, is_farther, read_embedder
from tenure.policy.names import SEPARATOR
from tenure.policy.policy import DataRule, WhenUnreachable
from tenure.screen.pattern import Pattern


class Tightens(StrEnum):
    """How a value must change so that less is kept, used or allowed."""

    LOWER = "lower"
    HIGHER = "higher"
    FEWER = "fewer"
    OFF = "off"
    NEARER = "nearer"
    NEVER = "never"


_NAME_CHARS_MAX = 100
_HOST = Pattern(r"\.?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*(?::[0-9]{1,5})?")


class Setting:
    """One setting: how it is written, and how it tightens.

    Args:
        wanted: What a value must be, for people.
        read: Gives the value for what TOML holds, or raises ValueError.
        tightens: The direction in which it becomes tighter.
        is_local: Whether a repository may tighten it. Delays of erasure are not: a repository that one only looked
            at could have memories erased before their time. Nor is what finds out that an entry no longer holds:
            where nobody asks, or has no time to, what changed is not seen, and the entry stays in use.
    """

    __slots__ = ("is_local", "read", "tightens", "wanted")

    def __init__(
        self, *, wanted: str, read: Callable[[object], object], tightens: Tightens, is_local: bool = True
    ) -> None:
        self.wanted: str = wanted
        self.read: Callable[[object], object] = read
        self.tightens: Tightens = tightens
        self.is_local: bool = is_local


def _number(lowest: int, highest: int, tightens: Tightens = Tightens.LOWER, *, is_local: bool = True) -> Setting:
    def read(found: object) -> object:
        if isinstance(found, bool) or not isinstance(found, int) or not lowest <= found <= highest:
            raise ValueError
        return found

    return Setting(wanted=f"a whole number from {lowest} to {highest}", read=read, tightens=tightens, is_local=is_local)


def _number_or_none(lowest: int, highest: int, tightens: Tightens, *, is_local: bool = True) -> Setting:
    number = _number(lowest, highest)

    def read(found: object) -> object:
        return None if found == "none" else number.read(found)

    return Setting(wanted=f'{number.wanted}, or "none"', read=read, tightens=tightens, is_local=is_local)


def _switch(tightens: Tightens, *, is_local: bool = True) -> Setting:
    def read(found: object) -> object:
        if not isinstance(found, bool):
            raise ValueError  # noqa: TRY004 - one error for every wrong value
        return found

    return Setting(wanted="true or false", read=read, tightens=tightens, is_local=is_local)


def _names(tightens: Tightens, *, lowest: int = 0, is_local: bool = True, form: Pattern | None = None) -> Setting:
    def read(found: object) -> object:
        if not isinstance(found, list):
            raise ValueError  # noqa: TRY004 - one error for every wrong value
        given = cast("list[object]", found)
        names = [name for name in given if isinstance(name, str) and _is_name(name)]
        if len(given) != len(set(names)) or len(names) < lowest:
            raise ValueError
        if form is not None and not all(map(form.fullmatch, names)):
            raise ValueError
        return tuple(names)

    count = f"at least {lowest} different" if lowest else "different"
    what = "names" if form is None else "host names in small letters"
    return Setting(wanted=f"a list of {count} {what}", read=read, tightens=tightens, is_local=is_local)


def _pairs() -> Setting:
    names = _names(Tightens.NEVER, is_local=False)

    def read(found: object) -> object:
        pairs = cast("tuple[str, ...]", names.read(found))
        if not all(
            all(part.strip() for part in pair.split(SEPARATOR)) and pair.count(SEPARATOR) == 1 for pair in pairs
        ):
            raise ValueError
        return pairs

    wanted = f'a list of different texts of the form "OTHER NAME{SEPARATOR}NAME"'
    return Setting(wanted=wanted, read=read, tightens=Tightens.NEVER, is_local=False)


def _is_name(text: str) -> bool:
    return bool(text.strip()) and text.isprintable() and len(text) <= _NAME_CHARS_MAX


def _choice(kind: type[StrEnum], tightens: Tightens, *, without: tuple[StrEnum, ...] = ()) -> Setting:
    allowed = {value.value: value for value in kind if value not in without}

    def read(found: object) -> object:
        if not isinstance(found, str) or found not in allowed:
            raise ValueError
        return allowed[found]

    return Setting(wanted=f"one of: {', '.join(allowed)}", read=read, tightens=tightens)


def _embedder() -> Setting:
    def read(found: object) -> object:
        read_embedder(found)
        return found

    return Setting(wanted=WANTED, read=read, tightens=Tightens.NEARER, is_local=False)


_DAYS = 36_500

POLICY: dict[str, Setting] = {
    "purposes": _names(Tightens.FEWER, lowest=1),
    "claim_chars_max": _number(20, 2_000),
    "detail_chars_max": _number(40, 2_000),
    "quoted_chars_max": _number(0, 500),
    "citations_max": _number(1, 20),
    "scope_entries_max": _number(1, 10_000),
    "scope_bytes_max": _number(10_000, 100_000_000),
    "pending_max": _number(1, 1_000),
    "pending_source_max": _number(1, 1_000),
    "pending_task_max": _number(1, 1_000),
    "quarantined_max": _number(1, 1_000),
    "quarantined_days_max": _number(1, 90),
    "task_notes_max": _number(1, 10_000),
    "task_bytes_max": _number(10_000, 100_000_000),
    "search_embedded_max": _number(0, 100_000),
    "note_chars_max": _number(100, 1_000_000),
    "task_minutes_max": _number(1, 43_200),
    "views_bytes_max": _number(100_000, 10_000_000_000),
    "view_idle_seconds_max": _number(1, 3_600),
    "recall_entries_max": _number(1, 50),
    "brief_entries_max": _number(1, 100),
    "render_tokens_max": _number(100, 100_000),
    "query_chars_max": _number(20, 10_000),
    "questions_session_max": _number(0, 100),
    "questions_day_max": _number(0, 500),
    "pending_days_max": _number(1, 90),
    "review_grace_days": _number(0, _DAYS, is_local=False),
    "expired_grace_days": _number(0, _DAYS, is_local=False),
    "ended_keep_days": _number(0, _DAYS, is_local=False),
    "tombstone_days": _number(1, _DAYS, Tightens.HIGHER),
    "clock_leap_days_max": _number(1, 365, is_local=False),
    "backups_days": _number_or_none(0, _DAYS, Tightens.NEVER, is_local=False),
    "many_valued": _names(Tightens.NEVER, is_local=False),
    "aliases": _pairs(),
    "drafts_slots": _switch(Tightens.OFF, is_local=False),
    "trusted_refs": _names(Tightens.FEWER),
    "embedder": _embedder(),
    "web_hosts": _names(Tightens.FEWER, is_local=False, form=_HOST),
    "web_at_recall": _switch(Tightens.OFF, is_local=False),
    "check_seconds_max": _number(1, 60, is_local=False),
    "own_proposals": _switch(Tightens.OFF),
    "grants_allowed": _switch(Tightens.OFF),
}
"""The settings of a policy itself."""

KIND: dict[str, Setting] = {
    "grantable": _switch(Tightens.OFF),
    "approval_least": _choice(Strength, Tightens.HIGHER),
    "lifetime_days_max": _number(1, _DAYS),
    "review_days": _number(1, _DAYS),
    "idle_days_max": _number_or_none(1, _DAYS, Tightens.LOWER),
    "when_unreachable": _choice(WhenUnreachable, Tightens.LOWER),
}
"""The settings of each kind, under `kinds.NAME` and `orders`."""

PERSONAL = _choice(DataRule, Tightens.LOWER)
"""The rule for one category of personal data, under `personal`."""

SPECIAL = _choice(DataRule, Tightens.LOWER, without=(DataRule.ALLOW,))
"""The same for a special category, which nothing allows outright (R08)."""

_LOOSENESS: dict[Enum, int] = {
    WhenUnreachable.WITHHELD: 0,
    WhenUnreachable.USABLE: 1,
    WhenUnreachable.STANDING: 2,
    DataRule.REFUSE: 0,
    DataRule.ASK: 1,
    DataRule.ALLOW: 2,
    **{strength: strength.rank for strength in Strength},
}


def is_looser(setting: Setting, new: object, old: object) -> bool:
    """Tell whether ``new`` keeps, uses or allows more than ``old``; of what has no direction nothing is looser."""
    if setting.tightens is Tightens.NEVER:
        return False
    if setting.tightens is Tightens.NEARER:
        return is_farther(cast("str", new), cast("str", old))
    if setting.tightens is Tightens.FEWER:
        return not set(cast("tuple[str, ...]", new)) <= set(cast("tuple[str, ...]", old))
    first, second = _height(new), _height(old)
    return first < second if setting.tightens is Tightens.HIGHER else first > second


def written(value: object) -> object:
    """Give a value as TOML holds it."""
    if value is None:
        return "none"
    if isinstance(value, StrEnum):
        return value.value
    return list(cast("tuple[str, ...]", value)) if isinstance(value, tuple) else value


def _height(value: object) -> float:
    if value is None:  # no bound at all
        return float("inf")
    if isinstance(value, Enum):
        return _LOOSENESS[value]
    return float(value) if isinstance(value, int) else 0.0
