"""Lets sources that may be slow answer side by side, each for a bounded time, on threads that nothing waits for.

Python cannot stop a thread. One that does not come back holds a place of `THREADS_MAX` until it does, and never the
end of the process; when no place is left, what is asked next counts as too slow.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from datetime import datetime
from typing import Final, Generic, TypeVar

from tenure.errors import Error
from tenure.forked import free_in_children
from tenure.model.validation import FAILED, TOO_SLOW, Outcome, Validation

T = TypeVar("T")

THREADS_MAX: Final = 32
"""Most calls of one process that run at once, given up or not."""

_places = threading.BoundedSemaphore(THREADS_MAX)
free_in_children(sys.modules[__name__], "_places", lambda: threading.BoundedSemaphore(THREADS_MAX))


class Call(Generic[T]):
    """One call on a thread of its own, begun when this is made.

    Args:
        work: What to do.
        seconds: How long its result is waited for, from now on.
    """

    def __init__(self, work: Callable[[], T], *, seconds: float) -> None:
        self._work = work
        self._until = time.monotonic() + seconds
        self._done = threading.Event()
        self._found: list[T] = []
        self._error: BaseException = TimeoutError()
        if seconds <= 0 or not _places.acquire(blocking=False):
            self._done.set()
            return
        try:
            threading.Thread(target=self._run, daemon=True, name="tenure-source").start()
        except RuntimeError:  # the system gives no thread: as with no place left
            _places.release()
            self._done.set()

    def result(self) -> T:
        """Give what the call gave, or raise what it raised.

        Raises:
            TimeoutError: It did not come back in time, or there was no place for it.
        """
        if not self._done.wait(max(self._until - time.monotonic(), 0)):
            raise TimeoutError
        if self._found:
            return self._found[0]
        raise self._error

    def _run(self) -> None:
        try:
            self._found.append(self._work())
        except BaseException as error:  # noqa: BLE001 - it is raised again where the result is asked for
            self._error = error
        finally:
            _places.release()
            self._done.set()


class Patience:
    """How long one request waits for slow sources: each, and all of them together.

    Args:
        each: Seconds for one source.
        whole: Seconds for all, counted from the first that is asked; None for no bound on the whole.
    """

    def __init__(self, *, each: float, whole: float | None = None) -> None:
        self._each = each
        self._whole = whole
        self._until: float | None = None

    def left(self) -> float:
        """Give the seconds that a source asked now may take."""
        if self._whole is None:
            return self._each
        if self._until is None:
            self._until = time.monotonic() + self._whole
        return min(self._each, self._until - time.monotonic())


class Asked:
    """One citation that is being checked; it fails closed, whatever its validator does.

    Args:
        ask: Asks the validator.
        seconds: How long a slow one may take.
        is_slow: Whether it runs on a thread of its own, from now on.
        now: The reference instant (UTC).
    """

    def __init__(self, ask: Callable[[], Validation], *, seconds: float, is_slow: bool, now: datetime) -> None:
        self._ask = Call(ask, seconds=seconds).result if is_slow else ask
        self._now = now

    def result(self) -> Validation:
        """Give what the validator found; *unverified* if it found nothing in time, or failed."""
        try:
            found: object = self._ask()
        except Error as error:
            return self._unverified(error.code)
        except TimeoutError:
            return self._unverified(TOO_SLOW)
        except OSError:
            return self._unverified("source_unreachable")
        except Exception:  # noqa: BLE001 - a host's validator may fail in any way, and withholds then (R17)
            return self._unverified(FAILED)
        return found if isinstance(found, Validation) else self._unverified(FAILED)

    def _unverified(self, reason: str) -> Validation:
        return Validation(outcome=Outcome.UNVERIFIED, checked_at=self._now, reason=reason)
