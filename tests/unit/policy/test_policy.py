from __future__ import annotations

from dataclasses import fields, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenure.errors import PolicyError
from tenure.model.claim import Kind
from tenure.model.principal import Strength
from tenure.policy import settings as table
from tenure.policy.load import POLICY_BYTES_MAX, check, dump, load, parse, policy_digest, read_toml
from tenure.policy.policy import DataRule, KindPolicy, Policy, WhenUnreachable
from tenure.policy.presets import PERSONAL, PRESETS, SPECIAL, STRICT, TEAM
from tenure.policy.tighten import Effect, is_looser, tightened

CLIENT, PRESENT = Strength.CLIENT, Strength.PRESENT
STANDING, USABLE, WITHHELD = WhenUnreachable.STANDING, WhenUnreachable.USABLE, WhenUnreachable.WITHHELD


@pytest.mark.parametrize(
    ("rules", "row"),
    [
        (PERSONAL.kinds[Kind.PREFERENCE], (True, CLIENT, 365, None, STANDING)),
        (PERSONAL.kinds[Kind.FACT], (False, CLIENT, 90, None, USABLE)),
        (PERSONAL.kinds[Kind.CODE], (True, CLIENT, 90, 28, WITHHELD)),
        (PERSONAL.orders, (False, PRESENT, 180, None, STANDING)),
        (PERSONAL.for_kind(Kind.INSTRUCTION), (False, PRESENT, 180, None, STANDING)),
        (PERSONAL.for_kind(Kind.FACT, is_order=True), (False, PRESENT, 180, None, STANDING)),
    ],
)
def test_personal_is_the_table_of_the_design(rules, row):
    found = (rules.grantable, rules.approval_least, rules.review_days, rules.idle_days_max, rules.when_unreachable)
    assert found == row


def test_team_differs_in_size_and_in_who_approves():
    assert (TEAM.scope_entries_max, PERSONAL.scope_entries_max) == (1_000, 300)
    assert (TEAM.own_proposals, TEAM.grants_allowed) == (False, True)
    assert TEAM.kinds == PERSONAL.kinds


def test_strict_has_no_grants_present_for_all_and_withholds_the_unverified():
    rules = [*STRICT.kinds.values(), STRICT.orders]
    assert not STRICT.grants_allowed
    assert not any(rule.grantable for rule in rules)
    assert {rule.approval_least for rule in rules} == {PRESENT}
    assert {rule.when_unreachable for rule in rules} == {WITHHELD}


def test_r08_no_preset_allows_a_special_category():
    for preset in PRESETS.values():
        assert all(preset.personal[name] is not DataRule.ALLOW for name in SPECIAL)


def test_a_preset_cannot_be_changed_in_place():
    with pytest.raises(TypeError):
        PERSONAL.kinds[Kind.FACT] = PERSONAL.orders


def test_every_field_of_a_policy_is_a_setting():
    assert set(table.POLICY) == {each.name for each in fields(Policy)} - {"name", "kinds", "orders", "personal"}
    assert set(table.KIND) == {each.name for each in fields(KindPolicy)}


@pytest.mark.parametrize("preset", PRESETS.values(), ids=list(PRESETS))
def test_what_is_dumped_reads_back_equal(preset):
    read = parse(f"# not as it was dumped\n{dump(preset)}")
    assert (parse(dump(preset)), read, policy_digest(read)) == (preset, preset, policy_digest(preset))


def test_an_empty_policy_is_personal_and_a_file_says_what_differs(tmp_path):
    assert parse("") == PERSONAL
    file = tmp_path / "policy.toml"
    file.write_text('preset = "team"\nclaim_chars_max = 200\nbackups_days = 30\n[kinds.code]\nidle_days_max = "none"\n')
    found = load(file)
    code = replace(TEAM.kinds[Kind.CODE], idle_days_max=None)
    assert found == replace(TEAM, claim_chars_max=200, backups_days=30, kinds={**TEAM.kinds, Kind.CODE: code})


