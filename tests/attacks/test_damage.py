"""A store whose files are damaged, on a full disk or only to be read: its text or an error, and nothing lost."""

from __future__ import annotations

import contextlib
import os
import random
import resource
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import tenure
from tenure import Error, FrozenClock, PersonHandle, Stance, StoreUnavailableError
from tests.attacks.stored import CLAIM, House
from tests.conftest import NOON
from tests.world import World


@pytest.mark.parametrize("seed", range(12))
def test_a_damaged_data_file_gives_its_text_or_an_error_and_never_another_text(house: House, seed: int):
    source, file = random.Random(seed), house.data / "tenure.db"
    shutil.copytree(house.keys, house.home / "sound keys")
    sound = file.read_bytes()
    damaged = bytearray(sound)
    if seed == 0:
        damaged = bytearray(source.randbytes(len(sound)))
    elif seed == 1:
        damaged = damaged[: len(sound) // 2]
    elif seed == 2:
        damaged = damaged[:100]
    else:
        for _ in range(2 ** (seed % 6)):
            damaged[source.randrange(len(damaged))] ^= 1 << source.randrange(8)
    file.write_bytes(bytes(damaged))
    with contextlib.suppress(Error):
        assert house.texts() in ([], [CLAIM])
    for left in (house.data / "tenure.db-wal", house.data / "tenure.db-shm"):
        left.unlink(missing_ok=True)
    file.write_bytes(sound)
    shutil.rmtree(house.keys)
    (house.home / "sound keys").rename(house.keys)
    assert house.texts() == [CLAIM]


def test_an_emptied_data_file_is_damage_and_no_new_store(house: House):
    (house.data / "tenure.db").write_bytes(b"")
    house.refusal()
    (house.data / "tenure.db").unlink()
    house.refusal()
    assert not (house.data / "tenure.db").exists() or house.refusal()


def test_an_older_copy_of_the_data_is_a_rollback(house: House):
    old = (house.data / "tenure.db").read_bytes()
    memory = house.open()
    memory.person("ana").remember("and keep explanations concise")
    memory.close()
    new = (house.data / "tenure.db").read_bytes()
    (house.data / "tenure.db").write_bytes(old)
    assert house.refusal().code
    (house.data / "tenure.db").write_bytes(new)
    assert len(house.texts()) == 2


def fill(person: PersonHandle, kept: list[str]) -> None:
    """Remember until it fails; ``kept`` holds what was acknowledged."""
    for number in range(250):
        kept += [person.remember(f"the colour number {number} is preferred").entry_id]


def fill_scratch(world: World) -> None:
    with world.task() as task:
        for _ in range(50):
            task.note("many words " * 800)


def test_a_full_disk_loses_nothing_and_says_so(world: World):
    kept: list[str] = []
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = max(path.stat().st_size for path in world.folder.rglob("*") if path.is_file())
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 150_000, before[1]))
    try:
        with pytest.raises(StoreUnavailableError) as raised:
            fill(world.ana, kept)
        with pytest.raises(StoreUnavailableError):
            fill_scratch(world)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert raised.value.hint
    assert "colour" not in str(raised.value)
    assert kept
    for _ in range(2):
        assert {each.id for each in world.ana.list_entries()} == set(kept)
        assert not any(found.is_fault for found in world.memory.operator("ana").check())
        world.reopen()
    assert world.memory.operator("ana").check() == (), "opening finished what was left over"
    assert world.ana.remember("there is room again").entry_id


def test_a_disk_with_no_byte_left_loses_nothing(small_disk: Path):
    memory = tenure.open(small_disk / "store", clock=FrozenClock(NOON))
    ana, kept = memory.person("ana"), []
    kept.append(ana.remember("the first colour is preferred").entry_id)
    (small_disk / "ballast").write_bytes(bytes(shutil.disk_usage(small_disk).free - 200_000))
    with pytest.raises(StoreUnavailableError) as raised:
        fill(ana, kept)
    assert raised.value.hint
    assert {each.id for each in ana.list_entries()} == set(kept)
    (small_disk / "ballast").unlink()
    assert ana.remember("there is room again").entry_id
    assert memory.operator("ana").check() == ()
    memory.close()


@pytest.fixture
def reachable() -> Iterator[Path]:
    """Give a folder that another account can reach; pytest's own are private."""
    folder = Path(tempfile.mkdtemp(prefix="tenure-"))
    folder.chmod(0o755)
    yield folder
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o700)
    shutil.rmtree(folder)


def test_what_can_only_be_read_is_read_and_every_write_says_so(reachable: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TENURE_HOME", str(reachable / "home"))
    house = House(reachable, reachable / "home")
    assert house.texts() == [CLAIM], "what is imported on first use is imported"
    for path in sorted(reachable.rglob("*"), reverse=True):
        path.chmod(path.stat().st_mode & ~0o222)

    def act() -> None:
        assert house.texts() == [CLAIM]
        memory = house.open()
        ana, scope = memory.person("ana"), memory.scope(user="ana")
        agent = memory.agent("coder", scope=scope)
        assert agent.recall("a table for comparisons").stance is Stance.ANSWER
        assert ana.disclose().entries
        (kept,) = ana.list_entries()
        for write in (
            lambda: ana.remember("something new"),
            lambda: agent.propose("something newer", kind="preference"),
            lambda: ana.forget(kept.id),
            lambda: ana.challenge(kept.id),
            lambda: memory.task("look", scope=scope).note("rounding happens twice"),
        ):
            with pytest.raises(StoreUnavailableError) as raised:
                write()
            assert raised.value.hint
        memory.close()

    as_plain_user(reachable, act)


def as_plain_user(folder: Path, act: Callable[[], None]) -> None:
    """Run ``act`` as an account that permissions bind; root is bound by none."""
    if os.geteuid() != 0:
        act()
        return
    for path in (folder, *folder.rglob("*")):
        os.chown(path, 65534, 65534)
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.setuid(65534)
            act()
            code = 0
        except BaseException as failure:  # noqa: BLE001 - told by the exit code
            print(f"{type(failure).__name__}: {failure}")
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@pytest.mark.parametrize("days", [-4_000, 4_000])
def test_r23_who_can_write_the_data_alone_moves_no_clock_and_has_nothing_erased(world: World, days: int):
    """The newest line of the ledger bears the store's mark, before which nothing is dated and up to which all ends."""
    kept = world.ana.remember("answers come as tables").entry_id
    world.memory.close()
    with contextlib.closing(sqlite3.connect(world.folder / "store" / "tenure.db", isolation_level=None)) as file:
        newest = "SELECT max(seq) FROM ledger"
        sound = file.execute(f"SELECT mark FROM ledger WHERE seq = ({newest})").fetchone()[0]
        change = f"UPDATE ledger SET mark = ? WHERE seq = ({newest})"
        file.execute(change, (sound + days * 86_400 * 1_000_000,))
        with pytest.raises(tenure.IntegrityError):
            world.reopen()
        file.execute(change, (sound,))
    world.reopen()
    assert world.memory.operator("ana").sweep().expired == ()
    assert [each.entry.id for each in world.recall("How do answers come?").usable] == [kept]
