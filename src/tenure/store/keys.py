"""The keys of one tenant: subkeys wrapped by the root key, and one slot a record that can be destroyed.

A slot is 64 bytes: nonce (12), wrapped key (32), tag (16), generation (4). It is handed out once, ever, and destroyed
by overwriting it in place; what it sealed is then unreadable in every copy of the data.
"""

from __future__ import annotations

import json
import secrets
import struct
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Protocol, cast

from tenure.errors import IntegrityError, StoreError
from tenure.forked import let_go_in_children
from tenure.store.cells import CELL, CellFolder
from tenure.store.seal import NONCE_BYTES, TAG_BYTES, keyed, open_small, open_smalls, seal_small
from tenure.store.whole import whole_cell
from tenure.store.wrapping import SUBKEYS, unwrap, wrap

KEY_BYTES: Final = 32
USES: Final = ("scopes", "records", "tombstones", "ledger", "receipts", "citations", "tasks", "wrap", "mac")
FIRST_BATCH: Final = 16
BATCH: Final = 64
SLOTS_MAX: Final = 1 << 48
_GENERATION: Final = struct.Struct("<I")
_LIVE: Final = 1
_DEAD: Final = _GENERATION.pack(0xFFFFFFFF)
_BLANK: Final = bytes(CELL - _GENERATION.size) + _DEAD


class RootKey(Protocol):
    """Where the root key comes from: a file, the environment, a keyring, a key service."""

    def load(self) -> bytes:
        """Give the 32 bytes of the root key.

        Raises:
            StoreError: There is no root key, or it may be read by others.
        """
        ...


class Subkeys:
    """Independent random keys, one a use, wrapped by the root key; rotating the root voids nothing.

    Attributes:
        is_rotating: Whether a rotation of the root key was stopped in its midst: two root keys open them.
    """

    def __init__(self, folder: CellFolder, root: RootKey, *, bound: bytes, create: bool) -> None:
        sealed = folder.read_small(SUBKEYS)
        if sealed is None:
            if not create:
                raise StoreError("the key folder holds no keys for this tenant", code="keys_missing")
            made = {use: secrets.token_hex(KEY_BYTES) for use in USES}
            sealed = wrap(_root(root), json.dumps(made).encode(), bound)
            folder.create_small(SUBKEYS, sealed)
        found = unwrap(_root(root), sealed, bound)
        again = folder.read_small(SUBKEYS)
        while found is None and again is not None and again != sealed:  # the root key was rotated between the two
            sealed, found = again, unwrap(_root(root), again, bound)
            again = folder.read_small(SUBKEYS)
        if found is None:
            raise StoreError(
                "the root key does not open the keys of this store",
                code="wrong_root_key",
                hint="Use the root key with which this store was made, or its recovery code.",
            )
        self._keys = {use: bytes.fromhex(text) for use, text in cast("dict[str, str]", json.loads(found[0])).items()}
        self.is_rotating: bool = found[1] != sealed

    def key(self, use: str) -> bytes:
        """Give the key of one use."""
        return self._keys[use]

    def digest(self, use: str, name: bytes, *parts: bytes, size: int = 16) -> bytes:
        """Give a keyed digest of ``parts`` under the key of one use."""
        return keyed(self._keys[use], name, *parts, size=size)


def _root(root: RootKey) -> bytes:
    key = root.load()
    if len(key) != KEY_BYTES:
        raise StoreError(f"a root key has {KEY_BYTES} bytes", code="bad_root_key", hint="Check the root key's source.")
    return key


