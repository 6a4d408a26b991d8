"""What left the store is told as if the whole ledger were read, from pages that whoever alters is found out."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tenure.errors import IntegrityError
from tenure.model.event import Event
from tenure.model.principal import Channel, Origin
from tenure.model.receipt import Left
from tenure.store import handed
from tenure.store.conformance.samples import NOW, SCOPE, put, sample_entry
from tenure.store.records import Change
from tenure.store.sealed import DurableStore
from tests.store.opening import alter, fetch, flip, open_at

IDS = ("ent_1", "ent_2", "ent_3", "ent_4")
READERS = tuple(Origin(channel=Channel.AGENT, principal=name) for name in ("coder", "planner", "writer"))
TOLD = (
    *(
        (verb, code)
        for verb in ("recall", "brief")
        for code in ("usable:1", "usable:7", "usable", "withheld_expired:2")
    ),
    ("export", "exported"),
    ("export", "refused"),
    ("backup", "copied"),
    ("move", "packed"),
    ("forget", "forgotten"),
)
LINES = 7


@pytest.fixture
def lines_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make pages so small that a few commits fill several."""
    monkeypatch.setattr(handed, "PAGE_LINES", LINES)


def told_by_all(store: DurableStore, ids: Collection[str], since: datetime | None) -> Left:
    """Read the whole ledger, as a page never does."""
    days: dict[str, set[str]] = {"export": set(), "backup": set(), "move": set()}
    answers: Counter[str] = Counter()
    for line in store.lines(limit=1_000_000):
        day = f"{line.at:%Y-%m-%d}"
        if line.verb in {"backup", "move"}:
            if since is not None and line.at >= since:
                days[line.verb].add(day)
        elif line.record_id in ids and (line.verb, line.code) == ("export", "exported"):
            days["export"].add(day)
        elif line.record_id in ids and line.verb in {"recall", "brief"} and line.code.startswith("usable"):
            answers[line.actor] += int(line.code.partition(":")[2] or 1)
    exported, backed_up, packed = (tuple(sorted(days[verb])) for verb in ("export", "backup", "move"))
    return Left(exported=exported, backed_up=backed_up, packed=packed, answers=tuple(answers.most_common()))


def act(store: DurableStore, chance: random.Random, *, lines: int) -> None:
    """Append some lines, in one commit."""
    mark = store.last_at() or NOW
    events: list[Event] = []
    for _ in range(lines):
        mark += timedelta(hours=chance.randint(0, 30))
        verb, code = chance.choice(TOLD)
        record_id = "" if verb in {"backup", "move"} else chance.choice(IDS)
        actor = chance.choice(READERS)
        events.append(Event(at=mark, actor=actor, verb=verb, rule="R28", record_id=record_id, code=code))
    store.commit(Change(now=mark, events=tuple(events)))


def pages(folder: Path) -> int:
    ((count,),) = fetch(folder, "SELECT count(*) FROM records WHERE form = 8")
    return int(count)


def asks(chance: random.Random) -> tuple[frozenset[str], datetime | None]:
    ids = frozenset(chance.sample((*IDS, "ent_other"), chance.randint(0, 5)))
    return ids, chance.choice([None, NOW, NOW + timedelta(days=chance.randint(0, 40))])


@pytest.mark.usefixtures("lines_a_page")
@pytest.mark.parametrize("seed", range(4))
def test_r28_what_left_is_what_every_line_says(folder: Path, seed: int) -> None:
    chance = random.Random(seed)
    store = open_at(folder)
    assert store.left(IDS, since=NOW) == Left()
    for _ in range(15):
        act(store, chance, lines=chance.choice([1, 2, 3, LINES - 1, LINES, 3 * LINES]))
        if not chance.randint(0, 5):
            store.close()
            store = open_at(folder)
        ids, since = asks(chance)
        assert store.left(ids, since=since) == told_by_all(store, ids, since)
    assert told_by_all(store, IDS, NOW) != Left()
    assert pages(folder) >= 5
    assert store.check() == ()
    store.close()


@pytest.mark.usefixtures("lines_a_page")
def test_r28_a_page_is_made_with_the_commit_after_its_last_line(folder: Path, store: DurableStore) -> None:
    chance = random.Random(3)
    act(store, chance, lines=LINES - 1)
    act(store, chance, lines=1)
    assert pages(folder) == 0
    act(store, chance, lines=1)
    assert pages(folder) == 1
    act(store, chance, lines=LINES - 2)
    assert pages(folder) == 1
    store.commit(put(sample_entry()))
    assert pages(folder) == 1
    act(store, chance, lines=1)
    store.commit(put(sample_entry()))
    assert pages(folder) == 2


