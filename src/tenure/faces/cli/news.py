"""Tells that grants let something in since the person last looked: every recall may end with it (R38)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tenure import Entry
from tenure.faces.cli.envelope import Answer, NextStep
from tenure.faces.cli.opening import Opened
from tenure.faces.cli.terminal import is_watched
from tenure.faces.instants import span

LOOK: Final = NextStep(who="person", do="tenure review kept")


def with_news(given: Answer, memory: Opened, *, is_start: bool, json: bool) -> Answer:
    """Add that grants let something in since the person last looked: at a terminal, or where a session starts."""
    is_own = is_watched() and not json
    if not is_own and not is_start:
        return given
    unseen = _unseen(memory, is_own=is_own)
    if not unseen:
        return given
    return replace(given, warnings=[*given.warnings, _news(unseen, memory)], next=[*given.next, LOOK])


def _unseen(memory: Opened, *, is_own: bool) -> tuple[Entry, ...]:
    found = memory.person().admitted_since()
    return found if is_own else tuple(each for each in found if each.scope.is_visible_in(memory.scope))


def _news(unseen: Sequence[Entry], memory: Opened) -> str:
    age = span(memory.now() - unseen[0].recorded_at)
    return f"{len(unseen)} kept under your grants since {age} ago, not looked at yet"
