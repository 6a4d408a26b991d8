"""The whole error tree: mistakes of callers and broken machines, never expected outcomes.

```
Error                         .code (stable, machine-read)   .hint (what to do next)   never any claim text
|-- RequestError              the caller asked for what cannot be
|   |-- NotFoundError         no such entry in your scope (another user's entry answers the same)
|   |-- NotAllowedError       this principal may not act in this scope
|   |-- TransitionError       the entry's status does not allow this step
|   |-- CitationError         the reference cannot be parsed
|   `-- LimitError            a bound of the policy would be broken
|-- RefusedError              raised only by Decision.raise_if_refused(); carries the verdict codes
|-- ConflictError             the entry changed since you read it (compare-and-set on its version)
|-- PolicyError               the policy file is wrong: key, found, wanted
`-- StoreError
    |-- StoreUnavailableError trying again may help
    |-- SchemaError           the database is older or newer than this code
    `-- IntegrityError        an entry failed its own check when read back
```

A refused or pending write and a withheld entry are values (`Decision`, `Recall.withheld`), not exceptions.
Exit codes and status numbers live in `faces/` alone.
"""

from __future__ import annotations

import errno
import os


class Error(Exception):
    """What every exception of Tenure is: a message, a stable code and the next step.

    Args:
        message: What happened, without any text that a person or an agent wrote.
        code: Stable, machine-read name of the case; the class's default if omitted.
        hint: What to do next, in one sentence; the class's default if omitted.
    """

    code: str = "error"
    hint: str = "Run `tenure doctor`."

    def __init__(self, message: str, *, code: str | None = None, hint: str | None = None) -> None:
        super().__init__(message)
        if code is not None:
            self.code = code
        if hint is not None:
            self.hint = hint


class RequestError(Error):
    """The caller asked for what cannot be."""

    code = "bad_request"
    hint = "Correct the named argument and call again."


class NotFoundError(RequestError):
    """There is no such thing in the caller's scope; a foreign id answers exactly like a missing one."""

    code = "not_found"
    hint = "List what is visible here: `tenure list`, for a model the tool `list_entries`."


class NotAllowedError(RequestError):
    """This principal may not act so in this scope."""

    code = "not_allowed"
    hint = "Ask the person who owns this scope; an agent can only propose or request."


class TransitionError(RequestError):
    """The status of the entry does not allow this step."""

    code = "wrong_status"
    hint = "Look at its status with `tenure show ID` first."


class CitationError(RequestError):
    """The reference cannot be parsed or names what cannot be cited."""

    code = "bad_citation"
    hint = "Cite `path:first-last`, `path::symbol`, a heard message or an observed result."


class LimitError(RequestError):
    """A bound of the policy would be broken; nothing was written and nothing was evicted."""

    code = "over_limit"
    hint = "Shorten or divide it."


class RefusedError(Error):
    """A decision was refused; raised only by `Decision.raise_if_refused()`.

    Attributes:
        codes: The codes of the verdicts that refused, in the order of the gates.
    """

    code = "refused"
    hint = "Read the verdicts: each names the field, the reason and who can mend it."

    def __init__(self, codes: tuple[str, ...]) -> None:
        super().__init__("refused: " + ", ".join(codes))
        self.codes = codes

    def __reduce__(self) -> tuple[object, ...]:  # else a copy would be made from the message
        return type(self), (self.codes,), self.__dict__


class ConflictError(Error):
    """The entry changed since it was read (compare-and-set on its version)."""

    code = "changed_meanwhile"
    hint = "Read it again and repeat the step."


class PolicyError(Error):
    """The policy is wrong: which key, what was found, what is wanted."""

    code = "bad_policy"
    hint = "Run `tenure policy check FILE`."


class StoreError(Error):
    """The store could not do its work."""

    code = "store_failed"
    hint = "Run `tenure doctor`."


class StoreUnavailableError(StoreError):
    """The store cannot be reached or written just now; trying again may help."""

    code = "store_unavailable"
    hint = "Check disk space and permissions, then try again; nothing was lost."


class SchemaError(StoreError):
    """The database is older or newer than this code."""

    code = "wrong_schema"
    hint = "Use the version of Tenure that made this store, or a newer one."


class IntegrityError(StoreError):
    """Something failed its own check when read back: altered, moved, removed, replayed or rolled back."""

    code = "integrity"
    hint = "Put a backup in its place: `tenure restore FILE`; `tenure doctor` names what was changed."


_SYSTEM = (
    (
        frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG}),
        "disk_full",
        "the disk is full, or a limit on file sizes is reached",
        "Free some space, then try again; nothing that was acknowledged is lost.",
    ),
    (
        frozenset({errno.EROFS}),
        "read_only_disk",
        "it lies on a file system that can only be read",
        "Mount it for writing, or name another folder.",
    ),
    (
        frozenset({errno.EACCES, errno.EPERM}),
        "no_permission",
        "this account may not do that there",
        "Give the folder and its files to this account (`chown`, `chmod u+rwX`), then try again.",
    ),
    (
        frozenset({errno.EIO}),
        "disk_failing",
        "reading or writing fails",
        "Look at the disk and at the system's log before you go on; restore a backup if the disk fails.",
    ),
)


def unwritable(*, is_full: bool = False) -> StoreUnavailableError:
    """Give the error for a write to a store that is open for reading alone.

    Args:
        is_full: Whether that is so since its disk was full when it was opened; else it may not be written at all.
    """
    if not is_full:
        return StoreUnavailableError("this store can only be read", code="read_only")
    return StoreUnavailableError(
        "this store can only be read: its disk was full when it was opened",
        code="disk_full",
        hint="Free some space, then open it again; nothing that was acknowledged is lost.",
    )


def unavailable(
    number: int | None, what: str, *, code: str | None = None, hint: str | None = None
) -> StoreUnavailableError:
    """Give the error for what the operating system refused, told in words with what to do next.

    Args:
        number: The system's own number of the case (`errno`), or None if it gave none.
        what: What cannot be used, such as ``the key folder``; never a text that somebody wrote.
        code: The code of a case that is none of the four (disk full, read-only, no permission, failing disk).
        hint: Its hint.
    """
    for numbers, known, reason, step in _SYSTEM:
        if number in numbers:
            return StoreUnavailableError(f"{what} cannot be used: {reason}", code=known, hint=step)
    reason = os.strerror(number) if number else "the system gives no reason"
    return StoreUnavailableError(f"{what} cannot be used: {reason}", code=code, hint=hint)
