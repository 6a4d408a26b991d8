"""Where a structural script is played: a memory in files, its people, its agent, its clock, its log at its finest."""

from __future__ import annotations

import contextlib
import logging
import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import MappingProxyType
from typing import Any

import tenure
from tenure import AgentHandle, Decision, Entry, PersonHandle, Recall, Scope, Shown, TaskHandle
from tenure.memory.task import Kept
from tenure.policy.policy import Policy
from tenure.policy.presets import PERSONAL

Given = Mapping[str, Any]

PASSPHRASE = "a passphrase of this measurement alone"
KEPT_BEFORE = "the office dog is called Rex"
_DATE = re.compile(r"\b20\d\d-\d\d-\d\d\b")
_NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
_AGENTS = ("model", "agent", "assistant", "llm")
_PERSONS = ("user", "person", "owner", "human")
_CHANNELS = {"tool": "tool", "mcp": "tool", "code": "code", "repo": "code", "file": "code"}


@dataclass(kw_only=True)
class Step:
    """One step as it went: what was given and what came of it."""

    given: Given
    decision: Decision | None = None
    decisions: list[Decision] = field(default_factory=list[Decision])
    shown: Shown | None = None
    kept: Kept | None = None
    found: Recall | None = None
    entry_id: str = ""
    gave: object = None
    errors: list[Exception] = field(default_factory=list[Exception])

    @property
    def text(self) -> str:
        """The text that the step was about."""
        return str(self.given.get("text", ""))


class Stage:
    """A memory in files with one person, an agent in a task, a log at its finest, and a clock that stands.

    Args:
        folder: Where everything lies.
        steps: The script; read ahead for its dates.
    """

    def __init__(self, folder: Path, steps: Sequence[Given]) -> None:
        self.folder = folder
        dates = [datetime.fromisoformat(each).replace(tzinfo=UTC) for each in _DATE.findall(repr(steps))]
        self.clock = tenure.FrozenClock(min(dates) - timedelta(days=10) if dates else _NOON)
        self.script, self.start = steps, self.clock.now()
        self.done: list[Step] = []
        self._logging = _LogFile(folder / "log.txt")
        logging.getLogger().addHandler(self._logging)
        self._level = logging.getLogger().level
        logging.getLogger().setLevel(logging.DEBUG)
        self.memory = self._open()
        self.person("ana").remember(KEPT_BEFORE, kind="fact", scope=self.scope())
        self.before = self.listed()
        self.task = self._begin()

    def _open(self) -> tenure.Memory:
        return tenure.open(
            self.folder / "store", keys=self.folder / "keys", clock=self.clock, policy=_policy(self.script, self.start)
        )

    def _begin(self) -> TaskHandle:
        return self.memory.task("a task of the script", scope=self.scope())

    def begin(self) -> None:
        """End the task and begin another, as a later session would."""
        with contextlib.suppress(tenure.Error):
            self.task.end()
        self.task = self._begin()

    def close(self) -> None:
        """Close everything that is open."""
        with contextlib.suppress(tenure.Error):
            self.task.end()
        self.memory.close()
        logging.getLogger().removeHandler(self._logging)
        logging.getLogger().setLevel(self._level)
        self._logging.close()

    def scope(self, user: str = "ana") -> Scope:
        """Give the scope of a person's work."""
        return Scope(user=user, project="billing")

    def person(self, name: str = "ana", *, is_present: bool = False) -> PersonHandle:
        """Give a person's handle."""
        handle = self.memory.person(name)
        if is_present:
            handle.unlock(PASSPHRASE) if handle.has_key else handle.enrol(PASSPHRASE)
        return handle

    def agent(self, user: str = "ana") -> AgentHandle:
        """Give the agent: in the task for the script's person, without one for others."""
        return self.task.agent("model") if user == "ana" else self.memory.agent("model", scope=self.scope(user))

    def reader(self, user: str = "ana") -> AgentHandle:
        """Give an agent of a later session."""
        return self.memory.agent("later", scope=self.scope(user))

    def listed(self, user: str = "ana") -> dict[str, Entry]:
        """Give all entries that agents of a person can use, by id."""
        reader = self.reader(user)
        found = (*reader.list_entries().usable, *reader.brief().usable)
        return {each.entry.id: each.entry for each in found}

    def rendered(self) -> str:
        """Give all that an agent is shown."""
        reader = self.reader()
        return "\n".join((reader.list_entries().render(tokens_max=8_000), reader.brief().render(tokens_max=8_000)))

    def approve(self, shown: Shown, **options: Any) -> object:
        """Let the person say yes, as strongly as it takes."""
        try:
            return self.person().approve(shown, **options)
        except tenure.NotAllowedError:
            return self.person(is_present=True).approve(self.person().show(shown.proposal.id), **options)

    def steps(self, *ops: str) -> list[Step]:
        """Give the steps of these operations that were run."""
        return [step for step in self.done if step.given["op"] in ops]

    def decisions(self) -> list[Decision]:
        """Give all decisions of the script."""
        return [one for step in self.done for one in (*step.decisions, *([step.decision] if step.decision else []))]

    def at(self, step: Step, name: str = "of") -> list[Step]:
        """Give the steps that one names; the one before if it names none."""
        named = step.given.get(name, step.given.get("derived_from", len(self.done) - 2))
        places = named if isinstance(named, list) else [named]
        return [self.done[int(place)] for place in places]

    def reopen(self) -> None:
        """Close the memory and open it again, as a new process would."""
        self.memory.close()
        self.memory = self._open()
        self.task = self._begin()

    def restore(self, copy: Path) -> None:
        """Lose the data, put a backup in its place, and open it."""
        self.memory.close()
        shutil.rmtree(self.folder / "store")
        try:
            tenure.restore(copy, self.folder / "store", keys=self.folder / "keys", clock=self.clock)
        finally:
            self.memory = self._open()
            self.task = self._begin()

    def files_with(self, *needles: bytes) -> list[Path]:
        """Give the files of the stage, its log among them, that hold one of the byte strings."""
        self._logging.flush()
        files = (path for path in self.folder.rglob("*") if path.is_file())
        return [path for path in files if any(needle in path.read_bytes() for needle in needles)]


