"""What became of a span whose text is not there as it was: changed, and what stands there now, or gone; pure."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

from tenure.cite.anchor import SKETCH_LINES_MAX, Anchor, Keyed, Text, split_marks
from tenure.cite.differences import Hunk, edge, map_line
from tenure.cite.home import is_home, turned_to_prose
from tenure.cite.trail import Trail
from tenure.cite.white import is_white_change
from tenure.model.validation import Outcome
from tenure.values import dataclass

GROWN_LINES_MAX = 100
GROWN_CHARS_MAX = 200_000
"""What stands in the place of a span is compared with it only up to these bounds."""

SIMILAR_MIN = 0.6
"""Below this share of equal characters an overwritten span counts as gone, not as changed."""

WHITE = "only white space differs"
WHITESPACE = "only white space or comments differ"
DIFFERS = "the text differs"

PROSE = "the same text stands in a comment or a quoted text now"
OTHER_HOME = "the same text stands in another definition"
LINES_GONE = "the lines are no longer in the file"


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What became of a span in one text: *verified*, *moved*, *changed*, *gone* or *unverified*, and where it is."""

    outcome: Outcome
    first: int = 0
    last: int = 0
    reason: str = ""
    score: int = 0


def by_difference(anchor: Anchor, text: Text, keyed: Keyed, old: Text, hunks: Sequence[Hunk]) -> Found:
    """Judge cited lines by the differences from the file as it was cited: what stands in their place is compared."""
    kept, all_lines = survivors(anchor, old, hunks)
    first, last = edge(hunks, anchor.first, is_first=True), edge(hunks, anchor.last, is_first=False)
    was, now = old.span(anchor.first, anchor.last), text.span(first, last)
    if last < first or not now:
        return gone()
    if len(now) > 4 * len(was) + GROWN_LINES_MAX or sum(map(len, now)) > GROWN_CHARS_MAX:
        is_kept = 2 * len(kept) >= all_lines
        return Found(outcome=Outcome.CHANGED, first=first, last=last, reason=DIFFERS) if is_kept else gone()
    if keyed.loose(now) == anchor.loose and turned_to_prose(anchor, text, first, last):
        return Found(outcome=Outcome.GONE, reason=PROSE)
    is_same = keyed.name(text.enclosing(first)) == anchor.enclosing
    if is_same and is_white_change(old, [(anchor.first, anchor.last)], text, [(first, last)]):
        outcome = Outcome.VERIFIED if first == anchor.first else Outcome.MOVED
        return Found(outcome=outcome, first=first, last=last, reason=WHITE)
    if keyed.loose(now) == anchor.loose:
        reason = OTHER_HOME if keyed.lines(now) == anchor.lines else WHITESPACE
        return Found(outcome=Outcome.CHANGED, first=first, last=last, reason=reason)
    if 2 * len(kept) < all_lines and _likeness(was, now) < SIMILAR_MIN:
        return gone()
    return Found(outcome=Outcome.CHANGED, first=first, last=last, reason=DIFFERS)


def by_trail(anchor: Anchor, text: Text, keyed: Keyed, old: Text, trail: Trail) -> Found:
    """Judge cited lines by where each of them went, version by version: what stands there is compared with them."""
    if trail.place is None:
        return gone()
    first, last = trail.place
    if None not in trail.lines and keyed.lines(text.span(first, last)) == anchor.lines:
        if turned_to_prose(anchor, text, first, last):
            return Found(outcome=Outcome.GONE, reason=PROSE)
        is_same = is_home(anchor, text, first, keyed, old, is_mapped=True)
        outcome = Outcome.CHANGED if not is_same else Outcome.VERIFIED if first == anchor.first else Outcome.MOVED
        return Found(outcome=outcome, first=first, last=last, reason="" if is_same else OTHER_HOME)
    was, now = old.lines[anchor.first - 1 : anchor.last], text.lines[first - 1 : last]
    if not any(now) or not (trail.is_half_kept or _likeness(was, now) >= SIMILAR_MIN):
        return gone()
    return Found(outcome=Outcome.CHANGED, first=first, last=last, reason=DIFFERS)


def gone() -> Found:
    """Give that the lines are no longer in the file."""
    return Found(outcome=Outcome.GONE, reason=LINES_GONE)


def survivors(anchor: Anchor, old: Text, hunks: Sequence[Hunk]) -> tuple[list[int], int]:
    """Give where the span's lines are that no difference took away, and how many lines it had; blank ones apart."""
    numbers = [number for number in range(anchor.first, anchor.last + 1) if number <= len(old.lines)]
    mapped = [map_line(hunks, number) for number in numbers if old.lines[number - 1]]
    return [number for number in mapped if number is not None], len(mapped)


def is_mostly_in_place(anchor: Anchor, old: Text, hunks: Sequence[Hunk]) -> bool:
    """Tell whether at least half of the span stands in lines that no difference touched.

    Of three lines and more half of the characters must: short lines of little meaning are kept by chance.
    """
    kept_lines, all_lines = survivors(anchor, old, hunks)
    if anchor.count < 3 or 2 * len(kept_lines) < all_lines:
        return bool(kept_lines) and 2 * len(kept_lines) >= all_lines
    sizes = {number: len(old.lines[number - 1].strip()) for number in range(anchor.first, anchor.last + 1)}
    kept = sum(size for number, size in sizes.items() if map_line(hunks, number) is not None)
    return kept > 0 and 2 * kept >= sum(sizes.values())


def _likeness(was: Sequence[str], now: Sequence[str]) -> float:
    one, other = "\n".join(was)[:4_000], "\n".join(now)[:4_000]
    return SequenceMatcher(None, one, other, autojunk=False).ratio() if len(one) * len(other) < 2_000_000 else 0.0


def by_sketch(anchor: Anchor, text: Text, keyed: Keyed) -> Found:
    """Line up the marks alone, where the cited text is no longer in the repository."""
    marks = [keyed.mark(text.lines[number - 1]) for number in text.kept]
    sketch = split_marks(anchor.sketch)
    before, after = split_marks(anchor.before), split_marks(anchor.after)
    wanted = [*before, *sketch, *(after if anchor.count <= SKETCH_LINES_MAX else ())]
    blocks = [
        block for block in SequenceMatcher(None, wanted, marks, autojunk=False).get_matching_blocks() if block.size
    ]
    own = [
        text.kept[block.b + offset]
        for block in blocks
        for offset in range(block.size)
        if len(before) <= block.a + offset < len(before) + len(sketch)
    ]
    if not own:
        return gone()
    return Found(outcome=Outcome.CHANGED, first=min(own), last=max(own), reason=DIFFERS)
