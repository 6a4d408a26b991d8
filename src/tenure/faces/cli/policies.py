"""The policy: `policy show`, `policy check` for a file, `policy set`, where loosening needs the person's key (R37)."""

from __future__ import annotations

import json as jsons
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from tenure.errors import RequestError
from tenure.faces.cli.app import answer
from tenure.faces.cli.commands import Commands
from tenure.faces.cli.dialogue import with_presence
from tenure.faces.cli.envelope import Answer, ExitCode, NextStep
from tenure.faces.cli.local import local_data, local_lines
from tenure.faces.cli.opening import Json, opened
from tenure.faces.cli.outcomes import counted_words, declined_answer
from tenure.faces.cli.table import table
from tenure.faces.cli.terminal import Terminal, is_watched
from tenure.memory.policies import (
    Changed,
    Problem,
    changes,
    policy_digest,
    policy_text,
    problems_in,
    read_policy,
    with_answers,
)
from tenure.screen import neutralise

File = Annotated[Path, typer.Argument(metavar="FILE", help="A policy in TOML, as `tenure policy show` prints one.")]

group: typer.Typer = typer.Typer(
    cls=Commands, help="What may be kept, for how long, and who must say yes.", no_args_is_help=True
)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for name, command in (("show", show), ("check", check), ("set", set_)):
        group.command(name)(command)
    app.add_typer(group, name="policy")


def show(json: Json = False) -> None:
    """Print the policy in force, in the form in which a file writes it, and what a `tenure.toml` here does to it."""

    def work() -> Answer:
        with opened() as memory:
            here = memory.operator().settings_at(memory.folder)
            policy = memory.memory.policy
            text, digest = policy_text(policy), policy_digest(policy)
            lines = [] if here is None else local_lines(here, is_own=is_watched() and not json)
            data: dict[str, object] = {"policy": policy.name, "digest": digest, "text": text}
            return Answer(
                status="done",
                lines=[f"# in force, digest {digest}", *lines, *text.rstrip("\n").split("\n")],
                data=data if here is None else {**data, "local": local_data(here.settings)},
                scope=memory.everywhere,
            )

    answer("policy show", json=json, work=work)


def check(file: File, json: Json = False) -> None:
    """Name everything that is wrong in a policy file: which key, what was found, what is wanted."""

    def work() -> Answer:
        found = problems_in(_there(file))
        if found:
            return _problems_answer(found)
        return Answer(status="done", lines=["nothing is wrong in it"], data={"problems": []})

    answer("policy check", json=json, work=work)


def set_(file: File, json: Json = False) -> None:
    """Put a policy in force; shows what changes and asks. What loosens needs your key."""

    def work() -> Answer:
        found = problems_in(_there(file))
        if found:
            return _problems_answer(found)
        with Terminal() as terminal, opened(writes=True) as memory:
            wanted, kept = with_answers(read_policy(file), file, before=memory.memory.policy)
            changed = changes(wanted, memory.memory.policy)
            if not changed:
                return Answer(status="done", lines=["it is in force already"], data={"changed": []})
            person, operator = memory.person(), memory.operator()
            looser = [each for each in changed if each.is_looser]
            _show(changed, terminal)
            for name in kept:
                terminal.say(f"kept as you answered at init, for the file does not name it: {name}")
            question = (
                "Put it in force?"
                if not looser
                else f"Put it in force, looser in {counted_words(len(looser), 'settings')}?"
            )
            if not terminal.agrees(question):
                return declined_answer(scope=memory.everywhere)
            with_presence(lambda: operator.set_policy(wanted, by=person), person=person, terminal=terminal)
            return Answer(
                status="done",
                lines=[f"in force: {wanted.name}, digest {policy_digest(wanted)}, settings changed: {len(changed)}"],
                data={
                    "digest": policy_digest(wanted),
                    "changed": [each.key for each in changed],
                    "looser": [each.key for each in looser],
                    "kept": list(kept),
                },
                scope=memory.everywhere,
            )

    answer("policy set", json=json, work=work)


def _there(file: Path) -> Path:
    try:
        file.stat()
    except OSError:
        raise RequestError("there is no such file", code="policy_unreadable", hint="Name a policy in TOML.") from None
    return file


def _problems_answer(found: Sequence[Problem]) -> Answer:
    return Answer(
        status="found",
        lines=[neutralise(f"{each.key}: found {each.found}, wanted {each.wanted}") for each in found],
        data={"problems": [{"key": each.key, "found": each.found, "wanted": each.wanted} for each in found]},
        next=[NextStep(who="person", do="mend the file, then tenure policy check FILE")],
        exit_code=ExitCode.NOT_SO,
    )


def _show(changed: Sequence[Changed], terminal: Terminal) -> None:
    rows = [
        (
            each.key,
            f"{_written(each.before)} -> {_written(each.after)}",
            "LOOSER" if each.is_looser else "tighter or neutral",
        )
        for each in changed
    ]
    for line in table(("setting", "change", "direction"), rows):
        terminal.say(line)


def _written(value: object) -> str:
    """Give a value as TOML writes it; its scalars and lists look as in JSON."""
    return "none" if value is None else jsons.dumps(value, ensure_ascii=False)
