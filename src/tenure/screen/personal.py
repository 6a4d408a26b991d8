"""Data about persons: what identifies one, and the special categories of R08 as far as word lists go.

Numbers are told by their check digits (cards: Luhn, ISO/IEC 7812-1; IBAN: ISO 13616 mod 97; NHS number: mod 11),
so that order numbers and book numbers are not taken for them. A special category needs a word of its list
and somebody whom it is said of, so that "race condition" or "the diabetes data set" stay clean.
"""

from __future__ import annotations

import ipaddress
import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from tenure.screen.finding import Category, Finding
from tenure.screen.letters import fold
from tenure.screen.normalise import View, worded
from tenure.screen.pattern import Marked, Pattern, holds_any
from tenure.screen.special import special_words

_EMAIL = Pattern(r"[A-Za-z0-9._%+'-]{1,64}+@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![\w@:/])")
_ROLE_MAILBOX = Pattern(r"(?i)^(?:noreply|no-reply|donotreply|git|postmaster|mailer-daemon|root)@|@users\.noreply\.")
_DIGIT = Pattern(r"\d")
_PHONE = Pattern(
    r"(?<![\w.+/-])(?:\+\d{1,3}[ .-]?(?:\(0?\d{1,4}\)[ .-]?)?\d{1,4}(?:[ .-]?\d{2,4}){1,4}|\(\d{3}\) "
    r"?\d{3}-\d{4}|\d{3}\.\d{3}\.\d{4}|\d{3}-\d{3}-\d{4})(?![\w-]|\.\d)"
)
_PHONE_LABEL = Marked(
    "phone;mobile;cell;tel;handy;fax;whatsapp;call ;telefono",
    Pattern(
        r"\b(?:phone|mobile|cell|tel(?:ephone|efon)?|handy(?:nummer)?|telefonnummer|fax|whatsapp|call "
        r"(?:me|him|her) (?:on|at)|numero de telefono"
        r"|telephone)\b\W{0,3}(?:\w{2,8}\W{1,2}){0,2}(?P<value>\+?\(?\d[\d ().-]{5,18}\d)"
    ),
)
_IBAN = Pattern(r"(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])")
_CARD = Pattern(
    r"(?<![\w.-])[2-6]\d{3}(?:[ -]?\d{4}){2}[ -]?\d{1,7}(?![\w-])"
    r"|(?<![\w.-])3[47]\d{2}[ -]?\d{6}[ -]?\d{5}(?![\w-])"
)
_SSN = Pattern(r"(?<![\w-])(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])")
_NHS = Pattern(r"(?<![\w-])\d{3}[ -]?\d{3}[ -]?\d{4}(?![\w-])")
_ID_LABEL = Marked(
    "passport;national id;identity;id card;personalausweis;reisepass;passeport;pasaporte;licen;fuhrerschein;social security"
    ";ssn;sozialvers;steuer;tax;national insurance;dni;nie;nif;codice fiscale;pesel;bsn;cpf;aadhaar;personnummer;medicare"
    ";nhs;patient id;numero de secu",
    Pattern(
        r"\b(?P<label>passport|national id|identity card|id card|personalausweis|reisepass|passeport"
        r"|pasaporte|driver'?s? licen[cs]e|driving licen[cs]e"
        r"|fuhrerschein|social security|ssn|sozialversicherungsnummer|steuer-?id|tax id|taxpayer id|national "
        r"insurance|dni|nie|nif|codice fiscale|pesel|bsn|cpf"
        r"|aadhaar|personnummer|medicare|nhs|patient id|numero de securite "
        r"sociale)\b[^;\n]{0,24}?[\s:#](?P<value>(?=[a-z-]{0,6}[\d ])[a-z0-9][a-z0-9 ./-]{4,20}[a-z0-9])(?![a-z])"
    ),
)
_BIRTH = Marked(
    fold(
        "born;dob;d.o.b;birth;gebor;geburt;nee le;ne le;naissance;nacimiento;nacid;nascimento;nascid;nascita;nat;geboorte"
        ";fodelse;urodz;narozeni;рождения;родил;dogum;生年月日;出生;생년월일;생일"
    ),
    Pattern(
        r"\b(?:born(?: on)?|date of birth|dob|d\.o\.b\.?|birthday(?: is)?(?: on)?|birth ?date|geboren(?: "
        r"am)?|geburtsdatum|nee? le|date de naissance|fecha de nacimiento|nacid[oa] el|data de nascimento|nascid[oa] (?:em|a)|data di nascita"
        r"|nat[oa] il|geboortedatum|geboren op|fodelsedatum|data urodzenia|urodzon[ya]|datum narozeni|dogum tarihi"
        + fold("|дата рождения|родил(?:ся|ась)|生年月日|出生(?:日期|于)?|생년월일|생일")
        + r")(?:\b|(?<=[^\x00-\x7f]))\W{0,3}(?:(?:is|was|are|ist|war|est|es|e|jest|on|the|am|der|den|le|el|il|は|是|은)\W{0,2}){0,2}"
        r"(?P<value>\d{4}年\d{1,2}月\d{1,2}日|\d{1,2}(?:st|nd|rd|th)?[ ./-](?:\w{3,10}|\d{1,2})[ ,./-]{1,2}\d{2,4}|\w{3,9} "
        r"\d{1,2},? \d{4}|\d{4}-\d{2}-\d{2}|(?:in )?(?:19|20)\d{2})"
    ),
)
_STREET = (
    r"(?:Street|St\.|Avenue|Ave\.?|Lane|Ln\.?|Road|Rd\.?|Drive|Dr\.|Boulevard|Blvd\.?|Court|Ct\.|Close"
    r"|Crescent|Terrace|Way|Square|Place)"
)
_ADDRESS = Pattern(
    rf"(?<![\w.])\d{{1,5}}[A-Za-z]? (?:[A-Z][\w'-]{{1,20}} ){{1,3}}{_STREET}(?![a-z])"
    r"|\b[A-Z][a-z]{2,20}(?:stra(?:ss|ß)e|str\.|weg|platz|gasse|allee) \d{1,4}[a-z]?\b|\b\d{1,4},? (?:rue"
    r"|avenue|boulevard|place) (?:de |du |des |la |l')?[A-Z][\w'-]{2,}"
    r"|\b(?:calle|via|rua|ulica|ul\.) [A-Z][\w'-]{2,20}(?: [A-Z][\w'-]{2,20})?,? \d{1,4}\b"
)
_STREET_MARKS = (
    "street;st.;ave;lane;ln;road;rd;drive;dr.;boulevard;blvd;court;ct;close;crescent;terrace;way;square;place;stra;str."
    ";weg;platz;gasse;allee;rue;calle;via;rua;ulica;ul."
).split(";")
_ADDRESS_IP = Pattern(r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w/]|\.\d)")
_IP_PERSON = Pattern(
    r"(?i)\b(?:user|logged in|login|customer|visitor|client ip|his|her|their|my|home|signed in|she|he)\b"
)
_IP_PERSON_CHARS = 80


