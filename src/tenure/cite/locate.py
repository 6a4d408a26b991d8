"""Finds a cited span again in a text as it is now, or says how it ended; pure.

Ranked as annotation tools do: the same words, the definition they stand in, the neighbours, the distance. A copy that
stood elsewhere before does not stand in for a span that was edited.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from tenure.cite.anchor import MARK_CHARS, SKETCH_LINES_MAX, Anchor, Keyed, Text, windows
from tenure.cite.differences import Hunk, edge, map_line, other_copies
from tenure.cite.symbols import Definition, defined_as
from tenure.cite.white import is_white_change
from tenure.model.validation import Outcome

_WORDS = re.compile(r"\w+")

GROWN_LINES_MAX = 100
GROWN_CHARS_MAX = 200_000
"""What stands in the place of a span is compared with it only up to these bounds."""

SIMILAR_MIN = 0.6
"""Below this share of equal characters an overwritten span counts as gone, not as changed."""

WHITE = "only white space differs"
WHITESPACE = "only white space or comments differ"
DIFFERS = "the text differs"
AMBIGUOUS = "the text stands at several places and none is told apart"
OTHER_HOME = "the same text stands in another definition"
LINES_GONE = "the lines are no longer in the file"
SYMBOL_GONE = "the symbol is no longer in the file"
UNPARSABLE = "unparsable"


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What became of a span in one text: *verified*, *moved*, *changed*, *gone* or *unverified*, and where it is."""

    outcome: Outcome
    first: int = 0
    last: int = 0
    reason: str = ""
    score: int = 0


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
        kept, _ = _survivors(anchor, old, hunks)
        if _is_mostly_in_place(anchor, old, hunks) and not best.first <= kept[0] <= best.last:
            return _by_difference(anchor, text, keyed, old, hunks)
    if best is not None:
        is_here = best.first == anchor.first
        outcome = Outcome.VERIFIED if is_here or best.is_blank_shift else Outcome.MOVED
        return Found(outcome=outcome, first=best.first, last=best.last, score=best.score)
    if old is not None and hunks is not None:
        return _by_difference(anchor, text, keyed, old, hunks)
    if hits:
        nearest = min(hits, key=lambda hit: abs(hit.first - anchor.first))
        return Found(outcome=Outcome.CHANGED, first=nearest.first, last=nearest.last, reason=AMBIGUOUS)
    return _by_sketch(anchor, text, keyed)


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
    sketch = _split(anchor.sketch)
    if not sketch or len(lines) < size:
        return []
    marks = [keyed.mark(line) for line in lines]
    mapped = None if hunks is None else map_line(hunks, anchor.first)
    found: list[_Hit] = []
    for index in windows(marks, sketch[:size]):
        if index + size > len(lines) or keyed.lines(lines[index : index + size]) != anchor.lines:
            continue
        first, last = text.kept[index], text.kept[index + size - 1]
        found.append(
            _Hit(
                first=first,
                last=last,
                is_same_home=_is_home(
                    anchor, text, first, keyed, None if hunks is None else old, is_mapped=mapped == first
                ),
                is_mapped=mapped == first,
                is_blank_shift=mapped == first and _is_blank_shift(anchor, text, old, hunks),
                score=_neighbours(anchor, marks, index, size),
            )
        )
    return found


def _is_home(anchor: Anchor, text: Text, first: int, keyed: Keyed, old: Text | None, *, is_mapped: bool) -> bool:
    """Tell whether what stands around line ``first`` is the definition in which the span stood.

    It bears the same name path. Or ``text`` is the file ``old`` as it is now, and either the definition was renamed
    (its name is new there, and the old one is gone), or the differences lead to this very line in a definition whose
    own name is the same, while what is around it bears another.
    """
    here = text.enclosing(first)
    if keyed.name(here) == anchor.enclosing or (is_mapped and not text.is_python and _is_comment(text, first)):
        return True
    was = "" if old is None else old.enclosing(anchor.first)
    if old is None or not was or not here:
        return False
    is_renamed = not text.defines(was) and not old.defines(here)
    return is_renamed or (is_mapped and _own_name(was) == _own_name(here))


def _is_comment(text: Text, first: int) -> bool:
    """Tell whether a line is one of a comment of several lines: what is indented less above it is no definition."""
    return text.lines[first - 1].lstrip().startswith(("*", "//"))


