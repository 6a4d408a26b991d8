"""One request as the handle that was asked fixed it, what is in force for it, and the checks of its entries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Final

from tenure.cite.validator import Patience, Place, Registry
from tenure.errors import LimitError, RequestError
from tenure.model.entry import Entry
from tenure.model.principal import Origin
from tenure.model.scope import Scope
from tenure.policy.policy import Policy
from tenure.recall.answer import Recall
from tenure.recall.fixed import CheckSignature
from tenure.recall.question import Said
from tenure.recall.validate import Checks
from tenure.store.port import Entries
from tenure.values import dataclass

if TYPE_CHECKING:  # few requests ask for the past, and words alone compare nothing by meaning
    from tenure.recall.past import Moment
    from tenure.search.embed.meaning import Meaning

Answering = Callable[..., Recall]
"""What `recall`, `brief` and `listing` are: a query and the parts it is answered from, to an answer."""
HOPS_MAX: Final = 4
"""Entries of the longest chain that may answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """One request. Scope, purposes and actor were fixed when the handle was made (R15).

    Args:
        text: What is asked; read only to find words in it, never kept, logged or shown. Empty for a brief.
        scope: Where the request stands; it sees entries of every part of it.
        purposes: Names of purposes; empty for all of the policy's.
        entries_max: Most usable entries wanted; the policy's bound holds above it.
        actor: Who asks.
        place: Where sources are looked up: the caller's own work tree.
        meaning: What compares by meaning; None for words alone.
        hops: Most entries of a chain that answers, and no more than are wanted; 1 for no chain.
        moment: The instants that a request about the past asks for, or None.
        reread: Reads again what was heard against a contested entry, where that still lies.
    """

    text: str = field(repr=False)
    scope: Scope
    purposes: tuple[str, ...]
    entries_max: int
    actor: Origin
    place: Place
    meaning: Meaning | None = field(default=None, repr=False)
    hops: int = 1
    moment: Moment | None = None
    reread: Callable[[Entry], tuple[Said, ...]] = field(default=lambda _: (), repr=False)


def purposes_of(query: Query, policy: Policy) -> tuple[str, ...]:
    """Give the purposes that are in force for a query.

    Raises:
        RequestError: A purpose is not the policy's, or fewer than one entry is wanted.
        LimitError: The query is longer than the policy's `query_chars_max`.
    """
    if not isinstance(query.text, str):
        raise RequestError("a query must be text", code="bad_query")
    if len(query.text) > policy.query_chars_max:
        raise LimitError(
            f"the query has {len(query.text)} characters, at most {policy.query_chars_max}",
            code="query_too_long",
            hint="Ask with the few words that matter.",
        )
    if query.entries_max < 1:
        raise RequestError("at least one entry must be wanted", code="bad_query")
    if not set(query.purposes) <= set(policy.purposes):
        hint = f"Purposes here: {', '.join(policy.purposes)}."
        raise RequestError("a purpose is not one of the policy's", code="bad_purpose", hint=hint)
    return query.purposes or policy.purposes


def checks_of(
    query: Query,
    *,
    entries: Entries,
    policy: Policy,
    registry: Registry,
    now: datetime,
    check_signature: CheckSignature,
) -> Checks:
    """Give the checks of one request: as a whole they wait no longer than the policy lets one source take."""
    place = query.place
    if place.scope is not query.scope or place.asks_away is not policy.web_at_recall:
        place = replace(place, scope=query.scope, asks_away=policy.web_at_recall)
    return Checks(
        entries=entries,
        policy=policy,
        registry=registry,
        place=place,
        now=now,
        check_signature=check_signature,
        patience=Patience(each=policy.check_seconds_max, whole=policy.check_seconds_max),
        true_at=None if query.moment is None else query.moment.valid_at or now,
    )
