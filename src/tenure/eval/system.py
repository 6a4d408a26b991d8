"""What a memory is asked to do when it is evaluated: a dozen short methods, any of which may be *not applicable*.

An adapter is a subclass of `System`. It overrides what its memory has and leaves the rest: a call that was not
overridden raises `NotApplicable`, the story ends there, and the report says *not applicable* and counts nothing but
what had gone wrong before. An adapter adds no rule that its memory does not have: what it hides, filters or checks
itself would be measured as the memory's own.

Only the standard library is imported here, so that an adapter can run in an environment that holds its memory alone.
"""

# ruff: noqa: ARG002 - what is not overridden uses nothing

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

STANCES: Final = ("answer", "ask", "abstain")


class NotApplicable(Exception):  # noqa: N818 - an answer of the adapter, not a fault
    """The memory has no such operation."""


class Scope(NamedTuple):
    """Whose memory is meant.

    Args:
        user: The person.
        project: What they work on; empty for all of it.
    """

    user: str
    project: str = ""


class Slot(NamedTuple):
    """What a claim is about and says of it, for memories that can be told; the text says the same in words.

    Args:
        entity: What it is about.
        attribute: What it says of it.
        value: The value.
        is_many: Whether values stand beside each other, as languages that somebody speaks; none replaces another.
    """

    entity: str
    attribute: str
    value: str
    is_many: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Lines of a file in a git repository, which a claim cites.

    Args:
        repository: The folder of the working tree.
        path: The file, relative to it.
        line: The first line, from 1.
        last_line: The last line.
        name: The constant whose value is claimed; empty if the claim is about the lines alone.
        value: The value that is claimed, as the code writes it.
    """

    repository: Path
    path: str
    line: int
    last_line: int
    name: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One entry as the memory hands it out.

    Args:
        id: The entry, as the memory names it.
        text: What it says.
        is_verified: Whether the memory says that it checked the entry against its source just now.
        confidence: How sure the memory says it is that this holds, from 0 to 1; None if it says nothing.
    """

    id: str
    text: str
    is_verified: bool = False
    confidence: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a question brings: what an agent would put into its prompt, and what the memory says of it as a whole.

    Args:
        found: What is handed out for use, best first. What is withheld is not among it.
        stance: `answer`, `ask` or `abstain`. Left out, for a memory that has no such word, it is `answer` if something
            was found, else `abstain`: what is handed out without a word counts as an answer.
        question: The text of the question for the person, where the stance is `ask`.

    Raises:
        ValueError: The stance is another word; the story fails, for nobody knows what the memory said.
    """

    found: Sequence[Found] = ()
    stance: str = ""
    question: str = ""

    def __post_init__(self) -> None:
        if not self.stance:
            object.__setattr__(self, "stance", "answer" if self.found else "abstain")
        if self.stance not in STANCES:
            raise ValueError(f"a stance is one of {', '.join(STANCES)}")


class System:
    """A memory under evaluation. Made by `NAME(folder)`: an empty memory whose files lie in that folder and below.

    Args:
        folder: An empty folder, the memory's alone.
        now: The first instant (UTC). A memory that reads the machine's clock ignores it.
    """

    name = ""
    """As it stands in the report."""
    versions: Sequence[str] = ()
    """Distributions whose versions belong in the report, the memory's own first."""

    def __init__(self, folder: Path, now: datetime) -> None:
        self.folder = folder
        self.now = now

    def turn(self, now: datetime) -> None:
        """Let it be another instant (UTC): later, or earlier as when a clock is set back.

        A memory whose clock cannot be set raises `NotApplicable`, unless its lifetimes can be shortened so that
        waiting a second shows the same.
        """
        raise NotApplicable

    def tell(
        self,
        text: str,
        scope: Scope,
        *,
        kind: str = "fact",
        slot: Slot | None = None,
        expires_at: datetime | None = None,
    ) -> str | None:
        """Keep what the person says and wants kept.

        Args:
            text: Their words.
            scope: Whose.
            kind: `fact`, `preference` or `instruction`.
            slot: The same as a slot. A later one with another value replaces the earlier, if the memory can do so.
            expires_at: When it must no longer be used; the memory's own default if None.

        Returns:
            The entry's id, or None if the memory refused it.
        """
        raise NotApplicable

    def say(self, text: str, scope: Scope, *, slot: Slot | None = None) -> None:
        """Let the person say something in passing, which nobody asked to keep."""
        raise NotApplicable

    def propose(
        self,
        text: str,
        scope: Scope,
        *,
        origin: str,
        read: str = "",
        kind: str = "fact",
        slot: Slot | None = None,
        of: Sequence[str] = (),
        place: Place | None = None,
    ) -> str | None:
        """Let the agent try to keep something, as a tool of the memory lets an agent do; nobody approves it.

        Args:
            text: The agent's words.
            scope: Whose.
            origin: Where it has it from: `tool`, `page`, `file`, `summary`, `code`, `entries` or `itself`.
            read: What the agent read there.
            kind: `fact`, `preference` or `instruction`.
            slot: The same as a slot.
            of: Ids of the entries that it was concluded from.
            place: For `code`: the lines that it cites.

        Returns:
            The id of the entry if it can be used from now on, or None if it was refused or waits for a person.
        """
        raise NotApplicable

    def approve(self, text: str, scope: Scope) -> str | None:
        """Let the person allow what was last proposed in these words; None if the memory refuses it even so."""
        raise NotApplicable

    def recall(self, question: str, scope: Scope, *, limit: int = 8) -> Answer:
        """Give what the agent may use for a question."""
        raise NotApplicable

    def walk(self, question: str, scope: Scope, *, limit: int = 8) -> Answer:
        """Give what the agent may use for a question that goes from one fact to the next; `recall` by default."""
        return self.recall(question, scope, limit=limit)

    def listed(self, scope: Scope) -> Sequence[Found]:
        """Give what stands at hand without a question, or all that the memory lists for this scope to an agent."""
        raise NotApplicable

    def get(self, entry_id: str, scope: Scope) -> Found | None:
        """Give one entry by its id as an agent of this scope sees it, or None."""
        raise NotApplicable

    def correct(self, entry_id: str, text: str, scope: Scope, *, slot: Slot | None = None) -> str | None:
        """Let the person put a right text in the place of a wrong one; give the id of what stands now."""
        raise NotApplicable

    def forget(self, entry_id: str, scope: Scope) -> None:
        """Erase one entry for its person, everywhere that the memory keeps it."""
        raise NotApplicable

    def forget_person(self, user: str) -> None:
        """Erase all that is kept of one person."""
        raise NotApplicable

    def note(self, text: str, scope: Scope, *, task: str) -> str | None:
        """Keep something for one task, which is opened by its first note; give its id, or None if it was refused."""
        raise NotApplicable

    def hear(self, text: str, scope: Scope, *, task: str, at: datetime, is_person: bool) -> str | None:
        """Keep what was said in a talk, for one task; `note` by default.

        Args:
            text: What was said.
            scope: Whose.
            task: The task that the talk belongs to.
            at: When (UTC), never earlier than what was heard before.
            is_person: Whether the person said it, rather than an agent or somebody else.

        Returns:
            The note's id, or None if it was refused.
        """
        return self.note(text, scope, task=task)

    def search(self, question: str, scope: Scope, *, task: str, limit: int = 8) -> Sequence[Found]:
        """Give the notes of a task that a question finds, best first."""
        raise NotApplicable

    def end(self, scope: Scope, *, task: str) -> None:
        """End a task."""
        raise NotApplicable

    def settle(self) -> None:
        """Do what the memory does from time to time by itself: sweep, compact, checkpoint. Nothing by default."""

    def restart(self) -> None:
        """Let go of everything and open it again, as a new process would."""
        raise NotApplicable

    def back_up(self) -> None:
        """Make a copy of all that is kept, as the memory offers it; files beside it are not copied by hand."""
        raise NotApplicable

    def restore(self) -> None:
        """Put the copy of `back_up` in the place of what is there now."""
        raise NotApplicable

    def files(self) -> Sequence[Path]:
        """Give the files and folders that hold what the memory keeps; its folder by default."""
        return (self.folder,)

    def close(self) -> None:
        """Let go of everything. Nothing by default."""
