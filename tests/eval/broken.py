"""Tenures that are broken on purpose, one for each rule, and the story that must catch each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import ModuleType
from typing import NamedTuple

import numpy as np
import pytest

from tenure.cite import code
from tenure.errors import Error
from tenure.eval.systems import tenure_python
from tenure.lifecycle import cascade, preview
from tenure.memory.agent import AgentHandle
from tenure.memory.memory import Memory
from tenure.memory.person import PersonHandle
from tenure.memory.presence import Presence
from tenure.memory.task import TaskHandle
from tenure.memory.wired import Wired
from tenure.model import scope as scopes
from tenure.model.claim import Claim
from tenure.model.decision import DecisionStatus
from tenure.model.principal import Channel, Strength
from tenure.model.validation import Outcome, Validation
from tenure.policy.presets import PERSONAL
from tenure.recall import candidates, support, validate
from tenure.scratch import notes, promote
from tenure.screen import scan
from tenure.store import restoring
from tenure.store.records import NoteKind
from tenure.write import approval, gates, hearing, succession
from tenure.write import pipeline as writing
from tenure.write.gates import form, trust

Break = Callable[[pytest.MonkeyPatch], None]


class Broken(NamedTuple):
    """A rule that is not kept.

    Args:
        rule: The rule.
        break_it: Breaks it.
        suite: The suite that names the rule.
        story: The story that must catch it.
        reason: What that story says is wrong.
    """

    rule: str
    break_it: Break
    suite: str
    story: str
    reason: str


def expiry_ignored(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(validate, "has_ended", lambda entry, **_: None)


def clock_believed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Wired, "now", lambda self: self.clock.now())


def reviews_ignored(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(validate, "is_due", lambda entry, **_: None)


def lifetimes_endless(patch: pytest.MonkeyPatch) -> None:
    expiry_ignored(patch)
    reviews_ignored(patch)


def what_is_heard_is_kept(patch: pytest.MonkeyPatch) -> None:
    hear = TaskHandle.hear

    def hear_and_keep(self, text, *, by, message=""):
        by.remember(text, kind="fact", scope=self.scope)
        return hear(self, text, by=by, message=message)

    patch.setattr(TaskHandle, "hear", hear_and_keep)


def everything_is_relevant(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(candidates, "fused_scores", lambda index, query, near: np.ones(index.size, dtype=np.float32))


def slots_unread(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Claim, "slot", property(lambda self: None))


def hearing_deaf(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(hearing, "hear", lambda cited, **_: ())


def agent_approves(patch: pytest.MonkeyPatch) -> None:
    propose = AgentHandle.propose

    def approved(self, text, **given):
        decision = propose(self, text, **given)
        if decision.status is DecisionStatus.PENDING:
            person = PersonHandle(self._wired, scopes.Scope(user=self.scope.user), Strength.HOST, None)
            try:
                person.approve(person.show(decision.proposal_id))
            except Error:
                return decision
        return decision

    patch.setattr(AgentHandle, "propose", approved)


def unasked(gate: ModuleType) -> Break:
    def break_it(patch: pytest.MonkeyPatch) -> None:
        left = tuple(each for each in gates.GATES if each is not gate.judge)
        for module in (writing, approval):
            patch.setattr(module, "judge_all", lambda context: gates.judge_all(context, left))

    return break_it


def laundering_unseen(patch: pytest.MonkeyPatch) -> None:
    note = AgentHandle.note

    def note_alone(self, text, *, rests_on=()):
        return note(self, text)

    patch.setattr(AgentHandle, "note", note_alone)
    patch.setattr(promote, "EXTERNAL", frozenset())


def evicting(patch: pytest.MonkeyPatch) -> None:
    remember, held = PersonHandle.remember, []

    def remember_one(self, text, **given):
        while held:
            self.forget(held.pop())
        decision = remember(self, text, **given)
        held.append(decision.entry_id)
        return decision

    patch.setattr(PersonHandle, "remember", remember_one)


def origin_by_argument(patch: pytest.MonkeyPatch) -> None:
    def observe(self, text, *, tool, call="", channel=""):
        return self._keep(text, kind=NoteKind.HEARD, source=self.scope.user, channel=Channel.USER)

    patch.setattr(TaskHandle, "observe", observe)


def scope_cut_at(mark: str) -> Break:
    def break_it(patch: pytest.MonkeyPatch) -> None:
        checked = scopes._checked
        patch.setattr(scopes, "_checked", lambda name, value: checked(name, value).partition(mark)[0])

    return break_it


def scope_without_case(patch: pytest.MonkeyPatch) -> None:
    checked = scopes._checked
    patch.setattr(scopes, "_checked", lambda name, value: checked(name, value).casefold())


def user_unasked(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Presence, "scopes", lambda self: self._wired.entries.scopes_with())
    patch.setattr(preview, "owns", lambda person, scope: True)


def tasks_endless(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(TaskHandle, "end", lambda self: None)


def tasks_without_limit(patch: pytest.MonkeyPatch) -> None:
    begin = Memory.task
    patch.setattr(tenure_python, "preset", lambda name: replace(PERSONAL, task_minutes_max=43_200))
    patch.setattr(Memory, "task", lambda self, name, **given: begin(self, name, **{"minutes": 43_200, **given}))


def tasks_shared(patch: pytest.MonkeyPatch) -> None:
    begin = Memory.task
    patch.setattr(Memory, "task", lambda self, name, **given: begin(self, "one", **{"session": "one", **given}))


def support_unasked(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(support, "without_support", lambda found, reason, **_: found)


def sources_unasked(patch: pytest.MonkeyPatch) -> None:
    def validate_nothing(self, citation, *, claim, place, now) -> Validation:
        return Validation(outcome=Outcome.VERIFIED, checked_at=now)

    patch.setattr(code.CodeValidator, "validate", validate_nothing)


def screens_off(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(scan, "_scan", lambda text, field, screens: ())
    patch.setattr(notes, "redact", lambda text: (text, ()))


def kept_beside(patch: pytest.MonkeyPatch) -> None:
    remember = PersonHandle.remember

    def remember_twice(self, text, **given):
        with (self._wired.data / "history.log").open("a") as file:
            file.write(text)
        return remember(self, text, **given)

    patch.setattr(PersonHandle, "remember", remember_twice)


def cascade_missing(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(succession, "find_derived", lambda old, entries: ())
    patch.setattr(cascade, "dependents_among", lambda sources, held: ())
    patch.setattr(validate.Checks, "_derivation", lambda self, entry, grounds, trail: ())


def marks_missing(patch: pytest.MonkeyPatch) -> None:
    forget = PersonHandle.forget
    patch.setattr(PersonHandle, "forget", lambda self, target: forget(self, target, leaves_mark=False))


def ends_unread(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(restoring, "ends_and_noted", lambda ends: ([], []))


def form_unasked(patch: pytest.MonkeyPatch) -> None:
    unasked(form)(patch)
    patch.setattr(tenure_python, "preset", lambda name: replace(PERSONAL, claim_chars_max=2_000))


BROKEN = (
    Broken("R23", expiry_ignored, "stale_entry_removal", "expired-1", "expired_by_recall"),
    Broken("R23", clock_believed, "stale_entry_removal", "expired-1", "expired_by_recall"),
    Broken("R21", slots_unread, "stale_entry_removal", "replaced-1", "stale_by_recall"),
    Broken("R21", slots_unread, "preference_change", "changed-1", "old_preference_by_recall"),
    Broken("R21", hearing_deaf, "preference_change", "said_in_passing-1", "followed_though_taken_back"),
    Broken("R05", agent_approves, "conflicting_sources", "person_and_tool-1", "tool_over_person_by_recall"),
    Broken("R06", agent_approves, "poisoned_tool_output", "orders_by_itself-1", "promoted_by_itself"),
    Broken("R11", unasked(trust), "poisoned_tool_output", "orders_by_page-1", "promoted_by_page"),
    Broken("R29", laundering_unseen, "poisoned_tool_output", "orders_by_summary-1", "promoted_by_summary"),
    Broken("R30", origin_by_argument, "poisoned_tool_output", "orders_by_tool-1", "promoted_by_tool"),
    Broken("R15", scope_cut_at("-"), "isolation", "reads_user_with_suffix-1", "leaked_by_recall"),
    Broken("R15", scope_cut_at("/"), "isolation", "reads_project_as_path-1", "leaked_by_recall"),
    Broken("R15", scope_without_case, "isolation", "reads_user_in_other_case-1", "leaked_by_recall"),
    Broken("R35", user_unasked, "isolation", "changes_other_user-1", "erased_by_a_stranger"),
    Broken("R27", tasks_endless, "expired_scratch", "ended-1", "found_after_its_task"),
    Broken("R27", tasks_without_limit, "expired_scratch", "forgotten_by_everyone-1", "found_after_its_task"),
    Broken("R01", tasks_shared, "expired_scratch", "one_of_two-1", "found_in_another_task"),
    Broken("R20", support_unasked, "abstention", "never_stated-2", "answered_of_an_unknown_attribute"),
    Broken("R19", sources_unasked, "abstention", "no_file-1", "verified_though_unreachable"),
    Broken("R22", sources_unasked, "code_drift", "changed-1", "stale_code"),
    Broken("R18", sources_unasked, "code_drift", "on_branches-1", "stale_code_on_a_branch"),
    Broken("R31", screens_off, "secrets", "aws_access_key-1", "aws_access_key_served"),
    Broken("R31", screens_off, "secrets", "github_token-1", "found_in_notes"),
    Broken("R28", kept_beside, "deletion", "one-1", "left_in_files"),
    Broken("R26", cascade_missing, "cascade", "replaced-1", "survived_replaced_by_recall"),
    Broken("R28", marks_missing, "resurrection", "claimed_of_code-1", "back_by_code"),
    Broken("R28", ends_unread, "resurrection", "restored-1", "back_by_restore_by_recall"),
    Broken("R02", what_is_heard_is_kept, "overreach", "said_in_passing-1", "kept_though_said_in_passing_by_recall"),
    Broken("R16", everything_is_relevant, "overreach", "about_something_else-1", "served_though_unrelated"),
    Broken("R24", reviews_ignored, "overreach", "never_looked_at_again-1", "unreviewed_by_recall"),
    Broken("R09", lifetimes_endless, "overreach", "never_looked_at_again-1", "endless_by_recall"),
    Broken("R33", agent_approves, "poisoned_tool_output", "orders_by_itself-1", "promoted_by_itself"),
    Broken("R17", sources_unasked, "code_drift", "changed-1", "stale_code"),
    Broken("R03", evicting, "bounds", "flooded_by_the_agent-1", "crowded_out"),
    Broken("R10", form_unasked, "bounds", "no_essay-1", "whole_conversation_kept"),
)
