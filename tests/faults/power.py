"""Run a process on a disk that forgets, cut its power, and give what the disk would hold then."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import tenure
from tenure import FrozenClock, NotFoundError
from tests.conftest import NOON

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BLOCK = 512
NEEDLES = (b"zqxscratch", b"zqxkept", b"zqxasked")
ACTIVE_MOST = 200
"""Entries that are left for the next round: a scope has room for 300, and some hundred rounds would fill it."""


@dataclass
class Told:
    """What the processes of one store said, over all rounds."""

    kept: set[str] = field(default_factory=set)
    going: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)
    tasks: set[str] = field(default_factory=set)
    errors: Counter[str] = field(default_factory=Counter)

    def hear(self, lines: list[str]) -> None:
        """Take the lines of one process in; a last one that was cut short says nothing."""
        for line in lines:
            verb, _, word = line.strip().partition(" ")
            sets = {"kept": self.kept, "forgetting": self.going, "forgot": self.gone, "task": self.tasks}
            if verb in sets and word and line.endswith("\n"):
                sets[verb].add(word)
            elif verb == "error":
                self.errors[word] += 1


def build(folder: Path) -> Path:
    """Compile the disk, or skip where there is no compiler or no LD_PRELOAD."""
    if sys.platform != "linux" or shutil.which("cc") is None:
        pytest.skip("power cuts are played on Linux with a C compiler (`cc`)")
    library = folder / "disk.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", library, HERE / "disk.c", "-ldl"], check=True)
    return library


def run(folder: Path, number: int, seconds: float, told: Told, *, processes: int = 1, **disk: str) -> None:
    """Let processes act on the store in ``folder`` and kill them some seconds after the first can act."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)]),
        "TENURE_HOME": str(folder / "home"),
        **disk,
    }
    command = [sys.executable, "-m", "tests.faults.acting", str(folder / "store"), str(folder / "keys")]
    started = [
        subprocess.Popen([*command, str(number + each * 1_000_000)], env=environment, stdout=subprocess.PIPE, text=True)
        for each in range(processes)
    ]
    first = started[0].stdout.readline()
    time.sleep(seconds)
    for child in started:
        child.kill()
    for child in started:
        lines = child.communicate(timeout=60)[0].splitlines(keepends=True)
        told.hear([first, *lines] if child is started[0] else lines)
        assert child.returncode == -9, "it acts until it is killed"


def after_power_cut(folder: Path, synced: Path, image: Path, chance: random.Random, *, is_mixed: bool) -> None:
    """Make what the disk holds after the cut: what was synced; if mixed, of what was not some blocks."""
    shutil.rmtree(image, ignore_errors=True)
    for named in sorted((synced / "names").iterdir()):
        target = image / named.name.replace("!", "/")
        if target.name.endswith("-shm"):
            continue  # memory
        inode = named.read_text()
        content = synced / "content" / inode
        data = content.read_bytes() if content.exists() else b""
        live = folder / target.relative_to(image)
        if is_mixed and live.exists() and str(live.stat().st_ino) == inode:
            data = mixed(data, live.read_bytes(), chance)
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        target.write_bytes(data)
        target.chmod(0o600)
    for path in (image, *image.rglob("*")):
        path.chmod(0o700 if path.is_dir() else 0o600)


def mixed(old: bytes, new: bytes, chance: random.Random) -> bytes:
    """Give a file of which some blocks were written and others were not.

    That it was cut shorter comes about whole or not at all: what lay beyond the cut and was synced is there or not,
    and never a part of it.
    """
    size = chance.choice([len(old), len(new)])
    share = chance.random()
    blocks: list[bytes] = []
    for start in range(0, size, BLOCK):
        length = min(BLOCK, size - start)
        chosen = new if chance.random() < share else old
        block = chosen[start : start + length]
        blocks.append((block + old[start + len(block) : start + length]).ljust(length, b"\0"))
    return b"".join(blocks)


def look(folder: Path, told: Told) -> None:
    """Open what is left and assert that nothing acknowledged is lost, and nothing half-written is there."""
    with tenure.open(folder / "store", keys=folder / "keys", clock=FrozenClock(NOON)) as memory:
        ana = memory.person("ana")
        found = memory.operator("ana").check()
        assert found == (), found
        listed = {each.id: each.entry for each in ana.list_entries()}
        assert told.kept - told.going - listed.keys() == set(), "an acknowledged write is there"
        assert not told.gone & listed.keys(), "an acknowledged end has come"
        assert all(entry is not None for entry in listed.values()), "every record can be read back"
        slots = [entry.claim.slot for entry in listed.values() if entry.status == "active"]
        known = [slot for slot in slots if slot is not None]
        assert len(known) == len(set(known)), "one active value a slot"
        proposed = [entry.proposal_id for entry in listed.values()]
        assert len(proposed) == len(set(proposed)), "nothing was approved twice"
        active = [entry.id for entry in listed.values() if entry.status == "active"]
        for entry_id in active[ACTIVE_MOST:]:
            receipt = ana.forget(entry_id)
            told.going.update(receipt.entry_ids)
            told.gone.update(receipt.entry_ids)
        for shown in ana.pending()[:1]:
            told.kept.add(ana.approve(shown).id)
        for task_id in told.tasks:
            with pytest.raises(NotFoundError):
                memory.resume(task_id)
    for path in folder.rglob("*"):
        if path.is_file():
            data = path.read_bytes()
            assert not [needle for needle in NEEDLES if needle in data], path
