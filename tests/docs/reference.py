"""The tables of the reference, made from the code: signatures of the handles, fields of the values, settings.

``python -m tests.docs.reference api`` (or ``policy``) prints them; what differs from the page is a failing test.
"""

from __future__ import annotations

import dataclasses
import enum
import importlib
import inspect
import operator
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from tests.house.public_names import HANDLES, handle, members

_ARGUMENT = re.compile(r"^    (\w+): (.+?)(?=^    \w+: |\Z)", re.MULTILINE | re.DOTALL)
_PRESETS = ("personal", "team", "strict")


def api_tables() -> Iterator[str]:
    """Give the lines of the page of names: a section for each handle, then for each value."""
    root = importlib.import_module("tenure")
    for name in HANDLES:
        kind = handle(name)
        yield from ("", f"## `{name}`", "", _first(kind), "", "| member | what it gives |", "| --- | --- |")
        for member in members(kind):
            found = inspect.getattr_static(kind, member)
            is_method = inspect.isfunction(found)
            told = f"{member}{_signature(found)}" if is_method else member
            yield f"| `{name}.{told}` | {_first(found if is_method else found.fget)} |"
    for name in sorted(set(root.__all__) - set(HANDLES) - {"open"}):
        value = getattr(root, name)
        if inspect.isclass(value) and not issubclass(value, BaseException):
            yield from ("", f"## `{name}`", "", _first(value))
            yield from _fields(name, value) if name != "Policy" else ("", "Its fields: [settings](policy.md).")


def policy_tables() -> Iterator[str]:
    """Give the tables of settings: what each says and may be, its value in each preset, how it tightens."""
    settings = importlib.import_module("tenure.policy.settings")
    policies = importlib.import_module("tenure.policy.policy")
    module = importlib.import_module("tenure.policy.presets")
    presets = [module.PRESETS[name] for name in _PRESETS]
    told = _arguments(policies.Policy)
    yield from _head("setting", "what it says", "may be", *_PRESETS, "tightens")
    for name, setting in settings.POLICY.items():
        values = [getattr(preset, name) for preset in presets]
        yield _row(f"`{name}`", told[name], setting.wanted, *_shown(values), _way(setting))
    told = _arguments(policies.KindPolicy)
    yield from ("", *_head("setting", "what it says", "may be", "tightens"))
    for name, setting in settings.KIND.items():
        yield _row(f"`{name}`", told[name], setting.wanted, _way(setting))
    yield from ("", *_head("setting", *_PRESETS))
    for section, rules in _sections(presets[0]):
        for name in settings.KIND:
            yield _row(f"`{section}.{name}`", *_shown([getattr(rules(preset), name) for preset in presets]))
    yield from ("", *_head("setting", "may be", *_PRESETS))
    for category in sorted(presets[0].personal):
        setting = settings.SPECIAL if category in module.SPECIAL else settings.PERSONAL
        values = [preset.personal[category] for preset in presets]
        yield _row(f"`personal.{category}`", setting.wanted, *_shown(values))


def _sections(preset: Any) -> Iterator[tuple[str, Callable[[Any], object]]]:
    for kind in preset.kinds:
        yield f"kinds.{kind.value}", partial(_rules_of, kind)
    yield "orders", operator.attrgetter("orders")


def _rules_of(kind: Any, policy: Any) -> object:
    return policy.kinds[kind]


def _head(*names: str) -> tuple[str, str]:
    return _row(*names), _row(*["---"] * len(names))


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _way(setting: Any) -> str:
    names = {
        "lower": "lower",
        "higher": "higher",
        "fewer": "fewer",
        "off": "false",
        "never": "no direction",
        "nearer": "nearer",
    }
    return names[setting.tightens.value] + ("" if setting.is_local else "; not by a repository")


def _shown(values: Iterable[object]) -> list[str]:
    written = importlib.import_module("tenure.policy.settings").written
    return ["empty" if value == () else _plain(written(value)) for value in values]


def _plain(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:,}" if isinstance(value, int) else str(value)


def _fields(name: str, value: type) -> Iterator[str]:
    if issubclass(value, enum.Enum):
        yield from ("", f"Values: {', '.join(f'`{_member(each)}`' for each in value)}.")
    elif dataclasses.is_dataclass(value):
        told = _arguments(value)
        yield from ("", "| field | what it is |", "| --- | --- |")
        for field in dataclasses.fields(value):
            yield f"| `{field.name}` | {told.get(field.name, '')} |"
    methods = [each for each in members(value) if inspect.isfunction(inspect.getattr_static(value, each))]
    properties = [each for each in members(value) if isinstance(inspect.getattr_static(value, each), property)]
    if methods or properties:
        yield ""
    for each in methods:
        found = inspect.getattr_static(value, each)
        yield f"- `{name}.{each}{_signature(found)}`: {_first(found)}"
    for each in properties:
        yield f"- `{name}.{each}`: {_first(inspect.getattr_static(value, each).fget)}"


def _member(each: enum.Enum) -> str:
    return each.name.lower() if isinstance(each.value, int) else str(each.value)


def _signature(function: Any) -> str:
    parameters = [each for each in inspect.signature(function).parameters.values() if each.name != "self"]
    parts: list[str] = []
    for each in parameters:
        if each.kind is each.KEYWORD_ONLY and "*" not in parts:
            parts.append("*")
        parts.append(each.name if each.default is each.empty else f"{each.name}={_default(each.default)}")
    return f"({', '.join(parts)})"


def _default(value: object) -> str:
    return repr(value.value if isinstance(value, enum.Enum) else value)


def _arguments(value: type) -> dict[str, str]:
    """Give what the docstring of a value says of each field, on one line."""
    _, _, after = (inspect.getdoc(value) or "").partition("Args:\n")
    after = re.split(r"^\w+:$", after, maxsplit=1, flags=re.MULTILINE)[0]
    return {name: _cell(text) for name, text in _ARGUMENT.findall(after)}


def _first(value: object) -> str:
    return _cell((inspect.getdoc(value) or "").split("\n\n")[0])


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("``", "`").replace("|", "\\|")


if __name__ == "__main__":
    print("\n".join({"api": api_tables, "policy": policy_tables}[sys.argv[1]]()))
