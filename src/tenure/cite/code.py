"""Cites code by repository, commit, blob, path and span or symbol; judges it on the tree the caller works on."""

from __future__ import annotations

import re
import threading
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from tenure.cite.anchor import SPAN_LINES_MAX, Anchor, Keyed, Text, anchor_at, anchor_in, details_of
from tenure.cite.checks import parse_check, run_check
from tenure.cite.git import Repositories, RepositoryRecord
from tenure.cite.judge import Judged, judge
from tenure.cite.locate import locate_lines, locate_symbol, symbol_passage
from tenure.cite.paths import Stamp, checked_path, is_vendored, not_citable
from tenure.cite.symbols import SYMBOL_CHARS_MAX, defined_as
from tenure.cite.validator import Cited, Digest, Place
from tenure.cite.view import Seen, View
from tenure.errors import CitationError, StoreError
from tenure.model.citation import Citation
from tenure.model.claim import Claim
from tenure.model.principal import Channel, Origin, Trust
from tenure.model.scope import Scope
from tenure.model.validation import Outcome, Validation

CACHED_MAX = 4_096
RACY_NS = 2_000_000_000
"""A file changed this shortly before it was read may change again within one tick of its time stamp."""

_ADDRESS = re.compile(r"(?P<path>.+?)(?:::(?P<symbol>[^\s:]+)|:(?P<first>\d{1,9})(?:-(?P<last>\d{1,9}))?)", re.DOTALL)
_SYMBOL = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
_HOLDS = frozenset({Outcome.VERIFIED, Outcome.MOVED})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Span:
    first: int
    last: int
    passage: tuple[str, ...]


class CodeValidator:
    """Makes and judges ``code:`` citations.

    Args:
        repositories: The registry that says which folder is which repository.
        digest: The keyed digest of this store.
        trusted_refs: Refs that a person trusts (``main``, ``refs/tags/v1``); without any nothing is at a trusted ref.
    """

    scheme = "code"

    def __init__(self, repositories: Repositories, digest: Digest, *, trusted_refs: Sequence[str] = ()) -> None:
        self._repositories = repositories
        self._keyed = Keyed(digest)
        self._trusted_refs = tuple(trusted_refs)
        self._cached: OrderedDict[tuple[Citation, str, str, Stamp], Judged] = OrderedDict()
        # libgit2's handles and the cache serve one thread at a time.
        self._lock = threading.RLock()

    def cite(self, address: str, *, place: Place, now: datetime, options: Mapping[str, str]) -> Cited:
        """Cite ``path:first-last``, ``path:line`` or ``path::Symbol.path``; option ``check``: a declarative check.

        Raises:
            CitationError: The address cannot be parsed, leads out of the repository, or names nothing that can be
                cited there; the check is none of the closed set; the repository is not known or not the scope's.
        """
        path, symbol, first, last = parse_address(address)
        check = parse_check(options["check"]) if options.get("check") else None
        with self._lock:
            record, view = self._open(place)
            seen = view.now(path)
            text = _citable(seen)
            span = _span(text, symbol, first, last)
            anchor = self._anchor(text, span, path, symbol)
            committed = self._committed(view, anchor, text)
            state = "worktree" if committed is None else "commit"
            details = {
                **details_of(anchor if committed is None else committed[0]),
                "repository": record.id,
                "commit": view.commit,
                "blob": "" if committed is None else committed[1],
                "state": state,
            }
            if check is not None:
                details["check"] = options["check"].strip()
            result = None if check is None else run_check(check, text.raw).holds
            is_trusted = state == "commit" and self._is_at_trusted_ref(view, path, text)
        citation = Citation(
            scheme=self.scheme,
            address=address,
            seen_at=now,
            origin=Origin(channel=Channel.CODE, principal=record.id),
            trust=Trust.EXTERNAL,
            details=tuple(sorted(details.items())),
        )
        return Cited(
            citation=citation,
            passage="\n".join(span.passage),
            scope=Scope(repository=record.id),
            has_symbol=bool(symbol),
            check_holds=result,
            at_trusted_ref=is_trusted,
        )

    def validate(self, citation: Citation, *, claim: Claim, place: Place, now: datetime) -> Validation:  # noqa: ARG002 - the contract's arguments
        """Judge a citation on the caller's working tree, or on HEAD in a bare repository."""
        try:
            with self._lock:
                found = self._judged(citation, place)
        except CitationError as error:
            found = Judged(outcome=Outcome.UNVERIFIED, reason=error.code)
        except (StoreError, OSError):
            found = Judged(outcome=Outcome.UNVERIFIED, reason="unreadable")
        return Validation(outcome=found.outcome, checked_at=now, reason=found.reason, place=found.place)

    def _judged(self, citation: Citation, place: Place) -> Judged:
        details = dict(citation.details)
        anchor = anchor_in(citation)
        if anchor is None:
            return Judged(outcome=Outcome.UNVERIFIED, reason="bad_details")
        checked_path(anchor.path)
        record, view = self._open(place)
        if details.get("repository") != record.id:
            return Judged(outcome=Outcome.UNVERIFIED, reason="other_repository")
        stamp = view.stamp(anchor.path).stamp
        root = str(record.worktree)
        key = None if stamp is None else (citation, root, view.tree, stamp)
        if key is not None and key in self._cached:
            self._cached.move_to_end(key)
            return self._cached[key]
        # A file's stamps are the machine's time, so they are compared with it and not with the reference instant.
        asked_ns = time.time_ns()
        found = judge(anchor, details, view, self._keyed)
        is_settled = stamp is not None and max(stamp.modified_ns, stamp.status_ns) + RACY_NS < asked_ns
        if key is not None and is_settled and found.is_local and view.stamp(anchor.path).stamp == stamp:
            self._cached[key] = found
            if len(self._cached) > CACHED_MAX:
                self._cached.popitem(last=False)
        return found

    def _open(self, place: Place) -> tuple[RepositoryRecord, View]:
        if place.worktree is None:
            raise CitationError("the caller stands in no repository", code="no_repository")
        record, objects = self._repositories.open(place.worktree)
        if place.scope.repository not in {None, record.id}:
            raise CitationError("this is not the repository of the scope", code="other_repository")
        return record, View(objects)

    def _anchor(self, text: Text, span: _Span, path: str, symbol: str) -> Anchor:
        return anchor_at(text, span.first, span.last, path=path, symbol=symbol, passage=span.passage, keyed=self._keyed)

    def _committed(self, view: View, anchor: Anchor, text: Text) -> tuple[Anchor, str] | None:
        """Give the anchor in HEAD's text and that blob, or None if HEAD does not have this span."""
        head = view.at_head(anchor.path)
        if head.text is None:
            return None
        if head.text.lines == text.lines:
            return anchor, head.blob
        if anchor.symbol:
            found = locate_symbol(anchor, head.text, self._keyed)
        else:
            found = locate_lines(anchor, head.text, self._keyed, old=text, hunks=view.hunks(text, head.text))
        if found.outcome not in _HOLDS:
            return None
        span = _span(head.text, anchor.symbol, found.first, found.last)
        return self._anchor(head.text, span, anchor.path, anchor.symbol), head.blob

    def _is_at_trusted_ref(self, view: View, path: str, text: Text) -> bool:
        if is_vendored(path):
            return False
        trusted = (view.at(view.tree_of(ref), path).text for ref in self._trusted_refs)
        return any(one is not None and one.lines == text.lines for one in trusted)


