"""Where symbols of JavaScript, TypeScript, Go, Rust, Java, C and C++ are defined, through tree-sitter (extra ``code``).

Each language is a package with its own compiled grammar; nothing is fetched when it is used. Without the package of a
language its files have no symbols, and are cited by lines.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final

from tenure.cite.symbols import SOURCE_BYTES_MAX, SYMBOL_CHARS_MAX, Definition
from tenure.values import dataclass

if TYPE_CHECKING:  # an extra, loaded on first use
    from tree_sitter import Language, Node

NODES_MAX: Final = 300_000
SECONDS_MAX: Final = 1.0

_LANGUAGES: Final[Mapping[str, tuple[str, str]]] = {
    **dict.fromkeys(("js", "jsx", "mjs", "cjs"), ("tree_sitter_javascript", "language")),
    **dict.fromkeys(("ts", "mts", "cts"), ("tree_sitter_typescript", "language_typescript")),
    "tsx": ("tree_sitter_typescript", "language_tsx"),
    "go": ("tree_sitter_go", "language"),
    "rs": ("tree_sitter_rust", "language"),
    "java": ("tree_sitter_java", "language"),
    "c": ("tree_sitter_c", "language"),
    **dict.fromkeys(("h", "cc", "cpp", "cxx", "hh", "hpp", "hxx"), ("tree_sitter_cpp", "language")),
}
_FUNCTIONS: Final = frozenset(
    "function_declaration generator_function_declaration method_definition method_declaration function_item"
    " function_signature_item constructor_declaration function_definition arrow_function function_expression".split()
)
_SPACES: Final = frozenset(
    "class_declaration abstract_class_declaration interface_declaration enum_declaration internal_module module"
    " type_spec struct_item enum_item union_item trait_item mod_item record_declaration namespace_definition"
    " annotation_type_declaration struct_specifier union_specifier enum_specifier class_specifier".split()
)
_NAMES: Final = frozenset(
    "variable_declarator field_definition public_field_definition type_alias_declaration const_spec var_spec"
    " const_item static_item type_item preproc_def preproc_function_def init_declarator type_definition"
    " assignment_expression enum_assignment enumerator enum_constant field_declaration".split()
)
_BODIED: Final = frozenset({"struct_specifier", "union_specifier", "enum_specifier", "class_specifier"})
_DOTTED = re.compile(r"[^\W\d][\w$]*(?:\.[^\W\d][\w$]*){0,9}")


@dataclass(frozen=True, slots=True)
class Parsed:
    """The definitions of a file, and whether all of it could be parsed: else one that is missing may be there."""

    definitions: tuple[Definition, ...]
    is_whole: bool


@dataclass(frozen=True, slots=True)
class Tree:
    """The syntax tree of a file with each definition and its node, and whether all of it could be parsed."""

    root: Node
    named: tuple[tuple[Definition, Node], ...]
    is_whole: bool


def parse(text: str, path: str) -> Parsed | None:
    """Give the definitions of a file, or None if its language has no grammar here, it is too long or takes too long."""
    tree = tree_of(text, path)
    return None if tree is None else Parsed(tuple(definition for definition, _ in tree.named), tree.is_whole)


def nodes_named(tree: Tree, name: str) -> list[tuple[Definition, Node]]:
    """Give every definition of a name with its node, in source order."""
    return [(definition, node) for definition, node in tree.named if definition.name == name]


def tree_of(text: str, path: str) -> Tree | None:
    """Give the syntax tree of a file, or None as `parse`."""
    known = _LANGUAGES.get(path.rpartition("/")[2].rpartition(".")[2].casefold())
    language = None if known is None or len(text) > SOURCE_BYTES_MAX else _language(*known)
    if language is None:
        return None
    from tree_sitter import Parser  # noqa: PLC0415 - an extra, loaded on first use

    until = time.monotonic() + SECONDS_MAX
    data = text.encode("utf-8", "surrogatepass")

    def read(at: int, _: object) -> bytes:
        return data[at : at + 65_536]

    def is_over(*_: object) -> bool:
        return time.monotonic() > until

    try:
        root = Parser(language).parse(read, progress_callback=is_over).root_node
    except (ValueError, AttributeError):  # stopped: it took too long
        return None
    found = _definitions(root, until)
    return None if found is None else Tree(root, tuple(found), not root.has_error)


@cache
def _language(module: str, function: str) -> Language | None:
    try:
        made = getattr(import_module(module), function)()
        from tree_sitter import Language  # noqa: PLC0415 - an extra, loaded on first use

        return Language(made)
    except (ImportError, AttributeError, ValueError):
        return None


def _definitions(root: Node, until: float) -> list[tuple[Definition, Node]] | None:
    found: list[tuple[Definition, Node]] = []
    waiting: list[tuple[Node, str, bool]] = [(root, "", False)]
    visited = 0
    while waiting:
        node, owner, is_inside = waiting.pop()
        visited += 1
        if visited > NODES_MAX or (visited % 1_000 == 0 and time.monotonic() > until):
            return None
        kind = node.type
        if kind == "impl_item":
            owner = f"{plain(node.child_by_field_name('type'))}."
        elif kind in _FUNCTIONS or kind in _SPACES or kind in _NAMES:
            is_function = kind in _FUNCTIONS or _makes_function(node)
            names = _names(node, kind)
            if not (is_inside and kind in _NAMES and not is_function):
                is_block = is_function or kind in _SPACES
                found += [(one, node) for one in _defined(node, names, owner, is_block=is_block)]
                owner = f"{owner}{names[0][0]}." if names else owner
            is_inside = is_inside or is_function
        waiting += [(child, owner, is_inside) for child in node.named_children]
    return sorted(found, key=lambda one: (one[0].first, one[0].last, one[0].name))


def _defined(node: Node, names: list[tuple[str, int]], owner: str, *, is_block: bool) -> Iterator[Definition]:
    first, last = node.start_point[0] + 1, node.end_point[0] + 1
    for name, line in names:
        full = f"{owner}{name}"
        if len(full) <= SYMBOL_CHARS_MAX:
            yield Definition(name=full, first=first, last=last, is_block=is_block, header=line)


def _names(node: Node, kind: str) -> list[tuple[str, int]]:
    """Give each name that a definition defines, with its line: in Go one may define several."""
    if kind in {"const_spec", "var_spec"}:
        named = (each for each in node.children_by_field_name("name") if each.is_named)
        return [(text, each.start_point[0] + 1) for each in named if _DOTTED.fullmatch(text := plain(each))]
    name, line = _name(node, kind)
    return [(name, line)] if name else []


def _makes_function(node: Node) -> bool:
    value = node.child_by_field_name("value") or node.child_by_field_name("right")
    return value is not None and value.type in _FUNCTIONS | {"class", "function"}


def _name(node: Node, kind: str) -> tuple[str, int]:
    """Give the name of a definition and the line on which it stands, or an empty name for what defines none."""
    if kind in _BODIED and node.child_by_field_name("body") is None:
        return "", 0
    if kind == "assignment_expression" and not _makes_function(node):
        return "", 0
    if kind == "field_declaration" and node.child_by_field_name("default_value") is None:
        return "", 0
    named = node.child_by_field_name("left" if kind == "assignment_expression" else "name")
    if named is None:
        named = node.child_by_field_name("property") or node.child_by_field_name("declarator")
        while named is not None and (inner := named.child_by_field_name("declarator")) is not None:
            named = inner
    if named is None:
        return "", 0
    text = plain(named)
    if kind == "method_declaration" and (receiver := node.child_by_field_name("receiver")) is not None:
        # Go: `func (s *Store) Get()` is Store.Get.
        types = re.findall(r"[^\W\d]\w*", text_of(receiver).partition("[")[0])
        text = f"{types[-1]}.{text}" if types else text
    return (text, named.start_point[0] + 1) if _DOTTED.fullmatch(text) else ("", 0)


def text_of(node: Node) -> str:
    """Give what stands in the file where a node is."""
    return (node.text or b"").decode("utf-8", "replace")


def plain(node: Node | None) -> str:
    """Give a name as a dotted path, without type arguments."""
    text = "" if node is None else text_of(node)
    return re.split(r"[<(\[\s]", text.replace("::", "."))[0].lstrip("&*").lstrip("#")
