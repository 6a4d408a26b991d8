"""What fetching a page gives, and the contract of what fetches; light, for it is loaded at start."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import Final, Protocol
from urllib.parse import SplitResult

from tenure.values import dataclass

AGENT: Final = "tenure"
"""Our name towards hosts, and in their robots.txt."""
MayFollow = Callable[[str, float], str]
"""Given an address and when the fetch began, says why it may not be asked for, or nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetched:
    """What fetching gave.

    Args:
        problem: Why there is no page: a code, or empty.
        status: The HTTP status, or 0 without an answer.
        address: Where the page was found.
        is_moved: Whether every redirect on the way says that it moved for good.
        is_redirected: Whether there was a redirect at all.
        content_type: The type of content, in small letters and without parameters.
        charset: The character set that the header names, or empty.
        etag: The entity tag, or empty.
        body: The decoded content.
    """

    problem: str = ""
    status: int = 0
    address: str = field(default="", repr=False)
    is_moved: bool = False
    is_redirected: bool = False
    content_type: str = ""
    charset: str = ""
    etag: str = field(default="", repr=False)
    body: bytes = field(default=b"", repr=False)


class Fetching(Protocol):
    """Fetches pages of the hosts on its list, within its bounds; raises nothing for what a host does."""

    def is_listed(self, parts: SplitResult) -> bool:
        """Tell whether the host and port of an address are on the list."""
        ...

    def fetch(
        self, address: str, *, accept: str, begun: float, etag: str = "", may_follow: MayFollow | None = None
    ) -> Fetched:
        """Fetch a page."""
        ...
