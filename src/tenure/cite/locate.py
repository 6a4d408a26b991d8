"""Finds a cited span again in a text as it is now; pure.

Ranked as annotation tools do: the same words, the definition they stand in, the neighbours, the distance. A copy that
stood elsewhere before does not stand in for a span that was edited.
"""

from __future__ import annotations

from collections.abc import Sequence

from tenure.cite.anchor import Anchor, Keyed, Text, split_marks, windows
from tenure.cite.differences import Hunk, map_line, other_copies
from tenure.cite.ended import (
    DIFFERS,
    WHITE,
    WHITESPACE,
    Found,
    by_difference,
    by_sketch,
    is_mostly_in_place,
    survivors,
)
from tenure.cite.home import is_home, turned_to_prose
from tenure.cite.symbols import Definition, defined_as
from tenure.cite.white import is_white_change
from tenure.model.validation import Outcome
from tenure.values import dataclass

AMBIGUOUS = "the text stands at several places and none is told apart"
SYMBOL_GONE = "the symbol is no longer in the file"
UNPARSABLE = "unparsable"


def locate_symbol(anchor: Anchor, text: Text, keyed: Keyed, *, old: Text | None = None) -> Found:
    """Judge a cited symbol by its definitions, wherever in the file they stand; ``old`` is the file as it was cited."""
    if text.definitions is None:
        return Found(outcome=Outcome.UNVERIFIED, reason=UNPARSABLE)
    found = defined_as(text.definitions, anchor.symbol)
    if not found:
        is_whole = text.parsed is not None and text.parsed.is_whole
        return Found(
            outcome=Outcome.GONE if is_whole else Outcome.UNVERIFIED, reason=SYMBOL_GONE if is_whole else UNPARSABLE
        )
    passage = symbol_passage(text, found)
    first, last = found[0].first, found[0].last
    if keyed.lines(passage) == anchor.lines:
        return Found(outcome=Outcome.VERIFIED, first=first, last=last)
    was = () if old is None or old.definitions is None else defined_as(old.definitions, anchor.symbol)
    if old is not None and was and is_white_change(old, _runs(was), text, _runs(found)):
        return Found(outcome=Outcome.VERIFIED, first=first, last=last, reason=WHITE)
    reason = WHITESPACE if keyed.loose(passage) == anchor.loose else DIFFERS
    return Found(outcome=Outcome.CHANGED, first=first, last=last, reason=reason)


def symbol_passage(text: Text, found: Sequence[Definition]) -> tuple[str, ...]:
    """Give the lines of all definitions of one symbol that are not blank."""
    return tuple(line for one in found for line in text.span(one.first, one.last))


def _runs(found: Sequence[Definition]) -> list[tuple[int, int]]:
    return [(one.first, one.last) for one in found]


def locate_lines(
    anchor: Anchor,
    text: Text,
    keyed: Keyed,
    *,
    old: Text | None = None,
    hunks: Sequence[Hunk] | None = None,
    is_new_home: bool = False,
) -> Found:
    """Judge cited lines in the text of a file as it is now.

    Args:
        anchor: What is known of the span.
        text: The file now.
        keyed: Makes digests under the store's key.
        old: The file as it was cited, if the repository still has it.
        hunks: The differences from ``old`` to ``text``, if ``text`` is that file as it is now.
        is_new_home: Whether the definition around the text may bear another name: it is known to have come here.
    """
    hits = [hit for hit in _hits(anchor, text, keyed, old, hunks) if hit.is_same_home or is_new_home]
    if old is not None and hunks is not None and anchor.copies > 1:
        others = other_copies(old, anchor.first, anchor.last, hunks)
        hits = [hit for hit in hits if hit.is_mapped or hit.first not in others]
    best = _best(hits, anchor)
    if best is not None and not best.is_mapped and old is not None and hunks is not None:
        # Where at least half of the lines are still in place, an equal text elsewhere is another one.
        kept, _ = survivors(anchor, old, hunks)
        if is_mostly_in_place(anchor, old, hunks) and not best.first <= kept[0] <= best.last:
            return by_difference(anchor, text, keyed, old, hunks)
    if best is not None:
        is_here = best.first == anchor.first
        outcome = Outcome.VERIFIED if is_here or best.is_blank_shift else Outcome.MOVED
        return Found(outcome=outcome, first=best.first, last=best.last, score=best.score)
    if old is not None and hunks is not None:
        return by_difference(anchor, text, keyed, old, hunks)
    if hits:
        nearest = min(hits, key=lambda hit: abs(hit.first - anchor.first))
        return Found(outcome=Outcome.CHANGED, first=nearest.first, last=nearest.last, reason=AMBIGUOUS)
    return by_sketch(anchor, text, keyed)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Hit:
    first: int
    last: int
    is_same_home: bool
    is_mapped: bool
    is_blank_shift: bool
    score: int


