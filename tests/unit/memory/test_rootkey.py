"""The root key as its person keeps it: its place, its code, and putting it back; never over one that is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tenure.errors import RequestError, StoreError
from tenure.memory.rootkey import check_root, code_of, restore, root_place
from tenure.vault.root import ROOT_VARIABLE, FileRoot


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    folder = tmp_path / "keys"
    folder.mkdir(mode=0o700)
    FileRoot(folder / "root.key").make()
    return folder


def opens() -> None:
    """A store that opens."""


def refuses() -> None:
    raise StoreError("another store's", code="wrong_root_key")


def test_the_code_brings_back_exactly_the_key(keys: Path) -> None:
    assert root_place(keys) == str(keys / "root.key")
    root, code = (keys / "root.key").read_bytes(), code_of(keys)
    (keys / "root.key").unlink()
    with pytest.raises(StoreError):
        check_root(keys)
    restore(keys, code, check=opens)
    assert (keys / "root.key").read_bytes() == root
    check_root(keys)


def test_a_key_that_does_not_open_the_store_is_taken_away_again(keys: Path) -> None:
    code = code_of(keys)
    (keys / "root.key").unlink()
    with pytest.raises(StoreError, match="another"):
        restore(keys, code, check=refuses)
    assert list(keys.iterdir()) == []


def test_a_key_that_is_there_is_never_replaced(keys: Path) -> None:
    before = (keys / "root.key").read_bytes()
    with pytest.raises(RequestError) as raised:
        restore(keys, code_of(keys), check=refuses)
    assert raised.value.code == "root_exists"
    assert (keys / "root.key").read_bytes() == before


def test_a_key_from_the_environment_has_a_code_and_no_file(keys: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = code_of(keys)
    monkeypatch.setenv(ROOT_VARIABLE, (keys / "root.key").read_bytes().hex())
    assert ROOT_VARIABLE in root_place(keys)
    assert code_of(keys) == code
    with pytest.raises(RequestError) as raised:
        restore(keys, code, check=opens)
    assert raised.value.code == "root_in_environment"
