"""`review`: what waits, shown whole to its person and without its text to anybody else, and every answer (R17, R38)."""

from __future__ import annotations

import tenure
from tests.faces.cli.shell import Shell

YES = ("[y/N]", "y")
NO = ("[y/N]", "n")


def _propose(shell: Shell, *texts: str, kind: str = "preference") -> list[str]:
    told = shell.run_each(*(["propose", text, "--kind", kind, "--json"] for text in texts))
    return [each.json["data"]["proposal_id"] for each in told]


def _waiting(shell: Shell) -> list[str]:
    return [each["id"] for each in shell.run("review", "--json").json["data"]["new"]]


def test_r17_what_waits_is_shown_to_the_person_and_not_to_an_agent(shell: Shell) -> None:
    (waiting,) = _propose(shell, "prefers green tables")
    own, own_one = shell.at_terminal_each((["review"], []), (["review", "show", waiting], []))
    assert "prefers green tables" in own.out
    assert "your yes" in own.out
    assert "remember (preference): prefers green tables" in own_one.out
    for said in shell.run_each(
        ["review"], ["review", "list"], ["review", "list", "--json"], ["review", "show", waiting], ["why", waiting]
    ):
        assert "green" not in said.out
    piped = shell.at_terminal("review", "list", "--json")
    assert "green" not in piped.out


def test_r33_without_a_terminal_nothing_is_decided(shell: Shell) -> None:
    (waiting,) = _propose(shell, "prefers blue tables")
    before = _waiting(shell)
    for said in shell.run_each(
        ["review", "approve", waiting],
        ["review", "edit", waiting, "prefers red tables"],
        ["review", "decline", waiting],
        ["review", "decline", waiting, "--never-category"],
        ["review", "confirm", "ent_x"],
        ["review", "retire", "ent_x"],
        ["review", "extend", "ent_x", "--until", "30"],
        ["review", "settle", "ent_x", "--keep"],
        ["grant", "add", "preference"],
        stdin="y\ny\ny\n",
    ):
        assert said.code == 1
        assert "[no_terminal]" in said.out
    assert _waiting(shell) == before


def test_every_answer_to_what_is_new(shell: Shell) -> None:
    yes, edited, here, no, never, many, more = _propose(
        shell,
        "sort lists by date",
        "use long lines",
        "use tabs in tables",
        "prefers pink pages",
        "prefers gold pages",
        "quote the source in tables",
        "give the date first in tables",
    )
    said = shell.at_terminal_each(
        (["review", "approve", yes], [YES]),
        (["review", "approve", yes], []),
        (["review", "edit", edited, "use short lines"], [YES]),
        (["review", "approve", here, "--only-here"], [YES]),
        (["review", "decline", no], [NO]),
        (["review", "decline", no], [YES]),
        (["review", "decline", never, "--never-this"], [YES]),
        (["review", "approve", many, more], [("exactly these 2?", "y")]),
        (["review", "decline", many, "--never-this", "--never-category"], []),
    )
    assert [each.code for each in said] == [0, 2, 0, 0, 1, 0, 0, 0, 2]
    assert "there is nothing" in said[1].out or "nothing with this id" in said[1].out
    assert "instead: remember: use short lines" in said[2].out
    assert "instead: where: user ana, repository" in said[3].out
    data = shell.run("list", "--json").json["data"]["usable"]
    kept = {each["text"]: each for each in data}
    assert {"sort lists by date", "use short lines", "use tabs in tables", "quote the source in tables"} <= set(kept)
    assert "use long lines" not in kept
    assert "repository" in kept["use tabs in tables"]["scope"]
    again, after = shell.run_each(
        ["propose", "prefers gold pages", "--kind", "preference", "--json"], ["review", "--json"]
    )
    assert (again.code, "not_again" in again.out) == (1, True)
    assert not {no, never, many, more} & {each["id"] for each in after.json["data"]["new"]}


