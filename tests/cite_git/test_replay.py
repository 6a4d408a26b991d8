"""Random edits of a small repository, judged beside a model that carries every line's identity along."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.cite_git.conftest import Repo

NAMES = ("one.txt", "two.txt", "three.txt")
SPAN = 3
EDITS = st.tuples(
    st.sampled_from(("insert", "delete", "change", "blank", "rename", "commit")), st.integers(0, 30), st.integers(0, 9)
)


@dataclass
class Line:
    text: str
    # The cited lines keep their identity while they are moved; a changed line is another.
    id: int


@dataclass
class Model:
    path: str
    lines: list[Line] = field(default_factory=list)
    next_id: int = 1000

    def text(self) -> str:
        return "".join(f"{line.text}\n" for line in self.lines)

    def apply(self, kind: str, at: int, value: int) -> None:
        at = at % (len(self.lines) + 1)
        self.next_id += 1
        if kind == "insert":
            self.lines.insert(at, Line(f"new {self.next_id} {value}", self.next_id))
        elif kind == "blank":
            self.lines.insert(at, Line("", self.next_id))
        elif kind == "delete" and at < len(self.lines):
            del self.lines[at]
        elif kind == "change" and at < len(self.lines) and self.lines[at].text:
            self.lines[at] = Line(f"{self.lines[at].text} {self.next_id}", self.next_id)

    def place_of(self, ids: list[int]) -> tuple[int, int] | None:
        """Give the first and last line of the cited lines if they stand whole and together, blank lines apart."""
        kept = [(number, line.id) for number, line in enumerate(self.lines, start=1) if line.text]
        for index in range(len(kept) - len(ids) + 1):
            if [id_ for _, id_ in kept[index : index + len(ids)]] == ids:
                return kept[index][0], kept[index + len(ids) - 1][0]
        return None


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(start=st.integers(1, 12), edits=st.lists(EDITS, max_size=8))
def test_r18_random_edits_are_judged_as_a_replay_judges_them(start: int, edits: list[tuple[str, int, int]]) -> None:
    with tempfile.TemporaryDirectory() as made:
        repo = Repo(Path(made) / "repo", Path(made) / "data")
        repo.folder.mkdir()
        repo.git("init", "-q")
        model = Model(NAMES[0], [Line(f"line {number} of the first text", number) for number in range(1, 16)])
        repo.write(model.path, model.text())
        repo.commit()
        repo.registry.resolve(repo.folder, create=True)
        cited = repo.cite(f"{model.path}:{start}-{start + SPAN - 1}")
        ids = list(range(start, start + SPAN))
        for kind, at, value in edits:
            if kind == "rename":
                name = NAMES[value % len(NAMES)]
                if name != model.path:
                    repo.git("mv", model.path, name)
                    model.path = name
            elif kind == "commit":
                repo.commit()
            else:
                model.apply(kind, at, value)
                repo.write(model.path, model.text())
            outcome, place = repo.says(cited)
            want = model.place_of(ids)
            if want is None:
                assert outcome in {"changed", "gone"}, (outcome, place)
            elif model.path == NAMES[0]:
                assert outcome in {"verified", "moved"}
                assert place == f"{model.path}:{want[0]}-{want[1]}"
                if outcome == "verified" and want[0] != start:
                    assert all(not line.text or line.id == number for number, line in _above(model, want[0]))
            else:
                assert (outcome, place) == ("moved", f"{model.path}:{want[0]}-{want[1]}")


def _above(model: Model, first: int) -> list[tuple[int, Line]]:
    """Give the lines above that are not blank, each beside its number at the start."""
    kept = [line for line in model.lines[: first - 1] if line.text]
    return list(enumerate(kept, start=1))
