"""A person as a program knows them: their id, how surely it is they, and what lies within their reach."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from tenure.cite.validator import Cited, Place
from tenure.errors import NotAllowedError, NotFoundError
from tenure.lifecycle import gather
from tenure.memory.arguments import absent, to_id, to_options
from tenure.memory.checked import checked
from tenure.memory.settings import SETTINGS_SCOPE
from tenure.memory.wired import Wired
from tenure.model.entry import Entry
from tenure.model.event import Event
from tenure.model.grant import FormerKey, Person
from tenure.model.principal import Channel, Origin, Strength
from tenure.model.scope import Scope
from tenure.recall import outcomes
from tenure.store.records import Change
from tenure.values import dataclass
from tenure.vault import present
from tenure.write.consent import Act, Sign

NOT_YOURS: Final = "there is no such entry of yours"


@dataclass(frozen=True, slots=True, kw_only=True)
class EnrolledKey:
    """The public side of a *present* key: its public half (hex), since when, and how many it replaced."""

    public_key: str
    enrolled_at: datetime | None
    replaced: int


@checked
class Presence:
    """The ground of a person's handle.

    Args:
        wired: The parts behind the handles.
        scope: The scope that names the person and nothing else.
        strength: How the program knows that it is the person.
        at: The working tree in which the person stands, or None.
    """

    def __init__(self, wired: Wired, scope: Scope, strength: Strength, at: Path | None) -> None:
        self._wired = wired
        self._own = scope
        self._strength = strength
        self._at = at
        self._sign: Sign | None = None

    def __repr__(self) -> str:
        """Give the role, the scope and the strength."""
        return f"<{type(self).__name__} in {self._own}, {self.strength.value}>"

    @property
    def id(self) -> str:
        """The person's id."""
        return str(self._own.user)

    @property
    def strength(self) -> Strength:
        """How strongly what this handle decides is bound to the person."""
        return self._strength

    @property
    def has_key(self) -> bool:
        """Whether a *present* key is enrolled for this person."""
        known = self._person()
        return known is not None and bool(known.sealed_key)

    def key(self) -> EnrolledKey | None:
        """Give what may be known of this person's *present* key, or None if there is none."""
        known = self._person()
        if known is None or not known.sealed_key:
            return None
        return EnrolledKey(public_key=known.public_key, enrolled_at=known.enrolled_at, replaced=len(known.former_keys))

    def scopes(self) -> tuple[Scope, ...]:
        """Give the scopes in which this person decides: their own, and those that name no user."""
        found = gather.scopes_of(self.id, entries=self._wired.entries)
        return tuple(scope for scope in found if scope != SETTINGS_SCOPE)

    def enrol(self, passphrase: str) -> str:
        """Make this person's *present* key, sealed by a passphrase; give its public half (hex).

        Raises:
            NotAllowedError: There is one already: replacing it needs `unlock` with the old passphrase first.
        """
        now = self._wired.now()
        known = self._person()
        if known is not None and known.public_key and self._sign is None:
            raise NotAllowedError(
                "a key is enrolled for this person", code="key_enrolled", hint="Unlock it first, then enrol anew."
            )
        public_key, sealed = present.enrol(passphrase)
        record = Person(
            id=self.id,
            public_key=public_key,
            sealed_key=sealed,
            enrolled_at=now,
            former_keys=() if known is None else (*known.former_keys, *_replaced(known, now)),
            version=1 if known is None else known.version + 1,
        )
        event = Event(at=now, actor=self._origin(), verb="enrol", rule="R33", code="present")
        self._wired.entries.commit(Change(now=now, put=(record,), events=(event,)))
        self.unlock(passphrase)
        return public_key

    def unlock(self, passphrase: str) -> None:
        """Prove to be present: until this handle is dropped, what it decides is signed.

        Raises:
            NotFoundError: No key is enrolled.
            NotAllowedError: The passphrase does not open it.
        """
        known = self._person()
        if known is None or not known.sealed_key:
            raise NotFoundError("no key is enrolled for this person", hint="Enrol one: `tenure keys enrol`.")
        signer = present.unlock(known.sealed_key, passphrase)
        self._sign = lambda message: (signer.sign(message), signer.key_id)
        self._strength = Strength.PRESENT

    def _act(self, now: datetime) -> Act:
        """Give what this person does at this instant, as strongly as this handle is theirs."""
        return Act(person=self.id, strength=self._strength, policy=self._wired.policy, now=now, sign=self._sign)

    def _entry(self, entry_id: str) -> Entry:
        wanted = to_id(entry_id)
        own = dict.fromkeys(self.scopes())
        own |= dict.fromkeys(scope for scope, each in self._wired.entries.concerning(self.id) if each == wanted)
        found = self._wired.entries.read(tuple(own), (wanted,))
        if not found or not isinstance(found[0], Entry):
            raise absent(wanted, NOT_YOURS)
        return found[0]

    def _has_held(self, entry: Entry, has_held: bool, now: datetime) -> None:
        """Gather that this person's answer showed an entry to hold, or not (R13)."""
        self._wired.uses.note_checked(outcomes.answered(entry, has_held=has_held), at=now)

    def _cite(
        self,
        because: str | Sequence[str],
        scope: Scope,
        check: str | None,
        now: datetime,
        *,
        quote: str | None = None,
    ) -> tuple[Cited, ...]:
        addresses = (because,) if isinstance(because, str) else tuple(because)
        options = to_options(check=check, quote=quote)
        cited: list[Cited] = []
        for address in addresses:
            scheme, rest = self._wired.registry.parse(address)
            validator = self._wired.registry.for_scheme(scheme)
            cited.append(validator.cite(rest, place=self._place(scope), now=now, options=options))
        return tuple(cited)

    def _place(self, scope: Scope) -> Place:
        return self._wired.place(scope, self._at)

    def _person(self) -> Person | None:
        held = self._wired.entries.held(Person, (self._own,))
        return held[-1] if held else None

    def _origin(self) -> Origin:
        return Origin(channel=Channel.USER, principal=self.id)


def _replaced(known: Person, now: datetime) -> tuple[FormerKey, ...]:
    return (FormerKey(public_key=known.public_key, until=now),) if known.public_key else ()
