"""Code citations: checked while nothing changed, over renames in a large repository, and eight in one recall."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import tenure
from benchmarks import filling
from benchmarks.figure import Benchmark, Figure, Setting
from benchmarks.measuring import Times, measure, micros, middle, timed
from tenure import Outcome
from tenure.cite.code import CodeValidator
from tenure.cite.git import Repositories
from tenure.cite.validator import Place

OWNER = "ana"
CITED = 100
RENAMED = 20
AT_ONCE = 8
_LINES = 60


class Repository:
    """A git repository for the run: made with the git program, or a copy of a given one.

    Args:
        folder: Where it is made.
        files: How many Python files it gets, if none is given.
        given: A repository to copy.
    """

    def __init__(self, folder: Path, files: int, given: Path | None) -> None:
        self.folder = folder
        if given is None:
            folder.mkdir()
            self.git("init", "--quiet", "--initial-branch=main")
            for number in range(files):
                path = folder / f"part{number % 20:02}" / f"module{number}.py"
                path.parent.mkdir(exist_ok=True)
                path.write_text(_module(number), encoding="utf-8")
            self.commit()
        else:
            subprocess.run(["git", "clone", "--quiet", str(given.absolute()), str(folder)], check=True)

    def git(self, *arguments: str) -> str:
        """Run git here and give what it prints."""
        person = {f"GIT_{role}_{what}": told for role in ("AUTHOR", "COMMITTER") for what, told in _PERSON.items()}
        alone = {"PATH": os.environ["PATH"], "HOME": str(self.folder.parent), "GIT_CONFIG_NOSYSTEM": "1", **person}
        done = subprocess.run(
            ["git", "-C", str(self.folder), *arguments], check=True, capture_output=True, text=True, env=alone
        )
        return done.stdout.strip()

    def commit(self) -> None:
        """Commit everything."""
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "Change")

    def sources(self) -> list[str]:
        """Give the Python files that git tracks."""
        return self.git("ls-files", "*.py").splitlines()

    def rename(self, paths: Sequence[str]) -> None:
        """Move files elsewhere in one commit."""
        (self.folder / "moved").mkdir()
        for path in paths:
            self.git("mv", path, f"moved/{path.replace('/', '_')}")
        self.commit()


_PERSON = {"NAME": "Ana", "EMAIL": "ana@example.org"}


def _module(number: int) -> str:
    body = "\n".join(f"    total += value * {number} + {line}" for line in range(_LINES))
    return f'"""Module {number}."""\n\n\ndef rounds_{number}(value):\n    total = {number}\n{body}\n    return total\n'


def run(setting: Setting) -> list[Figure]:
    """Cite the first lines of many files, then judge each once as it is, again, and after a rename."""
    (files,) = setting.sizes[:1]
    with filling.fresh(setting) as folder:
        repository = Repository(folder / "repository", files, setting.repository)
        filling.make(folder, policy="personal")
        paths = _cite(folder, repository)
        first, again = _judged(folder, repository, list(paths), Outcome.VERIFIED)
        recalls = _recalls(folder, repository, list(paths.values()), setting)
        moved = list(paths)[: min(RENAMED, setting.rounds)]
        repository.rename([paths[entry_id] for entry_id in moved])
        found = [_judged(folder, repository, [entry_id], Outcome.MOVED) for entry_id in moved]
        renamed, later = (middle(each) for each in zip(*found, strict=True))
        count = len(repository.sources())
    added = recalls["eight code citations"].cpu - recalls["eight statements"].cpu
    return [
        Figure(
            what="code citation verified, unchanged file, first time in a process",
            value=first.wall * 1e3,
            unit="ms",
            goal="≤ 1 ms",
            most=1,
            measured=micros({"first": first, "again": again}),
        ),
        Figure(
            what=f"code citation verified over a rename in a repository of {count:,} files, first of a process",
            value=renamed.wall * 1e3,
            unit="ms",
            goal="≤ 50 ms",
            most=50,
            measured=micros({"first": renamed, "again": later}),
        ),
        Figure(
            what="the same renamed citation again, against the first time",
            value=later.wall / renamed.wall,
            goal="cached: ≤ 0.2 x",
            most=0.2,
        ),
        Figure(
            what="hot recall: eight unchanged code citations add, CPU",
            value=added * 1e3,
            unit="ms",
            goal="≤ 1 ms",
            most=1,
            measured=micros(recalls),
        ),
    ]


def _opened(folder: Path, repository: Repository) -> tuple[tenure.Memory, tenure.Scope]:
    memory = filling.opened(folder)
    return memory, memory.scope(user=OWNER, repository_at=repository.folder)


def _cite(folder: Path, repository: Repository) -> dict[str, str]:
    """Remember a claim about each of many files, and give the file by entry id; and eight claims without code."""
    memory, scope = _opened(folder, repository)
    with memory:
        ana = memory.person(OWNER, at=repository.folder)
        found: dict[str, str] = {}
        for path in repository.sources():
            lines = len((repository.folder / path).read_text(encoding="utf-8", errors="replace").splitlines())
            if lines < 4 or len(found) == CITED:
                continue
            claim = f"{Path(path).stem} in {Path(path).parent} holds what we looked at"
            decision = ana.remember(claim, kind="code", scope=scope, because=f"{path}:1-{min(lines, 12)}")
            if decision.entry_id:
                found[decision.entry_id] = path
        for number in range(AT_ONCE):
            ana.remember(f"{_bed(number)} in garden holds what we looked at", kind="fact", scope=scope)
    if len(found) < AT_ONCE:
        sys.exit(f"citations: only {len(found)} files could be cited")
    return found


def _bed(number: int) -> str:
    return f"bed_{number:04}"


def _judged(folder: Path, repository: Repository, ids: list[str], expected: Outcome) -> tuple[Times, Times]:
    """Judge the citation of each entry with a new validator, and again; give both medians."""
    now = datetime.now(UTC)
    first: list[Times] = []
    again: list[Times] = []
    with filling.entries(folder) as store:
        repositories = Repositories(Path(os.environ["TENURE_HOME"]))
        scope = tenure.Scope(user=OWNER, repository=repositories.resolve(repository.folder).id)
        place = Place(worktree=repository.folder, scope=scope)
        validator = CodeValidator(repositories, store.digest)
        for entry in store.read((scope,), ids):
            assert isinstance(entry, tenure.Entry)
            said: list[Outcome] = []

            def look(entry: tenure.Entry = entry, said: list[Outcome] = said) -> None:
                citation = next(cited for cited in entry.citations if cited.scheme == "code")
                said.append(validator.validate(citation, claim=entry.claim, place=place, now=now).outcome)

            first.append(timed(look))
            again.append(timed(look))
            if set(said) != {expected}:
                sys.exit(f"citations: {expected.value} was expected, not {[each.value for each in said]}")
    return middle(first), middle(again)


def _recalls(folder: Path, repository: Repository, paths: list[str], setting: Setting) -> dict[str, Times]:
    memory, scope = _opened(folder, repository)
    with memory:
        agent = memory.agent("coder", scope=scope)
        asked = {  # as many words of one kind each, so that the sources alone differ
            "eight code citations": " ".join(Path(path).stem for path in paths[:AT_ONCE]),
            "eight statements": " ".join(map(_bed, range(AT_ONCE))),
        }
        for name, words in asked.items():
            if len(agent.recall(words).usable) != AT_ONCE:
                sys.exit(f"citations: not {AT_ONCE} entries for: {name}")
        return measure(
            {name: partial(agent.recall, words) for name, words in asked.items()},
            rounds=setting.rounds,
            batch=8,
        )


BENCHMARK = Benchmark(
    name="citations",
    about="code citations checked against a repository",
    counts="Python files of the repository that is made; --data names one to copy instead",
    sizes=(2_000,),
    tiny=(30,),
    run=run,
)
