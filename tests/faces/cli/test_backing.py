"""`backup` without a terminal, `restore` only with a person's yes at one (R28)."""

from __future__ import annotations

import shutil

from tests.faces.cli.shell import Shell

TEXT = "answers come as tables"


def test_r28_a_backup_needs_nobody_and_a_restore_asks(bare: Shell):
    bare.run("init", "--person", "ana")
    bare.at_terminal("remember", TEXT, answers=[("[y/N]", "y")])
    backup = bare.home.parent / "one.backup"
    made = bare.run("backup", str(backup), "--json")
    assert (made.code, made.json["data"]["file"]) == (0, str(backup))
    assert any("apart from the key folder" in each for each in made.json["warnings"])
    assert bare.run("backup", str(backup)).code == 2
    shutil.rmtree(bare.home / "store")
    lost = bare.run("list")
    assert (lost.code, "tenure restore BACKUP" in lost.text) == (3, True), "not told to begin anew"
    refused = bare.run("restore", str(backup))
    assert (refused.code, "no_terminal" in refused.text) == (1, True)
    no, yes = (bare.at_terminal("restore", str(backup), answers=[("Restore it? [y/N]", each)]) for each in "ny")
    assert (no.code, "nothing was changed" in no.out) == (1, True)
    assert (yes.code, "1  entry is back as it was" in yes.out) == (0, True)
    assert TEXT in bare.run("brief").out
    assert bare.run("doctor").code == 0
    foreign = bare.at_terminal("restore", __file__)
    assert (foreign.code, "bad_backup" in foreign.out) == (2, True)
    assert "Restore it?" not in foreign.out, "nobody types a passphrase for a file that is no backup"


def test_a_backup_that_is_not_there_is_told_before_anything_is_asked(shell: Shell):
    said = shell.at_terminal("restore", "missing.backup")
    assert (said.code, "Restore it?" in said.out) == (2, False)
    assert "tenure backup" in said.out


def test_a_missing_file_is_named_as_what_the_command_reads(shell: Shell):
    receipt, anchors = shell.run("erased", "receipt.json"), shell.run("ledger", "check", "--against", "anchors")
    assert (receipt.code, anchors.code) == (2, 2)
    assert "forget --receipt" in receipt.err
    assert "ledger anchor --out" in anchors.err


def test_r34_what_the_command_for_anchors_printed_is_taken_as_its_file(shell: Shell):
    shell.at_terminal("remember", TEXT, answers=[("[y/N]", "y")])
    kept = shell.home.parent / "anchors"
    kept.write_text(shell.run("ledger", "anchor").out, encoding="utf-8")
    assert shell.run("ledger", "check", "--against", str(kept)).code == 0
    kept.write_text(kept.read_text(encoding="utf-8").replace("tenure-anchor-1", "anchor"), encoding="utf-8")
    assert "bad_anchor" in shell.run("ledger", "check", "--against", str(kept)).err


def test_a_key_that_is_newer_than_the_backup_is_told_as_lost(shell: Shell):
    passphrase = "four words that differ"
    copied, _, back = shell.at_terminal_each(
        (["backup", "before.backup"], []),
        (["keys", "enrol"], [("more:", passphrase), ("again:", passphrase)]),
        (["restore", "before.backup"], [("[y/N]", "y"), ("Passphrase:", passphrase)]),
    )
    assert (copied.code, back.code) == (0, 0)
    assert "an older copy may know another key, or none" in back.out
    assert "your key was enrolled after the backup and is lost" in back.out
    assert "next (person): tenure keys enrol" in back.out
