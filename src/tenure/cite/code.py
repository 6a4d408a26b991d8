"""Cites code by repository, commit, blob, path and span or symbol; judges it on the tree the caller works on."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from tenure.cite.address import Span, citable, names_lines, parse_address, span_of
from tenure.cite.anchor import Anchor, Keyed, Text, anchor_at, anchor_in, details_of
from tenure.cite.checks import parse_check, run_check
from tenure.cite.git import Repositories, RepositoryRecord
from tenure.cite.judge import Judged, judge
from tenure.cite.known import Known
from tenure.cite.locate import locate_lines, locate_symbol
from tenure.cite.passage import compared
from tenure.cite.paths import checked_path, is_vendored
from tenure.cite.quoted import place_of_quote
from tenure.cite.validator import Cited, Digest, Fresh, Place
from tenure.cite.view import View
from tenure.errors import CitationError, StoreError
from tenure.model.citation import Citation, says_the_same
from tenure.model.claim import Claim
from tenure.model.principal import Channel, Origin, Trust
from tenure.model.scope import Scope
from tenure.model.validation import UNMERGED, Outcome, Validation

OPERATION_SECONDS_MAX = 0.002
"""How long the citations of one reference instant share what was read of HEAD."""

_HOLDS = frozenset({Outcome.VERIFIED, Outcome.MOVED})
_PLACE = ("path", "first", "last", "state")


class CodeValidator:
    """Makes and judges ``code:`` citations.

    Args:
        repositories: The registry that says which folder is which repository.
        digest: The keyed digest of this store.
    """

    scheme = "code"
    answers_at_once = True

    def __init__(self, repositories: Repositories, digest: Digest) -> None:
        self._repositories = repositories
        self._keyed = Keyed(digest)
        self._known = Known()
        self._last: tuple[tuple[Place, datetime], float, tuple[RepositoryRecord, View]] | None = None
        self._lock = repositories.alone

    def cite(self, address: str, *, place: Place, now: datetime, options: Mapping[str, str]) -> Cited:
        """Cite ``path:first-last``, ``path:line`` or ``path::Symbol.path``; option ``check``: a declarative check.

        With option ``quote`` a path alone is enough, or ``.`` for the whole tree: the lines are those quoted.

        Raises:
            CitationError: The address cannot be parsed, leads out of the repository, or names nothing that can be
                cited there; the check is none of the closed set; the repository is not known or not the scope's.
        """
        quote = "" if names_lines(address) else options.get("quote", "")
        path, symbol, first, last = ("", "", 0, 0) if quote else parse_address(address)
        check = parse_check(options["check"]) if options.get("check") else None
        with self._lock:
            record, view = self._open(place)
            if quote:
                path, first, last = place_of_quote(view, address, quote)
                address = f"{path}:{first}-{last}"
            text = citable(view.now(path))
            span = span_of(text, symbol, first, last)
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
            result = None if check is None else run_check(check, text).holds
            is_trusted = state == "commit" and self._is_at_trusted_commit(view, path, text, place.trusted)
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
                found = self._judged(citation, place, now)
        except CitationError as error:
            found = Judged(outcome=Outcome.UNVERIFIED, reason=error.code)
        except (StoreError, OSError):
            found = Judged(outcome=Outcome.UNVERIFIED, reason="unreadable")
        return Validation(
            outcome=found.outcome,
            checked_at=now,
            reason="; ".join(filter(None, (found.reason, UNMERGED if found.is_unmerged else ""))),
            place=found.place,
            is_unmerged=found.is_unmerged,
        )

    def renewed(self, citation: Citation, *, claim: Claim, place: Place, now: datetime) -> Citation | None:
        """Give the citation of the same words at their place now, or as committed if they were not; None if neither."""
        found = self.validate(citation, claim=claim, place=place, now=now)
        if found.outcome not in _HOLDS or found.place is None:
            return None
        check = citation.detail("check")
        try:
            again = self._cited_at(citation, found.place, place=place, now=now, check=str(check or "")).citation
        except (CitationError, StoreError, OSError):
            return None
        was, is_now = dict(citation.details), dict(again.details)
        is_elsewhere = any(was[name] != is_now[name] for name in _PLACE)
        return again if is_elsewhere and says_the_same(citation, again) else None

    def fresh(self, citation: Citation, *, claim: Claim, place: Place, now: datetime) -> Fresh:
        """Give what stands now where the cited words stood, and what the check's name says there.

        Raises:
            CitationError: It cannot be cited, or the repository may not be read.
        """
        found = self.validate(citation, claim=claim, place=place, now=now)
        stated = citation.detail("check")
        check = parse_check(str(stated)) if stated else None
        if found.place is None:
            return Fresh()
        value = ""
        if check is not None:
            with self._lock:
                text = citable(self._open(place)[1].now(found.place.rpartition(":")[0]))
            value = run_check(check, text).value
        told = "" if check is None or not value else replace(check, says=value).stated()
        cited = self._cited_at(citation, found.place, place=place, now=now, check=told)
        if check is None:
            return Fresh(cited=cited)
        return Fresh(cited=cited, form=check.form, name=check.name, was=check.says, now=value)

    def passage(self, citation: Citation, *, claim: Claim, place: Place, now: datetime) -> tuple[str, ...]:
        """Give the cited lines as they are now, beside what they were, as far as the caller may read them."""
        found = self.validate(citation, claim=claim, place=place, now=now)
        anchor = anchor_in(citation)
        if anchor is None or found.outcome is Outcome.UNVERIFIED:
            return ()
        try:
            with self._lock:
                view = self._open(place)[1]
                old = view.of_blob(str(citation.detail("blob") or ""), anchor.path).text
                was = None if old is None else old.lines[anchor.first - 1 : anchor.last]
                if found.place is None:
                    return compared(was or (), (), first=anchor.first)
                path, _, lines = found.place.rpartition(":")
                first, _, last = lines.partition("-")
                text = citable(view.now(path))
                return compared(was, text.lines[int(first) - 1 : int(last)], first=int(first))
        except (CitationError, StoreError, OSError):
            return ()

    def _cited_at(self, citation: Citation, at: str, *, place: Place, now: datetime, check: str) -> Cited:
        """Cite what a citation cites at another place of the repository: its symbol there, or the lines."""
        symbol, path = citation.detail("symbol"), at.rpartition(":")[0]
        address = f"{path}::{symbol}" if symbol else at
        return self.cite(address, place=place, now=now, options={"check": check} if check else {})

    def _judged(self, citation: Citation, place: Place, now: datetime) -> Judged:
        details = dict(citation.details)
        path = checked_path(str(details.get("path", "")))
        record, view = self._opened(place, now)
        if details.get("repository") != record.id:
            return Judged(outcome=Outcome.UNVERIFIED, reason="other_repository")
        known = self._known.get(citation, view, is_on_purpose=place.asks_away)
        if known is not None:
            return known
        asked_ns, stamp = time.time_ns(), view.stamp(path).stamp
        anchor = anchor_in(citation)
        if anchor is None:
            return Judged(outcome=Outcome.UNVERIFIED, reason="bad_details")
        found = judge(anchor, details, view, self._keyed)
        if found.outcome is not Outcome.UNVERIFIED and view.is_unmerged(str(details.get("commit", ""))):
            found = replace(found, is_unmerged=True)
        self._known.keep(citation, view, found, path=path, stamp=stamp, asked_ns=asked_ns)
        return found

    def _opened(self, place: Place, now: datetime) -> tuple[RepositoryRecord, View]:
        """Give the repository as one operation sees it: its citations are judged at one HEAD, which is read once."""
        if self._last is not None and self._last[0] == (place, now) and time.monotonic() < self._last[1]:
            return self._last[2]
        until = time.monotonic() + OPERATION_SECONDS_MAX
        found = self._open(place)
        self._last = ((place, now), until, found)
        return found

    def _open(self, place: Place) -> tuple[RepositoryRecord, View]:
        if place.worktree is None:
            raise CitationError("the caller stands in no repository", code="no_repository")
        record, objects = self._repositories.open(place.worktree)
        if place.scope.repository not in {None, record.id}:
            raise CitationError("this is not the repository of the scope", code="other_repository")
        return record, View(objects, ref=place.ref)

    def _anchor(self, text: Text, span: Span, path: str, symbol: str) -> Anchor:
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
        span = span_of(head.text, anchor.symbol, found.first, found.last)
        return self._anchor(head.text, span, anchor.path, anchor.symbol), head.blob

    def _is_at_trusted_commit(self, view: View, path: str, text: Text, commits: Sequence[str]) -> bool:
        if is_vendored(path) or view.is_marked_foreign(path):
            return False
        trusted = (view.at(view.tree_of(commit), path).text for commit in commits)
        return any(one is not None and one.lines == text.lines for one in trusted)
