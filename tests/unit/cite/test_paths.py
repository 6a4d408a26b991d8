"""Path hygiene: no way out, no link, no secret file, nothing that holds the reader."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tenure.cite.paths import PATH_CHARS_MAX, checked_path, is_vendored, not_citable, read_file
from tenure.errors import CitationError

LEADS_OUT = [
    "/etc/passwd",
    "../x",
    "a/../../x",
    "a/..",
    "~/x",
    "C:\\x",
    "\\\\host\\x",
    "a\0b",
    "a\nb",
    "",
    " ",
    ".",
    "/",
]
SECRET = """
.env a/.ENV .env.local prod.env id_rsa id_ed25519.pub k.pem a/K.PEM server.key .netrc .npmrc .pypirc credentials
credentials.json secrets.yaml x.tfstate .ssh/config .aws/config my.kdbx service-account-1.json
.git/config a/.GIT/config .g\u200bit/config .git./config
""".split()
LONG, DEEP = "a" * PATH_CHARS_MAX, "/".join("a" * 60)
AS_THEY_ARE = ["secrets.py", "env.py", ".env.example", "credentials.py", ".gitignore", LONG, DEEP, "ü/ß.py"]


@pytest.mark.parametrize("path", [*LEADS_OUT, LONG + "a", DEEP + "/a"])
def test_a_path_that_leads_out_is_refused(path: str) -> None:
    with pytest.raises(CitationError) as caught:
        checked_path(path)
    assert caught.value.code == "bad_path"


@pytest.mark.parametrize("path", SECRET)
def test_a_secret_file_is_denied_like_a_missing_one(path: str) -> None:
    with pytest.raises(CitationError) as caught:
        checked_path(path)
    assert (caught.value.code, str(caught.value)) == (not_citable().code, str(not_citable()))


@pytest.mark.parametrize(
    ("path", "normal"), [("./src//a.py", "src/a.py"), ("src/a.py/", "src/a.py"), *((one, one) for one in AS_THEY_ARE)]
)
def test_a_normal_path_passes(path: str, normal: str) -> None:
    assert checked_path(path) == normal


def test_only_regular_files_within_the_bound_are_read(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret").write_text("x")
    root = tmp_path / "root"
    (root / "folder").mkdir(parents=True)
    (root / "file").write_bytes(b"12345")
    (root / "link").symlink_to(outside / "secret")
    (root / "way").symlink_to(outside)
    (root / "inner").mkdir()
    (root / "inner" / ".git").mkdir()
    (root / "inner" / "file").write_bytes(b"1")
    os.mkfifo(root / "pipe")
    assert read_file(root, "file", bytes_max=5).data == b"12345"
    problems = {
        path: read_file(root, path, bytes_max=4).problem
        for path in ("file", "link", "way/secret", "folder", "pipe", "none", "file/x", "inner/file", "a\0b")
    }
    assert problems == {
        "file": "too_big",
        "link": "symlink",
        "way/secret": "symlink",
        "folder": "not_a_file",
        "pipe": "not_a_file",
        "none": "missing",
        "file/x": "missing",
        "inner/file": "other_repository",
        "a\0b": "unreadable",
    }


def test_vendored_code_is_told_by_its_folder() -> None:
    assert is_vendored("web/node_modules/x/a.js")
    assert is_vendored("Vendor/a.py")
    assert not is_vendored("src/vendor.py")
