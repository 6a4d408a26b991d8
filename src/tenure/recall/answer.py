"""What a recall answers: the stance, what may be used, what is held back and why, and what to do next."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Final

from tenure.errors import RequestError
from tenure.model.claim import Kind
from tenure.model.decision import NextStep
from tenure.model.entry import Entry, Status
from tenure.model.quantity import fold_value
from tenure.model.validation import NOT_FRESH, Outcome
from tenure.recall.judge import GROUND_CHANGED, Usable, Withheld, withhold_split
from tenure.recall.question import Said, is_stated, question_of, said_of, unknown_of
from tenure.recall.reasons import sentence_of
from tenure.recall.render import RENDER_TOKENS_MAX, rendered
from tenure.recall.rescreen import split_payload, words_of
from tenure.values import dataclass

NEXT_STEPS_MAX: Final = 3
_SETTLED_BY_PERSON: Final = frozenset({Outcome.CONTESTED, Outcome.CHALLENGED, Outcome.REVIEW_DUE})


class Stance(StrEnum):
    """What the answer as a whole says (R20)."""

    ANSWER = "answer"
    ASK = "ask"
    ABSTAIN = "abstain"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetAside:
    """An entry that another one in this answer stands for.

    Args:
        entry_id: What was set aside.
        for_id: What stands for it.
        reason: ``more_specific``, ``higher_trust`` or ``same_words``.
    """

    entry_id: str
    for_id: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Recall:
    """The answer to one request. It fails closed: what is not in ``usable`` must not be used.

    Args:
        stance: *answer* with something usable, *ask* a person, or *abstain*.
        usable: What may be used, best first.
        withheld: What was found and is held back; never its text.
        question: For *ask*: what to ask a person; may quote values that persons stated.
        about: For *ask*: ids of the entries that the question is about.
        reason: For *ask* and *abstain*: stable code (``nothing_relevant``, ``source_changed``, ``contested``, ...).
        next: The calls that bring the answer to the question, or that mend what is withheld.
        set_aside: Entries for which another one stands: more specific, of higher trust, or of the same words.
        dropped: Ids of usable entries for which a bound left no room.
        render_tokens_max: The token budget of a rendering that names none.
        chain: Ids of the entries that answer one after the other, the value of one being the entity of the next; empty
            if no chain was walked.
        unknown: What is not known any more since what it rested on changed, one sentence each (R26).
        warnings: How it was found less well than it should, as stable codes: ``embedder_failed`` (words alone were
            compared), ``vectors_lacking`` (so they were for entries that have no vector of the embedder in use yet).
    """

    stance: Stance
    usable: tuple[Usable, ...] = ()
    withheld: tuple[Withheld, ...] = ()
    question: str = ""
    about: tuple[str, ...] = ()
    reason: str = ""
    next: tuple[NextStep, ...] = ()
    set_aside: tuple[SetAside, ...] = ()
    dropped: tuple[str, ...] = ()
    render_tokens_max: int = RENDER_TOKENS_MAX
    chain: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def explanation(self) -> str:
        """The reason in one sentence; empty for an answer."""
        return sentence_of(self.reason)

    @property
    def cautions(self) -> tuple[str, ...]:
        """The warnings, one sentence each."""
        return tuple(map(sentence_of, self.warnings))

    def render(self, tokens_max: int | None = None) -> str:
        """Give the answer as quoted data for a prompt, the same text for the same answer.

        Args:
            tokens_max: The budget, at four characters a token; the policy's if omitted. What it leaves no room for is
                named at the end.

        Raises:
            RequestError: ``tokens_max`` is no whole number from 0.
        """
        if tokens_max is not None:
            _check_budget(tokens_max)
        found = self.screened()
        return rendered(
            found.usable,
            found.withheld,
            heading=found.stance.value if not found.reason else f"{found.stance.value}: {found.reason}",
            explanation=found.explanation,
            question=found.question,
            chain=found.chain,
            notes=(*found.unknown, *found.cautions),
            next_steps=tuple(f"{step.who}: {step.do}" for step in found.next),
            set_aside=tuple((each.entry_id, each.for_id, each.reason) for each in found.set_aside),
            dropped=found.dropped,
            tokens_max=found.render_tokens_max if tokens_max is None else tokens_max,
        )

    def screened(self) -> Recall:
        """Give the answer screened as a whole: entries that only together say what is never kept are held back (R31).

        Whatever hands several entries to a model, `render` among it, hands on what this gives.
        """
        split = split_payload({each.entry.id: words_of(each.entry) for each in self.usable})
        if not split:
            return self
        usable = tuple(each for each in self.usable if each.entry.id not in split)
        together = tuple(withhold_split(each.entry) for each in self.usable if each.entry.id in split)
        is_empty = not usable and self.stance is Stance.ANSWER
        return replace(
            self,
            usable=usable,
            withheld=(*self.withheld, *together),
            stance=Stance.ABSTAIN if is_empty else self.stance,
            reason=together[0].reason if is_empty else self.reason,
            next=_ways_to_mend(together) if is_empty else self.next,
        )

    def __repr__(self) -> str:
        """Give counts alone: a log line must not carry claims."""
        counts = f"usable={len(self.usable)}, withheld={len(self.withheld)}"
        return f"Recall(stance={self.stance.value}, {counts}, reason={self.reason!r})"


def _check_budget(tokens_max: object) -> None:
    if isinstance(tokens_max, bool) or not isinstance(tokens_max, int) or tokens_max < 0:
        raise RequestError(
            "'tokens_max' must be a whole number from 0", code="bad_tokens_max", hint="Pass it as an integer."
        )


def conclude(
    judged: Sequence[tuple[Entry, Usable | Withheld]],
    *,
    lost: Sequence[Withheld] = (),
    set_aside: Sequence[SetAside] = (),
    dropped: Sequence[str] = (),
    heard: Mapping[str, Sequence[Said]] | None = None,
    fold: Callable[[str], str] = fold_value,
    chain: Sequence[str] = (),
    by_rank: bool = True,
    render_tokens_max: int = RENDER_TOKENS_MAX,
) -> Recall:
    """Take the stance (R20). Pure.

    * *answer* if something is usable and nothing contested outranks it;
    * *ask* if a person can settle what is held back: contested, challenged, due for review, or not fresh any more (but
      code: there the source must be reached). A word of theirs makes no source reachable, and settles no contest of
      which a side is replaced already on a day to come;
    * *abstain* otherwise, with the reason; with nothing found it is ``nothing_relevant``.

    Args:
        judged: What was found, best first.
        lost: What could not be read.
        set_aside: What another entry stands for.
        dropped: Ids for which a bound left no room.
        heard: By contested entry, what persons stated since and nobody has decided.
        fold: Gives what two spellings or names of one value have in common.
        chain: Ids of entries that answer one after the other.
        by_rank: Whether a contested entry before the first usable one turns the answer into a question.
        render_tokens_max: The token budget of a rendering that names none.
    """
    usable = tuple(verdict for _, verdict in judged if isinstance(verdict, Usable))
    held = [(entry, verdict) for entry, verdict in judged if isinstance(verdict, Withheld)]
    withheld = (*(verdict for _, verdict in held), *lost)
    passing = {entry.claim.slot for entry, verdict in held if _passes(entry, verdict)}
    asked = [each for each in held if _can_be_settled(each[1]) and each[0].claim.slot not in passing]
    first = judged[0][1] if judged and by_rank else None
    is_outranked = isinstance(first, Withheld) and first.outcome is Outcome.CONTESTED
    stance, question, reason, about = Stance.ANSWER, "", "", tuple[str, ...]()
    steps: tuple[NextStep, ...] = ()
    if usable and not is_outranked:
        pass
    elif asked:
        entry, verdict = asked[0]
        stance, reason, steps = Stance.ASK, verdict.outcome.value, _ways_to_settle(asked)
        slot = entry.claim.slot
        # Of what is held back for another reason, as for its end, nobody is asked whether it holds.
        alike = [other for other, each in asked if each.outcome is verdict.outcome]
        rivals = [other for other in alike if slot is not None and other.claim.slot == slot]
        about = tuple(dict.fromkeys(other.id for other in (entry, *rivals)))
        stated = [said_of(other) for other in (entry, *filter(is_stated, rivals)) if other.claim.value]
        question = question_of(entry, verdict, stated, (heard or {}).get(entry.id, ()), fold=fold)
    elif withheld:
        stance, reason, steps = Stance.ABSTAIN, withheld[0].reason, _ways_to_mend(withheld)
    else:
        stance, reason = Stance.ABSTAIN, "nothing_relevant"
    return Recall(
        stance=stance,
        usable=usable,
        withheld=withheld,
        question=question,
        about=about,
        reason=reason,
        next=steps,
        set_aside=tuple(set_aside),
        dropped=tuple(dropped),
        render_tokens_max=render_tokens_max,
        chain=tuple(chain),
        unknown=tuple(unknown_of(entry) for entry, verdict in held if verdict.reason == GROUND_CHANGED),
    )


def without_support(found: Recall, reason: str, *, held: Recall | None = None) -> Recall:
    """Give the answer as it stands where what was found does not bear on what is asked (R20): it abstains.

    What was found stays in it: it may be used, and is no answer to the question. ``held`` is what there is to say of
    what would bear on it and is held back: that is why there is no answer, and may be a question to the person.
    """
    if held is not None and (reason or not found.usable):
        return replace(
            found, stance=held.stance, reason=held.reason, question=held.question, about=held.about, next=held.next
        )
    if not reason or found.stance is not Stance.ANSWER:
        return found
    return replace(found, stance=Stance.ABSTAIN, reason=reason)


def _passes(entry: Entry, verdict: Withheld) -> bool:
    """Tell whether an entry is contested, and replaced already by what is true from a day to come (R21)."""
    return entry.status is Status.SUPERSEDED and verdict.outcome is Outcome.CONTESTED


def _can_be_settled(verdict: Withheld) -> bool:
    if verdict.outcome is Outcome.UNVERIFIED:
        return verdict.reason == NOT_FRESH and verdict.kind is not Kind.CODE
    return verdict.outcome in _SETTLED_BY_PERSON


def _ways_to_settle(asked: Sequence[tuple[Entry, Withheld]]) -> tuple[NextStep, ...]:
    steps: list[NextStep] = []
    for entry, verdict in asked[:NEXT_STEPS_MAX]:
        verb = "settle" if verdict.outcome in {Outcome.CONTESTED, Outcome.CHALLENGED} else "confirm"
        ground = verdict.place if verdict.reason == GROUND_CHANGED else None
        settled = entry.id if ground is None else ground.removeprefix("entry:")  # it stands or falls with that one
        steps.append(NextStep(who="person", do=f"tenure review {verb} {settled}"))
    return tuple(dict.fromkeys(steps))


def _ways_to_mend(withheld: Sequence[Withheld]) -> tuple[NextStep, ...]:
    steps = dict.fromkeys(each.next_step for each in withheld)
    return tuple(
        NextStep(who="person" if step.startswith("tenure ") else "agent", do=step)
        for step in list(steps)[:NEXT_STEPS_MAX]
    )
