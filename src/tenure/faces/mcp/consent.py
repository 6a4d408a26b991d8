"""What is asked of the person through the client, and what their answer does (R33, R38).

Asked is exactly what `tenure review` would show, claim first. What is longer than a question may be, needs the person
*present*, or speaks of what an agent may not see waits there instead. An answer that came so has the strength
*client*, and the approving transaction uses it up.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import field
from datetime import datetime
from typing import Final

from tenure import Shown
from tenure.clock import SystemClock
from tenure.errors import ConflictError, Error
from tenure.faces.agents.tools import Called, answered, failed
from tenure.faces.telling import ASK_THE_PERSON
from tenure.memory.agent import AgentHandle
from tenure.memory.person import PersonHandle
from tenure.model.decision import DecisionStatus, Request
from tenure.model.principal import Strength
from tenure.model.receipt import Receipt
from tenure.model.validation import Outcome
from tenure.values import dataclass

MESSAGE_CHARS_MAX: Final = 1_000
REACTION_SECONDS_MIN: Final = 1.0
"""Some clients say no by themselves where nobody is there; sooner than this no person read anything."""
YES: Final = "yes"
DECLINED: Final = "decline"
"""A plain no, given without the form."""
ANSWERS: Final[Mapping[str, str]] = {"no": "no", "never this": "never_this", "never of this kind": "never_category"}
"""What may be answered beside yes, and what `decline` calls it."""
FORM: Final[Mapping[str, object]] = {
    "type": "object",
    "properties": {
        "answer": {
            "type": "string",
            "title": "Your answer",
            "description": "Yes keeps exactly what is shown above.",
            "enum": [YES, *ANSWERS],
        }
    },
    "required": ["answer"],
}
_SEEN: Final = frozenset({Outcome.VERIFIED, Outcome.STANDING, Outcome.MOVED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question that a client shall put.

    Args:
        shown: What is to be decided.
        message: What the person reads.
        asked_at: When it was put (UTC).
    """

    shown: Shown = field(repr=False)
    message: str = field(repr=False)
    asked_at: datetime = field(default_factory=SystemClock().now)

    def state(self) -> str:
        """Give what binds an answer to these bytes and this policy; the protocol's layer seals it."""
        shown = self.shown
        bound = {"proposal": shown.proposal.id, "digest": shown.digest, "policy": shown.policy, "beside": _seen(shown)}
        return json.dumps({**bound, "asked_at": self.asked_at.isoformat()})


def question_of(
    called: Called, *, person: PersonHandle, agent: AgentHandle, session: str, can_ask: bool
) -> Question | str:
    """Give the question that a pending decision leaves, or the code of why it is not put here.

    * ``client_cannot``: the client shows no questions, or answers them by itself;
    * ``needs_present``: orders, instructions and widening, or what the policy wants more strongly approved (R33);
    * ``not_for_agents``: it is quarantined, or about an entry that is withheld (R17);
    * ``too_long``: with all that belongs to it, it is longer than `MESSAGE_CHARS_MAX`;
    * ``asked_enough``: enough was asked in this session or on this day (R38).
    """
    decision = called.decision
    if not can_ask:
        return "client_cannot"
    shown = person.show("" if decision is None else decision.proposal_id)
    if shown.least.rank > Strength.CLIENT.rank:
        return "needs_present"
    if shown.proposal.quarantined or not _is_seen(shown, agent):
        return "not_for_agents"
    message = "\n".join([shown.text, *shown.beside.splitlines(), *(f"note: {each}" for each in shown.warnings)])
    if len(message) > MESSAGE_CHARS_MAX:
        return "too_long"
    return Question(shown=shown, message=message) if person.may_ask(shown, session=session) else "asked_enough"


def asked_before(state: str, *, person: PersonHandle) -> Question:
    """Give the question that a sealed state binds, if it is still that.

    Raises:
        NotFoundError: It was decided already, or is another person's.
        ConflictError: It or the policy changed since it was asked.
    """
    bound = json.loads(state)
    shown = person.show(str(bound["proposal"]))
    if (shown.digest, shown.policy, _seen(shown)) != (bound["digest"], bound["policy"], bound["beside"]):
        raise ConflictError("the proposal is not what was asked", hint="The person decides it in `tenure review`.")
    return Question(shown=shown, message="", asked_at=datetime.fromisoformat(bound["asked_at"]))


def not_asked(called: Called, why: str) -> Called:
    """Tell that nothing was asked: it waits, and whether the person wants it is not known."""
    return called.adding(data={"asked": "not_asked", "because": why})


def settled(called: Called, asked: Question, answer: str | None, *, person: PersonHandle, name: str) -> Called:
    """Do what the person answered, and tell of it.

    Args:
        called: What the call gave before the answer.
        asked: What was asked.
        answer: One of the form's, `DECLINED` for a plain no, or None if the question was dismissed or not answered.
        person: The person.
        name: The tool's name.
    """
    shown = asked.shown
    if answer is None:
        return called.adding(data={"asked": "not_answered"})
    taken = (SystemClock().now() - asked.asked_at).total_seconds()
    if answer == DECLINED and taken < REACTION_SECONDS_MIN:
        return not_asked(called, "client_cannot")
    try:
        if answer != YES:
            person.decline(shown, answer=ANSWERS.get(answer, "no"))
            return called.adding(status="declined", data={"asked": "declined"}, is_over=True)
        made = person.approve(shown)
    except Error as error:
        return failed(error, name=name, scope=shown.proposal.scope)
    data = {"receipt_id": made.id} if isinstance(made, Receipt) else {"entry_id": made.id}
    done = "done" if shown.proposal.request in {Request.FORGET, Request.CHALLENGE} else "admitted"
    return called.adding(status=done, data={**data, "asked": "approved"}, is_over=True)


def waits(called: Called) -> bool:
    """Tell whether a call left something for a person to decide."""
    return called.decision is not None and called.decision.status is DecisionStatus.PENDING


def resumed(shown: Shown, *, name: str) -> Called:
    """Give the answer of the call that asked, as far as the question needs it."""
    return answered(
        name,
        "pending",
        scope=shown.proposal.scope,
        data={"proposal_id": shown.proposal.id},
        next_steps=[ASK_THE_PERSON],
    )


def _seen(shown: Shown) -> list[str]:
    return list(shown.replaces or ())


def _is_seen(shown: Shown, agent: AgentHandle) -> bool:
    """Tell whether an agent may read what the question would quote: the entries that it is about are usable."""
    about = {shown.proposal.target_id, shown.proposal.supersedes, *_seen(shown)} - {None}
    return all(agent.verify(each).outcome in _SEEN for each in about if each is not None)
