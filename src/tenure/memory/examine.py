"""What an opened memory can tell of its own soundness: keys, folders, policy, clock, every record and the ledger."""

from __future__ import annotations

import stat
from collections.abc import Iterable, Iterator
from datetime import UTC, timedelta
from enum import StrEnum
from pathlib import Path

from tenure.memory import rootkey
from tenure.memory.policies import policy_digest
from tenure.memory.settings import OWNER, read_setting
from tenure.memory.wired import Wired
from tenure.model.grant import Person
from tenure.model.scope import Scope
from tenure.store.records import Finding
from tenure.values import dataclass
from tenure.write.vectors import lacking

SLACK = timedelta(minutes=2)
"""How far behind the store's mark a clock may be before it is told: machines differ by seconds."""


class State(StrEnum):
    """How a check went."""

    OK = "ok"
    NOTE = "note"
    FAULT = "fault"


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined:
    """One check: what was looked at, how it went, what was seen, and what to do."""

    check: str
    state: State
    message: str
    fix: str = ""


def examine(wired: Wired, person: str) -> tuple[Examined, ...]:
    """Look at everything that an opened memory can tell; faults are given, never raised.

    Args:
        wired: The memory.
        person: Whose *present* key is looked for.
    """
    return (
        *_folders(wired),
        *_writing(wired),
        _present_key(wired, person),
        Examined(check="receipts", state=State.OK, message=f"signed by {wired.ledger.sign(b'')[1]}"),
        _owner(wired),
        _policy(wired),
        _clock(wired),
        *_embedder(wired),
        *_sweeper(wired),
        *told(wired.ledger.check(), sound="integrity", message="every record, scope and ledger line is as written"),
    )


def told(findings: Iterable[Finding], *, sound: str = "", message: str = "") -> Iterator[Examined]:
    """Give findings as checks; if there is no fault among them, first one that says so."""
    found = tuple(findings)
    if sound and not any(each.is_fault for each in found):
        yield Examined(check=sound, state=State.OK, message=message)
        if not any(each.check == "erasure" for each in found):
            yield Examined(check="erasure", state=State.OK, message="no erasure has steps to go")
    for each in found:
        state = State.FAULT if each.is_fault else State.NOTE if each.fix or sound else State.OK
        yield Examined(check=each.check, state=state, message=each.message, fix=each.fix)


def open_to_others(folder: Path) -> bool:
    """Tell whether other accounts may look into a folder."""
    return bool(stat.S_IMODE(folder.stat().st_mode) & 0o077)


def _folders(wired: Wired) -> Iterator[Examined]:
    if wired.data is None or wired.keys is None:
        yield Examined(check="keys", state=State.OK, message="in memory: they end with this process")
        return
    yield Examined(check="keys", state=State.OK, message=f"root key from {rootkey.root_place(wired.keys)}")
    above = wired.keys.parent
    shared = above in wired.data.parents  # a folder of the caller's, that holds more than keys
    looked = [wired.data] if shared else [wired.data, above]
    found = [each for each in looked if open_to_others(each)]
    for each in found:
        told = "what entries say is sealed" if each == wired.data else "the keys themselves are in a closed one"
        yield Examined(
            check="permissions",
            state=State.NOTE,
            message=f"other accounts may look into {each} ({told})",
            fix=f"Run: chmod 700 {each}",
        )
    if not found:
        yield Examined(check="permissions", state=State.OK, message="data and keys are open to this account alone")


def _writing(wired: Wired) -> Iterator[Examined]:
    refused, missed = wired.unwritable, wired.uses.missed
    if refused is not None:
        yield Examined(
            check="writing",
            state=State.NOTE,
            message=f"{refused}; nothing can be kept, decided or forgotten, and no use is noted",
            fix=refused.hint
            if refused.code == "disk_full"
            else "Mount its disk for writing, or give this account its folders.",
        )
    elif missed:
        yield Examined(
            check="uses",
            state=State.NOTE,
            message=f"what was used last in this process could not be noted [{missed}]",
            fix="See that the store can be written again; what is used from then on is noted.",
        )


def _present_key(wired: Wired, person: str) -> Examined:
    held = wired.entries.held(Person, (Scope(user=person),))
    if any(each.sealed_key for each in held):
        return Examined(check="present key", state=State.OK, message="enrolled, sealed by a passphrase")
    return Examined(
        check="present key",
        state=State.NOTE,
        message="none: orders, widening and loosening cannot be approved",
        fix="Enrol one: `tenure keys enrol`.",
    )


def _sweeper(wired: Wired) -> Iterator[Examined]:
    if wired.sweeper is None:
        return
    if not wired.sweeper.fault:
        yield Examined(check="sweeper", state=State.OK, message="sweeps in this process from time to time")
        return
    yield Examined(
        check="sweeper",
        state=State.NOTE,
        message=f"the last sweep ended with an error [{wired.sweeper.fault}]",
        fix="Nothing that has ended is served; look at what the error says, the next sweep is tried by itself.",
    )


def _owner(wired: Wired) -> Examined:
    if read_setting(OWNER, entries=wired.entries) is None:
        return Examined(check="owner", state=State.NOTE, message="nobody was named", fix="Run `tenure init`.")
    return Examined(check="owner", state=State.OK, message="named")


def _policy(wired: Wired) -> Examined:
    policy = wired.policy
    return Examined(
        check="policy",
        state=State.OK,
        message=f"{policy.name}, kept sealed in the store, digest {policy_digest(policy)}",
    )


def _embedder(wired: Wired) -> Iterator[Examined]:
    meaning = wired.meaning
    if meaning is None:
        yield Examined(check="embedder", state=State.OK, message="none: entries are found by words alone")
        return
    tried = meaning.embed(("what compares by meaning", "a second text, to be of the same width"))
    if tried is None or meaning.scale() is None:
        yield Examined(
            check="embedder",
            state=State.FAULT,
            message=f"{meaning.name} fails ({meaning.trouble}); entries are found by words alone",
            fix=meaning.fix
            or "Mend the model (install Tenure again, if it is the package's own), or name another in the policy.",
        )
        return
    yield Examined(check="embedder", state=State.OK, message=f"{meaning.name} works")
    count = lacking(wired.entries, meaning)
    if count:
        yield Examined(
            check="vectors",
            state=State.NOTE,
            message=f"entries that have none of this embedder yet: {count}; words alone find them",
            fix="Run `tenure sweep`; it gives some of them theirs each time.",
        )


def _clock(wired: Wired) -> Examined:
    mark, instant = wired.ledger.last_at(), wired.clock.now().astimezone(UTC)
    if mark is None:
        return Examined(check="clock", state=State.OK, message="nothing was dated yet")
    if wired.has_leapt(instant):
        return Examined(
            check="clock",
            state=State.FAULT,
            message=f"it leapt {(instant - mark).days} days ahead of the store's mark; nothing is erased meanwhile",
            fix="If the clock is right: `tenure doctor --confirm-clock`. If not: set the clock.",
        )
    if mark - instant > SLACK:
        return Examined(
            check="clock",
            state=State.NOTE,
            message=f"it is behind the store's mark by {mark - instant}; the mark counts until it has caught up",
            fix="Set the clock.",
        )
    return Examined(
        check="clock", state=State.OK, message=f"{instant:%Y-%m-%d %H:%M:%SZ}, in step with the store's mark"
    )
