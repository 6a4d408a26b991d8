"""The fate of cited spans over real history: proposed at one commit, judged at a later one, beside git's own ways.

`make bench-citations DATA=FILE REPOS=FOLDER`, with ``PEERS=1`` beside open checkers too. FILE has a JSON object a line:
a span (``repo``, ``path``, ``start``, ``end``) at ``commitA`` and its true fate at ``commitB`` (``truth``,
``new_path``, ``new_start``, ``new_end``). FOLDER holds bare git directories, ``OWNER+NAME/repo`` or
``OWNER+NAME.git``. The last line that is printed is one JSON object.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any

import tenure
from benchmarks import git_fates
from benchmarks.checkers import Span, check_all
from benchmarks.git_fates import Place, Said
from tenure.policy.presets import PERSONAL

OWNER = "ana"
COMPARED_MAX = 60
"""Rows on which git's own ways are tried: they take seconds each."""

_VALID = frozenset({"verified", "moved"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One span and its true fate.

    Args:
        id: Its name in the file.
        repo: ``owner/name``.
        begin: The commit at which it is cited.
        end: The commit at which it is judged.
        was: Where it stood.
        truth: ``unchanged``, ``moved_in_file``, ``file_renamed``, ``moved_other_file``, ``edited`` or ``deleted``.
        is_now: Where it stands; None if it was deleted.
        is_white: Whether an edit touched nothing but white space.
    """

    id: str
    repo: str
    begin: str
    end: str
    was: Place
    truth: str
    is_now: Place | None
    is_white: bool


def rows(file: Path) -> Iterator[Row]:
    """Give the rows of a file."""
    for line in filter(str.strip, file.read_text(encoding="utf-8").splitlines()):
        found: dict[str, Any] = json.loads(line)
        is_there = found["new_path"] is not None
        yield Row(
            id=str(found.get("id", "")),
            repo=found["repo"],
            begin=found["commitA"],
            end=found["commitB"],
            was=Place(found["path"], found["start"], found["end"]),
            truth=found["truth"],
            is_now=Place(found["new_path"], found["new_start"], found["new_end"]) if is_there else None,
            is_white=bool(found.get("ws_only")),
        )


def is_right(row: Row, said: Said) -> bool:
    """Tell whether an answer is the true fate, at its place.

    Unchanged text is valid at exactly its place; an edit is *changed* with a place that covers at least half of it;
    a deletion is *gone*. An edit of white space alone may also be called valid.
    """
    if row.truth == "deleted":
        return said.outcome == "gone"
    if row.truth == "edited":
        is_named = said.outcome == "changed" or (row.is_white and said.outcome in _VALID)
        return is_named and is_placed(row, said)
    return said.outcome in _VALID and said.place == row.is_now


def is_placed(row: Row, said: Said) -> bool:
    """Tell whether the place that was given covers at least half of the true one."""
    if row.is_now is None or said.place is None or said.place.path != row.is_now.path:
        return False
    first, last = max(row.is_now.first, said.place.first), min(row.is_now.last, said.place.last)
    return 2 * (last - first + 1) >= row.is_now.last - row.is_now.first + 1


def is_falsely_valid(row: Row, said: Said) -> bool:
    """Tell whether text was called valid that is not what was cited, or not where it was said to be."""
    if said.outcome not in _VALID:
        return False
    if row.truth == "edited" and row.is_white:
        return not is_placed(row, said)
    return row.truth in {"edited", "deleted"} or said.place != row.is_now


def judged(found: Iterable[Row], repositories: Path, folder: Path) -> list[tuple[Row, Said]]:
    """Propose each span at its first commit through the product, and verify the entry at its second."""
    said: list[tuple[Row, Said]] = []
    by_repository: dict[str, list[Row]] = {}
    for row in found:
        by_repository.setdefault(row.repo, []).append(row)
    for name, own in by_repository.items():
        standing = _Standing(git_dir(repositories, name), folder / name.replace("/", "+"))
        policy = replace(PERSONAL, scope_entries_max=10_000)
        with tenure.open(standing.folder.with_suffix(".store"), policy=policy) as memory:
            standing.at(own[0].begin)
            scope = memory.scope(user=OWNER, repository_at=standing.folder)
            ana = memory.person(OWNER, at=standing.folder)
            agent = memory.agent("coder", scope=scope, at=standing.folder)
            for number, row in enumerate(own):
                standing.at(row.begin)
                address = f"{row.was.path}:{row.was.first}-{row.was.last}"
                try:
                    kept = ana.remember(f"Row number {number} holds", kind="code", scope=scope, because=address)
                except tenure.CitationError as error:
                    said.append((row, Said(f"not cited ({error.code})", None, 0.0)))
                    continue
                standing.at(row.end)
                said.append((row, _verified(kept, agent)))
    return said


def _verified(kept: tenure.Decision, agent: tenure.AgentHandle) -> Said:
    if not kept.entry_id:
        return Said("not kept", None, 0.0)
    begun = time.perf_counter()
    found = agent.verify(kept.entry_id)
    return Said(found.outcome.value, Place.read(found.place), time.perf_counter() - begun, found.reason)


class _Standing:
    """A bare repository with the objects of another and a HEAD of its own, which can be put anywhere."""

    def __init__(self, source: Path, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True)
        (folder / "refs" / "heads").mkdir(parents=True)
        (folder / "objects").symlink_to((source / "objects").resolve(), target_is_directory=True)
        (folder / "config").write_text("[core]\n\trepositoryformatversion = 0\n\tbare = true\n", encoding="utf-8")
        if (source / "shallow").exists():
            (folder / "shallow").write_bytes((source / "shallow").read_bytes())

    def at(self, commit: str) -> None:
        (self.folder / "HEAD").write_text(f"{commit}\n", encoding="utf-8")


def git_dir(repositories: Path, name: str) -> Path:
    """Give the bare git directory of ``owner/name``."""
    plain = name.replace("/", "+")
    for path in (repositories / plain / "repo", repositories / f"{plain}.git", repositories / plain):
        if (path / "objects").is_dir():
            return path
    sys.exit(f"citations: no git directory of {name} below {repositories}")


def summary(said: Sequence[tuple[Row, Said]]) -> dict[str, Any]:
    """Give the counts over all rows, and the median time of a judgement."""
    edited = [pair for pair in said if pair[0].truth == "edited"]
    return {
        "right": sum(is_right(*pair) for pair in said),
        "of": len(said),
        "falsely_valid": sum(is_falsely_valid(*pair) for pair in said),
        "edited_placed": sum(pair[1].outcome not in _VALID and is_placed(*pair) for pair in edited)
        + sum(pair[0].is_white and is_right(*pair) and pair[1].outcome in _VALID for pair in edited),
        "edited": len(edited),
        "ms_median": round(median(pair[1].seconds for pair in said) * 1e3, 2),
    }


def _tell(name: str, said: Sequence[tuple[Row, Said]]) -> None:
    found = summary(said)
    right = f"{found['right']:4} of {found['of']:4} right, {found['falsely_valid']:3} falsely valid or misplaced"
    print(f"{name:44} {right}, {found['edited_placed']}/{found['edited']} edits placed, {found['ms_median']} ms")


def main(given: Sequence[str]) -> int:
    """Judge every row, tell it by true fate and beside git, and print the summary as the last line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fates", description="The fate of cited spans.")
    parser.add_argument("--data", type=Path, required=True, help="the file of spans and fates")
    parser.add_argument("--repos", type=Path, required=True, help="the folder of bare git directories")
    parser.add_argument("--each", action="store_true", help="list every row that was not judged right")
    parser.add_argument("--no-git", action="store_true", help="leave git's own ways out")
    parser.add_argument("--peers", action="store_true", help="install open checkers and run them beside it")
    parser.add_argument("--environments", type=Path, default=Path(".venv-peers"), help="where they are installed")
    options = parser.parse_args(given)
    found = list(rows(options.data))
    with tempfile.TemporaryDirectory(prefix="tenure-benchmark-") as made:
        os.environ["TENURE_HOME"] = str(Path(made) / "home")  # nothing of this account is read or written
        said = judged(found, options.repos, Path(made))
    for row, one in said if options.each else ():
        if not is_right(row, one):
            print(f"{row.id} {row.truth} {row.was} -> {row.is_now}: {one.outcome} {one.place} ({one.reason})")
    for truth, count in Counter(row.truth for row in found).items():
        _tell(f"  {truth} ({count})", [pair for pair in said if pair[0].truth == truth])
    _tell("Tenure", said)
    if not options.no_git:
        step = max(1, len(found) // COMPARED_MAX)
        some = found[::step][:COMPARED_MAX]
        ids = {id(row) for row in some}
        _tell("Tenure, on the rows that git is tried on", [pair for pair in said if id(pair[0]) in ids])
        for name, way in git_fates.WAYS.items():
            pairs = [(row, way(git_dir(options.repos, row.repo), row.begin, row.end, row.was)) for row in some]
            _tell(name, pairs)
    if options.peers:
        _tell_peers(found, options.repos, options.environments)
    print(json.dumps(summary(said)))
    return 0


def _tell_peers(found: Sequence[Row], repositories: Path, environments: Path) -> None:
    spans = [Span(git_dir=git_dir(repositories, row.repo), begin=row.begin, end=row.end, was=row.was) for row in found]
    for name, told in check_all(spans, environments).items():
        if isinstance(told, str):
            print(f"{name:44} {told}")
        else:
            _tell(f"{name}, the cited file alone", list(zip(found, told, strict=True)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
