"""The three screens over texts of any length, and over fields together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import permutations

from tenure.screen.entropy import looks_strongly_chosen
from tenure.screen.finding import Category, Finding
from tenure.screen.known import known_findings
from tenure.screen.letters import fold
from tenure.screen.malicious import malicious_findings
from tenure.screen.normalise import View, views_of
from tenure.screen.pattern import Pattern
from tenure.screen.secrets import (
    announces,
    label_findings,
    login_findings,
    opening_findings,
    secret_findings,
    shape_findings,
)

SCREEN_CHARS_MAX = 16_384
"""Characters read at once. Longer texts are read in windows of this size that overlap; time grows linearly."""

_OVERLAP_CHARS = 2_048
_FRAGMENTS_MAX = 12
_LABEL_WORDS_MAX = 5
_LABEL = Pattern(r"[^.=:/]{2,60}")
_VALUE = Pattern(r"(?!\w+[=:])[^\s/]{1,200}")
_NO_ID = Pattern(r"[A-Z!@#$%^&*?]")
_OWN_ID = Pattern(r"(?:[^\s/#]{1,100}#)?(?:ent|grant|note|prop|rcpt|repo|task)_[0-9a-hjkmnp-tv-z]{20}")
_Screen = Callable[[Sequence[View], str], Iterator[Finding]]


def find_never_kept(text: str, *, field: str = "text") -> tuple[Finding, ...]:
    """What R31 bars from every store: secrets, and malicious instructions (kinds ``malicious.*``)."""
    return _scan(text, field, (known_findings, secret_findings, malicious_findings))


def find_personal(text: str, *, field: str = "text") -> tuple[Finding, ...]:
    """Personal data and, as far as word lists go, the special categories of R08."""
    from tenure.screen.personal import personal_findings  # noqa: PLC0415 - on first use: a recall reads for no such data

    return _scan(text, field, (personal_findings,))


def find_orders(text: str, *, field: str = "text") -> tuple[Finding, ...]:
    """Orders (R11), delayed triggers, text about the memory itself, and signs of injection."""
    from tenure.screen.instructions import (  # noqa: PLC0415 - on first use: a recall looks for no orders
        order_findings,
        sign_findings,
    )

    return _scan(text, field, (sign_findings, order_findings))


def screen_fields(fields: Mapping[str, str]) -> tuple[Finding, ...]:
    """All screens on every field, and on what only several fields together say.

    A finding of a join bears the names of its fields with ``+`` between them; its span is that of the
    joined text, from 0.
    """
    from tenure.screen.instructions import order_findings, sign_findings  # noqa: PLC0415 - as in `find_orders`
    from tenure.screen.personal import personal_findings  # noqa: PLC0415 - as in `find_personal`

    screens: tuple[_Screen, ...] = (
        known_findings,
        secret_findings,
        malicious_findings,
        personal_findings,
        sign_findings,
        order_findings,
    )
    found = [finding for name, text in fields.items() for finding in _scan(text, name, screens)]
    seen = {finding.kind for finding in found}
    filled = {name: text for name, text in fields.items() if text.strip()}
    if len(filled) > 1:
        for joined, judges in _joins(filled):
            for finding in _scan(joined, "+".join(filled), judges):
                if finding.kind not in seen:
                    seen.add(finding.kind)
                    found.append(finding)
    return tuple(found)


def is_own_id(text: str) -> bool:
    """Whether a whole text is an id of our own, in which nothing is looked for."""
    return _OWN_ID.fullmatch(text) is not None


def _joins(fields: Mapping[str, str]) -> Iterator[tuple[str, tuple[_Screen, ...]]]:
    """What several fields say together, each with the screens that can judge it.

    1. All in a row: a shape cut at the seam, a sentence that goes on in the next field.
    2. A label in one field and a single word in another: a slot's attribute and its value. The colon between them is
       ours: it makes no login of "the user's ID" and a number, only of what nobody would write for anything else.
    3. Fragments of two fields next to each other, in either order.

    Ids of our own are left out: every claim stands beside some, and random letters after its words look like a token.
    """
    fields = {name: text for name, text in fields.items() if not is_own_id(text.strip())}
    yield "".join(fields.values()), (known_findings, shape_findings)
    yield " ".join(fields.values()), (malicious_findings,)
    yield from _labelled(fields.values())
    fragments = {name: _fragments(text) for name, text in fields.items()}
    pairs = [
        head + tail
        for first, second in permutations(fragments, 2)
        for head in fragments[first]
        for tail in fragments[second]
    ]
    if pairs:
        yield "\n\n".join(pairs), (shape_findings,)


def _labelled(texts: Iterable[str]) -> Iterator[tuple[str, tuple[_Screen, ...]]]:
    pairs = [
        (label, value)
        for first, value in permutations([text.strip() for text in texts], 2)
        if _is_short(first) and _LABEL.fullmatch(label := first.rstrip(":=")) and _VALUE.fullmatch(value)
    ]
    announcing = {text for text in {text for pair in pairs for text in pair} if announces(text)}
    for label, value in pairs:
        if label in announcing or value in announcing:
            yield f"{label}: {value}", (label_findings, opening_findings)
        if _NO_ID.search(value) and looks_strongly_chosen(value):
            yield f"{label}: {value}", (login_findings, opening_findings)


def _is_short(text: str) -> bool:
    return len(text.split()) <= _LABEL_WORDS_MAX


def _fragments(text: str) -> list[str]:
    """Words of a text that may be part of a token: with digits, or of mixed case, longest first."""
    words = (word.strip(".,;:()[]{}\"'`") for word in fold(text[:SCREEN_CHARS_MAX]).split())
    odd = {
        word for word in words if (len(word) >= 6 and not word.isalpha()) or (len(word) >= 8 and word != word.lower())
    }
    return sorted(odd, key=lambda word: (-len(word), word))[:_FRAGMENTS_MAX]


def _scan(text: str, field: str, screens: Sequence[_Screen]) -> tuple[Finding, ...]:
    if is_own_id(text):  # random letters: one in some thousands would look like what is never kept
        return ()
    found: list[Finding] = []
    for offset, window in _windows(text):
        views = views_of(window, joined=secret_findings in screens or shape_findings in screens)
        for screen in screens:
            found.extend(_moved(screen(views, field), offset))
    return _merged(found)


def _windows(text: str) -> Iterator[tuple[int, str]]:
    step = SCREEN_CHARS_MAX - _OVERLAP_CHARS
    for offset in range(0, max(1, len(text) - _OVERLAP_CHARS), step):
        yield offset, text[offset : offset + SCREEN_CHARS_MAX]


def _moved(findings: Iterable[Finding], offset: int) -> Iterator[Finding]:
    for each in findings:
        if offset:
            yield Finding(
                category=each.category,
                kind=each.kind,
                field=each.field,
                start=each.start + offset,
                end=each.end + offset,
            )
        else:
            yield each


def _merged(findings: list[Finding]) -> tuple[Finding, ...]:
    """One finding for each kind and place: those of one kind that overlap become one."""
    merged: list[Finding] = []
    last: dict[tuple[Category, str], int] = {}
    for each in sorted(findings, key=lambda one: (one.start, one.end)):
        at = last.get((each.category, each.kind))
        if at is not None and each.start < merged[at].end:
            before = merged[at]
            merged[at] = Finding(
                category=each.category,
                kind=each.kind,
                field=each.field,
                start=before.start,
                end=max(before.end, each.end),
            )
            continue
        last[each.category, each.kind] = len(merged)
        merged.append(each)
    return tuple(merged)
