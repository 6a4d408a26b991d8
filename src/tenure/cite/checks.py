"""Declarative checks of code claims: a closed set, judged on syntax tree or settings; nothing is executed.

- ``literal NAME == VALUE``      the name is assigned that literal, and no other
- ``class C bases B, D``         class C names each of these as a base
- ``has SYMBOL``                 the symbol is defined
- ``lacks SYMBOL``               the symbol is not defined
- ``signature f(a, b=1, *, c)``  the function takes these parameters; defaults count where the check gives them
- ``key a.b == VALUE``           a settings file (TOML, JSON, ini, plain YAML) gives the key that value

*has* and *lacks* also speak of keys of settings files, and of symbols in every language whose grammar is installed.
The others are for Python. Names are dotted paths from the module (``Config.TIMEOUT``).
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field, replace
from typing import Literal, cast

from tenure.cite.anchor import Text
from tenure.cite.keys import KEY, UndecidedError, key_in, reader_of, same_value, told, value_stated
from tenure.cite.symbols import assigned, bodies, defined_as, parse_python
from tenure.errors import CitationError

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
        if _literal(found["value"]) is None:
            raise _bad_check()
        return Check(form="literal", name=found["constant"], says=found["value"])
    if found["class"]:
        return Check(form="class", name=found["owner"], says=found["bases"])
    if found["signature"]:
        if _parameters(found["parameters"]) is None:
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
    tree = parse_python(text.raw) if text.is_python else None
    return CheckResult(holds=None) if tree is None else _judged(check, tree)


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
    wanted = _literal(says)
    values = [None if value is None else _literal_of(value) for value, _ in given]
    line = given[-1][1]
    if any(value is None for value in values):
        return CheckResult(holds=None, line=line)
    written = {_written(value) for value in values}
    if written == {_written(wanted)}:
        return CheckResult(holds=True, line=line, value=says)
    value = ast.unparse(given[-1][0]) if len(written) == 1 and given[-1][0] is not None else ""
    return CheckResult(holds=None if _written(wanted) in written else False, line=line, value=value)


def _bases_hold(classes: list[ast.ClassDef], says: str) -> CheckResult:
    if not classes:
        return CheckResult(holds=False)
    wanted = {name.strip() for name in says.split(",")}
    holds: list[bool] = []
    dotted: list[str] = []
    for one in classes:
        # A base may bear type arguments: `Store[Item]` names Store.
        bases = [base.value if isinstance(base, ast.Subscript) else base for base in one.bases]
        dotted = [_dotted(base) for base in bases]
        holds.append(wanted <= {*dotted, *(name.rpartition(".")[2] for name in dotted)})
    value = ", ".join(dotted) if len(classes) == 1 and all(dotted) else ""
    return CheckResult(holds=holds[0] if len(set(holds)) == 1 else None, line=classes[-1].lineno, value=value)


def _signature_holds(functions: list[ast.FunctionDef | ast.AsyncFunctionDef], says: str) -> CheckResult:
    wanted = _parameters(says)
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


def _aligned(of: ast.arguments) -> list[ast.expr | None]:
    positional = len(of.posonlyargs) + len(of.args)
    return [*[None] * (positional - len(of.defaults)), *of.defaults]


def _parameters(text: str) -> ast.arguments | None:
    tree = parse_python(f"def f{text}: pass")
    if tree is None or len(tree.body) != 1 or not isinstance(tree.body[0], ast.FunctionDef):
        return None
    return tree.body[0].args


def _literal(text: str) -> tuple[object] | None:
    tree = parse_python(f"_ = ({text})")
    if tree is None or len(tree.body) != 1 or not isinstance(tree.body[0], ast.Assign):
        return None
    return _literal_of(tree.body[0].value)


def _literal_of(node: ast.expr) -> tuple[object] | None:
    """Give the value in a tuple of its own, so that None as a value differs from no literal at all."""
    try:
        return (ast.literal_eval(node),)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return None


def _written(value: object) -> str:
    """Give a literal in one form, with types told apart (1, 1.0 and True differ) and order only where it counts."""
    if isinstance(value, dict):
        items = cast("dict[object, object]", value).items()
        return f"dict({sorted(f'{_written(key)}: {_written(one)}' for key, one in items)})"
    if isinstance(value, set):
        return f"set({sorted(_written(one) for one in cast('set[object]', value))})"
    if isinstance(value, list | tuple):
        parts = cast("list[object] | tuple[object, ...]", value)
        return f"{type(parts).__name__}({[_written(one) for one in parts]})"
    return repr(value)


def _dotted(node: ast.expr) -> str:
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else ""
