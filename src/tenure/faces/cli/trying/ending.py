"""Steps 9 to 11: what ends by the clock, what is forgotten, and what a copy from before still says."""

from __future__ import annotations

import shutil
from datetime import timedelta
from pathlib import Path
from typing import Final

from tenure import wiring
from tenure.errors import StoreError
from tenure.faces.cli.trying import traces
from tenure.faces.cli.trying.believing import HEARD, ON_FORMAT, PURPOSE, WANTED, WANTED_LATER, WHEN
from tenure.faces.cli.trying.stage import PERSON, Stage
from tenure.faces.cli.trying.step import Step, SurpriseError, expect
from tenure.model.decision import DecisionStatus
from tenure.model.receipt import ReceiptState
from tenure.model.validation import Outcome

FROZEN: Final = "the release branch accepts fixes only"
ON_BRANCH: Final = "what does the release branch accept"
SEARCH_WORDS: Final = ("bullet", "verdict")
SECOND: Final = timedelta(seconds=1)


def expire(stage: Stage) -> list[str]:
    """Keep something for an hour, and ask one second before its end and at that second."""
    ends_at = stage.clock.now() + timedelta(hours=1)
    decision = stage.person.remember(FROZEN, kind="fact", scope=stage.scope, expires_at=ends_at)
    expect(decision.status is DecisionStatus.ADMITTED, f"it was {decision.status.value}, not kept")
    stage.clock.set(ends_at - SECOND)
    before = stage.recall(ON_BRANCH)
    expect([each.entry.id for each in before.usable] == [decision.entry_id], "it is not usable one second before")
    stage.clock.set(ends_at)
    at_end = stage.recall(ON_BRANCH)
    expect(not at_end.usable, "it is still usable at its end")
    outcomes = [each.outcome for each in at_end.withheld if each.entry_id == decision.entry_id]
    expect(outcomes == [Outcome.EXPIRED], "it is not withheld as expired")
    return [f"at {ends_at - SECOND:%H:%M:%S}Z: usable", f"at {ends_at:%H:%M:%S}Z: withheld, expired"]


def forget(stage: Stage) -> list[str]:
    """Forget the preference, check the receipt, and look for its bytes and words in every file."""
    wanted = stage.kept["preference"]
    expect([each.entry.id for each in stage.recall(ON_FORMAT).usable] == [wanted], "it is not there before")
    _copy(stage, "then")
    receipt = stage.person.forget(wanted)
    _copy(stage, "now")
    expect(receipt.state is ReceiptState.DONE, "the receipt is still pending")
    counts = dict(receipt.erased)
    expect(wanted in receipt.entry_ids, "the receipt does not name it")
    expect(counts.get("entries") == len(receipt.entry_ids), "the receipt counts other entries than it names")
    expect(counts.get("keys", 0) >= len(receipt.entry_ids), "the receipt counts fewer keys than entries")
    _, readable = stage.person.check_receipt(receipt.id)
    expect(not readable, f"{len(readable)} entries on the receipt can still be read")
    found = stage.recall(ON_FORMAT)
    expect(not found.usable and not found.withheld, "asking still finds it")
    texts = (WANTED_LATER, WANTED, HEARD, PURPOSE.partition(": ")[2], WHEN)
    needles = [text.encode() for text in (*texts, *SEARCH_WORDS)]
    files = traces.files_below(stage.kept_folders)
    left = traces.files_with(needles, files, any_case=True)
    expect(traces.can_see(stage.kept_folders), "looking for bytes does not find them: this check is blind")
    expect(not left, f"its bytes or words are in {len(left)} files")
    return [
        f"receipt: {', '.join(f'{count} {place.replace(chr(95), chr(32))}' for place, count in receipt.erased)}",
        f"its bytes and words in any of {len(files)} files (data, log, keys, home): none",
    ]


def copied(stage: Stage) -> list[str]:
    """Open the copy of the data that was taken before, with the keys of now and with those of then."""
    wanted = stage.kept["preference"]
    try:
        _held(stage, keys="now")
    except StoreError as error:
        refusal = error.code
    else:
        raise SurpriseError("the copy opens with the keys of now, as if nothing had happened since")
    mixed = stage.folder / "copies" / "keys-mixed"
    shutil.copytree(stage.folder / "copies" / "keys-then", mixed)
    slots = list((stage.folder / "copies" / "keys-now").rglob("slots"))
    for file in slots:
        shutil.copyfile(file, mixed / file.relative_to(stage.folder / "copies" / "keys-now"))
    expect(slots, "there is no file of key slots")
    held = _held(stage, keys="mixed")
    expect(wanted not in held, "the entry can be read again from the copy")
    control = _held(stage, keys="then")
    expect(wanted in control, "even with the keys of then the copy lacks it: this check is blind")
    backups = f"with keys copied back then it opens: so the receipt says of backups '{_backups(stage)}'"
    return [
        f"with the keys of now: refused ({refusal}); with only their slots of now: the entry cannot be opened",
        backups,
    ]


def _held(stage: Stage, *, keys: str) -> set[str]:
    """Give the ids that can be read in a fresh copy of the data of then, with these keys."""
    copies = stage.folder / "copies"
    data = copies / f"data-with-{keys}"
    shutil.copytree(copies / "data-then", data)
    with wiring.open(data, keys=copies / f"keys-{keys}", clock=stage.clock, create=False) as memory:
        listed = memory.person(PERSON, at=stage.ground.folder).list_entries()
        return {each.id for each in listed if each.entry is not None}


def _copy(stage: Stage, name: str) -> None:
    copies: Path = stage.folder / "copies"
    copies.mkdir(mode=0o700, exist_ok=True)
    shutil.copytree(stage.store, copies / f"data-{name}")
    shutil.copytree(stage.keys, copies / f"keys-{name}")


def _backups(stage: Stage) -> str:
    days = stage.memory.policy.backups_days
    return "not declared" if days is None else f"{days} days"


STEPS: Final = (
    Step(
        name="expire",
        title="Something is kept for an hour, and the clock is turned",
        expected="usable one second before its end, withheld at that second",
        act=expire,
    ),
    Step(
        name="forget",
        title="You have the preference forgotten",
        expected="a receipt counted from the store, and no byte or word of it in any file",
        act=forget,
    ),
    Step(
        name="copy",
        title="A copy of the data from before is opened",
        expected="the forgotten entry cannot be opened from it",
        act=copied,
    ),
)
