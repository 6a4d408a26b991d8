"""Nobody is asked for a yes or a passphrase for what would be refused whatever they answered."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

import tenure
from tenure.faces.cli import terminal
from tenure.faces.cli.app import run
from tenure.vault.packed import MAGIC

Told = tuple[int, str]


@pytest.fixture
def tell(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Told]:
    """Run a command beside a terminal where nobody ever answers: its exit code and the code of its error."""
    device = home.parent / "tty"
    device.touch()
    monkeypatch.setattr(terminal, "DEVICE", str(device))

    def told(*args: str) -> Told:
        code = run([*args, "--json"])
        found = json.loads(capsys.readouterr().out)
        assert device.read_text() == "", "somebody was asked"
        return code, found["data"].get("code", "")

    return told


def _made(home: Path) -> Path:
    """Make a memory, and give the folder of its keys."""
    with tenure.open() as memory:
        memory.operator("ana").own()
    (keys,) = (home / "keys").iterdir()
    return keys


def test_packing_into_a_file_that_is_there_asks_for_no_passphrase(home: Path, tell: Callable[..., Told]) -> None:
    _made(home)
    taken = home.parent / "taken"
    taken.touch()
    assert tell("move", "pack", str(taken)) == (2, "file_exists")
    assert tell("move", "pack", str(home.parent / "nowhere" / "pack")) == (2, "bad_file")


def test_unpacking_what_is_no_pack_asks_for_no_passphrase(home: Path, tell: Callable[..., Told]) -> None:
    other, cut, whole = (home.parent / name for name in ("other", "cut", "whole"))
    other.write_bytes(b"x" * 200)
    cut.write_bytes(MAGIC)
    whole.write_bytes(MAGIC + b"x" * 23)
    assert tell("move", "unpack", str(home.parent / "nowhere")) == (2, "bad_file")
    assert tell("move", "unpack", str(home.parent)) == (2, "bad_file")
    assert tell("move", "unpack", str(other)) == tell("move", "unpack", str(cut)) == (2, "bad_pack")
    _made(home)
    assert tell("move", "unpack", str(whole)) == (2, "store_exists")


def test_without_the_root_key_nobody_is_asked_to_move_rotate_pack_or_show_it(
    home: Path, tell: Callable[..., Told], monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = _made(home)
    (keys / "root.key").rename(home.parent / "root.key")
    pack = ("move", "pack", str(home.parent / "pack"))
    for args in (("keys", "rotate"), ("keys", "move", "keyring"), ("keys", "recovery"), pack):
        assert tell(*args) == (3, "keys_missing"), args
    monkeypatch.setenv("TENURE_ROOT_KEY", (home.parent / "root.key").read_bytes().hex())
    assert tell("keys", "rotate") == (2, "root_in_environment")


def test_a_root_key_that_is_there_or_in_the_environment_asks_for_no_recovery_code(
    home: Path, tell: Callable[..., Told], monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = _made(home)
    assert tell("keys", "recovery", "--restore") == (2, "root_exists")
    monkeypatch.setenv("TENURE_ROOT_KEY", (keys / "root.key").read_bytes().hex())
    assert tell("keys", "recovery", "--restore") == (2, "root_in_environment")


@pytest.fixture
def backup(home: Path) -> Path:
    """Give the folder of a memory's keys, and make a backup of it."""
    keys = _made(home)
    with tenure.open() as memory:
        memory.operator("ana").backup(home / "backup")
    return keys


@pytest.mark.parametrize("place", ["store", "keys", "keys/*", "store/tenure.db"])
@pytest.mark.parametrize("is_lost", [False, True])
def test_what_can_only_be_read_is_not_restored_to_and_nobody_is_asked(
    home: Path, backup: Path, tell: Callable[..., Told], monkeypatch: pytest.MonkeyPatch, place: str, *, is_lost: bool
) -> None:
    fixed = backup if place == "keys/*" else home / place
    if is_lost and fixed.is_dir():  # a data file that is not there keeps nothing from its place
        (home / "store" / "tenure.db").unlink()
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: access(path, mode) and not (mode == os.W_OK and path == fixed))
    assert tell("restore", str(home / "backup")) == (3, "read_only")


def test_what_cannot_be_restored_here_asks_nobody(home: Path, backup: Path, tell: Callable[..., Told]) -> None:
    root = (backup / "root.key").read_bytes()
    (backup / "root.key").unlink()
    assert tell("restore", str(home / "backup")) == (3, "keys_missing")
    backup.joinpath("root.key").write_bytes(root)
    (home / "store").rename(home / "lost")
    with tenure.open() as begun:
        begun.operator("ana").own()
    assert tell("restore", str(home / "backup")) == (2, "foreign_backup")
    backup.rename(home.parent / "keys")
    assert tell("restore", str(home / "backup")) == (2, "foreign_backup")
