"""Which paths may be cited, and how one file below a root is read: no way out, no link, no secret file, no surprise."""

from __future__ import annotations

import os
import re
import stat
import unicodedata
from functools import lru_cache
from pathlib import Path

from tenure.errors import CitationError
from tenure.screen.pattern import Pattern
from tenure.values import dataclass

PATH_CHARS_MAX = 1_000
PATH_PARTS_MAX = 60
FILE_BYTES_MAX = 2_000_000

_SECRET_NAME = Pattern(
    r"\.env(?:rc|\..*)?|.*\.env|id_(?:rsa|dsa|ecdsa|ed25519)(?:[_.-].*)?|.*\.(?:pem|key|p12|pfx|jks|keystore|kdbx?|ppk|ovpn"
    r"|tfstate|tfvars|asc|gpg|age|p8)|\.?(?:netrc|pgpass|npmrc|pypirc|git-credentials|htpasswd|boto|s3cfg|vault-token)"
    r"|_netrc|credentials?(?:\.(?!py$|md$|rst$|ts$|js$|go$|rs$|java$).*)?|secrets?\.(?:ya?ml|json|toml|ini|env|txt|cfg)"
    r"|service[-_]?account.*\.json|master\.key|shadow|kubeconfig"
)
_KINDS = {
    **dict.fromkeys(("js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts"), "js"),
    **dict.fromkeys(("c", "cc", "cpp", "cxx", "h", "hh", "hpp", "hxx"), "c"),
    **dict.fromkeys(("py", "pyi"), "py"),
    **dict.fromkeys(("yml", "yaml"), "yaml"),
    **dict.fromkeys(("md", "rst", "txt"), "text"),
}
_EXAMPLE = Pattern(r".*\.(?:example|sample|template|dist)")
_SECRET_FOLDERS = frozenset({".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker", ".gcloud", ".password-store"})
_VENDORED = frozenset(
    {"vendor", "vendored", "_vendor", "vendors", "_vendored", "node_modules", "bower_components", "jspm_packages"}
    | {"third_party", "third-party", "thirdparty", "3rdparty", "3rd_party", "3rd-party", "3p"}
    | {
        "external",
        "externals",
        "extern",
        "_extern",
        "extlib",
        "extlibs",
        "contrib",
        "deps",
        "godeps",
        "pods",
        "carthage",
    }
    | {
        "site-packages",
        "dist-packages",
        ".venv",
        "venv",
        ".tox",
        ".eggs",
        "dist",
        "build",
        "target",
        "out",
        "generated",
    }
)


@dataclass(frozen=True, slots=True)
class Stamp:
    """What tells one state of a file from another without reading it."""

    size: int
    modified_ns: int
    status_ns: int
    inode: int


@dataclass(frozen=True, slots=True)
class Reading:
    """What reading one file gave: its bytes and stamp, or a code for why not.

    ``problem`` is empty or one of ``missing``, ``symlink``, ``not_a_file``, ``too_big``, ``unreadable``,
    ``other_repository``.
    """

    problem: str = ""
    data: bytes = b""
    stamp: Stamp | None = None


@lru_cache(maxsize=4_096)
def checked_path(text: str) -> str:
    """Give a path below some root in normal form: relative, forward slashes, no ``.`` parts.

    Raises:
        CitationError: It is empty, too long, absolute, leads upwards or into ``.git``, holds control characters, or
            (code ``not_citable``, as for a missing file) bears a name under which secrets are kept.
    """
    if not text.strip() or len(text) > PATH_CHARS_MAX:
        raise CitationError(f"a path has 1 to {PATH_CHARS_MAX} characters", code="bad_path")
    if any(unicodedata.category(character) in {"Cc", "Cs"} for character in text):
        raise CitationError("a path holds no control characters", code="bad_path")
    if text.startswith(("/", "\\", "~")) or re.match(r"[A-Za-z]:[\\/]", text):
        raise CitationError("a cited path is relative to the root of its repository", code="bad_path")
    parts = [part for part in text.split("/") if part not in {"", "."}]
    if not parts or len(parts) > PATH_PARTS_MAX or ".." in parts:
        raise CitationError("a cited path does not lead upwards or too deep", code="bad_path")
    if any(_plain(part) == ".git" for part in parts) or is_secret_name(parts):
        raise not_citable()
    return "/".join(parts)


