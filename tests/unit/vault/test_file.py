"""Private files are made whole, read only if private, and overwritten before they go."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from tenure.errors import StoreError, StoreUnavailableError
from tenure.vault.file import check_folder, destroy_private, make_folder, make_private, read_private


def test_a_file_is_made_once_and_given_back(tmp_path: Path) -> None:
    path = tmp_path / "keys" / "a"
    assert read_private(path) is None
    assert make_private(path, b"first")
    assert not make_private(path, b"second")
    assert read_private(path) == b"first"


def test_folders_made_on_the_way_are_private_and_those_there_stay_as_they_are(tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.mkdir()
    there.chmod(0o755)
    before = os.umask(0)
    try:
        make_folder(there / "a" / "b" / "c")
    finally:
        os.umask(before)
    modes = [stat.S_IMODE(each.stat().st_mode) for each in (there, there / "a", there / "a" / "b", there / "a/b/c")]
    assert modes == [0o755, 0o700, 0o700, 0o700]


def test_a_destroyed_file_was_overwritten_first(tmp_path: Path) -> None:
    path = tmp_path / "keys" / "a"
    make_private(path, b"secret")
    with path.open("rb") as kept_open:
        assert destroy_private(path)
        assert kept_open.read() == bytes(6)
    assert not destroy_private(path)


def test_a_pipe_in_place_of_a_file_does_not_wait(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path, 0o600)
    with pytest.raises(StoreError) as refused:
        read_private(path)
    assert refused.value.code == "keys_kind"


def test_a_link_in_place_of_a_file_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "target").write_bytes(b"kept")
    (tmp_path / "a").symlink_to(tmp_path / "target")
    with pytest.raises(StoreUnavailableError):
        destroy_private(tmp_path / "a")
    assert (tmp_path / "target").read_bytes() == b"kept"


@pytest.mark.parametrize(
    "call",
    [
        read_private,
        check_folder,
        make_folder,
        destroy_private,
        lambda path: make_private(path, b"a"),
    ],
)
def test_a_place_that_cannot_be_used_is_named_and_no_traceback_follows(
    tmp_path: Path, call: Callable[[Path], object]
) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file" / "a" / "b", tmp_path / ("x" * 300) / "a"):
        with pytest.raises(StoreError) as refused:
            call(path)
        assert refused.value.__suppress_context__ or refused.value.__context__ is None
        assert refused.value.hint
        assert refused.value.code.startswith("keys_")


def test_a_dangling_link_in_place_of_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "keys").symlink_to(tmp_path / "nowhere")
    with pytest.raises(StoreError) as refused:
        make_private(tmp_path / "keys" / "a", b"a")
    assert refused.value.code == "keys_symlink"


def test_a_disk_that_fails_is_said_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path.chmod(0o700)
    make_private(tmp_path / "a", b"secret")

    def fail(descriptor: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(StoreUnavailableError):
        destroy_private(tmp_path / "a")
