"""A person's *present* key: Ed25519 (RFC 8032), its private half sealed by a passphrase (scrypt, AES-256-GCM).

Its signature says that somebody who knew the passphrase was there (R33). Nothing here is logged or shown.
"""

from __future__ import annotations

import base64
import os
import unicodedata
from typing import TYPE_CHECKING, Final, NoReturn

from tenure.errors import NotAllowedError, RequestError, StoreError
from tenure.values import dataclass

if TYPE_CHECKING:  # loaded on first use, for start-up is measured
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

PASSPHRASE_CHARS_MIN: Final = 8
PASSPHRASE_CHARS_MAX: Final = 1024

# OWASP's minimum for scrypt with 32 MiB: n=2**15, r=8, p=3. The numbers stand in the sealed text, so they can rise.
_LOG_N: Final = 15
_R: Final = 8
_P: Final = 3
_LOG_N_MAX: Final = 20
_P_MAX: Final = 16
_FORM: Final = "tenure-present-1"
_SALT_BYTES: Final = 16
_NONCE_BYTES: Final = 12
_KEY_BYTES: Final = 32


class Signer:
    """An unlocked *present* key; it signs, and shows nothing of itself.

    Attributes:
        key_id: The public key (hex) against which its signatures are checked.
    """

    __slots__ = ("_key", "key_id")

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key
        self.key_id: str = key.public_key().public_bytes_raw().hex()

    def sign(self, message: bytes) -> str:
        """Give the signature of a message (hex, 64 bytes)."""
        return self._key.sign(message).hex()

    def __reduce__(self) -> NoReturn:
        raise TypeError("an unlocked key cannot be copied or stored")


def enrol(passphrase: str) -> tuple[str, str]:
    """Make a key and give its public half (hex) and the private half sealed by the passphrase (one line of text).

    Raises:
        RequestError: The passphrase is shorter than 8 or longer than 1,024 characters.
    """
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415 - on first use
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415 - on first use

    known = checked_passphrase(passphrase)
    key = Ed25519PrivateKey.generate()
    public = key.public_key().public_bytes_raw()
    salt, nonce = os.urandom(_SALT_BYTES), os.urandom(_NONCE_BYTES)
    sealed = _Sealed(log_n=_LOG_N, r=_R, p=_P, public=public, salt=salt, nonce=nonce)
    body = AESGCM(sealed.derive(known)).encrypt(nonce, key.private_bytes_raw(), sealed.header().encode())
    return public.hex(), f"{sealed.header()}${_to_text(body)}"


def unlock(sealed_text: str, passphrase: str) -> Signer:
    """Open a sealed key with its passphrase; takes a quarter of a second and 32 MiB on purpose.

    Raises:
        NotAllowedError: The passphrase is not the one (``wrong_passphrase``), or the sealed text was changed.
        StoreError: The sealed text is no such text (``present_key_damaged``).
    """
    from cryptography.exceptions import InvalidTag  # noqa: PLC0415 - on first use
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415 - on first use
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415 - on first use

    header, _, body = sealed_text.rpartition("$")
    sealed = _parse(header)
    key = sealed.derive(folded_passphrase(passphrase))
    try:
        private = AESGCM(key).decrypt(sealed.nonce, _from_text(body), header.encode())
    except InvalidTag:
        raise NotAllowedError(
            "the passphrase does not open this key",
            code="wrong_passphrase",
            hint="Type it again. A lost passphrase cannot be replaced: what it signed stays, orders need it anew.",
        ) from None
    return Signer(Ed25519PrivateKey.from_private_bytes(private))


def verify(public_key_hex: str, message: bytes, signature_hex: str) -> bool:
    """Tell whether the signature (hex) of this message is that key's; anything malformed is not."""
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415 - on first use
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415 - on first use

    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key_hex))
        public.verify(bytes.fromhex(signature_hex), message)
    except (ValueError, InvalidSignature):
        return False
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sealed:
    log_n: int
    r: int
    p: int
    public: bytes
    salt: bytes
    nonce: bytes

    def header(self) -> str:
        numbers = f"scrypt:{self.log_n}:{self.r}:{self.p}"
        return "$".join((_FORM, numbers, self.public.hex(), _to_text(self.salt), _to_text(self.nonce)))

    def derive(self, passphrase: str) -> bytes:
        from cryptography.hazmat.primitives.kdf.scrypt import Scrypt  # noqa: PLC0415 - on first use

        kdf = Scrypt(salt=self.salt, length=_KEY_BYTES, n=1 << self.log_n, r=self.r, p=self.p)
        return kdf.derive(passphrase.encode("utf-8", "surrogatepass"))


def _parse(header: str) -> _Sealed:
    try:
        form, numbers, public, salt, nonce = header.split("$")
        name, log_n, r, p = numbers.split(":")
        sealed = _Sealed(
            log_n=int(log_n),
            r=int(r),
            p=int(p),
            public=bytes.fromhex(public),
            salt=_from_text(salt),
            nonce=_from_text(nonce),
        )
    except ValueError:
        raise _damaged() from None
    # Bounds on what a changed text could make this machine compute, or weaken.
    is_bounded = _LOG_N <= sealed.log_n <= _LOG_N_MAX and sealed.r == _R and 1 <= sealed.p <= _P_MAX
    is_sized = len(sealed.salt) == _SALT_BYTES and len(sealed.nonce) == _NONCE_BYTES
    if form != _FORM or name != "scrypt" or not is_bounded or not is_sized:
        raise _damaged()
    return sealed


def checked_passphrase(passphrase: str) -> str:
    """Give a new passphrase as keys are derived from it.

    Raises:
        RequestError: It is shorter than 8 or longer than 1,024 characters.
    """
    folded = folded_passphrase(passphrase)
    if len(folded.strip()) < PASSPHRASE_CHARS_MIN or len(folded) > PASSPHRASE_CHARS_MAX:
        raise RequestError(
            f"a passphrase has {PASSPHRASE_CHARS_MIN} to {PASSPHRASE_CHARS_MAX} characters",
            code="bad_passphrase",
            hint="Take four or more words that do not belong together.",
        )
    return folded


def folded_passphrase(passphrase: str) -> str:
    """Give a passphrase as it is typed, in the form from which keys are derived."""
    if not isinstance(passphrase, str):
        raise RequestError("a passphrase is text", code="bad_passphrase")
    # The same keys pressed on another machine must give the same bytes (NIST SP 800-63B, 5.1.1.2).
    return unicodedata.normalize("NFKC", passphrase)


def _to_text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _from_text(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def _damaged() -> StoreError:
    return StoreError(
        "the sealed key is damaged", code="present_key_damaged", hint="Enrol a new key: `tenure keys enrol`."
    )
