from __future__ import annotations

import pytest

from tenure.screen import find_never_kept
from tests.unit.screen.fakes import fake

CODE = fake("{d:1}", 3) + "4" + fake("{d:2}", 5)
SPACED = " ".join(fake("{b32:4}", seed) for seed in range(5))
CHOSEN = f"Lant^ern#{CODE}".replace("^", "")


def kinds(text: str) -> set[str]:
    return {finding.kind for finding in find_never_kept(text)}


@pytest.mark.parametrize(
    ("told", "kind"),
    [
        (f"The bike lock opens with {'-'.join(CODE)}.", "code.pin"),
        (f"The luggage lock is set to {CODE[:3]}.", "code.pin"),
        (f"The office door opens with {CODE}#", "code.pin"),
        (f"The alarm panel takes {CODE} to disarm", "code.pin"),
        ('new wifi pass is "Kettle4Two!"', "password.prose"),
        ("Use Falcon_Nest88 to log in to the wiki.", "password.prose"),
        (f"Код сейфа 44{CODE}", "code.pin"),
        (f"Use 9{CODE}7 as the SMS verification code, it just came in", "code.pin"),
        (f"9{CODE}7 is your login code.", "code.pin"),
        (f"Meeting passcode is 9{CODE[:2]} {CODE[1:]}", "code.pin"),
        (f"The guest network at the hut uses {CHOSEN}", "password.prose"),
        (f"wifi name Meadow, key 58211904{CODE}60192283", "password.prose"),
        (f"ok so the archive is protected, use lantern{CODE} to open it", "password.prose"),
        ("The security answer for my bank is Whiskers.", "password.answer"),
        ("Security question: mother's maiden name, answer: Orlowska", "password.answer"),
        ('My answer to "name of your first school" is Pinegrove Elementary.', "password.answer"),
        ("Secret question (first pet) -> Rufus", "password.answer"),
        ("If the bank asks for the memorable word it's Nightingale", "password.answer"),
        ("Antwort auf die Sicherheitsfrage: Schnuffel", "password.answer"),
        ("La respuesta a la pregunta de seguridad es Canela", "password.answer"),
        ("Ответ на контрольный вопрос: Шарик", "password.answer"),
        (f"Authenticator setup key: {SPACED}", "key.labelled"),
        ("My recovery code for the registry is 1f0c9e7d4b2a6835", "code.recovery"),
        ("the disk's recovery key 284713-559021-110382-667201-449182-330917", "code.recovery"),
        (f"pass for the pdf: lantern-{CODE}-velvet", "password.assigned"),
        ('The archive is encrypted, passphrase "seven purple lamps drink coffee"', "password.phrase"),
        ("Пин-код карты 4417", "code.pin"),
        ("Le code de l'immeuble est 38B92", "code.pin"),
        ("Portkoden är 2591", "code.pin"),
        ("현관 비밀번호 4821*", "password.prose"),
        ("You can sign in to the demo account with demo@acme.test and " + CHOSEN, "password.login"),
    ],
)
def test_r31_what_opens_a_thing_is_a_secret_without_a_label_beside_it(told: str, kind: str) -> None:
    assert kind in kinds(told)


@pytest.mark.parametrize(
    "text",
    [
        "The answer to the security question is required.",
        "Security questions and answers are stored hashed.",
        "The memorable word is case sensitive.",
        "My first pet was Rufus.",
        "The maiden name field is optional. The answer is No.",
        "Her first school asks a security question and the answer is Yes.",
        "The security question was answered by Joan from Finance.",
        "The answer to ticket 4417 was a cache flush.",
        "The lock file is set to 600.",
        "The alarm is set to 0730.",
        "The garage door opens with 120 cm clearance.",
        "The gate opens with 2 pins.",
        "Use 8080 as the access code path",
        "4417 is the ticket of the access code page.",
        "404417 is the order, the access code comes by mail",
        "The network uses VLAN-204.",
        "The hotspot uses Debian12.",
        "The wifi uses channel 11.",
        "use python3 to open it",
        f"deploy key (public) ssh-ed25519 {'AAAAC3NzaC1lZDI1NTE5AAAAI'}{fake('{b64:43}', 9)} dev@laptop",
        "Use utf8mb4 to open the file.",
        "Boarding pass for gate B22: seat 14A",
        "pass for the museum is 12 euros",
        "The key columns are: NAME CITY ZIPS CODE AREA",
        "The regex for passwords is ^(?=.*[A-Z])(?=.*\\d).{12,}$",
        "recovery key rotation 2024-05-17",
        "API key id 4d66cb42-4bd8-4cd6-a2e4-5cd07256fba7",
    ],
)
def test_talk_of_locks_networks_and_questions_is_clean(text: str) -> None:
    assert not kinds(text)


def test_a_hyphen_alone_does_not_make_a_word_one_of_mixed_script() -> None:
    assert "code.pin" in kinds("мой пин-код 4417")
    assert "token.aws_access_key" in kinds(fake("\u0410\u041a\u0406\u0410{b32:16}", 4))


def test_r31_a_key_that_is_a_uuid_is_one_where_it_is_called_an_api_key() -> None:
    uuid = fake("{hex:8}-{hex:4}-4{hex:3}-a{hex:3}-{hex:12}", 7)
    assert "key.labelled" in kinds(f"the api key is {uuid}")
    assert not kinds(f"the request token is {uuid}")


@pytest.mark.parametrize("head", ["AAAAB3NzaC1", "AAAAC3NzaC1", "AAAAC3NzaC1lZDI1NTE5AAAAI"])
def test_a_secret_that_begins_as_a_public_key_does_is_kept_out(head: str) -> None:
    assert find_never_kept(f"The database password is {head}{fake('{an:14}', 4)}")
    assert find_never_kept(f"api_key = {head}{fake('{b64:90}', 4)}")
