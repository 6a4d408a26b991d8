"""The measure of the screens ends in one JSON object of what the folder has; other scanners are optional."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from benchmarks import scanners, screen
from benchmarks.recognised import Row, rows_of
from tests.unit.screen.fakes import TOKENS, fake, password

LOADER = """
import json

def load(path):
    with open(path, encoding="utf-8") as lines:
        read = [json.loads(line) for line in lines]
    for row in read:
        yield row | {"full": row["text"].replace("\\u27e6it:1|zw\\u27e7", row.get("it", ""))}
"""
SECRET = [
    {"kind": "token.npm", "label": "secret", "text": fake(TOKENS["npm"], 1)},
    {"kind": "token.npm", "label": "secret", "text": "npm has the token"},
    {"kind": "natural.password", "label": "secret", "text": f"my wifi password is {password(1)}"},
    {
        "kind": "obfuscated.zw",
        "label": "secret",
        "text": "\u27e6it:1|zw\u27e7",
        "it": "\u200b".join(fake(TOKENS["npm"], 2)),
    },
    {"kind": "ordinary.preference", "label": "clean", "text": "Tables for comparisons."},
    {"kind": "fixture.other", "label": "clean", "text": fake(TOKENS["npm"], 3)},
]
PERSONAL = [
    {"kind": "pii.email", "label": "pii", "text": "Mail bob@mailbox.test"},
    {"kind": "pii.person", "label": "pii", "text": "Priya Raman called."},
    {"kind": "pii_clean", "label": "clean", "text": "Tables for comparisons."},
]


def write(folder: Path, name: str, lines: list[dict[str, str]]) -> None:
    (folder / "load_corpora.py").write_text(LOADER)
    (folder / name).write_text("".join(json.dumps(line) + "\n" for line in lines))


def last_line(capsys: pytest.CaptureFixture[str]) -> dict:
    found: dict = json.loads(capsys.readouterr().out.splitlines()[-1])
    return found


def test_recall_and_false_alarms_are_told_by_family(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, "secrets.jsonl", SECRET)
    write(tmp_path, "pii.jsonl", PERSONAL)
    assert screen.main(["--data", str(tmp_path)]) == 0
    found = last_line(capsys)
    took = found["secrets"].pop("p95_ms")
    assert 0 < took < 1_000
    assert found["secrets"] == {
        "recall": 0.75,
        "vendor": 0.5,
        "plain": 1.0,
        "disguised": 1.0,
        "false_alarms": 0.0,
        "ordinary_false_alarms": 0.0,
    }
    assert found["personal"] == {"recall": 0.5, "recall_without_names": 1.0, "false_alarms": 0.0}


def test_what_the_folder_lacks_is_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert screen.main(["--data", str(tmp_path)]) == 0
    assert last_line(capsys) == {}
    row = {"kind": "token.npm", "label": "secret", "text": "\u27e6npm:1\u27e7"}
    (tmp_path / "secrets.jsonl").write_text(json.dumps(row))
    assert not rows_of(tmp_path, "secrets.jsonl")  # without the loader its secrets cannot be made


def test_a_scanner_that_cannot_be_had_is_named_with_the_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "secrets.jsonl", SECRET)
    monkeypatch.setattr(scanners, "PACKAGES", {"nobody": "nobody==1"})
    python = tmp_path / "made" / "nobody-1" / "bin" / "python"
    python.parent.mkdir(parents=True)
    (tmp_path / "made" / "nobody-1" / "installed").write_text("nobody==1")
    assert screen.main(["--data", str(tmp_path), "--peers", "--environments", str(tmp_path / "made")]) == 0
    assert "could not be had here" in capsys.readouterr().out
    python.symlink_to(sys.executable)
    runner = tmp_path / "runner.py"
    runner.write_text("import json, sys\nprint(json.dumps(['npm' in text for text in json.load(sys.stdin)]))\n")
    monkeypatch.setattr(scanners, "_RUNNER", runner)
    assert screen.main(["--data", str(tmp_path), "--peers", "--environments", str(tmp_path / "made")]) == 0
    assert "| nobody | 0.500 | 1.000 |" in capsys.readouterr().out


def test_answers_for_other_rows_count_for_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scanners, "environment", lambda name, packages, folder: Path(sys.executable))
    runner = tmp_path / "runner.py"
    runner.write_text("print('[]')\n")
    monkeypatch.setattr(scanners, "_RUNNER", runner)
    (said, *_) = scanners.scan_all([Row(kind="a", label="secret", text="x", is_disguised=False)], tmp_path)
    assert said.found is None
    assert said.why
