"""What persons said against a contested entry and nobody has decided, for the question to the person (R20, R21)."""

from __future__ import annotations

import re
from collections.abc import Callable

from tenure.model.decision import Proposal
from tenure.model.entry import Entry
from tenure.model.folding import fold_text
from tenure.model.principal import Trust
from tenure.recall.question import Said, said_of
from tenure.store.port import Entries


def heard_against(entry: Entry, *, entries: Entries, reread: Callable[[Entry], tuple[Said, ...]]) -> tuple[Said, ...]:
    """Give the values that waiting statements gave the entry's slot, else what is read again where it was heard."""
    slot = entry.claim.slot
    waiting = tuple(
        said_of(each)
        for each in (entries.held(Proposal, (entry.scope,)) if slot else ())
        if each.claim.slot == slot and each.claim.value and _is_word_of_person(each)
    )
    return waiting or reread(entry)


def _is_word_of_person(waiting: Proposal) -> bool:
    """Tell whether the value is a person's own word: nothing else is cited, and it stands in what the person said."""
    is_stated = all(cited.scheme == "statement" and cited.trust >= Trust.USER_STATED for cited in waiting.citations)
    value, said = fold_text(waiting.claim.value or ""), fold_text(waiting.quoted)
    is_said = bool(value) and re.search(rf"(?<!\w){re.escape(value)}(?!\w)", said) is not None
    return not waiting.quarantined and bool(waiting.citations) and is_stated and is_said
