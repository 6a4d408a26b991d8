"""Fake secrets through every text of every call: refused or cut, and nowhere afterwards, not eight bytes of one."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import suppress

import pytest

from tenure import AgentHandle, DecisionStatus, Error, OperatorHandle, PersonHandle, Scope, TaskHandle
from tests.attacks.every_call import HANDLES, every_call, fresh_text
from tests.unit.screen.fakes import TOKENS, fake, key_block, password, signed_token
from tests.world import World

WINDOW = 8
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


def windows(body: bytes) -> set[bytes]:
    return {body[at : at + WINDOW] for at in range(len(body) - WINDOW + 1)}


class Watch:
    """Knows which secret was passed where, and finds any eight bytes of one again."""

    def __init__(self) -> None:
        self.passed: dict[str, set[bytes]] = {}

    def texts(self, where: str) -> Iterator[str]:
        for kind, (text, body) in secrets(len(self.passed)).items():
            self.passed[f"{where} {kind}"] = windows(body.encode())
            yield text

    def found_in(self, *places: bytes | str) -> list[str]:
        seen: set[bytes] = set()
        for place in places:
            seen |= windows(place.encode() if isinstance(place, str) else place)
        return [where for where, pieces in self.passed.items() if pieces & seen]

    def found_on_disk(self, world: World) -> list[str]:
        return self.found_in(*(path.read_bytes() for path in world.files_with(b"")))


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


@pytest.mark.parametrize("handle", HANDLES, ids=lambda handle: handle.__name__)
def test_r31_a_secret_is_refused_or_cut_and_leaves_no_trace(
    world: World, caplog: pytest.LogCaptureFixture, handle: type
):
    caplog.set_level(logging.DEBUG)
    watch, told = Watch(), []
    for call, name in TEXT_CALLS:
        if call.handle is not handle:
            continue
        made, arguments = call.make(world)
        for text in watch.texts(f"{call}({name})"):
            try:
                done = getattr(made, call.name)(**{**arguments, name: [text] if name == "lines" else text})
            except Error as error:
                told += [str(error), repr(error), error.hint]
                continue
            told += [repr(done), *map(repr, act_with(done, world))]
            with suppress(Error):
                made, arguments = call.make(world)
    assert watch.passed or handle is OperatorHandle
    told += exits(world)
    assert watch.found_on_disk(world) == []
    world.close()
    told += [record.getMessage() for record in caplog.records]
    assert watch.found_in(*told) == []
    assert watch.found_on_disk(world) == []


def test_r31_what_is_heard_and_observed_is_kept_without_the_secret_and_says_what_was_cut(world: World):
    watch = Watch()
    with world.task() as task:
        for text in watch.texts("heard"):
            for kept in (task.hear(text, by=world.ana), task.observe(text, tool="shell"), task.note(text)):
                assert kept.removed
                assert watch.found_in(kept.note.text, repr(kept)) == []
        assert watch.found_on_disk(world) == []


def test_the_scan_itself_sees_a_secret(world: World):
    watch = Watch()
    texts = list(watch.texts("spilt"))
    (world.folder / "store" / "spill").write_text(texts[0])
    assert watch.found_on_disk(world) == ["spilt token"]
    assert watch.found_in(texts[4]) == ["spilt password"]
    assert watch.found_in(texts[4][:-5]) == ["spilt password"], "a part of one is one"


def test_r31_a_persons_own_wish_does_not_change_it(world: World):
    watch = Watch()
    for text in watch.texts("wished"):
        for fields in ({"text": text}, {"text": fresh_text(), "applies_when": text}):
            decision = world.ana.remember(**fields)
            assert decision.status is DecisionStatus.REFUSED
            assert watch.found_in(repr(decision)) == []
    assert world.ana.list_entries() == ()


def test_r32_a_secret_is_passed_by_its_handle_and_seen_only_when_used(world: World, monkeypatch: pytest.MonkeyPatch):
    watch = Watch()
    list(watch.texts("vault"))
    body = secrets()["token"][1]
    monkeypatch.setenv("DEPLOY_TOKEN", body)
    with world.task() as task:
        secret = task.secret("DEPLOY_TOKEN")
        kept = task.note(f"deploy with {secret}")
        assert kept.note.text == "deploy with secret:env/DEPLOY_TOKEN"
        revealed = secret.resolve()
        assert revealed.value == body
        assert watch.found_in(f"{secret}{secret!r}{revealed}{revealed!r}") == []
    assert watch.found_on_disk(world) == []
