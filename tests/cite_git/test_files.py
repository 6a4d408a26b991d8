"""`file:` citations: relative to the working tree or under an allowed root, whole or by a quotation (R14, R18)."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from tenure.cite.file import FileValidator
from tenure.cite.validator import Place
from tenure.errors import CitationError
from tenure.model.citation import says_the_same
from tenure.model.claim import Claim, Kind
from tenure.model.principal import Trust
from tenure.model.scope import Scope
from tests.cite_git.conftest import NOW, digest

CLAIM = Claim(text="a claim", kind=Kind.FACT)


@pytest.fixture
def files(repo, tmp_path: Path) -> FileValidator:
    (tmp_path / "docs").mkdir()
    return FileValidator(repo.registry, digest, roots=[tmp_path / "docs"])


def _says(files: FileValidator, cited, place: Place) -> str:
    return str(files.validate(cited.citation, claim=CLAIM, place=place, now=NOW).outcome)


def test_r18_a_file_is_verified_changed_or_gone(repo, files: FileValidator) -> None:
    place = repo.place()
    cited = files.cite("README.md", place=place, now=NOW, options={})
    assert cited.citation.trust is Trust.EXTERNAL
    assert cited.scope == Scope(repository=repo.registry.resolve(repo.folder).id)
    assert "words" not in repr(cited.citation)
    assert _says(files, cited, place) == "verified"
    repo.write("README.md", "# Title\n\nSome words. More.\n")
    assert _says(files, cited, place) == "changed"
    (repo.folder / "README.md").unlink()
    assert _says(files, cited, place) == "gone"
    (repo.folder / "README.md").symlink_to("src/a.py")
    assert _says(files, cited, place) == "unverified"


def test_r18_a_quotation_is_verified_wherever_it_stands_now(repo, files: FileValidator) -> None:
    place = repo.place()
    cited = files.cite("README.md", place=place, now=NOW, options={"quote": "Some  words."})
    assert cited.passage == "Some words."
    repo.write("README.md", "New\n\nfirst Some\nwords. More\n")
    assert _says(files, cited, place) == "verified"
    repo.write("README.md", "Some other words.\n")
    assert _says(files, cited, place) == "changed"
    with pytest.raises(CitationError) as caught:
        files.cite("README.md", place=place, now=NOW, options={"quote": "Some words."})
    assert caught.value.code == "no_such_quote"


NOTES = "# Limits\n\n" + "".join(f"Rule {number} of the server holds for all.\n" for number in range(8))
RULE = "Rule 3 of the server"


def _place(files: FileValidator, cited, place: Place) -> tuple[str, str | None]:
    found = files.validate(cited.citation, claim=CLAIM, place=place, now=NOW)
    return str(found.outcome), found.place


def test_r18_a_file_that_was_renamed_is_found_by_its_history_or_by_its_content(repo, files: FileValidator) -> None:
    repo.write("notes.md", NOTES)
    repo.commit()
    place = repo.place()
    whole = files.cite("notes.md", place=place, now=NOW, options={})
    quoted = files.cite("notes.md", place=place, now=NOW, options={"quote": RULE})
    repo.git("mv", "notes.md", "limits.md")
    assert _place(files, whole, place) == ("moved", "limits.md")
    repo.commit()
    assert _place(files, whole, place) == ("moved", "limits.md")
    repo.git("mv", "limits.md", "rules.md")
    repo.write("rules.md", NOTES.replace("Rule 7", "Rule seven"))
    repo.commit()
    assert _place(files, quoted, place) == ("moved", "rules.md")
    assert _place(files, whole, place) == ("changed", "rules.md")
    repo.write("rules.md", NOTES.replace("Rule 3", "Rule three"))
    assert _place(files, quoted, place) == ("changed", "rules.md")
    (repo.folder / "rules.md").unlink()
    repo.commit()
    assert _place(files, quoted, place) == ("gone", None)


def test_r18_a_file_is_judged_at_a_branch_and_in_a_bare_repository(repo, files: FileValidator, tmp_path: Path) -> None:
    repo.write("notes.md", NOTES)
    repo.commit()
    place = repo.place()
    cited = files.cite("notes.md", place=place, now=NOW, options={"quote": RULE})
    repo.git("checkout", "-q", "-b", "topic")
    repo.git("mv", "notes.md", "rules.md")
    repo.commit()
    repo.git("checkout", "-q", "-b", "later")
    repo.write("rules.md", NOTES.replace("Rule 3", "Rule three"))
    repo.commit()
    at = [_place(files, cited, replace(place, ref=ref)) for ref in ("main", "topic", "later")]
    assert at == [("verified", "notes.md"), ("moved", "rules.md"), ("changed", "rules.md")]
    unknown = files.validate(cited.citation, claim=CLAIM, place=replace(place, ref="nowhere"), now=NOW)
    assert (str(unknown.outcome), unknown.reason) == ("unverified", "unknown_ref")
    repo.git("checkout", "-q", "main")
    repo.git("clone", "-q", "--bare", ".", os.fspath(tmp_path / "bare.git"))
    repo.registry.adopt(tmp_path / "bare.git", repo.registry.resolve(repo.folder).id)
    bare = replace(place, worktree=tmp_path / "bare.git")
    assert _place(files, cited, bare) == ("verified", "notes.md")
    assert files.cite("notes.md", place=bare, now=NOW, options={"quote": RULE}).passage == RULE


def test_r18_a_file_outside_any_repository_is_at_no_commit(files: FileValidator, tmp_path: Path) -> None:
    (tmp_path / "docs" / "x.md").write_text("Words.\n")
    place = Place(worktree=None, scope=Scope(user="ana"))
    cited = files.cite(f"{tmp_path}/docs/x.md", place=place, now=NOW, options={})
    found = files.validate(cited.citation, claim=CLAIM, place=replace(place, ref="main"), now=NOW)
    assert (str(found.outcome), found.reason) == ("unverified", "not_at_ref")


def test_r18_a_copy_that_was_there_before_is_not_the_file_that_went(repo, files: FileValidator) -> None:
    repo.write("notes.md", NOTES)
    repo.write("old/notes.md", NOTES)
    repo.commit()
    place = repo.place()
    cited = files.cite("notes.md", place=place, now=NOW, options={"quote": RULE})
    (repo.folder / "notes.md").unlink()
    repo.commit()
    assert _place(files, cited, place) == ("gone", None)
    repo.write("a/notes.md", NOTES)
    repo.write("b/notes.md", NOTES)
    repo.commit()
    assert _place(files, cited, place) == ("gone", None)


def test_r22_the_new_path_of_a_file_is_kept_and_followed_on(repo, files: FileValidator) -> None:
    repo.write("notes.md", NOTES)
    repo.commit()
    place = repo.place()
    cited = files.cite("notes.md", place=place, now=NOW, options={"quote": RULE})
    assert files.renewed(cited.citation, claim=CLAIM, place=place, now=NOW) is None
    repo.git("mv", "notes.md", "limits.md")
    repo.commit()
    renewed = files.renewed(cited.citation, claim=CLAIM, place=place, now=NOW)
    assert renewed is not None
    assert says_the_same(renewed, cited.citation)
    assert str(files.validate(renewed, claim=CLAIM, place=place, now=NOW).outcome) == "verified"
    repo.git("mv", "limits.md", "rules.md")
    repo.commit()
    found = files.validate(renewed, claim=CLAIM, place=place, now=NOW)
    assert (str(found.outcome), found.place) == ("moved", "rules.md")


@pytest.mark.parametrize("name", ["secrets.env", ".env"])
def test_r35_a_file_that_was_renamed_to_a_secret_one_is_not_read(repo, files: FileValidator, name: str) -> None:
    repo.write("notes.md", NOTES)
    repo.commit()
    cited = files.cite("notes.md", place=repo.place(), now=NOW, options={})
    repo.git("mv", "notes.md", name)
    repo.commit()
    assert _place(files, cited, repo.place()) == ("gone", None)


def test_an_absolute_address_only_under_an_allowed_root(repo, files: FileValidator, tmp_path: Path) -> None:
    place = Place(worktree=None, scope=Scope(user="ana"))
    (tmp_path / "docs/guide.txt").write_text("words")
    (tmp_path / "docs/out").symlink_to(tmp_path / "secret")
    (tmp_path / "secret").write_text("words")
    cited = files.cite(os.fspath(tmp_path / "docs/guide.txt"), place=place, now=NOW, options={})
    assert cited.scope == place.scope
    assert _says(files, cited, place) == "verified"
    for path in ("secret", "docs/../secret", "docs/out", "docs/none", "docs/.env"):
        with pytest.raises(CitationError):
            files.cite(f"{tmp_path}/{path}", place=place, now=NOW, options={})


def test_denied_and_missing_files_answer_alike(repo, files: FileValidator, tmp_path: Path) -> None:
    repo.write(".env", "TOKEN=1\n")
    told = set()
    for address in (".env", "none.txt", os.fspath(tmp_path / "gitconfig"), "/none"):
        with pytest.raises(CitationError) as caught:
            files.cite(address, place=repo.place(), now=NOW, options={})
        told.add((caught.value.code, str(caught.value)))
    assert len(told) == 1


def test_another_repository_is_unverified(repo, files: FileValidator, tmp_path: Path) -> None:
    cited = files.cite("README.md", place=repo.place(), now=NOW, options={})
    (tmp_path / "plain").mkdir()
    (tmp_path / "plain/README.md").write_text("# Title\n\nSome words.\n")
    place = Place(worktree=tmp_path / "plain", scope=Scope(user="ana"))
    found = files.validate(cited.citation, claim=CLAIM, place=place, now=NOW)
    assert (str(found.outcome), found.reason) == ("unverified", "other_repository")
