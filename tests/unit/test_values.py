"""Values are dataclasses as the library makes them, though their methods come later."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import subprocess
import sys
import weakref
from collections.abc import Callable
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


@dataclass(slots=True)
class Open:
    count: int = 0
    seen: list[int] = field(default_factory=list, init=False)
    later: int = field(init=False, repr=False, compare=False)


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


def test_a_signature_is_that_of_the_fields_before_a_value_is_made() -> None:
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Unmade:
        name: str
        count: int = 0

    bound = vars(Unmade)["__init__"].__get__(Unmade, type)  # as Python 3.13 looks at it
    assert str(inspect.signature(bound)) == "(*, name: 'str', count: 'int' = 0) -> None"
    assert str(inspect.signature(Unmade)) == "(*, name: 'str', count: 'int' = 0) -> None"


def test_a_class_derived_from_a_value_reaches_what_it_overrides_from_the_first_time_on() -> None:
    @dataclass(frozen=True, slots=True)
    class Base:
        name: str

    class Derived(Base):
        def __init__(self, first: str, last: str) -> None:
            super().__init__(f"{first} {last}")

        def __repr__(self) -> str:
            return f"<{super().__repr__()}>"

        def __hash__(self) -> int:
            return super().__hash__() + 1

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Derived) and super().__eq__(other)

    for _ in range(20):
        one = Derived("a", "b")
        assert one.name == "a b"
        assert repr(one).startswith("<test_")
        assert repr(one).count("<") == 2  # its own, and that of the name of the function around it
        assert hash(one) == hash(Derived("a", "b"))
        assert one == Derived("a", "b") != Derived("a", "c")


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


def test_what_is_not_frozen_changes_and_has_no_hash() -> None:
    one = Open()
    one.count, one.later = 2, 3
    assert (one, one.seen, one.later) == (Open(2), [], 3)
    assert repr(one) == "Open(count=2, seen=[])"
    assert not hasattr(Open(), "later")
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)


def test_a_class_with_a_base_is_the_librarys_own() -> None:
    @dataclass(frozen=True, kw_only=True)
    class More(Placed):
        third: int

    assert (More(1, third=3), More(1, third=3).second) == (More(1, 2, third=3), 2)
    with pytest.raises(TypeError, match="non-frozen"):
        dataclass(slots=True)(type("Changing", (Placed,), {"__annotations__": {"third": "int"}}))


def test_the_first_values_of_a_class_are_filled_and_the_next_one_is_made_as_ever() -> None:
    @dataclass(frozen=True, slots=True)
    class Counted:
        number: int
        text: str = "a"
        many: list[int] = field(default_factory=list)

    def is_compiled() -> bool:
        return inspect.isfunction(vars(Counted)["__init__"])

    filled = [Counted(number) for number in range(10)]
    assert not is_compiled()
    made = [Counted(number) for number in range(10)]
    assert is_compiled()
    assert filled == made
    assert [repr(each) for each in filled] == [repr(each) for each in made]


def test_the_first_values_of_a_class_are_hashed_as_the_next_ones_are() -> None:
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Hashed:
        number: int
        aside: str = field(default="", compare=False)
        unhashed: str = field(default="", hash=False)

    hashes = [hash(Hashed(number=3, aside=str(each), unhashed=str(each))) for each in range(9)]
    assert not inspect.isfunction(vars(Hashed)["__hash__"])
    hashes += [hash(Hashed(number=3)) for _ in range(9)]
    assert inspect.isfunction(vars(Hashed)["__hash__"])
    assert len(set(hashes)) == 1
    assert hash(Hashed(number=4)) not in hashes


@pytest.mark.parametrize(
    ("placed", "named"),
    [((), {}), ((1, 2, 3), {}), ((1,), {"first": 1}), ((1,), {"third": 3}), ((), {"second": 2})],
)
def test_what_does_not_fit_is_told_as_the_library_tells_it(placed: tuple[int, ...], named: dict[str, int]) -> None:
    def told(make: type[object]) -> str:
        with pytest.raises(TypeError) as raised:
            make(*placed, **named)
        return str(raised.value)

    def fresh(kind: Callable[..., Callable[[type[object]], type[object]]]) -> type[object]:
        class Pair:
            first: int
            second: int = 2

        return kind(frozen=True, slots=True)(Pair)

    assert told(fresh(dataclass)) == told(fresh(dataclasses.dataclass))


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
    assert told.stdout.strip() == "_LaterMethod"


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
