"""Checks of values, bases and parameters in other languages: what holds, what does not, and what cannot be told."""

from __future__ import annotations

import pytest

from tenure.cite.anchor import Text
from tenure.cite.checks import parse_check, run_check

FILES = {
    "a.js": """\
const A = 30, B = 'x', L = [1, 2];
const T = `a${B}`;
class C extends D.E {
  static N = -5;
  f(a, b = 1, {c}, ...r) {}
  g(a, b = 1, ...r) {}
}
const h = (x, y) => x;
let w = 1;
w = 2;
function set() { A.later = 3; }
""",
    "a.ts": """\
export const A: number = 30_000;
class C<T> extends D<T> implements E, F {
  readonly N = true;
  f(a: string, b?: number, c = 2, ...r: any[]): void {}
}
enum Q { R = 3, S = "s" }
interface I extends J, K { m(a: number): void }
""",
    "a.go": """\
package p

const A, B = 30, "x"

var D int = 0x10

const (
	E = iota
	F
)

type S struct {
	Base
	*pkg.Other
	x int
}

func (s *S) Get(key, other string, rest ...int) error { return nil }
func Unnamed(int, string) {}
""",
    "a.rs": """\
pub const A: u32 = 30_u32;
static B: &str = "x";
const X: f64 = 1.5;
const C: u8 = 1;
static mut M: u8 = 1;
fn set() { M += 1; other.C = 2; }
struct S;
impl fmt::Display for S {
    fn get(&self, key: &str, mut n: u8) {}
}
trait U: V + W {}
""",
    "a.java": """\
class C<T> extends D<T> implements E, F {
    static final long A = 30L, B = 4;
    static final char K = 'k';
    void f(String a, int... r) {}
    void g(int a) {}
    void g(String a, int b) {}
}
interface I extends J { int K = 5; }
""",
    "a.c": """\
#define A 30
#define M "m"
static const int B = 4, C2 = 010;
const char *s = "x";
enum E { P = 3, Q };
int f(int a, char *b) { return 1; }
int none(void) { return 0; }
int many(int a, ...) { return 0; }
""",
    "a.cpp": """\
namespace n {
constexpr unsigned A = 30u;
class C : public D, private E<int> {
 public:
  void f(int a, int b = 2) const {}
  static const int K = 4;
};
}
void n::C::g(int&& q) {}
""",
}


JUDGED: list[tuple[str, str, bool | None]] = [
    ("a.js", "literal A == 30", True),
    ("a.js", "literal A == 31", False),
    ("a.js", "literal A == '30'", False),
    ("a.js", 'literal B == "x"', True),
    ("a.js", "literal L == [1, 2]", True),
    ("a.js", "literal T == 'a'", None),
    ("a.js", "literal C.N == -5", True),
    ("a.js", "literal Z == 1", False),
    ("a.js", "literal w == 1", None),
    ("a.js", "literal w == 3", None),
    ("a.js", "literal later == 3", None),
    ("a.js", "class C bases D.E", True),
    ("a.js", "class C bases E", True),
    ("a.js", "class C bases F", False),
    ("a.js", "signature C.f(a, b, c, *r)", None),
    ("a.js", "signature C.g(a, b, *r)", True),
    ("a.js", "signature C.g(a, b=1, *r)", True),
    ("a.js", "signature C.g(a, b=2, *r)", False),
    ("a.js", "signature C.g(a, b)", False),
    ("a.js", "signature h(x, y)", True),
    ("a.js", "signature h(x=1, y=2)", False),
    ("a.ts", "literal A == 30000", True),
    ("a.ts", "literal C.N == true", True),
    ("a.ts", "literal C.N == True", True),
    ("a.ts", "literal Q.R == 3", True),
    ("a.ts", "literal Q.S == 's'", True),
    ("a.ts", "class C bases D, F", True),
    ("a.ts", "class C bases T", False),
    ("a.ts", "class I bases J, K", True),
    ("a.ts", "signature C.f(a, b, c=2, *r)", True),
    ("a.ts", "signature C.f(a, b, c)", False),
    ("a.go", "literal A == 30", True),
    ("a.go", "literal B == 'x'", True),
    ("a.go", "literal D == 16", True),
    ("a.go", "literal E == 0", None),
    ("a.go", "literal F == 1", None),
    ("a.go", "class S bases Base, pkg.Other", True),
    ("a.go", "class S bases int", False),
    ("a.go", "signature S.Get(key, other, *rest)", True),
    ("a.go", "signature S.Get(key)", False),
    ("a.go", "signature Unnamed(a, b)", None),
    ("a.rs", "literal A == 30", True),
    ("a.rs", "literal B == 'x'", True),
    ("a.rs", "literal X == 1.5", True),
    ("a.rs", "literal C == 1", True),
    ("a.rs", "literal M == 1", None),
    ("a.rs", "class S bases Display", True),
    ("a.rs", "class U bases V, W", True),
    ("a.rs", "class U bases X", False),
    ("a.rs", "signature S.get(self, key, n)", True),
    ("a.rs", "signature S.get(self, n, key)", False),
    ("a.java", "literal C.A == 30", True),
    ("a.java", "literal C.B == 5", False),
    ("a.java", "literal C.K == 'k'", None),
    ("a.java", "literal I.K == 5", True),
    ("a.java", "class C bases D, E", True),
    ("a.java", "class I bases J", True),
    ("a.java", "signature C.f(a, *r)", True),
    ("a.java", "signature C.g(a)", None),
    ("a.java", "signature C.g(z)", False),
    ("a.c", "literal A == 30", True),
    ("a.c", "literal M == 'm'", True),
    ("a.c", "literal B == 4", True),
    ("a.c", "literal C2 == 10", None),
    ("a.c", "literal E.P == 3", True),
    ("a.c", "literal E.Q == 4", None),
    ("a.c", "signature f(a, b)", True),
    ("a.c", "signature none()", True),
    ("a.c", "signature many(a)", None),
    ("a.cpp", "literal n.A == 30", True),
    ("a.cpp", "literal n.C.K == 4", True),
    ("a.cpp", "class n.C bases D, E", True),
    ("a.cpp", "signature n.C.f(a, b=2)", True),
    ("a.cpp", "signature n.C.g(q)", True),
    ("a.js", "key a.b == 1", None),
]


@pytest.mark.parametrize(("path", "check", "holds"), JUDGED)
def test_r18_a_check_is_judged_in_other_languages(path: str, check: str, holds: bool | None) -> None:
    assert run_check(parse_check(check), Text(FILES[path].encode(), path)).holds is holds


@pytest.mark.parametrize(
    ("path", "check", "now", "line"),
    [
        ("a.js", "literal A == 31", "30", 1),
        ("a.js", "signature C.g(a)", "(a, b=1, *r)", 6),
        ("a.ts", "literal C.N == False", "True", 3),
        ("a.go", "class S bases Store", "Base, pkg.Other", 12),
        ("a.go", "signature S.Get(key)", "(key, other, *rest)", 18),
        ("a.java", "class C bases Store", "D, E, F", 1),
    ],
)
def test_r22_what_the_source_says_instead_is_a_check_again(path: str, check: str, now: str, line: int) -> None:
    found = run_check(parse_check(check), Text(FILES[path].encode(), path))
    assert (found.holds, found.value, found.line) == (False, now, line)


def test_r18_a_name_that_may_stand_in_what_was_not_parsed_is_undecided() -> None:
    broken = Text(b"const A = 1;\nclass {{{ ((\n", "a.js")
    assert run_check(parse_check("literal B == 1"), broken).holds is None
    assert run_check(parse_check("literal A == 1"), broken).holds is True
