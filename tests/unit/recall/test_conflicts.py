"""Entries of one slot: the most specific stands, then the most trusted; equals that disagree are contested."""

from __future__ import annotations

from dataclasses import replace

from tenure.model.claim import Kind
from tenure.model.principal import Trust
from tenure.model.scope import Scope
from tenure.model.validation import Outcome
from tenure.policy.names import names_of
from tenure.policy.presets import PERSONAL
from tenure.recall.answer import SetAside
from tenure.recall.conflicts import resolve
from tenure.recall.judge import Usable, judge
from tests.unit.recall.making import ANA, BILLING, entry, validation


def indent(number, value, scope=ANA, **changes):
    text = f"indent with {value}"
    return entry(text, number, entity="Code", attribute="indent", value=value, scope=scope, **changes)


def settled(*found, many=(), outcomes=None):
    outcomes = outcomes or {}
    judged = [
        (each, judge(each, validation(outcomes.get(each.id, Outcome.STANDING)), policy=PERSONAL)) for each in found
    ]
    resolution = resolve(judged, many_valued=many, names=names_of(()))
    usable = [each.id for each, verdict in resolution.kept if isinstance(verdict, Usable)]
    contested = [
        each.id for each, verdict in resolution.kept if verdict not in judged and not isinstance(verdict, Usable)
    ]
    return usable, contested, resolution.set_aside


def test_r21_equals_that_disagree_are_both_contested() -> None:
    usable, contested, aside = settled(indent(1, "tabs"), indent(2, "spaces", scope=Scope(project="billing")))
    assert (usable, contested, aside) == ([], ["ent_001", "ent_002"], ())


def test_r21_equals_that_agree_are_one() -> None:
    usable, contested, aside = settled(indent(1, "tabs"), indent(2, " Tabs", scope=Scope(project="billing")))
    assert (usable, contested) == (["ent_001"], [])
    assert aside == (SetAside(entry_id="ent_002", for_id="ent_001", reason="same_words"),)


def test_the_more_specific_scope_stands_and_says_what_was_set_aside() -> None:
    usable, contested, aside = settled(indent(1, "tabs"), indent(2, "spaces", scope=BILLING))
    assert (usable, contested) == (["ent_002"], [])
    assert aside == (SetAside(entry_id="ent_001", for_id="ent_002", reason="more_specific"),)


def test_r21_lower_trust_changes_nothing_about_a_higher_entry() -> None:
    low = indent(2, "spaces", scope=Scope(project="billing"), trust=Trust.USER_STATED)
    usable, contested, aside = settled(indent(1, "tabs"), low)
    assert (usable, contested) == (["ent_001"], [])
    assert aside == (SetAside(entry_id="ent_002", for_id="ent_001", reason="higher_trust"),)


def test_a_many_valued_attribute_has_no_rivals() -> None:
    found = (indent(1, "tabs"), indent(2, "spaces", scope=Scope(project="billing")))
    assert settled(*found, many=("indent",))[0] == ["ent_001", "ent_002"]


def test_what_is_withheld_for_itself_contests_nothing() -> None:
    found = (indent(1, "tabs"), indent(2, "spaces", scope=Scope(project="billing")))
    for outcome in (Outcome.EXPIRED, Outcome.CHANGED, Outcome.TAMPERED, Outcome.REVOKED):
        assert settled(*found, outcomes={"ent_002": outcome})[0] == ["ent_001"]


def test_a_contested_more_specific_entry_keeps_the_broader_one_back() -> None:
    found = (indent(1, "tabs"), indent(2, "spaces", scope=BILLING))
    usable, _, aside = settled(*found, outcomes={"ent_002": Outcome.CONTESTED})
    assert usable == []
    assert [each.entry_id for each in aside] == ["ent_001"]


def test_other_slots_and_no_slots_are_left_alone() -> None:
    other = entry("width 80", 3, entity="code", attribute="width", value="80")
    assert settled(indent(1, "tabs"), other, entry("be brief", 4))[0] == ["ent_001", "ent_003", "ent_004"]


