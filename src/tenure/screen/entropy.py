"""How much like a made-up secret a value looks, and how much like a stand-in for one."""

from __future__ import annotations

import base64
import binascii
import math
import re
from collections import Counter
from itertools import pairwise

from tenure.screen.pattern import Pattern

_STAND_IN = Pattern(
    r"(?i)example|placeholder|redacted|removed|change[-_]?me|dummy|sample|y[o0]ur[-_ ]|insert|replace"
    r"|[*.•#]{4,}|(?-i:x{4,}|X{4,})|\.\.\."
    r"|^<.*>?$|^\$[({A-Za-z_]|\$\{|\{\{|^\{[\w.]*\}?$|^\[|^%\(|^%[A-Z_]+%$|^%[sd]$|<%|^@@"
    # a public key of SSH, whole: of the same beginning alone a password may be, and a private key is longer
    r"|^AAAA(?:B3NzaC1yc2EAAAA[A-Za-z0-9+/=]{60}|C3NzaC1lZDI1NTE5AAAAI[A-Za-z0-9+/]{43}(?![A-Za-z0-9+/])"
    r"|E2VjZHNhLXNoYTItbmlzdHA[A-Za-z0-9+/=]{60})"
    r"|^\^[(\[]|\(\?[:=!<]|[\])]\{\d"
)
_CALL = Pattern(
    r"^[A-Za-z_][\w.]*[(\[]|^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$|^(?:process|os|env|config|settings|secrets?"
    r"|vault)[.:/]"
)
_UUID = Pattern(r"(?i)^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$")
_HEX = Pattern(r"^(?:0x)?[0-9a-fA-F]+$")
_VERSION_OR_DATE = Pattern(
    r"(?i)^v?\d+(?:[.:/-]\d+)+(?:[-.+][a-z]+\d*)?$|^\d+(?:[a-z]{1,2}|%|px)?$|^\d{4}-\d{2}-\d{2}(?:t[\d:.z+-]+)?$"
)
_KNOWN_NAME = Pattern(
    r"(?i)^(?:sha-?\d+|md5|hmac(?:-?sha-?\d+)?|argon2(?:id|i|d)?|pbkdf2|bcrypt|scrypt|aes(?:-?\d+)?(?:-gcm"
    r"|-cbc)?|rsa-?\d*|ed25519"
    r"|base64|base32|utf-?8|x\.?509|oauth2?(?:\.\d)?|oidc|saml2?|2fa|mfa|totp|fido2|webauthn|u2f"
    r"|tls(?:v?1\.\d)?|1password|bitwarden"
    r"|keepassxc?|lastpass|k8s|s3|ec2|jwt|hs\d+|rs\d+|es\d+|http/\d|ipv[46]|auth0|ldap|win32|x86|web3"
    r"|h2|[a-z][a-z-]{1,40}-v?\d+(?:\.\d+)+)(?:-(?:based|signed|hashed|encoded|encrypted|only|protected|compatible))?$"
)
# Counting and constants: what examples and programs have where a secret would stand.
_COUNTED = Pattern(r"1234567890|0123456789|abcdefghij|^[A-Z][A-Z0-9]*(?:_[A-Z]{3,}){2,}(?:_[A-Z0-9]+)*$")
_CASE_JUMBLE_CHARS_MIN = 14
_PART_NUMBER = Pattern(r"[A-Z]{1,6}-?\d+[A-Z]?$|\w+-\d+$")
_PATH = Pattern(
    r"^(?:https?://|\.{1,2}/|~/|[A-Za-z]:\\)|^/?[\w.-]+(?:/[\w.-]+)+$|\.(?:py|js|ts|go|rs|md|txt|json"
    r"|ya?ml|toml|env|pem|html?)$|\.\w{1,4}:\d+(?:-\d+)?$|^//|[a-z0-9]\.(?:com|org|net|io|dev|example|test|local"
    r"|internal)(?:[:/]|$)"
)


def entropy_bits(value: str) -> float:
    """Shannon's entropy of the value's own letters, in bits per letter."""
    size = len(value)
    return -sum(count / size * math.log2(count / size) for count in Counter(value).values()) if size else 0.0


def is_plain_word(value: str) -> bool:
    """Whether a value is letters alone, none of them a capital but the first: no rule calls such a word chosen."""
    return value.isalpha() and value[1:].islower()


def is_masked(value: str) -> bool:
    """Whether a value only holds the place of a secret: a template, a mask, a published example."""
    if len(set(value)) <= 3:
        return len(value) > 5 or not any(map(str.isalnum, value))
    return _STAND_IN.search(value) is not None


