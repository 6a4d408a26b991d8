"""What a structural script can expect: a closed set of sentences, each with the predicate that decides it.

A predicate looks at what the script's steps gave, and tries the worst that may follow: it lets the person approve all
that waits, opens the memory anew, or asks as somebody else. A sentence that is in no row of `EXPECTED` is not held.
"""

from __future__ import annotations

import re

from benchmarks.scripts import answering, approving, calling, proposing
from benchmarks.scripts.looking import Predicate
from benchmarks.scripts.stage import Stage


def is_held(stage: Stage, expectation: str) -> bool:
    """Tell whether what a script expects is so."""
    for pattern, predicate in EXPECTED:
        found = pattern.search(expectation.lower())
        if found is not None:
            return predicate(stage, found)
    return False


def _expected(*pairs: tuple[str, Predicate]) -> tuple[tuple[re.Pattern[str], Predicate], ...]:
    return tuple((re.compile(pattern), predicate) for pattern, predicate in pairs)


EXPECTED = _expected(
    (r"scope from the (?:\w+ )?session", calling.own_scope),
    (r"never_returned_as kind=(?P<kind>\w+)", proposing.never_as),
    (r"claimed source .*reject", proposing.claimed_source),
    (r"trust\s*(?:<=|=|is)\s*external|trust = min\(", proposing.external),
    (r"confidence not raised|corroboration", proposing.no_more_sure),
    (r"at most one (?:pending|proposal)", proposing.one_pending),
    (r"permission (?:error|denied)|not permitted|not allowed", approving.permission),
    (r"still pending|remains pending", approving.still_pending),
    (r"(?:audit|ledger) (?:row|line|entry).*denied", approving.audited),
    (r"single use|used once|replay", approving.single_use),
    (r"approval (?:is )?refused(?:: (?P<why>.*))?", approving.approval_refused),
    (r"needs? present|present approval|strong(?:er)? approval", approving.needs_present),
    (r"shown escaped|escaped|neutralised", approving.shown_escaped),
    (r"approved bytes == displayed bytes", approving.same_bytes),
    (r"rate limit|at most n pending", approving.bounded_pending),
    (r"pending (?:expire|lapse)", approving.pending_ends),
    (r"no batch approval", approving.no_mixed_batch),
    (r"bundle scan", answering.bundle),
    (r"concatenated|delimiter", answering.delimited),
    (r"durable claims? unchanged|approved (?:claims|entries) unchanged", answering.unchanged),
    (r"scratch quota", answering.scratch_bounded),
    (r"not rank 1", answering.not_first),
    (r"length-normalised", answering.normalised),
    (r"no difference in", answering.indistinguishable),
    (r"8-byte window", answering.no_window),
    (r"0 hits in", answering.no_trace),
    (r"(?:error|refusal) names kind", answering.kind_alone),
    (r"not again|re-?propos|does not come back|tombstone", proposing.not_again),
    (r"returned for '(?P<query>[^']*)'", answering.returned_for),
    (r"(?:not|never) (?:returned|usable|stored|active)", answering.not_returned),
    (r"withheld", answering.withheld),
    (r"rejected_or_quarantined|rejected or (?:quarantined|pending)|quarantined", proposing.nothing_usable),
    (r"\b(?:rejected|refused)\b", proposing.refused),
    (r"\bpending\b", proposing.pending),
    (r"\bempty\b", answering.empty),
    (r"\bactive\b", answering.active),
)
"""Sentences, by pattern, and what decides them; the first that matches counts."""
