"""Pages over https: of a host whose certificate this machine trusts, and of hosts whose it does not (R35)."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tenure.errors import CitationError
from tenure.model.validation import Outcome
from tests.cite_web.conftest import PAGE, QUOTE, Pages, asking, cited, judged, redirect, tell
from tests.pdfs import pdf_of

DAY = timedelta(days=1)


class Authority:
    """Signs certificates of hosts, and writes them to files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Authority of these tests")])
        made = self._certificate(self.name, self.key.public_key(), until=DAY)
        made = made.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        made = made.add_extension(_usage(signs=True), critical=True)
        self.file = folder / "authority.pem"
        self.file.write_bytes(made.sign(self.key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))

    def of(self, host: str, *, until: timedelta = DAY) -> ssl.SSLContext:
        """Give what a server needs to be ``host``."""
        key = ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, host)])
        made = self._certificate(subject, key.public_key(), until=until)
        made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        file = self.folder / f"{host}.pem"
        private = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        signed = made.sign(self.key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
        file.write_bytes(private + signed)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file)
        return context

    def _certificate(
        self, subject: x509.Name, key: ec.EllipticCurvePublicKey, *, until: timedelta
    ) -> x509.CertificateBuilder:
        now = datetime.now(UTC)
        made = x509.CertificateBuilder(issuer_name=self.name, subject_name=subject, public_key=key)
        made = made.serial_number(x509.random_serial_number())
        made = made.not_valid_before(now - 2 * DAY).not_valid_after(now + until)
        made = made.add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
        issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(self.key.public_key())
        return made.add_extension(issuer, critical=False)


def _usage(*, signs: bool) -> x509.KeyUsage:
    names = (
        "digital_signature content_commitment key_encipherment data_encipherment key_agreement "
        "encipher_only decipher_only"
    ).split()
    return x509.KeyUsage(**dict.fromkeys(names, False), key_cert_sign=signs, crl_sign=signs)


@pytest.fixture
def authority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Authority:
    made = Authority(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(made.file))
    return made


@pytest.fixture
def serve() -> Iterator[Callable[[ssl.SSLContext], Pages]]:
    made: list[Pages] = []

    def start(safe: ssl.SSLContext) -> Pages:
        made.append(Pages(safe))
        made[-1].said["/limits"] = PAGE
        return made[-1]

    yield start
    for pages in made:
        pages.close()


def test_r14_a_page_and_a_pdf_of_a_trusted_host_are_cited_and_judged(authority, serve) -> None:
    pages = serve(authority.of("pages.example"))
    web = asking(pages)
    found = cited(web, pages)
    assert (found.passage, judged(web, found)) == (QUOTE, (Outcome.VERIFIED, ""))
    pages.said["/limits"] = lambda handler: tell(handler, pdf_of(QUOTE), kind="application/pdf")
    assert judged(web, found)[0] is Outcome.VERIFIED
    pages.said["/limits"] = redirect(pages.address("/new"), 301)
    pages.said["/new"] = PAGE
    assert judged(web, found) == (Outcome.MOVED, "")


def test_r35_a_page_over_https_cannot_send_us_to_one_without(authority, serve) -> None:
    pages = serve(authority.of("pages.example"))
    web = asking(pages)
    found = cited(web, pages)
    pages.said["/limits"] = redirect(pages.address("/limits").replace("https:", "http:"), 301)
    assert judged(web, found) == (Outcome.UNVERIFIED, "redirects_to_plain")


@pytest.mark.parametrize("case", ["another host", "another authority", "run out", "none of its own"])
def test_r35_nothing_is_asked_of_a_host_whose_certificate_is_not_good(
    authority, serve, tmp_path, monkeypatch, case: str
) -> None:
    good = serve(authority.of("pages.example"))
    found = cited(asking(good), good)
    if case == "another host":
        pages = serve(authority.of("elsewhere.example"))
    elif case == "another authority":
        (tmp_path / "other").mkdir()
        pages = serve(Authority(tmp_path / "other").of("pages.example"))
    elif case == "run out":
        pages = serve(authority.of("pages.example", until=-DAY))
    else:
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "empty.pem"))
        (tmp_path / "empty.pem").write_text("")
        pages = serve(authority.of("pages.example"))
    with pytest.raises(CitationError) as caught:
        cited(asking(pages), pages)
    assert caught.value.code == "bad_certificate"
    assert pages.asked == []
    assert found.passage == QUOTE


def test_r19_a_host_that_never_shakes_hands_is_not_waited_for(authority) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        pages = Pages()
        pages.close()
        pages.scheme, pages.port = "https", silent.getsockname()[1]
        with pytest.raises(CitationError) as caught:
            cited(asking(pages), pages)
    assert caught.value.code == "too_slow"


def test_r19_a_host_that_speaks_no_tls_is_unreachable(authority, pages) -> None:
    pages.scheme = "https"
    with pytest.raises(CitationError) as caught:
        cited(asking(pages), pages)
    assert caught.value.code == "unreachable"
    assert pages.asked == []
