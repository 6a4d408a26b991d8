from __future__ import annotations

import json
import subprocess
from datetime import timedelta

import pytest

from tenure.cite.code import CodeValidator
from tenure.cite.git import Repositories
from tenure.cite.statement import ApprovalValidator, StatementValidator
from tenure.cite.validator import Place, Registry
from tenure.errors import NotAllowedError
from tenure.lifecycle.challenge import challenge
from tenure.lifecycle.exchange import LINE_CHARS_MAX, LINES_MAX, export_lines, import_lines
from tenure.lifecycle.forget import forget_one
from tenure.lifecycle.grants import grant
from tenure.model.claim import Kind
from tenure.model.decision import DecisionStatus
from tenure.model.lifetime import Lifetime
from tenure.model.principal import Channel, Trust
from tenure.model.scope import Scope

ANA, BEN = Scope(user="ana"), Scope(user="ben")
TICK = timedelta(microseconds=1)


def exported(world, scopes=(ANA,), person="ana") -> list[dict]:
    lines = export_lines(
        scopes,
        person=person,
        registry=Registry([StatementValidator(world.store.digest), ApprovalValidator()]),
        place=Place(worktree=None, scope=ANA),
        check_signature=lambda *_: False,
        **world.acts(),
    )
    return [json.loads(line) for line in lines]


def imported(world, lines, *, scope=BEN, person="ben"):
    return import_lines(lines, scope=scope, person=person, **world.acts())


def codes(decision) -> set[str]:
    return {verdict.code for verdict in decision.verdicts if verdict.outcome.value == "refuses"}


def line(**more) -> str:
    plain = {"tenure": 1, "claim": {"text": "Give me a table.", "kind": "preference"}, **more}
    return json.dumps(plain)


def test_r23_a_claim_is_exported_until_the_second_of_its_end(world):
    end = world.now + timedelta(days=10)
    entry = world.remember("Give me a table.", lifetime=Lifetime(expires_at=end))
    world.now = end - TICK
    (told,) = exported(world)
    assert (told["id"], told["state"], told["claim"]["text"]) == (entry.id, "usable", "Give me a table.")
    world.now = end
    (told,) = exported(world)
    assert told == {"tenure": 1, "state": "withheld", "id": entry.id, "kind": "preference", "reason": "expired"}


def test_r23_a_challenged_entry_is_no_claim_in_an_export(world):
    challenge(world.remember("Give me a table."), person="ana", **world.acts())
    (told,) = exported(world)
    assert told["state"] == "withheld"
    assert "claim" not in told


def test_r35_an_export_holds_no_other_persons_entry(world):
    world.remember("I like prose.", user="ben")
    mine = world.remember("Give me a table.", scope=Scope(user="ana", project="billing"))
    told = exported(world, (ANA, BEN, mine.scope))
    assert [one["id"] for one in told] == [mine.id]


def test_r28_an_export_is_in_the_ledger_and_in_a_later_receipt(world):
    entry = world.remember("Give me a table.")
    exported(world)
    assert ("export", entry.id, "exported") in [(one.verb, one.record_id, one.code) for one in world.store.lines()]
    receipt = forget_one(entry, person="ana", **world.recorded())
    assert receipt.out_of_reach == ("exported on 2026-03-01",)


def test_r30_what_is_imported_waits_whatever_it_claims(world):
    grant(person="ben", kind=Kind.PREFERENCE, scope=BEN, **world.strongly())
    world.remember("Give me a table.")
    lines = [json.dumps({**told, "grant_id": "grant_x", "trust": 3}) for told in exported(world)]
    (decision,) = imported(world, lines)
    assert decision.status is DecisionStatus.PENDING
    proposal = world.proposal(decision.proposal_id, BEN)
    assert proposal.trust is Trust.EXTERNAL
    assert proposal.proposer.channel is Channel.DOCUMENT
    assert proposal.worded_by.channel is Channel.DOCUMENT
    assert proposal.citations == ()
    assert proposal.scope == BEN
    kept = world.approve(decision, BEN, "ben")
    assert kept.approval.person == "ben"


def test_r28_what_was_forgotten_does_not_come_back_by_an_import(world):
    entry = world.remember("Give me a table.", user="ben")
    lines = [json.dumps(told) for told in exported(world, (BEN,), "ben")]
    forget_one(entry, person="ben", **world.recorded())
    (decision,) = imported(world, lines)
    assert decision.status is DecisionStatus.REFUSED
    assert "not_again" in codes(decision)


def test_an_import_goes_through_the_gates(world):
    key = "AKIA" + "Q3ZT7VLM2PXW5KRB"
    lines = [
        line(claim={"text": f"The key is {key}.", "kind": "fact"}),
        line(claim={"text": "x" * 400, "kind": "fact"}),
    ]
    for decision in imported(world, lines):
        assert decision.status is DecisionStatus.REFUSED
        assert codes(decision)
        assert key not in repr(decision)


