"""Whose pages may be asked for at all: what an address must look like, and which addresses are of the open network."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable, Sequence
from typing import Final
from urllib.parse import SplitResult, urlsplit

from tenure.errors import CitationError

PORTS: Final = {"https": 443, "http": 80}

Resolve = Callable[[str, int], Sequence[str]]
"""Gives the addresses of a host."""


def split_address(address: str) -> SplitResult:
    """Give the parts of a page's address.

    Raises:
        CitationError: It is no plain ``http`` or ``https`` address: it holds a user, a password or odd characters.
    """
    try:
        parts = urlsplit(address)
        host, is_ported = parts.hostname or "", parts.port != 0
    except ValueError:
        raise _bad_address() from None
    is_plain = address.isascii() and not any(character.isspace() or character in '\\<>"' for character in address)
    is_known = parts.scheme in PORTS and bool(host) and is_ported
    if not is_plain or not is_known or parts.username is not None or parts.password is not None:
        raise _bad_address()
    return parts


def public_addresses(host: str, port: int) -> Sequence[str]:
    """Resolve a host by the system's own resolver."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(str(each[4][0]) for each in found))


def is_public(address: str) -> bool:
    """Tell whether an IP address is one of the open network, whatever it is wrapped in."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address):
        number = int(found)
        wrapped = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)
        if number >> 80 == 0x0064_FF9B_0001:  # NAT64 of one's own network (RFC 8215)
            return False
        if number >> 32 in {0x0064_FF9B << 64, 0}:  # NAT64 (RFC 6052), IPv4-compatible
            wrapped = ipaddress.IPv4Address(number & 0xFFFF_FFFF)
        if wrapped is not None and not is_public(str(wrapped)):
            return False
    return found.is_global and not found.is_multicast and not found.is_reserved


def _bad_address() -> CitationError:
    return CitationError(
        "this is no address of a page",
        code="bad_address",
        hint="Cite `https://host/path`, ASCII alone and without a user or a password.",
    )
