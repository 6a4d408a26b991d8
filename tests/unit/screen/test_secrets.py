# ruff: noqa: RUF001  (look-alike characters are what is tested)
from __future__ import annotations

import base64
import hashlib
import string

import pytest

from tenure.screen import find_never_kept
from tenure.screen.seedwords import SEED_WORDS
from tests.unit.screen.fakes import fake, key_block, password, signed_token, words


def kinds(text: str) -> set[str]:
    return {finding.kind for finding in find_never_kept(text)}


PASSWORD_SENTENCES = (
    "My wifi password is {}.",
    "The password for the admin account is {}",
    "password: {}",
    "db password = '{}'",
    "pwd={}",
    "my pw is {}",
    "DB_PASS={}",
    "Remember my bank password: {}",
    "I set the password to {}",
    "the password you need is {}",
    "{} is my password",
    "use {} as the password",
    "Root password of 10.0.0.1 is {}",
    "Mein Passwort lautet {}.",
    "Le mot de passe du wifi est {}.",
    "La contraseña del wifi es {}.",
    "Minha senha é {}.",
    "La password del router è {}",
    "Het wachtwoord is {}",
    "Hasło do wifi to {}",
    "Пароль от вайфая: {}",
    "密码是{}",
    "パスワードは{}です",
    "<password>{}</password>",
    "machine example.com login bob password {}",
    "Login alice / {}",
)


@pytest.mark.parametrize("sentence", PASSWORD_SENTENCES)
def test_r31_a_password_in_plain_words_is_found(sentence: str) -> None:
    for seed in range(20):
        assert kinds(sentence.format(password(seed))), seed


def test_a_bare_word_is_a_password_only_where_somebody_owns_it() -> None:
    word = words(1, 4)
    assert "password.prose" in kinds(f"My wifi password is {word}.")
    assert not kinds(f"The password is {word}.")
    assert not kinds("My wifi password is required.")
    assert not kinds("My wifi password is on the fridge.")


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("The PIN of my bank card is {}.", "code.pin"),
        ("alarm code {}, do not write it down", "code.pin"),
        ("The door code for the office is {}", "code.pin"),
        ("Der PIN meiner Karte ist {}", "code.pin"),
        ("le code de la porte est {}", "code.pin"),
        ("voicemail pin {}", "code.pin"),
        ("unlock my phone with {}", "password.login"),
    ],
)
def test_r31_a_code_that_opens_something_is_found(sentence: str, kind: str) -> None:
    for digits in (4, 6):
        assert kind in kinds(sentence.format(fake(f"{{d:{digits}}}", digits)))
    assert not kinds(sentence.format("7"))


def test_r31_recovery_codes_and_phrases_are_found() -> None:
    codes = ", ".join(fake("{hex:5}-{hex:5}", seed).replace("-", "1-2") for seed in range(4))
    assert "code.recovery" in kinds(f"GitHub recovery codes: {codes}")
    assert "code.recovery" in kinds(f"backup codes for 2FA are {codes}")
    assert "password.phrase" in kinds(f"The disk passphrase is {words(5, 1)}.")
    assert not kinds("The passphrase is only entered at boot by the operator.")
    assert not kinds("Recovery codes are shown once after enrolment.")


def test_r31_a_seed_phrase_is_found_by_its_words_alone() -> None:
    among = sorted(SEED_WORDS)[::7]
    assert "seed.phrase" in kinds(words(12, 2, among=among))
    assert "seed.phrase" in kinds(f"{words(24, 3, among=among)}")
    assert not kinds(words(11, 2, among=among))
    assert len(SEED_WORDS) == 2048


