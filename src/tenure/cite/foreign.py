"""What files of other languages than Python say of a name: its values, its bases, its parameters (extra ``code``).

Each answer is a list, one for every definition of the name: an empty one if there is none, None if the file cannot be
read as its language. What a definition says that cannot be told for sure is None in its place.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from tenure.cite.grammars import Tree, nodes_named, plain, text_of
from tenure.cite.literals import Value, parameters_stated
from tenure.values import dataclass

if TYPE_CHECKING:  # an extra, loaded on first use
    from tree_sitter import Node

_WORDS: Final = {"true": True, "false": False, "null": None, "nil": None, "nullptr": None, "NULL": None}
_DECIMAL: Final = re.compile(
    r"(?P<number>\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+)(?:[iu](?:8|16|32|64|128|size)|f(?:32|64)|[uU]?[lL]{0,2}[uU]?|[fFdDnzZ])"
)
_BASED: Final = re.compile(
    r"(?P<number>0[xX][0-9a-fA-F]+|0[bB][01]+|0o[0-7]+)(?:[iu](?:8|16|32|64|128|size)|[uUlLn]{0,3})"
)
_QUOTED: Final = re.compile(r"\"(?:[^\"\\\n]|\\[\\\"'ntr])*\"|'(?:[^'\\\n]|\\[\\\"'ntr])*'")
_RAW: Final = re.compile(r"`[^`\\]*`|r(?P<marks>#{0,8})\"[^\"]*\"(?P=marks)")
_ARRAYS: Final = frozenset({"array", "array_expression"})
_HERITAGE: Final = frozenset(
    "class_heritage extends_clause implements_clause extends_type_clause superclass super_interfaces"
    " extends_interfaces base_class_clause trait_bounds type_list".split()
)
_NO_BASE: Final = frozenset("type_arguments access_specifier lifetime comment line_comment block_comment".split())
_CONSTANTS: Final = frozenset("const_spec const_item preproc_def enum_assignment enumerator enum_constant".split())
_CONSTANT_WORDS: Final = frozenset({"const", "constexpr", "final", "readonly"})
_ASSIGNS: Final = re.compile(r"assignment_(?:expression|statement|expr)|update_expression|(?:inc|dec)_statement")
_NAME: Final = re.compile(r"[^\W\d][\w$]*")
_RESTS: Final = ("rest", "spread", "variadic")
_NAMING: Final = frozenset({"identifier", "variable_declarator"})
_COMMENTS: Final = frozenset({"comment", "line_comment", "block_comment"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One parameter: its name, its default if that is a literal, whether it has one, whether it takes all the rest."""

    name: str
    default: Value | None = None
    has_default: bool = False
    is_rest: bool = False


def values_of(tree: Tree, name: str) -> list[tuple[int, Value | None]]:
    """Give the values that a name is defined with, each with its line, and None for each that it is given later."""
    named = nodes_named(tree, name)
    found = [(one.first, _value(_given(node, name.rpartition(".")[2]))) for one, node in named]
    is_constant = bool(named) and all(_is_constant(node) for _, node in named)
    return found if is_constant else [*found, *((line, None) for line in _given_again(tree, name))]


def bases_of(tree: Tree, name: str) -> list[tuple[int, list[str]]]:
    """Give the bases of each class, interface, type or trait of this name; in Rust the traits that it implements."""
    found = [(definition.first, list(_bases(node))) for definition, node in nodes_named(tree, name)]
    traits = [
        plain(node.child_by_field_name("trait"))
        for node in tree.root.named_children
        if node.type == "impl_item"
        and node.child_by_field_name("trait") is not None
        and plain(node.child_by_field_name("type")) == name
    ]
    return [(line, [*bases, *traits]) for line, bases in found]


def parameters_of(tree: Tree, name: str) -> list[tuple[int, list[Parameter] | None]]:
    """Give the parameters of each function of this name, as they stand in its list."""
    found = ((definition.first, _list_of(node)) for definition, node in nodes_named(tree, name))
    return [(line, _parameters(listed)) for line, listed in found if listed is not None]


def signature_told(parameters: list[Parameter]) -> str:
    """Give parameters as a check states them, or an empty text if their names are no names there."""
    if not all(one.name.isidentifier() for one in parameters):
        return ""
    told = [
        f"{'*' if one.is_rest else ''}{one.name}" + ("" if one.default is None else f"={one.default[0]!r}")
        for one in parameters
    ]
    text = f"({', '.join(told)})"
    return text if parameters_stated(text) is not None else ""


def _given(node: Node, name: str) -> Node | None:
    """Give the expression that a definition gives a name, or None."""
    if node.type in {"const_spec", "var_spec"}:  # Go: several names, several values
        names = [plain(each) for each in node.children_by_field_name("name") if each.is_named]
        listed = node.child_by_field_name("value")
        values: list[Node] = [] if listed is None else listed.named_children
        return values[names.index(name)] if len(values) == len(names) and name in names else None
    return _field(node, "value", "right", "default_value")


def _is_constant(node: Node) -> bool:
    """Tell whether a definition says that its name is given no other value."""
    named = _field(node, "name", "property") or node
    above = node if node.parent is None or node.parent.parent is None else node.parent
    head = (above.text or b"")[: named.start_byte - above.start_byte].decode("utf-8", "replace")
    return node.type in _CONSTANTS or not _CONSTANT_WORDS.isdisjoint(_NAME.findall(head))