def test_r21_a_slot_that_was_drafted_wrongly_is_put_right_at_approval(shell: Shell) -> None:
    right, none, stays = _propose(
        shell, "the port of billing is 8443", "the port of tax is 9000", "the port of mail is 25", kind="fact"
    )
    said = shell.at_terminal_each(
        (["review", "edit", right, "--entity", "payments", "--attribute", "admin port"], [YES]),
        (["review", "edit", none, "--no-slot"], [YES]),
        (["review", "edit", stays, "--no-slot", "--value", "25"], []),
        (["review", "edit", stays, "--supersedes", "ent_nothing"], [YES]),
        (["review", "edit", stays, "--value", ""], [YES]),
        (["review", "edit", "ent_x", "other words", "--entity", "a"], []),
    )
    assert [each.code for each in said] == [0, 0, 2, 2, 0, 2]
    assert "instead: entity: payments" in said[0].out
    assert "instead: slot: none" in said[1].out
    assert "instead: value: none" in said[4].out
    assert "only a proposal takes another slot" in said[5].out
    kept = {each["text"]: each["id"] for each in shell.run("list", "--json").json["data"]["usable"]}
    names = ("billing is 8443", "tax is 9000", "mail is 25")
    about = [each.out for each in shell.run_each(*(["why", kept[f"the port of {name}"]] for name in names))]
    assert "payments / admin port" in about[0]
    assert ["/ port" in each for each in about] == [False, False, True]
    assert "= 25" not in about[2]


def test_r38_what_is_special_is_not_decided_in_a_batch(shell: Shell) -> None:
    one, two = _propose(shell, "prefers wide margins"), _propose(shell, "the office closes at six", kind="fact")
    said = shell.at_terminal("review", "approve", *one, *two)
    assert (said.code, "not_a_batch" in said.out) == (2, True)
    assert "exactly these" not in said.out, "no yes is asked that could not count"
    assert set(one + two) <= set(_waiting(shell))


def test_what_is_kept_is_confirmed_extended_disputed_and_retired(shell: Shell) -> None:
    said = shell.at_terminal(
        "remember", "the fair opens in May", "--kind", "fact", "--expires", "30", "--everywhere", answers=[YES]
    )
    assert said.code == 0
    kept = {each["text"]: each for each in shell.run("list", "--json").json["data"]["usable"]}["the fair opens in May"]
    confirmed, extended, beyond, undisputed, doubted, settled, again, *unasked, edited, retired = (
        shell.at_terminal_each(
            (["review", "confirm", kept["id"]], [YES]),
            (["review", "extend", kept["id"], "--until", "60"], [YES]),
            (["review", "extend", kept["id"], "--until", "9999"], []),
            (["review", "settle", kept["id"], "--keep"], []),
            (["challenge", kept["id"], "--reason", "it moved"], [YES]),
            (["review", "settle", kept["id"], "--keep"], [YES]),
            (["challenge", kept["id"]], [YES]),
            (["challenge", kept["id"]], []),
            (["review", "confirm", kept["id"]], []),
            (["review", "extend", kept["id"], "--until", "60"], []),
            (["review", "edit", kept["id"], "the fair opens in June"], [YES]),
            (["review", "retire", kept["id"]], [NO]),
        )
    )
    codes = [each.code for each in (confirmed, extended, beyond, undisputed, doubted, settled, again, edited, retired)]
    assert codes == [0, 0, 2, 2, 0, 0, 0, 0, 1]
    assert [each.code for each in unasked] == [2, 2, 2]
    assert not any("[y/N]" in each.out for each in unasked)
    assert "still true" in confirmed.out
    after = {each["text"]: each for each in shell.run("list", "--json").json["data"]["usable"]}
    assert "the fair opens in May" not in after
    assert "the fair opens in June" in after


