"""How chains of slots are looked for: bounded, however many entries name each other."""

from __future__ import annotations

from tenure.policy.names import names_of
from tenure.recall.walk import Slots, Trouble, walk
from tests.unit.recall.making import entry

PEOPLE = [f"P{number}" for number in range(30)]


class Counted(Slots):
    """Slots that count how often a chain looks at an entry."""

    looked = 0

    def evidence(self, entry):
        self.looked += 1
        return super().evidence(entry)


def test_people_who_all_know_each_other_are_not_walked_in_every_order() -> None:
    pairs = [(one, other) for one in PEOPLE for other in PEOPLE if one != other]
    met = [
        entry(f"A friend of {one} is {other}", number, kind="fact", entity=one, attribute="friend", value=other)
        for number, (one, other) in enumerate(pairs)
    ]
    slots = Counted(met, names_of(()))
    assert walk("Who is a friend of P0?", slots, hops=4).trouble is Trouble.DIFFER
    assert slots.looked < 10_000, "one word asks for one hop: no chain of two is gone on with"
