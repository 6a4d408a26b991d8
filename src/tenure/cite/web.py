"""Cites a page by address, time and digests of its words and of a quotation; asks for it only where that is allowed.

The answers, each another one: *verified* (the words are there), *moved* (they are, and the page says for good that it
lives elsewhere now), *changed*, *gone* (404, 410), and *unverified* with a code: ``not_asked_now``, ``unreachable``,
``too_slow``, ``robots``, ``host_not_allowed``, ``private_address``, ``redirected`` and others.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from threading import Lock
from typing import Final
from urllib.parse import urlsplit

from tenure.cite.alongside import Call
from tenure.cite.fetched import AGENT, Fetched, Fetching
from tenure.cite.quotes import Quotes, fresh_of
from tenure.cite.validator import WEB, Cited, Digest, Fresh, Place
from tenure.errors import CitationError
from tenure.forked import free_in_children
from tenure.model.citation import Citation
from tenure.model.claim import Claim
from tenure.model.principal import Channel, Origin, Trust
from tenure.model.scope import Scope
from tenure.model.validation import NOT_ASKED, TOO_SLOW, Outcome, Validation
from tenure.screen import find_never_kept
from tenure.values import dataclass

ROBOTS_SECONDS: Final = 3_600
"""How long what a host's robots.txt says is remembered in the process."""
HOSTS_MAX: Final = 64
_ACCEPT: Final = (
    "text/html, application/xhtml+xml, text/*, application/json;q=0.9, application/pdf;q=0.9, application/xml;q=0.8"
)
_GONE: Final = frozenset({404, 410})


class WebValidator:
    """Makes and judges ``web:`` citations.

    Args:
        digest: The keyed digest of this store.
        fetcher: Makes what fetches pages, and knows which hosts are allowed; called on first use.
        seconds: How long citing a page may take.
    """

    scheme = WEB

    def __init__(self, digest: Digest, fetcher: Callable[[], Fetching], *, seconds: float) -> None:
        self._digest = digest
        self._quotes = Quotes(self.scheme, digest)
        self._fetcher = cache(fetcher)
        self._seconds = seconds
        self._robots = _Robots(self._fetcher)

    def cite(self, address: str, *, place: Place, now: datetime, options: Mapping[str, str]) -> Cited:
        """Cite a page as it is now; option ``quote``: words of it that carry the claim, white space apart.

        Raises:
            CitationError: The address is none or holds what must never be kept, its host is not allowed, the page
                cannot be had, or it does not hold the quotation.
        """
        from tenure.cite.hosts import split_address  # noqa: PLC0415 - on first use
        from tenure.cite.page import words_of  # noqa: PLC0415 - on first use

        split_address(address)
        if find_never_kept(address):
            raise CitationError("this address holds what must never be kept", code="never_kept")
        try:
            got = Call(lambda: self._got(address, ""), seconds=self._seconds).result()
        except TimeoutError:
            got = _Got(problem=TOO_SLOW)
        if got.page is None or got.problem:
            raise CitationError("this page cannot be cited now", code=got.problem, hint=_hint(got.problem))
        words = words_of(got.page.body, got.page.content_type, got.page.charset)
        quote = self._quotes.checked(options.get("quote", ""), words)
        return self._cited(address, got.page, words, quote, scope=place.scope, now=now)

    def _cited(
        self, address: str, page: Fetched, words: list[str], quote: Sequence[str], *, scope: Scope, now: datetime
    ) -> Cited:
        etag = "" if find_never_kept(page.etag) else page.etag
        details = {"content": self._content(words), "etag": etag} | self._quotes.details(quote)
        citation = Citation(
            scheme=self.scheme,
            address=address,
            seen_at=now,
            origin=Origin(channel=Channel.DOCUMENT, principal=urlsplit(address).hostname or ""),
            trust=Trust.EXTERNAL,
            details=tuple(sorted((name, value) for name, value in details.items() if value)),
        )
        return Cited(citation=citation, passage=" ".join(quote or words), scope=scope)

    def validate(self, citation: Citation, *, claim: Claim, place: Place, now: datetime) -> Validation:  # noqa: ARG002 - the contract's arguments
        """Judge a citation by the page as it is now, if pages may be asked for now."""
        if not place.asks_away:
            return Validation(outcome=Outcome.UNVERIFIED, checked_at=now, reason=NOT_ASKED)
        outcome, reason, where = self._judged(citation)
        return Validation(outcome=outcome, checked_at=now, reason=reason, place=where)

    def renewed(self, citation: Citation, *, claim: Claim, place: Place, now: datetime) -> Citation | None:
        """Give the citation with the address to which the page moved for good; None if it did not move."""
        found = self.validate(citation, claim=claim, place=place, now=now)
        if found.outcome is not Outcome.MOVED or found.place is None:
            return None
        details = {**dict(citation.details), "page": found.place}
        return replace(citation, seen_at=now, details=tuple(sorted(details.items())))

    def fresh(self, citation: Citation, *, claim: Claim, place: Place, now: datetime) -> Fresh:
        """Give what the page says now in the place of the claim, if it says it with another value.

        Raises:
            CitationError: The page cannot be had.
        """
        page, words = self._now(citation)
        if page.status in _GONE:
            return Fresh()
        return fresh_of(
            citation,
            claim,
            words,
            lambda quote: self._cited(page.address, page, words, quote, scope=place.scope, now=now),
        )

    def passage(self, citation: Citation, *, claim: Claim, place: Place, now: datetime) -> tuple[str, ...]:  # noqa: ARG002 - the contract's arguments
        """Give the quoted words as they are on the page now, or what stands in their place; nothing if neither does."""
        try:
            return self._quotes.passage(citation, claim, self._now(citation)[1])
        except CitationError:
            return ()

    def _now(self, citation: Citation) -> tuple[Fetched, list[str]]:
        from tenure.cite.page import words_of  # noqa: PLC0415 - on first use

        got = self._got(_address_of(citation), "")
        if got.page is not None and got.page.status in _GONE:
            return got.page, []
        if got.page is None or got.problem:
            raise CitationError("this page cannot be had now", code=got.problem)
        return got.page, words_of(got.page.body, got.page.content_type, got.page.charset)

    def _judged(self, citation: Citation) -> tuple[Outcome, str, str | None]:
        from tenure.cite.page import words_of  # noqa: PLC0415 - on first use

        etag, address = str(citation.detail("etag") or ""), _address_of(citation)
        got = self._got(address, etag)
        page = got.page
        if page is not None and page.status == 304 and etag and not page.is_redirected:  # it was asked for
            return Outcome.VERIFIED, "the page did not change", address
        if page is not None and page.status in _GONE:
            return Outcome.GONE, "the page is no longer there", None
        if page is None or got.problem:
            return Outcome.UNVERIFIED, got.problem, None
        try:
            words = words_of(page.body, page.content_type, page.charset)
        except CitationError as error:  # a PDF that cannot be read
            return Outcome.UNVERIFIED, error.code, None
        where = None if find_never_kept(page.address) else page.address  # a redirect may sign its target
        is_same = self._content(words) == citation.detail("content")
        if is_same or self._quotes.holds(citation, words):
            outcome = Outcome.MOVED if page.is_moved else Outcome.VERIFIED
            return outcome, "" if is_same else "the quotation is still there; the rest differs", where
        if page.is_redirected and not page.is_moved:  # a page to sign in, or one for errors, says nothing of the page
            return Outcome.UNVERIFIED, "redirected", None
        what = "content differs" if citation.detail("quote") is None else "quotation is no longer there"
        return Outcome.CHANGED, f"the {what}", where

    def _got(self, address: str, etag: str) -> _Got:
        """Ask for a page, if its host and its robots.txt allow it."""
        from tenure.cite.page import can_be_read  # noqa: PLC0415 - on first use

        begun = time.monotonic()
        forbidden = self._robots.forbids(address, begun)
        if forbidden:
            return _Got(problem=forbidden)
        page = self._fetcher().fetch(address, etag=etag, accept=_ACCEPT, begun=begun, may_follow=self._robots.forbids)
        if page.problem or page.status in {304, *_GONE}:
            return _Got(problem=page.problem or f"status_{page.status}", page=page)
        if page.status != 200:
            return _Got(problem=f"status_{page.status}")
        return _Got(page=page, problem="" if can_be_read(page.content_type) else "bad_content_type")

    def _content(self, words: list[str]) -> str:
        return self._digest("web.content", " ".join(words).encode("utf-8", "surrogatepass"))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Got:
    problem: str = ""
    page: Fetched | None = None


