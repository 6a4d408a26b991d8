"""Every command, setting, code and public name is documented, and nothing is documented that does not exist."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.docs import completeness
from tests.docs.examples import pages
from tests.house import rules
from tests.house.rules import ROOT, Source

REFERENCE = ROOT / "docs" / "reference"
LINK = re.compile(r"\[[^\]]*\]\((?!https?:|mailto:)(?P<target>[^)#\s]*)(?:#[^)\s]*)?\)")


def test_every_command_and_option_is_documented() -> None:
    import typer.main

    from tenure.faces.cli.app import whole

    known = list(completeness.commands(typer.main.get_command(whole())))
    assert len(known) > 20
    assert completeness.wrong_commands(known, (REFERENCE / "commands.md").read_text()) == []


def test_every_setting_is_documented() -> None:
    from tenure.policy.policy import Policy

    wanted = list(completeness.settings(Policy))
    assert {"claim_chars_max", "review_days"} <= set(wanted)
    assert completeness.unmentioned(wanted, (REFERENCE / "policy.md").read_text()) == []


def test_every_error_and_code_is_documented() -> None:
    wanted = [*completeness.error_names(), *completeness.codes(rules.sources("src/"))]
    assert {"IntegrityError", "integrity", "not_found"} <= set(wanted)
    assert completeness.unmentioned(wanted, (REFERENCE / "errors.md").read_text()) == []


def test_every_status_of_the_envelope_is_documented() -> None:
    given = re.compile(r'\bstatus=(?P<words>"[^\n]*),$', re.MULTILINE)
    told = [
        word for source in rules.sources("src/tenure/faces/", "src/tenure/eval/") for word in given.findall(source.text)
    ]
    wanted = {word for line in told for word in re.findall(r'"([a-z_]+)"', line)}
    assert {"done", "stale"} <= wanted
    (row,) = re.findall(r"^\| `status` \|.*$", (REFERENCE / "outcomes.md").read_text(), re.MULTILINE)
    assert completeness.unmentioned(sorted(wanted), row) == []


def test_every_public_name_is_documented() -> None:
    wanted = completeness.public_api()
    assert {"open", "AgentHandle.recall"} <= set(wanted)
    assert completeness.unmentioned(wanted, (REFERENCE / "api.md").read_text()) == []


def test_every_core_dependency_has_its_record() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    named = [re.split(r"[^\w-]", requirement)[0] for requirement in project["dependencies"]]
    recorded = {path.stem.partition("-")[2] for path in (ROOT / "docs" / "adr").glob("[0-9]*.md")}
    assert len(named) > 5
    assert [name for name in named if name not in recorded] == []


def dead_links(page: str, text: str) -> list[str]:
    """Give the relative links of a page that lead nowhere."""
    bare = re.sub(r"^ *```.*?^ *```", "", text, flags=re.MULTILINE | re.DOTALL)
    targets = [found["target"] for found in LINK.finditer(bare) if found["target"]]
    return [f"{page}: {target}" for target in targets if not (ROOT / Path(page).parent / target).exists()]


def test_every_link_leads_somewhere() -> None:
    texts = {str(path.relative_to(ROOT)): path.read_text() for path in [*pages(), *ROOT.glob("*.md")]}
    assert [dead for page, text in texts.items() for dead in dead_links(page, text)] == []


def test_every_page_is_linked_from_another() -> None:
    linked: set[Path] = set()
    for path in pages():
        targets = {
            (path.parent / found["target"]).resolve() for found in LINK.finditer(path.read_text()) if found["target"]
        }
        linked |= targets - {path.resolve()}
    assert [str(path.relative_to(ROOT)) for path in pages()[1:] if path not in linked] == []


def test_every_page_for_readers_is_in_the_index() -> None:
    folder = ROOT / "docs"
    index = (folder / "README.md").read_text()
    written = {
        page.relative_to(folder).as_posix()
        for kind in ("tutorial", "how-to", "reference", "explanation")
        for page in (folder / kind).glob("*.md")
    }
    assert len(written) > 20
    assert [page for page in sorted(written) if f"]({page})" not in index] == []


def test_every_make_target_that_is_named_exists() -> None:
    makefile = (ROOT / "Makefile").read_text()
    targets = set(re.findall(r"^([a-z]+):", makefile, flags=re.MULTILINE))
    named = {
        word
        for path in pages()
        for word in re.findall(r"(?:^|`|\$ )make ([a-z]+)\b(?!-)", path.read_text(), re.MULTILINE)
    }
    assert {"try", "test"} <= named
    assert named - targets == set()


def test_a_missing_an_incomplete_and_an_invented_command_are_reported() -> None:
    known = [("list", ["--json"]), ("grant add", ["--json", "--until"])]
    page = "## `tenure list`\nUse `--json`.\n## `tenure grant`\n### `tenure grant add TEXT`\n`--json`, `--until DATE`\n"
    assert completeness.wrong_commands(known, page) == []
    assert completeness.wrong_commands(known, page.replace(", `--until DATE`", "")) == [
        "`tenure grant add` does not tell --until"
    ]
    assert completeness.wrong_commands([*known, ("show", [])], page) == ["`tenure show` has no heading"]
    assert completeness.wrong_commands(known[1:], page) == ["`tenure list` is no command"]


def test_commands_are_found_in_groups_and_hidden_ones_are_not() -> None:
    import typer
    import typer.main

    app, group = typer.Typer(), typer.Typer()
    app.add_typer(group, name="grant")
    group.command("add")(lambda: None)
    app.command("list")(_listing)
    app.command("internal", hidden=True)(lambda: None)
    assert list(completeness.commands(typer.main.get_command(app)))[-1] == ("list", ["--json", "--no-json"])
    assert [name for name, _ in completeness.commands(typer.main.get_command(app))] == ["grant add", "list"]


def _listing(*, json: bool = False) -> None: ...


@dataclass
class _Inner:
    deep_max: int


@dataclass
class _Outer:
    name: str
    kinds: dict[str, _Inner]


def test_settings_inside_settings_are_found() -> None:
    assert list(completeness.settings(_Outer)) == ["name", "kinds", "deep_max"]
    assert completeness.unmentioned(["name", "kinds", "deep_max"], "`name`, deep_max and `kinds.fact`") == [
        "kinds",
        "deep_max",
    ]


def test_codes_are_found_where_they_are_written() -> None:
    text = (
        'AGAIN = "seventh"\nclass A:\n    code: str = "sixth"\n    code = "first"\nraise Error("x", code="second")\n'
        'ask(code="third" if x else "fourth")\nVOICE.refuses("fifth", "Why.")\nVOICE.asks(AGAIN, "Why.")\n'
        'f(code="no code")\n'
    )
    found = completeness.codes([Source(path="src/tenure/a.py", text=text)])
    assert found == ["fifth", "first", "fourth", "second", "seventh", "sixth", "third"]


@pytest.mark.parametrize("text", ["[there](nowhere.md)", "![picture](nowhere.svg)", "[there](nowhere.md#part)"])
def test_a_dead_link_is_reported(text: str) -> None:
    assert dead_links("README.md", text)
    assert dead_links("README.md", "[licence](LICENSE) [web](https://example.org/nowhere) [here](#part)") == []
