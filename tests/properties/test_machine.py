"""A rule-based machine against a small model: whatever happens, nothing usable is ever anything but fit to use."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, multiple, precondition, rule

from tenure import DecisionStatus, Error, FrozenClock, Receipt, Scope
from tests.world import RATES, World

WORDS = ("amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heath")
USERS = ("ana", "ben")
GOOD, FAST = RATES, RATES.replace("TIMEOUT = 30", "TIMEOUT = 5")


@dataclass
class Held:
    """What the model knows of one approved entry."""

    scope: Scope
    text: str
    ends_at: datetime
    status: str = "active"
    is_code: bool = False

    def is_fit(self, now: datetime, branch: str) -> bool:
        return self.status == "active" and now < self.ends_at and not (self.is_code and branch == "fast")


class MemoryMachine(RuleBasedStateMachine):
    """Two people, one repository with two branches, one agent a person; every public step that changes something."""

    entries = Bundle("entries")
    pending = Bundle("pending")

    def __init__(self) -> None:
        super().__init__()
        self.patch = pytest.MonkeyPatch()
        self.folder = Path(tempfile.mkdtemp())
        self.patch.setenv("TENURE_HOME", str(self.folder / "home"))
        self.world = World(self.folder, FrozenClock(datetime(2026, 3, 2, 12, tzinfo=UTC)))
        self.world.repository.branch("fast", new=True)
        self.world.repository.commit({"rates.py": FAST})
        self.world.repository.branch("main")
        self.branch = "main"
        self.held: dict[str, Held] = {}
        self.mark = self.world.clock.now()
        self.sequence = 0
        self.serial = 0

    def teardown(self) -> None:
        self.world.close()
        self.patch.undo()
        shutil.rmtree(self.folder)

    @property
    def now(self) -> datetime:
        """The instant that counts: never before one that the ledger bears."""
        for line in self.world.memory.operator("ana").ledger(after=self.sequence):
            self.sequence, self.mark = line.sequence, max(self.mark, line.at)
        return max(self.world.clock.now(), self.mark)

    def scope(self, user: str) -> Scope:
        return self.world.memory.scope(user=user, repository_at=self.world.repository.folder)

    def fresh(self, word: str) -> str:
        self.serial += 1
        return f"the {word} colour number {self.serial} is preferred"

    @rule(target=entries, user=st.sampled_from(USERS), word=st.sampled_from(WORDS), days=st.integers(1, 20))
    def remember(self, user: str, word: str, days: int):
        text, ends_at = self.fresh(word), self.now + timedelta(days=days)
        person = self.world.memory.person(user)
        decision = person.remember(text, scope=self.scope(user), expires_at=ends_at)
        assert decision.status is DecisionStatus.ADMITTED
        self.held[decision.entry_id] = Held(scope=self.scope(user), text=text, ends_at=ends_at)
        return decision.entry_id

    @precondition(lambda self: self.branch == "main")
    @rule(target=entries, user=st.sampled_from(USERS))
    def remember_code(self, user: str):
        self.serial += 1
        text, ends_at = f"the timeout number {self.serial} is 30", self.now + timedelta(days=20)
        person = self.world.memory.person(user, at=self.world.repository.folder)
        decision = person.remember(
            text,
            kind="code",
            scope=self.scope(user),
            because="rates.py::TIMEOUT",
            check="literal TIMEOUT == 30",
            expires_at=ends_at,
        )
        if decision.status is not DecisionStatus.ADMITTED:  # the number in the text may disagree with the code
            return multiple()
        self.held[decision.entry_id] = Held(scope=self.scope(user), text=text, ends_at=ends_at, is_code=True)
        return decision.entry_id

    @rule(target=pending, user=st.sampled_from(USERS), word=st.sampled_from(WORDS))
    def propose(self, user: str, word: str):
        text = self.fresh(word)
        decision = self.world.memory.agent("coder", scope=self.scope(user)).propose(text, kind="preference")
        if decision.status is not DecisionStatus.PENDING:
            return multiple()
        return (user, decision.proposal_id, text)

    @rule(target=entries, waiting=pending)
    def approve(self, waiting: tuple[str, str, str]):
        user, proposal_id, text = waiting
        person = self.world.memory.person(user)
        try:
            entry = person.approve(person.show(proposal_id))
        except Error:  # decided or lapsed
            return multiple()
        assert not isinstance(entry, Receipt)
        ends_at = entry.lifetime.ends_at(entry.recorded_at)
        review_at = entry.lifetime.review_at
        instants = [instant for instant in (ends_at, review_at) if instant is not None]
        self.held[entry.id] = Held(scope=entry.scope, text=text, ends_at=min(instants))
        return entry.id

    @rule(waiting=pending, answer=st.sampled_from(["no", "never_this"]))
    def decline(self, waiting: tuple[str, str, str], answer: str):
        person = self.world.memory.person(waiting[0])
        try:
            person.decline(person.show(waiting[1]), answer=answer)
        except Error:
            return

    @rule(target=entries, entry=entries, word=st.sampled_from(WORDS), way=st.sampled_from(["correct", "supersede"]))
    def replace(self, entry: str, word: str, way: str):
        known = self.held[entry]
        text = self.fresh(word)
        person = self.world.memory.person(str(known.scope.user))
        ends_at = self.now + timedelta(days=10)
        try:
            decision = getattr(person, way)(entry, text, expires_at=ends_at)
        except Error:
            return multiple()
        if decision.status is not DecisionStatus.ADMITTED:
            return multiple()
        known.status = "superseded"
        self.held[decision.entry_id] = Held(scope=known.scope, text=text, ends_at=ends_at)
        return decision.entry_id

    @rule(entry=entries)
    def challenge(self, entry: str):
        known = self.held[entry]
        try:
            self.world.memory.person(str(known.scope.user)).challenge(entry)
        except Error:
            assert known.status != "active" or self.now >= known.ends_at, "an active entry can be challenged"
            return
        known.status = "challenged"

    @rule(entry=entries)
    def settle(self, entry: str):
        known = self.held[entry]
        try:
            self.world.memory.person(str(known.scope.user)).settle(entry, keep=True)
        except Error:
            assert known.status != "challenged" or self.now >= known.ends_at
            return
        known.status = "active"

    @rule(entry=entries)
    def forget(self, entry: str):
        known = self.held[entry]
        try:
            receipt = self.world.memory.person(str(known.scope.user)).forget(entry)
        except Error:
            assert known.status == "forgotten" or self.now >= known.ends_at, "only what a sweep erased is gone"
            return
        assert receipt.state.value == "done"
        for each in receipt.entry_ids:
            self.held[each].status = "forgotten"
        assert self.world.files_with(known.text.encode()) == []

    @rule(hours=st.integers(1, 24 * 12))
    def advance(self, hours: int):
        self.world.turn(hours=hours)

    @rule(hours=st.integers(1, 24 * 40))
    def set_back(self, hours: int):
        self.world.turn(hours=-hours)

    @rule(name=st.sampled_from(["main", "fast"]))
    def change_branch(self, name: str):
        self.world.repository.branch(name)
        self.branch = name

    @rule()
    def crash(self):
        """Let go without closing, as a killed process does, and open anew."""
        self.world.memory = self.world._open()

    @rule()
    def sweep(self):
        self.world.memory.operator("ana").sweep()

    @rule(
        user=st.sampled_from(USERS),
        entry=entries,
        act=st.sampled_from(["correct", "forget", "challenge", "drop", "propose", "verify"]),
    )
    def let_an_agent_try(self, user: str, entry: str, act: str):
        """Let an agent ask everything it can of an approved entry: what is usable stays what it was."""
        before = self.usable(user)
        agent = self.world.memory.agent("coder", scope=self.scope(user))
        try:
            if act == "correct":
                agent.correct(entry, "the opposite is preferred")
            elif act == "challenge":
                agent.challenge(entry, reason="it looks wrong")
            elif act == "propose":
                agent.propose("the opposite is preferred", kind="preference", supersedes=entry)
            else:
                getattr(agent, act)(entry)
        except Error:
            pass
        assert self.usable(user) == before

    def usable(self, user: str) -> dict[str, str]:
        found = self.world.memory.agent("coder", scope=self.scope(user)).list_entries()
        return {usable.entry.id: usable.entry.claim.text for usable in found.usable}

    @invariant()
    def nothing_usable_is_unfit(self):
        for user in USERS:
            agent = self.world.memory.agent("coder", scope=self.scope(user))
            listed = agent.list_entries()
            for usable in (*listed.usable, *agent.brief().usable, *agent.recall("timeout colour number").usable):
                known = self.held[usable.entry.id]
                assert known.scope.user == user
                assert known.is_fit(self.now, self.branch), known
                assert usable.entry.claim.text == known.text
            usable_ids = {usable.entry.id for usable in listed.usable}
            fit = {
                entry_id
                for entry_id, known in self.held.items()
                if known.scope.user == user and known.is_fit(self.now, self.branch)
            }
            assert usable_ids == fit, "what is fit is served, and nothing else"
            for withheld in listed.withheld:
                assert self.held[withheld.entry_id].scope.user == user


TestMemoryMachine = MemoryMachine.TestCase
TestMemoryMachine.settings = settings(
    max_examples=12, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck)
)