def _own_name(name_path: str) -> str:
    words: list[str] = _WORDS.findall(name_path)
    return words[-1] if words else ""


def _neighbours(anchor: Anchor, marks: Sequence[str], index: int, size: int) -> int:
    """Count how many of the cited neighbours are neighbours again, at most six."""
    before, after = _split(anchor.before), _split(anchor.after)
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


def _by_difference(anchor: Anchor, text: Text, keyed: Keyed, old: Text, hunks: Sequence[Hunk]) -> Found:
    survivors, all_lines = _survivors(anchor, old, hunks)
    first, last = edge(hunks, anchor.first, is_first=True), edge(hunks, anchor.last, is_first=False)
    was, now = old.span(anchor.first, anchor.last), text.span(first, last)
    if last < first or not now:
        return _gone()
    if len(now) > 4 * len(was) + GROWN_LINES_MAX or sum(map(len, now)) > GROWN_CHARS_MAX:
        is_kept = 2 * len(survivors) >= all_lines
        return Found(outcome=Outcome.CHANGED, first=first, last=last, reason=DIFFERS) if is_kept else _gone()
    is_home = keyed.name(text.enclosing(first)) == anchor.enclosing
    if is_home and is_white_change(old, [(anchor.first, anchor.last)], text, [(first, last)]):
        outcome = Outcome.VERIFIED if first == anchor.first else Outcome.MOVED
        return Found(outcome=outcome, first=first, last=last, reason=WHITE)
    if keyed.loose(now) == anchor.loose:
        reason = OTHER_HOME if keyed.lines(now) == anchor.lines else WHITESPACE
        return Found(outcome=Outcome.CHANGED, first=first, last=last, reason=reason)
    if 2 * len(survivors) < all_lines and _likeness(was, now) < SIMILAR_MIN:
        return _gone()
    return Found(outcome=Outcome.CHANGED, first=first, last=last, reason=DIFFERS)


def _gone() -> Found:
    return Found(outcome=Outcome.GONE, reason=LINES_GONE)


def _survivors(anchor: Anchor, old: Text, hunks: Sequence[Hunk]) -> tuple[list[int], int]:
    """Give where the span's lines are that no difference took away, and how many lines it had; blank ones apart."""
    numbers = [number for number in range(anchor.first, anchor.last + 1) if number <= len(old.lines)]
    mapped = [map_line(hunks, number) for number in numbers if old.lines[number - 1]]
    return [number for number in mapped if number is not None], len(mapped)


def _is_mostly_in_place(anchor: Anchor, old: Text, hunks: Sequence[Hunk]) -> bool:
    """Tell whether at least half of the span stands in lines that no difference touched.

    Of three lines and more half of the characters must: short lines of little meaning are kept by chance.
    """
    kept_lines, all_lines = _survivors(anchor, old, hunks)
    if anchor.count < 3 or 2 * len(kept_lines) < all_lines:
        return bool(kept_lines) and 2 * len(kept_lines) >= all_lines
    sizes = {number: len(old.lines[number - 1].strip()) for number in range(anchor.first, anchor.last + 1)}
    kept = sum(size for number, size in sizes.items() if map_line(hunks, number) is not None)
    return kept > 0 and 2 * kept >= sum(sizes.values())


def _likeness(was: Sequence[str], now: Sequence[str]) -> float:
    one, other = "\n".join(was)[:4_000], "\n".join(now)[:4_000]
    return SequenceMatcher(None, one, other, autojunk=False).ratio() if len(one) * len(other) < 2_000_000 else 0.0


def _by_sketch(anchor: Anchor, text: Text, keyed: Keyed) -> Found:
    """Line up the marks alone, where the cited text is no longer in the repository."""
    marks = [keyed.mark(text.lines[number - 1]) for number in text.kept]
    sketch = _split(anchor.sketch)
    before, after = _split(anchor.before), _split(anchor.after)
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
        return _gone()
    return Found(outcome=Outcome.CHANGED, first=min(own), last=max(own), reason=DIFFERS)


def _split(marks: str) -> list[str]:
    return [marks[start : start + MARK_CHARS] for start in range(0, len(marks), MARK_CHARS)]
