"""Declarative checks of code claims: a closed set, judged on syntax tree or settings; nothing is executed.

- ``literal NAME == VALUE``      the name is assigned that literal, and no other
- ``class C bases B, D``         class C names each of these as a base
- ``has SYMBOL``                 the symbol is defined
- ``lacks SYMBOL``               the symbol is not defined
- ``signature f(a, b=1, *, c)``  the function takes these parameters; defaults count where the check gives them
- ``key a.b == VALUE``           a settings file (TOML, JSON, ini, plain YAML) gives the key that value

*has* and *lacks* also speak of keys of settings files. All but *key* speak of Python, and of every language whose
grammar is installed. Names are dotted paths from the module (``Config.TIMEOUT``), values and parameters are stated in
Python's syntax.
"""

from __future__ import annotations

import ast
import re
from dataclasses import field, replace
from typing import Literal

from tenure.cite.anchor import Text
from tenure.cite.foreign import Parameter, bases_of, parameters_of, signature_told, values_of
from tenure.cite.grammars import Tree, tree_of
from tenure.cite.keys import KEY, UndecidedError, key_in, reader_of, same_value, told, value_stated
from tenure.cite.literals import Value, literal_of, literal_stated, parameters_stated, written
from tenure.cite.symbols import assigned, bodies, defined_as, parse_python
from tenure.errors import CitationError
from tenure.values import dataclass

CHECK_CHARS_MAX = 200

