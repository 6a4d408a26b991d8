"""Judges one code citation against one view of its repository: there, moved, changed, gone, contradicted or unknown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tenure.cite.anchor import Anchor, Keyed, Text
from tenure.cite.checks import parse_check, run_check
from tenure.cite.differences import is_indented_anew
from tenure.cite.ended import DIFFERS, LINES_GONE, Found, by_trail
from tenure.cite.locate import AMBIGUOUS, locate_lines, locate_symbol
from tenure.cite.trail import Trail, followed
from tenure.cite.view import RENAME_SIMILAR_MIN, Seen, View
from tenure.errors import CitationError
from tenure.model.validation import Outcome
from tenure.values import dataclass

HEAD_HAS_IT = "differs in the working tree; HEAD still has it"
FILE_GONE = "the file is no longer there"
CONTRADICTED = "the declarative check does not hold here"
MOVED = "the same text is at another place now"
TOO_LONG = "too_long"
UNDECIDED = "check_undecided"

TELLING_CHARS_MIN = 20
"""A line of fewer characters says nothing of where it came from."""

_HOLDS = frozenset({Outcome.VERIFIED, Outcome.MOVED})
_TOLD_BY_TRAIL = frozenset({DIFFERS, LINES_GONE, AMBIGUOUS})


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """An outcome with its place.

    Args:
        outcome: What was found.
        reason: Why.
        place: Where the words, or what stands in their place, are now.
        is_local: Whether only HEAD and the cited file had a say, so that it can be cached.
        is_unmerged: Whether the commit at which it was cited is not in the history of where the caller stands.
    """

    outcome: Outcome
    reason: str = ""
    place: str | None = None
    is_local: bool = False
    is_unmerged: bool = False


def judge(anchor: Anchor, details: Mapping[str, str | int], view: View, keyed: Keyed) -> Judged:
    """Judge ``anchor`` on the caller's tree.

    1. The cited file, as it is now, decides if it still has the text.
    2. Else the text may have gone to another file.
    3. A declarative check speaks of the value: it contradicts, and it upholds what was only worded anew.
    4. What fails in the working tree says whether HEAD still has it.
    """
    view.hurry()
    commit, blob, check = (str(details.get(name, "")) for name in ("commit", "blob", "check"))
    case = _Case(anchor=anchor, commit=commit, blob=blob, check=check, view=view, keyed=keyed)
    seen = view.now(anchor.path)
    if seen.problem and seen.problem != "missing":
        return Judged(outcome=Outcome.UNVERIFIED, reason=seen.problem)
    # 1.
    here = _Hit(path=anchor.path, text=seen.text, found=case.in_file(seen))
    hit = here
    if here.found.outcome is Outcome.GONE:
        # 2.
        try:
            hit = case.elsewhere(seen) or here
        except TimeoutError:
            return Judged(outcome=Outcome.UNVERIFIED, reason=TOO_LONG)
    # 3.
    found = case.checked(hit.text, hit.found)
    place = f"{hit.path}:{found.first}-{found.last}" if found.first else None
    reason = found.reason or (MOVED if found.outcome is Outcome.MOVED else "")
    is_local = seen.text is not None and here.found.outcome is not Outcome.GONE
    judged = Judged(outcome=found.outcome, reason=reason, place=place, is_local=is_local)
    # 4.
    if found.outcome in _HOLDS | {Outcome.UNVERIFIED} or not view.has_worktree:
        return judged
    head = view.at_head(anchor.path)
    if head.text is None or head.blob == seen.blob:
        return judged
    there = case.checked(head.text, case.in_file(head))
    return replace(judged, reason=f"{reason}; {HEAD_HAS_IT}") if there.outcome in _HOLDS else judged


@dataclass(frozen=True, slots=True, kw_only=True)
class _Hit:
    path: str
    text: Text | None
    found: Found


@dataclass(frozen=True, slots=True, kw_only=True)
class _Case:
    anchor: Anchor
    commit: str
    blob: str
    check: str
    view: View
    keyed: Keyed

    def in_file(self, seen: Seen) -> Found:
        """Judge the anchor in one file, whatever its path."""
        anchor, text = self.anchor, seen.text
        if text is None:
            return Found(outcome=Outcome.GONE, reason=FILE_GONE)
        if self.blob and seen.blob == self.blob:
            return Found(outcome=Outcome.VERIFIED, first=anchor.first, last=anchor.last)
        old = self.old()
        if anchor.symbol:
            return locate_symbol(anchor, text, self.keyed, old=old)
        if old is None:
            return locate_lines(anchor, text, self.keyed)
        hunks = self.view.hunks(old, text)
        found = locate_lines(anchor, text, self.keyed, old=old, hunks=hunks)
        if found.outcome is Outcome.GONE:  # a file that was indented anew has hardly a line in common with what it was
            loose = self.view.hunks(old, text, is_loose=True)
            if is_indented_anew(old, hunks, loose):
                return locate_lines(anchor, text, self.keyed, old=old, hunks=loose)
        trail = self._trail(seen, text) if found.reason in _TOLD_BY_TRAIL else None
        return found if trail is None else by_trail(anchor, text, self.keyed, old, trail)

    def _trail(self, seen: Seen, text: Text) -> Trail | None:
        """Give where the lines went through the commits to HEAD and on to this file; None if that cannot be told."""
        trail = self.view.trail(self.anchor.path, self.commit, (self.anchor.first, self.anchor.last))
        if trail is None or trail.path != text.path:
            return None
        head = self.view.at_head(trail.path)
        if head.blob == seen.blob or head.text is None:
            return trail if head.blob == seen.blob else None
        return followed(trail, self.view.hunks(head.text, text), path=trail.path)

    def old(self) -> Text | None:
        """Give the file as it was cited, if the repository still has it."""
        return self.view.of_blob(self.blob, self.anchor.path).text

    def elsewhere(self, seen: Seen) -> _Hit | None:
        """Look for the text in another file: the same blob, else the one changed file that has it at the same home."""
        if seen.text is None and self.blob:
            same = [
                (path, self.view.now(path)) for path in self.view.same_blob(self.anchor.path, self.commit, self.blob)
            ]
            whole = [_moved(path, one, self.in_file(one)) for path, one in same if one.text is not None]
            if len(whole) == 1 and whole[0].found.outcome is Outcome.MOVED:
                return whole[0]
        after = self.view.successor(self.anchor.path, self.commit) if seen.text is None else ""
        if after:
            one = self.view.now(after)
            own = _moved(after, one, self.in_file(one))
            if own.found.outcome is not Outcome.GONE:
                return own
        hits: list[_Hit] = []
        renamed: list[tuple[float, str, Seen]] = []
        old = self.old()
        telling = "" if old is None else max(old.span(self.anchor.first, self.anchor.last), key=len, default="")
        for path, one in self.view.fresh(self.anchor.path, self.commit):
            if one.text is None:
                continue
            if seen.text is None and old is not None and self.view.is_new(path, self.commit):
                renamed.append((_shared(old, one.text), path, one))
            if telling not in one.text.raw:
                continue
            found = self._exact(one.text)
            if found.outcome in _HOLDS and not self._was_there(path):
                hits.append(_moved(path, one, found))
        return self._chosen(hits, renamed) or self._followed(telling)

    def _followed(self, telling: str) -> _Hit | None:
        """Give where the text went in the very commit that took it away: to one file, which did not have it before.

        The definition around it may then bear another name: a class that was split off, a function in a new module.
        """
        anchor = self.anchor
        if anchor.symbol or len(telling.strip()) < (TELLING_CHARS_MIN if anchor.count == 1 else 1):
            return None
        hits: list[_Hit] = []
        for path in self.view.received(anchor.path, self.commit, telling):
            one = self.view.now(path)
            if one.text is not None:
                found = locate_lines(anchor, one.text, self.keyed, is_new_home=True)
                hits += [_moved(path, one, found)] if found.outcome in _HOLDS else []
        # A line by itself is the cited one only if a neighbour went with it.
        return hits[0] if len(hits) == 1 and (anchor.count > 1 or hits[0].found.score) else None

    def _was_there(self, path: str) -> bool:
        """Tell whether another file had the same text already when this one was cited: then it is a copy of it."""
        then = self.view.at(self.view.tree_of(self.commit), path).text if self.commit else None
        return then is not None and self._exact(then).outcome in _HOLDS

    def _exact(self, text: Text) -> Found:
        if self.anchor.symbol:
            return locate_symbol(self.anchor, text, self.keyed)
        return locate_lines(self.anchor, text, self.keyed)

    def _chosen(self, hits: list[_Hit], renamed: list[tuple[float, str, Seen]]) -> _Hit | None:
        likeness = max((one[0] for one in renamed), default=0.0)
        likest = [(path, one) for alike, path, one in renamed if alike == likeness >= RENAME_SIMILAR_MIN]
        if len(likest) == 1:
            path, one = likest[0]
            own = _moved(path, one, self.in_file(one))
            if own.found.outcome is Outcome.MOVED or (not hits and own.found.outcome is not Outcome.GONE):
                return own
        if len(hits) != 1:
            return None
        # A line or two that might stand anywhere is the cited one only among its neighbours.
        is_telling = bool(self.anchor.symbol) or self.anchor.count >= 3 or hits[0].found.score >= 2
        return hits[0] if is_telling else None

    def checked(self, text: Text | None, found: Found) -> Found:
        """Let the declarative check, if there is one, have the last word on a text that is there."""
        if not self.check or text is None:
            return found
        try:
            result = run_check(parse_check(self.check), text)
        except CitationError:
            return Found(outcome=Outcome.UNVERIFIED, reason="bad_check")
        if result.holds is None:
            return Found(outcome=Outcome.UNVERIFIED, reason=UNDECIDED)
        if not result.holds:
            line = result.line or found.first
            return Found(outcome=Outcome.CONTRADICTED, first=line, last=line, reason=CONTRADICTED)
        if found.outcome in _HOLDS or not result.line:
            return found
        return Found(outcome=Outcome.VERIFIED, first=result.line, last=result.line)


def _moved(path: str, seen: Seen, found: Found) -> _Hit:
    """Give what was found in another file: what holds there has moved."""
    if found.outcome in _HOLDS:
        found = replace(found, outcome=Outcome.MOVED, reason="")
    return _Hit(path=path, text=seen.text, found=found)


def _shared(old: Text, new: Text) -> float:
    one, other = {line for line in old.lines if line}, {line for line in new.lines if line}
    return len(one & other) / max(1, len(one | other))
