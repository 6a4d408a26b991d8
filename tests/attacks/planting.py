"""Secrets of several kinds, passed to each text of each public call; and everything that a memory tells or keeps."""

from __future__ import annotations

import io
import json
import os
import random
import traceback
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path

from tenure import AgentHandle, Error, OperatorHandle, PersonHandle, Scope, TaskHandle
from tests.attacks.every_call import Call, every_call, fresh_text
from tests.canary import Watch, logged
from tests.unit.screen.fakes import TOKENS, fake, key_block, password, signed_token
from tests.world import World

CALLS_A_TEST = 6
_APART = 100_000
"""Seeds below are those of tests that write a secret somewhere on purpose."""

TEXT_CALLS = [
    (call, name)
    for call in every_call()
    for name, parameter in call.parameters.items()
    if "str" in str(parameter.annotation) or "Because" in str(parameter.annotation)
]


def secrets(seed: int = 0) -> dict[str, tuple[str, str]]:
    """Give texts of several kinds, each with the secret in it, made at run time and different for each seed."""
    github, aws = fake(TOKENS["github"], seed), fake(TOKENS["aws_access_key"], seed)
    block, signed = key_block("PRIVATE", seed), signed_token(seed)
    known = password(5 * seed + 1)
    return {
        "token": (f"the deploy token is {github}", github),
        "key id": (f"use {aws} for uploads", aws),
        "signed": (signed, signed.rpartition(".")[2]),
        "key": (block, "".join(block.splitlines()[1:-1])),
        "password": (f"my password is {known}", known),
    }


class Secrets(Watch):
    """Makes secrets of every kind for one place after another, and knows them all.

    Args:
        first: The seed of the first, for who may not meet those of another.
    """

    def __init__(self, first: int = 0) -> None:
        super().__init__()
        self._first = first

    def texts(self, where: str) -> Iterator[str]:
        for kind, (text, body) in secrets(self._first + len(self.passed)).items():
            self.plant(f"{where} {kind}", body)
            yield text


def act_with(made: object, world: World) -> list[object]:
    """Do what a new handle, or a new scope, is for: a secret in its name must not be kept by what it does."""
    done: list[object] = []
    with suppress(Error):
        if isinstance(made, Scope):
            made = world.memory.agent("coder", scope=made)
        if isinstance(made, TaskHandle):
            done.append(made.note("rounding happens twice"))
            made = made.agent("coder")
        if isinstance(made, AgentHandle):
            done.append(made.propose(fresh_text(), kind="preference"))
            done.append(made.recall("colour"))
        if isinstance(made, PersonHandle):
            done.append(made.remember(fresh_text()))
            done.append(made.disclose().render())
        if isinstance(made, OperatorHandle):
            made.confirm_clock()
    return done


def places(world: World) -> tuple[Path, Path]:
    """Give the folders in which this memory keeps anything: store, journal, keys, notes, exports, logs."""
    return world.folder, Path(os.environ["TENURE_HOME"])


def exits(world: World) -> list[str]:
    """Give everything that this memory tells anybody."""
    people = [world.memory.person(name) for name in ("ana", "ben")]
    told = [json.dumps(person.disclose().plain(), ensure_ascii=False, default=str) for person in people]
    told += [person.disclose().render() for person in people]
    told += [line for person in people for line in person.export()]
    told += [shown.text for person in people for shown in person.pending()]
    told += [repr(line) for line in world.memory.operator("ana").ledger(limit=10_000)]
    told += [world.agent().list_entries().render(), world.agent().brief().render()]
    told += [repr(found) for found in world.memory.operator("ana").examine()]
    return told


def said_of(call: Call, name: str, text: str, world: World) -> list[str]:
    """Pass a text to one parameter of one call, and give everything that was said about it."""
    with suppress(Error):
        made, arguments = call.make(world)
        try:
            done = getattr(made, call.name)(**{**arguments, name: [text] if name == "lines" else text})
        except Error as error:
            return [str(error), repr(error), error.hint, "".join(traceback.format_exception(error))]
        return [repr(done), *map(repr, act_with(done, world))]
    return []


def found_after_planting(world: World, name: str, *folders: Path) -> list[str]:
    """Pass secrets to some texts of some calls, and give what is left of them in files, logs, output and answers.

    Args:
        world: Whose memory they are passed to; closed afterwards.
        name: Chooses the calls: others for each name.
        folders: Where everything lies that the memory keeps.
    """
    watch, said, printed = Secrets(_APART), list[str](), io.StringIO()
    with logged(folders[0] / "everything.log"), redirect_stdout(printed), redirect_stderr(printed):
        for call, parameter in random.Random(name).sample(TEXT_CALLS, CALLS_A_TEST):
            for text in watch.texts(f"{call}({parameter})"):
                said += said_of(call, parameter, text, world)
        left = watch.found_under(*folders)
        world.close()
    assert len(watch.passed) >= CALLS_A_TEST
    return [*left, *watch.found_under(*folders), *watch.found_in(*said, printed.getvalue())]
