"""Code claims against a real repository: usable on the branch where they hold, withheld on the one that changed."""

from __future__ import annotations

import subprocess

import pytest

from tenure.cite.code import CodeValidator
from tenure.cite.git import Repositories
from tenure.cite.validator import Place
from tenure.model.scope import Scope
from tenure.model.validation import Outcome
from tenure.recall.answer import Stance
from tests.unit.recall.making import NOW, entry

SOURCE = "import decimal\n\n\ndef rounded(amount):\n    return amount.quantize(decimal.Decimal('0.01'))\n"


def git(folder, *arguments):
    identity = ("-c", "user.name=Ana", "-c", "user.email=ana@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def coded(world, tmp_path):
    folder = tmp_path / "project"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    (folder / "money.py").write_text(SOURCE)
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "first")
    repositories = Repositories(tmp_path / "known")
    record = repositories.resolve(folder, create=True)
    world.validators = (CodeValidator(repositories, world.store.digest),)
    world.worktree, world.scope = folder, Scope(user="ana", repository=record.id)
    place = Place(worktree=folder, scope=world.scope)
    cited = world.validators[0].cite("money.py::rounded", place=place, now=NOW, options={})
    scope = Scope(repository=record.id)
    world.keep(entry("rounding happens in rounded()", 1, kind="code", scope=scope, citations=(cited.citation,)))
    return world


def test_r18_a_code_claim_is_verified_on_the_branch_as_it_is_now(coded) -> None:
    (usable,) = coded.recall("where does rounding happen").usable
    assert usable.validation.outcome is Outcome.VERIFIED
    assert "verified" in coded.recall("rounding").render()


def test_r17_what_moved_is_usable_and_says_where(coded) -> None:
    place = Place(worktree=coded.worktree, scope=coded.scope)
    cited = coded.validators[0].cite("money.py:4-5", place=place, now=NOW, options={})
    coded.keep(entry("amounts are quantized", 2, kind="code", citations=(cited.citation,)))
    (coded.worktree / "money.py").write_text('"""Money."""\n\n' + SOURCE)
    (usable,) = coded.recall("quantized").usable
    assert usable.validation.outcome is Outcome.MOVED
    assert usable.note.startswith('moved to "money.py')


def test_r22_changed_code_withholds_the_claim_on_its_branch_alone(coded) -> None:
    git(coded.worktree, "checkout", "-qb", "other")
    (coded.worktree / "money.py").write_text(SOURCE.replace("0.01", "0.001"))
    git(coded.worktree, "commit", "-qam", "finer")
    answer = coded.recall("rounding")
    assert (answer.stance, answer.reason) == (Stance.ABSTAIN, "source_changed")
    assert answer.withheld[0].place.startswith("money.py")
    assert "rounding happens" not in answer.render()
    git(coded.worktree, "checkout", "-q", "main")
    assert coded.recall("rounding").stance is Stance.ANSWER


def test_r19_without_the_repository_it_is_unverified_and_the_policy_withholds_code(coded) -> None:
    coded.worktree = None
    answer = coded.recall("rounding")
    assert (answer.stance, answer.reason, answer.usable) == (Stance.ABSTAIN, "source_unreachable", ())
