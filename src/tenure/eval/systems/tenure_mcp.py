"""Tenure through its server: what an agent does goes through `tenure mcp` as a client calls it, the rest beside it.

A person has a store of their own, as `tenure init` makes one; a project is a git repository, in which the client
stands; a task is a session of a client, which ends with it. What only a person may do is done by their handle on the
same store, in this process.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tenure.eval.system import Answer, Found, Place, Scope, Slot, System
from tenure.eval.systems.account import home
from tenure.eval.systems.session import Session
from tenure.eval.systems.tenure_python import BACKUP, BRANCH, CHANNELS, CHECKED, OBSERVED, TenurePython
from tenure.model.scope import Scope as OwnScope
from tenure.wiring import open as opened
from tenure.wiring import preset, restore


class TenureMcp(System):
    """Real server processes over standard input and output, with the client of the protocol's SDK."""

    name = "tenure through MCP"
    versions: Sequence[str] = ("tenure", "mcp")

    def __init__(self, folder: Path, now: datetime) -> None:
        super().__init__(folder, now)
        self._accounts: dict[str, _Account] = {}
        self._sessions: dict[tuple[str, Path, str], Session] = {}
        self._clock = folder / "clock"
        self._clock.write_text(now.isoformat(), encoding="ascii")

    def turn(self, now: datetime) -> None:
        """Turn the clock of every process."""
        self._clock.write_text(now.isoformat(), encoding="ascii")
        for account in self._accounts.values():
            account.turn(now)

    def tell(
        self,
        text: str,
        scope: Scope,
        *,
        kind: str = "fact",
        slot: Slot | None = None,
        expires_at: datetime | None = None,
    ) -> str | None:
        """State and approve it as the person."""
        return self._account(scope).tell(text, scope, kind=kind, slot=slot, expires_at=expires_at)

    def say(self, text: str, scope: Scope, *, slot: Slot | None = None) -> None:
        """Hear it on the person's channel, as a client's hook does."""
        self._account(scope).say(text, scope, slot=slot)

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
        """Ask to remember; what was read the host observed in a task of its own, whose handle it gave to the agent."""
        by: dict[str, Any] = {"claim": text, "kind": kind}
        if slot is not None:
            by |= {"entity": slot.entity, "attribute": slot.attribute, "value": slot.value}
        if place is not None:
            self._account(scope).work_in(scope, place.repository)
            by["because"] = [f"{place.path}:{place.line}-{place.last_line}"]
            if place.name:
                by["check"] = f"literal {place.name} == {place.value}"
        elif of:
            by["because"] = [f"entry:{entry}" for entry in of]
        elif origin in OBSERVED:
            with self._account(scope).observing(read or text, scope, origin) as (task, seen):
                ground = seen
                if origin == "summary":
                    ground = self._call(scope, "note", handle=task, text=text, rests_on=[seen]).get("note_id", seen)
                return _admitted(self._call(scope, "propose", handle=task, because=[ground], **by))
        return _admitted(self._call(scope, "propose", **by))

    def approve(self, text: str, scope: Scope) -> str | None:
        """Approve it from the inbox, as the person."""
        return self._account(scope).approve(text, scope)

    def recall(self, question: str, scope: Scope, *, limit: int = 8) -> Answer:
        """Recall."""
        told = self._call(scope, "recall", query=question, limit=limit)
        return Answer(found=_found(told), stance=told["status"], question=told.get("question", ""))

    def listed(self, scope: Scope) -> Sequence[Found]:
        """Give the brief and the listing."""
        found = (*_found(self._call(scope, "brief")), *_found(self._call(scope, "list_entries", limit=200)))
        return tuple({each.id: each for each in found}.values())

    def get(self, entry_id: str, scope: Scope) -> Found | None:
        """Check it by its id, then give it as the listing does."""
        if not self._call(scope, "verify", entry_id=entry_id).get("verified"):
            return None
        return next((each for each in self.listed(scope) if each.id == entry_id), None)

    def correct(self, entry_id: str, text: str, scope: Scope, *, slot: Slot | None = None) -> str | None:
        """Correct it as the person."""
        return self._account(scope).correct(entry_id, text, scope, slot=slot)

    def forget(self, entry_id: str, scope: Scope) -> None:
        """Forget it as the person."""
        self._account(scope).forget(entry_id, scope)

    def forget_person(self, user: str) -> None:
        """Forget everything of the person, as they."""
        self._account(Scope(user)).forget_person(user)

    def note(self, text: str, scope: Scope, *, task: str) -> str | None:
        """Note in the task's session."""
        return self._call(scope, "note", task=task, text=text).get("note_id")

    def search(self, question: str, scope: Scope, *, task: str, limit: int = 8) -> Sequence[Found]:
        """Find among the notes of the task's session; one that ended is begun anew, and is empty."""
        notes = self._call(scope, "note", task=task, find=question, limit=limit).get("notes", ())
        return tuple(Found(id=each["id"], text=each["text"]) for each in notes)

    def end(self, scope: Scope, *, task: str) -> None:
        """Let the client of the task's session go."""
        session = self._sessions.pop((scope.user, self._account(scope).folder_of(scope), task), None)
        if session is not None:
            session.end()

    def settle(self) -> None:
        """Sweep, and finish erasures."""
        for account in self._accounts.values():
            account.settle()

    def restart(self) -> None:
        """Let every client go, and open the stores anew."""
        self._end_all()
        for account in self._accounts.values():
            account.restart()

    def back_up(self) -> None:
        """Back every store up."""
        for account in self._accounts.values():
            account.back_up()

    def restore(self) -> None:
        """Let every client go, and put the backups in the place of the stores."""
        self._end_all()
        for account in self._accounts.values():
            account.restore()

    def close(self) -> None:
        """Let every client go, and close the stores."""
        self._end_all()
        for account in self._accounts.values():
            account.close()

    def _end_all(self) -> None:
        while self._sessions:
            self._sessions.popitem()[1].end()

    def _account(self, scope: Scope) -> _Account:
        if scope.user not in self._accounts:
            folder = self.folder / quote(scope.user, safe="")
            folder.mkdir()
            now = datetime.fromisoformat(self._clock.read_text(encoding="ascii"))
            self._accounts[scope.user] = _Account(folder, now, user=scope.user)
        return self._accounts[scope.user]

    def _call(self, scope: Scope, tool: str, *, task: str = "", handle: str = "", **by: Any) -> Mapping[str, Any]:  # noqa: ANN401 - the tool's own arguments
        account = self._account(scope)
        key = (scope.user, account.folder_of(scope), task)
        if key not in self._sessions:
            self._sessions[key] = Session(account.folder, key[1], self._clock)
        return self._sessions[key].call(tool, {**by, "task": handle} if handle else by)