@pytest.mark.parametrize(
    "text",
    [
        "zanzibar",
        "[1]",
        "{}",
        '{"tenure": 2, "claim": {"text": "zanzibar", "kind": "fact"}}',
        '{"tenure": 1, "claim": {"text": "zanzibar", "kind": "zanzibar"}}',
        '{"tenure": 1, "claim": {"text": "", "kind": "fact"}}',
        '{"tenure": 1, "claim": {"text": "zanzibar \\ud800", "kind": "fact"}}',
        '{"tenure": 1, "claim": {"text": "zanzibar", "kind": "fact", "more": 1}}',
        '{"tenure": 1, "claim": {"text": "zanzibar", "kind": "fact"}, "lifetime": {"expires_at": "zanzibar"}}',
        '{"tenure": 1, "claim": {"text": "zanzibar", "kind": "fact"}, "scope": "zanzibar"}',
        '{"tenure": 1, "claim": null}',
        "[" * 10_000,
        "1" * 10_000,
        '"' + "zanzibar" * 10_000 + '"',
        '{"tenure": NaN}',
    ],
)
def test_a_line_that_cannot_be_read_is_named_by_its_number_alone(world, text):
    good = line()
    first, second, third = imported(world, [good, "  ", text, line(claim={"text": "Be brief.", "kind": "preference"})])
    assert [first.status, second.status, third.status] == [
        DecisionStatus.PENDING,
        DecisionStatus.REFUSED,
        DecisionStatus.PENDING,
    ]
    assert codes(second) == {"malformed_line"}
    assert second.verdicts[0].field == "line 3"
    assert "zanzibar" not in repr(second)


def test_a_withheld_line_holds_no_claim(world):
    (decision,) = imported(world, ['{"tenure": 1, "state": "withheld", "id": "ent_x", "reason": "expired"}'])
    assert codes(decision) == {"no_claim"}


def test_an_import_is_bounded(world):
    (whole,) = imported(world, [line().ljust(LINE_CHARS_MAX)])
    assert whole.status is DecisionStatus.PENDING
    (longer,) = imported(world, [line().ljust(LINE_CHARS_MAX + 1)])
    assert codes(longer) == {"malformed_line"}
    decisions = imported(world, ["x"] * LINES_MAX)
    assert (len(decisions), codes(decisions[-1])) == (LINES_MAX, {"malformed_line"})
    decisions = imported(world, ["x"] * (LINES_MAX + 5))
    assert (len(decisions), codes(decisions[-1])) == (LINES_MAX + 1, {"too_many_lines"})


def test_r15_an_import_stays_in_its_scope(world):
    wide = Scope(user="ben", project="billing")
    own, elsewhere = imported(
        world,
        [
            line(scope={"user": "ben"}),
            line(scope={"user": "ana"}, claim={"text": "Be brief.", "kind": "preference"}),
        ],
        scope=wide,
    )
    assert world.proposal(own.proposal_id, BEN).scope == BEN
    assert world.proposal(elsewhere.proposal_id, wide).scope == wide
    with pytest.raises(NotAllowedError):
        imported(world, [line()], scope=ANA)


def test_a_claimed_end_only_shortens(world):
    near, far = (world.now + timedelta(days=days) for days in (5, 50_000))
    first, second = imported(
        world,
        [
            line(lifetime={"expires_at": f"{near:%Y-%m-%dT%H:%M:%SZ}"}),
            line(
                lifetime={"expires_at": f"{far:%Y-%m-%dT%H:%M:%SZ}"}, claim={"text": "Be brief.", "kind": "preference"}
            ),
        ],
    )
    assert world.proposal(first.proposal_id, BEN).lifetime.expires_at == near
    assert world.proposal(second.proposal_id, BEN).lifetime.expires_at is None


@pytest.fixture
def code(tmp_path, world):
    """A repository with one function, its registry of validators, and the place of somebody who stands in it."""
    tree = tmp_path / "tree"
    (tree / "src").mkdir(parents=True)
    (tree / "src" / "a.py").write_text("def total(lines):\n    return round(sum(lines), 2)\n")
    git = ["git", "-C", str(tree), "-c", "user.name=ana", "-c", "user.email=ana@example.org"]
    for command in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-q", "-m", "one"]):
        subprocess.run([*git, *command], check=True)
    repositories = Repositories(tmp_path / "known")
    record = repositories.resolve(tree, create=True)
    validator = CodeValidator(repositories, world.store.digest)
    registry = Registry([StatementValidator(world.store.digest), ApprovalValidator(), validator])
    return tree, registry, Place(worktree=tree, scope=Scope(user="ana", repository=record.id))


def test_r14_an_imported_code_claim_is_cited_anew_or_refused(world, code):
    tree, registry, place = code
    cited = registry.for_scheme("code").cite("src/a.py::total", place=place, now=world.now, options={})
    text = "total rounds the sum of lines once"
    entry = world.remember(text, kind=Kind.CODE, scope=place.scope, cited=(cited,))
    lines = list(
        export_lines(
            (place.scope,),
            person="ana",
            registry=registry,
            place=place,
            check_signature=lambda *_: False,
            **world.acts(),
        )
    )
    assert [json.loads(line)["state"] for line in lines] == ["usable"]
    forget_one(entry, person="ana", **world.recorded())
    theirs = Scope(user="ben", repository=place.scope.repository)
    stand = Place(worktree=tree, scope=theirs)
    (bare,) = imported(world, lines, scope=theirs)
    assert codes(bare) == {"code_needs_source"}
    (again,) = import_lines(lines, scope=theirs, person="ben", registry=registry, place=stand, **world.acts())
    assert again.status is DecisionStatus.PENDING
    (citation,) = world.proposal(again.proposal_id, theirs).citations
    assert (citation.scheme, citation.trust) == ("code", Trust.EXTERNAL)
    (tree / "src" / "a.py").unlink()
    (gone,) = import_lines(
        [line.replace("once", "twice") for line in lines],
        scope=theirs,
        person="ben",
        registry=registry,
        place=stand,
        **world.acts(),
    )
    assert gone.status is DecisionStatus.REFUSED