def is_citable(path: str) -> bool:
    """Tell whether a tracked path may be cited at all."""
    try:
        return checked_path(path) == path
    except CitationError:
        return False


def not_citable() -> CitationError:
    """Give the one error for a file that is missing or denied, so that asking tells nothing about denied files."""
    return CitationError(
        "there is no file that can be cited at this path",
        code="not_citable",
        hint="Cite a text file of the repository.",
    )


def is_secret_name(parts: list[str]) -> bool:
    """Tell whether a path names a file or folder in which secrets are usually kept."""
    names = [_plain(part) for part in parts]
    if any(name in _SECRET_FOLDERS for name in names[:-1]):
        return True
    return bool(_SECRET_NAME.fullmatch(names[-1])) and not _EXAMPLE.fullmatch(names[-1])


def kind_of(path: str) -> str:
    """Give what sort of text a path names, by its suffix: one for JavaScript and TypeScript, one for C and C++."""
    suffix = path.rpartition("/")[2].rpartition(".")[2].casefold()
    return _KINDS.get(suffix, suffix)


def is_vendored(path: str) -> bool:
    """Tell whether a path lies in a folder of somebody else's code (R05)."""
    return any(part.casefold() in _VENDORED for part in path.split("/")[:-1])


def stamp_of(root: Path, path: str) -> Reading:
    """Look at a file without opening it; ``data`` stays empty. Neither the file nor a folder on the way is a link."""
    here = os.fspath(root)
    parts = path.split("/")
    try:
        for part in parts[:-1]:
            here = f"{here}/{part}"
            mode = os.lstat(here).st_mode
            if stat.S_ISLNK(mode):
                return Reading(problem="symlink")
            if not stat.S_ISDIR(mode):
                return Reading(problem="missing")
            if _is_there(f"{here}/.git"):
                return Reading(problem="other_repository")
        seen = os.lstat(f"{here}/{parts[-1]}")
    except (FileNotFoundError, NotADirectoryError):
        return Reading(problem="missing")
    except (OSError, ValueError):
        return Reading(problem="unreadable")
    if stat.S_ISLNK(seen.st_mode):
        return Reading(problem="symlink")
    if not stat.S_ISREG(seen.st_mode):
        return Reading(problem="not_a_file")
    return Reading(stamp=_stamp(seen))


def read_file(root: Path, path: str, *, bytes_max: int = FILE_BYTES_MAX) -> Reading:
    """Read a regular file of at most ``bytes_max`` bytes below ``root``; never waits, never follows a link."""
    seen = stamp_of(root, path)
    if seen.stamp is None:
        return seen
    if seen.stamp.size > bytes_max:
        return Reading(problem="too_big", stamp=seen.stamp)
    try:
        # A pipe put in the file's place meanwhile must not hold us: O_NONBLOCK; nor may a link: O_NOFOLLOW.
        flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
        descriptor = os.open(root / path, flags)
        with os.fdopen(descriptor, "rb") as file:
            opened = os.fstat(descriptor)
            if not stat.S_ISREG(opened.st_mode) or opened.st_ino != seen.stamp.inode:
                return Reading(problem="unreadable")
            data = file.read(bytes_max + 1)
    except FileNotFoundError:
        return Reading(problem="missing")
    except (OSError, ValueError):
        return Reading(problem="unreadable")
    if len(data) > bytes_max:
        return Reading(problem="too_big", stamp=seen.stamp)
    return Reading(data=data, stamp=_stamp(opened))


def may_wait(path: Path) -> bool:
    """Tell whether reading what lies there could wait for ever: it is neither file nor folder, as a pipe is neither."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _is_there(path: str) -> bool:
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def _stamp(seen: os.stat_result) -> Stamp:
    return Stamp(size=seen.st_size, modified_ns=seen.st_mtime_ns, status_ns=seen.st_ctime_ns, inode=seen.st_ino)


def _plain(part: str) -> str:
    """Fold what file systems fold: case, width, characters that are not seen, dots and spaces at the end."""
    folded = unicodedata.normalize("NFKC", part).casefold()
    return "".join(character for character in folded if unicodedata.category(character) != "Cf").rstrip(". ")