def test_the_checker_names_key_found_and_wanted_of_every_problem_at_once():
    text = """
        preset = "personel"
        claim_chars = 3
        citations_max = "x"
        own_proposals = 1
        purposes = []
        [kinds.prefrence]
        grantable = true
        [kinds.fact]
        grantable = true
        [orders]
        approval_least = "host"
        [personal]
        health = "allow"
    """
    _, problems = check(read_toml(text))
    assert {problem.key: (problem.found, problem.wanted) for problem in problems} == {
        "preset": ('"personel"', "one of: personal, team, strict"),
        "claim_chars": ("an unknown name", "a known one, as claim_chars_max"),
        "citations_max": ('"x"', "a whole number from 1 to 20"),
        "own_proposals": ("1", "true or false"),
        "purposes": ("[]", "a list of at least 1 different names"),
        "kinds.prefrence": ("an unknown name", "a known one, as kinds.preference"),
        "kinds.fact.grantable": ("true", "false: no grant admits these (R05)"),
        "orders.approval_least": ('"host"', "present (R33)"),
        "personal.health": ('"allow"', "one of: refuse, ask"),
    }
    with pytest.raises(PolicyError) as error:
        parse(text)
    assert all(f"{problem.key}: found {problem.found}" in str(error.value) for problem in problems)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("kinds = 3", "kinds"),
        ("kinds.fact = 3", "kinds.fact"),
        ("orders = []", "orders"),
        ("claim_chars_max = 19", "claim_chars_max"),
        ("claim_chars_max = 2001", "claim_chars_max"),
        ("claim_chars_max = true", "claim_chars_max"),
        ("claim_chars_max = 20.0", "claim_chars_max"),
        ("scope_entries_max = 10001", "scope_entries_max"),
        ("quoted_chars_max = 501", "quoted_chars_max"),
        ('many_valued = ["a", "a"]', "many_valued"),
        ("many_valued = [1]", "many_valued"),
        ("claim_chars_max = 1979-05-27", "claim_chars_max"),
        ("[personal]\nheight = 'ask'", "personal.height"),
        ("preset = ['team']", "preset"),
        ("kinds.fact.when_unreachable = 'gone'", "kinds.fact.when_unreachable"),
    ],
)
def test_each_wrong_value_is_named_by_its_key(text, key):
    _, problems = check(read_toml(text))
    assert [problem.key for problem in problems] == [key]


@pytest.mark.parametrize("number", [20, 2_000])
def test_a_value_at_its_bound_is_right(number):
    assert parse(f"claim_chars_max = {number}").claim_chars_max == number


def test_files_that_are_no_policy_are_clear_errors(tmp_path):
    file = tmp_path / "policy.toml"
    for raw, code in (
        (b"\xff", "policy_unreadable"),
        (b"a = ", "policy_not_toml"),
        (b"[" * 5_000, "policy_not_toml"),
        (b"#" * (POLICY_BYTES_MAX + 1), "policy_too_long"),
    ):
        file.write_bytes(raw)
        with pytest.raises(PolicyError) as error:
            load(file)
        assert error.value.code == code
    with pytest.raises(PolicyError) as error:
        load(tmp_path / "missing")
    assert error.value.code == "policy_unreadable"


def test_long_or_hidden_names_and_values_are_not_repeated():
    _, problems = check({"x" * 100: 1, "claim_chars_max": "y" * 100, "a\u202eb": 2})
    assert "x" * 100 not in str(problems)
    assert "y" * 100 not in str(problems)
    assert "\u202e" not in str(problems)


def tighten(base, found):
    return tightened(base, found)[0]


def ignored_settings(base, found):
    return tuple(each.key for each in tightened(base, found)[1] if each.is_ignored)


def test_r37_a_repository_can_tighten():
    found = {
        "claim_chars_max": 200,
        "purposes": ["coding"],
        "own_proposals": False,
        "tombstone_days": 400,
        "kinds": {"preference": {"grantable": False, "idle_days_max": 30}, "fact": {"when_unreachable": "withheld"}},
        "orders": {"review_days": 30},
        "personal": {"health": "refuse"},
    }
    policy = tighten(PERSONAL, found)
    assert ignored_settings(PERSONAL, found) == ()
    assert policy.claim_chars_max == 200
    assert policy.purposes == ("coding",)
    assert not policy.own_proposals
    assert policy.kinds[Kind.PREFERENCE] == replace(PERSONAL.kinds[Kind.PREFERENCE], grantable=False, idle_days_max=30)
    assert policy.kinds[Kind.FACT].when_unreachable is WITHHELD
    assert policy.orders.review_days == 30
    assert policy.personal["health"] is DataRule.REFUSE
    assert is_looser(policy, PERSONAL) == ()


