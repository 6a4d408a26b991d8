"""Values are dataclasses as the library makes them, though their methods come later."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import subprocess
import sys
import weakref
from concurrent.futures import ThreadPoolExecutor
from dataclasses import field

import pytest

from tenure.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True, weakref_slot=True)
class Late:
    """One value."""

    name: str
    count: int = 0
    hidden: str = field(default="", repr=False, compare=False)
    many: list[int] = field(default_factory=list, hash=False)
    known: dict[str, int] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.count < 0:
            raise ValueError("count")


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True, weakref_slot=True)
class Early:
    """One value."""

    name: str
    count: int = 0
    hidden: str = field(default="", repr=False, compare=False)
    many: list[int] = field(default_factory=list, hash=False)
    known: dict[str, int] = field(default_factory=dict, init=False, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Placed:
    first: int
    second: int = 2


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Quiet:
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    text: str

    def __repr__(self) -> str:
        return "named"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Named)

    def __hash__(self) -> int:
        return 7


def test_a_value_is_what_the_library_would_make() -> None:
    one, same, other = Late(name="a", hidden="x"), Late(name="a", hidden="y"), Late(name="a", count=1)
    assert (one == same, one == other, one != other, hash(one) == hash(same)) == (True, False, True, True)
    assert one != Early(name="a")
    assert repr(one) == repr(Early(name="a")).replace("Early", "Late") == "Late(name='a', count=0, many=[])"
    assert one.many is not same.many
    assert dataclasses.replace(other, name="b") == Late(name="b", count=1)
    assert dataclasses.asdict(one) == dataclasses.asdict(Early(name="a", hidden="x"))
    assert [each.name for each in dataclasses.fields(Late)] == [each.name for each in dataclasses.fields(Early)]
    assert str(inspect.signature(Late)) == str(inspect.signature(Early))
    assert Late.__doc__ == "One value."
    assert weakref.ref(one)() is one
    assert (Placed(1), Placed(1, second=3).second) == (Placed(first=1, second=2), 3)
    assert Placed.__match_args__ == ("first", "second")


def test_what_does_not_fit_is_refused() -> None:
    for make in (Late, Early):
        for wrong in ({}, {"name": "a", "unknown": 1}, {"name": "a", "known": {}}):
            with pytest.raises(TypeError):
                make(**wrong)
        with pytest.raises(TypeError):
            make("a")
    with pytest.raises(ValueError, match="count"):
        Late(name="a", count=-1)


def test_a_value_does_not_change() -> None:
    one = Late(name="secret")
    for name in ("name", "other"):
        with pytest.raises(dataclasses.FrozenInstanceError) as raised:
            setattr(one, name, "b")
        assert "secret" not in str(raised.value)
        with pytest.raises(dataclasses.FrozenInstanceError):
            delattr(one, name)
    assert not hasattr(one, "__dict__")


def test_copies_are_equal() -> None:
    one = Late(name="a", count=3, many=[1])
    for copied in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert copied == one
        assert copied is not one
    assert copy.deepcopy(one).many is not one.many


def test_what_a_class_says_itself_stands() -> None:
    assert "secret" not in repr(Quiet(text="secret"))
    assert (repr(Named(text="a")), Named(text="a") == Named(text="b"), hash(Named(text="a"))) == ("named", True, 7)


def test_other_dataclasses_are_the_librarys_own() -> None:
    @dataclass(slots=True)
    class Open:
        count: int = 0

    one = Open()
    one.count = 2
    assert one == Open(2)


def test_many_threads_that_make_the_first_one_get_equal_values() -> None:
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Fresh:
        number: int

    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda _: Fresh(number=1), range(64)))
    assert set(made) == {Fresh(number=1)}


def test_loading_makes_no_methods() -> None:
    script = "import tenure.model.receipt as r; print(type(vars(r.Receipt)['__init__']).__name__)"
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "_Later"


def test_a_value_can_be_made_while_the_interpreter_ends() -> None:
    script = (
        "from __future__ import annotations\n"
        "from tenure.values import dataclass\n"
        "@dataclass(frozen=True, slots=True, kw_only=True)\n"
        "class Last:\n"
        "    text: str\n"
        "def hold(last, say):\n"
        "    try:\n"
        "        yield\n"
        "    finally:\n"
        "        say(last(text='a'))\n"
        "held = hold(Last, print)\n"
        "next(held)\n"
    )
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert (told.stdout.strip(), told.stderr) == ("Last(text='a')", "")
