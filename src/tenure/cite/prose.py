"""Which lines of a source file are words for readers and no code: comments, docstrings, insides of long texts; pure.

One pass from left to right; whatever is not closed runs to the end, so that no file takes longer than its length.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from tenure.cite.paths import kind_of

_SHORT: Final = r'"(?:\\.|[^"\\\n])*+(?:"|(?=\n)|\Z)'
_SHORT_SINGLE: Final = r"'(?:\\.|[^'\\\n])*+(?:'|(?=\n)|\Z)"
_CHARACTER: Final = r"'(?:\\[^\n]|[^'\\\n])'"  # not a lifetime of Rust
_HASH: Final = r"#[^\n]*+"
_SLASHES: Final = r"//[^\n]*+|/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z)"
_BACKTICKS: Final = r"`(?:\\.|[^`\\])*+(?:`|\Z)"
_RAW: Final = r"`[^`]*+(?:`|\Z)"
_LONG: Final = (
    r'[rRbBuUfF]{0,2}(?:"""(?:\\.|(?!""")[^\\])*+(?:"""|\Z)'
    r"|'''(?:\\.|(?!''')[^\\])*+(?:'''|\Z))"
)
_JAVA_LONG: Final = r'"""(?:\\.|(?!""")[^\\])*+(?:"""|\Z)'

_WORDS_OF: Final[Mapping[str, str]] = {
    "py": rf"{_HASH}|{_LONG}|{_SHORT}|{_SHORT_SINGLE}",
    "js": rf"{_SLASHES}|{_SHORT}|{_SHORT_SINGLE}|{_BACKTICKS}",
    "go": rf"{_SLASHES}|{_SHORT}|{_CHARACTER}|{_RAW}",
    "java": rf"{_SLASHES}|{_JAVA_LONG}|{_SHORT}|{_CHARACTER}",
    **dict.fromkeys(("c", "rs", "cs", "kt", "swift", "scala", "dart"), rf"{_SLASHES}|{_SHORT}|{_CHARACTER}"),
    **dict.fromkeys(("rb", "sh", "toml", "yaml", "pl", "r"), rf"{_HASH}|{_SHORT}|{_SHORT_SINGLE}"),
}
_PATTERNS: Final = {kind: re.compile(pattern, re.DOTALL) for kind, pattern in _WORDS_OF.items()}


def prose_lines(raw: str, path: str) -> frozenset[int]:
    """Give the numbers of the lines, from 1, on which nothing stands but comment or quoted text.

    None for kinds of files of which it is not known, as documents: there all is words.
    """
    pattern = _PATTERNS.get(kind_of(path))
    if pattern is None:
        return frozenset()
    bare = pattern.sub(lambda match: _blank(match[0]), raw)
    return frozenset(
        number
        for number, (line, was) in enumerate(zip(bare.split("\n"), raw.split("\n"), strict=True), start=1)
        if was.strip() and not line.strip(" \t\r\f\v\0")
    )


def _blank(words: str) -> str:
    return "\n".join("\0" * len(line) for line in words.split("\n"))