def _hits(anchor: Anchor, text: Text, keyed: Keyed, old: Text | None, hunks: Sequence[Hunk] | None) -> list[_Hit]:
    lines = [text.lines[number - 1] for number in text.kept]
    size = anchor.count
    sketch = split_marks(anchor.sketch)
    if not sketch or len(lines) < size:
        return []
    marks = [keyed.mark(line) for line in lines]
    mapped = None if hunks is None else map_line(hunks, anchor.first)
    found: list[_Hit] = []
    for index in windows(marks, sketch[:size]):
        if index + size > len(lines) or keyed.lines(lines[index : index + size]) != anchor.lines:
            continue
        first, last = text.kept[index], text.kept[index + size - 1]
        if turned_to_prose(anchor, text, first, last):
            continue
        found.append(
            _Hit(
                first=first,
                last=last,
                is_same_home=is_home(
                    anchor, text, first, keyed, None if hunks is None else old, is_mapped=mapped == first
                ),
                is_mapped=mapped == first,
                is_blank_shift=mapped == first and _is_blank_shift(anchor, text, old, hunks),
                score=_neighbours(anchor, marks, index, size),
            )
        )
    return found


def _neighbours(anchor: Anchor, marks: Sequence[str], index: int, size: int) -> int:
    """Count how many of the cited neighbours are neighbours again, at most six."""
    before, after = split_marks(anchor.before), split_marks(anchor.after)
    here_before, here_after = marks[max(0, index - 3) : index], marks[index + size : index + size + 3]
    return (
        len(set(before) & set(here_before))
        + len(set(after) & set(here_after))
        + ((not before and not here_before) + (not after and not here_after))
    )


def _is_blank_shift(anchor: Anchor, text: Text, old: Text | None, hunks: Sequence[Hunk] | None) -> bool:
    """Tell whether only blank lines were put in or taken out above the span."""
    if hunks is None or old is None:
        return False
    above = [hunk for hunk in hunks if hunk[0] < anchor.first]
    return not any(
        old.span(old_start, old_start + old_lines - 1) or text.span(new_start, new_start + new_lines - 1)
        for old_start, old_lines, new_start, new_lines in above
    )


def _best(hits: Sequence[_Hit], anchor: Anchor) -> _Hit | None:
    """Give the one hit that is the span, or None if there is none or it cannot be told from its copies."""
    if not hits:
        return None
    if len(hits) == 1 and anchor.copies == 1:
        return hits[0]
    mapped = [hit for hit in hits if hit.is_mapped]
    if len(mapped) == 1:
        return mapped[0]
    ranked = sorted(hits, key=lambda hit: (-hit.score, abs(hit.first - anchor.first)))
    best = ranked[0]
    if not best.score:
        return None
    tied = [hit for hit in ranked if hit.score == best.score]
    if len(tied) == 1 or (len(hits) >= anchor.copies and best.first == anchor.first):
        return best
    return None
