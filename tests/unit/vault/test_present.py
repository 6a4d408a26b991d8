"""A *present* key signs for whoever knows its passphrase, and shows nothing of itself (R33)."""

from __future__ import annotations

import copy
import pickle

import pytest

from tenure.errors import NotAllowedError, RequestError, StoreError
from tenure.vault.present import Signer, enrol, unlock, verify

PASSPHRASE = "acht Zeichen \u00fcber Fl\u00fcsse"


@pytest.fixture(scope="module")
def enrolled() -> tuple[str, str]:
    return enrol(PASSPHRASE)


@pytest.fixture(scope="module")
def signer(enrolled: tuple[str, str]) -> Signer:
    return unlock(enrolled[1], PASSPHRASE)


def test_r33_a_signature_is_that_of_these_bytes_and_this_key(enrolled: tuple[str, str], signer: Signer) -> None:
    public, _ = enrolled
    signature = signer.sign(b"these bytes")
    assert signer.key_id == public
    assert verify(public, b"these bytes", signature)
    assert not verify(public, b"these bytez", signature)
    assert not verify(public, b"these bytes", signature[:-2] + ("00" if signature[-2:] != "00" else "01"))
    other, _ = enrol("another passphrase")
    assert not verify(other, b"these bytes", signature)


@pytest.mark.parametrize(
    ("public", "signature"), [("", ""), ("zz", "00" * 64), ("00" * 31, "00" * 64), ("00" * 32, "x")]
)
def test_r33_what_is_malformed_is_no_signature(public: str, signature: str) -> None:
    assert not verify(public, b"these bytes", signature)


def test_r33_another_passphrase_opens_nothing(enrolled: tuple[str, str]) -> None:
    for wrong in (PASSPHRASE + " ", PASSPHRASE[:-1], "", "\udcff"):
        with pytest.raises(NotAllowedError) as refused:
            unlock(enrolled[1], wrong)
        assert refused.value.code == "wrong_passphrase"
        assert wrong.strip() == "" or wrong not in str(refused.value)


def test_the_same_passphrase_in_another_form_of_unicode_opens_it(enrolled: tuple[str, str]) -> None:
    decomposed = PASSPHRASE.replace("\u00fc", "u\u0308")
    assert decomposed != PASSPHRASE
    assert unlock(enrolled[1], decomposed).key_id == enrolled[0]


@pytest.mark.parametrize("short", ["", "1234567", " 123456 ", "x" * 1025, None, b"12345678", 12345678])
def test_a_passphrase_that_is_none_is_refused(short: object) -> None:
    with pytest.raises(RequestError) as refused:
        enrol(short)  # type: ignore[arg-type]
    assert refused.value.code == "bad_passphrase"


def test_a_passphrase_of_eight_characters_is_taken() -> None:
    assert enrol("12345678")[0]


def test_a_changed_sealed_text_opens_nothing(enrolled: tuple[str, str]) -> None:
    public, sealed = enrolled
    parts = sealed.split("$")
    other = enrol(PASSPHRASE)[0]
    for place, changed in ((2, other), (3, "A" * len(parts[3])), (5, "A" * len(parts[5]))):
        with pytest.raises(NotAllowedError):
            unlock("$".join([*parts[:place], changed, *parts[place + 1 :]]), PASSPHRASE)
    assert public in parts


@pytest.mark.parametrize(
    "change",
    [
        ("scrypt:15:8:3", "scrypt:14:8:3"),
        ("scrypt:15:8:3", "scrypt:30:8:3"),
        ("scrypt:15:8:3", "scrypt:15:8:0"),
        ("scrypt:15:8:3", "scrypt:15:8:999"),
        ("scrypt:15:8:3", "scrypt:15:8"),
        ("scrypt", "plain"),
        ("tenure-present-1", "tenure-present-2"),
        ("$", "!"),
    ],
)
def test_a_sealed_text_that_is_weaker_dearer_or_no_such_text_is_refused_unread(
    enrolled: tuple[str, str], change: tuple[str, str]
) -> None:
    with pytest.raises(StoreError) as refused:
        unlock(enrolled[1].replace(*change), PASSPHRASE)
    assert refused.value.code == "present_key_damaged"


def test_r31_an_unlocked_key_is_not_shown_copied_or_stored(signer: Signer) -> None:
    private = signer._key.private_bytes_raw()
    assert private.hex() not in repr(signer)
    assert not hasattr(signer, "__dict__")
    for keep in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError):
            keep(signer)


def test_r31_the_sealed_text_does_not_hold_the_private_half(enrolled: tuple[str, str], signer: Signer) -> None:
    assert signer._key.private_bytes_raw().hex() not in enrolled[1]
    assert PASSPHRASE not in enrolled[1]
