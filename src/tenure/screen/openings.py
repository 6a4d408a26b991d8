"""Secrets known by what is done with them: what opens a lock, joins a network, answers a security question.

No label stands beside these values, so each needs a word for what it opens, a word that ties the two, and a value that
a sentence would not have there. Patterns meet folded text; each is tried only where one of its marks stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tenure.screen.entropy import looks_chosen, looks_strongly_chosen
from tenure.screen.letters import fold
from tenure.screen.linked import NOT_A_VALUE, SMALL_WORDS
from tenure.screen.pattern import Pattern, holds_any

_END = r"""(?=["'”»]?\s*(?:[.,;!)\n]|$|to\b|so\b))"""
_DIGITS = r"(?:\d(?:[- ]\d){2,7}|\d{3,8})(?![\w-])"
# What is locked by digits, and what ties them to it.
_LOCK = Pattern(
    r"\b(?:(?:bike|door|luggage|suitcase|combination|number|locker|cable) lock|padlock|locker|lockbox|safe|suitcase|luggage|gate|garage"
    r"|keypad|door|shed|strongbox|mailbox)\b[^.;:\n\d]{0,40}?\b(?:opens?|unlocks?|set|combination)\b[^.;:\n\d]{0,16}?\b(?:with|to|by|is|=)\s"
    rf"""(?P<value>{_DIGITS})[#*]?{_END}"""
)
_TAKES = Pattern(
    r"\b(?:lock|padlock|locker|lockbox|safe|gate|garage|alarm|keypad|door|panel)\b[^.;:\n\d]{0,24}?\b(?:takes|needs|wants)\s"
    r"(?P<value>\d{4,8})[#*]?\sto\s(?:open|unlock|disarm)"
)
# "use 4711 as the door code", "482913 is your login code": the digits come before their label.
_CODE_AFTER = Pattern(
    r"(?<![\w.,/:-])(?P<value>\d{4,8}|\d{3}[ -]\d{3})\s(?:is|as|was)\s(?:my|your|our|the|an?|his|her|their)\b[^.;,\n]{0,24}?"
    r"\b(?:(?:verification|security|login|access|door|gate|alarm|one[- ]time|sms|2fa|otp|entry|unlock|confirmation)[ -](?:sms[ -])?"
    r"(?:verification[ -])?(?:code|pin|password|passcode)|pin(?: (?:code|number))?|passcode|otp)(?=[,;!)]|\.(?:\s|$)|\s?$|\s(?:to|for|of|when|if|at)\b)"
)
# A network and the value that joins it.
_NETWORK = Pattern(
    r"\b(?:wi-?fi|wlan|ssid|hotspot|network)\b[^.;\n]{0,50}?(?:\buses\s|[,;(]\s?(?:the )?(?:key|code|pw|pass)\s?(?:is|=|:)?\s"
    r"""|\b(?:key|code)\s?(?:is|=|:)\s)["'“]?(?P<value>[^\s"'”]{8,64})"""
)
# "use X to open it": the value stands before what it is for.
_USED_TO = Pattern(
    r"""\b(?:use|enter|type|try)\s["'“`]?(?P<value>[^\s"'”`]{6,64})["'”`]?\s(?:to|for)\s(?:open|unlock|decrypt|unzip|log|sign|get|mount|extract)"""
    r"(?:ing|s)?\b"
)
_TWO_WORDS = Pattern(r"[A-Z][a-z]{2,16}[_.-]?[A-Z][a-z]{2,16}\d{2,6}")
_QUESTION = Pattern(
    fold(
        r"(?:security|secret|recovery|verification)[ -](?:questions?|answers?)|memorable (?:word|name|answer|information)|maiden name"
        r"|first (?:pet|school|car|teacher|street)|childhood (?:friend|nickname|street|pet)|sicherheitsfrage|geheimfrage"
        r"|geheime antwort|question (?:de securite|secrete)|reponse secrete|pregunta (?:de seguridad|secreta)|respuesta secreta"
        r"|domanda (?:di sicurezza|segreta)|risposta segreta|pergunta (?:de seguranca|secreta)|resposta secreta"
        r"|(?:beveiligings|controle)vraag|geheime vraag|pytanie (?:pomocnicze|zabezpieczaj)|sakerhetsfraga|guvenlik soru"
        r"|контрольн\w{2,4} вопрос|секретн\w{2,4} вопрос|秘密の質問|安全问题|密保|보안 ?질문|سؤال الامان|שאלת האבטחה"
    )
)
_ANSWER = (
    r"(?:answers?|antwort|reponse|respuesta|risposta|resposta|antwoord|odpowiedz|svaret|cevab[iı]?|ответ|答え|回答|答案|답변?|답"
    r"|الجواب|תשובה|memorable (?:word|name|answer|information))"
)
_IS = r"(?:\s(?:is|was|will be|lautet|ist|est|es|e|to|ar|olan|это|היא)\s|(?:it's|\sit is)\s|\s?(?:[:=>]|->|=>|→|—|–|は|是|は、|은|는)\s?)"
_ANSWER_WORD = Pattern(fold(rf"{_ANSWER}(?!\w)"))
_TIES = Pattern(fold(_IS))
_SIGN_TIES = Pattern(r"(?:\s?\([^()\n]{0,40}\))?\s?(?:[:=>]|->|=>|→)\s?")
# An answer is one to four words, of which the first is written great unless a sign ties it.
_GREAT = Pattern(rf"""["'“«「]?(?P<value>[^\W\d_a-z][\w'’-]{{2,30}}(?:\s[^\W\d_a-z][\w'’-]{{1,30}}){{0,3}}){_END}""")
_ANY = Pattern(rf"""["'“«「]?(?P<value>[^\W\d_][\w'’-]{{2,30}}(?:\s[^\W\d_][\w'’-]{{1,30}}){{0,3}}){_END}""")
_BEFORE_CHARS, _TIE_CHARS, _AFTER_CHARS = 80, 80, 160
_SENTENCE_END = Pattern(r"[.;!\n]")
_NO_ANSWERS = frozenset(
    ("yes", "ja", "nein", "oui", "non", "si", "sim", "nao", "да", "нет", "stored", "checked", "limit", "field")
)
_ANSWER_MARKS = (
    *(
        "secur",
        "secret",
        "recovery ",
        "verification ",
        "memorable",
        "maiden",
        "first ",
        "childhood",
        "sicherheit",
        "geheim",
    ),
    *(
        "secre",
        "segur",
        "segret",
        "sicurezza",
        "vraag",
        "pytanie",
        "sakerhets",
        "guvenlik",
        "вопрос",
        "秘密",
        "安全",
        "密保",
        "보안",
    ),
    *("سؤال", "שאל"),
)


def opening_secrets(text: str) -> Iterator[tuple[str, int, int]]:
    """What a folded text says to open, join or answer with, as (kind, start, end of the value)."""
    lowered = text.lower()
    if any(map(str.isdigit, text)):
        yield from _codes(lowered)
    yield from _chosen(text, lowered)
    if asks_for_secret(lowered):
        yield from _answers(text, lowered)


def asks_for_secret(text: str) -> bool:
    """Whether a folded text names a question whose answer opens an account: "first pet", "Sicherheitsfrage"."""
    lowered = text.lower()
    return holds_any(lowered, _ANSWER_MARKS) and _QUESTION.search(lowered) is not None


def _codes(lowered: str) -> Iterator[tuple[str, int, int]]:
    for pattern, marks in (
        (_TAKES, ("takes", "needs", "wants")),
        (_LOCK, ("open", "lock", "disarm", "set", "combination")),
        (_CODE_AFTER, ("code", "pin", "otp")),
    ):
        if holds_any(lowered, marks):
            for match in pattern.finditer(lowered):
                yield "code.pin", *match.span("value")


def _chosen(text: str, lowered: str) -> Iterator[tuple[str, int, int]]:
    if holds_any(lowered, ("wifi", "wi-fi", "wlan", "ssid", "hotspot", "network")):
        for match in _NETWORK.finditer(lowered):
            value = text[match.start("value") : match.end("value")].rstrip(".,;)")
            if (looks_strongly_chosen(value) and not value.isalnum()) or (value.isdigit() and len(value) >= 16):
                yield "password.prose", match.start("value"), match.start("value") + len(value)
    if holds_any(lowered, ("use ", "enter ", "type ", "try ")):
        for match in _USED_TO.finditer(lowered):
            value = text[match.start("value") : match.end("value")]
            if (
                looks_strongly_chosen(value)
                or (_TWO_WORDS.fullmatch(value))
                or (looks_chosen(value) and value[-2:].isdigit() and value[:-2].isalpha())
            ):
                yield "password.prose", *match.span("value")


def _answers(text: str, lowered: str) -> Iterator[tuple[str, int, int]]:
    """The answers near the questions of a text, each stretch of it read once."""
    read = 0
    for question in _QUESTION.finditer(lowered):
        if question.start() < read:
            continue
        start, stop = max(read, question.start() - _BEFORE_CHARS), min(len(text), question.end() + _AFTER_CHARS)
        read = stop
        for value in _answered(text, lowered, start, stop):
            words = value[0].strip("\"'“«「").lower().split()
            if words[0] not in SMALL_WORDS | _NO_ANSWERS and NOT_A_VALUE.isdisjoint(words):
                yield "password.answer", *value.span("value")


def _answered(text: str, lowered: str, start: int, stop: int) -> Iterator[re.Match[str]]:
    """What is tied to a word for an answer, or by a sign to the question itself."""
    told = 0
    for word in _ANSWER_WORD.finditer(lowered, start, stop):
        if word.start() < told:
            continue
        told = min(stop, word.end() + _TIE_CHARS)
        for tie in _TIES.finditer(lowered, word.end(), told):
            if _SENTENCE_END.search(lowered, word.end(), tie.start()):
                break
            value = (_GREAT if tie[0].strip().isalpha() else _ANY).match(text, tie.end())
            if value is not None:
                yield value
                break
    for question in _QUESTION.finditer(lowered, start, stop):
        sign = _SIGN_TIES.match(lowered, question.end())
        beside = None if sign is None else _ANY.match(text, sign.end())
        if beside is not None:
            yield beside
