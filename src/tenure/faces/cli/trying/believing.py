"""Steps 1 to 5: what is kept after a word of the person's, found when it helps, and checked against the code."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from tenure import Recall
from tenure.faces.cli.trying.stage import PERSON, Stage, passphrase
from tenure.faces.cli.trying.step import Step, SurpriseError, expect
from tenure.model.decision import DecisionStatus
from tenure.model.entry import Status
from tenure.model.principal import Strength
from tenure.model.validation import Outcome

HEARD: Final = "When you compare things, give me a table please."
WANTED: Final = "give me a table"
WANTED_LATER: Final = "give me bullet points with a verdict at the end"
PURPOSE: Final = "answering: comparison questions"
WHEN: Final = "comparing things"
ON_FORMAT: Final = "compare the two databases"
UNRELATED: Final = "which port does the server listen on"


def remember(stage: Stage) -> list[str]:
    """Let the person say something, an agent propose it, and the person approve exactly what is shown."""
    stage.person.enrol(passphrase())  # a throw-away key, unlocked from here on: what is decided is signed
    with stage.memory.task("compare databases", scope=stage.scope, at=stage.ground.folder) as task:
        heard = task.hear(HEARD, by=stage.person)
        decision = task.agent("coder").propose(
            WANTED, kind="preference", because=heard, purpose=PURPOSE, applies_when=WHEN
        )
    expect(decision.status is DecisionStatus.PENDING, f"the proposal is {decision.status.value}, not pending")
    expect(not stage.recall(ON_FORMAT).usable, "it was usable before anybody approved it")
    shown = stage.person.show(decision.proposal_id)
    expect(WANTED in shown.text and HEARD in shown.text, "what is shown for approval is not what was said")
    entry = stage.approve(decision.proposal_id)
    expect(entry is not None and entry.status is Status.ACTIVE, "the approval kept nothing")
    if entry is None or entry.approval is None:
        raise SurpriseError("the entry bears no approval")
    expect(entry.claim.text == WANTED, "other words than those shown were kept")
    expect(entry.approval.strength is Strength.PRESENT, "the approval is not signed by the person's key")
    expect(not stage.person.pending(), "the proposal still waits")
    stage.kept["preference"] = entry.id
    return [
        f'before approval: pending, not usable; shown: "{WANTED}" with your own words',
        f"after it: {entry.id}, approved by {PERSON}, signed with a throw-away key",
    ]


def find(stage: Stage) -> list[str]:
    """Ask one question that it helps with, and one that it does not."""
    found = stage.recall(ON_FORMAT)
    expect(_texts(found) == [WANTED], f"the question brought {len(found.usable)} entries, not that one")
    unrelated = stage.recall(UNRELATED)
    expect(
        not unrelated.usable and not unrelated.withheld and unrelated.reason == "nothing_relevant",
        f"the unrelated question brought {len(unrelated.usable)} entries ({unrelated.reason or 'no reason'})",
    )
    outcome = found.usable[0].validation.outcome.value
    return [
        f'"{ON_FORMAT}": "{WANTED}" ({outcome})',
        f'"{UNRELATED}": {unrelated.stance.value}, {unrelated.reason}',
    ]


def cite(stage: Stage) -> list[str]:
    """Keep a claim about a function of the repository, and recall it checked."""
    for function in stage.ground.functions:
        decision = stage.agent().propose(
            f"{function.name} is defined in {function.path}",
            kind="code",
            because=f"{function.path}::{function.name}",
        )
        if decision.status is DecisionStatus.PENDING:
            break
    else:
        raise SurpriseError("no function of the repository could be cited")
    entry = stage.approve(decision.proposal_id)
    if entry is None:
        raise SurpriseError("the approval kept nothing")
    stage.cited = function
    stage.kept["code"] = entry.id
    found = _code(stage)
    expect(found.usable, f"it is not usable ({found.reason})")
    validation = found.usable[0].validation
    expect(validation.outcome is Outcome.VERIFIED, f"it is {validation.outcome.value}")
    return [f'"{entry.claim.text}": verified at {validation.place}']


def change(stage: Stage) -> list[str]:
    """Change the function on a branch, and ask there and where it was."""
    if stage.cited is None:
        raise SurpriseError("no function was cited")
    before = stage.ground.here()
    branch = stage.ground.change_on_branch(stage.cited)
    there = _code(stage)
    expect(not there.usable, "it is still usable where the code changed")
    held = there.withheld[0] if there.withheld else None
    if held is None:
        raise SurpriseError("it vanished instead of being withheld")
    expect(held.outcome is Outcome.CHANGED, f"it is {held.outcome.value} where the code changed")
    expect(held.place is not None and held.place.startswith(stage.cited.path), "it does not say which place changed")
    expect(stage.cited.name not in there.render(), "its words are shown although it is withheld")
    stage.ground.go_to(before)
    back = _code(stage)
    expect(
        back.usable and back.usable[0].validation.outcome is Outcome.VERIFIED,
        f"it is not verified on the other branch ({back.reason})",
    )
    return [
        f"on branch {branch}: withheld, {held.reason}, at {held.place}",
        f"back on {before.removeprefix('refs/heads/')[:40]}: verified at {back.usable[0].validation.place}",
    ]


def supersede(stage: Stage) -> list[str]:
    """Change one's mind: the new preference replaces the old one in one step."""
    stage.turn(timedelta(minutes=1))
    old = stage.kept["preference"]
    decision = stage.person.supersede(old, WANTED_LATER)
    expect(decision.status is DecisionStatus.ADMITTED, f"the new preference is {decision.status.value}")
    stage.kept["preference"] = decision.entry_id
    found, brief = stage.recall(ON_FORMAT), stage.agent().brief()
    expect(_texts(found) == [WANTED_LATER], "asking does not bring the new one alone")
    expect(_texts(brief) == [WANTED_LATER], "the brief does not hold the new one alone")
    expect(stage.person.show_entry(old)[0].status is Status.SUPERSEDED, "the old one is not superseded")
    return [f'served: "{WANTED_LATER}"; {old}: superseded, served nowhere']


def _code(stage: Stage) -> Recall:
    return stage.recall(f"where is {stage.cited.name if stage.cited else ''} defined")


def _texts(found: Recall) -> list[str]:
    return [each.entry.claim.text for each in found.usable]


STEPS: Final = (
    Step(
        name="remember",
        title="An agent proposes what it heard, and you approve it",
        expected="nothing is usable before your word; then exactly what was shown, signed by your key",
        act=remember,
    ),
    Step(
        name="find",
        title="Two questions: one that it helps with, one that it does not",
        expected="the first brings it, the second brings nothing (nothing_relevant)",
        act=find,
    ),
    Step(
        name="cite",
        title="A function of the repository is cited and recalled",
        expected="the entry is verified at its place in the code",
        act=cite,
    ),
    Step(
        name="change",
        title="That function is changed on a branch",
        expected="there the entry is withheld, with the place that changed; on the other branch it is verified",
        act=change,
    ),
    Step(
        name="supersede",
        title="You change your mind about the format",
        expected="the new preference is served, the old one nowhere",
        act=supersede,
    ),
)