def test_r28_a_ledger_without_pages_gets_them_by_one_reading(
    folder: Path, store: DurableStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(4)
    for _ in range(10):
        act(store, chance, lines=5)
    assert pages(folder) == 0
    monkeypatch.setattr(handed, "PAGE_LINES", LINES)
    assert store.left(IDS, since=NOW) == told_by_all(store, IDS, NOW), "before any is made"
    store.commit(put(sample_entry()))
    assert pages(folder) == 50 // LINES
    assert store.left(IDS, since=NOW) == told_by_all(store, IDS, NOW)


@pytest.mark.usefixtures("lines_a_page")
@pytest.mark.parametrize("edit", ["body", "nonce", "seq", "removed", "moved", "copied", "replayed"])
def test_r34_an_altered_page_is_rejected(folder: Path, store: DurableStore, edit: str) -> None:
    chance = random.Random(5)
    act(store, chance, lines=2 * LINES)
    act(store, chance, lines=1)
    assert pages(folder) == 2
    where = "form = 8 AND seq = 0"
    if edit in {"body", "nonce"}:
        flip(folder, "records", edit, where)
    elif edit == "seq":
        alter(folder, f"UPDATE records SET seq = 9 WHERE {where}")
    elif edit == "removed":
        alter(folder, f"DELETE FROM records WHERE {where}")
    elif edit == "moved":
        alter(folder, f"UPDATE records SET bucket = zeroblob(16) WHERE {where}")
    elif edit == "copied":
        ((body,),) = fetch(folder, "SELECT body FROM records WHERE form = 8 AND seq = 1")
        alter(folder, f"UPDATE records SET body = ? WHERE {where}", body)
    else:
        before = fetch(folder, "SELECT * FROM buckets WHERE form = 8")
        act(store, chance, lines=LINES)
        store.commit(put(sample_entry()))
        alter(folder, "DELETE FROM records WHERE form = 8 AND seq = 2")
        alter(folder, "DELETE FROM buckets WHERE form = 8")
        alter(folder, f"INSERT INTO buckets VALUES ({', '.join('?' * len(before[0]))})", *before[0])
    with pytest.raises(IntegrityError):
        store.left(IDS, since=NOW)
    assert any(finding.is_fault for finding in store.check())
    act(store, chance, lines=3 * LINES)  # what is written has nothing to do with it
    store.commit(put(sample_entry()))
    with pytest.raises(IntegrityError):
        store.left(IDS, since=NOW)
    assert len(store.views([SCOPE])[0].ids) >= 1


@pytest.mark.usefixtures("lines_a_page")
@pytest.mark.parametrize(
    "edit", ["UPDATE ledger SET code = 'usable:9' WHERE seq = ?", "DELETE FROM ledger WHERE seq = ?"]
)
def test_r36_a_line_altered_after_the_last_page_is_noticed(folder: Path, store: DurableStore, edit: str) -> None:
    act(store, random.Random(6), lines=LINES)
    act(store, random.Random(7), lines=4)
    alter(folder, edit, LINES + 2)
    with pytest.raises(IntegrityError):
        store.left(IDS, since=NOW)


@pytest.mark.usefixtures("lines_a_page")
def test_r36_a_line_altered_under_a_page_changes_nothing_and_the_audit_tells(folder: Path, store: DurableStore) -> None:
    act(store, random.Random(8), lines=2 * LINES)
    act(store, random.Random(9), lines=1)
    before = store.left(IDS, since=NOW)
    alter(folder, "UPDATE ledger SET code = 'usable:9', verb = 'recall' WHERE seq = 3")
    assert store.left(IDS, since=NOW) == before
    assert [finding.check for finding in store.check()] == ["ledger"]


@pytest.mark.usefixtures("lines_a_page")
def test_pages_of_a_ledger_that_was_altered_before_they_were_made_are_not_made(
    folder: Path, store: DurableStore
) -> None:
    act(store, random.Random(8), lines=LINES - 1)
    alter(folder, "UPDATE ledger SET code = 'usable:9' WHERE seq = 3")
    act(store, random.Random(9), lines=2)
    act(store, random.Random(9), lines=2)
    assert pages(folder) == 0
    with pytest.raises(IntegrityError):
        store.left(IDS, since=NOW)
