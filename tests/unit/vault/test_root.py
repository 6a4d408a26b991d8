"""The root key is made once, kept privately, refused where others could have read it, and printed as a code."""

from __future__ import annotations

import base64
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenure.errors import RequestError, StoreError, StoreUnavailableError
from tenure.vault.keyring import Keyring
from tenure.vault.root import EnvironmentRoot, FileRoot, KeyringRoot, from_recovery_code, recovery_code


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "keys" / "root.key"


def test_a_root_key_is_made_once_and_privately(path: Path) -> None:
    made = FileRoot(path).make()
    assert len(made) == 32
    assert FileRoot(path).make() == FileRoot(path).load() == made == path.read_bytes()
    assert (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    assert list(path.parent.iterdir()) == [path]


def test_what_a_killed_rotation_left_goes_with_the_next(path: Path) -> None:
    kept = FileRoot(path).make()
    never_used, same = path.with_name(".draft_1"), path.with_name(".draft_2")
    never_used.write_bytes(b"n" * 32)
    os.link(path, same)  # killed before its other name was taken away
    opened = never_used.open("rb")
    FileRoot(path).stage(b"x" * 32)
    assert sorted(path.parent.iterdir()) == [path, path.with_name("root.key.next")]
    assert FileRoot(path).load() == kept
    assert opened.read() == bytes(32), "it was overwritten before it was removed"
    opened.close()


def test_twenty_first_starts_at_once_get_one_key(path: Path) -> None:
    script = "import sys; from pathlib import Path; from tenure.vault.root import FileRoot;"
    script += "sys.stdin.read(); print(FileRoot(Path(sys.argv[1])).make().hex())"
    source = Path(__file__).resolve().parents[3] / "src"
    starts = [
        subprocess.Popen(
            [sys.executable, "-c", script, str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(source)},
        )
        for _ in range(20)
    ]
    for start in starts:
        assert start.stdin is not None
        start.stdin.close()
        start.stdin = None
    assert {start.communicate()[0].strip() for start in starts} == {path.read_bytes().hex()}
    assert list(path.parent.iterdir()) == [path]


def test_a_missing_key_is_never_made_by_loading(path: Path) -> None:
    with pytest.raises(StoreError) as refused:
        FileRoot(path).load()
    assert refused.value.code == "keys_missing"
    assert "recovery code" in refused.value.hint
    assert not path.parent.exists()


def _linked(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))
    path.symlink_to(path.with_name("elsewhere"))


def _folder_linked(path: Path) -> None:
    path.parent.rename(path.parent.with_name("elsewhere"))
    path.parent.symlink_to(path.parent.with_name("elsewhere"))


def _folder_instead(path: Path) -> None:
    path.unlink()
    path.mkdir()


DAMAGED: list[tuple[str, Callable[[Path], object], str]] = [
    ("readable by the group", lambda path: path.chmod(0o640), "keys_open"),
    ("readable by all", lambda path: path.chmod(0o604), "keys_open"),
    ("in an open folder", lambda path: path.parent.chmod(0o750), "keys_open"),
    ("a link", _linked, "keys_symlink"),
    ("in a linked folder", _folder_linked, "keys_symlink"),
    ("a folder", _folder_instead, "keys_kind"),
    ("a byte short", lambda path: path.write_bytes(bytes(31)), "keys_length"),
    ("a byte long", lambda path: path.write_bytes(bytes(33)), "keys_length"),
    ("empty", lambda path: path.write_bytes(b""), "keys_length"),
    ("far too long", lambda path: path.write_bytes(bytes(70_000)), "keys_length"),
]


@pytest.mark.parametrize(("damage", "code"), [case[1:] for case in DAMAGED], ids=[case[0] for case in DAMAGED])
def test_a_key_that_cannot_be_trusted_is_refused_and_left_as_it_is(
    path: Path, damage: Callable[[Path], object], code: str
) -> None:
    made = FileRoot(path).make()
    damage(path)
    for call in (FileRoot(path).load, FileRoot(path).make):
        with pytest.raises(StoreError) as refused:
            call()
        assert refused.value.code == code
        assert refused.value.hint != StoreError.hint
        assert made.hex() not in str(refused.value)


@pytest.mark.skipif(os.geteuid() != 0, reason="giving a file to another account needs root")
def test_a_key_of_another_account_is_refused(path: Path) -> None:
    FileRoot(path).make()
    os.chown(path, 12345, -1)
    with pytest.raises(StoreError) as refused:
        FileRoot(path).load()
    assert refused.value.code == "keys_owner"


def test_a_file_in_place_of_the_folder_is_named(path: Path) -> None:
    path.parent.write_text("")
    path.parent.chmod(0o600)
    with pytest.raises(StoreError) as refused:
        FileRoot(path).make()
    assert refused.value.code == "keys_kind"


