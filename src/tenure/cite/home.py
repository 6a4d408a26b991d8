"""Whether lines stand in the definition in which they were cited, and are still code if they were; pure."""

from __future__ import annotations

import re

from tenure.cite.anchor import Anchor, Keyed, Text

_WORDS = re.compile(r"\w+")


def turned_to_prose(anchor: Anchor, text: Text, first: int, last: int) -> bool:
    """Tell whether what was code stands in a comment, a docstring or another text now: there it says nothing."""
    return not anchor.prose and text.is_prose(first, last)


def is_home(anchor: Anchor, text: Text, first: int, keyed: Keyed, old: Text | None, *, is_mapped: bool) -> bool:
    """Tell whether what stands around line ``first`` is the definition in which the span stood.

    It bears the same name path. Or ``text`` is the file ``old`` as it is now, and either the definition was renamed
    (its name is new there, and the old one is gone), or the differences lead to this very line in a definition whose
    own name is the same, while what is around it bears another.
    """
    here = text.enclosing(first)
    if keyed.name(here) == anchor.enclosing or (is_mapped and not text.is_python and _is_comment(text, first)):
        return True
    was = "" if old is None else old.enclosing(anchor.first)
    if old is None or not was or not here:
        return False
    is_renamed = not text.defines(was) and not old.defines(here)
    return is_renamed or (is_mapped and _own_name(was) == _own_name(here))


def _is_comment(text: Text, first: int) -> bool:
    """Tell whether a line is one of a comment of several lines: what is indented less above it is no definition."""
    return text.lines[first - 1].lstrip().startswith(("*", "//"))


def _own_name(name_path: str) -> str:
    words: list[str] = _WORDS.findall(name_path)
    return words[-1] if words else ""
