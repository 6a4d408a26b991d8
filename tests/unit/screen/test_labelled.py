from __future__ import annotations

import pytest

from tenure.screen import find_never_kept, redact
from tests.unit.screen.fakes import fake, password, words


def kinds(text: str) -> set[str]:
    return {finding.kind for finding in find_never_kept(text)}


def test_r31_words_before_their_label_are_a_phrase() -> None:
    assert "password.phrase" in kinds(f"{words(5, 2)} is my passphrase")
    assert not kinds("the key that we use at boot is the passphrase")
    assert not kinds("plain " * 3 + "a1" * 70 + " is my password")


def test_r31_letters_of_changing_case_are_a_password_where_one_is_named() -> None:
    jumble = "".join(
        letter.upper() if at in (0, 1, 4, 6, 9, 12) else letter for at, letter in enumerate("plqrtxuvgqhujm")
    )
    assert "password.prose" in kinds(f"my password is {jumble}")
    assert not kinds("The password handler is PasswordResetTokenFactory")


@pytest.mark.parametrize(
    "text",
    [
        "snowflake.password=\njdbc.snowflake.url=",
        "withCredentials([usernamePassword(credentialsId: '29f63271-dc2f-4734-8221-5b31b5169bac')])",
        '"credentialId": "B9mTcFSck2LzJO2S3ols63",',
        "minisat-master-keying:x64-uwp=fail",
        "secretSize must be >= XXH3_SECRET_SIZE_MIN",
        "io.jsonwebtoken:jjwt-jackson-0.11.2",
        'the token prefix is "xoxp-1234567890"',
        "**Keeping Your Password Manager App Up to Date:** install it",
        "the request token is 29f63271-dc2f-4734-8221-5b31b5169bac",
        "ABCDEFGHIJKLMNOPQ and ABCDEFGHIJKLMNOPQRSTUVWX are columns",
        "JsonParserJavaccTokenManager.java:738-745",
        "src/auth/ApiKeyBase64Codec.java:12",
    ],
)
def test_names_constants_and_counting_are_no_secrets(text: str) -> None:
    assert not kinds(text)


def test_r31_emphasis_is_no_part_of_a_password() -> None:
    secret = password(0)
    text = f"The wifi password is **{secret}** now."
    (finding,) = (each for each in find_never_kept(text) if text[each.start : each.end] == secret)
    assert finding.kind == "password.prose"


def test_r31_a_label_said_over_and_over_hides_no_value() -> None:
    secret = password(0)
    for said in ("password ", "is my password ", "door code ", "密码是"):
        assert kinds(said * 40 + f"my password: {secret}"), said
        assert kinds(f"my password: {secret} " + said * 40), said
    assert len(find_never_kept(f"password: {secret} " * 5)) == 5


def test_r32_a_value_written_like_a_handle_is_no_handle() -> None:
    assert not kinds("the api key is secret:env/BILLING_TOKEN")
    assert not kinds("password: secret:file//run/secrets/db2024")
    assert kinds(f"my password is secret:keyring/vpn/{fake('{an:20}', 1)}7aQ")


def test_a_password_that_ends_as_a_file_does_is_seen_and_a_file_is_not():
    for value in ("Hunter2024.go", "Hunter2.py", "Rosebud9.js"):
        told = f"my password is {value}"
        (found,) = find_never_kept(told)
        assert told[found.start : found.end] == value
    for clean in (
        "my password is main.py",
        "the passwords are auth2.py and Vault2.py",
        "passwordReader is Utils2.py",
        "the password helper is Utils2.py",
        "the password is in auth2024.py",
        "the password is read from vault2.py",
        "password file: pass2024.txt",
    ):
        assert find_never_kept(clean) == ()


@pytest.mark.parametrize("value", ["Kestrel-77-Quartz!", "hunter", "four nine one seven", "quartz lemon orbit velvet"])
def test_r31_decoy_labels_hide_nothing_in_a_long_text(value: str):
    crowd = "token secret password api key pin code " * 100
    for told in (f"{crowd}my password is {value}. {crowd}", f"{crowd}{value} is my pin code {crowd}"):
        start = told.index(value)
        inside = [each for each in find_never_kept(told) if each.start <= start and each.end >= start + len(value)]
        assert inside
        kept, _ = redact(told)
        assert value not in kept
    assert find_never_kept(crowd) == ()


def test_r31_as_many_labels_as_are_judged_are_judged_one_by_one_and_one_more_takes_all_of_its_stretch():
    plain = "the door is green and the lamp is on, as ever. "

    def found(count: int) -> set[str]:
        stretch = "".join(f"token v{at}. " for at in range(count)) + "My password is Kestrel-77-Quartz! "
        return kinds((plain * 8 + stretch + plain * 40)[:4_096])

    most = next(count for count in range(1, 60) if "labels.crowded" in found(count))
    assert most > 20
    assert found(most - 1) == {"password.prose"}


@pytest.mark.parametrize(
    "told",
    [
        "my passw ord is {}",
        "my pass / word is {}",
        "the wi fi pa ss wo rd is {}",
        "pas\nsword: {}",
        "my p-assword is {}",
        "the pass.word is {}",
        "the sec ret is {}",
        "our pass phrase: {}",
    ],
)
def test_r31_a_label_that_is_cut_inside_announces_a_secret(told: str):
    assert kinds(told.format(password(0)))


@pytest.mark.parametrize(
    "told",
    [
        "I gave it to Ken, Room42B",
        "they spoke to ken Griffey24 about it",
        "gave a pass. Phrase it as you like, Tiger7",
        "as sword: Bluebird71",
        "pass words need 12 characters",
    ],
)
def test_words_that_only_make_a_label_together_announce_nothing(told: str):
    assert not kinds(told)


def test_r31_words_that_need_another_one_before_them_are_labels() -> None:
    assert "key.labelled" in kinds(f"the otp_seed is {fake('{b32:20}', 3)}")
    assert "seed.phrase" in kinds(f"my wallet words are {words(8, 3)}")


def test_a_password_is_looked_for_in_the_sentence_of_its_label_alone() -> None:
    assert not kinds("The password was changed by Dana today. Release Kestrel77 went to Quartz88 in June")


def test_r31_what_is_assigned_between_a_link_and_a_password_ties_no_less() -> None:
    secret = password(0)
    assert kinds(f"the password that we chose is WIFI= {secret} since June")
