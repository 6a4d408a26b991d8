"""What a repository's `tenure.toml` does, in words: which line is in force, which is not and why (R37)."""

from __future__ import annotations

from collections.abc import Sequence

from tenure.memory.policies import Effect, LocalSetting, LocalSettings
from tenure.screen import neutralise

FILE = "tenure.toml"
NAME_CHARS_MAX = 60


def local_note(found: LocalSettings | None) -> str:
    """Give one sentence for whoever calls a command there, if something in the file has no effect; else nothing.

    It names settings that exist and nothing that the file made up, for an agent reads it.
    """
    if found is None:
        return ""
    more = "`tenure policy show` says why"
    if found.problem:
        return f"{FILE} here has no effect: {found.problem}"
    ignored = [each for each in found.settings if each.is_ignored]
    named = [each.key for each in ignored if each.effect is not Effect.UNKNOWN]
    unknown = len(ignored) - len(named)
    told = ", ".join([*named, *([f"{unknown} unknown name{'s' if unknown > 1 else ''}"] if unknown else [])])
    if not any(each.effect is Effect.TIGHTENS for each in found.settings):
        return f"{FILE} here tightens nothing" + (f", without effect: {told}" if told else "") + f"; {more}"
    return f"{FILE} here, without effect: {told}; {more}" if told else ""


def local_lines(found: LocalSettings, *, is_own: bool) -> list[str]:
    """Give a line each setting of the file; names that no setting has are shown to the person alone."""
    if found.problem:
        return [f"# {FILE} here has no effect: {found.problem}"]
    return [f"# {FILE} here:", *(f"#   {_words(each, is_own=is_own)}" for each in found.settings)]


def local_data(settings: Sequence[LocalSetting]) -> list[dict[str, object]]:
    """Give the same for machines."""
    return [_data(each) for each in settings]


def _data(each: LocalSetting) -> dict[str, object]:
    key = "unknown" if each.effect is Effect.UNKNOWN else each.key
    told: dict[str, object] = {"key": key, "effect": each.effect.value}
    return {**told, "wanted": each.wanted} if each.wanted else told


def _words(each: LocalSetting, *, is_own: bool) -> str:
    is_shown = is_own or each.effect is not Effect.UNKNOWN
    key = neutralise(" ".join(each.key.split()))[:NAME_CHARS_MAX] if is_shown else "(a name)"
    state = "in force" if each.effect is Effect.TIGHTENS else f"no effect: {each.effect.value}"
    return f"{key}: {state}" + (f", wanted {each.wanted}" if each.wanted else "")