def test_a_disk_that_refuses_leaves_no_half_a_key(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(StoreUnavailableError):
        FileRoot(path).make()
    assert list(path.parent.iterdir()) == []


def test_a_recovered_key_is_kept_only_where_there_is_none(path: Path) -> None:
    assert FileRoot(path).keep(bytes(range(32)))
    assert FileRoot(path).load() == bytes(range(32))
    assert not FileRoot(path).keep(bytes(32))
    assert FileRoot(path).load() == bytes(range(32))
    with pytest.raises(RequestError):
        FileRoot(path).keep(bytes(31))


@pytest.mark.parametrize(
    "encode",
    [
        bytes.hex,
        lambda key: key.hex().upper() + "\n",
        lambda key: base64.b64encode(key).decode(),
        lambda key: base64.urlsafe_b64encode(key).decode().rstrip("="),
    ],
)
def test_a_root_key_comes_from_the_environment(encode: Callable[[bytes], str], monkeypatch: pytest.MonkeyPatch) -> None:
    key = bytes(range(220, 252))
    monkeypatch.setenv("TENURE_ROOT_KEY", encode(key))
    assert EnvironmentRoot().load() == EnvironmentRoot().make() == key


@pytest.mark.parametrize(
    "value", ["00" * 31, "00" * 33, "not a key, but long enough to be taken for one", "\u00fc" * 44]
)
def test_an_environment_without_a_key_is_refused(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TENURE_ROOT_KEY", value)
    with pytest.raises(StoreError) as refused:
        EnvironmentRoot().load()
    assert refused.value.code == "keys_length"
    assert value not in str(refused.value) + refused.value.hint
    for missing in (lambda: monkeypatch.setenv("TENURE_ROOT_KEY", ""), lambda: monkeypatch.delenv("TENURE_ROOT_KEY")):
        missing()
        with pytest.raises(StoreError) as gone:
            EnvironmentRoot().make()
        assert gone.value.code == "keys_missing"


class MemoryKeyring:
    """Stands for the OS keyring, which a test machine has not."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service_name: str, username: str) -> str | None:
        return self.kept.get((service_name, username))

    def set_password(self, service_name: str, username: str, password: str) -> None:
        self.kept[service_name, username] = password

    def delete_password(self, service_name: str, username: str) -> None:
        del self.kept[service_name, username]


def test_a_root_key_lies_in_the_keyring(monkeypatch: pytest.MonkeyPatch) -> None:
    library = MemoryKeyring()
    monkeypatch.setitem(sys.modules, "keyring", library)  # type: ignore[arg-type]
    with pytest.raises(StoreError) as missing:
        KeyringRoot("store-1").load()
    assert missing.value.code == "keys_missing"
    made = KeyringRoot("store-1").make()
    assert KeyringRoot("store-1").make() == KeyringRoot("store-1").load() == made
    assert KeyringRoot("store-2").make() != made
    for damaged in ("zz", made.hex()[2:]):
        library.kept["tenure", "root:store-1"] = damaged
        with pytest.raises(StoreError) as refused:
            KeyringRoot("store-1").load()
        assert refused.value.code == "keys_length"


def test_a_missing_keyring_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "keyring", None)
    with pytest.raises(StoreError) as refused:
        KeyringRoot("store-1").load()
    assert refused.value.code == "keyring_missing"
    assert "tenure[keyring]" in refused.value.hint


def test_r31_a_keyrings_own_message_is_not_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    class Failing(MemoryKeyring):
        def set_password(self, service_name: str, username: str, password: str) -> None:
            raise RuntimeError(f"could not keep {password}")

        def get_password(self, service_name: str, username: str) -> str | None:
            if (service_name, username) not in self.kept and username != "root:store-1":
                raise RuntimeError(f"could not find {username}")
            return super().get_password(service_name, username)

        def delete_password(self, service_name: str, username: str) -> None:
            raise RuntimeError(f"could not delete {self.kept}")

    library = Failing()
    monkeypatch.setitem(sys.modules, "keyring", library)  # type: ignore[arg-type]
    library.kept["tenure", "held"] = "secret"
    keyring = Keyring()
    for call in (KeyringRoot("store-1").make, KeyringRoot("store-2").load, lambda: keyring.destroy("held")):
        with pytest.raises(StoreUnavailableError) as refused:
            call()
        assert str(refused.value) == "the OS keyring did not answer (RuntimeError)"


@given(st.binary(min_size=32, max_size=32))
def test_a_recovery_code_gives_the_key_back_however_it_is_typed(root: bytes) -> None:
    code = recovery_code(root)
    assert len(code.split("-")) == 14
    assert from_recovery_code(code) == root
    assert from_recovery_code(f" {code.lower().replace('-', ' ')}\n".replace("0", "o").replace("1", "l")) == root


@given(st.binary(min_size=32, max_size=32), st.data())
def test_a_wrong_character_of_a_recovery_code_is_seen(root: bytes, data: st.DataObject) -> None:
    code = recovery_code(root).replace("-", "")
    place = data.draw(st.integers(0, len(code) - 1))
    other = data.draw(st.sampled_from([each for each in "0123456789ABCDEFGHJKMNPQRSTVWXYZ" if each != code[place]]))
    with pytest.raises(RequestError) as refused:
        from_recovery_code(code[:place] + other + code[place + 1 :])
    assert refused.value.code == "bad_recovery_code"
    assert code[:8] not in str(refused.value)


@pytest.mark.parametrize("code", ["", "-", "0" * 55, "0" * 57, "U" * 56, "\u00fc" * 56])
def test_what_is_no_recovery_code_is_refused(code: str) -> None:
    with pytest.raises(RequestError):
        from_recovery_code(code)


def test_a_root_key_of_another_length_has_no_code() -> None:
    with pytest.raises(RequestError):
        recovery_code(bytes(31))
