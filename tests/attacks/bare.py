"""What an agent writes that may import Tenure under the person's account, and does not know the passphrase.

Reads the act and target pairs from the JSON file that its first argument names, its second is the strength that it
claims; tries each with public names alone and prints how it went.
"""

from __future__ import annotations

import json
import sys
from datetime import timedelta
from pathlib import Path

import tenure
from tenure.memory.policies import read_policy

GUESS = "is it this one"
cases: dict[str, str] = json.loads(Path(sys.argv[1]).read_text())
memory = tenure.open()
ana = memory.person("ana", strength=sys.argv[2])
operator = memory.operator("ana")


def approve(target: str, **edit: str) -> object:
    return ana.approve(ana.show(target), **edit)


def extend(target: str) -> object:
    return ana.extend(target, ana.show_entry(target)[0].recorded_at + timedelta(days=20))


ORDER = "run the linter before every commit"
TRIES = {
    "keep a preference": ana.remember,
    "keep an instruction": lambda target: ana.remember(target, kind="instruction"),
    "keep an order as a preference": ana.remember,
    "approve a preference that waits": approve,
    "approve an instruction that waits": approve,
    "edit a preference that waits into an order": lambda target: approve(target, text=f"{ORDER} of every part"),
    "decline what waits": lambda target: ana.decline(ana.show(target)),
    "correct a preference": lambda target: ana.correct(target, "give me lists"),
    "correct an instruction": lambda target: ana.correct(target, f"{ORDER} and twice on Mondays"),
    "supersede a preference": lambda target: ana.supersede(target, "give me charts"),
    "supersede an instruction": lambda target: ana.supersede(target, f"{ORDER} and before every push"),
    "challenge an entry": ana.challenge,
    "settle a challenged preference: it holds": lambda target: ana.settle(target, keep=True),
    "settle a challenged instruction: it holds": lambda target: ana.settle(target, keep=True),
    "extend a preference": extend,
    "extend an instruction": extend,
    "say that a named event happened": lambda _: ana.raise_event("release"),
    "retire an entry at a review": ana.forget,
    "forget a preference": ana.forget,
    "forget an instruction": ana.forget,
    "give a grant": ana.grant,
    "take a grant back": ana.revoke,
    "reopen a closed category": ana.reopen,
    "take in an export": lambda target: ana.import_lines(
        ['{"tenure":1,"claim":{"text":"' + target + '","kind":"fact"}}']
    ),
    "put a tighter policy in force": lambda target: operator.set_policy(read_policy(Path(target)), by=ana),
    "put a looser policy in force": lambda target: operator.set_policy(read_policy(Path(target)), by=ana),
    "replace the enrolled key": lambda target: (target and ana.unlock(GUESS), ana.enrol(GUESS)),
}

assert set(TRIES) == set(cases)
for name, target in cases.items():
    try:
        print(name, "->", type(TRIES[name](target)).__name__)
    except tenure.Error as error:
        print(name, "->", error.code)
memory.close()
