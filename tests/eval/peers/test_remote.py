"""A memory of others in a process of its own: what it takes, gives, lacks and breaks, and what it needs there."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tenure.eval.peers import remote
from tenure.eval.peers.remote import PeerError, Process, Remote
from tenure.eval.peers.wire import pack, unpack
from tenure.eval.system import Answer, Found, NotApplicable, Place, Scope, Slot, System

NOW = datetime(2026, 3, 1, 9, tzinfo=UTC)
ANA = Scope("ana", "billing")

ADAPTER = '''
"""An adapter of a library that prints, embeds, lacks things and breaks."""
import os, sys, time
from dataclasses import replace
from tenure.eval.peers.given import vector
from tenure.eval.system import Answer, Found, NotApplicable, System

class Toy(System):
    versions = ("pip", "no-such-thing")

    def __init__(self, folder, now):
        super().__init__(folder, now)
        self.kept = {}

    def tell(self, text, scope, *, kind="fact", slot=None, expires_at=None):
        print("a library that prints")
        self.kept[str(len(self.kept))] = (scope, text, slot, expires_at, kind)
        (self.folder / "kept").write_text(text, encoding="utf-8")
        return str(len(self.kept) - 1)

    def recall(self, question, scope, *, limit=8):
        asked = vector(question)
        near = sorted(
            ((sum(a * b for a, b in zip(asked, vector(text))), key, text)
             for key, (whose, text, *_) in self.kept.items() if whose == scope), reverse=True)
        return Answer(found=tuple(Found(id=key, text=text) for _, key, text in near[:limit]), stance="answer")

    def get(self, entry_id, scope):
        return Found(id=entry_id, text=repr(self.kept[entry_id][2:]), confidence=0.5)

    def forget(self, entry_id, scope):
        raise NotApplicable("no wish to forget")

    def forget_person(self, user):
        time.sleep(60)

    def settle(self):
        raise SystemExit(3)

    def approve(self, text, scope):
        return str(os.getpgrp())

    def listed(self, scope):
        if sorted(name for name in sys.modules if name.startswith(("numpy", "typer", "cryptography"))):
            raise AssertionError
        return [Found(id="python", text=sys.prefix)]
'''


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Process]:
    """A toy played by the bare interpreter below this environment, which has none of Tenure's libraries."""
    base = Path(sys.base_prefix) / "bin" / f"python{sys.version_info[0]}"
    (tmp_path / "toy.py").write_text(ADAPTER, encoding="utf-8")
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nshift\nPYTHONPATH="{tmp_path}" exec "{base}" "$@"\n')
    python.chmod(0o755)
    process = Process(python, "toy:Toy", seconds_most=60.0)
    yield process
    process.end()


def _toy(process: Process, tmp_path: Path, name: str = "store") -> Remote:
    folder = tmp_path / name
    folder.mkdir()
    return Remote(folder, NOW, process=process)


def test_what_is_told_there_is_found_there_by_tenures_own_vectors(process: Process, tmp_path: Path) -> None:
    toy = _toy(process, tmp_path)
    toy.tell("Invoices are rounded to whole cents: äöü 漢字.", ANA)
    toy.tell("The office cat sleeps on the printer.", ANA)
    toy.tell("Somebody else's.", Scope("bruno"))
    found = toy.recall("How does billing round amounts of money?", ANA, limit=2)
    assert [each.id for each in found.found] == ["0", "1"]
    assert found.found[0].text == "Invoices are rounded to whole cents: äöü 漢字."
    assert found.stance == "answer"


def test_values_arrive_as_they_were_sent(process: Process, tmp_path: Path) -> None:
    toy = _toy(process, tmp_path)
    end = NOW + timedelta(hours=1)
    entry = toy.tell("x", ANA, kind="preference", slot=Slot("a", "b", "c"), expires_at=end)
    got = toy.get(entry or "", ANA)
    assert got is not None
    assert got.confidence == 0.5
    assert got.text == repr((Slot("a", "b", "c"), end, "preference"))


