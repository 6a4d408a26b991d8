"""Ids of Tenure's own are drawn at random: none reads as a label, whatever stands in it, so what lists them is kept."""

from __future__ import annotations

import json
import random

import pytest

from tenure.screen import find_never_kept

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
OTHER = "prop_azeqgq8re997zfp4a8rs"


@pytest.mark.parametrize(
    "unlucky",
    [
        "prop_k7aapwmb2wrwtsfry7pw",
        "prop_7phk4pwq04y7qbxcga2pw",
        "prop_9pw0h0ajr1fxqwec6",
        "prop_pw7qqag0vvr7ehtxm",
        "prop_83qbcvpwd37pnzdt6tcv",
        "prop_104qw6egp8wrpwd",
        "prop_050m6tq46pwdse",
        "prop_tsfry7jc6mdp",
    ],
)
def test_an_id_in_which_a_label_stands_makes_no_secret_of_the_next(unlucky: str):
    assert find_never_kept(json.dumps({"list 3": unlucky, "list 4": OTHER})) == ()


def test_lists_of_random_ids_are_no_secrets():
    chance = random.Random(7)
    ids = ["".join(chance.choice(ALPHABET) for _ in range(20)) for _ in range(4_000)]
    lists = [
        json.dumps({f"list {at}": f"prop_{each}" for at, each in enumerate(ids[n : n + 20])})
        for n in range(0, 4_000, 20)
    ]
    assert [one for one in lists if find_never_kept(one)] == []


@pytest.mark.parametrize(
    "text",
    [
        "pw: Tr0ub4dor&3",
        "the pw is hunter2x9",
        "wifi pw2: Tr0ub4dor&3",
        "db_pwd = Tr0ub4dor&3",
        "MYSQL_PWD=Tr0ub4dor&3",
        "pwd1: Tr0ub4dor&3",
        "mon mdp: Tr0ub4dor&3",
        "userpwd: Tr0ub4dor&3",
        "pin: 4821",
        "cvv 482",
    ],
)
def test_a_short_label_of_its_own_is_still_one(text: str):
    assert find_never_kept(text)
