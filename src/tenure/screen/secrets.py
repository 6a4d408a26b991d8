"""What must never be kept: credentials, key material, and words that open something (R31).

``secret_findings`` runs these over the readings of a text, each only where it can make sense:

1. vendor tokens, key blocks, addresses with a password, signed tokens: in every reading
2. labelled values and words of seed phrases: in plain, folded, spelled and decoded readings
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence

from tenure.screen.entropy import is_hex, is_jumble, is_masked, is_stand_in, looks_random, looks_strongly_chosen
from tenure.screen.finding import Category, Finding
from tenure.screen.labelled import labelled_secrets
from tenure.screen.labels import labels_in
from tenure.screen.normalise import CUT, View, views_of, worded
from tenure.screen.openings import asks_for_secret, opening_secrets
from tenure.screen.pattern import Pattern, holds_any, narrow
from tenure.screen.service_tokens import SERVICE_SHAPES
from tenure.screen.tokens import SHAPES, Shape

_KEY_BLOCK = Pattern(
    r"-{4,5}\s?BEGIN (?:[A-Z0-9]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?\s?-{4,5}(?P<body>(?:\s|\\n|\\r"
    r"|[\w.:,/+=-]){0,12000}+)"
)
_KEY_BODY = Pattern(r"[A-Za-z0-9+/]{24,}")
_PUTTY = Pattern(r"PuTTY-User-Key-File-[23]:")
_SIGNED = Pattern(
    r"eyJ[A-Za-z0-9_-]{6,2000}+\.(?:eyJ[A-Za-z0-9_-]{4,}+\.[A-Za-z0-9_-]{10,}+"
    r"|[A-Za-z0-9_-]{0,800}\.[A-Za-z0-9_-]{12,64}\.[A-Za-z0-9_-]{8,}+\.)"
)
_ADDRESS = Pattern(r"""://(?P<name>[^\s/@:"'<>]{0,80}):(?P<password>[^\s"'<>/]{3,200})@(?=[A-Za-z0-9\[_-])""")
_OTP_ADDRESS = Pattern(r"otpauth://[a-z]{4}/[^\s]{0,200}?secret=[A-Z2-7]{10,}+")
_SIGNATURE = Pattern(r"[?&](?:sig|X-Amz-Signature|X-Goog-Signature)=[A-Za-z0-9%+/=_-]{40,}+")
_CURL_USER = Pattern(
    r"""(?:\s-u|--user|--proxy-user)[ =]{0,2}(?P<quote>["'{]{0,2})(?P<name>[^\s"':]{0,80})["'}]{0,2}:["'{]{0,2}(?P<password>[^\s"'}]{4,200})"""
)
_LOGIN = Pattern(
    r"""(?i)\b(?:log[- ]?in|sign[- ]?in|credentials?|creds|user(?:name)?|account|zugangsdaten|anmeldung"""
    r"""|identifiants?|logowanie|логин)\b"""
    r"""[^.;\n]{0,30}?[\s:](?P<name>[\w.@+-]{2,64})\s{0,2}(?:/|:|\||,|\bwith\b|\band\b|\bmit\b|\bavec\b"""
    r"""|\bcon\b)\s{0,2}["'`]?(?P<password>(?![\w.+-]{1,64}@[\w-]{1,64}\.)[^\s"'`,;]{6,80})"""
)
_LOGIN_MARKS = tuple("log sign cred user account zugangsdaten anmeldung identifiant логин".split())
# "name / password" after a colon or an address, as people note accounts.
_PAIR = Pattern(
    r"""(?:[:\s]\s?[\w.+-]{2,64}@[\w-]+\.[\w.-]{2,40}\s?[/|:,]\s?"""
    r"""|:\s{1,2}(?P<name>[\w.@+-]{2,64})\s/\s)["'`]?(?P<password>[^\s"'`,;]{6,80})"""
)
_VERSIONED = Pattern(r"[A-Za-z]+\d+(?:\.\d+)*\Z")
# What tickets, orders and standards are called, and names of accounts beside them: "account 4471, INV-20391".
_REFERENCE = Pattern(r"[A-Z]{1,5}\d?(?:[-/]?\d{2,})+[A-Z]?\Z")
_OPENS = Pattern(
    r"""(?i)\b(?:unlock|disarm|decrypt|log|sign|open|arm)(?:s|ed)?\b[^.;\n]{0,50}?\b(?:with|using|by typing"""
    r"""|by entering)\s(?:the\s)?(?:code\s|pin\s|password\s)?["'`]?(?P<password>[^\s"'`,;]{4,80})"""
)
_OPENS_MARKS = ("with", "using", "by typing", "by entering")
_COMMAND = Pattern(
    r"""\b(?:mysql\w*|mariadb|mongo\w*|sshpass|psql|redis-cli|smbclient|ldapsearch|docker login|az login"""
    r"""|sqlcmd|plink|pscp|openssl)\b[^\n|;]{0,80}?\s(?:-{1,2}(?:p|P|a|w|W|pass|passin|password)[ =]{1,2}"""
    r"""|-p)["']?(?P<password>[^\s"']{4,80})"""
)
_WIF = Pattern(r"[5KLc9][1-9A-HJ-NP-Za-km-z]{50,51}(?![A-Za-z0-9])")
_EXTENDED = Pattern(r"[xyztuv]prv[1-9A-HJ-NP-Za-km-z]{100,112}")
_SEED_RUN = Pattern(r"(?<![a-z])[a-z]{3,8}+(?:(?:[\s,;]|\d{1,2}[.)]){1,6}+[a-z]{3,8}+(?![a-z])){11,}+")
_SEED_RUN_WORDS = 12
# A handle says where a secret lies (`vault.secret`): what a label ties to it is no value. A path with a jumble is one.
_HANDLE = Pattern(
    r"secret:(?:env/[A-Z_][A-Z0-9_]{0,199}|keyring/[\w.@+-]{1,80}/[\w.@+-]{1,80}|file/(?:/[\w.@+-]{1,80}){1,20})"
)
_PLACEHOLDER_NAMES = frozenset(("user", "username", "name", "login", "<user>", "user1"))
_PLACEHOLDER_PASSWORDS = frozenset(("password", "pass", "pwd", "secret", "passwd", "pw", "password1", "token"))
_BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_SEEN_OFTEN = "etaoinsrhldcumfpgwybvkxjqzETAOINSRHLDCUMFPGWYBVKXJQZ0123456789.-/:=_"


