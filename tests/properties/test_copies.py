"""Every public value is copied and pickled as it is, by the same checks as when it was made; a handle is neither."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from anyio import CapacityLimiter

import tenure
from tenure import Error, FrozenClock, Kind, RefusedError, RequestError, Scope, SystemClock, aio, errors
from tenure.policy.presets import PRESETS
from tests.attacks.every_call import HANDLES, every_call, fresh_entry
from tests.conftest import NOON
from tests.world import World

KEEP: dict[str, Callable[[Any], Any]] = {
    "copied": copy.copy,
    "copied whole": copy.deepcopy,
    "pickled": lambda value: pickle.loads(pickle.dumps(value)),
}
ERRORS = [
    each
    for each in vars(errors).values()
    if isinstance(each, type) and issubclass(each, Error) and each is not RefusedError
]


def within(value: object) -> Iterator[object]:
    """Give a value and everything that it holds."""
    yield value
    held: list[object] = []
    if isinstance(value, Mapping):
        held = [*value, *value.values()]
    elif isinstance(value, tuple | list | set | frozenset):
        held = list(value)
    elif dataclasses.is_dataclass(value):
        held = [getattr(value, each.name) for each in dataclasses.fields(value)]
    for each in held:
        yield from within(each)


def given(world: World) -> Iterator[object]:
    """Give what every public call gives, and the public values that no call gives as such."""
    fresh_entry(world)
    for call in every_call():
        if call.name not in {"close", "owner"}:  # the one ends all others, the other has none to give yet
            handle, arguments = call.make(world)
            yield getattr(handle, call.name)(**arguments)
    yield tenure.screen_fields({"text": "my key is AKIA" + "Q7R2" * 4})
    cited = world.ana.remember("rates round half up", kind="code", because="rates.py::round_half_up", scope=world.scope)
    yield [cited, world.agent().verify_all(), world.agent().recall("rates round").usable]
    with world.task() as task:
        task.hear("I prefer tables to lists.", by=world.ana)
        yield [task.drafts(), task.record, tenure.tools(task.agent("coder")).schemas()]
    copied = world.folder / "kept.backup"
    yield world.memory.operator("ana").backup(copied)
    world.memory.close()
    yield tenure.restore(copied, world.folder / "store")
    yield [*PRESETS.values(), tenure.Drafted(entity="ana", attribute="editor", value="vim")]


def test_every_public_value_is_copied_and_pickled_as_it_is(world: World) -> None:
    met: set[type] = set()
    for value in (each for one in given(world) for each in within(one) if not isinstance(each, HANDLES)):
        met.add(type(value))
        for how, keep in KEEP.items():
            kept = keep(value)
            assert (type(kept), kept) == (type(value), value), how
    exported = {each for each in (getattr(tenure, name) for name in tenure.__all__) if inspect.isclass(each)}
    others = {each for each in exported if issubclass(each, Error)} | {*HANDLES, tenure.Clock, FrozenClock, SystemClock}
    assert {each.__name__ for each in exported - met - others} == set()


@pytest.mark.parametrize("how", KEEP)
def test_an_error_is_copied_with_its_code_and_its_hint(how: str) -> None:
    made = [each("it failed", code="its_code", hint="Do this.") for each in ERRORS]
    for error in [*made, *(each("it failed") for each in ERRORS), RefusedError(("over_limit", "no_end"))]:
        kept = KEEP[how](error)
        assert (type(kept), str(kept), kept.args) == (type(error), str(error), error.args)
        assert (kept.code, kept.hint, vars(kept)) == (error.code, error.hint, vars(error))


@pytest.mark.parametrize("how", KEEP)
def test_a_clock_is_copied_as_it_stands(how: str) -> None:
    assert KEEP[how](FrozenClock(NOON)).now() == NOON
    assert KEEP[how](SystemClock()).now().tzinfo is not None


@pytest.mark.parametrize("how", KEEP)
def test_a_handle_is_neither_copied_nor_pickled(world: World, how: str) -> None:
    with world.task() as task:
        agent = task.agent("coder")
        handles: list[object] = [world.memory, task, agent, world.ana, world.memory.operator("ana")]
        assert {type(each) for each in handles} == set(HANDLES)
        for handle in handles:
            with pytest.raises(TypeError, match=rf"^{type(handle).__name__} cannot be copied or stored: make another"):
                KEEP[how](handle)
        if how != "copied":  # what holds a handle goes with it, or not at all
            for holder in (tenure.tools(agent), aio.AsyncAgent(agent, CapacityLimiter(1)), [agent]):
                with pytest.raises(TypeError):
                    KEEP[how](holder)


def test_what_is_read_from_a_pickle_passes_the_checks_of_what_is_made() -> None:
    for value, state in (
        (Scope(user="ana"), [None, None, None]),
        (Scope(user="ana"), ["ana\x1b", None, None]),
        (tenure.Claim(text="x", kind=Kind.FACT), [" ", Kind.FACT, *[None] * 5]),
        (tenure.Selector(words="x"), [(), *[None] * 7]),
    ):
        reduced: Any = value.__reduce_ex__(4)
        assert len(reduced[2]) == len(state)
        with pytest.raises(RequestError):
            type(value).__new__(type(value)).__setstate__(state)


def test_a_policy_does_not_change_with_what_it_was_made_of() -> None:
    base = PRESETS["personal"]
    kinds, personal = dict(base.kinds), dict(base.personal)
    made = dataclasses.replace(base, kinds=kinds, personal=personal)
    for policy in (made, copy.deepcopy(made), pickle.loads(pickle.dumps(made))):
        kinds.clear()
        personal.clear()
        assert policy == base
        for held in (policy.kinds, policy.personal):
            with pytest.raises(TypeError):
                held.clear()
            with pytest.raises(TypeError):
                held["other"] = None
            with pytest.raises(TypeError):
                held |= {"other": None}
            assert held.get("other") is None
        assert dataclasses.asdict(policy)["personal"] == base.personal
