"""`move pack` and `move unpack` between two homes; the passphrase is typed at a terminal alone."""

from __future__ import annotations

from tests.faces.cli.shell import Shell

YES = ("[y/N]", "y")
PHRASE = "four words that differ"


def test_a_memory_is_packed_here_and_unpacked_there(bare: Shell):
    folder = bare.home.parent
    bare.run("init", "--person", "ana")
    bare.at_terminal("remember", "answers come as tables", answers=[YES])
    file = folder / "memory.pack"
    assert bare.run("move", "pack", str(file)).code == 1
    packed = bare.at_terminal("move", "pack", str(file), answers=[("more:", PHRASE), ("again:", PHRASE)])
    assert (packed.code, PHRASE in packed.out, "packed:" in packed.out) == (0, False, True)
    other = Shell(folder / "other", bare.folder)
    wrong = other.at_terminal("move", "unpack", str(file), answers=[("of the file:", "another passphrase")])
    assert (wrong.code, "wrong_passphrase" in wrong.out) == (1, True)
    moved = other.at_terminal("move", "unpack", str(file), answers=[("of the file:", PHRASE)])
    assert (moved.code, "unpacked:" in moved.out) == (0, True)
    assert "answers come as tables" in other.run("brief").out
    assert other.run("doctor").code == 0
    rotated = other.at_terminal("keys", "rotate", answers=[YES])
    assert (rotated.code, "rotated" in rotated.out) == (0, True)
    shown = other.at_terminal("keys", "move", "environment", answers=[YES])
    (value,) = [line.strip() for line in shown.out.splitlines() if len(line.strip()) == 64]
    assert (shown.code, "nothing was moved yet" in shown.out) == (0, True)
    other.settings["TENURE_ROOT_KEY"] = value
    gone = other.at_terminal("keys", "move", "environment", answers=[YES])
    assert (gone.code, "the variable TENURE_ROOT_KEY" in gone.out) == (0, True)
    again = other.at_terminal("keys", "move", "environment", answers=[])
    assert (again.code, "root_exists" in again.out) == (2, True), "nothing moved, so it is not told as done"
    assert list(other.home.rglob("root.key")) == []
    assert "answers come as tables" in other.run("brief").out
    other.settings.clear()
    assert other.run("brief").code == 3
    assert other.at_terminal("keys", "move", "nowhere", answers=[]).code == 2
