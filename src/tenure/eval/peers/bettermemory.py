"""bettermemory by the tools of its server, called as its instructions tell an agent to; one store a person.

A project is a scope (`projects:NAME`), a task a scope of episodes. The person's word is written again with the
acknowledgement that a refusal names, since they decided; what an agent wants to keep is written once. A write that is
answered with a conflict removes the entry that it contradicts, if both fill one slot: the answer asks the caller to
judge. Code is cited by a declared claim, which is verified before it is relied on. The tombstones of what was erased
are pruned, and its index rebuilt, when the memory settles. It has no lifetimes, and an episode ends with no task.
"""

# ruff: noqa: ARG002 - it has no origins

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from tenure.eval.peers.keeping import library
from tenure.eval.system import Answer, Found, NotApplicable, Place, Scope, Slot, System

_ACKNOWLEDGED: Final[Mapping[str, Mapping[str, Any]]] = {
    "duplicate": {"force": True},
    "previously_removed": {"force": True},
    "transient_warning": {"acknowledge_transient": True},
    "user_claim_warning": {"acknowledge_user_claim": True},
    "scope_mismatch": {"acknowledge_scope_mismatch": True},
}
"""What the hint of a refusal names to go on; a credential is acknowledged only where it is none."""
_CATEGORY: Final = {"preference": "user-inference"}
_PERSONAL: Final = "personal"


