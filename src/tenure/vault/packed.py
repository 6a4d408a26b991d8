"""A file sealed by a passphrase, written and read as a stream: scrypt, then AES-256-GCM frame by frame.

Each frame's nonce holds its number and whether it is the last (the STREAM construction: Hoang, Reyhanitabar, Rogaway,
Vizár, 2015), so that a frame taken out, moved or cut off at the end is noticed.
"""

from __future__ import annotations

import io
import os
from typing import TYPE_CHECKING, BinaryIO, Final

from tenure.errors import IntegrityError, NotAllowedError, RequestError
from tenure.vault.present import checked_passphrase, folded_passphrase

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer, WriteableBuffer
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

MAGIC: Final = b"tenure-pack-1\n"
FRAME: Final = 1 << 20
_SALT_BYTES: Final = 16
_PREFIX_BYTES: Final = 7
_TAG_BYTES: Final = 16
# OWASP's minimum for scrypt with 32 MiB; another cost needs another magic.
_N: Final = 1 << 15
_R: Final = 8
_P: Final = 3


class PackWriter(io.RawIOBase):
    """Seals what is written to it; closing it seals the last frame.

    Args:
        target: Where the sealed bytes go; the caller closes it.
        passphrase: Seals them.
    """

    _is_begun = False

    def __init__(self, target: BinaryIO, passphrase: str) -> None:
        super().__init__()
        salt, self._prefix = os.urandom(_SALT_BYTES), os.urandom(_PREFIX_BYTES)
        self._seal = _cipher(checked_passphrase(passphrase), salt).encrypt
        self._target = target
        self._header = MAGIC + salt + self._prefix
        self._waiting = bytearray()
        self._count = 0
        target.write(self._header)
        self._is_begun = True

    def writable(self) -> bool:
        """Whether it can be written."""
        return True

    def write(self, data: ReadableBuffer, /) -> int:
        """Take bytes in; a full frame is sealed at once."""
        piece = bytes(data)
        self._waiting += piece
        while len(self._waiting) > FRAME:
            self._put(bytes(self._waiting[:FRAME]), is_last=False)
            del self._waiting[:FRAME]
        return len(piece)

    def close(self) -> None:
        """Seal what is left as the last frame."""
        if self._is_begun and not self.closed:  # Python closes one, too, that refused its passphrase
            self._put(bytes(self._waiting), is_last=True)
            self._waiting.clear()
        super().close()

    def _put(self, frame: bytes, *, is_last: bool) -> None:
        self._target.write(self._seal(_nonce(self._prefix, self._count, is_last=is_last), frame, self._header))
        self._count += 1


class PackReader(io.RawIOBase):
    """Opens what a `PackWriter` sealed.

    Args:
        source: The sealed bytes; the caller closes it.
        passphrase: Opens them.

    Raises:
        RequestError: It is no such file (``bad_pack``).
        NotAllowedError: The passphrase does not open it (``wrong_passphrase``).
    """

    def __init__(self, source: BinaryIO, passphrase: str) -> None:
        super().__init__()
        self._header = packed_header(source)
        salt = self._header[len(MAGIC) : -_PREFIX_BYTES]
        self._open = _cipher(folded_passphrase(passphrase), salt).decrypt
        self._source = source
        self._next = source.read(FRAME + _TAG_BYTES)
        self._opened = b""
        self._count = 0
        self._is_over = False
        self._advance()

    def readable(self) -> bool:
        """Whether it can be read."""
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        """Give opened bytes, each checked before; 0 at the end."""
        view = memoryview(buffer).cast("B")
        if not self._opened and not self._is_over:
            self._advance()
        piece = self._opened[: len(view)]
        view[: len(piece)] = piece
        self._opened = self._opened[len(piece) :]
        return len(piece)

    def _advance(self) -> None:
        frame, self._next = self._next, self._source.read(FRAME + _TAG_BYTES)
        self._is_over = not self._next
        nonce = _nonce(self._header[-_PREFIX_BYTES:], self._count, is_last=self._is_over)
        try:
            self._opened = self._open(nonce, frame, self._header)
        except Exception:  # noqa: BLE001 - InvalidTag and every other failure mean the same
            if self._count == 0:
                raise NotAllowedError(
                    "the passphrase does not open this file, or it was changed",
                    code="wrong_passphrase",
                    hint="Type it again.",
                ) from None
            raise IntegrityError("this file was changed or cut short", code="damaged", hint="Pack anew.") from None
        self._count += 1


def packed_header(source: BinaryIO) -> bytes:
    """Read with what a packed file begins.

    Raises:
        RequestError: It is no such file (``bad_pack``).
    """
    size = len(MAGIC) + _SALT_BYTES + _PREFIX_BYTES
    header = source.read(size)
    if not header.startswith(MAGIC) or len(header) != size:
        raise RequestError(
            "this file was not packed by Tenure", code="bad_pack", hint="Name what `tenure move pack` made."
        )
    return header


def _nonce(prefix: bytes, count: int, *, is_last: bool) -> bytes:
    return prefix + count.to_bytes(4, "big") + bytes([is_last])


def _cipher(passphrase: str, salt: bytes) -> AESGCM:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415 - on first use
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt  # noqa: PLC0415 - on first use

    key = Scrypt(salt=salt, length=32, n=_N, r=_R, p=_P).derive(passphrase.encode("utf-8", "surrogatepass"))
    return AESGCM(key)