@pytest.mark.parametrize(
    "value",
    [
        None,
        "",
        "ä\n",
        1,
        0.5,
        True,
        NOW,
        Path("/a/b"),
        b"\x00\xff",
        ANA,
        Slot("a", "b", "c"),
        Place(repository=Path("/r"), path="a.py", line=1, last_line=2, name="N", value="3"),
        Answer(found=(Found(id="1", text="x", is_verified=True),), stance="ask", question="?"),
        (1, ("a", ANA)),
        {"a": NOW, 1: ()},
    ],
)
def test_a_value_comes_back_as_it_went(value: object) -> None:
    assert unpack(pack(value)) == value


def test_what_no_call_takes_is_not_sent() -> None:
    with pytest.raises(TypeError):
        pack(object())


def test_it_needs_no_library_of_tenure(process: Process, tmp_path: Path) -> None:
    assert _toy(process, tmp_path).listed(ANA)[0].text == sys.base_prefix


def test_versions_are_those_of_its_environment(process: Process) -> None:
    versions = process.versions()
    assert versions["no-such-thing"] == "absent"
    assert versions["python"].startswith(f"{sys.version_info[0]}.{sys.version_info[1]}.")


def test_what_it_lacks_is_not_applicable_here(process: Process, tmp_path: Path) -> None:
    toy = _toy(process, tmp_path)
    with pytest.raises(NotApplicable, match="no wish to forget"):
        toy.forget("0", ANA)
    with pytest.raises(NotApplicable, match="note"):
        toy.note("x", ANA, task="t")
    assert toy.tell("still there", ANA) == "0"


def test_an_error_names_its_type_and_place_and_nothing_that_was_kept(process: Process, tmp_path: Path) -> None:
    toy = _toy(process, tmp_path)
    with pytest.raises(PeerError, match=r"^KeyError at toy\.py:\d+$"):
        toy.get("a text of the story", ANA)
    assert toy.tell("still there", ANA) == "0"


@pytest.mark.parametrize("breaks", ["settle", "forget_person"])
def test_one_that_stops_or_hangs_ends_its_story_and_the_next_has_a_new_one(
    process: Process, tmp_path: Path, breaks: str
) -> None:
    toy = _toy(process, tmp_path)
    process._seconds_most = 0.5 if breaks == "forget_person" else 60.0
    with pytest.raises(PeerError, match="stopped or took too long"):
        toy.settle() if breaks == "settle" else toy.forget_person("ana")
    toy.close()
    process._seconds_most = 60.0
    assert _toy(process, tmp_path, "next").tell("x", ANA) == "0"


def test_who_stops_the_evaluation_at_a_terminal_stops_no_memory_in_the_middle_of_a_story(
    process: Process, tmp_path: Path
) -> None:
    group = _toy(process, tmp_path).approve("whatever", ANA)
    assert group not in {None, str(os.getpgrp())}


@pytest.mark.parametrize("kind", [KeyboardInterrupt, MemoryError])
def test_what_stops_a_story_while_vectors_are_made_ends_its_process_lest_the_next_get_its_answer(
    process: Process, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: type[BaseException]
) -> None:
    def stopped() -> None:
        raise kind

    with monkeypatch.context() as stopping:
        stopping.setattr(remote, "embedder_of_package", stopped)
        toy = _toy(process, tmp_path)
        with pytest.raises(kind):
            toy.recall("x", ANA)
    toy.close()
    assert not process.is_running
    assert _toy(process, tmp_path, "next").tell("x", ANA) == "0"


def test_each_story_has_an_empty_memory_and_files_are_known_after_the_end(process: Process, tmp_path: Path) -> None:
    first = _toy(process, tmp_path, "first")
    first.tell("a", ANA)
    first.close()
    assert first.files() == (tmp_path / "first",)
    assert (tmp_path / "first" / "kept").read_text() == "a"
    second = _toy(process, tmp_path, "second")
    assert second.recall("a", ANA).found == ()


def test_every_call_of_a_system_goes_there() -> None:
    calls = {name for name, value in vars(System).items() if callable(value) and not name.startswith("_")}
    assert calls <= set(vars(Remote))
