"""An approval holds for what was shown and for nothing else: whatever changes in between is refused (R33)."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from enum import Enum, IntEnum
from typing import Any

import pytest

from tenure.errors import ConflictError, Error, NotAllowedError, NotFoundError, TransitionError
from tenure.model.claim import Kind
from tenure.model.decision import Proposal
from tenure.model.principal import Strength
from tenure.model.scope import Scope
from tenure.policy.presets import PERSONAL
from tenure.policy.settings import POLICY
from tests.unit.write.making import ANA, HERE, NOW, code, draft, expiring, heard, new_world, seen

FULL = draft(
    "give me a table",
    cited=(heard("please give me a table"),),
    fields={"entity": "answers", "attribute": "form", "value": "table", "applies_when": "comparing", "concerns": "ana"},
    lifetime=expiring(30),
    valid_from=NOW,
    valid_until=NOW + timedelta(days=20),
    idempotency="k1",
    task_id="task_1",
)
PAGE = draft("pages say many things", Kind.FACT, cited=(seen(),))
CODE = draft("src/invoice.py defines Invoice", Kind.CODE, cited=(code(),), scope=HERE)
SHAPES = {"own words": FULL, "a page": PAGE, "code": CODE}


def changed(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Give the value with one field changed, for each field at whatever depth."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            for at, other in changed(getattr(value, field.name), f"{path}.{field.name}"):
                try:
                    yield at, replace(value, **{field.name: other})
                except (AttributeError, Error, ValueError):  # no such value can exist
                    continue
    elif isinstance(value, Enum | IntEnum):
        yield from ((path, other) for other in type(value) if other is not value)
    elif isinstance(value, bool):
        yield path, not value
    elif isinstance(value, int | float):
        yield path, value + 1
    elif isinstance(value, datetime | timedelta):
        yield path, value + timedelta(microseconds=1)
    elif isinstance(value, tuple):
        if not value:
            yield path, (("x", "y"),) if path.endswith("details") else ("x",)
        elif not isinstance(value[0], str):
            yield path, (*value, value[0])
        for at, one in enumerate(value):
            yield from ((f"{path}[{at}]", (*value[:at], other, *value[at + 1 :])) for _, other in changed(one))
    elif isinstance(value, str):
        yield path, f"{value}x"
    elif value is None:
        name = path.rpartition(".")[2]
        is_instant = name.endswith("_at") or name.startswith("valid_")
        yield path, NOW if is_instant else timedelta(days=1) if name in {"idle", "age_max", "fresh_for"} else "x"


class Swapped:
    """A store in which the waiting proposal is another one, at the very version that was shown."""

    def __init__(self, store: Any, swapped: Proposal) -> None:
        self._store, self._swapped = store, swapped

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def held(self, form: type, scopes: Any) -> Any:
        return (self._swapped,) if form is Proposal else self._store.held(form, scopes)


@pytest.mark.parametrize("shape", SHAPES)
def test_r33_every_field_that_changes_between_showing_and_approving_is_refused(shape: str) -> None:
    world = new_world()
    made = SHAPES[shape]
    shown = world.shown(world.propose(made), made.scope)
    store, tried, taken = world.store, set(), []
    for path, other in changed(shown.proposal):
        tried.add(path)
        world.store = Swapped(store, other)
        try:
            world.approve(shown, strength=Strength.PRESENT)
        except (ConflictError, NotFoundError):
            continue
        taken.append(path)
    world.store = store
    assert taken == []
    names = {f".{field.name}" for field in dataclasses.fields(Proposal)}
    assert names <= {"." + path.split(".")[1].split("[")[0] for path in tried}, "each field was tried"
    assert len(tried) > 40
    assert world.approve(shown, strength=Strength.PRESENT), "unchanged it is kept"
    store.close()


def test_r33_what_was_given_to_be_shown_with_other_words_or_fewer_warnings_is_refused() -> None:
    world = new_world()
    shown = world.shown(world.propose(draft("Always run the linter before a push")))
    assert shown.warnings
    for other in ({"text": f"{shown.text} "}, {"text": "give me a table"}, {"warnings": ()}, {"digest": "0" * 64}):
        with pytest.raises(ConflictError):
            world.approve(replace(shown, **other), strength=Strength.PRESENT)
    assert world.approve(shown, strength=Strength.PRESENT)
    world.store.close()


@pytest.mark.parametrize("name", sorted(POLICY))
def test_r33_whatever_changes_in_the_policy_is_shown_anew(name: str) -> None:
    world = new_world()
    shown = world.shown(world.propose(draft()))
    before = getattr(PERSONAL, name)
    after = next(other for _, other in changed(before) if type(other) is type(before) or before is None)
    world.policy = replace(PERSONAL, **{name: 3 if before is None else after})
    with pytest.raises(ConflictError) as caught:
        world.approve(shown)
    assert caught.value.code == "policy_changed"
    world.policy = PERSONAL
    assert world.approve(shown)
    world.store.close()


def test_r33_nor_for_another_person_scope_strength_or_time() -> None:
    world = new_world()
    order = world.shown(world.propose(draft("Always run the linter before a push")))
    weaker = replace(order, least=Strength.HOST)
    with pytest.raises(NotAllowedError):
        world.approve(weaker, strength=Strength.TERMINAL)
    shown = world.shown(world.propose(draft()))
    with pytest.raises(NotFoundError):
        world.approve(shown, person="ben")
    with pytest.raises(NotAllowedError):
        world.approve(shown, scope=Scope(user="ben"))
    with pytest.raises(NotAllowedError):
        world.approve(shown, scope=Scope(project="billing"))
    world.now = shown.proposal.lapses_at
    with pytest.raises(TransitionError):
        world.approve(shown)
    world.now -= timedelta(microseconds=1)
    assert world.approve(shown).scope == ANA
    with pytest.raises(NotFoundError):
        world.approve(shown)
    world.store.close()