def test_r21_what_contests_it_from_another_scope_is_shown_and_gives_way(shell: Shell, monkeypatch) -> None:
    monkeypatch.setenv("TENURE_HOME", str(shell.home))
    slot = {"entity": "Ledger", "attribute": "crate"}
    with tenure.open() as memory:
        ana = memory.person(memory.owner())
        ids = [
            ana.remember(f"the crate of Ledger is {value}", kind="fact", scope=scope, value=value, **slot).entry_id
            for scope, value in ((tenure.Scope(user=ana.id), "oak"), (tenure.Scope(project="barn"), "elm"))
        ]
    listed, settled, again = shell.at_terminal_each(
        (["review"], []),
        (["review", "settle", ids[0], "--keep"], [YES]),
        (["review", "settle", ids[0], "--keep"], []),
    )
    assert all(each in listed.out.partition("disputed:")[2] for each in ids)
    assert "gives way if it holds:" in settled.out
    assert "the crate of Ledger is elm" in settled.out
    assert f"superseded: {ids[1]}" in settled.out
    assert (settled.code, again.code) == (0, 2)
    assert "not_disputed" in again.out


def test_r35_an_agent_counts_nothing_of_another_place(shell: Shell) -> None:
    (waiting,) = _propose(shell, "prefers thin borders")
    away = shell.home.parent
    here, there = shell.run("review", "--json"), shell.run("review", "--json", at=away)
    assert waiting in [each["id"] for each in here.json["data"]["new"]]
    assert there.json["data"]["new"] == []
    foreign, missing = (shell.run("review", "show", each, at=away) for each in (waiting, "prop_none"))
    assert (foreign.code, foreign.text) == (missing.code, missing.text)
    assert shell.at_terminal("review", at=away).out.count("prop_") >= 1, "the person sees all that waits"


def test_r38_a_closed_kind_is_reopened_by_the_person(shell: Shell) -> None:
    (waiting,) = _propose(shell, "the shop has two doors", kind="fact")
    assert shell.at_terminal("review", "decline", waiting, "--never-category", answers=[YES]).code == 0
    again = ["propose", "the shop has three doors", "--kind", "fact", "--json"]
    closed, refused = shell.run_each(again, ["review", "reopen", "fact"])
    assert (closed.code, refused.code) == (1, 1)
    no, other, yes, none, bad = shell.at_terminal_each(
        (["review", "reopen", "fact"], [NO]),
        (["review", "reopen", "code"], [YES]),
        (["review", "reopen", "fact"], [YES]),
        (["review", "reopen", "fact"], [YES]),
        (["review", "reopen", "bogus"], []),
    )
    assert [each.code for each in (no, other, yes, none, bad)] == [1, 0, 0, 0, 2]
    assert ["reopened: fact" in each.out for each in (no, other, yes, none)] == [False, False, True, False]
    assert shell.run(*again).json["status"] == "pending"


def test_r38_a_kind_is_reopened_where_nothing_else_is_kept(bare: Shell) -> None:
    assert bare.run("init", "--person", "ana").code == 0
    (waiting,) = _propose(bare, "the shop has two doors", kind="fact")
    assert bare.at_terminal("review", "decline", waiting, "--never-category", answers=[YES]).code == 0
    yes, again = (
        bare.at_terminal("review", "reopen", "fact", answers=[YES], at=folder) for folder in (bare.home, bare.folder)
    )
    assert "reopened: fact" in yes.out
    assert "nothing was closed: fact" in again.out


def test_r09_an_event_is_raised_by_the_person_at_a_terminal(shell: Shell) -> None:
    asked = shell.run(
        "propose", "date every changelog line", "--kind", "preference", "--review-on", "release", "--json"
    )
    approved, no, yes = shell.at_terminal_each(
        (["review", "approve", asked.json["data"]["proposal_id"]], [YES]),
        (["review", "event", "release"], [NO]),
        (["review", "event", "release"], [YES]),
    )
    assert [each.code for each in (approved, no, yes)] == [0, 1, 0]
    assert "asked again on: release" in approved.out
    assert "due now: ent_" in yes.out
    alone, listed = shell.run_each(["review", "event", "release"], ["review", "list", "--json"])
    assert (alone.code, "[no_terminal]" in alone.text) == (1, True)
    assert len(listed.json["data"]["due"]) == 1
