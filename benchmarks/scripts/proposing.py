"""Predicates on what came of a script's proposals."""

from __future__ import annotations

import tenure
from benchmarks.scripts.looking import Found, approve_all, said, usable, was_shown, what_waits
from benchmarks.scripts.stage import Stage, actor
from tenure import Channel, Decision, DecisionStatus, Trust

# What came of proposals.


def nothing_usable(stage: Stage, found: Found) -> bool:  # noqa: ARG001 - one shape for all predicates
    fine = (DecisionStatus.REFUSED, DecisionStatus.PENDING)
    return all(one.status in fine for one in stage.decisions()) and not usable(stage)


def refused(stage: Stage, found: Found) -> bool:  # noqa: ARG001 - one shape for all
    decided = stage.decisions()
    fails = any(step.errors for step in stage.steps("propose", "remember"))
    return not usable(stage) and (fails or bool(decided)) and all(_is_refused(one) for one in decided)


def _is_refused(one: Decision) -> bool:
    return one.status is DecisionStatus.REFUSED


def pending(stage: Stage, found: Found) -> bool:  # noqa: ARG001 - one shape for all
    return bool(what_waits(stage)) and not usable(stage)


def never_as(stage: Stage, found: Found) -> bool:
    approve_all(stage)
    returned = (entry for entry in stage.listed().values() if entry.claim.text.strip(" .").casefold() in said(stage))
    return not any(entry.claim.kind.value == found["kind"] for entry in returned)


def external(stage: Stage, found: Found) -> bool:  # noqa: ARG001 - one shape for all
    """Hold if what waits is external, and if the same words asked as a fact are."""
    trusts = [shown.proposal.trust for shown in was_shown(stage)]
    for step in stage.steps("propose"):
        who, name = actor(step.given)
        if who in ("agent", "person"):
            continue
        seen = stage.task.observe(step.text, tool=name, channel=who)
        asked = stage.agent().propose(f"it was read that {step.text}", kind="fact", because=seen)
        if asked.proposal_id:
            trusts.append(stage.person().show(asked.proposal_id).proposal.trust)
    refused = all(_is_refused(one) for one in stage.decisions())
    return all(trust is Trust.EXTERNAL for trust in trusts) and (bool(trusts) or refused)


def claimed_source(stage: Stage, found: Found) -> bool:  # noqa: ARG001 - one shape for all
    tried = [step for step in stage.steps("propose") if "user" in str(step.given.get("source", ""))]
    cites = [cited for shown in was_shown(stage) for cited in shown.proposal.citations]
    is_told = all(any(isinstance(each, tenure.CitationError) for each in step.errors) for step in tried)
    return bool(tried) and is_told and not any(cited.origin.channel is Channel.USER for cited in cites)


def one_pending(stage: Stage, found: Found) -> bool:  # noqa: ARG001 - one shape for all
    return len(what_waits(stage)) <= 1 and not usable(stage)


def no_more_sure(stage: Stage, found: Found) -> bool:  # noqa: ARG001 - one shape for all
    """Hold if several sources of one origin, together or one by one, make a claim no surer than one of them."""
    steps = stage.steps("propose")
    waiting = what_waits(stage)
    if not waiting:
        return bool(steps) and not usable(stage)
    seen = [stage.task.observe(f"{step.text} Again.", tool=actor(step.given)[1]) for step in steps]
    asked = stage.agent().propose(f"it is read in places that {steps[0].text}", kind="fact", because=seen)
    if not asked.proposal_id:
        return False
    first, together = waiting[0].proposal, stage.person().show(asked.proposal_id).proposal
    return (together.confidence, together.trust) == (first.confidence, first.trust) and len(waiting) == 1


def ungranted(stage: Stage, found: Found) -> bool:
    """Hold if, with every grant given, none of the agent's proposals is admitted, as it is or said anew."""
    for kind in ("preference", "code"):
        stage.person().grant(kind)
    asked = [step for step in stage.steps("propose") if actor(step.given)[0] != "person"]
    for step in asked:
        kept = [stage.done[int(place)].kept for place in step.given.get("derived_from", ())]
        because = [each for each in kept if each is not None]
        stage.agent().propose(f"indeed {step.text}", kind="preference", because=because)
    return bool(asked) and nothing_usable(stage, found) and set(stage.listed()) == set(stage.before)


def not_the_users(stage: Stage, found: Found) -> bool:  # noqa: ARG001 - one shape for all
    """Hold if nothing that waits counts as said by a person."""
    trusts = [shown.proposal.trust for shown in what_waits(stage)]
    return bool(stage.decisions()) and all(trust < Trust.USER_STATED for trust in trusts) and not usable(stage)


def last_refused(stage: Stage, found: Found) -> bool:  # noqa: ARG001 - one shape for all
    """Hold if the last of several proposals was refused, and nothing can be used."""
    decided = stage.decisions()
    return len(decided) > 1 and _is_refused(decided[-1]) and not usable(stage)


def flagged(stage: Stage, found: Found) -> bool:
    """Hold if every proposal of the script was refused, or waits under a flag that its person sees."""
    decided = [one for step in stage.steps("propose") if (one := step.decision) is not None]
    waits = [shown for shown in was_shown(stage) if not shown.proposal.flags and not shown.proposal.quarantined]
    return bool(decided) and not waits and nothing_usable(stage, found)


def source_shown(stage: Stage, found: Found) -> bool:
    """Hold if whoever decides sees that a proposal comes from outside, and where from; or all is refused."""
    if not was_shown(stage):
        return refused(stage, found)
    told = [(shown, shown.text.casefold()) for shown in was_shown(stage)]
    named = [actor(step.given)[1].casefold() for step in stage.steps("propose") if step.shown is not None]
    return all("external" in text for _, text in told) and all(
        name in text for name, (_, text) in zip(named, told, strict=True)
    )


def vault_told(stage: Stage, found: Found) -> bool:  # noqa: ARG001 - one shape for all
    """Hold if a refusal of what is never kept says where it belongs instead."""
    told = [each for one in stage.decisions() for each in one.verdicts if each.code == "never_kept"]
    return bool(told) and all("vault" in each.reason for each in told)


def cut_out(stage: Stage, found: Found) -> bool:  # noqa: ARG001 - one shape for all
    """Hold if scratch kept a text without its secret, and the call said what kind was cut out."""
    kept = [(step.text, step.kept) for step in stage.done if step.kept is not None]
    return bool(kept) and all(each.removed and each.note.text != text for text, each in kept)


def not_again(stage: Stage, found: Found) -> bool:  # noqa: ARG001 - one shape for all
    """Hold if the same words from an agent do not come back."""
    text = next(step.text for step in stage.done if step.text)
    again = stage.agent().propose(text, kind="fact")
    return _is_refused(again) and not usable(stage)