def _by_letter() -> dict[str, list[tuple[str, Shape]]]:
    """The marks of all shapes by the letter of theirs that texts have least often."""
    found: dict[str, list[tuple[str, Shape]]] = {}
    for shape in (*SHAPES, *SERVICE_SHAPES):
        for mark in shape.marks:
            found.setdefault(max(mark, key=_SEEN_OFTEN.find), []).append((mark, shape))
    return found


_MARKS = _by_letter()
_SHAPES_ALONE = ("joined", "paired", "reversed")


def secret_findings(views: Sequence[View], field: str) -> Iterator[Finding]:
    """Findings of category SECRET in the readings of one text; the same span may be found more than once."""
    for rule in (shape_findings, label_findings, login_findings, opening_findings):
        yield from rule(views, field)


def shape_findings(views: Sequence[View], field: str) -> Iterator[Finding]:
    """The secrets among these that their shape alone gives away; all that texts put together from pieces are asked."""
    for view in views:
        yield from _told((*_tokens(view), *_blocks(view)), view, field)


def label_findings(views: Sequence[View], field: str) -> Iterator[Finding]:
    """The secrets among these that a label announces."""
    for view in worded(views):
        if view.name == "reversed":
            yield from _told(labelled_secrets(view.text, backwards=True), view, field)
        elif view.name not in _SHAPES_ALONE:
            yield from _told(_but_handles(view.text, labelled_secrets(view.text)), view, field)


def announces(words: str) -> bool:
    """Whether some reading of a few words, if a colon follows, bears a label of a secret or asks a question of one."""
    return any(
        next(labels_in(view.text, backwards=view.name == "reversed"), None) is not None or asks_for_secret(view.text)
        for view in worded(views_of(f"{words}:", joined=False))
    )


def login_findings(views: Sequence[View], field: str) -> Iterator[Finding]:
    """The secrets among these that stand beside a name, in a command, or as a run of words of seed phrases."""
    for view in worded(views):
        if view.name not in _SHAPES_ALONE:
            yield from _told(_but_handles(view.text, _logins(view.text)), view, field)
            yield from _told(_seed_runs(view.text), view, field)