def is_stand_in(value: str) -> bool:
    """Whether a value is masked, or is code that brings the secret from elsewhere."""
    return is_masked(value) or _CALL.match(value) is not None


def is_known_name(value: str) -> bool:
    """Whether a value is a name of an algorithm or product, a version, a date, a number, a path or lines of a file."""
    if _PATH.search(value):
        return not any(is_jumble(part) for part in value.split("/"))
    return _KNOWN_NAME.search(value) is not None or _VERSION_OR_DATE.search(value) is not None


def is_jumble(part: str) -> bool:
    """Whether a part of a path mixes digits, small and great letters, as no name does."""
    kinds = (str.isdigit, str.islower, str.isupper)
    return len(part) >= 8 and "." not in part and all(any(map(kind, part)) for kind in kinds)


def is_uuid(value: str) -> bool:
    """Whether a value is a UUID."""
    return _UUID.match(value) is not None


def is_hex(value: str) -> bool:
    """Whether a value is hexadecimal digits alone."""
    return _HEX.match(value) is not None


def looks_random(value: str, *, chars_min: int = 12) -> bool:
    """Whether a value looks drawn by a machine: long, with digits among its letters, few repeats."""
    if (
        len(value) < chars_min
        or is_stand_in(value)
        or _COUNTED.search(value)
        or _is_slashed_words(value)
        or is_known_name(value.rstrip("="))
    ):
        return False
    digits = sum(map(str.isdigit, value))
    letters = sum(map(str.isalpha, value))
    if not digits or not letters:
        return False
    if is_hex(value):
        return len(value) >= 16 and entropy_bits(value) > 2.5
    if letters - sum(map(str.islower, value)) == 0 and digits * 8 < len(value):
        return False
    return entropy_bits(value) >= min(3.2, math.log2(len(value)) - 0.75)


def looks_chosen(value: str) -> bool:
    """Whether a value looks like a password that a person chose: not a plain word, number, path or name."""
    if len(value) < 4 or is_plain_word(value) or is_stand_in(value) or is_known_name(value):
        return False
    if any(map(str.isdigit, value)) and any(map(str.isalpha, value)):
        return True
    if _is_case_jumble(value):
        return True
    if any(letter in "!@#$%^&*?+=~|" for letter in value[:-1]) or (
        value[-1] in "!@#$%^&*?+=~" and value[0].isalnum() and len(value) > 6
    ):
        return any(map(str.isalnum, value))
    return is_word_chain(value, words_min=3)


def looks_strongly_chosen(value: str) -> bool:
    """Whether nobody would write a value for anything but a password, even where no word ties it to one."""
    if len(value) < 6 or not looks_chosen(value) or any(letter in "()[]{}<>/\\=:;,|._" for letter in value):
        return False
    letters = sum(map(str.isalpha, value))
    digits = sum(map(str.isdigit, value))
    if any(letter in "!@#$%^&*?" for letter in value):
        return letters >= 3
    if letters < 4 or digits < 2 or is_hex(value) or _PART_NUMBER.match(value):
        return False
    kinds = sum(any(map(kind, value)) for kind in (str.islower, str.isupper, str.isdigit))
    return value[-2:].isdigit() or (kinds == 3 and len(value) >= 10)


def is_word_chain(value: str, *, words_min: int = 4) -> bool:
    """Whether a value is words tied together, as pass phrases are: ``word-word-word-word``."""
    parts = re.split(r"[-_.]", value)
    return len(parts) >= words_min and all(part.isalpha() and len(part) >= 3 for part in parts)


def is_basic_credentials(value: str) -> bool:
    """Whether a value is base64 of ``name:password``, as HTTP basic authentication has it."""
    try:
        plain = base64.b64decode(value + "=" * (-len(value) % 4), validate=True).decode("ascii")
    except (binascii.Error, ValueError):
        return False
    return re.fullmatch(r"[\w.@+-]{1,80}:[!-~]{6,200}", plain) is not None


def _is_slashed_words(value: str) -> bool:
    parts = value.split("/")
    if any(is_jumble(part) for part in parts):
        return False
    return len(parts) > 1 and sum(part.isalpha() and part.islower() for part in parts) * 2 >= len(parts)


def _is_case_jumble(value: str) -> bool:
    """Whether capitals and small letters change as no name of several words has them."""
    if len(value) < _CASE_JUMBLE_CHARS_MIN or not value.isalpha():
        return False
    changes = sum(first.isupper() != second.isupper() for first, second in pairwise(value))
    return changes * 20 >= len(value) * 9