class KeySlots:
    """The slot file of one tenant."""

    def __init__(self, folder: CellFolder, subkeys: Subkeys, *, bound: bytes) -> None:
        self._folder = folder
        self._cells = folder.cells("slots")
        self._wrap = subkeys.key("wrap")
        self._bound = bound
        self._ready: list[tuple[int, bytes]] = []
        self._batch = FIRST_BATCH
        let_go_in_children(self)

    def reserve(self, count: int) -> list[tuple[int, bytes]]:
        """Give fresh slots with their keys, on the disk before they are used; each is handed out once, ever."""
        with self._folder.lock():
            self.prepare(count)
            given, self._ready = self._ready[:count], self._ready[count:]
            return given

    def prepare(self, count: int) -> None:
        """Have at least ``count`` fresh slots at hand, so that a large write pays one sync for all."""
        with self._folder.lock():
            if len(self._ready) < count:
                self._allot(max(self._batch, count - len(self._ready)))
                self._batch = BATCH

    def open(self, slots: Sequence[int]) -> list[bytes | None]:
        """Give the keys in these slots; None for a destroyed one.

        Raises:
            IntegrityError: A slot was never allotted or was altered.
        """
        if not {int}.issuperset(map(type, slots)):
            raise _damaged()
        low, high = min(slots, default=0), max(slots, default=-1)
        if low < 0 or high >= SLOTS_MAX:
            raise _damaged()
        if high - low < 4 * len(slots):  # close together: one read
            span = self._cells.read(low, high - low + 1)
            return self._unwrapped(slots, [span[(slot - low) * CELL : (slot - low + 1) * CELL] for slot in slots])
        return self._unwrapped(slots, [self._cells.read(slot) for slot in slots])

    def destroy(self, slots: Iterable[int]) -> int:
        """Overwrite slots in place, with one sync for all, and say how many were alive."""
        alive = 0
        touched = False
        for first, count in _runs(slots):
            span = self._cells.read(first, count)
            whole = len(span) // CELL
            alive += sum(_generation(span[start : start + CELL]) == _LIVE for start in range(0, whole * CELL, CELL))
            if whole:
                self._cells.write(first, _BLANK * whole)
                touched = True
        if touched:
            self._cells.sync()
        return alive

    def is_in_place(self) -> bool:
        """Tell whether what is written is what others read."""
        return self._cells.is_in_place()

    def forked(self) -> None:
        """Leave to the parent the slots that it has at hand."""
        self._ready = []

    def close(self) -> None:
        """Let go of the file and of keys not used."""
        self._ready = []
        self._cells.close()

    def _allot(self, count: int) -> None:
        first = self._cells.count()
        made: list[tuple[int, bytes]] = []
        cells: list[bytes] = []
        for slot in range(first, first + count):
            key, nonce = secrets.token_bytes(KEY_BYTES), secrets.token_bytes(NONCE_BYTES)
            sealed = seal_small(self._wrap, nonce, key, self._place(slot))
            cells.append(nonce + sealed + _GENERATION.pack(_LIVE))
            made.append((slot, key))
        self._cells.write(first, b"".join(cells))
        self._cells.sync()
        self._ready += made

    def _unwrapped(self, slots: Sequence[int], cells: Sequence[bytes]) -> list[bytes | None]:
        bound, end = self._bound, NONCE_BYTES + KEY_BYTES + TAG_BYTES
        sealed = [
            (cell[:NONCE_BYTES], cell[NONCE_BYTES:end], bound + slot.to_bytes(8, "little"))
            for slot, cell in zip(slots, cells, strict=True)
        ]
        return [
            key if key is not None and len(cell) == CELL and cell[end:] != _DEAD else self._not_alive(slot, cell)
            for slot, key, cell in zip(slots, open_smalls(self._wrap, sealed), cells, strict=True)
        ]

    def _not_alive(self, slot: int, cell: bytes) -> bytes | None:
        """Give None for a destroyed slot; one that was read in the midst of a write is read again."""
        return None if len(cell) == CELL and _is_dead(cell) else self._read_again(slot, cell)

    def _read_again(self, slot: int, cell: bytes) -> bytes | None:
        key: bytes | None = None

        def is_sound(found: bytes) -> bool:
            nonlocal key
            sealed = found[NONCE_BYTES : NONCE_BYTES + KEY_BYTES + TAG_BYTES]
            key = open_small(self._wrap, found[:NONCE_BYTES], sealed, self._place(slot))
            return len(found) == CELL and (key is not None or _is_dead(found))

        whole = whole_cell(self._cells, slot, cell, is_sound)
        if whole is None:
            raise _damaged() if self._cells.is_in_place() else replaced()
        return None if _is_dead(whole) else key

    def _place(self, slot: int) -> bytes:
        return self._bound + slot.to_bytes(8, "little")


def _runs(slots: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Give runs of neighbouring slots: the first of each and how many they are."""
    first = count = 0
    for slot in sorted(set(slots)):
        if count and slot == first + count:
            count += 1
            continue
        if count:
            yield first, count
        first, count = slot, 1
    if count:
        yield first, count


def replaced() -> StoreError:
    """Give the error for key files that were taken away or replaced: what is written to them would be lost."""
    return StoreError(
        "the key folder was taken away or replaced while it was open", code="replaced", hint="Open it again."
    )


def _damaged() -> IntegrityError:
    return IntegrityError(
        "a key slot is missing or damaged", code="keys_damaged", hint="Restore the key folder's newest copy."
    )


def _is_dead(cell: bytes) -> bool:
    return cell[-_GENERATION.size :] == _DEAD


def _generation(cell: bytes) -> int:
    return int(_GENERATION.unpack_from(cell, CELL - _GENERATION.size)[0])
