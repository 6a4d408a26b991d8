"""Real git repositories, made with the git binary; the product itself never starts it."""

from __future__ import annotations

import hashlib
import hmac
import os
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tenure.cite.code import CodeValidator
from tenure.cite.git import Repositories
from tenure.cite.validator import Cited, Place
from tenure.errors import CitationError, StoreError
from tenure.model.claim import Claim, Kind
from tenure.model.scope import Scope
from tenure.model.validation import Validation

NOW = datetime(2025, 1, 1, tzinfo=UTC)
CLAIM = Claim(text="a claim", kind=Kind.CODE)
SOURCE = """\
import os

TIMEOUT = 30


class Store:
    \"\"\"Keeps things.\"\"\"

    def get(self, key):
        value = self.rows[key]
        return value

    def put(self, key, value):
        self.rows[key] = value
        return value


def connect(host, port=80):
    address = (host, port)
    return address
"""


def digest(use: str, data: bytes) -> str:
    return hmac.digest(b"key", use.encode() + b"\0" + data, "sha256").hex()


class Repo:
    """A git repository in a folder, and what Tenure says of it."""

    def __init__(self, folder: Path, data: Path) -> None:
        self.folder = folder
        self.registry = Repositories(data)
        self.validator = CodeValidator(self.registry, digest)

    def git(self, *arguments: str) -> str:
        command = ["git", "-c", "protocol.file.allow=always", *arguments]
        return subprocess.run(command, cwd=self.folder, check=True, capture_output=True, text=True).stdout.strip()

    def write(self, path: str, text: str | bytes) -> None:
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())

    def commit(self, *, message: str = "change") -> str:
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD")

    def at(self, folder: Path) -> Repo:
        other = Repo(folder, Path("unused"))
        other.registry, other.validator = self.registry, self.validator
        return other

    def place(self) -> Place:
        return Place(worktree=self.folder, scope=Scope(user="ana"), trusted=self.trusted())

    def trusted(self) -> tuple[str, ...]:
        """Give where the branch that is trusted stands now."""
        try:
            return tuple(self.registry.commits_of(self.folder, ("main",)).values())
        except (CitationError, StoreError):
            return ()

    def cite(self, address: str, **options: str) -> Cited:
        return self.validator.cite(address, place=self.place(), now=NOW, options=options)

    def check(self, cited: Cited) -> Validation:
        return self.validator.validate(cited.citation, claim=CLAIM, place=self.place(), now=NOW)

    def says(self, cited: Cited) -> tuple[str, str | None]:
        found = self.check(cited)
        return str(found.outcome), found.place


@pytest.fixture(autouse=True)
def _own_git_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = tmp_path / "gitconfig"
    settings.write_text("[user]\n name = Ana\n email = ana@example.org\n[init]\n defaultBranch = main\n")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.fspath(settings))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")


@pytest.fixture
def empty(tmp_path: Path) -> Repo:
    (tmp_path / "repo").mkdir()
    made = Repo(tmp_path / "repo", tmp_path / "data")
    made.git("init", "-q")
    return made


@pytest.fixture
def repo(empty: Repo) -> Repo:
    empty.write("src/a.py", SOURCE)
    empty.write("README.md", "# Title\n\nSome words.\n")
    empty.commit()
    empty.registry.resolve(empty.folder, create=True)
    return empty


@pytest.fixture
def edit(repo: Repo) -> Callable[[str, str], None]:
    """Replaces a text in src/a.py."""

    def replace(old: str, new: str) -> None:
        text = (repo.folder / "src/a.py").read_text()
        assert old in text
        repo.write("src/a.py", text.replace(old, new, 1))

    return replace


@pytest.fixture
def sha() -> Callable[[str], str]:
    return lambda text: hashlib.sha256(text.encode()).hexdigest()
