"""What several texts hold only together: a token cut over them, a sentence that goes on where another broke off (R31).

Entries that are shown together are read so, and a proposal with the last ones of its session.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from tenure.screen.finding import Finding
from tenure.screen.pattern import Pattern
from tenure.screen.scan import find_never_kept

_LINES: Final = "\n"
_SEAMLESS: Final = ""
_SHAPED: Final = "token."
_MALICIOUS: Final = "malicious."
_OPEN: Final = Pattern(r"(?:[:=]|\b(?:is|are|was|ist|lautet|est|es|son|e|jest|ar|er))\s*$", re.IGNORECASE)
_REST: Final = Pattern(
    r"\s*(?:(?:part|step|half|piece|continued|and|then|\d+)\b[\w ]{0,12}[:.)] ?)?"
    r"(?P<rest>(?:to|and|then|with|into|onto|via|at|from|towards|by|without|so that)\b)",
    re.IGNORECASE,
)


def find_spread(texts: Mapping[str, str]) -> Iterator[Finding]:
    """What is never kept and is spread over several texts; a finding's field is their names with ``+`` between them.

    Args:
        texts: The texts by name, in the order of showing; each was screened by itself before.
    """
    if len(texts) > 1:
        yield from _spanned(texts, _LINES)
        yield from _spanned(texts, _SEAMLESS)
        yield from _continued(texts)


def _spanned(texts: Mapping[str, str], glue: str) -> Iterator[Finding]:
    """What spans several texts set together, or is in one of them only since the one before announces it.

    Of texts joined without a seam only tokens of a known shape count: joined so, the end of one word and the start of
    another make labels that nobody wrote.
    """
    spans: list[tuple[str, int, int]] = []
    at = 0
    for name, text in texts.items():
        spans.append((name, at, at + len(text)))
        at += len(text) + len(glue)
    for finding in find_never_kept(glue.join(texts.values())):
        if glue == _SEAMLESS and not finding.kind.startswith(_SHAPED):
            continue
        touched = [name for name, start, end in spans if finding.start < end and start < finding.end]
        if len(touched) == 1 and glue == _LINES:
            touched = _announced(texts, touched[0])
        if len(touched) > 1:
            yield replace(finding, field="+".join(touched))


def _announced(texts: Mapping[str, str], name: str) -> list[str]:
    """A text that holds nothing by itself, behind the one that announces it: one breaks off, or the other is one word.

    Whole sentences that only stand side by side announce nothing: "passwords need 12 characters", "HEAD is 4f1c...".
    """
    names = list(texts)
    before = names[max(0, names.index(name) - 1)]
    is_open = _OPEN.search(texts[before]) is not None or len(texts[name].split()) == 1
    if before == name or not is_open or find_never_kept(texts[name]):
        return [name]
    return [before, name] if find_never_kept(_LINES.join((texts[before], texts[name]))) else [name]


def _continued(texts: Mapping[str, str]) -> Iterator[Finding]:
    """What is malicious if one text goes on where another broke off.

    Only what begins as the rest of a sentence is read so: any two texts would make sentences that nobody wrote.
    """
    for rest_name, rest in texts.items():
        begun = _REST.match(rest)
        if begun is None:
            continue
        for head_name, head in texts.items():
            if head_name != rest_name:
                together = f"{head.rstrip(' .,;:')} {rest[begun.start('rest') :]}"
                for finding in find_never_kept(together, field=f"{head_name}+{rest_name}"):
                    if finding.kind.startswith(_MALICIOUS):
                        yield finding
