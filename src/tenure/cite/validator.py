"""The contract of those who check citations, and the one registry that finds them by scheme."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Protocol, runtime_checkable

from tenure.cite.alongside import Asked, Call, Patience
from tenure.errors import CitationError
from tenure.model.citation import APPROVAL, STATEMENT, Citation
from tenure.model.claim import Claim
from tenure.model.scope import Scope
from tenure.model.validation import Outcome, Validation
from tenure.screen.pattern import Pattern
from tenure.values import dataclass

__all__ = [
    "Asked",
    "Cited",
    "Digest",
    "Fresh",
    "Patience",
    "Place",
    "Registry",
    "Renewing",
    "Rereading",
    "Validator",
    "Verifier",
]

ADDRESS_CHARS_MAX = 1_000
CODE = "code"
WEB = "web"

Digest = Callable[[str, bytes], str]
"""Keyed digest: a name for the use and the data give lower-case hex; equal only under the same key and use."""
Verifier = Callable[[str, Claim, Callable[[str], bool]], Outcome]
"""Given the id of a tool's call, the claim and a test whether a text is the cited result, says what holds now."""

_SCHEME = Pattern(r"([a-z][a-z0-9_]{1,30}):(?!:)")
_LINES = Pattern(r":\d{1,9}(?:-\d{1,9})?\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where the caller stands; what can be read is what the caller's own process can read.

    Args:
        worktree: A folder inside a git working tree or a bare repository, or None if the caller stands in none.
        scope: The caller's scope.
        ref: A branch, tag or commit to be judged instead of the working tree, or empty.
        trusted: Commits whose code a grant may rest on (R05).
        asks_away: Whether sources on other machines may be asked: by whoever checks an entry on purpose, and during a
            recall only if the policy says so.
    """

    worktree: Path | None
    scope: Scope
    ref: str = ""
    trusted: tuple[str, ...] = ()
    asks_away: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Cited:
    """What citing gave at the time of the proposal.

    Args:
        citation: The reference that is kept; digests only.
        passage: The cited words (own words only, for a statement); in memory only, never stored.
        scope: Where the evidence came from (R07).
        is_own_word: Whether it came by a person's own channel and is not quoted, fenced or pasted (R06).
        segments: Statement: the contiguous runs of own words, verbatim.
        has_symbol: Code: whether a symbol was cited.
        check_holds: Code: what the declarative check said, or None without one.
        at_trusted_ref: Code: tracked at a trusted commit with this very text, and not vendored (R05).
    """

    citation: Citation
    passage: str
    scope: Scope
    is_own_word: bool = False
    segments: tuple[str, ...] = ()
    has_symbol: bool = False
    check_holds: bool | None = None
    at_trusted_ref: bool = False


class Validator(Protocol):
    """Makes citations of one scheme and tells whether they still hold.

    Neither method writes anything, starts a process or waits without a bound. ``validate`` never raises for what
    the source does: whatever cannot be read, decided or afforded is *unverified* with a code in ``reason``.

    One that may be slow is asked on a thread of its own and given up after the policy's ``check_seconds_max``; one
    that never is says so with an attribute ``answers_at_once = True``, and is asked where it is needed.
    """

    scheme: str

    def cite(self, address: str, *, place: Place, now: datetime, options: Mapping[str, str]) -> Cited:
        """Give the citation of ``address`` (without its scheme) as the source is now.

        Raises:
            CitationError: The address cannot be parsed or names what cannot be cited.
        """
        ...

    def validate(self, citation: Citation, *, claim: Claim, place: Place, now: datetime) -> Validation:
        """Judge a citation against its source as it is now, as far as ``place`` can see it."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Fresh:
    """What a source says now, where it no longer says what was cited.

    Args:
        cited: Fresh evidence, in the place of what was cited; None if nothing is left to cite.
        form: The form of the citation's declarative check (``literal``, ``class``, ...); empty without one.
        name: The name of which the check speaks.
        was: What the check says of it, or the one word of the claim that the source has another of; empty if neither.
        now: What the source says instead, in the same form; empty if there is no such value.
    """

    cited: Cited | None = None
    form: str = ""
    name: str = field(default="", repr=False)
    was: str = field(default="", repr=False)
    now: str = field(default="", repr=False)


@runtime_checkable
class Renewing(Validator, Protocol):
    """A validator that can also say where cited words are now, and what stands there instead of them (R22)."""

    def renewed(self, citation: Citation, *, claim: Claim, place: Place, now: datetime) -> Citation | None:
        """Give the citation of the same words at their place now; None if they are not there or did not move."""
        ...

    def fresh(self, citation: Citation, *, claim: Claim, place: Place, now: datetime) -> Fresh:
        """Give what can be cited now in the place of words that changed, went or are contradicted.

        Raises:
            CitationError: It cannot be told, as a repository that may not be read.
        """
        ...

    def passage(self, citation: Citation, *, claim: Claim, place: Place, now: datetime) -> tuple[str, ...]:
        """Give the cited words as they are now, beside what they were, line by line; nothing if they cannot be read."""
        ...


@runtime_checkable
class Rereading(Validator, Protocol):
    """A validator that can also read again what a person said, where the message still lies with its host."""

    def own_words(self, citation: Citation) -> tuple[str, ...]:
        """Give the own words of the cited message if it still says what was cited, else nothing; none are kept."""
        ...


class Registry:
    """Finds the validator of a scheme; a host can add its own.

    Args:
        validators: One a scheme; a later one of the same scheme replaces the earlier.
    """

    def __init__(self, validators: Iterable[Validator]) -> None:
        self._by_scheme: dict[str, Validator] = {}
        self._later: dict[str, Callable[[], Validator]] = {}
        self._standing_later: set[str] = set()
        for validator in validators:
            self.add(validator)

    def add(self, validator: Validator) -> None:
        """Take in a validator; it replaces one of the same scheme.

        Raises:
            CitationError: The scheme is not a short lower-case name.
        """
        if not _SCHEME.fullmatch(f"{validator.scheme}:"):
            raise CitationError("a citation scheme is a short lower-case name", code="bad_scheme")
        self._by_scheme[validator.scheme] = validator

    def add_later(self, scheme: str, make: Callable[[], Validator], *, stands_unkept: bool = False) -> None:
        """Take in a validator that is made, and whose code is loaded, when a citation of its scheme is first asked for.

        Args:
            scheme: Its scheme.
            make: Makes it.
            stands_unkept: Whether it says itself that words which nobody can be asked after stand.
        """
        self._later[scheme] = make
        if stands_unkept:
            self._standing_later.add(scheme)

    def schemes(self) -> tuple[str, ...]:
        """Give the known schemes, sorted."""
        return tuple(sorted(self._by_scheme | self._later))

    def for_scheme(self, scheme: str) -> Validator:
        """Give the validator of ``scheme``.

        Raises:
            CitationError: Nobody checks that scheme here.
        """
        found = self._known(scheme)
        if found is None:
            hint = f"Known schemes: {', '.join(self.schemes()) or 'none'}; code is cited as `path:first-last`."
            raise CitationError("no validator is registered for this citation scheme", code="unknown_scheme", hint=hint)
        return found

    def _known(self, scheme: str) -> Validator | None:
        if scheme in self._later and scheme not in self._by_scheme:
            self._by_scheme.setdefault(scheme, self._later[scheme]())
        return self._by_scheme.get(scheme)

    def is_slow(self, scheme: str) -> bool:
        """Tell whether checking citations of this scheme may take long."""
        known = self._known(scheme)
        return known is not None and not getattr(known, "answers_at_once", False)

    def stand_unkept(self) -> bool:
        """Tell whether words that nobody can be asked after stand without being looked at.

        That is so of Tenure's own validators of statements and approvals; one that a host put in their place is asked,
        be it derived from them.
        """
        return all(map(self._stands_unkept, (STATEMENT, APPROVAL)))

    def _stands_unkept(self, scheme: str) -> bool:
        made = self._by_scheme.get(scheme)
        return scheme in self._standing_later if made is None else "stands_unkept" in vars(type(made))

    def ask(self, citation: Citation, *, claim: Claim, place: Place, now: datetime, patience: Patience) -> Asked:
        """Begin to check a citation; who may be slow is asked alongside, until the result is wanted."""

        def work() -> Validation:
            return self.for_scheme(citation.scheme).validate(citation, claim=claim, place=place, now=now)

        is_slow = self.is_slow(citation.scheme)
        return Asked(work, seconds=patience.left() if is_slow else 0, is_slow=is_slow, now=now)

    def own_words(self, citation: Citation, *, patience: Patience) -> tuple[str, ...]:
        """Give what a person said in a message that its host still has; nothing if it cannot be read in time."""
        validator = self._known(citation.scheme)
        if not isinstance(validator, Rereading):
            return ()
        read = partial(validator.own_words, citation)
        try:
            return Call(read, seconds=patience.left()).result() if self.is_slow(citation.scheme) else read()
        except Exception:  # noqa: BLE001 - a host's store may fail in any way; then nothing more is said
            return ()

    def parse(self, address: str) -> tuple[str, str]:
        """Split an address into its scheme and the rest.

        ``src/a.py:10-20``, ``src/a.py:10`` and ``src/a.py::Class.method`` are *code*; ``file:path``,
        ``tool:name#call``, ``entry:ent_x`` and others name their scheme; ``https://...`` is a page (*web*). A known
        scheme wins over a file of that name, which can still be cited as ``code:file:10``.

        Raises:
            CitationError: The address is empty, too long, holds control characters or names no known scheme.
        """
        if not address.strip() or len(address) > ADDRESS_CHARS_MAX:
            raise CitationError(f"an address has 1 to {ADDRESS_CHARS_MAX} characters")
        if any(ord(character) < 32 or ord(character) == 127 for character in address):
            raise CitationError("an address holds no control characters")
        if address.casefold().startswith(("https://", "http://")) and WEB in self.schemes():
            return WEB, address
        named = _SCHEME.match(address)
        if named and named[1] in self.schemes():
            return named[1], address[named.end() :]
        if named and not _LINES.search(address) and "::" not in address:
            self.for_scheme(named[1])
        return CODE, address
