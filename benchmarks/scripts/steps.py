"""Runs the steps of a structural script through the public handles, and keeps what each step gave.

The vocabulary is closed: a step that is not in `OPS` makes the script unknown, one in `FACES` waits for its face.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import tenure
from benchmarks.scripts import calling, turning
from benchmarks.scripts.stage import Given, Stage, Step, actor, instant, kind_of
from tenure import Decision, DecisionStatus, Entry
from tenure.memory.task import Kept
from tenure.store.records import Change

FACES = frozenset({"rest_call", "http_call", "http", "web_call", "page"})
"""Steps that need a face which does not exist yet."""

_NOTES_MOST = 20_000
_VERBS = {"update": "supersede", "edit": "correct"}
_REPEATS_MOST = 1_000
_INSTANTS = {
    "expires": "expires_at", "expires_at": "expires_at", "until": "expires_at",
    "valid_from": "valid_from", "valid_until": "valid_until",
}  # fmt: skip


class UnknownStepError(Exception):
    """A script uses a word that is in no vocabulary."""


def _propose(stage: Stage, step: Step) -> None:
    given = step.given
    who, name = actor(given)
    options: dict[str, Any] = {
        key: given[key] for key in ("purpose", "applies_when", "entity", "attribute", "value") if key in given
    }
    options |= {key: instant(given[name]) for name, key in _INSTANTS.items() if name in given}
    if who == "person":
        _state(stage, step, name, options)
        return
    agent, because = stage.agent(), list[Kept]()
    if who != "agent":
        because.append(stage.task.observe(step.text, tool=name, channel=who))
    if "derived_from" in given:
        because += [kept for each in stage.at(step, "derived_from") if (kept := each.kept) is not None]
    if "user" in str(given.get("source", "")):  # the claimed source: a statement that nobody heard
        try:
            step.gave = agent.propose(step.text, kind=kind_of(given), because="statement:user", **options)
        except tenure.Error as error:
            step.errors.append(error)
    step.decision = agent.propose(step.text, kind=kind_of(given), because=because, **options)
    _look(stage, step)


def _state(stage: Stage, step: Step, name: str, options: dict[str, Any]) -> None:
    place = len(stage.done) - 1
    later = stage.script[place + 1 :]
    waits = any(each.get("op") == "approve" and each.get("of", place) == place for each in later)
    scope = stage.scope(name)
    options |= {"kind": kind_of(step.given), "scope": scope, "is_approved": not waits}
    try:
        step.decision = stage.person(name).remember(step.text, **options)
    except tenure.NotAllowedError:  # an order, which the person approves *present*
        step.decision = stage.person(name, is_present=True).remember(step.text, **options)
    step.entry_id = step.decision.entry_id or ""
    _look(stage, step)


def _look(stage: Stage, step: Step) -> None:
    decision = step.decision
    if decision is not None and decision.status is DecisionStatus.PENDING and decision.proposal_id:
        step.shown = stage.person().show(decision.proposal_id)


def _scratch(stage: Stage, step: Step) -> None:
    who, name = actor(step.given)
    if who == "agent":
        step.kept = stage.agent().note(step.text)
    elif who == "person":
        step.kept = stage.task.hear(step.text, by=stage.person(name))
    else:
        step.kept = stage.task.observe(step.text, tool=name, channel=who)


def _summarize(stage: Stage, step: Step) -> None:
    # The worst case: the agent's own words, and not a word of where they come from.
    told = " ".join(each.text for each in stage.at(step))
    step.kept = stage.agent().note(f"In short: {told}"[:2_000])


def _approve(stage: Stage, step: Step) -> None:
    (target, *_) = stage.at(step)
    who, name = actor(step.given)
    if who != "person":
        # What an agent can try: its own handle, and a handle of a person whom it makes up.
        if hasattr(stage.agent(), "approve"):
            raise AssertionError("an agent's handle approves")
        if target.shown is not None:
            step.gave = stage.memory.person(name).approve(target.shown)
        return
    shown = target.shown
    if shown is None:
        raise tenure.NotFoundError("nothing waits")
    hashed = next(
        (each.shown for each in stage.done if each.shown is not None and each.text == step.given.get("hash_of")), None
    )
    if hashed is not None and hashed.proposal.id != shown.proposal.id:  # the yes to one, given for another
        shown = replace(shown, text=hashed.text, digest=hashed.digest)
    options = {"text": step.given["text"]} if "text" in step.given else {}
    done = stage.approve(shown, **options) if name == "ana" else stage.person(name).approve(shown)
    step.gave = done
    step.entry_id = target.entry_id = done.id if isinstance(done, Entry) else ""


def _decline(stage: Stage, step: Step) -> None:
    (target, *_) = stage.at(step)
    if target.shown is not None:
        stage.person().decline(target.shown, answer=str(step.given.get("answer", "no")))


def _mutate(stage: Stage, step: Step) -> None:
    (target, *_) = stage.at(step)
    if target.shown is None:
        return
    now, given = target.shown.proposal, step.given
    claim = {name: given[name] for name in ("text", "applies_when", "entity", "attribute", "value") if name in given}
    if "kind" in given:
        claim["kind"] = tenure.Kind(str(given["kind"]))
    other: dict[str, Any] = {"scope": tenure.Scope(user="ana")} if "scope" in given else {}
    if {"expires", "expires_at"} & set(given):
        ends = instant(given.get("expires", given.get("expires_at")))
        other["lifetime"] = replace(now.lifetime, expires_at=ends)
    changed = replace(now, claim=replace(now.claim, **claim), version=now.version + 1, **other)
    stage.memory._wired.entries.commit(Change(now=stage.clock.now(), put=(changed,)))  # noqa: SLF001 - who writes past the gates


def _flood(stage: Stage, step: Step) -> None:
    who, name = actor(step.given)
    for number in range(int(step.given.get("n", 60))):
        text = f"{step.text or 'the colour of chart'} number {number} is preferred"
        because = () if who == "agent" else stage.task.observe(text, tool=name, channel=who)
        step.decisions.append(
            stage.agent().propose(text, kind="preference" if who == "agent" else "fact", because=because)
        )


def _flood_scratch(stage: Stage, step: Step) -> None:
    for number in range(min(int(step.given.get("n", 1_000)), _NOTES_MOST)):
        stage.task.note(f"note number {number}")


def _query(stage: Stage, step: Step) -> None:
    who, name = actor(step.given)
    step.found = stage.reader(name if who == "person" else "ana").recall(step.text)


def _as(stage: Stage, step: Step) -> None:
    user = str(step.given.get("tenant") or step.given.get("user")).lower()
    what, text = step.given.get("do"), step.text
    if what in ("remember", "propose"):
        decision = stage.person(user).remember(text, kind="fact", scope=stage.scope(user))
        step.decision, step.entry_id = decision, decision.entry_id or ""
    elif what in ("query", "recall", "search"):
        step.found = stage.reader(user).recall(text)
    elif what in ("list", "count", "export"):
        step.found = stage.reader(user).list_entries()
    elif what in ("forget", "correct", "show", "verify", "get", "read", "approve"):
        target = next(each.entry_id for each in reversed(stage.done) if each.entry_id)
        if what == "forget":
            step.gave = stage.person(user).forget(target)
        elif what == "correct":
            step.gave = stage.person(user).correct(target, text or "something else")
        else:
            step.gave = stage.reader(user).verify(target)
    else:
        raise UnknownStepError(f"as: {what}")


def _remember(stage: Stage, step: Step) -> None:
    step.decision = stage.person().remember(step.text, kind=kind_of(step.given), scope=stage.scope())
    step.entry_id = step.decision.entry_id or ""
    step.found = stage.reader().recall(step.text)


def _kept_id(stage: Stage, step: Step) -> str:
    if "of" in step.given:
        return stage.at(step)[0].entry_id
    return next((each.entry_id for each in reversed(stage.done) if each.entry_id), "")


def _forget(stage: Stage, step: Step) -> None:
    who, _ = actor(step.given)
    target = _kept_id(stage, step)
    step.gave = stage.person().forget(target) if who == "person" else stage.agent().forget(target)


def _correct(stage: Stage, step: Step) -> None:
    who, _ = actor(step.given)
    target, verb = _kept_id(stage, step), _VERBS.get(str(step.given["op"]), str(step.given["op"]))
    handle = stage.person() if who == "person" else stage.agent()
    done = (
        handle.challenge(target, reason="so said") if verb == "challenge" else getattr(handle, verb)(target, step.text)
    )
    step.gave = done
    if isinstance(done, Decision):
        step.decision, step.entry_id = done, done.entry_id or ""


def _repeat(stage: Stage, step: Step) -> None:
    again = step.given.get("step")
    if not isinstance(again, Mapping):
        again = stage.script[int(step.given.get("of", 0))]
    for _ in range(min(int(step.given.get("n", step.given.get("times", 10))), _REPEATS_MOST)):
        one = Step(given=again)
        with contextlib.suppress(tenure.Error):
            _op(again)(stage, one)
        step.decisions += [one.decision] if one.decision is not None else []


OPS: Mapping[str, Callable[[Stage, Step], None]] = {
    "propose": _propose,
    "scratch": _scratch, "note": _scratch, "observe": _scratch, "hear": _scratch,
    "read_page": _scratch, "tool_result": _scratch, "say": _scratch,
    "summarize": _summarize, "summarise": _summarize, "reflect": _summarize,
    "approve": _approve, "decline": _decline, "reject": _decline,
    "mutate_pending": _mutate, "mutate": _mutate,
    "flood": _flood, "flood_scratch": _flood_scratch,
    "query": _query, "recall": _query, "search": _query, "retrieve": _query,
    "as": _as,
    "remember": _remember, "forget": _forget,
    "correct": _correct, "supersede": _correct, "challenge": _correct, "update": _correct, "edit": _correct,
    "clock": turning.turn_clock, "advance": turning.turn_clock, "wait": turning.turn_clock, "sleep": turning.turn_clock,
    "grep_files": turning.grep,
    "grant": turning.grant,
    "revoke": turning.revoke, "revoke_grant": turning.revoke,
    "end_task": turning.end, "end_session": turning.end, "session_end": turning.end,
    "new_session": turning.begin, "new_task": turning.begin, "begin_session": turning.begin, "session": turning.begin,
    "restart": turning.reopen, "reopen": turning.reopen, "crash": turning.reopen,
    "sweep": turning.sweep,
    "repeat": _repeat,
    "derive": turning.derive, "promote": turning.promote,
    "approve_all": turning.approve_all, "approve_batch": turning.approve_all, "approve_many": turning.approve_all,
    "list": turning.read, "list_entries": turning.read, "brief": turning.read,
    "backup": turning.back_up, "copy": turning.back_up, "snapshot": turning.back_up, "restore": turning.restore,
    "export": turning.export, "import": turning.bring_in,
    "mcp_call": calling.call, "tool_call": calling.call, "mcp_list": calling.call,
}  # fmt: skip
"""The steps that a script may take."""


def _op(given: Given) -> Callable[[Stage, Step], None]:
    run = OPS.get(str(given.get("op")))
    if run is None:
        raise UnknownStepError(str(given.get("op")))
    return run


def _play(stage: Stage, given: Given) -> None:
    done = Step(given=given)
    stage.done.append(done)
    run = _op(given)
    try:
        run(stage, done)
    except tenure.Error as error:
        done.errors.append(error)


@contextlib.contextmanager
def played(folder: Path, steps: Sequence[Given]) -> Iterator[Stage]:
    """Give the stage after its script was run.

    Raises:
        UnknownStepError: A step is in no vocabulary.
    """
    folder.mkdir(parents=True)
    stage = Stage(folder, steps)
    try:
        for given in steps:
            _play(stage, given)
        yield stage
    finally:
        stage.close()