_NAME = r"[^\W\d]\w{0,99}(?:\.[^\W\d]\w{0,99}){0,9}"
_FORM = re.compile(
    rf"(?P<literal>literal) +(?P<constant>{_NAME}) *== *(?P<value>\S.*)"
    rf"|(?P<class>class) +(?P<owner>{_NAME}) +bases +(?P<bases>{_NAME}(?: *, *{_NAME})*)"
    rf"|(?P<key>key) +(?P<path>{KEY}) *== *(?P<given>\S.*)"
    rf"|(?P<has>has|lacks) +(?P<symbol>{_NAME}|{KEY})"
    rf"|(?P<signature>signature) +(?P<function>{_NAME}) *(?P<parameters>\(.*\))"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One declarative check: its form, the dotted name that it speaks of, and what it says of it."""

    form: Literal["literal", "class", "has", "lacks", "signature", "key"]
    name: str
    says: str = ""

    def stated(self) -> str:
        """Give the check as it is written; `parse_check` reads it back."""
        divider = {"literal": " == ", "key": " == ", "class": " bases "}.get(self.form, "")
        return f"{self.form} {self.name}{divider}{self.says}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult:
    """What a check gave: whether it holds (None if that cannot be decided), the line to look at, or 0, and the value.

    ``value`` is what the source says in the place of the check's ``says``, in the same form; empty where there is no
    such value, or it is too long for a check.
    """

    holds: bool | None
    line: int = 0
    value: str = field(default="", repr=False)


def parse_check(text: str) -> Check:
    """Give the check that ``text`` states.

    Raises:
        CitationError: It is not one of the closed set, or too long.
    """
    found = _FORM.fullmatch(text.strip()) if len(text) <= CHECK_CHARS_MAX else None
    if found is None:
        raise _bad_check()
    if found["literal"]:
        if literal_stated(found["value"]) is None:
            raise _bad_check()
        return Check(form="literal", name=found["constant"], says=found["value"])
    if found["class"]:
        return Check(form="class", name=found["owner"], says=found["bases"])
    if found["signature"]:
        if parameters_stated(found["parameters"]) is None:
            raise _bad_check()
        return Check(form="signature", name=found["function"], says=found["parameters"])
    if found["key"]:
        return Check(form="key", name=found["path"], says=found["given"])
    return Check(form="has" if found["has"] == "has" else "lacks", name=found["symbol"])


def run_check(check: Check, text: Text) -> CheckResult:
    """Judge a check on a file; what cannot be parsed or decided gives None."""
    try:
        found = _on_settings(check, text) if reader_of(text.path) else _on_code(check, text)
    except (RecursionError, UndecidedError):
        return CheckResult(holds=None)
    return replace(found, value="") if len(replace(check, says=found.value).stated()) > CHECK_CHARS_MAX else found


def _on_settings(check: Check, text: Text) -> CheckResult:
    if check.form not in {"key", "has", "lacks"}:
        return CheckResult(holds=None)
    found = key_in(text.raw, text.path, check.name)
    if check.form != "key":
        return CheckResult(holds=found.is_there == (check.form == "has"), line=found.line)
    holds = found.is_there and same_value(found.value, value_stated(check.says))
    value = check.says if holds else told(found.value) if found.is_there else ""
    return CheckResult(holds=holds, line=found.line, value=value)


def _on_code(check: Check, text: Text) -> CheckResult:
    if check.form in {"has", "lacks"}:
        if text.definitions is None or not re.fullmatch(_NAME, check.name):
            return CheckResult(holds=None)
        found = defined_as(text.definitions, check.name)
        if not found and text.parsed is not None and not text.parsed.is_whole:  # it may stand in what was not parsed
            return CheckResult(holds=None)
        return CheckResult(holds=bool(found) == (check.form == "has"), line=found[0].first if found else 0)
    if text.is_python:
        tree = parse_python(text.raw)
        return CheckResult(holds=None) if tree is None else _judged(check, tree)
    other = tree_of(text.raw, text.path)
    return CheckResult(holds=None) if other is None else _judged_elsewhere(check, other)


def _judged_elsewhere(check: Check, tree: Tree) -> CheckResult:
    """Judge a check on a file of another language; a name that may stand in what was not parsed is undecided."""
    if check.form == "literal":
        found = _values_hold(values_of(tree, check.name), check.says)
    elif check.form == "class":
        found = _bases_told(bases_of(tree, check.name), check.says)
    else:
        found = _lists_hold(parameters_of(tree, check.name), check.says)
    return found if found.line or tree.is_whole else CheckResult(holds=None)


def _judged(check: Check, tree: ast.Module) -> CheckResult:
    owner, _, last = check.name.rpartition(".")
    body = _statements(tree, owner)
    if check.form == "literal":
        return _literal_holds(body, last, check.says)
    if check.form == "class":
        return _bases_hold([one for one in body if isinstance(one, ast.ClassDef) and one.name == last], check.says)
    functions = [one for one in body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef) and one.name == last]
    return _signature_holds(functions, check.says)


def _bad_check() -> CitationError:
    return CitationError(
        "this is no declarative check",
        code="bad_check",
        hint="One of: literal NAME == VALUE; class C bases B; has NAME; lacks NAME; signature f(a); key A.B == VALUE.",
    )


def _statements(tree: ast.Module, owner: str) -> list[ast.stmt]:
    """Give all statements that stand directly in the module, or in the class or function ``owner``."""
    here: list[ast.stmt] = _flat(tree.body)
    for name in filter(None, owner.split(".")):
        inner = [one for one in here if isinstance(one, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)]
        here = [stmt for one in inner if one.name == name for stmt in _flat(one.body)]
    return here


def _flat(body: list[ast.stmt]) -> list[ast.stmt]:
    found: list[ast.stmt] = []
    waiting = list(reversed(body))
    while waiting:
        node = waiting.pop()
        found.append(node)
        waiting += [inner for block in bodies(node) for inner in block]
    return found


def _literal_holds(body: list[ast.stmt], name: str, says: str) -> CheckResult:
    given = [(value, node.lineno) for node in body for assigned_name, value in assigned(node) if assigned_name == name]
    if not given:
        return CheckResult(holds=False)
    values = [(line, None if value is None else literal_of(value)) for value, line in given]
    found = _values_hold(values, says)
    last = given[-1][0]
    return replace(found, value=ast.unparse(last)) if found.value and not found.holds and last is not None else found


def _values_hold(values: list[tuple[int, Value | None]], says: str) -> CheckResult:
    if not values:
        return CheckResult(holds=False)
    wanted, line = written(literal_stated(says)), values[-1][0]
    if any(value is None for _, value in values):
        return CheckResult(holds=None, line=line)
    found = {written(value): value for _, value in values if value is not None}
    if set(found) == {wanted}:
        return CheckResult(holds=True, line=line, value=says)
    value = repr(next(iter(found.values()))[0]) if len(found) == 1 else ""
    return CheckResult(holds=None if wanted in found else False, line=line, value=value)


def _bases_hold(classes: list[ast.ClassDef], says: str) -> CheckResult:
    # A base may bear type arguments: `Store[Item]` names Store.
    bases = [[base.value if isinstance(base, ast.Subscript) else base for base in one.bases] for one in classes]
    return _bases_told([(one.lineno, list(map(_dotted, of))) for one, of in zip(classes, bases, strict=True)], says)


def _bases_told(classes: list[tuple[int, list[str]]], says: str) -> CheckResult:
    if not classes:
        return CheckResult(holds=False)
    wanted = {name.strip() for name in says.split(",")}
    holds = {wanted <= {*dotted, *(name.rpartition(".")[2] for name in dotted)} for _, dotted in classes}
    line, dotted = classes[-1]
    value = ", ".join(dotted) if len(classes) == 1 and all(dotted) else ""
    return CheckResult(holds=holds.pop() if len(holds) == 1 else None, line=line, value=value)


def _signature_holds(functions: list[ast.FunctionDef | ast.AsyncFunctionDef], says: str) -> CheckResult:
    wanted = parameters_stated(says)
    if not functions or wanted is None:
        return CheckResult(holds=False if wanted else None)
    # Of overloads and setters the last definition is what a caller meets.
    last = functions[-1]
    return CheckResult(holds=_takes(last.args, wanted), line=last.lineno, value=f"({_without_hints(last.args)})")


def _takes(found: ast.arguments, wanted: ast.arguments) -> bool:
    def names(of: ast.arguments) -> tuple[object, ...]:
        stars = (of.vararg and of.vararg.arg, of.kwarg and of.kwarg.arg)
        return ([one.arg for one in (*of.posonlyargs, *of.args)], [one.arg for one in of.kwonlyargs], stars)

    if names(found) != names(wanted):
        return False
    given = (*_aligned(found), *found.kw_defaults)
    asked = (*_aligned(wanted), *wanted.kw_defaults)
    return all(
        ask is None or (have is not None and ast.dump(ask) == ast.dump(have))
        for ask, have in zip(asked, given, strict=True)
    )


def _without_hints(given: ast.arguments) -> str:
    """Give parameters as a check states them: names and defaults."""
    bare = ast.parse(ast.unparse(given).join(("def f(", "): pass")))
    for argument in (one for one in ast.walk(bare) if isinstance(one, ast.arg)):
        argument.annotation = None
    function = bare.body[0]
    return ast.unparse(function.args) if isinstance(function, ast.FunctionDef) else ""


def _lists_hold(functions: list[tuple[int, list[Parameter] | None]], says: str) -> CheckResult:
    """Judge a signature of another language: names, what takes the rest, and the defaults that the check gives."""
    wanted = parameters_stated(says)
    if not functions or wanted is None:
        return CheckResult(holds=False if wanted else None)
    line, last = functions[-1]
    if wanted.kwonlyargs or wanted.kwarg or any(found is None for _, found in functions):
        return CheckResult(holds=None, line=line)
    holds = {_takes_listed(found or [], wanted) for _, found in functions}
    value = signature_told(last or []) if len(functions) == 1 else ""
    return CheckResult(holds=holds.pop() if len(holds) == 1 else None, line=line, value=value)


def _takes_listed(found: list[Parameter], wanted: ast.arguments) -> bool | None:
    names = [*(one.arg for one in (*wanted.posonlyargs, *wanted.args)), *([wanted.vararg.arg] if wanted.vararg else [])]
    rests = [False] * (len(names) - bool(wanted.vararg)) + [True] * bool(wanted.vararg)
    if [(one.name, one.is_rest) for one in found] != list(zip(names, rests, strict=True)):
        return False
    holds: bool | None = True
    for ask, have in zip(_aligned(wanted), found, strict=False):
        if ask is not None and not have.has_default:
            return False
        if ask is not None and have.default is None:
            holds = None
        elif ask is not None and written(literal_of(ask)) != written(have.default):
            return False
    return holds


def _aligned(of: ast.arguments) -> list[ast.expr | None]:
    positional = len(of.posonlyargs) + len(of.args)
    return [*[None] * (positional - len(of.defaults)), *of.defaults]


def _dotted(node: ast.expr) -> str:
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else ""
