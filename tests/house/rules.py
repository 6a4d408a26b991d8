"""What the house asks of one source file: each rule is a function from a file to the sentences of what it breaks."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "tenure"
FILE_LINES_MAX = 300
FUNCTION_LINES_MAX = 60
FORBIDDEN_FOLDERS = frozenset(
    {"utils", "util", "helpers", "helper", "common", "core", "base", "services", "managers", "misc"}
)
# Put together here, so that this file does not break the rule it states.
REGISTRY_HOSTS = tuple(
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("registry", "npmjs", "org"),
        ("deb", "debian", "org"),
        ("proxy", "golang", "org"),
        ("conda", "anaconda", "org"),
    )
)
PRIVATE_PATH = re.compile(r"(?<![\w.~/])/(?:work|root|Users|home/(?!ana\b|you\b|USER\b)\w+)/")
BARE_IGNORE = re.compile(r"#\s*(?:type|pyright|mypy):\s*ignore(?!\[[\w., -]+\]\s+#\s*\S)")
BARE_NOQA = re.compile(r"#\s*noqa(?!: [A-Z]+\d+(?:, ?[A-Z]+\d+)*\s+(?:-|#)\s*\S)")
# What the floors above the store and the citations may know of them; `wiring` knows all.
KNOWN_ABOVE = {"store": {"marks", "port", "records", "vector", "view"}, "cite": {"messages", "validator"}}
GROUND_FLOOR = frozenset({"errors", "clock", "forked", "screen", "values"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One text file of the repository: its path from the root, with forward slashes, and its text."""

    path: str
    text: str

    @property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, filename=self.path)


KEPT_STORE = "tests/store/version_1/"
"""The store of the first version: its files are data, some of them short enough to bear no NUL."""


def sources(*folders: str, suffix: str = ".py") -> list[Source]:
    """Give the files below ``folders`` that git tracks or would track."""
    return [source for source in tracked() if source.path.startswith(folders) and source.path.endswith(suffix)]


def tracked() -> list[Source]:
    """Give every text file that git tracks or would track (new files count before they are committed)."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
    ).stdout.decode()
    found = []
    for path in sorted(filter(None, listed.split("\0"))):
        if not (ROOT / path).is_file():
            continue
        raw = (ROOT / path).read_bytes()
        if b"\0" not in raw and not path.startswith(KEPT_STORE):
            found.append(Source(path=path, text=raw.decode()))
    return found


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Give every function and method, nested ones too."""
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def too_long(source: Source) -> list[str]:
    """A file stays within 300 lines, a function within 60 (its docstring not counted)."""
    lines = len(source.text.splitlines())
    found = [f"{source.path}: {lines} lines, at most {FILE_LINES_MAX}"] if lines > FILE_LINES_MAX else []
    for node in functions(source.tree):
        first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
        told = node.body[0] if ast.get_docstring(node) else None
        docstring = (told.end_lineno or 0) - told.lineno + 1 if told else 0
        length = (node.end_lineno or node.lineno) - first + 1 - docstring
        if length > FUNCTION_LINES_MAX:
            found.append(f"{source.path}:{node.lineno}: {node.name} has {length} lines, at most {FUNCTION_LINES_MAX}")
    return found


def vague_name(source: Source) -> list[str]:
    """No folder or module is named after a pattern instead of after what the product does."""
    parts = Path(source.path).with_suffix("").parts
    return [
        f"{source.path}: {part!r} says nothing of its job" for part in parts if part.strip("_") in FORBIDDEN_FOLDERS
    ]


LATE = {
    "tenure",
    "tenure._public",
    "tenure.cite.fetched",
    "tenure.cite.messages",
    "tenure.cite.objects",
    "tenure.lifecycle.healed",
    "tenure.lifecycle.sweep",
    "tenure.lifecycle.verify",
    "tenure.memory.examine",
    "tenure.memory.operator",
    "tenure.memory.person",
    "tenure.memory.places",
    "tenure.memory.task",
    "tenure.model.anchor",
    "tenure.policy.tighten",
    "tenure.recall.past",
    "tenure.scratch.notes",
    "tenure.scratch.promote",
    "tenure.search.embed.meaning",
    "tenure.search.embed.minilm",
    "tenure.vault.keyring",
    "tenure.write.drafter",
    "tenure.write.vectors",
}
"""What loads when it is first used, so that whoever only names its type does not load it: half of a short command."""


