"""`robots.txt` by the examples and the edges of RFC 9309."""

from __future__ import annotations

import time

import pytest

from tenure.cite.robots import RULES_MAX, may_ask

OURS = """User-agent: *
Disallow: /

User-Agent: Tenure
user-agent: other
Disallow: /a
Allow: /a/b$
Disallow: /*.gif$
"""


@pytest.mark.parametrize(
    ("path", "is_allowed"),
    [
        ("/", True),
        ("/a", False),
        ("/ab", False),
        ("/a/b", True),
        ("/a/b/", False),
        ("/a/b?x=1", False),
        ("/x.gif", False),
        ("/x.gif?y", True),
        ("/%61", False),
        ("/robots.txt", True),
    ],
)
def test_the_longest_rule_of_our_own_group_decides(path: str, is_allowed: bool) -> None:
    assert may_ask(OURS, path, agent="tenure") is is_allowed
    assert may_ask(OURS, path, agent="somebody") is (path == "/robots.txt")


@pytest.mark.parametrize(
    ("text", "is_allowed"),
    [
        ("", True),
        ("User-agent: *\nDisallow:\n", True),
        ("Disallow: /\n", True),
        ("\ufeffUser-agent: *\r\nDisallow: / # all\r\n", False),
        ("User-agent: *\nDisallow: /p\nAllow: /p\n", True),
        ("User-agent: *\nAllow: /\nDisallow: /*/\n", True),
        ("<html>not found</html>", True),
    ],
)
def test_what_a_file_allows(text: str, is_allowed: bool) -> None:
    assert may_ask(text, "/page", agent="tenure") is is_allowed


def test_a_hostile_file_takes_no_time() -> None:
    text = "User-agent: *\n" + ("Disallow: /" + "*a" * 100 + "\n") * (RULES_MAX + 10)
    begun = time.perf_counter()
    assert may_ask(text, "/" + "a" * 90 + "b", agent="tenure")
    assert time.perf_counter() - begun < 5
