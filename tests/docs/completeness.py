"""What the reference must speak of: the commands with their options, the settings, the codes and the public names."""

from __future__ import annotations

import ast
import dataclasses
import importlib
import inspect
import re
import typing
from collections.abc import Iterable, Iterator
from typing import Any

from tests.house import rules
from tests.house.public_names import HANDLES, handle, members

CODE = re.compile(r"[a-z][a-z0-9_]*")
SPOKEN = frozenset({"passes", "asks", "refuses"})  # how a gate's voice gives its verdict, the code first
HEADING = re.compile(r"^(?P<level>#+) (?P<title>.+)$", re.MULTILINE)
COMMAND = re.compile(r"`tenure ([a-z]+(?:-[a-z]+)*(?: [a-z]+(?:-[a-z]+)*)*)")
QUOTED = re.compile(r"`([^`\n]+)`")


def terms(text: str) -> set[str]:
    """Give every word or phrase between backticks, and each of its parts without call brackets and arguments."""
    found: set[str] = set()
    for quoted in QUOTED.findall(re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)):
        found.add(quoted)
        found.update(re.findall(r"--?[\w-]+|[\w.]+", quoted))
    return found


def unmentioned(wanted: Iterable[str], text: str) -> list[str]:
    """Give what ``text`` does not name between backticks."""
    known = terms(text)
    return [name for name in wanted if name not in known]


def sections(text: str) -> dict[str, str]:
    """Give each section by the `tenure ...` command in its heading; it ends at the next heading of its level."""
    found: dict[str, str] = {}
    headings = list(HEADING.finditer(text))
    for position, heading in enumerate(headings):
        named = COMMAND.search(heading["title"])
        if named:
            after = headings[position + 1 :]
            end = next((other.start() for other in after if len(other["level"]) <= len(heading["level"])), len(text))
            found[named[1]] = text[heading.end() : end]
    return found


def commands(group: Any, above: str = "") -> Iterator[tuple[str, list[str]]]:
    """Give every command of a Typer group as its full name and its long options; hidden ones are not for people."""
    for name, command in sorted(group.commands.items()):
        if getattr(command, "hidden", False):
            continue
        full = f"{above} {name}".strip()
        if getattr(command, "commands", None):
            yield from commands(command, full)
        else:
            shown = [param for param in command.params if not getattr(param, "hidden", False)]
            options = [option for param in shown for option in [*param.opts, *param.secondary_opts]]
            yield full, [option for option in options if option.startswith("--") and option != "--help"]


def wrong_commands(known: Iterable[tuple[str, list[str]]], text: str) -> list[str]:
    """Give what the page of commands lacks or invents."""
    documented = sections(text)
    found, names = [], set()
    for name, options in known:
        names.add(name)
        if name not in documented:
            found.append(f"`tenure {name}` has no heading")
        else:
            found += [f"`tenure {name}` does not tell {option}" for option in unmentioned(options, documented[name])]
    groups = {name.rsplit(" ", 1)[0] for name in names}
    return found + [f"`tenure {name}` is no command" for name in documented if name not in names | groups]


def settings(policy: type, above: str = "") -> Iterator[str]:
    """Give every field of the policy and of the values inside it, by its own name."""
    hints = typing.get_type_hints(policy)
    seen: set[str] = set()
    for field in dataclasses.fields(policy):
        inner = [kind for kind in _parts(hints[field.name]) if dataclasses.is_dataclass(kind) and kind is not policy]
        for name in [field.name, *(name for kind in inner for name in settings(kind, field.name))]:
            if name not in seen:
                seen.add(name)
                yield name


def _parts(hint: Any) -> Iterator[Any]:
    yield hint
    for part in typing.get_args(hint):
        yield from _parts(part)


def error_names() -> list[str]:
    """Give every error class of Tenure."""
    errors = importlib.import_module("tenure.errors")
    found = [value for value in vars(errors).values() if inspect.isclass(value) and issubclass(value, errors.Error)]
    return sorted(value.__name__ for value in found)


def codes(sources: Iterable[rules.Source]) -> list[str]:
    """Give every code that is written down: ``code=`` arguments, ``code`` attributes, the first word of a verdict."""
    trees = [source.tree for source in sources if "/conformance/" not in source.path]
    constants = {
        ast.unparse(node.targets[0]): node.value for tree in trees for node in tree.body if isinstance(node, ast.Assign)
    }
    found: set[str] = set()
    for tree in trees:
        for value in (value for node in ast.walk(tree) for value in _code_values(node)):
            found.update(_texts(constants.get(ast.unparse(value), value)))
    return sorted(code for code in found if CODE.fullmatch(code))


def _code_values(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.keyword):
        return [node.value] if node.arg == "code" else []
    if isinstance(node, ast.Assign):
        return [node.value] if "code" in {ast.unparse(target) for target in node.targets} else []
    if isinstance(node, ast.AnnAssign):
        return [node.value] if node.value is not None and ast.unparse(node.target) == "code" else []
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in SPOKEN:
        return node.args[:1]
    return []


def _texts(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)


def public_api() -> list[str]:
    """Give every exported name, and every public method of the handles among them as ``Handle.method``."""
    root = importlib.import_module("tenure")
    found = list(root.__all__)
    for name in HANDLES:
        found += [f"{name}.{verb}" for verb in members(handle(name))]
    return found