class _Robots:
    """What the hosts allow us to ask for; each host's file is fetched under the same bounds as a page (RFC 9309)."""

    def __init__(self, fetcher: Callable[[], Fetching]) -> None:
        self._fetcher = fetcher
        self._lock = Lock()
        free_in_children(self)
        self._known: OrderedDict[str, tuple[float, str]] = OrderedDict()

    def forbids(self, address: str, begun: float) -> str:
        """Give why an address may not be asked for: a code, or empty."""
        from tenure.cite.robots import may_ask  # noqa: PLC0415 - on first use

        parts = urlsplit(address)
        if not self._fetcher().is_listed(parts):
            return "host_not_allowed"
        origin = f"{parts.scheme}://{parts.netloc}"
        with self._lock:
            until, text = self._known.get(origin, (0.0, ""))
        if until < time.monotonic():
            got = self._fetcher().fetch(f"{origin}/robots.txt", accept="text/plain", begun=begun)
            if got.problem or got.status >= 500 or got.status < 200:
                return got.problem or "robots_unreachable"
            text = got.body.decode("utf-8", "replace") if got.status == 200 else ""
            self._keep(origin, text)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        return "" if may_ask(text, path, agent=AGENT) else "robots"

    def _keep(self, origin: str, text: str) -> None:
        with self._lock:
            self._known[origin] = (time.monotonic() + ROBOTS_SECONDS, text)
            while len(self._known) > HOSTS_MAX:
                self._known.popitem(last=False)


def _address_of(citation: Citation) -> str:
    """Give where a page is asked for: where it moved to for good, else where it was cited."""
    return str(citation.detail("page") or citation.address)


def _hint(problem: str) -> str:
    if problem == "host_not_allowed":
        return "A person allows a host: `web_hosts` in the policy, set with `tenure policy set FILE`."
    return "Cite another source, or propose without one: a person is asked."
