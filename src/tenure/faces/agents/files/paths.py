"""Names in the tree: what a model may call a file; nothing of it ever names a file on a disk."""

from __future__ import annotations

import posixpath
import re
from typing import Final

from tenure.errors import RequestError
from tenure.screen import neutralise, redact

ROOT: Final = "/memories"
APPROVED: Final = f"{ROOT}/approved"
PROPOSED: Final = f"{ROOT}/proposed"
DEPTH_MAX: Final = 8
PATH_CHARS_MAX: Final = 200
_NAME: Final = re.compile(r"\w[\w .@+=,()\[\]-]*")


def to_path(given: object) -> str:
    """Give a path of the tree, ``.`` and ``..`` worked out by their letters alone.

    Raises:
        RequestError: It is no path, leaves the tree, or has a name with anything but letters, digits, spaces and
            ``. _ @ + = , ( ) [ ] -``, hidden names among them.
    """
    if not isinstance(given, str) or not (given == ROOT or given.startswith(f"{ROOT}/")):
        raise RequestError(f"Path must start with {ROOT}, got: {shown(given)}", code="bad_path")
    path = posixpath.normpath(given)
    if not is_within(path, ROOT):
        raise RequestError(f"Path {shown(given)} would escape {ROOT} directory", code="bad_path")
    names = path.split("/")[2:]
    if len(names) > DEPTH_MAX or len(path) > PATH_CHARS_MAX:
        raise RequestError(f"Path has more than {DEPTH_MAX} names or {PATH_CHARS_MAX} characters", code="bad_path")
    if not all(_NAME.fullmatch(name) and name == name.rstrip(" .") for name in names):
        raise RequestError(
            "A name in this path is not plain", code="bad_path", hint="Use letters, digits, spaces, '.', '_' and '-'."
        )
    return path


def is_within(path: str, folder: str) -> bool:
    """Tell whether a path is a folder or lies below it."""
    return path == folder or path.startswith(f"{folder}/")


def shown(path: object) -> str:
    """Give a path as an answer may repeat it: on one line, never-kept spans cut out."""
    return " ".join(neutralise(redact(str(path)[:PATH_CHARS_MAX])[0]).split())
