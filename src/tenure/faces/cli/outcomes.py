"""How the outcome of a command is told: a decision on a proposal, an entry that was kept, a receipt."""

from __future__ import annotations

from tenure import Decision, DecisionStatus, Entry, Receipt
from tenure.faces.cli.entries import minute, scope_words
from tenure.faces.cli.envelope import Answer, ExitCode, NextStep, verdict_lines
from tenure.faces.telling import ASK_THE_PERSON, entry_data, ways_to_mend
from tenure.model.receipt import ReceiptState
from tenure.model.scope import Scope

WAITING = {
    "keys": "keys are to be destroyed yet",
    "log": "a reader still holds an older state; the log is emptied when it is gone",
}
REQUESTED = "nobody is at a terminal, so this is a request; nothing changes until a person decides"


def decision_answer(
    decision: Decision, *, scope: Scope, is_request: bool = False, is_by_person: bool = False
) -> Answer:
    """Tell what the gates decided: refused with everything that is lacking, pending, or admitted.

    A person who states something is told what refuses alone: what would be asked, they would answer themselves.
    """
    ids = {"proposal_id": decision.proposal_id or None, "entry_id": decision.entry_id or None}
    data = {name: value for name, value in ids.items() if value} | ({"repeat": True} if decision.is_repeat else {})
    if decision.status is DecisionStatus.REFUSED:
        lines = ["refused, nothing was kept:", *verdict_lines(decision, refusals_only=is_by_person)]
        steps = ways_to_mend(decision, who="person" if is_by_person else "agent")
    elif decision.status is DecisionStatus.PENDING:
        what = "asked" if is_request else "waits for a person"
        lines = [f"pending: {decision.proposal_id} {what}", *verdict_lines(decision)]
        steps = [ASK_THE_PERSON]
    else:
        lines, steps = [f"kept: {decision.entry_id}"], []
    return Answer(
        status=decision.status.value,
        lines=lines,
        data=data,
        scope=scope,
        verdicts=decision.verdicts,
        next=steps,
        warnings=[REQUESTED] if is_request and decision.status is DecisionStatus.PENDING else [],
        exit_code=ExitCode.NOT_SO if decision.status is DecisionStatus.REFUSED else ExitCode.DONE,
    )


def kept_answer(entry: Entry, *, scope: Scope) -> Answer:
    """Tell of an entry that a person just approved."""
    where = scope_words(entry.scope, here=scope)
    return Answer(
        status="done",
        lines=[f"kept: {entry.id} ({entry.claim.kind.value}, {where})"],
        data={"entry_id": entry.id, "entry": entry_data(entry)},
        scope=entry.scope,
        next=[NextStep(who="person", do=f"tenure why {entry.id}; tenure forget {entry.id}")],
    )


def declined_answer(*, scope: Scope, said: str = "nothing was changed") -> Answer:
    """Tell that the person at the terminal said no."""
    return Answer(status="declined", lines=[f"{said}: you did not say yes"], scope=scope, exit_code=ExitCode.NOT_SO)


def receipt_answer(receipt: Receipt, *, scope: Scope | None) -> Answer:
    """Tell what was erased, counted from the store, and what is out of reach."""
    is_done = receipt.state is ReceiptState.DONE
    counted = ", ".join(counted_words(count, place) for place, count in receipt.erased) or "nothing"
    backups = f"may hold copies until {receipt.backups}" if receipt.backups else "not declared"
    lines = [f"{'forgotten' if is_done else 'being forgotten'}: {receipt.id}", f"  erased   {counted}"]
    if receipt.entry_ids:
        lines += [f"  entries  {' '.join(receipt.entry_ids)}", f"  backups  {backups}"]
    if receipt.keys_destroyed_at is not None:
        lines.append(f"  keys     destroyed {minute(receipt.keys_destroyed_at)}")
    if receipt.views_seconds:
        lines.append(f"  memory   other processes drop the views that they opened within {receipt.views_seconds} s")
    lines += [f"  waits    {WAITING[each]}" for each in receipt.waits]
    lines += [f"  left     {each}" for each in receipt.out_of_reach]
    return Answer(
        status="done" if is_done else "pending",
        lines=lines,
        data=receipt_data(receipt),
        scope=scope,
        next=[NextStep(who="person", do=receipt.check)] if receipt.check else [],
        exit_code=ExitCode.DONE if is_done else ExitCode.ERASURE_PENDING,
    )


def counted_words(count: int, place: str) -> str:
    """Give how many of a place of the store, in words: ``1 entry``, ``2 keys``."""
    words = place.replace("_", " ")
    if count != 1:
        return f"{count} {words}"
    noun = next((word for word in words.split() if word.endswith("s")), "")
    one = noun.removesuffix("ies") + "y" if noun.endswith("ies") else noun.removesuffix("s")
    return f"{count} {words.replace(noun, one, 1)}"


def counted_line(count: int, one: str, many: str) -> str:
    """Give a line of a list of counts; what is counted agrees with the count."""
    return f"  {count:4}  {one if count == 1 else many}"


def receipt_data(receipt: Receipt) -> dict[str, object]:
    """Give a receipt for machines."""
    return {
        "receipt_id": receipt.id,
        "state": receipt.state.value,
        "at": receipt.at,
        "entry_ids": list(receipt.entry_ids),
        "erased": dict(receipt.erased),
        "backups": receipt.backups.isoformat() if receipt.backups else "not declared",
        "out_of_reach": list(receipt.out_of_reach),
        "records": [{"id": record_id, "nonce": nonce} for record_id, nonce in receipt.records],
        "keys_destroyed_at": receipt.keys_destroyed_at,
        "waits": list(receipt.waits),
        "views_seconds": receipt.views_seconds,
        "public_key": receipt.public_key,
        "signature": receipt.signature,
    }