def parse_address(address: str) -> tuple[str, str, int, int]:
    """Give the path, symbol, first and last line of a code address; a symbol has no lines and lines no symbol.

    Raises:
        CitationError: It has another form, leads out of the repository, or its lines are none or too many (400).
    """
    found = _ADDRESS.fullmatch(address)
    if found is None:
        raise CitationError("code is cited as `path:first-last`, `path:line` or `path::symbol`")
    path = checked_path(found["path"])
    if found["symbol"]:
        if not _SYMBOL.fullmatch(found["symbol"]) or len(found["symbol"]) > SYMBOL_CHARS_MAX:
            raise CitationError("a symbol is a dotted path of names", code="bad_symbol")
        return path, found["symbol"], 0, 0
    first = int(found["first"])
    last = int(found["last"] or first)
    if not 1 <= first <= last or last - first >= SPAN_LINES_MAX:
        raise CitationError(f"cited lines count from 1, first to last, at most {SPAN_LINES_MAX}", code="bad_lines")
    return path, "", first, last


def _citable(seen: Seen) -> Text:
    if seen.text is not None:
        return seen.text
    reasons = {
        "symlink": "a symbolic link cannot be cited; cite the file that it names",
        "not_a_file": "only regular files can be cited",
        "too_big": "the file is too big to be cited",
        "binary": "the file is not text",
        "other_repository": "the file belongs to another repository inside this one; cite it from there",
    }
    if seen.problem in reasons:
        raise CitationError(reasons[seen.problem], code=seen.problem)
    raise not_citable()


def _span(text: Text, symbol: str, first: int, last: int) -> _Span:
    if not symbol:
        passage = text.span(first, last)
        if last > len(text.lines) or not passage:
            raise CitationError("there is no text at these lines", code="bad_lines")
        return _Span(first=first, last=last, passage=passage)
    if text.definitions is None:
        raise CitationError("symbols are found in Python files that can be parsed; cite lines", code="no_symbols")
    found = defined_as(text.definitions, symbol)
    if not found:
        raise CitationError("the file does not define this symbol", code="no_such_symbol")
    passage = symbol_passage(text, found)
    return _Span(first=found[0].first, last=found[0].last, passage=passage)