def personal_findings(views: Sequence[View], field: str) -> Iterator[Finding]:
    """Findings of categories PERSONAL and SPECIAL in the readings of one text, repeats included."""
    for view in worded(views):
        if view.name in ("joined", "reversed"):
            continue
        for category, found in (
            (Category.PERSONAL, _personal(view.text)),
            (Category.SPECIAL, special_words(view.text)),
        ):
            for kind, start, end in found:
                first, last = view.span(start, end)
                yield Finding(category=category, kind=kind, field=field, start=first, end=last)


def _personal(text: str) -> Iterator[tuple[str, int, int]]:
    if "@" in text:
        for match in _EMAIL.finditer(text):
            if not _ROLE_MAILBOX.search(match[0]) and "://" not in text[max(0, match.start() - 3) : match.start()]:
                yield "email", match.start(), match.end()
    if _DIGIT.search(text) is None:
        return
    for match in _PHONE.finditer(text):
        if 8 <= sum(letter.isdigit() for letter in match[0]) <= 15:
            yield "phone", match.start(), match.end()
    yield from (("iban", *match.span()) for match in _IBAN.finditer(text) if _is_iban(match[0]))
    yield from (("card", *match.span()) for match in _CARD.finditer(text) if _is_card(match[0]))
    yield from (("national_id", *match.span()) for match in _SSN.finditer(text))
    yield from (("national_id", *match.span()) for match in _NHS.finditer(text) if _is_nhs(text, match))
    lowered = text.lower()
    yield from _labelled(lowered)
    if holds_any(lowered, _STREET_MARKS):
        yield from (("address", *match.span()) for match in _ADDRESS.finditer(text))
    addresses = list(_ADDRESS_IP.finditer(text))
    persons = [match.start() for match in _IP_PERSON.finditer(text)] if addresses else []
    for match in addresses:
        near = bisect_left(persons, match.start() - _IP_PERSON_CHARS)
        if near < len(persons) and persons[near] < match.start() and _is_public(match[0]):
            yield "ip_address", match.start(), match.end()


def _labelled(lowered: str) -> Iterator[tuple[str, int, int]]:
    yield from (("phone", *match.span("value")) for match in _PHONE_LABEL.finditer(lowered))
    yield from (("birth_date", *match.span("value")) for match in _BIRTH.finditer(lowered))
    for match in _ID_LABEL.finditer(lowered):
        if sum(letter.isdigit() for letter in match["value"]) >= 5:
            yield "national_id", *match.span("value")


def _digits(value: str) -> list[int]:
    return [int(letter) for letter in value if letter.isdigit()]


def _is_card(value: str) -> bool:
    digits = _digits(value)
    if not 13 <= len(digits) <= 19 or len(set(digits)) < 3:
        return False
    doubled = [digit if at % 2 == 0 else digit * 2 - 9 * (digit > 4) for at, digit in enumerate(reversed(digits))]
    return sum(doubled) % 10 == 0


def _is_iban(value: str) -> bool:
    plain = value.replace(" ", "")
    if not 15 <= len(plain) <= 34:
        return False
    return int("".join(str(int(letter, 36)) for letter in plain[4:] + plain[:4])) % 97 == 1


def _is_nhs(text: str, match: re.Match[str]) -> bool:
    digits = _digits(match[0])
    check = (11 - sum(digit * weight for digit, weight in zip(digits, range(10, 1, -1), strict=False)) % 11) % 11
    return check == digits[9] and "nhs" in text[max(0, match.start() - 30) : match.start()].lower()


def _is_public(value: str) -> bool:
    try:
        return ipaddress.IPv4Address(value).is_global
    except ValueError:
        return False
