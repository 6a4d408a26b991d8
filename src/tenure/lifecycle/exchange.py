"""Carry entries out of and into a store as JSON lines; what comes in is a document's word and waits (R28, R30)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import cast

from tenure.cite.validator import Cited, Place, Registry
from tenure.errors import CitationError, RequestError
from tenure.lifecycle.gather import done_by, owns, records_in
from tenure.model.citation import Citation
from tenure.model.claim import Claim, Kind, Purpose
from tenure.model.decision import Decision, DecisionStatus, Fix, GateOutcome, Verdict
from tenure.model.entry import Entry
from tenure.model.event import Event
from tenure.model.lifetime import Lifetime
from tenure.model.plain import from_plain, to_plain
from tenure.model.principal import Channel, Origin
from tenure.model.scope import Scope
from tenure.policy.policy import Policy
from tenure.recall.fixed import CheckSignature
from tenure.recall.judge import Usable, Withheld, judge, withhold_lost
from tenure.recall.validate import Checks
from tenure.store.port import Entries
from tenure.store.records import Change
from tenure.write.consent import check_scope
from tenure.write.context import Draft
from tenure.write.pipeline import propose

FORM = 1
LINES_MAX = 1_000
"""Most lines that one import reads; what follows is one refusal."""

LINE_CHARS_MAX = 20_000
"""Longest line that is read, in characters."""

IMPORTED = Origin(channel=Channel.DOCUMENT, principal="import")


def export_lines(
    scopes: Sequence[Scope],
    *,
    person: str,
    entries: Entries,
    policy: Policy,
    registry: Registry,
    place: Place,
    now: datetime,
    check_signature: CheckSignature,
    see: Callable[[Sequence[Withheld]], None] | None = None,
) -> Iterator[str]:
    """Give one JSON line an entry: a usable one whole, a withheld one as id, kind and reason only (R23).

    Each entry is checked as for a recall in its own scope. That it left is in the ledger before the first line is
    given, entry by entry, so that a later receipt can say so.

    Args:
        scopes: What to export; scopes of other users are passed over.
        person: Who exports.
        entries: The durable store.
        policy: The policy in force.
        registry: Checks citations.
        place: Where sources are looked up.
        now: The reference instant (UTC).
        check_signature: Checks *present* approvals.
        see: Told what is withheld.
    """
    own = [scope for scope in dict.fromkeys(scopes) if owns(person, scope)]
    judged: list[Usable | Withheld] = []
    for scope in own:
        checks = Checks(
            entries=entries,
            policy=policy,
            registry=registry,
            place=replace(place, scope=scope),
            now=now,
            check_signature=check_signature,
            rivals_in=own,
        )
        for record in records_in((scope,), entries=entries):
            if isinstance(record, Entry):
                judged.append(judge(record, checks.validate(record), policy=policy))
            else:
                judged.append(withhold_lost(record.id, None, reason=record.reason))
    events = tuple(_exported(each.entry.id, person, now) for each in judged if isinstance(each, Usable))
    if events:
        entries.commit(Change(now=now, events=events))
    if see is not None:
        see([each for each in judged if isinstance(each, Withheld)])
    return iter([_line(each) for each in judged])


def import_lines(
    lines: Iterable[str],
    *,
    scope: Scope,
    person: str,
    entries: Entries,
    policy: Policy,
    now: datetime,
    registry: Registry | None = None,
    place: Place | None = None,
) -> tuple[Decision, ...]:
    """Propose what the lines say, one decision a line that is not blank; everything waits for a person.

    * Trust, status, approval, grant, origin and ids that a line claims are ignored: its origin is a document (R30).
    * What was forgotten here, waits or is kept already is refused as *not_again* (R28).
    * The scope is ``scope``, or the line's own where that is visible in it.
    * A code claim is cited anew at its address, if ``registry`` and ``place`` are given; else it has no source and
      the gates refuse it.
    * A line that cannot be read is a refusal that names its number and none of its content.

    Raises:
        NotAllowedError: The scope names another user.
    """
    check_scope(scope, person)
    decisions: list[Decision] = []
    for number, line in enumerate(lines, start=1):
        if number > LINES_MAX:
            decisions.append(_refused(number, "too_many_lines", f"An import reads {LINES_MAX} lines; divide it."))
            break
        if not str(line).strip():
            continue
        data = _parsed(line)
        if data is None:
            decisions.append(_refused(number, "malformed_line", "The line is no entry that an export writes."))
            continue
        if "claim" not in data:
            decisions.append(_refused(number, "no_claim", "The line tells of a withheld entry and holds no claim."))
            continue
        try:
            draft = _draft(data, scope=scope, policy=policy, now=now)
            draft = _cited_anew(draft, data, registry=registry, place=place, now=now)
            decisions.append(propose(draft, entries=entries, policy=policy, now=now))
        except (RequestError, ValueError, TypeError, KeyError):
            decisions.append(_refused(number, "malformed_line", "The line is no entry that an export writes."))
    waiting = sum(decision.status is DecisionStatus.PENDING for decision in decisions)
    entries.commit(Change(now=now, events=(done_by(person, "import", "R30", "", f"pending:{waiting}", now=now),)))
    return tuple(decisions)


def _line(judged: Usable | Withheld) -> str:
    if isinstance(judged, Usable):
        data = {"tenure": FORM, "state": "usable", **to_plain(judged.entry)}
    else:
        kind = {} if judged.kind is None else {"kind": judged.kind.value}
        data = {"tenure": FORM, "state": "withheld", "id": judged.entry_id, **kind, "reason": judged.reason}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _exported(entry_id: str, person: str, now: datetime) -> Event:
    return done_by(person, "export", "R28", entry_id, "exported", now=now)


def _parsed(line: object) -> dict[str, object] | None:
    if not isinstance(line, str) or len(line) > LINE_CHARS_MAX:
        return None
    try:
        data = json.loads(line)
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode()  # lone surrogates and the like
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict):
        return None
    named = cast("dict[str, object]", data)
    return named if named.get("tenure") == FORM else None


def _draft(data: dict[str, object], *, scope: Scope, policy: Policy, now: datetime) -> Draft:
    """Give the draft of a line; raises whatever reading plain data raises."""
    wanted = {name: data[name] for name in ("claim", "purpose", "scope", "lifetime") if name in data}
    claim = from_plain(Claim, wanted["claim"])
    purpose = from_plain(Purpose, wanted["purpose"]) if "purpose" in wanted else None
    own = from_plain(Scope, wanted["scope"]) if "scope" in wanted else scope
    lifetime = from_plain(Lifetime, wanted["lifetime"]) if "lifetime" in wanted else Lifetime()
    longest = now + timedelta(days=policy.for_kind(claim.kind).lifetime_days_max)
    end = lifetime.expires_at
    return Draft(
        claim=claim,
        purpose=purpose,
        scope=own if own.is_visible_in(scope) else scope,
        lifetime=Lifetime(expires_at=end) if end is not None and end <= longest else None,
        proposer=IMPORTED,
        worded_by=IMPORTED,
        is_tainted=True,
    )


def _cited_anew(
    draft: Draft, data: dict[str, object], *, registry: Registry | None, place: Place | None, now: datetime
) -> Draft:
    if draft.claim.kind is not Kind.CODE or registry is None or place is None:
        return draft
    cited: list[Cited] = []
    for one in cast("list[object]", data.get("citations", [])):
        citation = from_plain(Citation, one)
        if citation.scheme == "code":
            try:
                cited.append(registry.for_scheme("code").cite(citation.address, place=place, now=now, options={}))
            except CitationError:
                continue
    return replace(draft, cited=tuple(cited))


def _refused(number: int, code: str, reason: str) -> Decision:
    verdict = Verdict(
        gate="form",
        rule="R10",
        outcome=GateOutcome.REFUSES,
        code=code,
        field=f"line {number}",
        reason=reason,
        fix=Fix.NOBODY,
    )
    return Decision(status=DecisionStatus.REFUSED, verdicts=(verdict,))
