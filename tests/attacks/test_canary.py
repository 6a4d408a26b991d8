"""The scanner of secrets finds each form of each piece, and digests that are told give nothing away to who guesses."""

from __future__ import annotations

import hashlib
import logging
import re
import sqlite3
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tenure import FrozenClock
from tenure.memory.policies import policy_digest
from tenure.store.sqlite import FILE
from tests.attacks import planting
from tests.attacks.planting import exits, places
from tests.canary import WINDOW, Watch, canary, forms, windows
from tests.conftest import NOON
from tests.world import PASSPHRASE, World

SECRET = canary("scanner")
FORMS = [(form, at) for form, needles in forms(SECRET[:WINDOW]).items() for at in range(len(needles))]


@pytest.mark.parametrize(("form", "at"), FORMS)
def test_each_form_of_any_eight_characters_is_found_in_a_file(tmp_path: Path, form: str, at: int):
    watch = Watch()
    watch.plant("here", SECRET)
    for window in (SECRET[:WINDOW], SECRET[9 : 9 + WINDOW], SECRET[-WINDOW:]):
        (tmp_path / "spill").write_bytes(b"\x00before " + forms(window)[form][at] + b" after")
        (found,) = watch.found_under(tmp_path)
        assert found.startswith("spill: here")
        (tmp_path / "spill").write_bytes(b"before " + forms(window[:-1] + "\u00e9")[form][at] + b" after")
        assert watch.found_under(tmp_path) == [], "seven are not enough"


def test_base64_is_found_wherever_it_begins(tmp_path: Path):
    import base64

    watch = Watch()
    watch.plant("here", SECRET)
    for before in ("", "x", "xy", "xyz"):
        assert watch.found_in(base64.b64encode(f"{before}{SECRET[3:15]} and more".encode())) != []
    assert watch.found_in(base64.b64encode(b"nothing of the kind is in this text")) == []


def test_a_files_name_and_another_text_are_told_apart(tmp_path: Path):
    watch = Watch()
    watch.plant("here", SECRET)
    (tmp_path / "other").write_text(canary("another"))
    assert watch.found_under(tmp_path) == []
    (tmp_path / SECRET[2:12]).touch()
    assert len(watch.found_under(tmp_path)) == 1
    assert len(list(windows(SECRET))) == len(SECRET) - WINDOW + 1


def _spill_log(_call: object, _name: str, text: str, _world: World) -> list[str]:
    logging.getLogger("another.package").debug("sending %s", text)
    return []


def _spill_file(_call: object, _name: str, text: str, world: World) -> list[str]:
    (world.folder / "store" / "cache").write_bytes(text.encode("utf-16-le"))
    return []


def _spill_print(_call: object, _name: str, text: str, _world: World) -> list[str]:
    print(text.encode())
    return []


SPILLS = [_spill_log, _spill_file, _spill_print, lambda _call, _name, text, _world: [text[::-1]]]


@pytest.mark.spills
@pytest.mark.parametrize("spill", SPILLS)
def test_the_search_at_a_tests_end_finds_what_is_spilt(
    world: World, monkeypatch: pytest.MonkeyPatch, spill: Callable[..., list[str]]
):
    monkeypatch.setattr(planting, "said_of", spill)
    assert planting.found_after_planting(world, "spilt", *places(world)) != []


@pytest.mark.parametrize("name", ["first", "second", "third"])
def test_r31_the_search_at_a_tests_end_finds_nothing(world: World, name: str):
    """Each test's end has one with `make canary`, these three always."""
    assert planting.found_after_planting(world, name, *places(world)) == []


# What an attacker may guess: every word that is kept is among it.
CLAIM, TOPIC, VALUE, PROJECT = "the amber colour is preferred", "colour", "amber", "billing"
DIGESTS = ("md5", "sha1", "sha256", "sha512", "sha3_256", "blake2b", "blake2s")
LENGTHS_MIN = 8
HEX = re.compile(rb"(?<![0-9a-f])[0-9a-f]{16,}(?![0-9a-f])")
# Git's own ids name what is in the repository, which is no secret of Tenure's; a citation of code tells them.
_GITS = 40


