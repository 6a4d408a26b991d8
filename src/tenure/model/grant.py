"""A person's consent: to a category (grant) or to one entry's exact bytes (approval)."""

from __future__ import annotations

from dataclasses import field
from datetime import datetime, timedelta

from tenure.model.claim import Kind
from tenure.model.principal import Strength
from tenure.model.scope import Scope
from tenure.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    """Standing permission for one category; revoking it makes what only it authorised unavailable (R05).

    Args:
        id: ``grant_...``.
        person: Who gave it.
        kind: *preference* (own words, one contiguous span) or *code* (symbol or check at a trusted ref).
        scope: Where it holds; only entries visible there.
        longest: The longest life that it allows an entry.
        ends_at: When it stops admitting and stops authorising (UTC).
        granted_at: When it was given (UTC).
        strength: How strongly it was given.
        revoked_at: When it was taken back, or None.
        version: Raised by one at each change, starting at 1.
    """

    id: str
    person: str
    kind: Kind
    scope: Scope
    longest: timedelta
    ends_at: datetime
    granted_at: datetime
    strength: Strength
    revoked_at: datetime | None = None
    version: int = 1

    def is_in_force(self, now: datetime) -> bool:
        """Tell whether it authorises at ``now``; not at the second of its end or after it was revoked."""
        return self.revoked_at is None and now < self.ends_at


@dataclass(frozen=True, slots=True, kw_only=True)
class Approval:
    """Consent to exact bytes, once.

    Args:
        person: Who consented.
        at: When (UTC).
        strength: How strongly it is bound to the person.
        proposal_id: What was approved; used up by it.
        digest: SHA-256 (hex) over the canonical bytes that were shown, which are the bytes that are kept.
        signature: Ed25519 over ``digest`` and context (hex); empty unless *present*.
        key_id: Which enrolled key signed; empty unless *present*.
    """

    person: str
    at: datetime
    strength: Strength
    proposal_id: str
    digest: str
    signature: str = ""
    key_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormerKey:
    """A key that was replaced: what it signed until then stays signed.

    Args:
        public_key: Raw Ed25519 public key (hex).
        until: When it was replaced (UTC).
    """

    public_key: str
    until: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A person known to the store, with the public half of a *present* key if one was enrolled.

    Args:
        id: The person's id, as in scopes.
        public_key: Raw Ed25519 public key (hex), or empty.
        sealed_key: The private half, sealed by a passphrase (opaque text), or empty.
        enrolled_at: When the key was enrolled (UTC), or None.
        former_keys: The keys before it.
        version: Raised by one at each change, starting at 1.
    """

    id: str
    public_key: str = ""
    sealed_key: str = field(default="", repr=False)
    enrolled_at: datetime | None = None
    former_keys: tuple[FormerKey, ...] = ()
    version: int = 1

    def keys_at(self, at: datetime) -> tuple[str, ...]:
        """Give the public keys that may have signed at ``at``: the enrolled one, and those replaced since."""
        former = tuple(key.public_key for key in self.former_keys if at <= key.until)
        return (self.public_key, *former) if self.public_key else former