def _given_again(tree: Tree, name: str) -> Iterator[int]:
    """Give the lines on which a name of this last part is assigned, wherever that is."""
    wanted, waiting = name.rpartition(".")[2], [tree.root]
    while waiting:
        node = waiting.pop()
        if _ASSIGNS.search(node.type):
            left = _field(node, "left", "argument") or node.named_children[0]
            targets = left.named_children if left.type == "expression_list" else [left]
            if any(_is_target(each, wanted) for each in targets):
                yield node.start_point[0] + 1
        waiting += node.named_children


def _is_target(node: Node, wanted: str) -> bool:
    names: list[str] = _NAME.findall(text_of(node))
    return names[-1:] == [wanted] or (node.type.endswith("pattern") and wanted in names)


def _value(node: Node | None) -> Value | None:
    if node is None:
        return None
    inner = [child for child in node.named_children if child.type not in _COMMENTS]
    if node.type == "parenthesized_expression" and len(inner) == 1:
        return _value(inner[0])
    if node.type in _ARRAYS and ";" not in text_of(node):
        values = [_value(child) for child in inner]
        known = [value[0] for value in values if value is not None]
        return (known,) if len(known) == len(values) else None
    text = text_of(node).strip()
    if text.startswith("-"):
        found = _value_told(text[1:].strip())
        number = None if found is None else found[0]
        return (-number,) if isinstance(number, int | float) and not isinstance(number, bool) else None
    return None if "char" in node.type else _value_told(text)


def _value_told(text: str) -> Value | None:
    """Give the value of a plain literal: a number, a text without odd escapes, true, false or null."""
    if text in _WORDS:
        return (_WORDS[text],)
    bare = text.replace("_", "").replace("'", "") if text[:1].isdigit() else text
    based = _BASED.fullmatch(bare)
    if based is not None:
        return (int(based["number"], 0),)
    decimal = _DECIMAL.fullmatch(bare)
    if decimal is not None:
        number = decimal["number"]
        if len(number) > 1 and number[0] == "0" and number.isdigit():  # octal in some languages
            return None
        is_whole = number.isdigit() and not bare.endswith(("f", "F", "d", "D", "f32", "f64"))
        return (int(number) if is_whole else float(number),)
    if _QUOTED.fullmatch(text):
        return (ast.literal_eval(text),)
    if _RAW.fullmatch(text) and "${" not in text:
        return (text.strip("r#")[1:-1],)
    return None


def _bases(node: Node) -> Iterator[str]:
    for child in node.named_children:
        if child.type in _HERITAGE:
            yield from _heritage(child)
        elif child.type in {"struct_type", "interface_type"}:  # Go: what is embedded
            yield from _embedded(child)


def _heritage(node: Node) -> Iterator[str]:
    for child in node.named_children:
        if child.type in _HERITAGE:
            yield from _heritage(child)
        elif child.type not in _NO_BASE:
            yield plain(child)


def _embedded(node: Node) -> Iterator[str]:
    for child in node.named_children:
        if child.type == "field_declaration_list":
            yield from _embedded(child)
        elif child.type == "type_elem" and len(child.named_children) == 1:
            yield plain(child.named_children[0])
        elif child.type == "field_declaration" and child.child_by_field_name("name") is None:
            yield plain(child.child_by_field_name("type"))


def _list_of(node: Node) -> Node | None:
    """Give the list of parameters of a definition, or None if it defines no function."""
    here: Node | None = _field(node, "value", "right") or node
    while here is not None:
        listed = _field(here, "parameters", "parameter")
        if listed is not None:
            return listed
        here = here.child_by_field_name("declarator")
    return None


def _parameters(listed: Node) -> list[Parameter] | None:
    if listed.type == "identifier":  # x => ...
        return [Parameter(name=plain(listed))]
    found: list[Parameter] = []
    for child in listed.named_children:
        if child.type in _COMMENTS:
            continue
        if child.text == b"void" and len(listed.named_children) == 1:
            return []
        # Go: several names of one type.
        names: list[Node] = [each for each in child.children_by_field_name("name") if each.is_named]
        own = [_parameter(name, child) for name in names or [child]]
        if any(each is None for each in own):
            return None
        found += [each for each in own if each is not None]
    return found


def _parameter(node: Node, whole: Node) -> Parameter | None:
    """Give one parameter, or None if it has no name of its own, as one that is taken apart."""
    if node.type == "self_parameter":
        return Parameter(name="self")
    default = _field(whole, "right", "default_value", "value")
    is_rest = any(word in whole.type for word in _RESTS)
    while "identifier" not in node.type:
        is_rest = is_rest or "rest" in node.type
        inner = _field(node, "pattern", "left", "name", "declarator")
        if inner is None and any(word in node.type for word in (*_RESTS, "reference")):
            named: list[Node] = [each for each in node.named_children if each.type in _NAMING]
            inner = named[0] if len(named) == 1 else None
        if inner is None:
            return None
        node = inner
    return Parameter(name=plain(node), default=_value(default), has_default=default is not None, is_rest=is_rest)


def _field(node: Node, *names: str) -> Node | None:
    """Give the first of these fields that a node has, or None."""
    for name in names:
        found = node.child_by_field_name(name)
        if found is not None:
            return found
    return None