class BetterMemory(System):
    """Its server in this process, made as its own entry point makes it; every call goes through its tools."""

    name = "bettermemory"
    versions: Sequence[str] = ("bettermemory", "mcp")

    def __init__(self, folder: Path, now: datetime) -> None:
        super().__init__(folder, now)
        os.environ["HOME"] = str(folder)
        os.chdir(folder)
        self._runner = asyncio.Runner()
        self._servers: dict[str, Any] = {}
        self._claims: dict[str, Place] = {}
        self._said_of: dict[str, tuple[str, str]] = {}

    def tell(
        self,
        text: str,
        scope: Scope,
        *,
        kind: str = "fact",
        slot: Slot | None = None,
        expires_at: datetime | None = None,
    ) -> str | None:
        """Write it as the person's explicit statement."""
        if expires_at is not None:
            raise NotApplicable("expires_at")
        by: dict[str, Any] = {"category": _CATEGORY.get(kind, "fact")}
        told = self._write(text, scope, by)
        for _ in _ACKNOWLEDGED:
            if told["status"] == "duplicate" and _same(told["matches"][0]["snippet"], text):
                return str(told["matches"][0]["id"])
            if told["status"] not in _ACKNOWLEDGED:
                break
            by |= _ACKNOWLEDGED[told["status"]]
            told = self._write(text, scope, by)
        if told["status"] != "committed":
            return None
        if slot is not None and not slot.is_many:
            self._said_of[told["id"]] = slot[:2]
            self._settle_conflicts(told, scope)
        return str(told["id"])

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
        """Write it as an inference, once; a claim of code is declared, checked and stamped."""
        by: dict[str, Any] = {"category": _CATEGORY.get(kind, "fact"), "source": "inferred"}
        if read:
            by |= {"groundedness_check": True, "source_transcript": read}
        if place is not None:
            os.chdir(place.repository)
            by["claims"] = [f"{place.path}::{place.name}={place.value}" if place.name else place.path]
        told = self._write(text, scope, by)
        if told["status"] != "committed":
            return None
        entry = str(told["id"])
        if place is not None:
            self._claims[entry] = place
            self._call("memory_verify", scope, id=entry)
        return entry

    def recall(self, question: str, scope: Scope, *, limit: int = 8) -> Answer:
        """Search, leave out what it marks as superseded, verify declared claims, and read the rest whole."""
        told = self._call("memory_search", scope, query=question, scopes=_tags(scope), max_results=limit)
        found = tuple(self._usable(told["result"], scope))
        return Answer(found=found, stance="answer" if found else "abstain")

    def listed(self, scope: Scope) -> Sequence[Found]:
        """List the scope with bodies."""
        told = self._call("memory_list", scope, scopes=_tags(scope), with_bodies=True)
        return tuple(Found(id=each["id"], text=each["body"].strip()) for each in told["result"])

    def get(self, entry_id: str, scope: Scope) -> Found | None:
        """Show it; a store is a person's, its scopes are labels."""
        told = self._call("memory_show", scope, id=entry_id)
        return Found(id=entry_id, text=str(told["body"]).strip()) if "body" in told else None

    def correct(self, entry_id: str, text: str, scope: Scope, *, slot: Slot | None = None) -> str | None:
        """Update it in place."""
        told = self._call("memory_update", scope, id=entry_id, content=text, acknowledge_user_claim=True)
        return entry_id if told.get("id") == entry_id else None

    def forget(self, entry_id: str, scope: Scope) -> None:
        """Remove it; the tombstone is pruned by `settle`."""
        self._call("memory_remove", scope, id=entry_id, reason="the person asked to forget it")

    def forget_person(self, user: str) -> None:
        """Remove all of the person's store."""
        scope = Scope(user)
        for each in self._call("memory_list", scope)["result"]:
            self._call("memory_remove", scope, id=each["id"], reason="the person asked to forget everything")

    def note(self, text: str, scope: Scope, *, task: str) -> None:
        """Write an episode."""
        self._call("episode_write", scope, body=text, scopes=[_episode(scope, task)])

    def search(self, question: str, scope: Scope, *, task: str, limit: int = 8) -> Sequence[Found]:
        """Give the newest episodes of the task, which are not searched by words."""
        told = self._call("episode_search", scope, scopes=[_episode(scope, task)], max_results=limit)
        return tuple(Found(id=each["id"], text=each["body"]) for each in told["result"])

    def settle(self) -> None:
        """Prune every tombstone and rebuild the index, as `bettermemory tombstones prune` and `reindex` do."""
        for user in self._servers:
            store = library("bettermemory.store").Store(self._folder(user))
            store.prune_tombstones(timedelta(0))
            library("bettermemory.index").rebuild(self._folder(user), store.iter_active())

    def restart(self) -> None:
        """Make the servers anew, over the same folders."""
        self._servers.clear()

    def close(self) -> None:
        """Let go of the servers."""
        self._servers.clear()
        self._runner.close()

    def _write(self, text: str, scope: Scope, by: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"status": "", **self._call("memory_write", scope, content=text, scopes=[_tag(scope)], **by)}

    def _usable(self, hits: Iterable[Mapping[str, Any]], scope: Scope) -> Iterable[Found]:
        for hit in hits:
            place = self._claims.get(hit["id"])
            if hit.get("superseded_by"):
                continue
            is_verified = place is not None and self._holds(hit["id"], scope)
            if place is None or is_verified:
                shown = self.get(hit["id"], scope)
                yield Found(id=hit["id"], text=shown.text if shown else hit["snippet"], is_verified=is_verified)

    def _holds(self, entry_id: str, scope: Scope) -> bool:
        """Have its claims checked now; a false one blocks the stamp."""
        return "last_verified_at" in self._call("memory_verify", scope, id=entry_id)

    def _settle_conflicts(self, told: Mapping[str, Any], scope: Scope) -> None:
        """Judge what it names as a conflict, as a caller does: another thing, or another property, is none."""
        for each in told.get("conflicts_filed", ()):
            is_same = self._said_of.get(each["id"]) == self._said_of[told["id"]]
            if is_same and self._call("memory_show", scope, id=each["id"]).get("scopes") == [_tag(scope)]:
                self._call("memory_remove", scope, id=each["id"], reason="the person stated a newer value")

    def _call(self, tool: str, scope: Scope, **by: Any) -> Mapping[str, Any]:  # noqa: ANN401 - the tool's own arguments
        try:
            done = self._runner.run(self._server(scope.user).call_tool(tool, by))
        except library("mcp.server.mcpserver.exceptions").ToolError:
            return {"result": []}
        told: Mapping[str, Any] = {} if done.is_error else done.structured_content
        return told

    def _server(self, user: str) -> Any:  # noqa: ANN401 - its server
        if user not in self._servers:
            config = library("bettermemory.config").Config()
            config.storage.directory = str(self._folder(user))
            self._servers[user] = library("bettermemory.builder").build_server(config=config)
        return self._servers[user]

    def _folder(self, user: str) -> Path:
        return self.folder / quote(user, safe="")


def _tag(scope: Scope) -> str:
    return f"projects:{_label(scope.project)}" if scope.project else _PERSONAL


def _tags(scope: Scope) -> list[str]:
    return list(dict.fromkeys((_tag(scope), _PERSONAL)))


def _episode(scope: Scope, task: str) -> str:
    return f"{_tag(scope)}:{_label(task)}"


def _label(name: str) -> str:
    """Give a name as its labels can hold it: any other sign stands there by its number."""
    return re.sub(r"[^a-z0-9-]", lambda found: f"-x{ord(found[0]):x}-", name).strip("-").replace("--", "-")


def _same(one: str, other: str) -> bool:
    return one.strip().casefold() == other.strip().casefold()
