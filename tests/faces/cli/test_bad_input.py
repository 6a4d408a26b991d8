"""Bad input to every command: a clear error with what to do next, no traceback, nothing of the text, nothing lost."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
import typer.main

from tenure.faces.cli.app import whole
from tests.docs.completeness import commands
from tests.faces.cli.conftest import make_shell
from tests.faces.cli.shell import Said, Shell

CANARY = "zanzibar"
HUGE = f"{CANARY} " * 20_000
ODD = ["", "   ", "\x1b[31m" + CANARY, "a\u202e" + CANARY, CANARY + "\ud800", "-" * 300, CANARY * 1_000]
IDS = ["ent_" + "0" * 20, "prop_none", CANARY, "ent_%", "../../etc/passwd", *ODD]
TAKES_ID = [
    *(["show"], ["why"], ["forget"], ["correct", "--"], ["challenge"], ["supersede", "--"]),
    *(["review", each] for each in ("show", "approve", "edit", "decline", "confirm", "retire", "settle")),
    *(["grant", "revoke"], ["task", "end"], ["forget", "--check"], ["review", "extend", "--until", "30"]),
]
TAKES_TEXT = [
    *(["recall"], ["propose", "--kind", "fact"], ["remember"], ["hear"], ["task", "begin"]),
    *(["task", "note"], ["task", "search"], ["task", "observe", "--tool", "t"]),
]


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """A shell with one entry, which must survive everything here."""
    made = make_shell(tmp_path_factory.mktemp("bad"))
    made.run("init", "--person", "ana")
    assert made.at_terminal("remember", "give me tables", answers=[("[y/N]", "y")]).code == 0
    return made


def _is_clear(said: Said, args: list[str]) -> None:
    """An error names its code and the next step; a refusal its verdicts."""
    assert said.code in {1, 2}, (args, said)
    assert CANARY not in said.out, args
    assert "fault" not in said.out, (args, said)
    assert "\x1b" not in said.out
    if said.out.startswith("error:"):
        assert "\nnext (" in said.out, args


def test_r35_odd_and_unknown_ids_answer_alike(shared: Shell) -> None:
    lines = [[*command, each, *_text_for(command)] for command in TAKES_ID for each in IDS]
    for args, said in zip(lines, shared.run_each(*lines), strict=True):
        _is_clear(said, args)


def _text_for(command: list[str]) -> list[str]:
    return ["x"] if command[0] in {"correct", "supersede"} else []


def test_odd_texts_are_refused_or_kept_whole(shared: Shell) -> None:
    lines = [[*command, each] for command in TAKES_TEXT for each in ODD]
    for args, said in zip(lines, shared.run_each(*lines, stdin=HUGE), strict=True):
        if said.code != 0:
            _is_clear(said, args)
        else:
            assert args[0] in {"hear", "task", "recall", "propose"}, args


def test_standard_input_is_bounded(shared: Shell) -> None:
    for said in shared.run_each(["recall"], ["propose", "--kind", "fact"], ["hear", "-"], stdin=CANARY * 200_000):
        assert said.code == 2
        assert "longer than 1000000 characters" in said.out
        assert CANARY not in said.out


def test_broken_bytes_on_standard_input_are_told(shared: Shell) -> None:
    for encoding in ("utf-8:strict", "utf-8:surrogateescape"):
        shared.settings = {"PYTHONIOENCODING": encoding}
        said = shared.run("propose", "--kind", "fact", stdin=b"\xff\xfe\x00zanzibar")
        assert said.code == 2
        assert CANARY not in said.text
    shared.settings = {}


def test_wrong_options_are_told_without_their_values(shared: Shell) -> None:
    lines = [
        ["recall", "x", "--limit", CANARY],
        ["recall", "x", "--limit", "0"],
        ["recall", "x", "--limit", "-3"],
        ["recall", "x", "--purpose", CANARY],
        ["brief", "--purpose", CANARY],
        ["propose", "x", "--kind", CANARY],
        ["propose", "x"],
        ["propose", "x", "--kind", "fact", "--expires", CANARY],
        ["propose", "x", "--kind", "fact", "--expires", "0"],
        ["propose", "x", "--kind", "fact", "--expires", "99999999999999999999"],
        ["propose", "x", "--kind", "fact", "--because", f"{CANARY}.py:1-2"],
        ["propose", "x", "--kind", "fact", "--because", f"nosuch:{CANARY}"],
        ["propose", "x", "--kind", "fact", "--entity", CANARY],
        ["propose", "x", "--kind", "fact", "--supersedes", CANARY],
        ["forget"],
        ["forget", "--kind", CANARY],
        ["forget", "--words", CANARY],
        ["list", CANARY],
        [CANARY],
        ["review", CANARY],
        ["recall", "two", CANARY, "words"],
        [f"--{CANARY}=1"],
    ]
    for args, said in zip(lines, shared.run_each(*lines), strict=True):
        assert said.code in {1, 2}, (args, said)
        if args != [f"--{CANARY}=1"]:
            assert CANARY not in said.out, args
        assert "next (" in said.out or said.out.startswith(("refused", "error: Usage")), (args, said.out)


def test_an_empty_path_is_refused_and_never_this_folder(shared: Shell) -> None:
    before = sorted(shared.folder.iterdir())
    receipt = "rcpt_" + "0" * 20
    lines = [
        *(
            ["erased", receipt, "--in", ""],
            ["erased", receipt, "--in", ".", "--in", ""],
            ["backup", ""],
            ["restore", ""],
        ),
        *(["forget", "ent_" + "0" * 20, "--receipt", ""], ["ledger", "anchor", "--out", ""], ["move", "pack", ""]),
        *(["move", "unpack", ""], ["policy", "check", ""], ["eval", "run", "isolation", "--out", ""]),
        *(["eval", "report", ""], ["eval", "compare", "a", ""], ["eval", "run", "isolation", "--data", ""]),
    ]
    for args, said in zip(lines, shared.run_each(*lines), strict=True):
        assert (said.code, "it takes a file or folder" in said.out) == (2, True), (args, said)
    named = [["erased", ""], ["screen", ""], ["ledger", "check", "--against", ""]]
    for args, said in zip(named, shared.run_each(*named), strict=True):
        assert (said.code, "no file was named" in said.out) == (2, True), (args, said)
    assert sorted(shared.folder.iterdir()) == before


def test_wrong_use_says_what_an_option_takes(shared: Shell) -> None:
    told = {
        ("recall", "x", "--limit", "a"): "it takes a whole number.",
        ("eval", "run", "--jobs", "0"): "it takes a whole number from 1 to 64.",
        ("eval", "run", "--stories", "-1"): "it takes a whole number from 0.",
        ("eval", "run", "--data", "nosuch"): "it takes a file or folder that is there.",
    }
    for (args, wanted), said in zip(told.items(), shared.run_each(*told), strict=True):
        assert (said.code, wanted in said.out) == (2, True), (args, said)


def test_errors_are_envelopes_for_machines(shared: Shell) -> None:
    for said in shared.run_each(
        ["show", "ent_none", "--json"], ["recall", "x", "--limit", "a", "--json"], ["nothing", "--json"]
    ):
        told = said.json
        assert set(told) == {"tenure", "command", "status", "scope", "data", "verdicts", "next", "warnings"}
        assert (told["tenure"], told["status"], said.code) == (1, "error", 2)
        assert told["data"]["code"]
        assert told["next"][0]["do"]


def test_r35_another_users_entry_answers_like_a_missing_one(shared: Shell) -> None:
    script = (
        "import sys, tenure\n"
        "with tenure.open(sys.argv[1] + '/store') as memory:\n"
        "    made = memory.person('bob').remember('bob likes zanzibar', kind='preference')\n"
        "    print(made.entry_id)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(shared.home)],
        env=shared.environment,
        capture_output=True,
        text=True,
        check=True,
    )
    foreign = done.stdout.strip()
    assert foreign.startswith("ent_")
    lines = [
        [each, target] for each in ("show", "why", "forget", "challenge") for target in (foreign, "ent_" + "0" * 20)
    ]
    told = shared.run_each(*lines)
    for theirs, missing in zip(told[::2], told[1::2], strict=True):
        assert (theirs.code, theirs.out) == (missing.code, missing.out)
    own = shared.at_terminal_each((["show", foreign], []), (["list", "--all"], []), (["forget", foreign], []))
    assert [each.code for each in own] == [2, 0, 2]
    assert not any(CANARY in each.out for each in own)


def test_nothing_was_lost(shared: Shell) -> None:
    said = shared.run("list", "--json")
    assert said.out.count("\n") == 1, "an envelope is one line"
    usable = json.loads(said.out)["data"]["usable"]
    assert [each["text"] for each in usable] == ["give me tables"]


def test_a_damaged_store_is_exit_3_and_no_traceback(bare: Shell) -> None:
    bare.run("init", "--person", "ana")
    database = next(bare.home.joinpath("store").glob("*.db"))
    for path in bare.home.joinpath("store").glob("tenure*"):
        path.write_bytes(b"no database at all" * 300)
    assert database.exists()
    for said in bare.run_each(["list"], ["recall", "x", "--json"], ["init"]):
        assert said.code == 3
        assert "next" in said.out


def test_a_broken_repository_is_told(bare: Shell) -> None:
    bare.run("init", "--person", "ana")
    (bare.folder / ".git" / "config").write_text("[core\nbroken")
    said = bare.run("list", "--json")
    assert said.code in {0, 2}
    assert said.json["status"] in {"done", "error"}


def test_every_command_has_help_and_json() -> None:
    without = {name for name, options in commands(typer.main.get_command(whole())) if "--json" not in options}
    assert without == {"mcp"}, "the protocol's own output"


def _commands_of(node: object) -> dict[str, object]:
    return getattr(node, "commands", {})


def test_every_option_and_argument_has_a_help_text() -> None:
    waiting = [("tenure", typer.main.get_command(whole()))]
    while waiting:
        name, node = waiting.pop()
        assert node.help, name
        waiting += [(f"{name} {each}", inner) for each, inner in _commands_of(node).items()]
        for param in node.params:
            if param.name != "help":
                assert getattr(param, "help", None), f"{name} {param.name}"


def test_wrong_use_names_the_command_that_was_used(shell: Shell) -> None:
    lines = (["list", "--quiet", "--json"], ["review", "approve", "--json"], ["nothing", "--json"])
    said = [json.loads(each.out) for each in shell.run_each(*lines)]
    assert [each["command"] for each in said] == ["list", "review approve", "tenure"]
    assert {each["data"]["code"] for each in said} == {"usage"}


def test_json_before_a_command_is_told_its_place(shell: Shell) -> None:
    root, group = shell.run_each(["--json", "list"], ["review", "--unknown", "list"])
    assert (root.code, "--json stands after the whole command" in root.out) == (2, True)
    assert "--json" not in group.out


@pytest.mark.parametrize("command", [("show",), ("why",), ("forget",), ("verify",)])
def test_the_id_of_a_proposal_is_told_from_an_entrys(shell: Shell, command: tuple[str, ...]) -> None:
    proposal, entry = shell.run_each([*command, "prop_0123456789abcdefghjk"], [*command, "ent_0123456789abcdefghjk"])
    assert (proposal.code, "This is a proposal's id: `tenure review`" in proposal.out) == (2, True)
    assert (entry.code, "proposal" in entry.out) == (2, False)


def test_an_option_for_one_value_that_is_given_twice_is_refused_and_one_for_several_is_not(shared: Shell) -> None:
    lines = (
        ["forget", "--words", CANARY, "--words=tables", "--json"],
        ["recall", "tables", "--limit", "1", "--limit", "2", "--json"],
    )
    for args, said in zip(lines, shared.run_each(*lines), strict=True):
        assert (said.code, said.json["data"]["code"], said.json["command"]) == (2, "usage", args[0])
        assert "more than once" in said.json["data"]["message"]
        assert CANARY not in said.out
    several = ["propose", "it is wide", "--kind", "fact", "--review-on", "release", "--review-on", "audit"]
    assert "more than once" not in shared.run(*several).text
    assert shared.run("recall", "--json", "--json", "tables").code == 0
    assert "more than once" not in shared.run("recall", "--", "--limit", "--limit").text