def opening_findings(views: Sequence[View], field: str) -> Iterator[Finding]:
    """The secrets among these that are known by what they open, join or answer."""
    for view in worded(views):
        if view.name not in _SHAPES_ALONE:
            yield from _told(_but_handles(view.text, opening_secrets(view.text)), view, field)


def _told(found: Iterable[tuple[str, int, int]], view: View, field: str) -> Iterator[Finding]:
    for kind, start, end in found:
        first, last = view.span(start, end)
        yield Finding(category=Category.SECRET, kind=kind, field=field, start=first, end=last)


def _but_handles(text: str, found: Iterable[tuple[str, int, int]]) -> Iterator[tuple[str, int, int]]:
    handles = list(_handles(text)) if "secret:" in text else []
    for kind, start, end in found:
        if not any(first <= start and end <= last for first, last in handles):
            yield kind, start, end


def _handles(text: str) -> Iterator[tuple[int, int]]:
    for match in _HANDLE.finditer(text):
        if not any(is_jumble(part) for part in match[0].split("/")[1:]):
            yield match.span()


def _tokens(view: View) -> Iterator[tuple[str, int, int]]:
    text = view.text
    searched = narrow(text)
    rows = (row for letter in sorted(_MARKS.keys() & set(searched)) for row in _MARKS[letter])
    for shape in dict.fromkeys(shape for mark, shape in rows if mark in searched):
        for match in shape.pattern.finditer(text):
            before, after = view.around(match.start(), match.end())
            if before.isalnum() or (before and before in shape.not_after):
                continue
            if (not shape.open_end and (after.isalnum() or after == "_")) or is_masked(match[0]):
                continue
            end = _cut_end(view, match)
            if end is not None:
                yield shape.kind, match.start(), end


def _cut_end(view: View, match: re.Match[str]) -> int | None:
    """Where a match ends; None if it is words that happen to run together, or stands whole in one of two fragments."""
    if view.name == "paired" and view.parent is not None:
        begin, _ = view.around_span(match.start(), match.start() + 1)
        return match.end() if match.re.match(view.parent.text, begin) is None else None
    if view.name != "joined" or view.parent is None:
        return match.end()
    start, end = view.around_span(match.start(), match.end())
    pieces = CUT.split(view.parent.text[start:end])
    if match.re.match(view.text, match.start(), match.start() + len(pieces[0])) is not None:
        return None  # whole in one piece: other readings have it, with its own end
    kept = len(pieces)
    while kept > 1 and _is_word(pieces[kept - 1]):
        kept -= 1
    # A last group may read as a word by chance, so one more is given back until the shape is whole.
    for count in range(max(2, kept), len(pieces)):
        whole = match.re.match(view.text, match.start(), match.start() + sum(map(len, pieces[:count])))
        if whole is not None:
            return whole.end() if _is_mostly_odd(pieces[:count]) else None
    return match.end() if _is_mostly_odd(pieces) else None


def _is_mostly_odd(pieces: Sequence[str]) -> bool:
    return sum(_is_word(piece) for piece in pieces) * 2 <= len(pieces)


def _is_word(piece: str) -> bool:
    """Whether a piece reads as a word of a sentence: one case, vowels, no knot of consonants."""
    word = piece.strip(".,;:!?()").lower()
    if not word.isalpha() or not (piece[1:].islower() or len(piece) < 2):
        return False
    return re.search("[aeiouy]", word) is not None and re.search("[^aeiouy]{5}", word) is None


