"""Predicates on what came of a script's approvals, and on how many questions may wait."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

import tenure
from benchmarks.scripts.looking import Found, attempts, error, usable, was_shown, what_waits
from benchmarks.scripts.stage import Stage, Step, actor
from tenure import Entry, Strength
from tenure.screen.redact import neutralise

BATCHES = ("approve_all", "approve_batch", "approve_many")
"""Steps by which a person says yes to all that waits."""

_REFUSALS: Mapping[str, tuple[type[tenure.Error], ...]] = {
    "scope": (tenure.ConflictError, tenure.NotFoundError),
    "hash": (tenure.ConflictError,),
    "mismatch": (tenure.ConflictError,),
    "changed": (tenure.ConflictError,),
    "expire": (tenure.TransitionError, tenure.NotFoundError),
    "laps": (tenure.TransitionError, tenure.NotFoundError),
}


# What came of approvals.


def permission(stage: Stage, found: Found) -> bool:  # noqa: ARG001 - one shape for all
    tried = [step for step in attempts(stage) if actor(step.given) != ("person", "ana")]
    denied = (tenure.NotAllowedError, tenure.NotFoundError)
    return bool(tried) and all(any(isinstance(each, denied) for each in step.errors) for step in tried)


def still_pending(stage: Stage, found: Found) -> bool:  # noqa: ARG001 - one shape for all
    ids = {shown.proposal.id for shown in what_waits(stage)}
    return bool(ids) and {shown.proposal.id for shown in was_shown(stage)} <= ids and not usable(stage)


def audited(stage: Stage, found: Found) -> bool:  # noqa: ARG001 - one shape for all
    lines = stage.memory.operator("ana").ledger(limit=100_000)
    denied = [line for line in lines if line.verb == "approve" and line.code.startswith("denied")]
    approved = [line for line in lines if line.verb == "approve" and not line.code.startswith("denied")]
    # The one entry that was there before was approved by the person; nobody else's yes is in the record.
    return bool(denied) and not ({line.actor for line in denied} & {line.actor for line in approved})


def approval_refused(stage: Stage, found: Found) -> bool:
    why = found["why"] or ""
    kinds = next((kinds for word, kinds in _REFUSALS.items() if word in why), (tenure.Error,))
    *_, last = attempts(stage)
    mutations = stage.steps("mutate_pending", "mutate")
    if mutations and all(
        step.errors for step in mutations
    ):  # the store itself took no change: the yes is to what was shown
        kept = [entry for entry in stage.listed().values() if entry.id == last.entry_id]
        return all(
            entry.claim == shown.proposal.claim and entry.scope == stage.scope()
            for entry in kept
            for shown in was_shown(stage)
        )
    return (
        any(isinstance(each, kinds) for each in last.errors) and not last.entry_id and not _is_last_usable(stage, last)
    )


def _is_last_usable(stage: Stage, last: Step) -> bool:
    mutated = {step.text.strip(" .").casefold() for step in stage.steps("mutate_pending", "mutate")}
    first = len(attempts(stage)) == 1
    return bool(mutated & usable(stage)) or (first and bool(usable(stage))) or last.gave is not None


def shown_escaped(stage: Stage, found: Found) -> bool:  # noqa: ARG001 - one shape for all
    is_clean = all(neutralise(shown.text) == shown.text for shown in was_shown(stage))
    waits = [shown for shown in was_shown(stage) if neutralise(shown.proposal.claim.text) != shown.proposal.claim.text]
    return is_clean and all(shown.warnings for shown in waits) and not usable(stage)


def same_bytes(stage: Stage, found: Found) -> bool:  # noqa: ARG001 - one shape for all
    """Hold if what is kept after a yes is, to the letter, what was shown."""
    for shown in what_waits(stage):
        try:
            entry = stage.approve(shown)
        except tenure.Error:
            continue
        if not isinstance(entry, Entry) or entry.claim != shown.proposal.claim or entry.claim.text not in shown.text:
            return False
        if entry.approval is None:
            return False
    return True


def bounded_pending(stage: Stage, found: Found) -> bool:  # noqa: ARG001 - one shape for all
    bound = stage.memory.policy.pending_max
    decided = stage.decisions()
    over = [one for one in decided if any(verdict.code in {"over_limit", "over_share"} for verdict in one.verdicts)]
    return len(what_waits(stage)) <= bound and (len(decided) <= bound or len(over) >= len(decided) - bound)


def pending_ends(stage: Stage, found: Found) -> bool:  # noqa: ARG001 - one shape for all
    waited = len(was_shown(stage)) or len(what_waits(stage))
    stage.clock.advance(timedelta(days=stage.memory.policy.pending_days_max))
    return waited > 0 and not what_waits(stage) and not usable(stage)


def no_mixed_batch(stage: Stage, found: Found) -> bool:  # noqa: ARG001 - one shape for all
    waiting = what_waits(stage)
    if len(waiting) > 1:
        stage.person().decline(waiting[0])  # room for one of another kind
    stage.agent().propose("the office closes at six", kind="fact")
    asked = stage.agent().propose("the gate code of the user's allergy list is blue", kind="preference")
    batch = [shown for shown in what_waits(stage) if shown.proposal.id == asked.proposal_id] + [*what_waits(stage)]
    try:
        stage.person(is_present=True).approve_many(batch)
    except tenure.Error:
        return not usable(stage)
    return False


def nothing_approved(stage: Stage, found: Found) -> bool:  # noqa: ARG001 - one shape for all
    """Hold if no entry and no line of the ledger says that anybody approved anything since the script began."""
    lines = stage.memory.operator("ana").ledger(limit=100_000)
    yes = [line for line in lines if line.verb == "approve" and not line.code.startswith("denied")]
    return bool(was_shown(stage)) and len(yes) <= len(stage.before) and set(stage.listed()) <= set(stage.before)


def batch_refused(stage: Stage, found: Found) -> bool:
    """Hold if a yes to all at once was refused; if none was given, to one that mixes kinds."""
    tried = attempts(stage, *BATCHES)
    return no_mixed_batch(stage, found) if not tried else all(step.errors for step in tried) and not usable(stage)


def shown_whole(stage: Stage, found: Found) -> bool:  # noqa: ARG001 - one shape for all
    """Hold if what waits is shown to its last word, or everything was refused before it could be shown."""
    if not was_shown(stage):
        return bool(stage.decisions()) and not what_waits(stage) and not usable(stage)
    return all(neutralise(shown.proposal.claim.text) in shown.text for shown in was_shown(stage))


def single_use(stage: Stage, found: Found) -> bool:  # noqa: ARG001 - one shape for all
    """Hold if a yes that was given cannot be given again."""
    used = next(((step, step.shown) for step in stage.done if step.shown is not None), None)
    if used is None:
        return False
    step, shown = used
    if not step.entry_id:
        stage.approve(shown)
    before = set(stage.listed())
    again = error(lambda: stage.person(is_present=True).approve(shown))
    return again != "" and set(stage.listed()) == before


def needs_present(stage: Stage, found: Found) -> bool:  # noqa: ARG001 - one shape for all
    return bool(was_shown(stage)) and all(shown.least is Strength.PRESENT for shown in was_shown(stage))