class _LogFile(logging.FileHandler):
    def __init__(self, path: Path) -> None:
        super().__init__(path, encoding="utf-8")


def _policy(steps: Sequence[Given], start: datetime) -> Policy:
    """Give the policy of the script, for only a policy dates reviews: one that a step dates is due at that date."""
    dated = [instant(step[name]) for step in steps for name in ("review", "review_at", "review_due") if name in step]
    if not dated:
        return PERSONAL
    days = max(1, (min(dated) - start).days)
    rules = {kind: replace(each, review_days=min(days, each.review_days)) for kind, each in PERSONAL.kinds.items()}
    return replace(PERSONAL, kinds=MappingProxyType(rules))


def instant(text: object) -> datetime:
    """Give a date or an instant of a script in UTC."""
    given = datetime.fromisoformat(str(text))
    return given.replace(tzinfo=UTC) if given.tzinfo is None else given.astimezone(UTC)


def kind_of(given: Given) -> str:
    """Give the kind that a step names, or that its words have."""
    text = str(given.get("text", "")).lower()
    return str(given.get("kind") or ("preference" if re.search(r"\b(?:prefers?|likes?|wants?)\b", text) else "fact"))


def actor(given: Given) -> tuple[str, str]:
    """Give who acts: ``agent``, ``person`` or a channel of outside content, and the name."""
    named, _, rest = str(given.get("actor", "user")).partition(":")
    if named in _AGENTS:
        return "agent", named
    if named in _PERSONS:
        return "person", rest or "ana"
    return _CHANNELS.get(named, "document"), str(given.get("source") or rest or named)
