"""Forgetting: shown first with everything that goes along and what nearly matches, then erased with a receipt (R28)."""

from __future__ import annotations

import os
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Annotated

import typer

from tenure import DecisionStatus, PersonHandle, Preview, Selector
from tenure.errors import NotAllowedError, NotFoundError, RequestError
from tenure.faces.cli.app import answer
from tenure.faces.cli.dialogue import show_preview, unlock
from tenure.faces.cli.envelope import Answer, ExitCode
from tenure.faces.cli.files import check_new, new_file
from tenure.faces.cli.opening import TASK_VARIABLE, Json, Opened, check_memory, opened
from tenure.faces.cli.outcomes import REQUESTED, declined_answer, receipt_answer, receipt_data
from tenure.faces.cli.terminal import Terminal, is_there
from tenure.faces.telling import ASK_THE_PERSON
from tenure.memory.arguments import absent
from tenure.model.claim import Kind


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("forget")(forget)


def forget(
    *,
    ids: Annotated[list[str] | None, typer.Argument(metavar="[ID]...", help="The ids of the entries.")] = None,
    words: Annotated[str | None, typer.Option(help="Every entry that says these words.")] = None,
    entity: Annotated[str | None, typer.Option(help="Every entry that speaks of this entity.")] = None,
    attribute: Annotated[str | None, typer.Option(help="Every entry that gives this property.")] = None,
    source: Annotated[
        str | None, typer.Option(help="What this source brought: a file, a person, a tool, a call, a task.")
    ] = None,
    person: Annotated[
        str | None,
        typer.Option(help="Every entry about this person, beside --kind or --here; your own name: everything."),
    ] = None,
    kind: Annotated[str | None, typer.Option(help="Every entry of this kind.")] = None,
    is_here: Annotated[bool, typer.Option("--here", help="Only what was kept for this repository.")] = False,
    reason: Annotated[str, typer.Option(help="Why, if it is a request.")] = "",
    receipt: Annotated[str | None, typer.Option("--check", help="Check a receipt: nothing of it can be read.")] = None,
    file: Annotated[Path | None, typer.Option("--receipt", help="Write the signed receipt into this new file.")] = None,
    leaves_mark: Annotated[
        bool, typer.Option("--tombstone/--no-tombstone", help="Leave a mark without content, lest an agent asks again.")
    ] = True,
    json: Json = False,
) -> None:
    """Erase for good what you name; shows it first and asks. Without a terminal it is a request that you decide."""

    def work() -> Answer:
        with opened() as memory:
            if receipt is not None:
                return _check(memory, receipt)
            selector = _selector(
                memory,
                ids=tuple(dict.fromkeys(ids or ())),
                words=words,
                entity=entity,
                attribute=attribute,
                source=source,
                person=person,
                kind=kind,
                is_here=is_here,
            )
            if is_there():
                return _forget(memory, selector, file=file, leaves_mark=leaves_mark)
            if not selector.ids or file is not None or not leaves_mark:
                raise NotAllowedError(
                    "without you at a terminal only ids can be named, and nothing else is chosen",
                    code="no_terminal",
                    hint="Name ids alone: that asks you to forget them in `tenure review`.",
                )
            return _request(memory, selector.ids, reason=reason)

    answer("forget", json=json, work=work)


def _selector(
    memory: Opened,
    *,
    ids: tuple[str, ...],
    words: str | None,
    entity: str | None,
    attribute: str | None,
    source: str | None,
    person: str | None,
    kind: str | None,
    is_here: bool,
) -> Selector:
    if kind is not None and kind not in set(Kind):
        raise RequestError("there is no such kind", code="bad_kind", hint=f"Use one of: {', '.join(Kind)}.")
    if is_here and memory.scope.repository is None:
        raise RequestError("there is no repository here", code="no_repository", hint="Run it inside the repository.")
    return Selector(
        ids=ids,
        words=words,
        entity=entity,
        attribute=attribute,
        source=source,
        person=person,
        kind=None if kind is None else Kind(kind),
        scope=memory.scope if is_here else None,
    )


def _reach_the_task(memory: Opened) -> None:
    """Let notes of the task in which this shell stands go too, if it lives."""
    task_id = os.environ.get(TASK_VARIABLE)
    if task_id:
        with suppress(NotFoundError):  # it is over, and its notes with it
            memory.memory.resume(task_id, at=memory.at)


def _forget(memory: Opened, selector: Selector, *, file: Path | None, leaves_mark: bool) -> Answer:
    check_memory(memory.memory)
    if file is not None:
        check_new(file)
    with Terminal() as terminal:
        person = memory.person()
        if selector.is_whole_person and person.has_key and selector.person == person.id:
            _ask_for_the_key(person, terminal)
        _reach_the_task(memory)
        preview = person.preview(selector)
        _check_found(preview)
        show_preview(preview, terminal)
        if not terminal.agrees("Erase this for good?"):
            return declined_answer(scope=memory.scope, said="nothing was erased")
        with nullcontext() if file is None else new_file(file) as target:  # made first: a receipt is never lost
            receipt = person.forget(preview, leaves_mark=leaves_mark)
            if target is not None:
                target.write(receipt.to_json() + "\n")
        return receipt_answer(receipt, scope=memory.scope)


def _ask_for_the_key(person: PersonHandle, terminal: Terminal) -> None:
    """Without the passphrase the key stays, lest somebody else clears the way for another one (R33)."""
    if terminal.agrees("Erase your key as well? That needs its passphrase; else your key stays."):
        unlock(person, terminal, why="your key goes with the rest")


def _check_found(preview: Preview) -> None:
    missing = set(preview.selector.ids) - {each.id for each in preview.entries}
    if any(each.startswith("prop_") for each in missing):
        raise absent("prop_", "there is no such entry of yours")
    if missing or not (preview.reached() or preview.notes):
        count = len(preview.near_misses)
        near = f" {count} nearly match{'' if count > 1 else 'es'}: name what you mean by its id." if count else ""
        said = "there is no such entry of yours" if missing else "nothing of yours is like that"
        raise NotFoundError(said, hint=f"List what is kept: `tenure list --all`.{near}")


def _request(memory: Opened, ids: tuple[str, ...], *, reason: str) -> Answer:
    agent = memory.agent()
    for entry_id in ids:
        agent.verify(entry_id)  # all of them are there, or nothing is asked
    decisions = [agent.forget(entry_id, reason=reason) for entry_id in ids]
    refused = [each for each in decisions if each.status is DecisionStatus.REFUSED]
    asked = [each.proposal_id for each in decisions if each.proposal_id]
    return Answer(
        status="refused" if refused else "pending",
        lines=[*(f"pending: {each} asked" for each in asked), *(f"refused: {len(refused)}" for _ in refused[:1])],
        data={"proposal_ids": asked},
        scope=memory.scope,
        verdicts=[verdict for decision in refused for verdict in decision.verdicts],
        next=[ASK_THE_PERSON],
        warnings=[REQUESTED] if asked else [],
        exit_code=ExitCode.NOT_SO if refused else ExitCode.DONE,
    )


def _check(memory: Opened, receipt_id: str) -> Answer:
    receipt, readable = memory.person().check_receipt(receipt_id)
    told = receipt_answer(receipt, scope=memory.scope)
    if not readable:
        return told
    return Answer(
        status="found",
        lines=[*told.lines, *(f"  still readable: {each}" for each in readable)],
        data={**receipt_data(receipt), "still_readable": list(readable)},
        scope=memory.scope,
        exit_code=ExitCode.NOT_SO,
    )
