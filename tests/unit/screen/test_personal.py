from __future__ import annotations

import pytest

from tenure.screen import find_personal
from tests.unit.screen.fakes import fake


def kinds(text: str) -> set[str]:
    return {finding.kind for finding in find_personal(text)}


def card(prefix: str, size: int, seed: int) -> str:
    digits = [int(letter) for letter in fake(prefix + f"{{d:{size - len(prefix) - 1}}}", seed)]
    doubled = [digit * 2 - 9 * (digit > 4) if at % 2 == 0 else digit for at, digit in enumerate(reversed(digits))]
    return "".join(map(str, digits)) + str(-sum(doubled) % 10)


def iban(country: str, account: str) -> str:
    number = int("".join(str(int(letter, 36)) for letter in account + country + "00"))
    return f"{country}{98 - number % 97:02d}{account}"


def test_r08_cards_and_accounts_are_told_by_their_check_digits() -> None:
    for seed in range(20):
        number = card("4", 16, seed)
        assert "card" in kinds(f"pay with {number}")
        assert "card" in kinds(f"pay with {' '.join(number[i : i + 4] for i in range(0, 16, 4))}, expires 09/28")
        wrong = number[:-1] + str((int(number[-1]) + 1) % 10)
        assert "card" not in kinds(f"pay with {wrong}")
        account = iban("DE", fake("{d:18}", seed))
        assert "iban" in kinds(f"Salary goes to {account}.")
        assert "iban" not in kinds(f"Salary goes to {account[:-1]}{(int(account[-1]) + 1) % 10}.")
    assert "card" in kinds(f"Amex {card('37', 15, 1)}")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Reach the customer at raven.wizard@mailbox.test.", "email"),
        ("Call me on (955) 555-0193 after six.", "phone"),
        ("phone: 725.555.0122", "phone"),
        ("UK mobile +44 7700 900459", "phone"),
        ("Meine Handynummer ist 0151 23456789", "phone"),
        ("SSN: 438-80-0041", "national_id"),
        ("NHS number 600 655 4348", "national_id"),
        ("passport no. M15270517", "national_id"),
        ("Born on 27 November 1963.", "birth_date"),
        ("date of birth 1988-01-04", "birth_date"),
        ("My date of birth is 1988-01-04.", "birth_date"),
        ("Mein Geburtsdatum ist der 4.1.1988.", "birth_date"),
        ("La mia data di nascita è 04/01/1988.", "birth_date"),
        ("Дата рождения: 04.01.1988", "birth_date"),
        ("生年月日は1988年1月4日です。", "birth_date"),
        ("Je suis enceinte.", "special.health"),
        ("Sono incinta, mio marito lo sa.", "special.health"),
        ("Mam cukrzycę.", "special.health"),
        ("Моя жена беременна.", "special.health"),
        ("我有糖尿病。", "special.health"),
        ("私は糖尿病です。", "special.health"),
        ("저는 임신 중입니다.", "special.health"),
        ("أنا مصاب بالسكري.", "special.health"),
        ("Ik ben zwanger.", "special.health"),
        ("Io sono cattolica.", "special.belief"),
        ("Sou homosexual, e meu chefe sabe: eu sou bissexual, ele é omosessuale.", "special.sexuality"),
        ("Meine Tochter geht in die dritte Klasse.", "special.children"),
        ("Soy divorciada.", "special.family"),
        ("Он голосовал за них.", "special.politics"),
        ("我是工会会员。", "special.union"),
        ("Lives at 660 Sunset Avenue, Springfield", "address"),
        ("Er wohnt in der Lindenstraße 12", "address"),
        ("User logged in from 203.104.41.210.", "ip_address"),
        ("She was diagnosed with type 2 diabetes in 2019.", "special.health"),
        ("His HIV test was negative.", "special.health"),
        ("The user is pregnant.", "special.health"),
        ("My wife is Catholic.", "special.belief"),
        ("He voted for the Green party.", "special.politics"),
        ("Our colleague came out as gay.", "special.sexuality"),
        ("She is a union rep.", "special.union"),
        ("His fingerprint scan is on file.", "special.biometrics"),
        ("He was convicted of fraud.", "special.offences"),
        ("My daughter goes to kindergarten.", "special.children"),
        ("Her parents are of Turkish descent.", "special.origin"),
        ("The user is going through a divorce.", "special.family"),
    ],
)
def test_r08_personal_data_is_found(text: str, kind: str) -> None:
    assert kind in kinds(text)


@pytest.mark.parametrize(
    "text",
    [
        "Order 4500-2291-7781 was shipped.",
        "ISBN 978-3-16-148410-0",
        "ticket 555-0100 is closed",
        "The range 192.168.0.0/16 is private.",
        "The load balancer is at 81.32.142.213.",
        "localhost 127.0.0.1 is used in tests",
        "noreply@example.com sends the mail and git@example.com:acme/x.git is the remote",
        "A race condition in the worker is fixed.",
        "The parser depends on a union type.",
        "The diabetes data set has 768 rows.",
        "Child processes are killed after 30 seconds.",
        "The user is vegetarian.",
        "Do not store anything about my health.",
        "Releases are cut on 9 May at 07:40.",
        "version 10.15.7.22 is required",
        "my user logged in from 999.12.13.14",
        "pay with 4111 1111 1111 11",
        "+1 20 30",
        "passport no. AB 123 X",
        "card 4444444444444444448",
        "part DE44 1234 5678 is in stock",
    ],
)
def test_what_names_nobody_is_clean(text: str) -> None:
    assert not kinds(text)
