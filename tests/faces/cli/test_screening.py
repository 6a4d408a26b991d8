"""`screen`: kinds, fields and places of what would not be kept; never the value, and no store."""

from __future__ import annotations

import json

import pytest

import tenure
from tenure.faces.cli import screening
from tests.faces.cli.shell import Shell
from tests.unit.screen.fakes import TOKENS, fake, password


def test_r31_a_text_is_told_by_kind_and_place_and_never_by_value(bare: Shell) -> None:
    token, secret = fake(TOKENS["github"], 1), password(1)
    text = f"The project uses pnpm.\nPassword: {secret}\nmail bob@mailbox.test, key {token}\n"
    (bare.folder / "notes.txt").write_text(text)
    said = bare.run("screen", "notes.txt", "--json")
    assert said.code == 1
    found = {each["kind"]: each for each in said.json["data"]["findings"]}
    assert {"password.assigned", "token.github", "email"} <= set(found)
    at = found["token.github"]
    assert (text[at["start"] : at["end"]], at["line"], at["field"]) == (token, 3, "text")
    shown = bare.run("screen", "notes.txt")
    for told in (said.text, shown.text):
        assert token not in told
        assert secret not in told
    assert "token.github" in shown.out
    assert not bare.home.exists() or not list(bare.home.iterdir())


def test_a_clean_text_on_standard_input_ends_with_zero(bare: Shell) -> None:
    said = bare.run("screen", "-", stdin="The project uses pnpm, not npm.\n")
    assert said.code == 0
    assert "as far as the screens recognise it" in said.out


def test_r31_fields_are_screened_one_by_one_and_joined(bare: Shell) -> None:
    fields = {"attribute": "wifi password", "value": password(1), "reason": "for later"}
    said = bare.run("screen", "-", "--fields", "--json", stdin=json.dumps(fields))
    assert said.code == 1
    assert {each["field"] for each in said.json["data"]["findings"]} == {"attribute+value+reason"}
    assert tenure.screen_fields(fields)
    token = fake(TOKENS["npm"], 1)
    named = bare.run("screen", "-", "--fields", stdin=json.dumps({"a": "plain", token: token}))
    assert "field 2" in named.out
    assert token not in named.text


@pytest.mark.parametrize("given", ["[]", "{}", "no", '{"a": 1}', json.dumps({"n" * 81: "x"}), "[" * 100_000])
def test_what_is_no_object_of_texts_is_wrong_use(bare: Shell, given: str) -> None:
    said = bare.run("screen", "-", "--fields", "--json", stdin=given)
    assert said.code == 2
    assert said.json["data"]["code"] == "bad_fields"


def test_what_cannot_be_read_is_wrong_use(bare: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    assert bare.run("screen", "nowhere.txt", "--json").json["data"]["code"] == "bad_file"
    (bare.folder / "raw.bin").write_bytes(b"\xff\xfe\x00")
    assert bare.run("screen", "raw.bin", "--json").json["data"]["code"] == "bad_file"
    (bare.folder / "long.txt").write_text("a" * (screening.BYTES_MAX + 1))
    assert bare.run("screen", "long.txt").code == 2


def test_a_file_that_is_not_there_is_told_in_words(bare: Shell) -> None:
    said = bare.run("screen", "gone.txt")
    assert (said.code, "No such file or directory" in said.err) == (2, True)