@pytest.mark.parametrize(
    ("sentence", "template"),
    [
        ("aws_secret_access_key = {}", "{b64:38}9z"),
        ("The AWS secret key is {}.", "{b64:38}9z"),
        ("storage key {}", "{b64:86}=="),
        ("api_key={}", "{hex:30}a7"),
        ("Datadog API key is {}", "{hex:30}a7"),
        ("Authorization: Token {}", "{an:38}7a"),
        ("bearer token {}", "{an:38}7a"),
        ("TOTP secret {}", "{b32:30}A7"),
        ("my authenticator seed is {}", "{b32:30}A7"),
        ("PrivateKey = {}", "{b64:41}7z="),
        ("Cookie: sessionid={}; theme=dark", "{low:30}7a"),
        ("{} is our API key", "{an:38}7a"),
    ],
)
def test_r31_a_labelled_key_is_found(sentence: str, template: str) -> None:
    for seed in range(10):
        assert kinds(sentence.format(fake(template, seed))), seed


def test_r31_key_blocks_are_found_and_their_names_are_not() -> None:
    for label in ("RSA PRIVATE", "EC PRIVATE", "OPENSSH PRIVATE", "PRIVATE"):
        assert "key.private" in kinds(f"for the bastion:\n{key_block(label, 1)}")
    assert not kinds(key_block("PUBLIC", 2))
    dashes = "-" * 5
    assert not kinds(f"{dashes}BEGIN PRIVATE KEY{dashes}\nanything\n{dashes}END PRIVATE KEY{dashes}")


def test_r31_addresses_that_hold_a_password_are_found() -> None:
    secret = fake("{an:15}7", 1)
    for address in (
        "https://bob:{}@git.acme.internal/x.git",
        "postgresql://app:{}@db:5432/prod",
        "redis://:{}@cache:6379/0",
    ):
        assert "password.address" in kinds(address.format(secret))
        assert not kinds(address.format("${PASSWORD}"))
        assert not kinds(address.format("********"))
    assert not kinds("postgres://user:password@localhost:5432/app")
    assert not kinds("postgres://localhost:5432/app and git@example.com:acme/x.git")


def test_r31_signed_tokens_basic_credentials_and_wallet_keys_are_found() -> None:
    assert "token.jwt" in kinds(f"use {signed_token(1)} here")
    basic = base64.b64encode(f"deploy:{fake('{an:18}', 1)}".encode()).decode()
    assert kinds(f'{{"auths":{{"registry.example":{{"auth":"{basic}"}}}}}}')
    assert kinds(f"Authorization: Basic {basic}")
    assert "key.wallet" in kinds(f"paper wallet {_wallet_key()} in the safe")
    assert not kinds(f"paper wallet {_wallet_key()[:-1]}2 in the safe")


def _wallet_key() -> str:
    """Give a wallet import format key made of a fixed pattern: version, 32 bytes, double SHA-256 check."""
    raw = b"\x80" + bytes(range(32))
    raw += hashlib.sha256(hashlib.sha256(raw).digest()).digest()[:4]
    alphabet = "123456789" + "".join(letter for letter in string.ascii_uppercase if letter not in "IO")
    alphabet += "".join(letter for letter in string.ascii_lowercase if letter != "l")
    number, out = int.from_bytes(raw, "big"), ""
    while number:
        number, rest = divmod(number, 58)
        out = alphabet[rest] + out
    return out


def test_r31_commands_that_hold_a_password_are_found() -> None:
    secret = password(0)
    for command in ("curl -u bob:{} https://x.example", "mysql -u root -p{}", "sshpass -p {} ssh host", "psql -W {}"):
        assert kinds(command.format(secret)), command
    assert not kinds('curl -u "$USER:$TOKEN" https://x.example')
    assert not kinds("mysql -u root -p prompts for it")
    assert not kinds("openssl enc -aes-256-cbc -pass env:KEY")


