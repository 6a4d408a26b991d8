"""The operator's handle: sweeps, checks, the ledger, the clock and the policy; it reads no claim."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from tenure.cite.git import RepositoryRecord
from tenure.errors import NotAllowedError, NotFoundError, RequestError, StoreUnavailableError
from tenure.memory.arguments import LEDGER_LINES_MAX, LEDGER_SEQUENCE_MAX, holds_secret, to_count, to_folder, to_id
from tenure.memory.checked import checked
from tenure.memory.settings import OWNER, POLICY, read_setting, write_setting
from tenure.memory.wired import Wired
from tenure.model.event import Event
from tenure.model.principal import Channel, Origin, Strength
from tenure.model.receipt import Receipt
from tenure.model.scope import Scope
from tenure.policy.load import dump, sound
from tenure.policy.local import LocalSettings
from tenure.policy.policy import Policy
from tenure.store.records import Change, Finding, LedgerLine

if TYPE_CHECKING:  # loads on first use: what only looks at the store pays for none
    from tenure.lifecycle.sweep import Swept
    from tenure.memory.examine import Examined
    from tenure.memory.person import PersonHandle
    from tenure.memory.places import RepositoryPlace
    from tenure.write.vectors import Embedded

StoreFinding: TypeAlias = Finding
"""One thing that an audit of the store found, as faces name it."""


@checked
class OperatorHandle:
    """What keeps a store sound; nothing here shows what an entry says."""

    def __init__(self, wired: Wired, scope: Scope) -> None:
        self._wired = wired
        self._own = scope
        self._person = str(scope.user)

    def __repr__(self) -> str:
        """Give the role and the scope."""
        return f"<OperatorHandle in {self._own}>"

    @property
    def policy(self) -> Policy:
        """The policy in force."""
        return self._wired.policy

    def own(self) -> None:
        """Become the owner of a store that has none: the person for whom the command line acts.

        Raises:
            NotAllowedError: It has an owner already.
            ConflictError: It got one meanwhile.
        """
        if read_setting(OWNER, entries=self._wired.entries) is not None:
            raise NotAllowedError("this store has an owner already", code="owned", hint="See `tenure doctor`.")
        entries, now = self._wired.entries, self._wired.now()
        write_setting(OWNER, self._person, person=self._person, entries=entries, now=now, is_first=True)

    def set_policy(self, policy: Policy, *, by: PersonHandle) -> tuple[str, ...]:
        """Put a policy in force, here and for every later opening.

        Args:
            policy: The new policy.
            by: The person; anything looser than before needs their *present* strength (R37).

        Returns:
            The settings that became looser.

        Raises:
            NotAllowedError: It loosens something and the person is not *present*.
            PolicyError: Something in it is wrong, or the embedder that it names is not here.
        """
        from tenure.policy.tighten import is_looser  # noqa: PLC0415 - loads on first use

        policy = sound(policy)
        looser = is_looser(policy, self._wired.policy)
        if looser and by.strength is not Strength.PRESENT:
            raise NotAllowedError(
                f"this loosens: {', '.join(looser)}",
                code="loosening",
                hint="Unlock your key first: loosening needs it.",
            )
        self._wired.meaning_of(policy.embedder)  # a model that is not there is told before it is in force
        write_setting(POLICY, dump(policy), person=by.id, entries=self._wired.entries, now=self._wired.now())
        self._wired.policy = policy
        return looser

    def sweep(self) -> Swept:
        """Erase what is past its end and grace; after a leap of the clock nothing is erased (R23)."""
        from tenure.memory.sweeper import sweep_once  # noqa: PLC0415 - loads on first use

        return sweep_once(self._wired)

    def embed(self, *, limit: int | None = None) -> Embedded:
        """Give entries the vector of the embedder in force that they lack; until then words alone find them.

        Args:
            limit: How many at most; all if omitted. A sweep does some of it each time.
        """
        from tenure.write.vectors import Embedded, embed_lacking  # noqa: PLC0415 - loads on first use

        meaning = self._wired.meaning
        most = None if limit is None else to_count(limit, name="limit", most=LEDGER_LINES_MAX)
        now = self._wired.now()
        if meaning is None:
            return Embedded()
        return embed_lacking(
            entries=self._wired.entries, policy=self._wired.policy, now=now, meaning=meaning, most=most
        )

    def finish_erasures(self) -> tuple[Receipt, ...]:
        """Go on with erasures that are pending and give their receipts as they are now."""
        from tenure.lifecycle import receipts  # noqa: PLC0415 - as above

        return receipts.finish(
            (self._own,), entries=self._wired.entries, ledger=self._wired.ledger, now=self._wired.now()
        )

    def backup(self, target: str | os.PathLike[str]) -> Path:
        """Copy the store as it is now into one new file, while it goes on being used; give the file (R28).

        The copy is sealed, holds no key and no scratch, and opens with nothing but the key folder. It must not lie in
        the same backup as the key folder: together they open what was forgotten since.

        Args:
            target: A new file, or a folder in which one is made.

        Raises:
            StoreUnavailableError: It cannot be written.
            RequestError: It is there already (``backup_exists``), would lie among the keys, or its name holds a secret.
        """
        now = self._wired.now()
        file = to_folder(target)
        if holds_secret(file.name):
            raise RequestError("the file's name holds a secret", code="bad_target", hint="Name it otherwise.")
        if file.is_dir():
            file /= f"tenure-{now:%Y%m%d-%H%M%S}.backup"
        if self._wired.keys is not None and self._wired.keys.resolve() in file.resolve().parents:
            raise RequestError(
                "a backup may not lie among the keys", code="backup_in_keys", hint="Name another folder."
            )
        self._wired.flush_uses()
        self._wired.ledger.copy_to(file)
        actor = Origin(channel=Channel.USER, principal=self._person)
        event = Event(at=now, actor=actor, verb="backup", rule="R28", code="made")
        with suppress(StoreUnavailableError):  # of a folder that can only be read a copy is as good
            self._wired.entries.commit(Change(now=now, events=(event,)))
        return file

    def ledger(self, *, after: int = 0, limit: int = 1000) -> tuple[LedgerLine, ...]:
        """Give lines of the whole ledger, ids of everybody's among them; at most `LEDGER_LINES_MAX`, oldest first.

        A person sees their own by `PersonHandle.ledger`.
        """
        return self._wired.ledger.lines(
            after=to_count(after, name="after", least=0, most=LEDGER_SEQUENCE_MAX),
            limit=to_count(limit, name="limit", most=LEDGER_LINES_MAX),
        )

    def check(self, *, against: str = "") -> tuple[Finding, ...]:
        """Audit the store: seals, commitments, chain and head, keys; an empty answer is a sound store.

        Args:
            against: Anchors of the ledger (`anchor`) kept elsewhere, a line each: a store that was put back to before
                one of them, data and keys together, is told.

        Raises:
            RequestError: ``against`` holds no anchors.
        """
        from tenure.model.anchor import read_anchors  # noqa: PLC0415 - as above

        return self._wired.ledger.check(read_anchors(against) if against else ())

    def anchor(self) -> str:
        """Give the head of the ledger as one line, to be printed or kept where this account does not write (R36).

        Raises:
            NotFoundError: The ledger is empty.
        """
        found = self._wired.ledger.anchor()
        if found is None:
            raise NotFoundError("the ledger is empty", hint="Do something first.")
        return found.text()

    def examine(self) -> tuple[Examined, ...]:
        """Look at keys, folders, policy, clock, every record and the ledger, and say of each how it is."""
        from tenure.memory.examine import examine  # noqa: PLC0415 - as above

        return examine(self._wired, self._person)

    def settings_at(self, path: Path) -> LocalSettings | None:
        """Say what the ``tenure.toml`` at the root of a folder's working tree does, setting by setting (R37).

        Returns:
            None if there is no such file, or the folder is in no repository that is known.
        """
        self._wired.now()  # a closed memory says so
        return self._wired.settings_at(path)

    def knows_repository(self, path: Path) -> bool:
        """Tell whether the repository of a folder is known already; true where there is none.

        Raises:
            CitationError: Its repository may not be read.
        """
        return self._wired.repositories.knows(path)

    def repository_at(self, path: Path) -> RepositoryPlace:
        """Say which repository a folder belongs to, and which known ones it may be a copy of; nothing is written.

        Raises:
            CitationError: Its repository may not be read.
        """
        from tenure.memory.places import repository_at  # noqa: PLC0415 - as above

        return repository_at(self._wired, path)

    def adopt(self, path: Path, repository_id: str) -> RepositoryRecord:
        """Let the repository at ``path`` be a known one, for a person said so: it shares that one's entries (R15).

        Raises:
            NotFoundError: No repository of that id is known.
            CitationError: There is no repository at ``path``, or it may not be read.
        """
        actor = Origin(channel=Channel.USER, principal=self._person)
        from tenure.memory.places import adopt  # noqa: PLC0415 - as above

        return adopt(self._wired, path, to_id(repository_id, name="repository"), by=actor)

    def confirm_clock(self) -> None:
        """Say that a leap of the clock ahead is right: the store's mark moves, and sweeps erase again (R23)."""
        now = self._wired.now()
        actor = Origin(channel=Channel.USER, principal=self._person)
        event = Event(at=now, actor=actor, verb="confirm_clock", rule="R23")
        self._wired.entries.commit(Change(now=now, events=(event,)))
