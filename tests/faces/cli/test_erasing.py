"""`erased`: the store and the copies named are looked into; exit 1 if something can be read (R28)."""

from __future__ import annotations

import json
import shutil

from tests.faces.cli.shell import Shell

TEXT = "zanzibar marmalade is my breakfast"
YES = ("[y/N]", "y")


def test_r28_a_receipt_is_written_and_checked_in_copies(bare: Shell):
    folder = bare.home.parent
    bare.run("init", "--person", "ana")
    kept = bare.at_terminal("remember", TEXT, "--json", answers=[YES]).json["data"]["entry_id"]
    backup, copies, receipt = folder / "backup", folder / "copies", folder / "receipt.json"
    assert bare.run("backup", str(backup)).code == 0
    shutil.copytree(bare.home, copies)
    said = bare.at_terminal("forget", kept, "--receipt", str(receipt), answers=[YES])
    assert (said.code, "destroyed" in said.out, "tenure erased rcpt_" in said.out) == (0, True, True)
    receipt_id = json.loads(receipt.read_text())["id"]
    assert TEXT not in receipt.read_text()

    alone = bare.run("erased", receipt_id)
    assert (alone.code, "nothing of it in any" in alone.out) == (0, True)
    sealed = bare.run("erased", str(receipt), "--in", str(backup), "--json")
    assert (sealed.code, [each["is_readable"] for each in sealed.json["data"]["found"]]) == (0, [False])
    assert str(backup) in sealed.json["data"]["looked_at"]
    opened = bare.run("erased", receipt_id, "--in", str(copies), "--in", str(folder / "missing"))
    assert (opened.code, f"READABLE with the keys in {copies}" in opened.out) == (1, True)
    assert f"not looked into: {folder / 'missing'}" in opened.out
    slip = bare.run("erased", receipt_id, "--in", str(folder / "missing"), "--json")
    assert (slip.code, slip.json["status"]) == (2, "incomplete"), "a disk that is not mounted passes no check"
    assert [each["why"] for each in slip.json["data"]["not_looked"]] == ["there is no such file or folder"]
    assert "name files and folders that are there" in slip.json["next"][-1]["do"]

    (folder / "log.txt").write_text(f"said: {TEXT.upper()}")
    asked = bare.at_terminal(
        "erased", receipt_id, "--text", "--in", str(folder / "log.txt"), answers=[("look for", TEXT)]
    )
    assert (asked.code, "READABLE: the text" in asked.out) == (1, True)
    assert TEXT not in asked.out
    assert bare.run("erased", receipt_id, "--text").code == 1, "only a person at a terminal holds a text"
    receipt.write_text(receipt.read_text().replace(kept, "ent_00000000000000000000"))
    changed = bare.run("erased", str(receipt))
    assert (changed.code, "foreign_receipt" in changed.text) == (2, True)


def test_r28_no_tombstone_leaves_no_mark(bare: Shell):
    bare.run("init", "--person", "ana")
    kept = bare.at_terminal("remember", TEXT, "--json", answers=[YES]).json["data"]["entry_id"]
    assert bare.at_terminal("forget", kept, "--no-tombstone", answers=[YES]).code == 0
    assert bare.run("propose", TEXT, "--kind", "preference", "--json").json["status"] == "pending"


def test_r28_a_file_that_is_no_text_is_no_receipt_and_no_anchor(bare: Shell):
    bare.run("init", "--person", "ana")
    file = bare.home.parent / "noise"
    file.write_bytes(b"\xff\xfe\x00noise")
    for command in (("erased", str(file)), ("ledger", "check", "--against", str(file))):
        said = bare.run(*command, "--json")
        assert (said.code, said.json["data"]["code"]) == (2, "bad_file"), command
