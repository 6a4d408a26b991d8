"""What a structural script can expect: a closed set of sentences, each with the predicate that decides it.

A predicate looks at what the script's steps gave, and tries the worst that may follow: it lets the person approve all
that waits, opens the memory anew, or asks as somebody else. A sentence that is in no row of `EXPECTED` is not held.
"""

from __future__ import annotations

import re

from benchmarks.scripts import answering, approving, calling, lasting, proposing
from benchmarks.scripts.looking import Predicate
from benchmarks.scripts.stage import Stage


def is_known(expectation: str) -> bool:
    """Tell whether a sentence is in a row of `EXPECTED`."""
    return any(pattern.search(expectation.lower()) for pattern, _ in EXPECTED)


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
    (r"scope from the (?:\w+ )?session|argument (?:is )?(?:ignored|refused)", calling.own_scope),
    (r"(?:unknown|no such|not a) tool|tool (?:does not exist|is not offered)", calling.no_such_tool),
    (r"never_returned_as kind=(?P<kind>\w+)", proposing.never_as),
    (r"claimed source .*reject", proposing.claimed_source),
    (r"trust\s*(?:=|is)\s*(?P<trust>user_(?:approved|stated))", lasting.trusted_as),
    (r"trust\s*(?:<=|<|≤)\s*(?:agent\w*|user\w*)", proposing.not_the_users),
    (
        r"trust\s*(?:<=|=|is|≤)\s*external|trust = min\(|lineage|(?:declared|stated|own) trust .*ignored",
        proposing.external,
    ),
    (r"source (?:is |and trust are )?shown|shows? (?:the |its )?source", proposing.source_shown),
    (r"no grant (?:admits|covers)|not admitted|never admitted", proposing.ungranted),
    (r"confidence not raised|corroboration|count(?:s|ed)? (?:as )?once", proposing.no_more_sure),
    (r"at most one (?:pending|proposal)|one pending|deduplicated", proposing.one_pending),
    (
        r"(?:second|later|repeated|new|same) (?:proposal|claim)s? (?:is |are )?(?:rejected|refused)",
        proposing.last_refused,
    ),
    (r"(?:vault|handle)\b", proposing.vault_told),
    (r"redacted|cut out|removed from (?:the )?(?:note|scratch)", proposing.cut_out),
    (
        r"no approval (?:is )?(?:recorded|stored)|nothing (?:is )?approved|approved by silence",
        approving.nothing_approved,
    ),
    (r"permission (?:error|denied)|not permitted|not allowed", approving.permission),
    (r"still pending|(?:remains?|stays?) pending", approving.still_pending),
    (r"(?:audit|ledger) (?:row|line|entry).*denied", approving.audited),
    (r"single[ -]use|used once|replay|second (?:approval|use|yes) (?:is )?(?:refused|rejected)", approving.single_use),
    (r"no batch approval", approving.no_mixed_batch),
    (r"batch (?:approval )?(?:is )?(?:refused|rejected)|one by one|singly|asked alone", approving.batch_refused),
    (r"approval (?:is )?(?:refused|rejected)(?:: (?P<why>.*))?", approving.approval_refused),
    (r"needs? present|present approval|strong(?:er)? approval", approving.needs_present),
    (r"never truncated|whole (?:text|claim) (?:is )?shown|shown (?:in full|whole)|full text", approving.shown_whole),
    (r"shown escaped|escaped|neutralised", approving.shown_escaped),
    (r"approved bytes == (?:displayed|shown|stored) bytes|stored bytes == ", approving.same_bytes),
    (r"rate limit|at most n pending", approving.bounded_pending),
    (r"pending (?:proposals? )?(?:expires?|lapses?)", approving.pending_ends),
    (r"(?:quota|limit|bound) (?:error|reached|told)|over[_ ](?:limit|quota)", answering.limit_told),
    (r"can (?:still )?(?:correct|forget)|(?:corrections?|forgetting) .*\b(?:room|work)", answering.person_has_room),
    (r"bounded (?:time|cost)|linear|within \w+ seconds", answering.soon),
    (r"bundle (?:scan|screen|is scanned|is screened)", answering.bundle),
    (r"concatenated|delimiter", answering.delimited),
    (r"flag(?:s|ged)?\b", proposing.flagged),
    (r"durable claims? unchanged|approved (?:claims|entries) unchanged", answering.unchanged),
    (
        r"(?:entry|entries|claim|row|fact)s? (?:of \w+ |stays? |is |are )*(?:unchanged|untouched|intact|still)",
        answering.theirs_unchanged,
    ),
    (r"scratch quota", answering.scratch_bounded),
    (r"scratch (?:is )?(?:empty|gone|erased|ends)", lasting.scratch_gone),
    (r"not (?:in )?durable|nothing durable|durable (?:is |stays )?empty", lasting.not_durable),
    (r"not rank 1", answering.not_first),
    (r"length-normalised", answering.normalised),
    (
        r"no difference in|same (?:error|answer|response)|(?:as|like) (?:a|for a) (?:missing|unknown)",
        answering.indistinguishable,
    ),
    (r"no (?:rows?|entries|claims?|data|text) of|only (?:the )?own (?:rows|entries|scope)", answering.others_unseen),
    (r"not[ _-]?found", answering.not_found),
    (r"8-byte window", answering.no_window),
    (r"0 hits in", answering.no_trace),
    (r"(?:error|refusal) names kind", answering.kind_alone),
    (r"receipt|tombstone .*(?:no|without) (?:content|text|word)", lasting.receipt),
    (r"derived .*(?:removed|review|gone|withheld|falls|forgotten|not (?:usable|returned))", lasting.derived_gone),
    (r"not again|not (?:be )?asked again|re-?propos|does not come back|tombstone", proposing.not_again),
    (r"returned for '(?P<query>[^']*)'", answering.returned_for),
    (r"(?:exactly|only|at most) one (?:active|entry|claim|current)|one active", lasting.one_active),
    (r"(?:old|former|earlier|replaced) .*(?:not (?:returned|usable|active)|gone|superseded)", lasting.older_gone),
    (r"(?:new|newer|corrected|current) .*(?:returned|usable|active)", lasting.newer_returned),
    (r"(?:gone|absent|missing) (?:from|in) (?:list|search|export|every|all)", lasting.gone_everywhere),
    (r"default lifetime|has an end|ends? (?:is |are )?set|expires_at (?:is )?set|never unlimited", lasting.has_end),
    (r"(?:without|before|until) (?:a |an |the |\w+'s )?(?:approval|person|user|yes)", proposing.nothing_usable),
    (r"(?:not|never) (?:returned|usable|stored|active)", answering.not_returned),
    (r"withheld(?:\W+(?:as |reason[: =]+)?(?P<why>\w+))?", answering.withheld),
    (r"rejected_or_quarantined|rejected or (?:quarantined|pending)|quarantined", proposing.nothing_usable),
    (r"\b(?:rejected|refused)\b", proposing.refused),
    (r"\bpending\b", proposing.pending),
    (r"\bempty\b", answering.empty),
    (r"\badmitted\b", lasting.admitted),
    (r"\bactive\b", answering.active),
    (r"\b(?:returned|found)\b", lasting.returned),
)
"""Sentences, by pattern, and what decides them; the first that matches counts."""
