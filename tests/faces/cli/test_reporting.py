"""`report`: figures for the person, and for nobody else (R35, R38)."""

from __future__ import annotations

from tests.faces.cli.shell import Shell

YES = ("[y/N]", "y")


def test_r38_a_hasty_yes_is_told_and_the_report_counts_it(shell: Shell) -> None:
    told = shell.run("propose", "x" * 200 + " comes first", "--kind", "preference", "--json").json
    waiting = told["data"]["proposal_id"]
    approved, asking = shell.at_terminal_each((["review", "approve", waiting], [YES]), (["report", "asking"], []))
    assert "note: you said yes after" in approved.out
    for part in (
        "answered                   1 since",
        "yes, as shown            1 (100%)",
        "approved faster than read  1",
    ):
        assert part in asking.out
    assert "comes first" not in asking.out
    refused, asked = (
        shell.run("report", "asking", "--json"),
        shell.at_terminal("report", "asking", "--json", answers=[YES]),
    )
    assert (refused.code, refused.json["data"]["code"]) == (1, "no_terminal")
    assert asked.json["data"]["answers"] == {"yes": 1}
