"""An agent with a shell of the person's account: what it reaches without the passphrase is what the threat model names.

The page's table is read here, so that page and truth cannot part: each of its cells is tried by a real process.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import tenure
from tests.attacks.acts import ACTS
from tests.attacks.ground import Ground
from tests.docs.threat_model import rows
from tests.faces.cli.shell import DRIVER, Shell
from tests.world import PASSPHRASE

WAYS = ("no terminal", "`setsid`", "pseudo-terminal", "`host`", "`terminal`")


def orders(ground: Ground) -> set[str]:
    """Give what governs an agent: the text of every usable instruction and order."""
    return {
        each.entry.claim.text
        for each in ground.usable()
        if each.entry.is_order or each.entry.claim.kind == "instruction"
    }


def tried(way: str, shell: Shell, ground: Ground) -> None:
    """Try every act by one way, in processes of their own."""
    lines = [(act, list(act.line(ground.targets[act.name]))) for act in ACTS]
    if way == "`setsid`" and shutil.which("setsid") is None:
        pytest.skip("this system has no `setsid`")
    if way == "no terminal":
        shell.run_each(*(line for _, line in lines))
    elif way == "`setsid`":
        # Begun at a terminal, and then let go of it: a session of its own has none.
        cases = shell._cases([{"args": line} for _, line in lines])
        told = shell.at_program("setsid", "--wait", sys.executable, str(DRIVER), cases)
        assert "no_terminal" in told
    elif way == "pseudo-terminal":
        shell.at_terminal_each(*((line, act.answers) for act, line in lines))
    else:
        cases = shell.home.parent / "targets.json"
        cases.write_text(json.dumps(ground.targets))
        done = subprocess.run(
            [sys.executable, str(Path(__file__).with_name("bare.py")), str(cases), way.strip("`")],
            env=shell.environment,
            cwd=shell.folder,
            capture_output=True,
            text=True,
            check=True,
        )
        assert "wrong_passphrase" in done.stdout or "not_present" in done.stdout, done.stdout


def seen(ground: Ground) -> dict[str, str]:
    found: dict[str, str] = {}
    for act in ACTS:
        target = ground.targets[act.name]
        found[act.name] = "yes" if act.happened(ground, target) else "asks" if act.asked(ground, target) else "no"
    return found


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ground]:
    """Give a home with a store in which everything is made ready for every act; each way gets a copy of it."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "work").mkdir()
    shell = Shell(folder / "home", folder / "work")
    assert shell.run("init", "--person", "ana").code == 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TENURE_HOME", str(shell.home))
        memory = tenure.open(shell.home / "store")
        ground = Ground(memory, shell.folder, memory.person("ana"))
        ground.present.enrol(PASSPHRASE)
        ground.targets = {act.name: act.ready(ground) for act in ACTS}
        memory.close()
    return folder, ground


@pytest.mark.parametrize("way", WAYS)
def test_r33_what_a_shell_of_the_same_account_reaches_is_what_the_page_says(
    made: tuple[Path, Ground], tmp_path: Path, way: str, monkeypatch: pytest.MonkeyPatch
):
    folder, ready = made
    shutil.copytree(folder, tmp_path / "copy")
    shell = Shell(tmp_path / "copy" / "home", tmp_path / "copy" / "work")
    monkeypatch.setenv("TENURE_HOME", str(shell.home))
    with tenure.open(shell.home / "store") as memory:
        before = orders(replace(ready, memory=memory))
    assert len(before) >= 3
    tried(way, shell, ready)
    with tenure.open(shell.home / "store") as memory:
        after = replace(ready, memory=memory)
        assert orders(after) <= before, "nobody who lacks the passphrase makes an order"
        told = rows("What was tried, without the passphrase")
        assert seen(after) == {row["what is tried"]: row[way] for row in told}
