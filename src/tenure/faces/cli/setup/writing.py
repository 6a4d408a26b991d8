"""Files of a client before and after: what would change, and changing it with a copy of what was there."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import field
from pathlib import Path
from stat import S_ISREG
from typing import Final

from tenure.errors import RequestError, unavailable
from tenure.faces.cli.setup.pieces import FilePiece, Piece
from tenure.values import dataclass

BACKUP: Final = ".before-tenure"
_PRIVATE: Final = 0o600
_PROGRAM: Final = 0o700
_SHARED: Final = 0o644


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One file as it is and as it shall be.

    Args:
        path: The file, as the client names it.
        old: Its text, or None if there is none.
        new: Its text afterwards, or None if it goes.
        what: What of ours is in it.
        failed: What could not be put into it, and why.
        mode: The mode of a new file.
    """

    path: Path
    old: str | None = field(repr=False)
    new: str | None = field(repr=False)
    what: tuple[str, ...]
    failed: tuple[tuple[Piece, RequestError], ...] = ()
    mode: int = _PRIVATE

    @property
    def is_needed(self) -> bool:
        """Whether anything changes."""
        return self.old != self.new


def changes(pieces: Sequence[Piece], *, project: Path | None, is_removing: bool) -> Iterator[Change]:
    """Give what would become of each file, one change a file; nothing is written.

    Args:
        pieces: What shall be in the files.
        project: The root of the project: a file below it may not lead out of it.
        is_removing: Whether ours is taken out instead.
    """
    for path in dict.fromkeys(piece.path for piece in pieces):
        mine = [piece for piece in pieces if piece.path == path]
        try:
            old = _read(path, project)
        except RequestError as error:
            yield Change(path=path, old=None, new=None, what=(), failed=tuple((piece, error) for piece in mine))
            continue
        text, done, failed = old, list[str](), list[tuple[Piece, RequestError]]()
        for piece in mine:
            try:
                if not is_removing:
                    text = piece.put(text)
                elif text is not None:
                    text = piece.take(text)
                done.append(piece.what)
            except RequestError as error:
                failed.append((piece, error))
        is_program = any(isinstance(piece, FilePiece) and piece.is_program for piece in mine)
        mode = _PROGRAM if is_program else _SHARED if _is_below(path, project) else _PRIVATE
        yield Change(path=path, old=old, new=text, what=tuple(done), failed=tuple(failed), mode=mode)


def write(change: Change) -> Path | None:
    """Write one file whole, or not at all, and give where the text before it was copied to.

    Raises:
        StoreUnavailableError: A file cannot be written.
    """
    try:
        target = change.path.resolve()
        backup = None
        mode = target.stat().st_mode & 0o777 if change.old is not None else change.mode
        if change.old is not None and change.new is not None:  # what goes whole was ours alone
            backup = target.with_name(target.name + BACKUP)
            _replace(backup, change.old, mode)
        if change.new is None:
            target.unlink()
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            _replace(target, change.new, mode)
    except OSError as error:
        raise unavailable(error.errno, f"{change.path.name} of the client") from None
    return backup


def _replace(path: Path, text: str, mode: int) -> None:
    descriptor, made = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as target:
            target.write(text)
            target.flush()
            os.fsync(target.fileno())
        Path(made).chmod(mode)
        Path(made).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(made).unlink()
        raise


def _read(path: Path, project: Path | None) -> str | None:
    try:
        target = path.resolve()
        if project is not None and _is_below(path, project) and not _is_of(project.resolve(), target):
            raise RequestError(
                "this file of the project leads out of it", code="bad_file", hint="Look what put it there."
            )
        if not S_ISREG(target.stat().st_mode):  # reading a pipe would wait for ever
            raise RequestError("this is no file", code="bad_file", hint="Look what put it there.")
        with target.open(encoding="utf-8", newline="") as source:
            return source.read()
    except FileNotFoundError:
        return None
    except (OSError, RuntimeError, UnicodeDecodeError):  # a link that leads back to itself, among others
        raise RequestError("this file cannot be read as text", code="bad_file", hint="Mend it first.") from None


def _is_of(project: Path, target: Path) -> bool:
    """Tell whether a file is the project's own: below it, and none of git's, of which some are run."""
    return target.is_relative_to(project) and ".git" not in map(str.casefold, target.relative_to(project).parts)


def _is_below(path: Path, project: Path | None) -> bool:
    return project is not None and path.is_relative_to(project)