def hidden_import(source: Source) -> list[str]:
    """No part of Tenure is imported for type checkers alone but what loads on first use; the contracts see that too."""
    guarded = [
        node for node in ast.walk(source.tree) if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
    ]
    return [
        f"{source.path}:{node.lineno}: hides an import of {name} from the contracts"
        for guard in guarded
        for node in ast.walk(guard)
        for name in _imported(node)
        if name.split(".")[0] in {"tenure", ""} and name not in LATE
    ]


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return ["." * node.level + (node.module or "")]
    return []


def undocumented(source: Source) -> list[str]:
    """Every module, public class and public function says in one line what it gives."""
    found = [] if ast.get_docstring(source.tree) else [f"{source.path}: the module has no docstring"]

    def visit(body: list[ast.stmt], owner: str) -> None:
        for node in body:
            if not isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) or node.name.startswith("_"):
                continue
            if _is_overload_or_override(node):
                continue
            if not ast.get_docstring(node):
                found.append(f"{source.path}:{node.lineno}: {owner}{node.name} has no docstring")
            if isinstance(node, ast.ClassDef):
                visit(node.body, f"{node.name}.")

    visit(source.tree.body, "")
    return found


def _is_overload_or_override(node: ast.AST) -> bool:
    names = {ast.unparse(decorator).split(".")[-1] for decorator in getattr(node, "decorator_list", [])}
    return bool(names & {"overload", "override", "setter"})


def bare_ignore(source: Source) -> list[str]:
    """A checker is silenced only for a named code and with a reason on the same line."""
    return [
        f"{source.path}:{number}: name the code and the reason: {line.strip()}"
        for number, line in enumerate(source.text.splitlines(), start=1)
        if BARE_IGNORE.search(line) or BARE_NOQA.search(line)
    ]


def foreign_place(source: Source) -> list[str]:
    """No file names the host of a package registry or a private folder of somebody's machine."""
    found = []
    for number, line in enumerate(source.text.splitlines(), start=1):
        if any(host in line for host in REGISTRY_HOSTS):
            found.append(f"{source.path}:{number}: names a package registry's host")
        if PRIVATE_PATH.search(line):
            found.append(f"{source.path}:{number}: names a private folder")
    return found


def not_standard_library(source: Source) -> list[str]:
    """The ground floor stands on the standard library alone; of urllib, on its text work."""
    own = re.match(r"src/tenure/(\w+)", source.path)
    if own is None or own[1] not in GROUND_FLOOR:
        return []
    return [
        f"{source.path}:{node.lineno}: imports {name}"
        for node in ast.walk(source.tree)
        for name in _imported(node)
        if not (
            name.split(".")[0] in sys.stdlib_module_names
            or f"{name}.".startswith((f"tenure.{own[1]}.", "tenure.values."))
        )
        or re.fullmatch(r"urllib(?!\.parse).*", name)
    ]


def behind_the_port(source: Source) -> list[str]:
    """Above the store and the citations only their contracts and values are known (to `memory`, repositories too)."""
    above = re.match(r"src/tenure/(memory|lifecycle|scratch|write|recall)/", source.path)
    if above is None:
        return []
    found = []
    for node in ast.walk(source.tree):
        for name in _imported_modules(node):
            part = re.match(r"tenure\.(store|cite)\.(\w+)", name)
            known = KNOWN_ABOVE[part[1]] | ({"git"} if above[1] == "memory" else set()) if part else set()
            if part and part[2] not in known:
                found.append(f"{source.path}:{node.lineno}: imports {name}")
    return found


def _imported_modules(node: ast.AST) -> list[str]:
    """Give what is imported as a module would be named: ``from tenure.store import port`` is ``tenure.store.port``."""
    if isinstance(node, ast.ImportFrom):
        inside = [f"{node.module}.{alias.name}" for alias in node.names]
        return inside if node.module in {"tenure.store", "tenure.cite"} else [node.module or ""]
    return _imported(node)
