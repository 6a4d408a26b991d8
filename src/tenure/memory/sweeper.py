"""Sweeps an opened memory from time to time, in one thread of this process, until the memory is closed (R23, R24).

Nothing depends on it: reading withholds what has ended at that very second. It is for programs that stay open, where
nobody runs `tenure sweep`. Several processes may each have one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import lru_cache
from typing import Final

from tenure.errors import Error
from tenure.forked import let_go_in_children, of_own
from tenure.lifecycle.sweep import Swept, sweep
from tenure.memory.settings import POLICY, read_setting
from tenure.memory.wired import Wired
from tenure.policy.load import parse
from tenure.policy.policy import Policy

FIRST_SECONDS: Final = 60.0
"""Seconds after which the first sweep comes at the latest, so that a process that lives shortly sweeps too."""
MARK_EACH: Final = timedelta(days=1)
"""How old the store's mark may be before a sweep moves it: a store that is swept daily sees no leap (R23)."""
UNEXPECTED: Final = "unexpected"

_parsed = lru_cache(maxsize=4)(parse)


def sweep_once(wired: Wired, *, goes_on: Callable[[], bool] = lambda: True) -> Swept:
    """Erase what is past its end and grace as of now, by the policy that is in force now.

    Args:
        wired: The memory.
        goes_on: Asked before each batch; at the first no it stops, with what is erased already.
    """
    now, mark = wired.now(), wired.ledger.last_at()
    if not wired.is_policy_given:
        take_policy(wired)  # after the instant: what was in force before it is known
    policy = wired.policy

    def is_still_so() -> bool:
        # What is erased cannot be undone: a longer grace that another process put in force meanwhile ends this sweep.
        return goes_on() and (wired.is_policy_given or _in_force(wired) in (None, policy))

    return sweep(
        entries=wired.entries,
        notes=wired.notes,
        policy=policy,
        now=now,
        has_leapt=wired.has_leapt(now),
        meaning=wired.meaning,
        goes_on=is_still_so,
        is_marked=mark is not None and now - mark >= MARK_EACH,
    )


def take_policy(wired: Wired) -> None:
    """Take over the policy that another process put in force since this one opened the store."""
    policy = _in_force(wired)
    if policy is not None and wired.policy != policy:
        wired.policy = policy


def _in_force(wired: Wired) -> Policy | None:
    kept = read_setting(POLICY, entries=wired.entries)
    return None if kept is None else _parsed(kept.value)


class Sweeper:
    """One thread that sweeps; at most one sweep at a time, each in batches between which it can be stopped.

    Args:
        wired: The memory.
        seconds: Seconds of this process's time between the end of one sweep and the next.

    Attributes:
        fault: The code of the error that ended the last sweep, or an empty text; the next one is tried all the same.
        sweeps: How many sweeps came to their end.
    """

    def __init__(self, wired: Wired, *, seconds: float) -> None:
        self.fault: str = ""
        self.sweeps: int = 0
        self._wired = wired
        self._seconds = seconds
        self._stopped = threading.Event()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self.go_on()
        let_go_in_children(self)

    def go_on(self) -> None:
        """Begin the thread if this process has none: it is a child of the one that did, and uses the memory too."""
        if self._thread is None:
            with self._lock:
                self._begin()

    def stop(self) -> None:
        """Let no further batch begin, and wait until the thread is gone; safe twice."""
        with self._lock:
            self._stopped.set()
            thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join()

    def forked(self) -> None:
        """Have no thread until the memory is used here: many a child is over before a sweep would come."""
        self._lock, self._thread, self._stopped = threading.Lock(), None, of_own(self._stopped)

    def _begin(self) -> None:
        if self._thread is None and not self._stopped.is_set():
            thread = threading.Thread(target=self._run, name="tenure-sweeper", daemon=True)
            with suppress(RuntimeError):  # the system gives no thread: the next use tries again
                thread.start()
                self._thread = thread

    def _run(self) -> None:
        seconds = min(FIRST_SECONDS, self._seconds)
        while not self._stopped.wait(seconds):
            seconds = self._seconds
            try:
                sweep_once(self._wired, goes_on=lambda: not self._stopped.is_set())
                self._wired.entries.finish_erasure()
                self.fault = ""
                self.sweeps += 1
            except Error as error:
                self.fault = error.code
            except Exception:  # noqa: BLE001 - whatever it is, the thread lives on, and `doctor` tells it
                self.fault = UNEXPECTED
