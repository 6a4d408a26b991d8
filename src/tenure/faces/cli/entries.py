"""How an entry looks: as a row of a table and as lines that explain it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, time, timedelta

from tenure import Usable, Withheld
from tenure.faces.cli.table import table
from tenure.faces.instants import span
from tenure.memory.listed import Listed
from tenure.model.citation import Citation
from tenure.model.claim import Claim
from tenure.model.entry import Entry
from tenure.model.lifetime import Lifetime
from tenure.model.principal import Channel, Origin
from tenure.model.scope import Scope
from tenure.model.validation import Outcome, Validation
from tenure.screen import neutralise

HEADS = ("id", "claim", "scope", "source", "trust", "age", "ends in", "state")
SOURCE_CHARS_MAX = 36

_WHY = {
    Outcome.VERIFIED: "its words are at their place now",
    Outcome.STANDING: "it was stated, and nothing changed since",
    Outcome.MOVED: "its words moved within the file",
    Outcome.UNVERIFIED: "its source cannot be reached from here",
    Outcome.CHANGED: "its source changed",
    Outcome.GONE: "its source is gone",
    Outcome.CONTRADICTED: "its source says otherwise now",
    Outcome.CONTESTED: "another statement says otherwise",
    Outcome.EXPIRED: "it has ended",
    Outcome.REVIEW_DUE: "it is time to ask whether it is still true",
    Outcome.CHALLENGED: "somebody doubts it",
    Outcome.REVOKED: "what authorised it is over",
    Outcome.TAMPERED: "it failed its own check",
    Outcome.OUT_OF_SCOPE: "it is for another place",
}


def listing(rows: Iterable[Listed | Usable | Withheld], *, here: Scope) -> list[str]:
    """Give a table of entries; of those that an agent may not see, the id and the reason alone."""
    return table(HEADS, [_row(each, here) for each in rows])


def _row(each: Listed | Usable | Withheld, here: Scope) -> tuple[str, ...]:
    verdict = each.verdict if isinstance(each, Listed) else each
    entry = each.entry if isinstance(each, Listed) else each.entry if isinstance(each, Usable) else None
    if entry is None:
        kind = verdict.kind.value if isinstance(verdict, Withheld) and verdict.kind else "entry"
        return (_id(each), f"({kind}, withheld)", "", "", "", "", "", state_words(verdict))
    now = verdict.validation.checked_at if isinstance(verdict, Usable) else None
    return entry_row(entry, here=here, now=now, state=state_words(verdict))


def _id(each: Listed | Usable | Withheld) -> str:
    if isinstance(each, Listed):
        return each.id
    return each.entry.id if isinstance(each, Usable) else each.entry_id


def entry_row(entry: Entry, *, here: Scope, now: datetime | None, state: str) -> tuple[str, ...]:
    """Give one row under `HEADS`; without ``now`` the spans are counted from this moment."""
    instant = now or datetime.now(entry.recorded_at.tzinfo)
    return (
        entry.id,
        entry.claim.text,
        scope_words(entry.scope, here=here),
        source_words(entry),
        trust_words(entry),
        span(instant - entry.observed_at),
        _ends_in(entry, instant),
        state,
    )


def state_words(verdict: Usable | Withheld) -> str:
    """Give in a few words whether an entry may be used now."""
    return verdict.validation.outcome.value if isinstance(verdict, Usable) else f"withheld: {verdict.reason}"


def scope_words(scope: Scope, *, here: Scope) -> str:
    """Give where an entry applies, seen from here: ``everywhere``, ``here``, or its parts."""
    own = dict(here.parts())
    parts = [(name, value) for name, value in scope.parts() if not (name == "user" and value == own.get("user"))]
    if not parts:
        return "everywhere"
    return " ".join("here" if own.get(name) == value else f"{name} {value}" for name, value in parts)


def source_words(entry: Entry) -> str:
    """Give what an entry rests on, in a few words."""
    words = ", ".join(dict.fromkeys(_source(each) for each in entry.citations))
    return words if len(words) <= SOURCE_CHARS_MAX else words[: SOURCE_CHARS_MAX - 3] + "..."


def _source(citation: Citation) -> str:
    if citation.scheme in {"statement", "approval"}:
        return f"said by {citation.origin.principal}"
    return citation.address if citation.scheme == "code" else f"{citation.scheme} {citation.address}"


def trust_words(entry: Entry) -> str:
    """Give how far an entry is trusted, and how strongly it was approved."""
    if entry.approval is not None:
        return f"approved ({entry.approval.strength.value})"
    return entry.trust.name.lower().replace("_", " ") + (" (grant)" if entry.grant_id else "")


def _ends_in(entry: Entry, now: datetime) -> str:
    lifetime = entry.lifetime
    instants = (lifetime.ends_at(entry.recorded_at), entry.valid_until, lifetime.due_at(entry.used_at()))
    end = min((instant for instant in instants if instant is not None), default=None)
    return "on review" if end is None else "over" if end <= now else span(end - now)


def entry_lines(entry: Entry, *, here: Scope) -> list[str]:
    """Give an entry whole, a line each field that it has."""
    claim = entry.claim
    fields = [
        ("says", claim.text),
        ("kind", claim.kind.value + (" (an order)" if entry.is_order else "")),
        ("about", _slot_words(claim)),
        ("when", claim.applies_when or ""),
        ("person", claim.concerns or ""),
        ("where", scope_words(entry.scope, here=here)),
        ("for", f"{entry.purpose.name}: {entry.purpose.detail}"),
        ("status", entry.status.value),
        ("replaces", entry.supersedes or ""),
    ]
    return [neutralise(entry.id), *_fields(fields)]


def origin_lines(entry: Entry, *, now: datetime) -> list[str]:
    """Give in short what an entry rests on, how far it is trusted, how old it is, and when it ends."""
    fields = [
        *(("rests on", _rests_on(each)) for each in entry.citations),
        ("trust", trust_words(entry)),
        ("approved", _approved(entry)),
        ("age", span(now - entry.observed_at)),
        ("ends", "; ".join(_ends(entry.lifetime, entry.recorded_at, entry.used_at()))),
    ]
    return _fields(fields)


def why_lines(entry: Entry, verdict: Usable | Withheld, validation: Validation | None) -> list[str]:
    """Explain an entry: who said it, who approved it, what it rests on, what the check says, when it ends."""
    usable = isinstance(verdict, Usable)
    checked = validation or (verdict.validation if isinstance(verdict, Usable) else None)
    found = _WHY.get(checked.outcome if checked else Outcome.UNVERIFIED, "")
    place = f", at {checked.place}" if checked and checked.place else ""
    fields = [
        ("about", _slot_words(entry.claim) if usable else ""),
        ("said by", _who(entry.origin)),
        ("worded by", _who(entry.worded_by)),
        ("approved", _approved(entry)),
        *(("rests on", _rests_on(each)) for each in entry.citations),
        *(("against it", _rests_on(each)) for each in entry.heard_against),
        ("drawn from", ", ".join(entry.derived_from)),
        ("sure", f"{entry.confidence.basis.value} ({entry.confidence.number:.2f})"),
        ("measured", verdict.measured if isinstance(verdict, Usable) else ""),
        ("seen", minute(entry.observed_at)),
        ("verified", minute(entry.verified_at) if entry.verified_at else ""),
        ("checked", f"{minute(checked.checked_at)}: {checked.outcome.value}, {found}{place}" if checked else ""),
        ("ends", "; ".join(_ends(entry.lifetime, entry.recorded_at, entry.used_at()))),
        ("true until", minute(entry.valid_until) if entry.valid_until else ""),
        ("flagged", ", ".join(entry.flags)),
        ("usable", "yes" if usable else f"no: {verdict.reason}" if isinstance(verdict, Withheld) else ""),
        ("note", verdict.note if isinstance(verdict, Usable) else verdict.detail),
    ]
    return _fields(fields)


def _fields(fields: Iterable[tuple[str, str]]) -> list[str]:
    return [f"  {name:10}  {' '.join(neutralise(value).split())}" for name, value in fields if value]


def _slot_words(claim: Claim) -> str:
    if claim.entity is None:
        return ""
    return f"{claim.entity} / {claim.attribute}" + (f" = {claim.value}" if claim.value else "")


def _who(origin: Origin) -> str:
    return origin.principal if origin.channel is Channel.USER else f"{origin.channel.value} {origin.principal}"


def _approved(entry: Entry) -> str:
    if entry.approval is None:
        return f"under {entry.grant_id}" if entry.grant_id else "by nobody"
    return f"by {entry.approval.person}, {minute(entry.approval.at)}, strength {entry.approval.strength.value}"


def _rests_on(citation: Citation) -> str:
    trust = citation.trust.name.lower().replace("_", " ")
    return f"{citation.scheme}:{citation.address} ({_who(citation.origin)}, {trust}, seen {minute(citation.seen_at)})"


def _ends(lifetime: Lifetime, recorded_at: datetime, used_at: datetime) -> Iterator[str]:
    end, due = lifetime.ends_at(recorded_at), lifetime.due_at(used_at)
    if due is not None and (end is None or due < end):
        yield f"asked again on {due:%Y-%m-%d}"
    if lifetime.review_on:
        yield f"asked again on: {', '.join(lifetime.review_on)}"
    if end is not None:
        yield f"at the latest {end_words(end)}"


def minute(instant: datetime) -> str:
    """Give an instant to the minute, in UTC."""
    return f"{instant:%Y-%m-%d %H:%MZ}"


def end_words(instant: datetime) -> str:
    """Give an end as a person names it: the last day, in this machine's time, if it ends with one; else the minute."""
    here = instant.astimezone()
    if here.time() == time.min:
        return f"with {here - timedelta(days=1):%Y-%m-%d} ({minute(instant)})"
    return f"at {minute(instant)}"
