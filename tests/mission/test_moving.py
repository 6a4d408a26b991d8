"""A memory goes to another machine in one file under a passphrase, with everything that keeps it safe."""

from __future__ import annotations

import io
import os
import tarfile
from pathlib import Path

import pytest

import tenure
from tenure.clock import FrozenClock
from tenure.vault.packed import FRAME, PackReader, PackWriter
from tenure.wiring import moving
from tenure.wiring.folders import folders_for
from tests.conftest import NOON

PASSPHRASE = "four words that differ"
TEXT = "answers come as tables"


@pytest.fixture
def packed(home: Path, tmp_path: Path) -> Path:
    """A packed store of ana's with one entry, one that was forgotten, and a mark; the home is another one after it."""
    with tenure.open(clock=FrozenClock(NOON)) as memory:
        ana, scope = memory.person("ana"), memory.scope(user="ana")
        memory.operator("ana").own()
        ana.remember(TEXT, scope=scope)
        ana.forget(ana.remember("examples use euros", scope=scope).entry_id)
    file = tmp_path / "pack"
    moving.pack(folders_for(None, create=False), file, PASSPHRASE, by="ana", clock=FrozenClock(NOON))
    os.environ["TENURE_HOME"] = str(tmp_path / "other")
    return file


def test_it_lives_on_elsewhere_with_marks_and_ledger(packed: Path, tmp_path: Path):
    assert TEXT.encode() not in packed.read_bytes()
    assert b"tenure.db" not in packed.read_bytes()
    assert packed.stat().st_mode & 0o077 == 0
    folders = moving.unpack(packed, PASSPHRASE)
    assert [path.name for path in folders.home.iterdir() if "unpacking" in path.name] == []
    with tenure.open(clock=FrozenClock(NOON)) as memory:
        assert memory.owner() == "ana"
        ana = memory.person("ana")
        assert [each.entry.claim.text for each in ana.list_entries() if each.entry] == [TEXT]
        assert [each for each in memory.operator("ana").check() if each.is_fault] == []
        assert memory.operator("ana").ledger()[-1].code == "packed"
        again = memory.agent("coder", scope=memory.scope(user="ana")).propose("examples use euros", kind="preference")
        assert "not_again" in [verdict.code for verdict in again.verdicts]
        left = ana.forget(ana.list_entries()[0].id).out_of_reach
        assert left == (f"packed with its keys on {NOON:%Y-%m-%d}, under a passphrase",)
    with pytest.raises(tenure.RequestError) as there:
        moving.unpack(packed, PASSPHRASE)
    assert there.value.code == "store_exists"


def test_a_wrong_passphrase_or_a_changed_file_opens_nothing(packed: Path, tmp_path: Path):
    sound = packed.read_bytes()
    flipped = bytearray(sound)
    flipped[-40] ^= 1
    for data, phrase, code in (
        (sound, "another passphrase", "wrong_passphrase"),
        (bytes(flipped), PASSPHRASE, "wrong_passphrase"),  # one frame: it cannot be told which of the two it is
        (sound[:-1], PASSPHRASE, "wrong_passphrase"),
        (b"nonsense" * 20, PASSPHRASE, "bad_pack"),
        (b"", PASSPHRASE, "bad_pack"),
    ):
        packed.write_bytes(data)
        with pytest.raises(tenure.Error) as refused:
            moving.unpack(packed, phrase)
        assert refused.value.code == code
        assert not (tmp_path / "other" / "store").exists()
        assert not (tmp_path / "other" / "unpacking").exists()
    packed.write_bytes(sound)
    assert moving.unpack(packed, PASSPHRASE).data.exists()


def test_a_pack_that_refused_its_passphrase_is_closed_without_a_fault() -> None:
    writer = PackWriter.__new__(PackWriter)
    with pytest.raises(tenure.RequestError):
        PackWriter.__init__(writer, io.BytesIO(), "short")
    writer.close()  # as Python does with what nobody holds
    assert writer.closed


def test_frames_are_bound_to_their_place():
    target = io.BytesIO()
    with PackWriter(target, PASSPHRASE) as writer:
        writer.write(os.urandom(3 * FRAME + 5))
    sealed, frame = target.getvalue(), FRAME + 16
    start = len(sealed) - 3 * frame - 21
    assert len(PackReader(io.BytesIO(sealed), PASSPHRASE).read()) == 3 * FRAME + 5
    first, second, third = (sealed[start + index * frame : start + (index + 1) * frame] for index in range(3))
    head, tail = sealed[:start], sealed[start + 3 * frame :]
    for changed in (head + first + third + second + tail, head + first + second + tail, head + first + second + third):
        with pytest.raises(tenure.IntegrityError):
            PackReader(io.BytesIO(changed), PASSPHRASE).read()


@pytest.mark.parametrize("name", ["../outside", "keys/../../outside", "keys/a/b/c", "other", "/etc/outside"])
def test_a_pack_of_somebody_elses_making_writes_nowhere_else(home: Path, tmp_path: Path, name: str):
    file = tmp_path / "made"
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as archive:
        member = tarfile.TarInfo(name)
        member.size = 4
        archive.addfile(member, io.BytesIO(b"harm"))
    with file.open("wb") as target, PackWriter(target, PASSPHRASE) as sealed:
        sealed.write(made.getvalue())
    with pytest.raises(tenure.RequestError) as refused:
        moving.unpack(file, PASSPHRASE)
    assert refused.value.code == "bad_pack"
    assert list(tmp_path.rglob("outside")) == []
    assert list(home.iterdir()) == []


def test_a_file_is_not_overwritten_and_a_short_passphrase_is_refused(packed: Path, tmp_path: Path):
    moving.unpack(packed, PASSPHRASE)
    folders = folders_for(None, create=False)
    for target, phrase, code in ((packed, PASSPHRASE, "backup_exists"), (tmp_path / "new", "short", "bad_passphrase")):
        with pytest.raises(tenure.RequestError) as refused:
            moving.pack(folders, target, phrase, by="ana", clock=FrozenClock(NOON))
        assert refused.value.code == code
    assert not (tmp_path / "new").exists()