class _Account(TenurePython):
    """One person's store at its own place, and the repositories in which they work.

    Args:
        folder: What stands for the person's home.
        now: The first instant (UTC).
        user: Whose store it is.
    """

    def __init__(self, folder: Path, now: datetime, *, user: str) -> None:
        super().__init__(folder, now)
        self._memory.operator(user).own()
        self._elsewhere = folder / "elsewhere"
        self._elsewhere.mkdir()

    def folder_of(self, scope: Scope) -> Path:
        """Give where a client of this scope stands: in its repository, or in no repository."""
        return self._place(scope) if scope.project else self._elsewhere

    def work_in(self, scope: Scope, repository: Path) -> None:
        """Let a repository be another copy of the scope's own, as `tenure scope adopt` does, and stand there.

        The scope's own knows its commits from then on, as copies do, and checks none of its files out.
        """
        if self._place(scope) != repository:
            import pygit2

            own, git = self._scope(scope).repository, pygit2.Repository(str(self._place(scope)))
            git.remotes.create_anonymous(str(repository)).fetch(["+refs/heads/*:refs/remotes/copy/*"])
            git.free()
            self._memory.operator(scope.user).adopt(repository, str(own))
            self._stand(scope, repository)

    def restore(self) -> None:
        """Put the backup in the place of the store, where a person's own lies."""
        self._memory.close()
        with home(self.folder):
            restore(self.folder / BACKUP, clock=self._clock)
        self._open()

    @contextmanager
    def observing(self, read: str, scope: Scope, origin: str) -> Iterator[tuple[str, str]]:
        """Give the handle of a task that other processes may join, and the id of what the host observed in it."""
        own, at = self._scope(scope), self.folder_of(scope) if scope.project else None
        with self._memory.task("propose", scope=own, holder="session", at=at) as task:
            yield task.id, task.observe(read, tool=origin, channel=CHANNELS.get(origin, "tool")).id

    def _open(self) -> None:
        with home(self.folder):
            self._memory = opened(clock=self._clock, policy=replace(preset("personal"), trusted_refs=(BRANCH,)))
        self._present = {}
        self._tasks = {}

    def _scope(self, scope: Scope) -> OwnScope:
        at = self._place(scope) if scope.project else None
        return self._memory.scope(user=scope.user, repository_at=at)

    def _place(self, scope: Scope) -> Path:
        """Give the repository of a scope: the one that it works in, if that is still there, or its own."""
        own = self.folder / "projects" / quote(scope.project, safe="")
        if not own.exists():
            import pygit2

            pygit2.init_repository(str(own), initial_head=BRANCH)
        place = self._places.setdefault(scope, own)
        return place if place.exists() else own


def _admitted(told: Mapping[str, Any]) -> str | None:
    return told.get("entry_id") if told["status"] == "admitted" else None


def _found(told: Mapping[str, Any]) -> tuple[Found, ...]:
    return tuple(
        Found(
            id=each["id"],
            text=each["text"],
            is_verified=each["check"]["outcome"] in CHECKED,
            confidence=each["confidence"]["number"],
        )
        for each in told.get("usable", ())
    )
