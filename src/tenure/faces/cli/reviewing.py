"""The one inbox: what waits for the person, and the answers to what is new (R38)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

import typer

from tenure import PersonHandle, Selector, Shown
from tenure.errors import NotFoundError, RequestError
from tenure.faces.cli import admitting, editing, settling
from tenure.faces.cli.app import answer
from tenure.faces.cli.commands import Commands
from tenure.faces.cli.dialogue import agrees, lines_beside, outcome, show, show_preview, told_if_hasty, with_presence
from tenure.faces.cli.entries import HEADS, entry_row, scope_words
from tenure.faces.cli.envelope import Answer, NextStep
from tenure.faces.cli.opening import Json, Opened, opened
from tenure.faces.cli.outcomes import declined_answer
from tenure.faces.cli.table import table
from tenure.faces.cli.terminal import Terminal, is_watched
from tenure.faces.instants import span
from tenure.memory.arguments import to_member
from tenure.memory.consent import check_batch
from tenure.memory.person import Inbox
from tenure.model.claim import Kind
from tenure.model.decision import Request
from tenure.model.entry import Entry
from tenure.model.principal import Strength
from tenure.model.scope import Scope

_HEADS = ("id", "claim", "asked", "scope", "asked by", "age", "lapses in", "needs")
_ENTRY_LISTS = ("due", "idle", "disputed", "soon", "admitted", "unseen")

Ids = Annotated[list[str], typer.Argument(metavar="ID...", help="The ids, as `tenure review` shows them.")]
Id = Annotated[str, typer.Argument(metavar="ID", help="The id, as `tenure review` shows it.")]

group: typer.Typer = typer.Typer(
    cls=Commands, help="What waits for you: new, due and disputed; and your answers.", invoke_without_command=True
)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group.callback()(review)
    for name, command in (
        ("list", list_),
        ("show", show_),
        ("approve", approve),
        ("decline", decline),
        ("reopen", reopen),
    ):
        group.command(name)(command)
    editing.register(group)
    settling.register(group)
    admitting.register(group)
    app.add_typer(group, name="review")


def review(context: typer.Context, json: Json = False) -> None:
    """What waits for you: new, due and disputed; and your answers."""
    if context.invoked_subcommand is None:
        answer("review list", json=json, work=lambda: _inbox(json=json))


def list_(json: Json = False) -> None:
    """List what waits for you: new proposals, what is due, what is disputed, and what grants let in."""
    answer("review list", json=json, work=lambda: _inbox(json=json))


def _inbox(*, json: bool) -> Answer:
    with opened() as memory:
        person = memory.person()
        is_own = is_watched() and not json
        inbox = person.review() if is_own else _seen_from(memory.scope, person.review())
        parts: tuple[tuple[str, Sequence[Entry]], ...] = (
            ("still true? (due, held back until you answer)", inbox.due),
            ("unused for long", inbox.idle),
            ("disputed", inbox.disputed),
            ("due soon", inbox.soon),
            ("kept under your grants since you last looked", inbox.unseen),
            ("kept under your grants before", [each for each in inbox.admitted if each not in inbox.unseen]),
        )
        lines = _new_lines(inbox, memory, is_own=is_own)
        for head, entries in parts:
            lines += [f"{head}:"] if entries else []
            lines += table(HEADS, [_row(each, memory, is_own=is_own) for each in entries])
        if is_own and inbox.unseen:
            person.looked()
        data: dict[str, object] = {"new": [_shown_data(each) for each in inbox.new]}
        for name in _ENTRY_LISTS:
            data[name] = [{"id": each.id, "kind": each.claim.kind.value} for each in getattr(inbox, name)]
        return Answer(
            status="done",
            lines=lines or ["nothing waits for you"],
            data=data,
            scope=memory.scope,
            next=_steps(inbox),
        )


def _seen_from(here: Scope, inbox: Inbox) -> Inbox:
    """Give the part of an inbox that lies in what is visible here: an agent does not count other places (R35)."""
    lists = {
        name: tuple(each for each in getattr(inbox, name) if each.scope.is_visible_in(here)) for name in _ENTRY_LISTS
    }
    new = tuple(each for each in inbox.new if each.proposal.scope.is_visible_in(here))
    return replace(inbox, new=new, **lists)


def _new_lines(inbox: Inbox, memory: Opened, *, is_own: bool) -> list[str]:
    rows: list[tuple[str, ...]] = []
    for shown, is_alike in ((each, place > 0) for group in inbox.groups() for place, each in enumerate(group)):
        proposal = shown.proposal
        age = span(memory.now() - proposal.created_at)
        rows.append(
            (
                proposal.id,
                ("~ " if is_alike else "") + (proposal.claim.text if is_own else f"({proposal.claim.kind.value})"),
                proposal.request.value,
                scope_words(proposal.scope, here=memory.scope),
                proposal.proposer.principal,
                age,
                span(proposal.lapses_at - memory.now()),
                "your passphrase" if shown.least is Strength.PRESENT else "your yes",
            )
        )
    return (["new:"] if rows else []) + table(_HEADS, rows)


def _row(entry: Entry, memory: Opened, *, is_own: bool) -> tuple[str, ...]:
    row = entry_row(entry, here=memory.scope, now=memory.now(), state=entry.status.value)
    return row if is_own else (row[0], f"({entry.claim.kind.value})", *row[2:3], "", "", *row[5:])


def _shown_data(shown: Shown) -> dict[str, object]:
    """Give what an agent may learn of a waiting proposal: never its text (R17)."""
    proposal = shown.proposal
    return {
        "id": proposal.id,
        "kind": proposal.claim.kind.value,
        "request": proposal.request.value,
        "target": proposal.target_id,
        "needs": shown.least.value,
        "lapses_at": proposal.lapses_at,
    }


def _steps(inbox: Inbox) -> list[NextStep]:
    admitted = inbox.unseen or inbox.admitted
    steps = [f"tenure review approve {each.proposal.id}; or edit, decline" for each in inbox.new[:1]]
    steps += [f"tenure review confirm {each.id}; or extend, retire" for each in inbox.due[:1]]
    steps += [f"tenure review settle {each.id}" for each in inbox.disputed[:1]]
    steps += [f"to undo: tenure review undo {each.id}; tenure grant revoke {each.grant_id}" for each in admitted[:1]]
    return [NextStep(who="person", do=step) for step in steps]


def show_(proposal_id: Id, json: Json = False) -> None:
    """Show one waiting proposal exactly as it would be kept; without a terminal never its text."""

    def work() -> Answer:
        with opened() as memory:
            shown = memory.person().show(proposal_id)
            is_own = is_watched() and not json
            if not is_own and not shown.proposal.scope.is_visible_in(memory.scope):
                raise NotFoundError("nothing with this id waits for you", hint="List what waits with `tenure review`.")
            data = _shown_data(shown)
            if is_own:
                warnings = [f"warning: {each}" for each in shown.warnings]
                lines = [*shown.text.split("\n"), *lines_beside(shown), *warnings]
            else:
                lines = [f"{name}: {value}" for name, value in data.items() if value is not None]
            step = NextStep(who="person", do=f"tenure review approve {proposal_id}; or edit, decline")
            return Answer(status="pending", lines=lines, data=data, scope=memory.scope, next=[step])

    answer("review show", json=json, work=work)


def approve(
    ids: Ids,
    is_only_here: Annotated[
        bool, typer.Option("--only-here", help="Keep it for this repository alone, not as widely as asked.")
    ] = False,
    json: Json = False,
) -> None:
    """Say yes to exactly what is shown; several at once only if they are alike and none is special."""

    def work() -> Answer:
        with Terminal() as terminal, opened(writes=True) as memory:
            person = memory.person()
            if len(ids) > 1 and is_only_here:
                raise RequestError("--only-here is for one at a time", code="bad_answer")
            if len(ids) > 1:
                return _approve_many([person.show(each) for each in ids], person, terminal, memory)
            shown = person.show(ids[0])
            scope = _only_here(shown, memory.scope) if is_only_here else None
            changes = (
                () if scope is None else ("where: " + ", ".join(f"{name} {each}" for name, each in scope.parts()),)
            )
            if shown.proposal.request is Request.FORGET:
                show_preview(person.preview(Selector(ids=(str(shown.proposal.target_id),))), terminal)
            if not agrees(shown, terminal, changes=changes):
                return declined_answer(scope=memory.scope, said="it still waits")
            answered_at = memory.now()
            kept = with_presence(lambda: person.approve(shown, scope=scope), person=person, terminal=terminal)
            return told_if_hasty(outcome(kept, scope=memory.scope), [shown], answered_at=answered_at)

    answer("review approve", json=json, work=work)


def _approve_many(shown: Sequence[Shown], person: PersonHandle, terminal: Terminal, memory: Opened) -> Answer:
    check_batch(shown)  # before a yes is asked that could not count
    for each in shown:
        show(each, terminal)
    if not terminal.agrees(f"Keep exactly these {len(shown)}?"):
        return declined_answer(scope=memory.scope, said="they still wait")
    answered_at = memory.now()
    kept = with_presence(lambda: person.approve_many(shown), person=person, terminal=terminal)
    ids = [each.id for each in kept]
    lines = [f"kept: {each}" for each in ids]
    given = Answer(status="done", lines=lines, data={"entry_ids": ids}, scope=memory.scope)
    return told_if_hasty(given, shown, answered_at=answered_at)


def _only_here(shown: Shown, here: Scope) -> Scope:
    asked = shown.proposal.scope
    if here.repository is None:
        raise RequestError("there is no repository here", code="no_repository", hint="Run it inside the repository.")
    if asked.repository not in (None, here.repository):
        raise RequestError("it was asked for another repository", code="other_repository", hint="Run it in that one.")
    return Scope(user=asked.user, project=asked.project, repository=here.repository)


def decline(
    proposal_id: Id,
    is_never_this: Annotated[
        bool, typer.Option("--never-this", help="Nor ever again, until you say it yourself.")
    ] = False,
    is_never_category: Annotated[
        bool, typer.Option("--never-category", help="Nor anything of this kind here, until you say it yourself.")
    ] = False,
    json: Json = False,
) -> None:
    """Say no: it and its quoted words are erased, and agents do not ask for it again."""

    def work() -> Answer:
        if is_never_this and is_never_category:
            raise RequestError("say one of --never-this, --never-category", code="bad_answer")
        said = "never_this" if is_never_this else "never_category" if is_never_category else "no"
        with Terminal() as terminal, opened(writes=True) as memory:
            person = memory.person()
            shown = person.show(proposal_id)
            if not agrees(shown, terminal, question=f"Say no to this ({said.replace('_', ' ')})?"):
                return declined_answer(scope=memory.scope, said="it still waits")
            person.decline(shown, answer=said)
            return Answer(
                status="declined", lines=[f"declined: {proposal_id}"], data={"answer": said}, scope=memory.scope
            )

    answer("review decline", json=json, work=work)


def reopen(
    kind: Annotated[str, typer.Argument(metavar="KIND", help="preference, instruction, fact or code.")],
    json: Json = False,
) -> None:
    """Take `decline --never-category` back: agents may ask again for claims of this kind."""

    def work() -> Answer:
        chosen = to_member(Kind, kind, name="kind")
        with Terminal() as terminal, opened(writes=True) as memory:
            if not terminal.agrees(f"May agents ask again to keep claims of the kind {chosen.value}?"):
                return declined_answer(scope=memory.scope)
            count = memory.person().reopen(chosen)
            said = f"reopened: {chosen.value}" if count else f"nothing was closed: {chosen.value}"
            return Answer(status="done", lines=[said], data={"kind": chosen.value, "reopened": count})

    answer("review reopen", json=json, work=work)