@pytest.mark.parametrize(
    "text",
    [
        "Passwords need 12 characters.",
        "The password is stored as a bcrypt hash.",
        "The password is checked again during login.",
        "The customer's account 25479: INV-20391 is unpaid.",
        "Account 4471, PO-2026-0042 is open; user ana, RFC-7231 explains it.",
        "Password hashing uses argon2id with 64 MiB of memory.",
        "The password policy follows NIST SP800-63B.",
        "password = os.environ['DB_PASSWORD']",
        "password: {{ vault_db_password }}",
        "password=getPassword();",
        "api_key: str | None = None",
        "export TOKEN=xxxxxxxxxxxxxxxxxxxx",
        "key: [REDACTED]",
        "max_tokens=4096",
        "Das Passwort muss mindestens 12 Zeichen haben.",
        "Пароль должен содержать 12 символов.",
        "パスワードは12文字以上です。",
        "The token bucket holds 100 tokens and refills at 10 per second.",
        "The token is kept in 1Password under 'prod-db'.",
        "The private key lives in the HSM and cannot be exported.",
        "The primary key of orders is order_id.",
        "Secret Santa draw is on 3 December.",
        "Pin numpy to 1.26.4 in requirements.txt.",
        "GPIO pin 1734 does not exist.",
        "The error code for a full queue is 4096.",
        "The zip code 62704 is Springfield.",
        "Login is handled by Keycloak 24.0.3.",
        "Stack: Django4 / Postgres16",
        "The regex for ids is ^[A-Za-z0-9_-]{20,}$",
        "naïve café résumé — accents are normal text.",
        "Coefficient α ≈ 0.05 and Δt = 3 μs are used in the Σ block.",
    ],
)
def test_talk_about_secrets_is_clean(text: str) -> None:
    assert not kinds(text)


@pytest.mark.parametrize(
    "template",
    [
        "Request id {hex:8}-{hex:4}-4{hex:3}-a{hex:3}-{hex:12} failed.",
        "Fixed in commit {hex:40}.",
        "image digest sha256:{hex:64}",
        "md5sum {hex:32}  data.csv",
        "cache key {hex:32}",
        '"integrity": "sha512-{b64:86}=="',
        "numpy==1.26.4 --hash=sha256:{hex:64}",
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{b64:43} dev@laptop",
        "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA{b64:72}==",
        "traceparent: 00-{hex:32}-{hex:16}-01",
        "short link id {url:21}",
        "user _id {hex:24}",
    ],
)
def test_hashes_and_ids_are_clean(template: str) -> None:
    for seed in range(20):
        assert not kinds(fake(template, seed)), seed


def test_r31_one_time_password_addresses_and_key_files_are_found() -> None:
    secret = fake("{b32:32}", 1)
    assert "seed.totp" in kinds(f"otpauth://totp/Acme:bob?secret={secret}&issuer=Acme")
    assert kinds(f"otp {secret[:30]}A7")
    assert "key.private" in kinds("PuTTY-User-Key-File-3: ssh-ed25519")
    assert "key.wallet" in kinds("xp" + "rv" + "9s21ZrQH143K3" * 8)
    assert "key.private" in kinds(key_block("RSA PRIVATE", 5).replace("KEY", "K E Y").replace(" ", "\n"))


def test_a_password_in_quotes_or_of_digits_is_found_where_it_is_assigned() -> None:
    word = words(1, 6)
    assert kinds(f'the password is "{word}"')
    assert kinds(f"the password is {fake('{d:8}', 1)}")
    assert not kinds('the password is "required field"')
    assert not kinds("My router password is configurable.")
    assert not kinds("Our passwords are secretive.")
    assert kinds(f"Our passwords are {password(0)} and {password(5)}")


def test_a_uuid_is_a_key_only_where_a_key_is_assigned() -> None:
    uuid = fake("{hex:8}-{hex:4}-4{hex:3}-a{hex:3}-{hex:12}", 1)
    assert kinds(f"apikey: {uuid}")
    assert not kinds(f"credential_id: {uuid}")
    assert not kinds(f"the token {uuid} is an idempotency key")


def test_codes_need_a_label_that_opens_something() -> None:
    code = fake("{d:4}", 2)
    assert kinds(f"my 2FA code {code}")
    assert not kinds(f"alarm code, see ticket. {code}")
    assert not kinds(f"The code for the parser starts at line {code}")
    first, second = (fake("{hex:5}-{hex:4}7", seed) for seed in (1, 2))
    assert kinds(f"use {first} or {second} if you lose the phone (recovery codes)")
