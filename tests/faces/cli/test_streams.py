"""Outputs that are full, closed or cut off, folders that are gone, and interruptions: one clear line each."""

from __future__ import annotations

import signal
import subprocess
import sys

import pexpect
import pytest

from tests.faces.cli.shell import SRC, Shell

TENURE = f'"{sys.executable}" -m tenure'


def _in_shell(shell: Shell, line: str) -> tuple[int, str, str]:
    done = subprocess.run(
        ["bash", "-c", line.replace("tenure", TENURE, 1)],
        cwd=shell.folder,
        env=shell.environment,
        capture_output=True,
        text=True,
        start_new_session=True,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("line", ["tenure list --json >/dev/full", "tenure list >/dev/full", "tenure list >&-"])
def test_an_output_that_cannot_be_written_is_one_line_and_3(shell: Shell, line: str) -> None:
    code, _, told = _in_shell(shell, line)
    assert (code, told.count("\n")) == (3, 1), told
    assert "could not be written; what was done stays done" in told


@pytest.mark.parametrize("line", ["tenure recall <&-", "tenure propose --kind fact <&-"])
def test_a_closed_input_is_a_missing_text(shell: Shell, line: str) -> None:
    code, _, told = _in_shell(shell, line)
    assert code == 2
    assert "is missing" in told


def test_who_reads_enough_of_try_ends_it_quietly(shell: Shell) -> None:
    code, out, told = _in_shell(shell, "tenure try | head -3")
    assert (code, told, out.count("\n")) == (0, "", 3)


def test_a_folder_that_is_gone_is_told(shell: Shell) -> None:
    code, _, told = _in_shell(shell, f'mkdir gone && cd gone && rmdir ../gone && PYTHONPATH="{SRC}" tenure list')
    assert code == 2
    assert "this folder no longer exists" in told


def test_a_repository_whose_name_is_too_long_is_wrong_use(shell: Shell) -> None:
    said = shell.run("try", "--repo", "a" * 5_000)
    assert (said.code, "bad_repo" in said.text) == (2, True)


def test_the_version_is_told(shell: Shell) -> None:
    said = shell.run("--version")
    assert said.code == 0
    assert said.out.startswith("tenure 0.")


@pytest.mark.parametrize("ending", ["ctrl-c", "hang-up", "wrong"])
def test_a_statement_left_at_the_passphrase_is_withdrawn(bare: Shell, ending: str) -> None:
    answers = [("[y/N]", "n"), ("[y/N]", "n"), ("[y/N]", "n"), ("[y/N]", "y"), (":", "a long one"), (":", "a long one")]
    assert bare.at_terminal("init", "--person", "ana", answers=answers).code == 0
    child = pexpect.spawn(
        sys.executable,
        ["-m", "tenure", "remember", "run the tests first", "--kind", "instruction"],
        cwd=str(bare.folder),
        env=bare.environment,
        timeout=20,
        encoding="utf-8",
    )
    child.expect_exact("[y/N]")
    child.sendline("y")
    child.expect_exact("Passphrase:")
    if ending == "ctrl-c":
        child.sendintr()
    elif ending == "hang-up":
        child.kill(signal.SIGHUP)
    else:
        for left in (2, 1, 0):
            child.sendline("not that one")
            if left:
                child.expect_exact("Passphrase:")
    child.expect(pexpect.EOF)
    child.close()
    assert "Traceback" not in child.before
    assert child.exitstatus == (1 if ending == "wrong" else 130)
    assert bare.run("review", "--json").json["data"]["new"] == []


@pytest.mark.parametrize("locale", ["C", "C.UTF-8"])
def test_bytes_that_are_no_text_are_told_as_that_in_every_locale(shell: Shell, locale: str) -> None:
    shell.settings["LC_ALL"] = locale
    said = shell.run("recall", "--json", stdin=b"\xff\xfe tables")
    assert (said.code, said.json["data"]["code"]) == (2, "bad_query")
    assert said.json["next"][0]["do"] == "Send UTF-8."