def _blocks(view: View) -> Iterator[tuple[str, int, int]]:
    text = view.text
    if "PRIVATE KEY" in text:
        for match in _KEY_BLOCK.finditer(text):
            if _KEY_BODY.search(match["body"]):
                yield "key.private", match.start(), match.end()
    if "PRIVATEKEY" in text and view.name == "joined":
        for match in re.finditer(r"BEGIN[A-Z0-9]{0,20}PRIVATEKEY(?:BLOCK)?-{4,5}[A-Za-z0-9+/]{24}", text):
            yield "key.private", match.start(), match.end()
    if "PuTTY-" in text:
        yield from (("key.private", match.start(), match.end()) for match in _PUTTY.finditer(text))
    if "eyJ" in text:
        for match in _SIGNED.finditer(text):
            end = _cut_end(view, match)
            if end is not None and not view.around(match.start(), match.end())[0].isalnum():
                yield "token.jwt", match.start(), end
    if "://" in text:
        yield from _addresses(view)
    if "=" in text:
        yield from (("token.signature", match.start(), match.end()) for match in _SIGNATURE.finditer(text))
    if view.name not in _SHAPES_ALONE:
        yield from _wallets(text)
        if "-u" in text:
            for match in _CURL_USER.finditer(text):
                if not is_stand_in(match["password"]) and not (match["name"] and is_masked(match["name"])):
                    yield "password.command", match.start("password"), match.end("password")


def _addresses(view: View) -> Iterator[tuple[str, int, int]]:
    for match in _ADDRESS.finditer(view.text):
        name, password = match["name"].lower(), match["password"]
        if is_masked(password) or "$" in name or "{" in name or "<" in name:
            continue
        if password.lower() in _PLACEHOLDER_PASSWORDS and name in _PLACEHOLDER_NAMES:
            continue
        yield "password.address", match.start("password"), match.end("password")
    if "otpauth://" in view.text:
        yield from (("seed.totp", match.start(), match.end()) for match in _OTP_ADDRESS.finditer(view.text))


def _logins(text: str) -> Iterator[tuple[str, int, int]]:
    marked, lowered = ((_LOGIN, _LOGIN_MARKS), (_OPENS, _OPENS_MARKS)), text.lower()
    patterns = [(pattern, "password.login") for pattern, marks in marked if holds_any(lowered, marks)]
    patterns += [(_PAIR, "password.login")] if "/" in text or "@" in text else []
    patterns += [(_COMMAND, "password.command")] if " -" in text else []
    for pattern, kind in patterns:
        for match in pattern.finditer(text):
            password = match["password"].rstrip(".)")
            if (
                pattern is _PAIR
                and "@" not in match[0]
                and (_VERSIONED.match(password) or match["name"] != match["name"].lower())
            ):
                continue
            opens = pattern is _OPENS and re.fullmatch(r"\d(?:-?\d){3,7}", password) is not None
            if opens or _is_worded(password) or _is_drawn(password):
                yield kind, match.start("password"), match.start("password") + len(password)


def _is_worded(password: str) -> bool:
    if is_stand_in(password) or "/" in password or "(" in password:
        return False
    return looks_strongly_chosen(password) or re.fullmatch(r"[a-z]+(?:-[a-z]+){3,}", password) is not None


def _is_drawn(password: str) -> bool:
    return looks_random(password, chars_min=8) and not is_hex(password) and not _REFERENCE.match(password)


def _wallets(text: str) -> Iterator[tuple[str, int, int]]:
    if "prv" in text:
        yield from (("key.wallet", match.start(), match.end()) for match in _EXTENDED.finditer(text))
    for match in _WIF.finditer(text):
        if not text[match.start() - 1 : match.start()].isalnum() and _is_base58_checked(match[0]):
            yield "key.wallet", match.start(), match.end()


def _is_base58_checked(value: str) -> bool:
    number = 0
    for letter in value:
        number = number * 58 + _BASE58.index(letter)
    raw = number.to_bytes(max(5, (number.bit_length() + 7) // 8), "big")
    return hashlib.sha256(hashlib.sha256(raw[:-4]).digest()).digest()[:4] == raw[-4:]


def _seed_runs(text: str) -> Iterator[tuple[str, int, int]]:
    for run in _SEED_RUN.finditer(text):
        from tenure.screen.seedwords import SEED_WORDS  # noqa: PLC0415 - loads on first use

        words, streak = list(re.finditer(r"[a-z]{3,8}", run[0])), 0
        for at, word in enumerate(words):
            streak = streak + 1 if word[0] in SEED_WORDS else 0
            following = words[at + 1][0] if at + 1 < len(words) else ""
            if streak >= _SEED_RUN_WORDS and following not in SEED_WORDS:
                yield "seed.phrase", run.start() + words[at - streak + 1].start(), run.start() + word.end()
