"""Texts made fit to keep and fit to show: never-kept spans cut out, invisible characters made visible."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from tenure.screen.finding import Finding
from tenure.screen.pattern import Pattern, holds_any
from tenure.screen.scan import find_never_kept

_ROUNDS = 3
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\u034f")
_KEPT_CONTROLS = frozenset("\n\t")
_WITHOUT_KEPT = dict.fromkeys(map(ord, _KEPT_CONTROLS))
_JOINER = "\u200d"
_ADDRESS = r"(?:[a-z][a-z0-9+.-]{1,20}:|//|www\.)"
_LIVE_LINK = Pattern(
    rf"\][(:](?=\s{{0,20}}<?\s{{0,20}}{_ADDRESS})"
    rf"|<(?={_ADDRESS}|/?(?:a|audio|base|embed|form|iframe|img|input|link|meta|object|script|source|style|svg|video)\b)",
    re.IGNORECASE,
)
_LINK_MARKS = ("](", "]:", "<")
_EMOJI_STYLE = "\ufe0f"


def redact(text: str) -> tuple[str, tuple[Finding, ...]]:
    """The text with every never-kept span replaced by ``[removed: kind]``, and what was found.

    Spans of the findings are offsets into ``text`` as given. If something is still found after three
    rounds of cutting, the whole text is replaced.
    """
    findings = find_never_kept(text)
    kept, found = text, findings
    for _ in range(_ROUNDS):
        if not found:
            return kept, findings
        kept = _cut(kept, found)
        found = find_never_kept(kept)
    return (f"[removed: {found[0].kind}]" if found else kept), findings


def cut_out(text: str) -> str:
    """The text with every never-kept span replaced, as `redact` gives it."""
    return redact(text)[0]


def _cut(text: str, findings: Iterable[Finding]) -> str:
    pieces: list[str] = []
    done = 0
    for finding in sorted(findings, key=lambda each: (each.start, -each.end)):
        if finding.start >= done:
            pieces += [text[done : finding.start], f"[removed: {finding.kind}]"]
        done = max(done, finding.end)
    return "".join((*pieces, text[done:]))


def neutralise(text: str) -> str:
    """The text with what a terminal obeys or an eye cannot see written out, such as ``<U+202E>``.

    Control, escape, direction, zero-width, tag, filler and odd space characters are written as code
    points. Line feeds, tabs, and joiners inside an emoji stay. The sign that makes a Markdown or HTML link or image of
    an address is written so too: a page that renders the text must not fetch anything. All other text is unchanged.
    """
    if holds_any(text, _LINK_MARKS):
        text = _LIVE_LINK.sub(lambda found: f"{found[0][:-1]}<U+{ord(found[0][-1]):04X}>", text)
    if text.isascii() and text.translate(_WITHOUT_KEPT).isprintable():
        return text
    return "".join(letter if _is_plain(text, at) else f"<U+{ord(letter):04X}>" for at, letter in enumerate(text))


def _is_plain(text: str, at: int) -> bool:
    letter = text[at]
    if " " <= letter <= "~" or letter in _KEPT_CONTROLS:
        return True
    if letter == _JOINER:
        return _is_emoji(text[at - 1 : at]) and _is_emoji(text[at + 1 : at + 2])
    if letter in _BLANK or "\ufe00" <= letter <= "\ufe0d" or "\U000e0100" <= letter <= "\U000e01ef":
        return False
    return unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs")


def _is_emoji(letter: str) -> bool:
    return letter == _EMOJI_STYLE or (letter != "" and unicodedata.category(letter) in ("So", "Sk"))
