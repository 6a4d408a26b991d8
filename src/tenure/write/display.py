"""How a proposal is shown to the person who decides: everything that an approval binds, in lines that cannot lie.

Characters that a terminal obeys or an eye cannot see are written out, and no field can begin a line of its own: a
quoted passage of several lines stands below its label, each line behind a bar.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from tenure.model.citation import Citation
from tenure.model.decision import Proposal, Request
from tenure.model.entry import Entry
from tenure.model.lifetime import Lifetime
from tenure.model.principal import Channel, Origin
from tenure.screen import neutralise

_WARNINGS = {
    "widening": "It would apply more widely than where its source comes from.",
    "lower_trust": "It would replace an entry that is trusted more.",
    "contests": "It contradicts what was remembered; until you answer, neither is used.",
    "tainted_wording": "An agent worded it after reading external content.",
    "external_source": "It comes from outside (a page, a file, a tool), not from you.",
    "order": "It obliges an agent to act, or to leave a safeguard out.",
    "about_memory": "It speaks of the memory itself.",
    "look_alike": "A word mixes letters of several alphabets, which look alike and are not the same.",
    "delayed_trigger": "It waits for something to happen and acts then.",
}
_QUOTED = "their words"
FALLING_MAX = 10
"""Most entries that are named as falling with the one that is replaced."""
BAR = "  | "
"""Before each line of a passage, so that none looks like a field."""
INDENT_MAX = 24
"""Columns of indentation that are shown as they are."""
_ALPHABETS = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC"})
_GAP = re.compile(r"\s{2,}")
_WORD = re.compile(r"[^\W\d_]+")
_ASKED = {
    Request.ADMIT: "remember",
    Request.CORRECT: "correct, to",
    Request.FORGET: "forget",
    Request.CHALLENGE: "withhold as doubtful",
}


def shown_text(proposal: Proposal) -> str:
    """Give what will be kept if the person says yes, line by line, with where it comes from."""
    return "\n".join(_field(label, value) for label, value in _lines(proposal) if value)


def kept_text(entry: Entry, falling: Sequence[Entry] = ()) -> str:
    """Give what an entry says and rests on now, line by line, to be read beside what would replace it.

    Args:
        entry: The entry.
        falling: What rests on it and falls with it.
    """
    lines = [("kept now", entry.claim.text), ("value", entry.claim.value or "")]
    lines += [("source", _source(citation)) for citation in entry.citations]
    lines += [("falls with it", f"{each.claim.text} ({each.id})") for each in falling[:FALLING_MAX]]
    more = len(falling) - FALLING_MAX
    lines += [("falls with it", f"{more} more")] if more > 0 else []
    return "\n".join(f"{label}: {_line(value)}" for label, value in lines if value)


def warnings_of(proposal: Proposal) -> tuple[str, ...]:
    """Give one sentence for each flag, in the order of the flags, and one if words look like others."""
    flagged = tuple(_WARNINGS.get(flag, _warning(flag)) for flag in proposal.flags)
    is_mixed = any(_mixes_alphabets(value) for _, value in _lines(proposal))
    return (*flagged, *([_WARNINGS["look_alike"]] if is_mixed else []))


def _lines(proposal: Proposal) -> Iterator[tuple[str, str]]:
    claim, lifetime = proposal.claim, proposal.lifetime
    yield f"{_ASKED[proposal.request]} ({claim.kind.value}{', an order' if proposal.is_order else ''})", claim.text
    if claim.entity is not None:
        yield "about", f"{claim.entity} / {claim.attribute}" + (f" = {claim.value}" if claim.value else "")
    yield "when", claim.applies_when or ""
    yield "person", claim.concerns or ""
    yield "where", ", ".join(f"{name} {value}" for name, value in proposal.scope.parts())
    yield "for", f"{proposal.purpose.name}: {proposal.purpose.detail}"
    for citation in proposal.citations:
        yield "source", _source(citation)
    yield _QUOTED, proposal.quoted
    if not proposal.citations:
        yield "source", "none; your approval will be its source"
    yield "asked by", _who(proposal.proposer)
    yield "worded by", _wording(proposal)
    yield "trust until you answer", proposal.trust.name.lower().replace("_", " ")
    yield "true", _window(proposal.valid_from, proposal.valid_until)
    yield "ends", _end(lifetime)
    yield "replaces", proposal.supersedes or ""
    yield "entry", proposal.target_id or ""
    yield "rests on", ", ".join(proposal.derived_from)
    yield "reason", proposal.reason


def _mixes_alphabets(text: str) -> bool:
    if text.isascii():
        return False
    return any(
        len(_ALPHABETS & {unicodedata.name(letter, "").partition(" ")[0] for letter in word}) > 1
        for word in _WORD.findall(text)
    )


def _field(label: str, value: str) -> str:
    passage = value.strip("\n") if label == _QUOTED else ""
    if "\n" not in passage:
        return f"{label}: {_line(passage or value)}"
    return "\n".join([f"{label}:", *(f"{BAR}{_passage_line(line)}".rstrip() for line in passage.split("\n"))])


def _passage_line(value: str) -> str:
    """Give a line of a passage with its indentation, up to `INDENT_MAX` columns: more could fill a line up."""
    words = value.lstrip(" \t")
    indent = value[: len(value) - len(words)].expandtabs(4)
    return indent + _line(words) if len(indent) <= INDENT_MAX else _line(indent + words)


def _line(value: str) -> str:
    # A run of spaces could fill a line up, so that what follows looks like a line of its own.
    shown = neutralise(value).replace("\n", "<U+000A>").replace("\t", "<U+0009>")
    return _GAP.sub(lambda gap: f"<{len(gap[0])} spaces>", shown)


def _source(citation: Citation) -> str:
    trust = citation.trust.name.lower().replace("_", " ")
    stated = citation.detail("check")
    check = f", checked: {stated}" if stated else ""
    seen = f"seen {_day(citation.seen_at)}"
    return f"{citation.scheme}:{citation.address}{check}, {_who(citation.origin)}, {trust}, {seen}"


def _who(origin: Origin) -> str:
    return origin.principal if origin.channel is Channel.USER else f"{origin.channel.value} {origin.principal}"


def _wording(proposal: Proposal) -> str:
    worded, proposer = proposal.worded_by, proposal.proposer
    if worded.principal == proposer.principal and worded.channel is not proposer.channel:
        return f"{_who(proposer)}, after reading what a {worded.channel.value} gave"
    return _who(worded)


def _window(begin: datetime | None, end: datetime | None) -> str:
    parts = ([f"from {_day(begin)}"] if begin else []) + ([f"until {_day(end)}"] if end else [])
    return " ".join(parts)


def _end(lifetime: Lifetime) -> str:
    parts = [f"on {_day(lifetime.expires_at)}"] if lifetime.expires_at else []
    parts += [f"asked again on {_day(lifetime.review_at)}"] if lifetime.review_at else []
    parts += [f"asked again after {_days(lifetime.idle)} unused"] if lifetime.idle else []
    parts += [f"asked again on: {', '.join(lifetime.review_on)}"] if lifetime.review_on else []
    parts += [f"to be checked again {_days(lifetime.fresh_for)} after it was last seen"] if lifetime.fresh_for else []
    parts += [f"at the latest {_days(lifetime.age_max)} after approval"] if lifetime.age_max else []
    return "; ".join(parts)


def _days(span: timedelta) -> str:
    return f"{span.days} days" if span >= timedelta(days=1) else str(span)


def _day(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M}Z"


def _warning(flag: str) -> str:
    if flag.startswith("special."):
        return f"It tells of {_line(flag.removeprefix('special.'))}, which is specially protected. Is it needed?"
    return f"Flagged: {_line(flag)}."
