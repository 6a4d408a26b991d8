"""True fates of spans that nobody chose: every commit between two is replayed, and `git blame --reverse` must agree.

`make -s fates REPOS=FOLDER NAME=OWNER/NAME > FILE` gives rows for `make bench-citations DATA=FILE REPOS=FOLDER`. It
shares no code with the product: lines are followed through the differences of each commit on the way, renames through
git's own detection. A span is *edited* while half of its lines are left, or while what stands in its place is like it.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from benchmarks.fates import git_dir
from benchmarks.replay import Repository, Trace, fate, is_agreed, replay

YEARS: Final = (0.5, 1, 2, 3)
LENGTHS: Final = (1, 1, 2, 2, 3, 4, 5, 6, 8, 12, 20)
QUOTAS: Final = {
    "unchanged": 25,
    "moved_in_file": 35,
    "file_renamed": 20,
    "moved_other_file": 12,
    "edited": 38,
    "deleted": 20,
}
"""How many rows of a hundred and fifty have which fate."""
_DEFINES: Final = ("def ", "class ", "func ", "fn ", "pub fn", "function ", "export function", "static ", "public ")


def spans(repository: Repository, tree: Any, kinds: Sequence[str], count: int, chance: random.Random) -> list[Trace]:
    """Draw spans of a tree: two in five begin at a definition, the others anywhere; none is blank at its edges."""
    paths = sorted(repository.files(tree, kinds))
    found: list[Trace] = []
    for _ in range(count if paths else 0):
        path = chance.choice(paths)
        lines = repository.lines(tree, path)
        defined = [number for number, line in enumerate(lines, 1) if line.lstrip().startswith(_DEFINES)]
        if len(lines) < 6 or (chance.random() < 0.4 and not defined):
            continue
        first = chance.choice(defined) if defined and chance.random() < 0.4 else chance.randrange(1, len(lines))
        text = lines[first - 1 : first - 1 + chance.choice(LENGTHS)]
        while text and not text[-1].strip():
            text.pop()
        if not text or not text[0].strip() or sum(character.isalnum() for line in text for character in line) < 6:
            continue
        last = first + len(text) - 1
        at = list(range(first, last + 1))
        found.append(Trace(path=path, first=first, last=last, text=text, lines=[*at], place=(first, last), began=path))
    return found


def drawn(repository: Repository, kinds: Sequence[str], pairs: int, chance: random.Random) -> Iterator[dict[str, Any]]:
    """Give rows of spans between ``pairs`` pairs of commits, half a year to three years apart."""
    chain = repository.first_parents()
    for _ in range(pairs):
        begin = chance.randrange(len(chain) // 10, len(chain) * 17 // 20)
        until = chain[begin].commit_time + chance.choice(YEARS) * 365 * 86_400
        end = next((at for at in range(begin, len(chain)) if chain[at].commit_time >= until), len(chain) - 1)
        traces = spans(repository, chain[begin].tree, kinds, 400, chance)
        replay(repository, chain[begin : end + 1], traces)
        for trace in traces:
            if not trace.is_doubtful:
                yield {
                    "begin": chain[begin],
                    "end": chain[end],
                    "trace": trace,
                    **fate(repository, chain[end], trace),
                }


def main(given: Sequence[str]) -> int:
    """Print rows of one repository, a JSON object a line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.rows", description="True fates of spans.")
    parser.add_argument("--repos", type=Path, required=True, help="the folder of bare git directories")
    parser.add_argument("--name", required=True, help="owner/name")
    parser.add_argument("--kinds", default=".py", help="ends of file names, with commas between")
    parser.add_argument("--pairs", type=int, default=6, help="pairs of commits")
    parser.add_argument("--rows", type=int, default=75, help="about how many rows")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args(given)
    chance = random.Random(options.seed)
    repository = Repository(git_dir(options.repos, options.name))
    found = list(drawn(repository, options.kinds.split(","), options.pairs, chance))
    chance.shuffle(found)
    got: Counter[str] = Counter()
    for row in found:
        begin, end, trace = row.pop("begin"), row.pop("end"), row.pop("trace")
        if got[row["truth"]] * 150 >= QUOTAS[row["truth"]] * options.rows:
            continue
        if not is_agreed(repository, begin, end, trace):
            got["blame disagrees"] += 1
            continue
        got[row["truth"]] += 1
        place = {"path": trace.began, "start": trace.first, "end": trace.last}
        commits = {"commitA": str(begin.id), "commitB": str(end.id)}
        print(
            json.dumps(
                {"id": f"{options.name}-{sum(got.values()):03}", "repo": options.name, **commits, **place, **row}
            )
        )
    print(options.name, dict(got), file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