def live(world: World) -> list[str]:
    """Do a little of everything, and give what is told of it to whoever may see it."""
    ana = world.present()
    ana.remember(CLAIM, scope=world.scope, entity=TOPIC, attribute="name", value=VALUE, purpose=f"answering: {TOPIC}")
    gone = ana.remember("the birch colour is preferred", scope=world.scope).entry_id
    with world.task() as task:
        heard = task.hear("I like the cedar colour.", by=ana)
        agent = task.agent("coder")
        agent.propose("I like the cedar colour", kind="preference", because=heard)
        agent.propose("rounding is half up", kind="code", because="rates.py::round_half_up")
        agent.recall(TOPIC)
    receipt = ana.forget(gone)
    told = [repr(receipt), *receipt.entry_ids, *exits(world), repr(world.agent().recall("colour"))]
    told += [shown.digest for shown in ana.pending()]
    return told


def guesses() -> list[str]:
    true = [CLAIM, TOPIC, VALUE, PROJECT, PASSPHRASE, "ana", "name", "coder", "fix-rounding", "cedar", "rates.py"]
    true += ["answering", "the birch colour is preferred", "I like the cedar colour", "I like the cedar colour."]
    made = (f"the {colour} colour {number} is preferred" for colour in ("red", "blue") for number in range(5_000))
    return [*true, *made][:10_000]


def digests_of(guess: str, keys: tuple[bytes, ...]) -> Iterator[bytes]:
    for text in {guess, guess.casefold(), unicodedata.normalize("NFC", guess).strip(".")}:
        raw = text.encode()
        for name in DIGESTS:
            yield hashlib.new(name, raw).digest()
        for size in (8, 16, 32):
            for key in keys:
                yield hashlib.blake2b(raw, digest_size=size, key=key).digest()


def guessed(seen: bytes, keys: tuple[bytes, ...]) -> list[str]:
    """Give the guesses of which a digest, or its beginning, is in what was seen: as bytes or in hexadecimal."""
    heads = {seen[at : at + LENGTHS_MIN] for at in range(len(seen) - LENGTHS_MIN + 1)}
    heads |= {bytes.fromhex(found[: 2 * LENGTHS_MIN].decode()) for found in HEX.findall(seen)}
    return [guess for guess in guesses() if any(each[:LENGTHS_MIN] in heads for each in digests_of(guess, keys))]


def on_disk(world: World) -> bytes:
    return b"\n".join(
        path.read_bytes()
        for folder in (world.folder / "store", places(world)[1])
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    )


def test_r14_r36_digests_survive_ten_thousand_guesses(world: World):
    told = live(world)
    name = (world.folder / "store" / "store.id").read_bytes()
    keys = (b"", bytes(32), name[:64], bytes.fromhex(name.decode()), b"default", b"ana", b"tenure")
    world.close()
    seen = "\n".join(told).encode() + on_disk(world)
    assert len(guesses()) == 10_000
    assert len(HEX.findall(seen)) > 5, "digests were told"
    assert guessed(seen, keys) == []
    assert guessed(seen + hashlib.sha256(CLAIM.encode()).hexdigest()[:24].encode(), keys) == [CLAIM], (
        "it would find one"
    )
    assert guessed(seen + hashlib.blake2b(VALUE.encode(), digest_size=16).digest(), keys) == [VALUE]


def columns(world: World) -> set[bytes]:
    """Give every value of a digest's length in the plain columns."""
    with closing(sqlite3.connect(world.folder / "store" / FILE)) as connection:
        tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        rows = [row for table in tables for row in connection.execute(f"SELECT * FROM {table}")]
    return {value for row in rows for value in row if isinstance(value, bytes) and len(value) >= LENGTHS_MIN}


def test_r14_r36_two_stores_with_the_same_content_share_no_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A digest without a key, or with one that both have, would be equal in both."""
    seen: list[set[bytes]] = []
    for name in ("one", "two"):
        monkeypatch.setenv("TENURE_HOME", str(tmp_path / f"home-{name}"))
        world = World(tmp_path / name, FrozenClock(NOON))
        told = "\n".join(live(world)).encode()
        # The digest of the policy in force is told so that a person can compare it with their file's.
        hexes = {found for found in HEX.findall(told) if len(found) != _GITS}
        hexes.remove(policy_digest(world.memory.policy).encode())
        world.close()
        seen.append(hexes | columns(world))
    assert min(map(len, seen)) > 20
    assert seen[0] & seen[1] == set()
