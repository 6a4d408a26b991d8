"""Notes hold a handle to a secret; its value is resolved where it is used and shows itself nowhere (R32)."""

from __future__ import annotations

import copy
import json
import logging
import pickle
import sys
import traceback
from pathlib import Path

import pytest

from tenure.errors import RequestError, StoreError
from tenure.screen import redact
from tenure.vault.secret import Revealed, Secret, SecretSource
from tests.unit.vault.test_root import MemoryKeyring

VALUE = "hunter2-but-longer-than-that"


@pytest.fixture
def handle(monkeypatch: pytest.MonkeyPatch) -> Secret:
    monkeypatch.setenv("DEPLOY_TOKEN", VALUE)
    return Secret(source=SecretSource.ENV, name="DEPLOY_TOKEN")


def test_r32_a_handle_resolves_to_the_value_as_it_is_now(handle: Secret, monkeypatch: pytest.MonkeyPatch) -> None:
    assert handle.resolve().value == VALUE
    monkeypatch.setenv("DEPLOY_TOKEN", "another")
    assert handle.resolve().value == "another"
    monkeypatch.delenv("DEPLOY_TOKEN")
    with pytest.raises(RequestError) as refused:
        handle.resolve()
    assert refused.value.code == "secret_missing"


def test_r32_the_value_is_shown_by_nothing_but_its_name(handle: Secret, caplog: pytest.LogCaptureFixture) -> None:
    revealed = handle.resolve()
    logging.getLogger("host").warning("using %s and %r", revealed, [revealed])
    shown = [repr(revealed), str(revealed), f"{revealed}", f"{[revealed]!r:>40}", repr({"key": revealed}), caplog.text]
    shown += [repr(handle), str(handle)]
    assert all(VALUE not in text for text in shown)
    for keep in (pickle.dumps, copy.copy, copy.deepcopy, json.dumps):
        with pytest.raises(TypeError) as refused:
            keep(revealed)
        assert VALUE not in str(refused.value)
    with pytest.raises(TypeError):
        vars(revealed)
    assert revealed != Revealed(VALUE)


def test_r32_a_traceback_with_its_locals_does_not_show_the_value(handle: Secret) -> None:
    def use() -> None:
        revealed = handle.resolve()
        raise ValueError(f"failed with {revealed}")

    try:
        use()
    except ValueError as error:
        told = traceback.TracebackException.from_exception(error, capture_locals=True)
        assert "revealed" in "".join(told.format())
        assert VALUE not in "".join(told.format())


@pytest.mark.parametrize(
    ("source", "name"),
    [("env", "DEPLOY_TOKEN"), ("keyring", "deploy/ana@example.org"), ("file", "/run/secrets/deploy")],
)
def test_r32_the_handles_text_names_it_again_and_may_be_kept(source: str, name: str) -> None:
    handle = Secret(source=SecretSource(source), name=name)
    assert str(handle) == f"secret:{source}/{name}"
    assert Secret.parse(str(handle)) == handle
    assert pickle.loads(pickle.dumps(handle)) == handle
    for text in (
        f"deploy with {handle}, then wait",
        f"the wifi password is {handle}",
        f"api_key={handle}",
        f"log in with ana / {handle}",
    ):
        assert redact(text) == (text, ())


@pytest.mark.parametrize(
    "text", ["the wifi password is secret:file//run/aB3xK9pQ7zT1", "the wifi password is secret:x/hunter2!"]
)
def test_r32_what_only_looks_like_a_handle_hides_no_password(text: str) -> None:
    assert redact(text)[1]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "secret:",
            "secret:env",
            "secret:env/",
            "secret:env/A B",
            "secret:env/1A",
            "secret:vault/A",
            "token:env/A",
        ),
        *("secret:keyring/service", "secret:keyring//user", "secret:file/relative", "secret:file//a\nb"),
        *("secret:env/" + "A" * 201, "secret:env/\u00fc"),
    ],
)
def test_what_is_no_handle_is_refused(text: str) -> None:
    with pytest.raises(RequestError) as refused:
        Secret.parse(text)
    assert refused.value.code == "bad_secret"


@pytest.mark.parametrize(("source", "name"), [("nowhere", "A"), ("env", 7), ("env", None), (None, "A")])
def test_wrong_types_are_refused(source: object, name: object) -> None:
    with pytest.raises(RequestError):
        Secret(source=source, name=name)  # type: ignore[arg-type]


def test_r32_a_file_is_read_only_if_it_is_private(tmp_path: Path) -> None:
    file = tmp_path / "deploy"
    handle = Secret(source=SecretSource.FILE, name=str(file))
    with pytest.raises(RequestError):
        handle.resolve()
    file.write_text(VALUE + "\n")
    file.chmod(0o600)
    assert handle.resolve().value == VALUE
    file.chmod(0o644)
    with pytest.raises(StoreError) as refused:
        handle.resolve()
    assert refused.value.code == "keys_open"
    file.chmod(0o600)
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(RequestError):
        handle.resolve()


def test_r32_the_keyring_holds_it(monkeypatch: pytest.MonkeyPatch) -> None:
    library = MemoryKeyring()
    monkeypatch.setitem(sys.modules, "keyring", library)  # type: ignore[arg-type]
    handle = Secret.parse("secret:keyring/deploy/ana")
    with pytest.raises(RequestError):
        handle.resolve()
    library.set_password("deploy", "ana", VALUE)
    assert handle.resolve().value == VALUE
