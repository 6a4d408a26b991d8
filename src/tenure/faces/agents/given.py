"""The arguments that a model passed, read strictly: nothing unknown, nothing of another type, no value repeated."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Final, cast

from tenure.errors import RequestError
from tenure.faces.agents.tool import Tool
from tenure.faces.instants import to_begin, to_end, to_past

ARGUMENTS_CHARS_MAX: Final = 100_000


class Given:
    """Arguments of one call by name; an empty text counts as left out, as models often send one.

    Args:
        tool: The tool that is called.
        arguments: What the model passed: an object, or the JSON text of one.

    Raises:
        RequestError: It is no object, an argument is unknown, or a required one is missing.
    """

    def __init__(self, tool: Tool, arguments: Mapping[str, object] | str | None) -> None:
        given = _read(arguments)
        for name in given:
            if name not in tool.properties:
                raise _wrong("an argument is unknown", f"Known are: {', '.join(tool.properties)}.")
        self._given = {name: value for name, value in given.items() if value is not None and value not in ("", [])}
        for name in tool.required:
            if name not in self._given:
                raise _wrong(f"'{name}' is missing", f"Give '{name}'.", name=name)

    def __contains__(self, name: str) -> bool:
        return name in self._given

    def text(self, name: str) -> str:
        """Give a text that is there."""
        return self.maybe(name) or ""

    def maybe(self, name: str) -> str | None:
        """Give a text, or None if it was left out.

        Raises:
            RequestError: It is no text.
        """
        value = self._given.get(name)
        if value is not None and not isinstance(value, str):
            raise _wrong(f"'{name}' must be text", f"Pass '{name}' as a string.", name=name)
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """Give several texts; one alone may stand without its list.

        Raises:
            RequestError: It is neither.
        """
        value = self._given.get(name, ())
        if isinstance(value, str):
            return (value,)
        if not isinstance(value, list | tuple):
            raise _wrong(f"'{name}' must be a list of texts", f"Pass '{name}' as an array of strings.", name=name)
        told = cast("list[object]", value)
        if not all(isinstance(each, str) for each in told):
            raise _wrong(f"'{name}' must be a list of texts", f"Pass '{name}' as an array of strings.", name=name)
        return tuple(str(each) for each in told)

    def count(self, name: str) -> int | None:
        """Give a whole number from 1, or None if it was left out.

        Raises:
            RequestError: It is none.
        """
        value = self._given.get(name)
        if isinstance(value, float) and value.is_integer():  # JSON knows one kind of number
            value = int(value)
        if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 1):
            raise _wrong(f"'{name}' must be a whole number from 1", f"Pass '{name}' as an integer.", name=name)
        return value

    def end(self, name: str) -> datetime | None:
        """Give the end that a date, an instant, a number of days or a span names."""
        return to_end(self.maybe(name), name=name)

    def begin(self, name: str) -> datetime | None:
        """Give the instant that a date, from its beginning, or an instant names."""
        return to_begin(self.maybe(name), name=name)

    def instant(self, name: str) -> datetime | None:
        """Give the instant that a date or an instant names."""
        return to_past(self.maybe(name), name=name)


def _read(arguments: Mapping[str, object] | str | None) -> Mapping[str, object]:
    told: object = arguments or {}
    if isinstance(told, str):
        if len(told) > ARGUMENTS_CHARS_MAX:
            raise _wrong("the arguments are too long", "Shorten them.")
        try:
            told = json.loads(told)
        except (ValueError, RecursionError):
            raise _wrong("the arguments are no JSON", "Send one JSON object.") from None
    if not isinstance(told, Mapping):
        raise _wrong("the arguments are no object", "Send one JSON object.")
    return cast("Mapping[str, object]", told)


def _wrong(message: str, hint: str, *, name: str = "arguments") -> RequestError:
    return RequestError(message, code=f"bad_{name}", hint=hint)
