"""Symbols of other languages: what each must give, what is no symbol, and what does not end (R17, R18)."""

from __future__ import annotations

import time

import pytest

from tenure.cite import grammars
from tenure.cite.anchor import Text
from tenure.cite.checks import parse_check, run_check

JAVASCRIPT = """\
export default function set(a) {
  var hidden = 1;
  function inner() {}
}
class A extends B {
  m(x) {}
}
const f = (x) => {
  return 2;
};
exports.go = function () {};
var plain = 1;
"""
TYPESCRIPT = """\
export class A<T> implements B {
  private m(x: number): string {
    return '';
  }
}
interface I {
  a: string;
}
type T = string;
namespace N {
  export function q() {}
}
"""
GO = """\
package a

type Store struct {
	size int
}

func (s *Store) Get(key string) int {
	return 1
}

func Free() {}

const Limit = 3
"""
RUST = """\
pub struct S;
impl<T> S {
    pub fn m(&self) {
        let hidden = 1;
    }
}
mod t {
    fn q() {}
}
const K: u32 = 3;
"""
JAVA = """\
public class A<T> implements B {
  int x = 1;
  void m(int a) {
    int hidden = 2;
  }
  static class In {}
}
"""
C = """\
#define K 3

static char *get(int a) {
  int hidden = 1;
  return 0;
}

struct s {
  int a;
};

int v = 3;
"""
CPP = """\
namespace n {
class A {
 public:
  void m(int a) {}
};
}
void n::A::q() {
}
"""
SOURCES: dict[str, tuple[str, dict[str, tuple[int, int]]]] = {
    "a.js": (
        JAVASCRIPT,
        {
            "set": (1, 4),
            "set.inner": (3, 3),
            "A": (5, 7),
            "A.m": (6, 6),
            "f": (8, 10),
            "exports.go": (11, 11),
            "plain": (12, 12),
        },
    ),
    "a.ts": (TYPESCRIPT, {"A": (1, 5), "A.m": (2, 4), "I": (6, 8), "T": (9, 9), "N": (10, 12), "N.q": (11, 11)}),
    "a.go": (GO, {"Store": (3, 5), "Store.Get": (7, 9), "Free": (11, 11), "Limit": (13, 13)}),
    "a.rs": (RUST, {"S": (1, 1), "S.m": (3, 5), "t": (7, 9), "t.q": (8, 8), "K": (10, 10)}),
    "a.java": (JAVA, {"A": (1, 7), "A.x": (2, 2), "A.m": (3, 5), "A.In": (6, 6)}),
    "a.c": (C, {"get": (3, 6), "s": (8, 10), "v": (12, 12)}),
    "a.cpp": (CPP, {"n": (1, 6), "n.A": (2, 5), "n.A.m": (4, 4), "n.A.q": (7, 8)}),
}


@pytest.mark.parametrize("path", SOURCES)
def test_each_language_gives_its_symbols_where_they_stand(path: str) -> None:
    source, wanted = SOURCES[path]
    parsed = grammars.parse(source, path)
    assert parsed is not None
    assert parsed.is_whole
    found = {one.name: (one.first, one.last) for one in parsed.definitions}
    assert {name: found.get(name) for name in wanted} == wanted
    assert not [name for name in found if "hidden" in name], "a function's variables are no symbols"


def test_a_check_of_presence_is_decided_in_other_languages_too() -> None:
    text = Text(SOURCES["a.go"][0].encode(), "a.go")
    holds = {
        check: run_check(parse_check(check), text).holds for check in ("has Store.Get", "has Store.Put", "lacks Free")
    }
    assert holds == {"has Store.Get": True, "has Store.Put": False, "lacks Free": False}


def test_what_is_missing_from_a_broken_file_is_undecided_and_what_is_there_is_there() -> None:
    text = Text(b"func Free() {}\n\nfunc Broken( {\n", "a.go")
    assert run_check(parse_check("has Free"), text).holds is True
    assert run_check(parse_check("lacks Gone"), text).holds is None


@pytest.mark.parametrize("source", ["(" * 200_000, "{" * 200_000, "a=>" * 50_000 + "1", "x" * 1_000_001])
def test_deep_and_long_sources_end_in_time(source: str) -> None:
    begun = time.monotonic()
    parsed = grammars.parse(source, "a.js")
    assert parsed is None or not parsed.definitions
    assert time.monotonic() - begun < 4  # two seconds, on a machine that does other things


def test_without_its_grammar_a_language_has_no_symbols(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grammars, "_LANGUAGES", {"go": ("tree_sitter_of_no_language", "language")})
    assert grammars.parse("func Free() {}\n", "a.go") is None
    assert Text(b"func Free() {}\n", "a.go").definitions is None
