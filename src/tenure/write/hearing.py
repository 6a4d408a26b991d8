"""What a heard statement does before anybody proposes from it: it contests the same person's older word (R21).

Only a drafter that reads the slot from the words themselves can tell this early. Of what was said nothing is kept but
which message it was, and digests (R02): the older entry is withheld until the person settles it, or approves a proposal
that takes its place.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from tenure.cite.validator import Cited, Digest
from tenure.model.citation import Citation
from tenure.model.claim import Claim, Kind
from tenure.model.entry import Entry, Status
from tenure.model.principal import Channel, Origin
from tenure.model.scope import Scope
from tenure.policy.names import Names, canonical, names_of
from tenure.policy.policy import Policy
from tenure.store.port import Entries
from tenure.write.drafter import Drafter, slotted
from tenure.write.evidence import is_single_valued, is_word_against
from tenure.write.index import find_rivals
from tenure.write.succession import contest, with_said
from tenure.write.wording import sentences

SENTENCES_MAX: Final = 40
"""Sentences of one message that are read."""
_SPOKEN: Final = frozenset({Kind.PREFERENCE, Kind.FACT})


def hear(
    cited: Cited,
    *,
    scope: Scope,
    drafter: Drafter,
    entries: Entries,
    policy: Policy,
    now: datetime,
    digest: Digest,
) -> tuple[Entry, ...]:
    """Contest what a heard statement contradicts, in every scope that its task sees; give the entries.

    Args:
        cited: The message as a citation: its speaker and the own words in it.
        scope: The scope of the task in which it was heard.
        drafter: Reads slots from sentences.
        entries: The durable store.
        policy: The policy in force.
        now: The reference instant (UTC).
        digest: The keyed digest of this store: of the value that was said that alone is kept.
    """
    if not (policy.drafts_slots and cited.is_own_word and cited.citation.origin.channel is Channel.USER):
        return ()
    speaker = cited.citation.origin.principal
    claims = read_claims(cited.segments, speaker=speaker, drafter=drafter, policy=policy)
    if not claims:
        return ()
    found: dict[str, Entry] = {}
    heard: dict[str, Citation] = {}
    names = names_of(policy.aliases)
    for each in scope.visible():
        for claim in claims:
            for entry in _against(claim, cited, each, entries, names):
                found[entry.id] = entry
                heard[entry.id] = with_said(cited.citation, claim, names=names, digest=digest)
    if found:
        by = Origin(channel=Channel.USER, principal=speaker)
        entries.commit(contest(found.values(), policy=policy, now=now, by=by, heard=heard))
    return tuple(entry for entry in found.values() if entry.status is Status.ACTIVE)


def read_claims(segments: Sequence[str], *, speaker: str, drafter: Drafter, policy: Policy) -> list[Claim]:
    """Give what a person's own words plainly say of slots that have one value."""
    said = [sentence for segment in segments for sentence in sentences(segment)][:SENTENCES_MAX]
    return [claim for claim in (_read(sentence, drafter, speaker, policy) for sentence in said) if claim is not None]


def _read(sentence: str, drafter: Drafter, speaker: str, policy: Policy) -> Claim | None:
    claim = slotted(Claim(text=sentence, kind=Kind.FACT), drafter, speaker=speaker) if sentence.strip() else None
    if claim is None or claim.value is None:
        return None
    claim = canonical(claim, policy.aliases)
    return claim if is_single_valued(claim, policy.many_attributes) else None


def _against(claim: Claim, cited: Cited, scope: Scope, entries: Entries, names: Names) -> Sequence[Entry]:
    rivals = find_rivals(claim, scope, (), entries)
    return [
        entry
        for entry in rivals
        if entry.claim.kind in _SPOKEN and not entry.is_order and is_word_against(cited, claim, entry, names)
    ]
