"""On a store that can only be read nobody is asked what could not be done in the end."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path

import pytest

import tenure
from tenure.faces.cli import terminal
from tenure.faces.cli.app import run

ENTRY = "the entry"
BACKUP = "the backup"
ASKING: Sequence[Sequence[str]] = (
    ("forget", ENTRY),
    ("forget", "--person", "ana"),
    ("challenge", ENTRY),
    ("correct", ENTRY, "answers come as lists"),
    ("supersede", ENTRY, "answers come as lists"),
    ("remember", "tables are wide"),
    ("review", "confirm", ENTRY),
    ("review", "extend", ENTRY, "--until", "2099-01-01"),
    ("review", "retire", ENTRY),
    ("review", "settle", ENTRY, "--keep"),
    ("review", "edit", ENTRY, "answers come as lists"),
    ("review", "event", "release"),
    ("review", "approve", "prop_0000000000000000000a"),
    ("review", "decline", "prop_0000000000000000000a"),
    ("review", "reopen", "fact"),
    ("review", "undo", ENTRY),
    ("grant", "add", "preference"),
    ("grant", "revoke", "grant_0000000000000000000a"),
    ("keys", "enrol"),
    ("keys", "rotate"),
    ("keys", "move", "keyring"),
    ("keys", "accept"),
    ("doctor", "--confirm-clock"),
    ("export", "all.jsonl"),
    ("restore", BACKUP),
)


@pytest.fixture
def kept(home: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Give the id of an entry in a store that can only be read, with somebody at a terminal who never answers.

    Beside it lies a backup of it.
    """
    with tenure.open() as memory:
        memory.operator("ana").own()
        entry_id = memory.person("ana").remember("answers come as tables").entry_id
        memory.operator("ana").backup(home / BACKUP)
    device = home / "tty"
    device.touch()
    monkeypatch.setattr(terminal, "DEVICE", str(device))
    monkeypatch.setattr(os, "access", lambda _, mode: mode != os.W_OK)
    return str(entry_id)


@pytest.mark.parametrize("args", ASKING, ids=" ".join)
def test_what_cannot_be_written_is_refused_before_anybody_is_asked(
    kept: str, home: Path, capsys: pytest.CaptureFixture[str], args: Sequence[str]
) -> None:
    named = {ENTRY: kept, BACKUP: str(home / BACKUP)}
    code = run([*(named.get(each, each) for each in args), "--json"])
    told = json.loads(capsys.readouterr().out)
    assert (code, told["data"].get("code")) == (3, "read_only"), told
    assert "?" not in (home / "tty").read_text()


def test_what_is_kept_can_still_be_read(kept: str, capsys: pytest.CaptureFixture[str]) -> None:
    for args in (("list",), ("show", kept), ("why", kept), ("recall", "tables"), ("review", "list"), ("doctor",)):
        assert run(args) == 0, args
    told = capsys.readouterr().out
    assert kept in told
    assert "this store can only be read" in told, "the doctor says why everything else is refused"


def test_a_memory_is_not_begun_with_questions_where_none_can_be_made(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    device = home.parent / "tty"
    device.touch()
    monkeypatch.setattr(terminal, "DEVICE", str(device))
    monkeypatch.setattr("tenure.faces.cli.initial.is_there", lambda: True)
    monkeypatch.setattr(os, "access", lambda _, mode: mode != os.W_OK)
    assert run(["init", "--person", "ana", "--json"]) == 3
    assert json.loads(capsys.readouterr().out)["data"]["code"] == "read_only"
    assert device.read_text() == ""


def test_a_memory_that_is_there_is_told_without_the_offer_of_a_key(
    kept: str, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tenure.faces.cli.initial.is_there", lambda: True)
    assert run(["init"]) == 0, kept
    assert "there is the memory of ana" in capsys.readouterr().out
    assert "?" not in (home / "tty").read_text()