def test_the_same_words_are_said_once_by_the_most_specific() -> None:
    usable, _, aside = settled(entry("Be brief.", 1), entry("be  brief", 2, scope=BILLING), entry("be brief?", 3))
    assert usable == ["ent_002"]
    assert {(each.entry_id, each.for_id) for each in aside} == {("ent_001", "ent_002"), ("ent_003", "ent_002")}


def test_words_that_differ_in_a_mark_or_a_not_are_two_claims() -> None:
    for one, two in (("use C", "use C++"), ("use tabs", "do not use tabs"), ("x > 5", "x < 5")):
        assert settled(entry(one, 1), entry(two, 2))[0] == ["ent_001", "ent_002"]


def test_nearly_the_same_words_are_said_once_but_names_in_code_stay_apart() -> None:
    one, other = "Give me a table, please", "give me tables"
    assert settled(entry(one, 1), entry(other, 2))[0] == ["ent_001"]
    one, other = "call load item", "call load items"
    code = [entry(text, number, kind=Kind.CODE) for number, text in enumerate((one, other), start=1)]
    assert settled(*code)[0] == ["ent_001", "ent_002"]


def test_the_same_words_about_another_slot_or_for_other_cases_stay_apart() -> None:
    slots = [
        entry("the limit is 3", number, entity=name, attribute="limit", value="3") for number, name in enumerate("ab")
    ]
    assert len(settled(*slots)[0]) == 2
    cases = [entry("be brief", number, applies_when=when) for number, when in enumerate(("mails", "reviews"), start=1)]
    assert settled(*cases)[0] == ["ent_001", "ent_002"]
    always = entry("be brief", 3)
    assert settled(*cases, always)[0] == settled(always, *cases)[0] == ["ent_003"]


def test_withheld_entries_do_not_stand_for_usable_ones() -> None:
    found = (entry("be brief", 1, scope=BILLING), entry("be brief", 2))
    usable, _, aside = settled(*found, outcomes={"ent_001": Outcome.EXPIRED})
    assert (usable, aside) == (["ent_002"], ())


def test_trust_decides_only_among_equally_specific() -> None:
    specific = replace(indent(2, "spaces", scope=BILLING), trust=Trust.USER_STATED)
    assert settled(indent(1, "tabs"), specific)[0] == ["ent_002"]


def test_a_contested_entry_stays_contested_among_equals() -> None:
    rival = indent(2, "spaces", scope=Scope(project="billing"))
    usable, contested, _ = settled(indent(1, "tabs"), rival, outcomes={"ent_002": Outcome.CONTESTED})
    assert (usable, contested) == ([], ["ent_001", "ent_002"])
    same = indent(2, "tabs", scope=Scope(project="billing"))
    usable, _, aside = settled(indent(1, "tabs"), same, outcomes={"ent_002": Outcome.CONTESTED})
    assert (usable, aside) == (["ent_001"], ())


def test_r17_no_entry_of_another_kind_and_none_that_is_unsure_hides_the_same_words() -> None:
    preference = entry("give me tables", 1)
    fact = entry("give me tables", 2, kind=Kind.FACT, scope=BILLING)
    assert settled(preference, fact)[0] == ["ent_001", "ent_002"]
    again = entry("give me tables", 3, scope=BILLING)
    assert settled(preference, again)[0] == ["ent_003"]
    assert settled(preference, again, outcomes={"ent_003": Outcome.UNVERIFIED})[0] == ["ent_001"]


def test_r21_of_one_value_in_a_slot_the_one_whose_source_was_reached_stands_for_its_kind() -> None:
    one, two = indent(1, "tabs"), indent(2, "tabs", scope=Scope(project="billing"))
    assert settled(one, two, outcomes={"ent_001": Outcome.UNVERIFIED})[0] == ["ent_002"]
    fact = indent(3, "tabs", scope=Scope(project="billing"), kind=Kind.FACT)
    assert settled(one, two, fact)[0] == ["ent_001", "ent_003"]
