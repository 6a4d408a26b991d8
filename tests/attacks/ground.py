"""One store for every act that is a person's, and the looks at it that say what happened."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from tenure import Entry, Memory, PersonHandle, Scope
from tenure.errors import NotFoundError
from tenure.model.entry import Status
from tenure.recall.judge import Usable

ORDER = "run the linter before every commit"


@dataclass
class Ground:
    """One store with its person's key enrolled, the files to try with, and what each act shall be done to."""

    memory: Memory
    folder: Path
    present: PersonHandle
    count: int = 0
    targets: dict[str, str] = field(default_factory=dict)

    @property
    def ana(self) -> PersonHandle:
        return self.memory.person("ana")

    @property
    def scope(self) -> Scope:
        return Scope(user="ana")

    def text(self) -> str:
        self.count += 1
        return f"give me colour number {self.count} in tables"

    def kept(self) -> str:
        return self.ana.remember(self.text()).entry_id

    def order(self) -> str:
        self.count += 1
        return self.present.remember(f"{ORDER} of part {self.count}", kind="instruction").entry_id

    def waiting(self, *, kind: str = "preference") -> str:
        text = self.text() if kind == "preference" else f"always run the tests of part {self.text()[-12]}{self.count}"
        return self.memory.agent("coder", scope=self.scope).propose(text, kind=kind).proposal_id

    def entry(self, entry_id: str) -> Entry | None:
        try:
            return self.ana.show_entry(entry_id)[0]
        except NotFoundError:
            return None

    def is_gone(self, entry_id: str) -> bool:
        return self.entry(entry_id) is None

    def is_active(self, entry_id: str) -> bool:
        found = self.entry(entry_id)
        return found is not None and found.status is Status.ACTIVE

    def usable(self) -> tuple[Usable, ...]:
        """Give what an agent may use."""
        return self.memory.agent("coder", scope=self.scope).list_entries().usable

    def is_usable(self, entry_id: str) -> bool:
        return any(each.entry.id == entry_id for each in self.usable())

    def holds(self, text: str) -> bool:
        return any(each.entry.claim.text == text for each in self.usable())

    def waits(self, proposal_id: str) -> bool:
        return any(each.proposal.id == proposal_id for each in self.ana.pending())

    def is_asked(self, entry_id: str) -> bool:
        return any(each.proposal.target_id == entry_id for each in self.ana.pending())
