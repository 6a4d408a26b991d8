"""HaluMem's preferences, modified and deleted: what is stale is counted, what stands is not."""

from __future__ import annotations

from tests.eval.public_sets import Accumulates, Keeps, counts, told, written


def _preference_event(direction, before, after, index):
    point = {"type": "like", "type_description": "Pets I like", "reason": "They are calm."}
    deleted = {"deleted": True} if direction == "Delete" else {}
    return {
        "preference_type": "Pet Preference",
        "update_direction": direction,
        "changed_index": index,
        "before_preference": {"memory_points": [point | {"specific_item": before}]},
        "after_preference": {"memory_points": [point | {"specific_item": after} | deleted]},
    }


def _preferences(folder, *more):
    events = [_preference_event("Modify", "Dogs", "Old dogs", 0), _preference_event("Delete", "Cats", "Cats", 1)]
    person = {"uuid": "u1", "event_list": [*events, *more]}
    return written(folder / "stage3_2_preference_events.jsonl", [person], lines=True)


def test_a_preference_that_was_modified_or_deleted_must_not_be_served(tmp_path):
    folder = _preferences(tmp_path)
    kept = told("halumem", folder)
    assert (counts(kept["modify/u1"]), counts(kept["delete/u1"])) == ((0, 1, 1, 1), (0, 1, 0, 0))
    assert told("halumem", folder, Accumulates)["modify/u1"].reasons == {"old_preference_served": 1}


def test_a_preference_that_stands_in_another_place_too_is_not_stale(tmp_path):
    again = _preference_event("Modify", "Old dogs", "Geese", 2)
    folder = _preferences(tmp_path, _preference_event("Modify", "Rats", "Mice", 3), again)
    assert counts(told("halumem", folder, Accumulates)["modify/u1"]) == (2, 2, 3, 3)


class _KeepsTheDeleted(Keeps):
    def forget(self, entry_id, scope):
        pass


def test_a_deleted_preference_that_is_served_is_counted(tmp_path):
    tally = told("halumem", _preferences(tmp_path), _KeepsTheDeleted)["delete/u1"]
    assert tally.reasons == {"deleted_preference_served": 1}
