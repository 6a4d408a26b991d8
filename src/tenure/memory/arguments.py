"""Turns what callers pass into model values, or says clearly what is wrong with it."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from tenure.clock import Clock
from tenure.errors import LimitError, NotFoundError, RequestError
from tenure.memory.settings import SETTINGS_SCOPE
from tenure.model.claim import Kind, Purpose
from tenure.model.lifetime import EVENTS_MAX, Lifetime, check_event
from tenure.model.scope import SCOPE_PART_CHARS_MAX, Scope
from tenure.policy.embedder import LEXICAL
from tenure.policy.policy import Policy
from tenure.screen import find_never_kept
from tenure.screen.known import holds_known
from tenure.screen.letters import is_blank
from tenure.search.embed.port import Embedder

if TYPE_CHECKING:  # few requests ask for the past
    from tenure.recall.past import Moment

E = TypeVar("E", bound=StrEnum)

ID_CHARS_MAX = 64
MESSAGE_ID_CHARS_MAX = 200
FRESH_HOURS_MAX = 8_760
LEDGER_LINES_MAX = 100_000
SWEEP_MINUTES_MAX = 10_080
ENTRY = "entry:"
LEDGER_SEQUENCE_MAX = 2**63 - 1


def to_member(enumeration: type[E], value: Any, *, name: str) -> E:  # noqa: ANN401 - whatever a caller passed
    """Give the member of an enumeration that a caller named by value.

    Raises:
        RequestError: There is no such member; the hint lists those that there are.
    """
    try:
        return enumeration(value)
    except (ValueError, TypeError):
        known = ", ".join(member.value for member in enumeration)
        raise RequestError(
            f"'{name}' is none of the known ones", code=f"bad_{name}", hint=f"Use one of: {known}."
        ) from None


def to_text(value: object, *, name: str, longest: int) -> str:
    """Give a text that is neither empty nor too long nor broken.

    Raises:
        RequestError: It is no text, is empty, blank or invisible, or holds lone surrogates or NUL.
        LimitError: It is longer than ``longest`` characters.
    """
    if not isinstance(value, str):
        raise RequestError(f"'{name}' must be text", code=f"bad_{name}", hint=f"Pass '{name}' as a string.")
    if is_blank(value):
        raise RequestError(f"'{name}' is empty", code=f"bad_{name}", hint=f"Give '{name}' some text.")
    if len(value) > longest:
        raise LimitError(f"'{name}' has {len(value)} characters; at most {longest} are allowed")
    if not is_clean(value):
        raise RequestError(f"'{name}' holds NUL or broken characters", code=f"bad_{name}", hint="Send clean Unicode.")
    return value


def to_name(value: object, *, name: str, longest: int) -> str:
    """Give the name of a person, an agent or a task: what they do is recorded under it, so it holds no secret (R31).

    Raises:
        RequestError: It is no text, is empty, holds broken characters or what must never be kept.
        LimitError: It is longer than ``longest`` characters.
    """
    text = to_text(value, name=name, longest=longest)
    if holds_secret(text):
        raise RequestError(
            f"'{name}' holds what must not be kept", code=f"bad_{name}", hint="Use a plain name, and no secret in it."
        )
    return text


def to_scope(value: Scope) -> Scope:
    """Give a scope whose names hold no secret: whatever is done there is recorded under them (R31).

    Raises:
        RequestError: A name of it does, or its project is the store's own.
    """
    if value.project == SETTINGS_SCOPE.project:
        raise RequestError(
            "this project's name is the store's own", code="bad_scope", hint="Give the project another name."
        )
    for part, text in value.parts():
        to_name(text, name=part, longest=SCOPE_PART_CHARS_MAX)
    return value


def holds_secret(text: str) -> bool:
    """Tell whether a name holds what must never be kept; names come again and again, so the answer is remembered."""
    return _looks_secret(text) or holds_known(text)


@lru_cache(maxsize=1024)
def _looks_secret(text: str) -> bool:
    return bool(find_never_kept(text))


def is_clean(text: str) -> bool:
    """Tell whether a text holds neither NUL nor lone surrogates, which no store and no face can carry."""
    return "\x00" not in text and (text.isascii() or not any("\ud800" <= each <= "\udfff" for each in text))


def to_id(value: object, *, name: str = "id") -> str:
    """Give an id as text; whether it exists is for the caller's scope to say.

    Raises:
        RequestError: It is no text, is empty or too long.
    """
    return to_text(value, name=name, longest=ID_CHARS_MAX)


def absent(entry_id: str, said: str) -> NotFoundError:
    """Give the error for an entry that is not there; what has the form of a proposal's id is said to be one."""
    if entry_id.startswith("prop_"):
        return NotFoundError(said, hint="This is a proposal's id: `tenure review` shows what waits for the person.")
    return NotFoundError(said)


def to_purpose(value: object, *, policy: Policy) -> Purpose | None:
    """Give a purpose from ``name`` or ``name: detail``, or None if none was given.

    A name outside the policy's list is kept as it is: the purpose gate answers for it (R04).
    """
    if value is None or isinstance(value, Purpose):
        return value
    text = to_text(value, name="purpose", longest=policy.detail_chars_max + 64)
    name, _, detail = text.partition(":")
    return Purpose(name=name.strip(), detail=detail.strip())


