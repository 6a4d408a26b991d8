"""What was found once is not looked for again while HEAD, the index and the files that it rests on are the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tenure.cite import code, known
from tenure.cite.judge import judge
from tests.cite_git.conftest import CLAIM, NOW, SOURCE


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Give the paths of the citations that were worked out; the stamps of files count as old enough at once."""
    found: list[str] = []

    def noted(anchor, details, view, keyed):
        found.append(anchor.path)
        return judge(anchor, details, view, keyed)

    monkeypatch.setattr(code, "judge", noted)
    monkeypatch.setattr(known, "RACY_NS", -60_000_000_000)
    return found


@pytest.fixture
def says(repo) -> Callable[..., tuple[str, str | None]]:
    def asked(cited, *, on_purpose: bool = False) -> tuple[str, str | None]:
        place = replace(repo.place(), asks_away=on_purpose)
        found = repo.validator.validate(cited.citation, claim=CLAIM, place=place, now=NOW)
        return str(found.outcome), found.place

    return asked


def test_what_is_gone_is_looked_for_once_and_again_on_purpose_or_after_a_change(repo, judged, says) -> None:
    cited = repo.cite("src/a.py:18-20")
    (repo.folder / "src/a.py").unlink()
    for _ in range(3):
        assert says(cited) == ("gone", None)
    assert len(judged) == 1
    repo.write("src/b.py", SOURCE)
    assert says(cited) == ("gone", None), "git does not track it yet"
    assert len(judged) == 1
    repo.git("add", "-A")
    assert says(cited) == ("moved", "src/b.py:18-20")
    assert len(judged) == 2
    assert [says(cited, on_purpose=True)[0] for _ in range(2)] == ["moved", "moved"]
    assert len(judged) == 4


def test_what_moved_is_known_while_the_file_in_which_it_is_stays_the_same(repo, judged, says) -> None:
    cited = repo.cite("src/a.py:18-20")
    repo.git("mv", "src/a.py", "src/b.py")
    for _ in range(3):
        assert says(cited) == ("moved", "src/b.py:18-20")
    assert len(judged) == 1
    repo.write("src/b.py", SOURCE.replace("address = (host, port)", "address = [host, port]"))
    assert says(cited)[0] != "moved"
    assert len(judged) == 2


def test_what_is_gone_is_looked_for_again_after_a_minute_and_at_another_commit(repo, judged, says, monkeypatch) -> None:
    cited = repo.cite("src/a.py:18-20")
    repo.git("rm", "-q", "src/a.py")
    assert says(cited)[0] == "gone"
    repo.git("commit", "-q", "-m", "gone")
    assert [says(cited)[0] for _ in range(2)] == ["gone", "gone"]
    assert len(judged) == 2
    monkeypatch.setattr(known, "SEARCHED_SECONDS", -1)
    repo.git("commit", "-q", "--allow-empty", "-m", "empty")
    assert [says(cited)[0] for _ in range(2)] == ["gone", "gone"]
    assert len(judged) == 4


def test_a_file_that_was_written_a_moment_ago_is_looked_at_again(repo, judged, says, monkeypatch) -> None:
    monkeypatch.setattr(known, "RACY_NS", 2_000_000_000)
    cited = repo.cite("src/a.py:18-20")
    for _ in range(2):
        assert says(cited) == ("verified", "src/a.py:18-20")
    assert len(judged) == 2
