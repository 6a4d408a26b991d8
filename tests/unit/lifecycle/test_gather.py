from __future__ import annotations

import pytest

from tenure.errors import NotAllowedError, NotFoundError
from tenure.lifecycle.gather import check_owner, check_owner_or_concerned, check_strength, concerns, owns
from tenure.model.principal import Strength
from tenure.model.scope import Scope
from tenure.policy.presets import PERSONAL, STRICT
from tenure.write.consent import check_scope
from tests.unit.lifecycle.making import entry


@pytest.mark.parametrize(
    ("scope", "is_own"),
    [
        (Scope(user="ana"), True),
        (Scope(user="ana", project="p"), True),
        (Scope(project="p"), True),
        (Scope(user="ben"), False),
        (Scope(user="anab"), False),
        (Scope(user="ben", project="ana"), False),
    ],
)
def test_r35_a_scope_is_anothers_if_it_names_another(scope, is_own):
    assert owns("ana", scope) is is_own
    if is_own:
        check_scope(scope, "ana")
        check_owner(entry(scope=scope), "ana")
    else:
        with pytest.raises(NotAllowedError):
            check_scope(scope, "ana")
        with pytest.raises(NotFoundError):
            check_owner(entry(scope=scope), "ana")


def test_a_person_is_the_same_in_either_form_of_their_name():
    assert owns("Zoe\u0308", Scope(user="Zo\u00eb"))
    assert concerns("Zoe\u0308", entry(concerns="Zo\u00eb"))


def test_r25_the_person_concerned_passes_where_an_owner_would():
    about = entry(scope=Scope(user="ben"), concerns="ana")
    check_owner_or_concerned(about, "ana")
    with pytest.raises(NotFoundError):
        check_owner(about, "ana")
    with pytest.raises(NotFoundError):
        check_owner_or_concerned(about, "cleo")


def test_r33_strength_is_what_the_policy_asks():
    check_strength(Strength.HOST, entry(), PERSONAL)
    with pytest.raises(NotAllowedError):
        check_strength(Strength.TERMINAL, entry(), STRICT)
    with pytest.raises(NotAllowedError) as caught:
        check_strength(Strength.TERMINAL, entry(is_order=True), PERSONAL)
    assert caught.value.code == "strength_too_low"
    check_strength(Strength.PRESENT, entry(is_order=True), PERSONAL)
