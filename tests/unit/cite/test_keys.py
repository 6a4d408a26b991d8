"""Keys of settings files: what they say, what is undecided, and what hostile files cost (R18, R22)."""

from __future__ import annotations

import time

import pytest

from tenure.cite.anchor import Text
from tenure.cite.checks import parse_check, run_check

TOML = """\
[project]
name = "tenure"
requires-python = ">=3.11"

[tool."a.b"]
level = 3
ratio = 1.5
on = true
many = ["a", "b"]
"""
JSON = """\
{"engines": {"node": ">=18"}, "private": true, "level": 3, "none": null}"""
INI = """\
[DEFAULT]
level = 3
[flake8]
max-line-length = 100
"""
YAML = """\
# Settings
service:
  image: 'web:1'
  port: 8080
  ratio: 0.5
  quiet: true
  env:
    - A
    - B
  ref: &x 1
name: plain words # told
yes_no: yes
"""
FILES = {"p.toml": TOML, "p.json": JSON, "p.ini": INI, "p.yaml": YAML}
HOLDS = {
    "p.toml": (
        'key project.requires-python == ">=3.11"',
        "key project.requires-python == >=3.11",
        'key tool."a.b".level == 3',
        'key tool."a.b".on == true',
        'key tool."a.b".many == ["a", "b"]',
        "has project.name",
        "lacks project.version",
    ),
    "p.json": ("key engines.node == >=18", "key private == true", "key none == null", "has engines.node"),
    "p.ini": ("key flake8.max-line-length == 100", "key flake8.level == 3", "lacks mypy"),
    "p.yaml": (
        "key service.port == 8080",
        'key service.image == "web:1"',
        "key name == plain words",
        "key service.quiet == true",
        "has service",
    ),
}
FAILS = {
    "p.toml": (
        'key tool."a.b".level == 4',
        'key tool."a.b".level == "3"',
        'key tool."a.b".level == true',
        "key project.version == 1",
        "lacks project.name",
    ),
    "p.json": ("key level == 3.0", "key private == false", "has engines.npm"),
    "p.ini": ("key flake8.max-line-length == 99", "has mypy"),
    "p.yaml": ("key service.port == 8081", 'key service.port == "8080"', "has service.command"),
}
UNDECIDED = {
    "p.toml": ("literal name == 3", "class C bases D"),
    "p.yaml": ("key service.ref == 1", "key service.env == 1", "key yes_no == true"),
    "broken.toml": ("key a == 1", "has a"),
    "twice.json": ("key a == 1",),
    "alias.yaml": ("key a.b == 1",),
    "docs.yaml": ("key a == 1",),
    "tab.yaml": ("key a.b == 1",),
}
ODD = {
    "broken.toml": "a = = 1\n",
    "twice.json": '{"a": 1, "a": 2}',
    "alias.yaml": "x: &x\n  b: 1\na: *x\n",
    "docs.yaml": "a: 1\n--- # next\na: 2\n",
    "tab.yaml": "a:\n\tb: 1\n",
}


@pytest.mark.parametrize(
    ("path", "check", "holds"),
    [
        (path, check, holds)
        for checks, holds in ((HOLDS, True), (FAILS, False), (UNDECIDED, None))
        for path, each in checks.items()
        for check in each
    ],
)
def test_r22_a_key_says_what_the_file_says(path: str, check: str, holds: bool | None) -> None:
    text = Text((FILES | ODD)[path].encode(), path)
    assert run_check(parse_check(check), text).holds is holds


def test_a_key_gives_its_line_and_its_value_of_today() -> None:
    found = run_check(parse_check("key project.requires-python == >=3.9"), Text(FILES["p.toml"].encode(), "p.toml"))
    assert (found.holds, found.line, found.value) == (False, 3, '">=3.11"')
    assert run_check(parse_check("key service.port == 1"), Text(FILES["p.yaml"].encode(), "p.yaml")).line == 4


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("deep.json", "[" * 100_000),
        ("deep.toml", "a = " + "[" * 100_000),
        ("wide.json", '{"a": ' + "9" * 199_000 + "}"),
        ("laughs.yaml", "a: &a [x]\n" + "".join(f"b{n}: &b{n} [*a,*a,*a]\n" for n in range(5_000))),
        ("long.yaml", "a: 1\n" * 50_000),
        ("keys.yaml", "a" * 100_000 + ": " * 40_000),
        ("long.ini", "[a]\n" + "b" * 150_000 + "\n"),
    ],
)
def test_hostile_settings_files_end_in_an_answer_in_time(path: str, source: str) -> None:
    begun = time.monotonic()
    assert run_check(parse_check("key z.y == 1"), Text(source.encode(), path)).holds in {None, False}
    assert time.monotonic() - begun < 2