def test_r37_what_would_loosen_has_no_effect_and_is_named():
    found = {
        "preset": "team",
        "claim_chars_max": 281,
        "purposes": ["coding", "gossiping"],
        "trusted_refs": ["refs/heads/evil"],
        "scope_entries_max": "many",
        "unknown": 1,
        "kinds": {"fact": {"grantable": True, "when_unreachable": "standing"}, "wish": {"grantable": True}},
        "orders": {"approval_least": "host"},
        "personal": {"health": "allow", "card": "ask"},
    }
    assert tighten(PERSONAL, found) == PERSONAL
    assert ignored_settings(PERSONAL, found) == tuple(
        sorted(
            (
                "preset",
                "claim_chars_max",
                "purposes",
                "trusted_refs",
                "scope_entries_max",
                "unknown",
                "kinds.fact.grantable",
                "kinds.fact.when_unreachable",
                "kinds.wish.grantable",
                "orders.approval_least",
                "personal.health",
                "personal.card",
            )
        )
    )


@pytest.mark.parametrize("name", ["review_grace_days", "expired_grace_days", "ended_keep_days", "clock_leap_days_max"])
def test_r37_a_repository_cannot_bring_an_erasure_forward(name):
    base = replace(PERSONAL, **{name: 20})
    assert tighten(base, {name: 1}) == base
    assert ignored_settings(base, {name: 1}) == (name,)
    assert is_looser(replace(base, **{name: 21}), base) == (name,)


def test_r37_of_each_setting_it_is_said_what_it_does():
    found = {
        "claim_chars_max": 200,
        "recall_entries_max": 50,
        "own_proposals": True,
        "clam_chars_max": 1,
        "pending_max": 0,
    }
    effects = {each.key: (each.effect, each.wanted) for each in tightened(PERSONAL, found)[1]}
    assert effects == {
        "claim_chars_max": (Effect.TIGHTENS, ""),
        "recall_entries_max": (Effect.LOOSER, ""),
        "own_proposals": (Effect.ALREADY_SO, ""),
        "clam_chars_max": (Effect.UNKNOWN, ""),
        "pending_max": (Effect.WRONG, "a whole number from 1 to 1000"),
    }
    assert tightened(PERSONAL, {"expired_grace_days": 1})[1][0].effect is Effect.NOT_LOCAL


def test_r37_equal_values_are_neither_looser_nor_ignored():
    found = read_toml(dump(PERSONAL))
    assert tighten(PERSONAL, found) == PERSONAL
    assert ignored_settings(PERSONAL, found) == ("preset",)
    assert is_looser(PERSONAL, PERSONAL) == ()


def test_r37_loosening_is_named_setting_by_setting():
    assert is_looser(STRICT, PERSONAL) == ()
    assert {"grants_allowed", "kinds.fact.approval_least", "personal.health"} <= set(is_looser(PERSONAL, STRICT))
    assert is_looser(TEAM, PERSONAL) == ("scope_entries_max", "scope_bytes_max")
    assert is_looser(PERSONAL, TEAM) == ("own_proposals",)
    no_idle = replace(PERSONAL.kinds[Kind.CODE], idle_days_max=None)
    looser = replace(PERSONAL, kinds={**PERSONAL.kinds, Kind.CODE: no_idle})
    assert is_looser(looser, PERSONAL) == ("kinds.code.idle_days_max",)
    assert is_looser(replace(PERSONAL, tombstone_days=364), PERSONAL) == ("tombstone_days",)


PLAIN = st.one_of(
    st.integers(-5, 40_000),
    st.booleans(),
    st.sampled_from(["none", "host", "present", "ask", "refuse", "allow", "withheld", "standing", "usable"]),
    st.lists(st.sampled_from(["coding", "answering", "x"]), max_size=3),
)
SECTION = st.dictionaries(st.sampled_from([*table.KIND, "x"]), PLAIN, max_size=4)
SETTINGS = st.fixed_dictionaries(
    {},
    optional={
        **dict.fromkeys(table.POLICY, PLAIN),
        "orders": SECTION,
        "personal": st.dictionaries(st.sampled_from([*PERSONAL.personal, "x"]), PLAIN, max_size=4),
        "kinds": st.dictionaries(st.sampled_from(["preference", "fact", "code", "x"]), SECTION, max_size=3),
    },
)


@settings(max_examples=200, deadline=None)
@given(SETTINGS, st.sampled_from(list(PRESETS.values())))
def test_r37_nothing_found_in_a_repository_loosens_anything(found, base):
    policy = tighten(base, found)
    assert is_looser(policy, base) == ()
    assert parse(dump(policy)) == policy
