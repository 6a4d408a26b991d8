"""Where a page can send us, and where not: redirects, resolved addresses, robots, and what goes along (R35)."""

from __future__ import annotations

import pytest

from tenure.cite import fetch
from tenure.cite.hosts import is_public, split_address
from tenure.cite.web import WebValidator
from tenure.errors import CitationError
from tenure.model.validation import Outcome
from tests.cite_web.conftest import (
    NOW,
    PAGE,
    PLACE,
    SECONDS,
    cited,
    digest,
    hosts,
    judged,
    redirect,
    tell,
)


@pytest.mark.parametrize(
    ("to", "reason"),
    [
        ("http://elsewhere.example:{port}/x", "host_not_allowed"),
        ("http://pages.example/x", "host_not_allowed"),
        ("http://127.0.0.1:{port}/x", "host_not_allowed"),
        ("http://169.254.169.254/latest/meta-data", "host_not_allowed"),
        ("http://inside.example:{port}/x", "private_address"),
        ("http://mixed.example:{port}/x", "private_address"),
        ("file:///etc/passwd", "host_not_allowed"),
        ("http://ana:secret@pages.example:{port}/x", "bad_address"),
        ("http://pages.example:99999/x", "host_not_allowed"),
        ("http://[pages.example/x", "bad_address"),
        ("/limits", "too_many_redirects"),
    ],
)
def test_r35_a_page_cannot_send_us_where_we_may_not_go(web, pages, reached, to: str, reason: str) -> None:
    pages.said["/limits"] = PAGE
    found = cited(web, pages)
    pages.said |= {"/limits": redirect(to.format(port=pages.port)), "/x": PAGE}
    assert judged(web, found) == (Outcome.UNVERIFIED, reason)
    assert set(reached) == {"127.0.0.1"}
    assert "/x" not in pages.paths()


def test_redirects_are_followed_up_to_the_bound(web, pages) -> None:
    pages.said["/limits"] = PAGE
    found = cited(web, pages)
    pages.said |= {f"/{number}": redirect(f"/{number + 1}") for number in range(1, 6)} | {"/limits": redirect("/1")}
    pages.said["/5"] = PAGE
    assert judged(web, found)[0] is Outcome.VERIFIED
    pages.said |= {"/5": redirect("/6"), "/6": PAGE}
    assert judged(web, found) == (Outcome.UNVERIFIED, "too_many_redirects")


def test_the_address_that_was_checked_is_the_one_connected_to(pages, reached) -> None:
    """A name that resolves to something else a moment later leads nowhere else."""
    answers = iter([("127.0.0.1",), ("127.0.0.1",), ("10.0.0.1",)])
    made = fetch.Fetcher(
        lambda: hosts(pages.port),
        seconds=SECONDS,
        resolve=lambda host, port: next(answers),
        is_allowed=lambda address: address[:4] == "127.",
    )
    web = WebValidator(digest, lambda: made, seconds=SECONDS)
    pages.said["/limits"] = PAGE
    found = cited(web, pages)
    assert judged(web, found) == (Outcome.UNVERIFIED, "private_address")
    assert set(reached) == {"127.0.0.1"}


def test_no_proxy_cookie_or_credential_goes_along(web, pages, monkeypatch, tmp_path) -> None:
    (tmp_path / ".netrc").write_text("machine pages.example login ana password hidden\n")
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.setenv("HOME", str(tmp_path))
    pages.said["/limits"] = lambda handler: tell(handler, PAGE, Set_Cookie="session=1")
    found = cited(web, pages)
    assert judged(web, found)[0] is Outcome.VERIFIED
    sent = [headers for _, _, headers in pages.asked]
    assert all(set(headers) <= {"host", "user-agent", "accept", "accept-encoding", "connection"} for headers in sent)


def test_robots_are_respected_and_asked_once(web, pages) -> None:
    pages.said |= {"/limits": PAGE, "/robots.txt": "User-agent: *\nDisallow: /private\nAllow: /private/open\n"}
    found = cited(web, pages)
    assert judged(web, found)[0] is Outcome.VERIFIED
    assert pages.paths() == ["/robots.txt", "/limits", "/limits"]
    for path in ("/private", "/private/open"):
        pages.said[path] = PAGE
    with pytest.raises(CitationError) as caught:
        cited(web, pages, "/private")
    assert caught.value.code == "robots"
    assert cited(web, pages, "/private/open")
    pages.said["/limits"] = redirect("/private")
    assert judged(web, found) == (Outcome.UNVERIFIED, "robots")
    assert "/private" not in pages.paths()


def test_robots_that_cannot_be_had_forbid_and_missing_ones_allow(web, pages) -> None:
    pages.said |= {"/limits": PAGE, "/robots.txt": lambda handler: tell(handler, "", status=503)}
    with pytest.raises(CitationError) as caught:
        cited(web, pages)
    assert caught.value.code == "robots_unreachable"
    assert pages.paths() == ["/robots.txt"]
    pages.said["/robots.txt"] = lambda handler: tell(handler, "", status=403)
    assert cited(web, pages)


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("http://other.example/x", "host_not_allowed"),
        ("https://pages.example/x", "host_not_allowed"),
        ("ftp://pages.example/x", "bad_address"),
        ("http://ana@pages.example/x", "bad_address"),
        ("http:///x", "bad_address"),
        ("http://pages.example:99999/x", "bad_address"),
        ("http://pages.example/a b", "bad_address"),
        ("https://pages.example/?key=AKIAIOSFODNN7EXAMPLQ", "never_kept"),
    ],
)
def test_what_cannot_be_cited_is_not_asked_for(web, pages, reached, address: str, code: str) -> None:
    with pytest.raises(CitationError) as caught:
        web.cite(address, place=PLACE, now=NOW, options={})
    assert (caught.value.code, reached) == (code, [])


def test_a_page_that_does_not_hold_the_quotation_is_not_cited(web, pages) -> None:
    pages.said["/limits"] = PAGE
    with pytest.raises(CitationError) as caught:
        cited(web, pages, quote="The limit is 60 requests")
    assert caught.value.code == "no_such_quote"
    with pytest.raises(CitationError) as caught:
        cited(web, pages, "/none")
    assert caught.value.code == "status_404"


@pytest.mark.parametrize(
    ("address", "is_open"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1:248:1893:25c8:1946", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("240.0.0.1", False),
        ("255.255.255.255", False),
        ("::1", False),
        ("::", False),
        ("fe80::1%eth0", False),
        ("fc00::1", False),
        ("::ffff:10.0.0.1", False),
        ("::ffff:93.184.216.34", False),
        ("::10.0.0.1", False),
        ("64:ff9b::a00:1", False),
        ("64:ff9b:1::1", False),
        ("2002:a00:1::1", False),
        ("ff02::1", False),
        ("localhost", False),
    ],
)
def test_only_addresses_of_the_open_network_are_public(address: str, is_open: bool) -> None:
    assert is_public(address) is is_open


def test_hosts_below_one_and_other_ports_are_named() -> None:
    listed = fetch.Fetcher(lambda: (".example.org", "example.com", "example.com:8443"), seconds=1)

    def is_listed(address: str) -> bool:
        return listed.is_listed(split_address(address))

    assert is_listed("https://docs.example.org/x")
    assert not is_listed("https://example.org/x")
    assert not is_listed("https://badexample.org/x")
    assert is_listed("https://EXAMPLE.com/")
    assert is_listed("https://example.com:8443/")
    assert not is_listed("https://example.com:8444/")
    assert not is_listed("https://www.example.com/")
