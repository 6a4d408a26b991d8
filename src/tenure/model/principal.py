"""Who acts, through which channel something came, and how far it is trusted."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum, StrEnum

from tenure.values import dataclass


class Channel(StrEnum):
    """How something reached Tenure; stamped by the host at the time, never by text (R30)."""

    USER = "user"
    AGENT = "agent"
    TOOL = "tool"
    DOCUMENT = "document"
    CODE = "code"


class Trust(IntEnum):
    """How far a source is trusted, lowest first; it rises only by a person's approval (R30)."""

    EXTERNAL = 0
    AGENT_INFERRED = 1
    USER_STATED = 2
    USER_APPROVED = 3


class Strength(StrEnum):
    """How strongly a person's approval is bound to the person (R33)."""

    PRESENT = "present"
    TERMINAL = "terminal"
    CLIENT = "client"
    HOST = "host"

    @property
    def rank(self) -> int:
        """Its place in the order; *client* and *host* are of one rank, *present* is the highest."""
        return _RANKS[self]


_RANKS = {Strength.PRESENT: 3, Strength.TERMINAL: 2, Strength.CLIENT: 1, Strength.HOST: 1}


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where something came from: the channel and the principal behind it (a person's, agent's or tool's id)."""

    channel: Channel
    principal: str


TRUST_OF_CHANNEL = {
    Channel.USER: Trust.USER_STATED,
    Channel.AGENT: Trust.AGENT_INFERRED,
    Channel.TOOL: Trust.EXTERNAL,
    Channel.DOCUMENT: Trust.EXTERNAL,
    Channel.CODE: Trust.EXTERNAL,
}


def lowest_trust(trusts: Iterable[Trust]) -> Trust:
    """Give the minimum over all recorded ancestors; of none it is *external*, the safe end (R30)."""
    return min(trusts, default=Trust.EXTERNAL)
