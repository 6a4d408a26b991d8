"""`doctor`: keys, permissions, schema, integrity, policy, clock, embedder, SQLite and git, each with what mends it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Final

import typer

from tenure import Memory, OperatorHandle, wiring
from tenure.clock import SystemClock
from tenure.errors import CitationError, NotFoundError, StoreError
from tenure.faces.cli.app import answer
from tenure.faces.cli.envelope import Answer, ExitCode, NextStep
from tenure.faces.cli.local import FILE, local_note
from tenure.faces.cli.opening import Json, Opened, opened, refused
from tenure.faces.cli.outcomes import declined_answer
from tenure.faces.cli.terminal import Terminal
from tenure.memory.examine import Examined, State, told
from tenure.memory.policies import Effect
from tenure.screen import neutralise
from tenure.wiring import parts

NOBODY: Final = "nobody"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("doctor")(doctor)


def doctor(
    *,
    is_confirming: Annotated[
        bool, typer.Option("--confirm-clock", help="Say that the clock is right after a leap ahead; asks you.")
    ] = False,
    is_serving: Annotated[
        bool, typer.Option("--mcp", help="Start the server as a coding agent would, and try it.")
    ] = False,
    json: Json = False,
) -> None:
    """Look whether everything is sound, and say what to do; exit 1 for a fault, 3 if the store cannot be opened."""

    def work() -> Answer:
        if is_serving:
            from tenure.faces.cli.serving import examined

            return _answer(list(examined(Path.cwd())))
        return _confirmed() if is_confirming else _examined()

    answer("doctor", json=json, work=work)


def _examined() -> Answer:
    found = list(told(parts.engines()))
    try:
        with wiring.open(create=False) as memory:
            operator = memory.operator(_owner(memory))
            return _answer([*found, _repository(operator), *_local(operator), *operator.examine()])
    except StoreError as error:
        fault = Examined(check="store", state=State.FAULT, message=f"{error} [{error.code}]", fix=_beyond(error.hint))
        further = [replace(each, fix=_beyond(each.fix)) if each.fix else each for each in told(refused(error))]
        further = [each for each in further if each.message != str(error)]
        return _answer([*found, fault, *further], exit_code=ExitCode.BROKEN_STORE)


def _beyond(hint: str) -> str:
    """Give what is left to do where this very command cannot open the store: its own name is no way out."""
    left = "; ".join(step for step in hint.rstrip(".").split("; ") if "`tenure doctor`" not in step)
    return f"{left or 'Put a backup in its place: `tenure restore FILE`'}."


def _answer(found: Sequence[Examined], *, exit_code: ExitCode | None = None) -> Answer:
    faults = [each for each in found if each.state is State.FAULT]
    lines: list[str] = []
    for each in found:
        lines.append(neutralise(f"{each.state.value:6}{each.check:13}{each.message}"))
        lines += [neutralise(f"{'':19}fix: {each.fix}")] if each.fix else []
    return Answer(
        status="found" if faults else "done",
        lines=lines,
        data={
            "checks": [
                {"check": each.check, "state": each.state.value, "message": each.message}
                | ({"fix": each.fix} if each.fix else {})
                for each in found
            ]
        },
        next=[NextStep(who="person", do=fix) for fix in dict.fromkeys(each.fix for each in faults if each.fix)],
        exit_code=exit_code or (ExitCode.NOT_SO if faults else ExitCode.DONE),
    )


def _repository(operator: OperatorHandle) -> Examined:
    try:
        place = operator.repository_at(Path.cwd())
    except (CitationError, StoreError) as error:
        message = f"{error} [{error.code}]; code here cannot be cited or checked"
        state = State.FAULT if isinstance(error, StoreError) else State.NOTE
        return Examined(check="repository", state=state, message=message, fix=error.hint)
    if place.candidates:
        return Examined(
            check="repository",
            state=State.NOTE,
            message=f"this folder may be a copy of {place.candidates[0].id}",
            fix="If it is the same project: `tenure scope adopt`.",
        )
    told_id = place.record.id if place.record else "a new one" if place.is_in_repository else "none here"
    return Examined(check="repository", state=State.OK, message=told_id)


def _local(operator: OperatorHandle) -> Iterator[Examined]:
    try:
        found = operator.settings_at(Path.cwd())
    except StoreError:  # the registry's own check told it
        return
    if found is None:
        return
    note = local_note(found)
    kept = sum(each.effect is Effect.TIGHTENS for each in found.settings)
    yield Examined(
        check="settings",
        state=State.NOTE if note else State.OK,
        message=note
        or f"{FILE} here: settings that tighten your policy: {kept} of {len(found.settings)}, the others hold already",
        fix=f"Mend {FILE}, or take the lines out." if note else "",
    )


def _owner(memory: Memory) -> str:
    try:
        return memory.owner()
    except NotFoundError:
        return NOBODY


def _confirmed() -> Answer:
    with Terminal() as terminal, opened(writes=True) as memory:
        return _confirm(terminal, memory)


def _confirm(terminal: Terminal, memory: Opened) -> Answer:
    terminal.say(f"This machine says that it is {SystemClock().now():%Y-%m-%d %H:%M:%SZ}.")
    terminal.say("If that is right, what has ended by then is erased by the next sweep, and times count from here.")
    if not terminal.agrees("Is it right?"):
        return declined_answer(scope=memory.everywhere)
    memory.operator().confirm_clock()
    return Answer(
        status="done",
        lines=["the clock is confirmed"],
        scope=memory.everywhere,
        next=[NextStep(who="person", do="tenure sweep erases what has ended")],
    )
