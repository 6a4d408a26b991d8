"""Fetches one page within bounds: allowed hosts, public addresses, size, time, redirects and types of content.

What holds for each request, redirects and ``robots.txt`` among them (RFC 9110, RFC 9309):

1. the host and port are on the list; the scheme is ``https``, or ``http`` where the citation says so;
2. every address that the name resolves to is public, and the address so checked is the one connected to; over
   ``https`` its certificate is of that host and trusted by this machine;
3. no cookie, no credential, no proxy, no referrer is sent, and none is taken from the environment;
4. at most `REDIRECTS_MAX` redirects, never from ``https`` to ``http``;
5. at most 2 MB as sent and as decoded, and exactly as many as the header says;
6. it is over when the time is over, whatever drips in: the connection is cut then.
"""

from __future__ import annotations

import http.client
import ssl
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final
from urllib.parse import SplitResult, urljoin

from tenure.cite.connection import Connection, asked
from tenure.cite.fetched import Fetched, MayFollow
from tenure.cite.hosts import PORTS, Resolve, is_public, public_addresses, split_address
from tenure.errors import CitationError

REDIRECTS_MAX: Final = 5
_PERMANENT: Final = frozenset({301, 308})


class Fetcher:
    """Fetches pages of allowed hosts.

    Args:
        hosts: Gives the list: ``host``, ``.domain`` for all below it, either with ``:port`` for another port.
        seconds: The time for one page with all that it takes.
        resolve: Gives a host's addresses; the system's resolver.
        is_allowed: Which addresses may be connected to; public ones. Tests alone pass another.
    """

    def __init__(
        self,
        hosts: Callable[[], Sequence[str]],
        *,
        seconds: float,
        resolve: Resolve = public_addresses,
        is_allowed: Callable[[str], bool] = is_public,
    ) -> None:
        self._hosts = hosts
        self._seconds = seconds
        self._resolve = resolve
        self._is_allowed = is_allowed

    def is_listed(self, parts: SplitResult) -> bool:
        """Tell whether the host and port of an address are on the list."""
        usual = PORTS.get(parts.scheme)
        try:
            host, port = (parts.hostname or "").rstrip("."), parts.port or usual
        except ValueError:  # no such port: a host may redirect to anything
            return False
        names = [host, *(host[place:] for place, character in enumerate(host) if character == ".")]
        listed = frozenset(self._hosts())
        return any((name if port == usual else f"{name}:{port}") in listed for name in names)

    def fetch(
        self, address: str, *, accept: str, begun: float, etag: str = "", may_follow: MayFollow | None = None
    ) -> Fetched:
        """Fetch a page; whatever happens is told in the answer.

        Args:
            address: The address.
            etag: Of the page as it was cited: status 304 then says that it did not change.
            accept: The types of content that are wanted.
            begun: When what this belongs to began (`time.monotonic`).
            may_follow: Says why the target of a redirect may not be asked for, or nothing.
        """
        until = begun + self._seconds
        is_moved, seen = True, [address]
        while True:
            got, target = self._one(address, etag=etag, accept=accept, until=until)
            if not target:
                is_redirected = len(seen) > 1
                return replace(got, address=address, is_moved=is_moved and is_redirected, is_redirected=is_redirected)
            is_moved = is_moved and got.status in _PERMANENT
            try:
                following = urljoin(address, target).partition("#")[0]
            except ValueError:
                return Fetched(problem="bad_address", status=got.status)
            if address.startswith("https:") and not following.startswith("https:"):
                return Fetched(problem="redirects_to_plain", status=got.status)
            if len(seen) > REDIRECTS_MAX or following in seen:
                return Fetched(problem="too_many_redirects", status=got.status)
            problem = may_follow(following, begun) if may_follow else ""
            if problem:
                return Fetched(problem=problem, status=got.status)
            address, etag = following, ""
            seen.append(address)

    def _one(self, address: str, *, etag: str, accept: str, until: float) -> tuple[Fetched, str]:
        """Make one request; give what came, and where it redirects to."""
        try:
            parts = split_address(address)
        except CitationError as error:
            return Fetched(problem=error.code), ""
        if not self.is_listed(parts):  # 1
            return Fetched(problem="host_not_allowed"), ""
        port = parts.port or PORTS[parts.scheme]
        try:
            addresses = self._resolve(parts.hostname or "", port)
        except (OSError, UnicodeError):
            return Fetched(problem="unreachable"), ""
        if not addresses or not all(map(self._is_allowed, addresses)):  # 2
            return Fetched(problem="private_address"), ""
        left = until - time.monotonic()
        if left <= 0:
            return Fetched(problem="too_slow"), ""
        connection = Connection(parts, addresses, port, seconds=left)
        cut = threading.Timer(left, connection.cut)  # 6
        cut.daemon = True
        cut.start()
        try:
            answer = asked(connection, parts, etag=etag, accept=accept)
            # What was cut may look like a page that ends here.
            return (Fetched(problem="too_slow"), "") if connection.is_cut else answer
        except ssl.SSLCertVerificationError:
            return Fetched(problem="bad_certificate"), ""
        except (OSError, http.client.HTTPException, ValueError):
            return Fetched(problem="too_slow" if time.monotonic() >= until else "unreachable"), ""
        finally:
            cut.cancel()
            connection.close()
