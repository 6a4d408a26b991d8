"""The values of a policy; every bound, permission and delay of Tenure is a field here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from functools import lru_cache
from typing import Final, NoReturn, TypeVar, cast

from tenure.model.claim import Kind
from tenure.model.folding import fold_attribute
from tenure.model.principal import Strength
from tenure.values import dataclass

MANY_VALUED: Final = (
    "alias", "allergy", "child", "colleague", "dependency", "friend", "hobby", "interest", "language", "maintainer",
    "member", "nickname", "pet", "reviewer", "sibling", "skill", "tag",
)  # fmt: skip
"""Attributes of which one entity usually has several values at once."""


K = TypeVar("K")
V = TypeVar("V")


class Fixed(dict[K, V]):
    """Rules by name that stay as they were made; a read-only view of a dictionary could be neither copied nor kept."""

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (dict(self),)


def _refuse(self: object, *_: object, **__: object) -> NoReturn:  # noqa: ARG001 - as Python calls it
    raise TypeError("a policy stays as it was made: make another one with `dataclasses.replace`")


for _name in ("__setitem__", "__delitem__", "__ior__", "clear", "pop", "popitem", "setdefault", "update"):
    setattr(Fixed, _name, _refuse)


class WhenUnreachable(StrEnum):
    """What becomes of an entry whose source cannot be reached (R19)."""

    STANDING = "standing"
    USABLE = "usable"
    WITHHELD = "withheld"


class DataRule(StrEnum):
    """What becomes of personal data of one category (R08)."""

    REFUSE = "refuse"
    ASK = "ask"
    ALLOW = "allow"


@dataclass(frozen=True, slots=True, kw_only=True)
class KindPolicy:
    """The rules for one kind of claim (or for orders, whatever their kind).

    Args:
        grantable: Whether a grant may admit it at all.
        approval_least: The least strength of an approval.
        lifetime_days_max: The longest life in days; also the life that an omitted lifetime gets.
        review_days: Days after which a person is asked again.
        idle_days_max: Days unused after which it is put up for review, or None.
        when_unreachable: What becomes of it if its source cannot be reached.
    """

    grantable: bool
    approval_least: Strength
    lifetime_days_max: int
    review_days: int
    idle_days_max: int | None
    when_unreachable: WhenUnreachable


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """Everything that an operator can set. Units and bounds are in the names; presets give the values.

    Args:
        name: The preset it comes from.
        kinds: The rules by kind.
        orders: The rules for orders of any kind (R11).
        purposes: The purpose names in force (R04).
        claim_chars_max: Longest claim, in characters (R10).
        detail_chars_max: Longest other field of a proposal, in characters.
        quoted_chars_max: Longest quotation that outlives its task while a proposal is pending (R02).
        citations_max: Most citations a claim.
        scope_entries_max: Most entries a scope (R03).
        scope_bytes_max: Most sealed bytes of the entries of a scope; what waits has a room of its own.
        pending_max: Most pending proposals a scope; own words and all others have this much room each (R38).
        pending_source_max: Of the others, most of one source: a cited tool, page or file, else the agent.
        pending_task_max: Of the others, most of one task.
        quarantined_max: Most proposals a scope that wait and that a flag keeps apart; own words and all others have
            this much room each.
        quarantined_days_max: Days after which such a proposal lapses, if `pending_days_max` is not shorter.
        task_notes_max: Most notes a task, heard and observed texts included.
        task_bytes_max: Most bytes of notes a task.
        search_embedded_max: Most pieces of notes (some 400 characters each) that one search of a task gives a vector;
            the others are found by their words until a later search. 0 for words alone.
        note_chars_max: Longest note, heard or observed text, in characters.
        task_minutes_max: The time limit of a task.
        views_bytes_max: Most bytes of opened views in memory.
        view_idle_seconds_max: Seconds after which an unused opened view is dropped.
        recall_entries_max: Most entries a recall returns.
        brief_entries_max: Most entries a brief returns.
        render_tokens_max: Token budget of a rendering, estimated at four characters a token.
        query_chars_max: Longest query, in characters.
        questions_session_max: Most questions asked of a person a session (R38).
        questions_day_max: Most questions asked of a person a day.
        pending_days_max: Days after which an unanswered proposal lapses.
        review_grace_days: Days after which an entry whose review was not done is erased (R24).
        expired_grace_days: Days after which an expired entry is erased by a sweep.
        ended_keep_days: Days for which superseded and revoked entries are kept before a sweep erases them.
        tombstone_days: Days for which a tombstone stands.
        clock_leap_days_max: Largest leap ahead of the clock that is believed (R23).
        backups_days: Days for which declared backups may hold copies, or None if not declared (R28).
        personal: What becomes of personal data, by category.
        many_valued: Attributes that may have several active values in one slot.
        aliases: What an entity, attribute or value is also called, each ``OTHER NAME: NAME``.
        drafts_slots: Whether a claim without a slot gets one where its wording is of a closed list of forms.
        trusted_refs: Git refs whose code a grant may rest on.
        embedder: What compares by meaning, or *lexical* for words alone.
        web_hosts: Hosts whose pages may be cited and asked for: ``docs.python.org``, ``.example.org`` for all below it,
            ``example.org:8443`` for another port. None: no page is ever asked for.
        web_at_recall: Whether pages are asked for during a recall; else only when an entry is checked on purpose.
        check_seconds_max: Seconds that one source may take to answer, and all those of a recall together.
        own_proposals: Whether a reviewer may approve what they proposed themselves.
        grants_allowed: Whether grants may be given at all.
    """

    name: str
    kinds: Mapping[Kind, KindPolicy]
    orders: KindPolicy
    purposes: tuple[str, ...] = ("answering", "coding", "reviewing", "planning", "communicating", "operating")
    claim_chars_max: int = 280
    detail_chars_max: int = 200
    quoted_chars_max: int = 500
    citations_max: int = 4
    scope_entries_max: int = 300
    scope_bytes_max: int = 2_000_000
    pending_max: int = 50
    pending_source_max: int = 25
    pending_task_max: int = 20
    quarantined_max: int = 10
    quarantined_days_max: int = 3
    task_notes_max: int = 500
    task_bytes_max: int = 4_000_000
    search_embedded_max: int = 32
    note_chars_max: int = 100_000
    task_minutes_max: int = 1_440
    views_bytes_max: int = 64_000_000
    view_idle_seconds_max: int = 60
    recall_entries_max: int = 8
    brief_entries_max: int = 20
    render_tokens_max: int = 1_500
    query_chars_max: int = 2_000
    questions_session_max: int = 3
    questions_day_max: int = 8
    pending_days_max: int = 14
    review_grace_days: int = 30
    expired_grace_days: int = 0
    ended_keep_days: int = 30
    tombstone_days: int = 365
    clock_leap_days_max: int = 30
    backups_days: int | None = None
    personal: Mapping[str, DataRule] = field(default_factory=dict[str, DataRule])
    many_valued: tuple[str, ...] = MANY_VALUED
    aliases: tuple[str, ...] = ()
    drafts_slots: bool = True
    trusted_refs: tuple[str, ...] = ()
    embedder: str = "minilm"
    web_hosts: tuple[str, ...] = ()
    web_at_recall: bool = False
    check_seconds_max: int = 5
    own_proposals: bool = True
    grants_allowed: bool = True

    def __post_init__(self) -> None:
        for name in ("kinds", "personal"):  # what is in force does not change under those who read it
            given: object = getattr(self, name)
            if isinstance(given, Mapping):  # what is none is told where the policy is to come in force
                object.__setattr__(self, name, Fixed(cast("Mapping[object, object]", given)))

    @property
    def many_attributes(self) -> frozenset[str]:
        """The attributes of ``many_valued``, folded."""
        return _folded(self.many_valued)

    def for_kind(self, kind: Kind, *, is_order: bool = False) -> KindPolicy:
        """Give the rules for a claim: those for orders win over those of its kind (R11)."""
        return self.orders if is_order or kind is Kind.INSTRUCTION else self.kinds[kind]


@lru_cache(maxsize=16)
def _folded(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(fold_attribute(name) for name in names)
