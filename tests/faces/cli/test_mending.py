"""`correct`, `supersede`, `challenge`: a person's act at the terminal, anybody else's request (R21, R25)."""

from __future__ import annotations

from tests.faces.cli.shell import Said, Shell

YES = ("[y/N]", "y")
NO = ("[y/N]", "n")


LIST = (["list", "--json"], [])


def _usable(listed: Said) -> dict[str, str]:
    return {each["text"]: each["id"] for each in listed.json["data"]["usable"]}


def test_r25_requests_change_nothing_until_the_person_decides(shell: Shell) -> None:
    slot = ["--entity", "tables", "--attribute", "colour", "--value", "green"]
    _, listed = shell.at_terminal_each((["remember", "tables are green", *slot], [YES]), LIST)
    kept = _usable(listed)["tables are green"]
    *asked, listed = shell.run_each(
        ["correct", kept, "tables are blue", "--json"],
        ["challenge", kept, "--reason", "I doubt it", "--json"],
        ["supersede", kept, "tables are red", "--json"],
        ["forget", kept, "--json"],
        ["list", "--json"],
    )
    assert [each.code for each in asked] == [0, 0, 1, 0]
    assert [each.json["status"] for each in asked] == ["pending", "pending", "error", "pending"]
    assert "request" in asked[0].json["warnings"][0]
    assert _usable(listed) == {"tables are green": kept}
    correction, doubt = (each.json["data"]["proposal_id"] for each in asked[:2])
    declined, doubted, listed = shell.at_terminal_each(
        (["review", "decline", correction], [YES]), (["review", "approve", doubt], [YES]), LIST
    )
    assert [declined.code, doubted.code] == [0, 0]
    assert _usable(listed) == {}
    held = listed.json["data"]["withheld"]
    assert [(each["id"], each["outcome"]) for each in held] == [(kept, "challenged")]


def test_r21_the_newer_word_replaces_the_older_one(shell: Shell) -> None:
    slot = ["--entity", "lists", "--attribute", "order", "--value", "size"]
    _, listed = shell.at_terminal_each((["remember", "sort lists by size", *slot], [YES]), LIST)
    first = _usable(listed)["sort lists by size"]
    no, corrected, listed = shell.at_terminal_each(
        (["correct", first, "sort lists by date", "--value", "date"], [NO]),
        (["correct", first, "sort lists by name", "--value", "name"], [YES]),
        LIST,
    )
    assert [no.code, corrected.code] == [1, 0]
    assert "correct, to (preference): sort lists by name" in corrected.out
    second = _usable(listed)["sort lists by name"]
    superseded, gone, listed = shell.at_terminal_each(
        (["supersede", second, "sort lists by age", "--value", "age"], [YES]),
        (["correct", first, "sort lists by colour"], []),
        LIST,
    )
    assert [superseded.code, gone.code] == [0, 2]
    now = _usable(listed)
    assert "sort lists by age" in now
    assert not {"sort lists by size", "sort lists by name", "sort lists by date"} & set(now)


def test_a_challenge_needs_a_yes(shell: Shell) -> None:
    _, listed = shell.at_terminal_each((["remember", "give me pictures"], [YES]), LIST)
    kept = _usable(listed)["give me pictures"]
    no, listed = shell.at_terminal_each((["challenge", kept], [NO]), LIST)
    assert no.code == 1
    assert kept in _usable(listed).values()


def test_r21_what_was_true_then_is_asked_apart_from_what_was_known_then(shell: Shell) -> None:
    said = ["remember", "the port of billing is 8080", "--kind", "fact", "--valid-from", "2020-01-01"]
    kept, *asked = shell.at_terminal_each(
        (said, [YES]),
        *(
            (["recall", "the port of billing", *more, "--json"], [])
            for more in (["--as-of", "2020-01-01"], ["--as-of", "2019-12-30"], ["--known-at", "2020-01-01"], [])
        ),
    )
    assert kept.code == 0, kept.out
    assert [each.json["status"] for each in asked] == ["answer", "abstain", "abstain", "answer"]
