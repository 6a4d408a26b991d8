"""What is shown to and asked of the person at the terminal device before anything is kept, ended or allowed (R33)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from textwrap import shorten
from typing import Final, TypeVar

from tenure import Decision, DecisionStatus, Entry, NotAllowedError, Preview, Receipt, Shown
from tenure.errors import NotFoundError
from tenure.faces.cli.envelope import Answer
from tenure.faces.cli.outcomes import decision_answer, declined_answer, kept_answer, receipt_answer
from tenure.faces.cli.terminal import Terminal, one_line
from tenure.memory.person import PersonHandle
from tenure.model.decision import Request
from tenure.model.scope import Scope

T = TypeVar("T")

TRIES_MAX: Final = 3
ALSO_MAX: Final = 20
"""Most proposals, and most notes, that a preview of forgetting names one by one."""
ALSO_CHARS_MAX: Final = 120
_NEEDS_PRESENCE: Final = frozenset({"strength_too_low", "loosening", "not_signed"})
_QUESTIONS: Final = {
    Request.ADMIT: "Keep exactly this?",
    Request.CORRECT: "Keep exactly this instead?",
    Request.FORGET: "Forget it for good?",
    Request.CHALLENGE: "Hold it back until it is settled?",
}


def with_presence(act: Callable[[], T], *, person: PersonHandle, terminal: Terminal) -> T:
    """Do something; if it needs the person's key, ask for the passphrase and do it again.

    Raises:
        NotFoundError: It needs a key, and none is enrolled.
        NotAllowedError: The passphrase was wrong three times.
    """
    try:
        return act()
    except NotAllowedError as error:
        if error.code not in _NEEDS_PRESENCE:
            raise
    unlock(person, terminal)
    return act()


def unlock(
    person: PersonHandle, terminal: Terminal, *, why: str = "it governs what agents do, or widens what is kept"
) -> None:
    """Ask for the passphrase of the person's key until it opens it, three times at most.

    Args:
        person: Whose key it is.
        terminal: Where it is typed.
        why: What needs it, told before it is asked.

    Raises:
        NotFoundError: No key is enrolled.
        NotAllowedError: The passphrase was wrong each time.
    """
    if not person.has_key:
        raise NotFoundError(
            "this needs your key, and none is enrolled", code="no_key", hint="Enrol one: `tenure keys enrol`."
        )
    terminal.say(f"This needs your passphrase: {why}.")
    for left in reversed(range(TRIES_MAX)):
        try:
            person.unlock(terminal.passphrase("Passphrase:"))
        except NotAllowedError as error:
            if not left:
                raise
            terminal.say(f"{error}.")
        else:
            return


def agrees(shown: Shown, terminal: Terminal, *, changes: tuple[str, ...] = (), question: str = "") -> bool:
    """Show exactly what would be kept, with its warnings, and ask."""
    show(shown, terminal, changes=changes)
    return terminal.agrees(question or _QUESTIONS[shown.proposal.request])


def show(shown: Shown, terminal: Terminal, *, changes: tuple[str, ...] = ()) -> None:
    """Show exactly what would be kept, what the person changes in it, and its warnings."""
    terminal.say("")
    for line in [*shown.text.split("\n"), *lines_beside(shown)]:
        terminal.say(f"  {line}")
    for change in changes:
        terminal.say(f"  instead: {one_line(change)}")
    for warning in shown.warnings:
        terminal.say(f"  warning: {warning}")


def lines_beside(shown: Shown) -> list[str]:
    """Give what is kept in its place, and what is like it and stays, a line each."""
    beside = [f"beside it, {line}" for line in shown.beside.split("\n") if line]
    return [*beside, *(f"like it, {each.entry.id}: {one_line(each.entry.claim.text)}" for each in shown.similar)]


def told_if_hasty(given: Answer, shown: Sequence[Shown], *, answered_at: datetime) -> Answer:
    """Add to an answer that the person said yes faster than the words can be read, if it was so (R38)."""
    needed = sum(each.reading_seconds for each in shown)
    taken = min((each.seconds(answered_at) or 0.0 for each in shown), default=needed)
    if taken >= needed:
        return given
    said = f"you said yes after {taken:.1f} s, and reading it takes {needed:.1f} s at least: look at it again"
    return replace(given, warnings=[*given.warnings, said])


def keep_stated(decision: Decision, *, person: PersonHandle, terminal: Terminal, scope: Scope) -> Answer:
    """Show what the person stated as it would be kept, and keep it after a yes; after a no nothing of it is left."""
    if decision.status is not DecisionStatus.PENDING:
        return decision_answer(decision, scope=scope, is_by_person=True)
    try:
        shown = person.show(decision.proposal_id)
        if agrees(shown, terminal):
            kept = with_presence(lambda: person.approve(shown), person=person, terminal=terminal)
            return outcome(kept, scope=scope)
    except BaseException as error:
        if isinstance(error, NotAllowedError) and error.code == "own_proposal":
            return decision_answer(decision, scope=scope)  # the policy wants another reviewer: it waits for one
        with suppress(NotFoundError):  # kept at that very moment
            person.withdraw(decision.proposal_id)
        raise
    person.withdraw(decision.proposal_id)
    return declined_answer(scope=scope, said="nothing was kept")


def outcome(kept: Entry | Receipt, *, scope: Scope) -> Answer:
    """Tell what an approval gave: an entry, or the receipt of what was forgotten."""
    if isinstance(kept, Receipt):
        return receipt_answer(kept, scope=scope)
    return kept_answer(kept, scope=scope)


def show_preview(preview: Preview, terminal: Terminal) -> None:
    """Show what forgetting would erase, what rests on it, and what nearly matches and stays."""
    terminal.say("")
    for head, entries in (
        ("would be erased", preview.entries),
        ("earlier versions, erased too", preview.earlier),
        ("rest on it, erased too", preview.dependents),
        ("nearly match, and stay", preview.near_misses),
    ):
        if entries:
            terminal.say(f"{head}:")
        for entry in entries:
            terminal.say(
                f"  {entry.id}  {one_line(entry.claim.text)}  ({entry.claim.kind.value}, {entry.status.value})"
            )
    others: tuple[tuple[str, int, list[tuple[str, str]]], ...] = (
        ("waiting proposals", len(preview.proposals), [(each.id, each.claim.text) for each in preview.proposals]),
        ("notes of living tasks", len(preview.notes), [(each.id, each.text) for each in preview.notes]),
        ("grants", len(preview.grants), []),
        ("your own record and key", len(preview.people), []),
    )
    for what, count, told in others:
        if count:
            terminal.say(f"also {what}: {count}")
        for record_id, text in told[:ALSO_MAX]:
            terminal.say(f"  {record_id}  {shorten(one_line(text), ALSO_CHARS_MAX, placeholder=' ...')}")
        if len(told) > ALSO_MAX:
            terminal.say(f"  and {len(told) - ALSO_MAX} more")