def to_purposes(value: object, *, policy: Policy) -> tuple[str, ...]:
    """Give the purpose names of a request; none named means all of the policy's (R16).

    Raises:
        RequestError: A name is not on the policy's list.
    """
    if value is None:
        return policy.purposes
    names: tuple[object, ...] = (value,)
    if isinstance(value, Iterable) and not isinstance(value, str):
        names = tuple(cast("Iterable[object]", value))
    for name in names:
        if name not in policy.purposes:
            raise RequestError(
                "'purpose' is not on the policy's list", code="bad_purpose", hint="Use: " + ", ".join(policy.purposes)
            )
    return tuple(str(name) for name in names) or policy.purposes


def to_message(value: object) -> str:
    """Give the id of a message, as its host asks for it.

    Raises:
        RequestError: It is empty, too long, holds control characters, or what must never be kept.
    """
    message = to_text(value, name="message", longest=MESSAGE_ID_CHARS_MAX)
    if find_never_kept(message) or any(ord(character) < 32 or ord(character) == 127 for character in message):
        raise RequestError("'message' is no id that can be kept", code="bad_message", hint="Pass the message's id.")
    return message


def told_apart(because: str | Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Tell references to sources from entries that a claim rests on (``entry:ID``); give both, the entries as ids.

    Raises:
        RequestError: An entry's id is empty or too long.
    """
    given = (because,) if isinstance(because, str) else tuple(because)
    entries = [each.removeprefix(ENTRY) for each in given if each.startswith(ENTRY)]
    references = tuple(each for each in given if not each.startswith(ENTRY))
    return references, tuple(to_id(each, name="because") for each in dict.fromkeys(entries))


def to_count(value: object, *, name: str, most: int, least: int = 1) -> int:
    """Give a whole number from ``least`` to ``most``.

    Raises:
        RequestError: It is no whole number or lies outside.
    """
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise RequestError(f"'{name}' must be a whole number from {least} to {most}", code=f"bad_{name}")
    return value


def to_instant(value: object, *, name: str) -> datetime | None:
    """Give an instant in UTC, or None if none was given.

    Raises:
        RequestError: It is no instant or bears no time zone.
    """
    if value is None:
        return None
    if not isinstance(value, datetime) or value.tzinfo is None:
        raise RequestError(f"'{name}' must be an instant with a time zone", code=f"bad_{name}")
    return value.astimezone(UTC)


def to_moment(as_of: object, known_at: object) -> Moment | None:
    """Give the instants that a request about the past asks for, or None if it is about now.

    Raises:
        RequestError: One is no instant or bears no time zone.
    """
    if as_of is None and known_at is None:
        return None
    from tenure.recall.past import Moment  # noqa: PLC0415 - loads on first use

    return Moment(valid_at=to_instant(as_of, name="as_of"), known_at=to_instant(known_at, name="known_at"))


def to_lifetime(
    expires_at: object, review_on: str | Iterable[str] = (), fresh_hours: int | None = None
) -> Lifetime | None:
    """Give the lifetime that a caller named by an end, by events and by freshness, or None for the policy's.

    Raises:
        RequestError: The end is no instant with a time zone, a name is no event's, or the hours are out of bounds.
        LimitError: There are too many events.
    """
    end = to_instant(expires_at, name="expires_at")
    names = (review_on,) if isinstance(review_on, str) else tuple(review_on)
    if len(names) > EVENTS_MAX:
        raise LimitError(f"an entry names at most {EVENTS_MAX} events")
    events = tuple(dict.fromkeys(check_event(name) for name in names))
    hours = None if fresh_hours is None else to_count(fresh_hours, name="fresh_hours", most=FRESH_HOURS_MAX)
    named = Lifetime(expires_at=end, review_on=events, fresh_for=None if hours is None else timedelta(hours=hours))
    return None if named == Lifetime() else named


def to_options(*, check: str | None, quote: str | None) -> dict[str, str]:
    """Give the options of citing that a caller named."""
    return {name: given for name, given in (("check", check), ("quote", quote)) if given is not None}


def quoted_in(kind: Kind, quote: str | None) -> tuple[str, ...]:
    """Give the reference of a code claim that only quotes a line: wherever in the tree it stands."""
    return (".",) if kind is Kind.CODE and quote else ()


def to_folder(value: str | os.PathLike[str]) -> Path:
    """Give a folder.

    Raises:
        RequestError: It is empty, which would silently mean the folder in which the program stands, or longer than the
            system takes.
    """
    if not os.fspath(value).strip():
        raise RequestError("a folder's name is empty", code="bad_path", hint="Name a folder, or omit it.")
    try:
        os.lstat(value)
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            raise RequestError("a folder's name is too long", code="bad_path", hint="Name a shorter one.") from None
    return Path(value)


def to_embedder(value: Embedder | str | None) -> Embedder | str | None:
    """Give an embedder, or ``lexical``; what it gives is not looked at before it is used.

    Raises:
        RequestError: It is neither.
    """
    given: object = value
    is_one = isinstance(given, Embedder) and not isinstance(given, type) and bool(given.name)
    if given is None or given == LEXICAL or is_one:
        return value
    raise RequestError("'embedder' is no embedder", code="bad_embedder", hint="Pass an embedder, or 'lexical'.")


def to_clock(value: Clock) -> Clock:
    """Give a clock that gives aware instants.

    Raises:
        RequestError: It does not.
    """
    try:
        value.now().astimezone(UTC)
        is_aware = value.now().tzinfo is not None
    except (AttributeError, OverflowError, TypeError):
        is_aware = False
    if not is_aware:
        raise RequestError("'clock' gives no instants with a time zone", code="bad_clock", hint="Give aware ones.")
    return value
