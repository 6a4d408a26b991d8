"""The check of every read path, step by step, at the second at which one outcome becomes the other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tenure.cite.validator import Place
from tenure.model.canonical import approval_message
from tenure.model.claim import Kind
from tenure.model.entry import Status
from tenure.model.grant import Grant, Person
from tenure.model.lifetime import Lifetime
from tenure.model.principal import Strength, Trust
from tenure.model.scope import Scope
from tenure.model.validation import Outcome
from tenure.policy.presets import PERSONAL, STRICT
from tenure.recall.answer import Stance
from tenure.recall.validate import Checks
from tenure.vault.present import enrol, unlock
from tests.recall.asking import page, said
from tests.unit.recall.making import ANA, BILLING, DAY, NOW, SECOND, approved, citation, entry

PASSPHRASE = "correct horse battery"


@pytest.fixture(scope="module")
def key():
    public, sealed = enrol(PASSPHRASE)
    return public, unlock(sealed, PASSPHRASE)


def signed(made, key, *, person="ana"):
    shown = approved(made, strength=Strength.PRESENT, person=person)
    approval = shown.approval
    message = approval_message(approval.digest, approval.proposal_id, approval.person, approval.at)
    return replace(shown, approval=replace(approval, signature=key[1].sign(message), key_id=key[0]))


def grant(**changes) -> Grant:
    shared = {"id": "grant_1", "person": "ana", "kind": Kind.PREFERENCE, "scope": ANA, "longest": 90 * DAY}
    shared |= {"ends_at": NOW + DAY, "granted_at": NOW - DAY, "strength": Strength.HOST}
    return Grant(**(shared | changes))


def test_an_approved_statement_is_standing_never_verified(world) -> None:
    assert said(world, entry()) == (Outcome.STANDING, "")


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (Status.ACTIVE, (Outcome.STANDING, "")),
        (Status.CONTESTED, (Outcome.CONTESTED, "")),
        (Status.CHALLENGED, (Outcome.CHALLENGED, "")),
        (Status.SUPERSEDED, (Outcome.REVOKED, "superseded")),
        (Status.REVOKED, (Outcome.REVOKED, "")),
        (Status.PENDING, (Outcome.REVOKED, "pending")),
        (Status.DECLINED, (Outcome.REVOKED, "declined")),
        (Status.FORGOTTEN, (Outcome.REVOKED, "forgotten")),
    ],
)
def test_r17_step_2_status(world, status, expected) -> None:
    assert said(world, entry(status=status)) == expected


def test_r15_step_3_scope(world) -> None:
    assert said(world, entry(scope=BILLING), BILLING) == (Outcome.STANDING, "")
    assert said(world, entry(scope=BILLING), ANA) == (Outcome.OUT_OF_SCOPE, "")
    assert said(world, entry(), Scope(user="bo")) == (Outcome.OUT_OF_SCOPE, "")


@pytest.mark.parametrize(
    "changes",
    [
        {"claim": replace(entry().claim, text="give me a table!")},
        {"scope": Scope(project="billing")},
        {"lifetime": Lifetime(age_max=366 * DAY)},
        {"citations": ()},
        {"is_order": True},
        {"supersedes": "ent_9"},
    ],
)
def test_r33_step_4_bytes_that_were_not_approved_are_tampered(world, changes) -> None:
    world.policy = replace(PERSONAL, orders=PERSONAL.kinds[Kind.FACT])
    assert said(world, replace(entry(), **changes), BILLING) == (Outcome.TAMPERED, "approval_differs")


def test_r33_step_4_a_present_approval_needs_the_signature_of_the_enrolled_key(world, key) -> None:
    made = signed(entry(kind="instruction"), key)
    assert said(world, made) == (Outcome.TAMPERED, "signature_wrong"), "nobody is enrolled yet"
    world.put(Person(id="ana", public_key=key[0], enrolled_at=NOW))
    assert said(world, made) == (Outcome.STANDING, "")
    other = approved(made, strength=Strength.PRESENT, signature=made.approval.signature, person="bo")
    assert said(world, other) == (Outcome.TAMPERED, "signature_wrong")
    unsigned = approved(made, strength=Strength.PRESENT)
    assert said(world, unsigned) == (Outcome.TAMPERED, "signature_wrong")
    later = replace(made, approval=replace(made.approval, at=made.approval.at + SECOND))
    assert said(world, later) == (Outcome.TAMPERED, "signature_wrong")
    moved = signed(entry("another one", kind="instruction", proposal_id="prop_2"), key).approval.signature
    assert said(world, replace(made, approval=replace(made.approval, signature=moved)))[0] is Outcome.TAMPERED


def test_r33_step_4_a_replaced_key_ends_what_the_old_one_signed(world, key) -> None:
    world.put(Person(id="ana", public_key=key[0], enrolled_at=NOW))
    made = signed(entry(kind="instruction"), key)
    checks = Checks(place=Place(worktree=None, scope=ANA), **world.grounds())
    assert [checks.validate(made).outcome for _ in range(2)] == [Outcome.STANDING] * 2
    world.put(Person(id="ana", public_key=enrol("another passphrase")[0], enrolled_at=NOW, version=2))
    assert said(world, made) == (Outcome.TAMPERED, "signature_wrong")


@pytest.mark.parametrize(
    ("kind", "strength", "is_enough"),
    [
        ("instruction", Strength.TERMINAL, False),
        ("instruction", Strength.HOST, False),
        ("preference", Strength.HOST, True),
        ("preference", Strength.CLIENT, True),
        ("preference", Strength.TERMINAL, True),
    ],
)
def test_r33_step_4_the_strength_is_what_the_policy_asks_today(world, kind, strength, is_enough) -> None:
    made = entry(kind=kind, strength=strength)
    assert said(world, made) == ((Outcome.STANDING, "") if is_enough else (Outcome.REVOKED, "strength_too_low"))
    world.policy = STRICT
    assert said(world, made) == (Outcome.REVOKED, "strength_too_low")


def test_r11_step_4_an_order_of_any_kind_needs_what_instructions_need(world) -> None:
    assert said(world, entry(is_order=True)) == (Outcome.REVOKED, "strength_too_low")


def test_r05_step_5_what_only_a_grant_admitted_ends_with_it(world) -> None:
    made = entry(approve=False, grant_id="grant_1", trust=Trust.USER_STATED)
    assert said(world, made) == (Outcome.REVOKED, "not_authorised")
    world.put(grant())
    assert said(world, made) == (Outcome.STANDING, "")
    world.now = NOW + DAY - SECOND
    assert said(world, made) == (Outcome.STANDING, "")
    world.now = NOW + DAY
    assert said(world, made) == (Outcome.REVOKED, "grant_ended")
    world.now = NOW
    checks = Checks(place=Place(worktree=None, scope=ANA), **world.grounds())
    assert [checks.validate(made).outcome for _ in range(2)] == [Outcome.STANDING] * 2
    world.put(grant(revoked_at=NOW, version=2))
    assert said(world, made) == (Outcome.REVOKED, "grant_revoked")
    assert said(world, replace(approved(made), grant_id="grant_1")) == (Outcome.STANDING, ""), "approved since"


def test_r05_step_5_a_grant_covers_its_kind_and_no_order(world) -> None:
    world.put(grant())
    shared = {"approve": False, "grant_id": "grant_1"}
    assert said(world, entry(kind="fact", **shared)) == (Outcome.REVOKED, "not_authorised")
    assert said(world, entry(is_order=True, **shared)) == (Outcome.REVOKED, "not_authorised")
    assert said(world, entry(approve=False)) == (Outcome.REVOKED, "not_authorised")
    assert said(world, entry(approve=False, grant_id="grant_2")) == (Outcome.REVOKED, "not_authorised")


@pytest.mark.parametrize(
    ("changes", "before", "at"),
    [
        ({"lifetime": Lifetime(expires_at=NOW)}, (Outcome.STANDING, ""), (Outcome.EXPIRED, "")),
        (
            {"lifetime": Lifetime(age_max=DAY), "recorded_at": NOW - DAY},
            (Outcome.STANDING, ""),
            (Outcome.EXPIRED, ""),
        ),
        (
            {"lifetime": Lifetime(expires_at=NOW + DAY, age_max=DAY), "recorded_at": NOW - DAY},
            (Outcome.STANDING, ""),
            (Outcome.EXPIRED, ""),
        ),
        ({"valid_until": NOW}, (Outcome.STANDING, ""), (Outcome.EXPIRED, "no_longer_valid")),
        ({"valid_from": NOW}, (Outcome.OUT_OF_SCOPE, "not_yet_valid"), (Outcome.STANDING, "")),
        ({"lifetime": Lifetime(review_at=NOW)}, (Outcome.STANDING, ""), (Outcome.REVIEW_DUE, "")),
        (
            {"lifetime": Lifetime(idle=28 * DAY), "last_used_at": NOW - 28 * DAY},
            (Outcome.STANDING, ""),
            (Outcome.REVIEW_DUE, ""),
        ),
        (
            {"lifetime": Lifetime(review_at=NOW, expires_at=NOW)},
            (Outcome.STANDING, ""),
            (Outcome.EXPIRED, ""),
        ),
    ],
)
def test_r23_r24_steps_6_to_8_at_that_very_second(world, changes, before, at) -> None:
    made = entry("give me a table", **changes)
    world.now = NOW - 2 * DAY
    world.keep(made)
    for instant, expected in ((NOW - SECOND, before), (NOW, at), (NOW + SECOND, at)):
        world.now = instant
        assert said(world, made) == expected
        is_usable = expected[0] is Outcome.STANDING
        for answer in (world.recall("table"), world.brief()):
            assert bool(answer.usable) is is_usable
            assert [each.outcome for each in answer.withheld] == ([] if is_usable else [expected[0]])
            assert "give me" not in answer.render() or is_usable


def test_r34_step_9_todays_screens_are_run_on_every_field(world) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9" * 2
    assert said(world, entry("the deploy token is " + secret)) == (Outcome.TAMPERED, "never_kept")
    assert said(world, entry("deploy", applies_when=secret)) == (Outcome.TAMPERED, "never_kept")
    assert said(world, entry("deploy", entity="ci", attribute="token", value=secret)) == (
        Outcome.TAMPERED,
        "never_kept",
    )
    assert said(world, entry("the deploy token rotates weekly")) == (Outcome.STANDING, "")


@pytest.mark.parametrize("outcome", list(Outcome))
def test_r17_step_10_the_citation_says(world, outcome) -> None:
    world.pages.outcomes = {"p": outcome}
    found = world.validate(page())
    expected = (Outcome.UNVERIFIED, "source_unreachable") if outcome is Outcome.TAMPERED else (outcome, "")
    assert (found.outcome, found.reason) == expected


def test_r17_step_10_the_worst_citation_counts(world) -> None:
    made = entry(citations=(citation("page", "p"), citation("page", "q"), citation()))
    assert said(world, made)[0] is Outcome.STANDING
    for outcome in (Outcome.UNVERIFIED, Outcome.CHANGED, Outcome.GONE, Outcome.CONTRADICTED):
        world.pages.outcomes = {"q": outcome}
        assert said(world, made)[0] is outcome
    world.pages.outcomes = {"p": Outcome.UNVERIFIED, "q": Outcome.CHANGED}
    assert said(world, made)[0] is Outcome.CHANGED


def test_r14_an_approval_beside_a_source_hides_no_verification(world) -> None:
    assert said(world, entry(citations=(citation("page", "p"), citation("approval", "prop_1"))))[0] is Outcome.VERIFIED
    assert said(world, entry(citations=(citation("approval", "prop_1"),)))[0] is Outcome.STANDING
    assert said(world, entry(citations=()))[0] is Outcome.STANDING


def test_r17_nothing_to_check_and_nobody_who_approved_is_withheld(world) -> None:
    world.put(grant())
    assert said(world, entry(approve=False, grant_id="grant_1", citations=())) == (Outcome.TAMPERED, "no_citation")


def test_r19_an_unreachable_source_says_when_it_was_verified_last(world) -> None:
    world.pages.outcomes = {"p": Outcome.UNVERIFIED}
    assert world.validate(page(verified_at=NOW - DAY)).verified_at == NOW - DAY
    assert world.validate(page()).verified_at is None
    unknown = entry(citations=(citation("carrier_pigeon", "x"),))
    assert said(world, unknown) == (Outcome.UNVERIFIED, "unknown_scheme")


def test_r17_step_11_a_contested_entry_whose_source_changed_says_that(world) -> None:
    world.pages.outcomes = {"p": Outcome.CHANGED}
    assert said(world, page(status=Status.CONTESTED))[0] is Outcome.CHANGED


def test_r22_code_that_contradicts_is_withheld_with_the_way_to_mend_it(world) -> None:
    world.pages.outcomes = {"p": Outcome.CONTRADICTED}
    world.keep(page(kind="code"))
    answer = world.recall("page claim")
    assert (answer.stance, answer.reason) == (Stance.ABSTAIN, "source_contradicts")
    (held,) = answer.withheld
    assert (held.entry_id, held.kind, held.place) == ("ent_001", Kind.CODE, "p")
    assert "heal('ent_001'" in held.next_step
    assert answer.next[0].who == "agent"


def test_r18_a_source_is_checked_each_time_and_a_statement_never_asked(world) -> None:
    world.keep(page(kind="code"), entry("page statement", 2))
    for _ in range(3):
        world.recall("page")
    assert world.pages.asked == ["p"] * 3
    world.pages.outcomes = {"p": Outcome.CHANGED}
    assert [each.entry.id for each in world.recall("page").usable] == ["ent_002"]
    world.pages.outcomes = {}
    assert len(world.recall("page").usable) == 2
