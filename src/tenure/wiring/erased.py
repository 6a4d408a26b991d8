"""Looks for what a receipt says is erased: in the store's own files, and in the files and copies that are given."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import BinaryIO, Final, cast

from tenure.errors import StoreError
from tenure.model.receipt import Receipt
from tenure.store.copies import KeyRing, Trace, is_database, look_in_database
from tenure.store.sqlite import FILE as DATA_FILE
from tenure.values import dataclass
from tenure.vault.root import ROOT_FILE, FileRoot, RootKey, root_for
from tenure.wiring.needles import Needle, text_needles

__all__ = ["DATA_FILE", "Looked", "look"]

STEP: Final = 1 << 20
UNPACKED_BYTES_MAX: Final = 1 << 30
_PACKED: Final[Mapping[bytes, Callable[[Path], BinaryIO]]] = {
    b"\x1f\x8b": cast("Callable[[Path], BinaryIO]", gzip.open),
    b"BZh": cast("Callable[[Path], BinaryIO]", bz2.open),
    b"\xfd7zXZ\x00": cast("Callable[[Path], BinaryIO]", lzma.open),
}
_ZIP: Final = b"PK\x03\x04"
_CLOSED: Final = {b"7z\xbc\xaf\x27\x1c": "7z", b"\x28\xb5\x2f\xfd": "zstd", b"Rar!": "rar", b"age-encryption": "age"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """What looking for erased records gave.

    Args:
        found: Where something of them lies.
        files: Every file that was looked at.
        not_looked: What could not be looked at or into, each with the reason.
    """

    found: tuple[Trace, ...]
    files: tuple[Path, ...]
    not_looked: tuple[tuple[Path, str], ...]

    @property
    def is_readable(self) -> bool:
        """Whether a record can be opened by a key at hand, or the text itself stands somewhere."""
        return any(trace.is_readable for trace in self.found)


def look(
    receipt: Receipt, places: Sequence[Path], *, keys: Path | None, living: Path | None = None, text: str | None = None
) -> Looked:
    """Look for the records of a receipt, and for the text if its holder gives it; writes nothing.

    Args:
        receipt: Names the records by id and nonce.
        places: Files, and folders with everything below them.
        keys: The key folder of the store at hand, whose keys are tried too; so is every key folder among the places.
        living: The data file of the store at hand: its bytes are searched, and what it holds the store itself says.
        text: What was erased, from somebody who still knows it; searched whole in common encodings and in pieces.
    """
    records = dict.fromkeys(receipt.entry_ids, b"") | {each: bytes.fromhex(nonce) for each, nonce in receipt.records}
    needles = [Needle(data=nonce, what=record_id) for record_id, nonce in records.items() if nonce]
    words = () if text is None else text_needles(text)
    not_looked: list[tuple[Path, str]] = []
    files = tuple(dict.fromkeys(_files(places, not_looked)))
    rings = _rings(keys, files, not_looked)
    found: list[Trace] = []
    try:
        for file in files:
            here: list[Trace] = []
            if file != living and is_database(file):
                try:
                    here += look_in_database(file, records, rings)
                except StoreError as error:
                    if error.code == "damaged":
                        not_looked.append((file, "a damaged database; only its bytes were searched"))
            known = {trace.record_id for trace in here}
            for needle in _meeting(file, (*needles, *words), not_looked):
                if needle in needles:
                    if needle.what not in known:
                        here.append(Trace(path=file, record_id=needle.what, what="sealed", is_readable=False))
                else:
                    here.append(Trace(path=file, record_id="", what=needle.what, is_readable=True))
            found += dict.fromkeys(here)
    finally:
        for ring in rings:
            ring.close()
    return Looked(found=tuple(found), files=files, not_looked=tuple(not_looked))


def _files(places: Iterable[Path], not_looked: list[tuple[Path, str]]) -> Iterator[Path]:
    for place in places:
        if place.is_file():
            yield place
        elif place.is_dir():
            for folder, _, names in os.walk(place, onerror=lambda error: _note(error, not_looked)):
                for name in sorted(names):
                    file = Path(folder) / name
                    if file.is_symlink() or not file.is_file():
                        not_looked.append((file, "a link, or no regular file"))
                    else:
                        yield file
        else:
            not_looked.append((place, "there is no such file or folder"))


def _note(error: OSError, not_looked: list[tuple[Path, str]]) -> None:
    not_looked.append((Path(str(error.filename)), os.strerror(error.errno or 0)))


def _rings(keys: Path | None, files: Iterable[Path], not_looked: list[tuple[Path, str]]) -> tuple[KeyRing, ...]:
    folders = [*([] if keys is None else [keys]), *(each.parent.parent for each in files if each.name == "slots")]
    roots: list[RootKey] = [FileRoot(folder / ROOT_FILE) for folder in folders]
    roots += [] if keys is None else [root_for(keys)]
    rings: list[KeyRing] = []
    for folder in dict.fromkeys(each.absolute() for each in folders):
        try:
            rings.append(KeyRing(folder, roots))
        except StoreError:
            not_looked.append((folder, "a key folder that no root key at hand opens: its keys were not tried"))
    return tuple(rings)


def _meeting(file: Path, needles: Sequence[Needle], not_looked: list[tuple[Path, str]]) -> tuple[Needle, ...]:
    """Give the needles that stand in a file, or in what it is packed from; what cannot be unpacked is told beside."""
    if not needles:
        return ()
    met: dict[Needle, None] = {}
    try:
        with file.open("rb") as opened:
            head = opened.read(16)
        met |= dict.fromkeys(_met(file.open("rb"), needles, room=None))
        room = _Room(left=UNPACKED_BYTES_MAX)
        for magic, unpack in _PACKED.items():
            if head.startswith(magic):
                _gather(_met(unpack(file), needles, room=room), met)
        if head.startswith(_ZIP):
            with zipfile.ZipFile(file) as archive:
                for name in archive.namelist():
                    _gather(_met(cast("BinaryIO", archive.open(name)), needles, room=room), met)
        for magic, kind in _CLOSED.items():
            if head.startswith(magic):
                not_looked.append((file, f"packed or encrypted ({kind}): unpack it and name what is in it"))
    except (OSError, EOFError, RuntimeError, ValueError, lzma.LZMAError, zlib.error, zipfile.BadZipFile) as error:
        # Whatever a file claims to be, what was met in its bytes is met.
        not_looked.append((file, f"could not be read whole ({type(error).__name__})"))
    return tuple(met)


@dataclass(slots=True)
class _Room:
    """How much may still be unpacked of one file, all that is in it taken together."""

    left: int


def _gather(found: Iterator[Needle], met: dict[Needle, None]) -> None:
    for needle in found:
        met[needle] = None


def _met(stream: BinaryIO, needles: Sequence[Needle], *, room: _Room | None) -> Iterator[Needle]:
    overlap = max(len(needle.data) for needle in needles) - 1
    left, tail = list(needles), b""
    with closing(stream):
        while left and (piece := stream.read(STEP)):
            if room is not None:
                room.left -= len(piece)
                if room.left < 0:
                    raise OSError("too much in a packed file")
            window = tail + piece
            here = [needle for needle in left if needle.data in window]
            yield from here
            left = [needle for needle in left if needle not in here]
            tail = window[-overlap:] if overlap else b""
