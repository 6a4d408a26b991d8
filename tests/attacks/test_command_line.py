"""The command line attacked: secrets through every option and argument, and no option that answers for a person."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main

from tenure.faces.cli.app import whole
from tests.attacks.planting import Secrets
from tests.faces.cli.conftest import make_shell
from tests.faces.cli.shell import Shell

FORBIDDEN_OPTIONS = frozenset(
    "yes y force assume-yes no-input approve approved strength present passphrase password user scope speaker origin "
    "trust principal by as role actor confidence host".split()
)
VALUES = {"kind": "preference", "entry_id": "ent_" + "0" * 20, "ids": "ent_" + "0" * 20, "until": "30", "id": "ent_0"}
ENDLESS = {"try"}  # makes its own home and repository; its text options are tried by its own tests
SERVING = {"mcp"}  # serves until its client is gone: it is not run here
FOLDERS = {("eval run", "out"), ("eval run", "environments"), ("eval peers install", "environments")}
"""Where minutes of work go that the command then does; their other texts are tried."""
ADDRESSES = {"mcp --host"}  # where it listens, not who decides


def commands(node: Any, above: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name, command in sorted(node.commands.items()):
        if hasattr(command, "commands"):
            yield from commands(command, (*above, name))
        yield (*above, name), command


ALL = [(path, command) for path, command in commands(typer.main.get_command(whole())) if path[0] not in ENDLESS]


def is_text(param: Any) -> bool:
    return any(part in str(param.type_descriptor.annotation) for part in ("str", "Path"))


def lines_with(text: str) -> Iterator[list[str]]:
    """Give every command with ``text`` in one of its options or arguments, the required others filled in."""
    for path, command in ALL:
        if path[0] in SERVING:
            continue
        for wanted in (param for param in command.params if is_text(param)):
            if (" ".join(path), wanted.name) in FOLDERS:
                continue
            line = list(path)
            for param in command.params:
                value = text if param is wanted else VALUES.get(param.name, "x") if param.required else None
                if value is None:
                    continue
                is_option = param.param_type_name == "option"
                line += [*([max(param.opts, key=len)] if is_option else []), value]
            yield line


def test_r33_no_option_answers_for_a_person_or_names_another(tmp_path: Path):
    named = {
        f"{' '.join(path)} {option}"
        for path, command in ALL
        for param in command.params
        for option in (*param.opts, *param.secondary_opts)
        if option.startswith("-") and option.lstrip("-") in FORBIDDEN_OPTIONS
    }
    assert named == ADDRESSES
    assert len(ALL) > 40


@pytest.mark.slow
def test_r31_a_secret_on_the_command_line_leaves_no_trace(tmp_path: Path):
    shell: Shell = make_shell(tmp_path)
    watch = Secrets()
    every = dict(zip(("token", "key id", "signed", "key", "password"), watch.texts("line"), strict=True))
    texts = [every[kind] for kind in ("token", "key", "password")]
    assert shell.run("init", "--person", "ana").code == 0
    assert shell.at_terminal("remember", "give me tables", answers=[("[y/N]", "y")]).code == 0
    lines = [line for text in texts for line in lines_with(text)]
    assert len(lines) > 150
    told = [said.out for said in shell.run_each(*lines)]
    told += [said.out for said in shell.run_each(*(["hear", "-"], ["import", "-"], ["recall"]), stdin="\n".join(texts))]
    places = ("list", "disclose", "export", "brief", "review", "doctor")
    told += [said.out for said in shell.run_each(*([each, "--json"] for each in places), ["ledger", "show"])]
    assert [said[-200:] for said in told if re.search(r"\bfault\b", said)] == []
    assert [said[-200:] for said in told if watch.found_in(said)] == []
    assert watch.found_under(shell.home) == []
    assert watch.found_in("\n".join(texts)) == ["line token", "line key", "line password"], "the scan sees them"
