"""Makes claims, entries that reading accepts, and stores that hold many of them."""

from __future__ import annotations

import json
import random
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import cycle, islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import tenure
from benchmarks.figure import Setting
from tenure.model.canonical import digest_of, entry_bytes
from tenure.model.citation import Citation
from tenure.model.claim import Claim, Kind, Purpose
from tenure.model.entry import Basis, Confidence, Entry, Status
from tenure.model.grant import Approval
from tenure.model.identifier import new_id
from tenure.model.lifetime import Lifetime
from tenure.model.principal import Channel, Origin, Strength, Trust
from tenure.model.scope import Scope
from tenure.search.embed.minilm import NAME, WIDTH, MiniLM
from tenure.search.embed.port import Embedder
from tenure.search.terms import term_hashes
from tenure.search.vectors import embedder_mark, rounded
from tenure.store.port import Entries
from tenure.store.records import Change, IndexedEntry
from tenure.store.sealed import DurableStore
from tenure.store.sqlite import open_store
from tenure.store.vector import Vector
from tenure.vault.root import FileRoot

BATCH = 1_000
WORDS_MAX = 500
"""Words that count for the vectors of entries: the first that are met."""
WORD_CHARS_MIN = 2
_EMBEDDER = MiniLM()
_OF_WORDS: dict[str, NDArray[np.float32]] = {}
_SYLLABLES = "ba de fi go lu ma ne pi ro su ta ve wi zo ka len mor tis".split()
_NOUNS = """invoice ledger tax rate order customer report table chart index query branch release schema cache queue
    worker token window session template header column currency discount address parser socket timeout retry batch
    export import filter summary draft ticket region warehouse shipment label margin forecast budget""".split()
_VERBS = """rounds sorts groups loads stores checks shows hides splits merges renames caches validates compares counts
    formats exports keeps drops orders""".split()
_WHEN = """before the nightly run|after every import|when two of them differ|for customers abroad|in the first quarter|
    unless the queue is empty|once a day|in every report|for large orders|when a draft is shown""".split("|")


def claims(setting: Setting) -> Iterator[str]:
    """Give claims without end: those of the file over and over, or made-up ones, always the same."""
    if setting.claims is not None:
        return cycle(_read_claims(setting.claims))
    return _made_up(random.Random(7))


def _made_up(chance: random.Random) -> Iterator[str]:
    while True:
        name = "".join(chance.choices(_SYLLABLES, k=3))
        nouns = chance.sample(_NOUNS, 3)
        yield (
            f"The {nouns[0]} of {name} {chance.choice(_VERBS)} each {nouns[1]} by {nouns[2]} "
            f"{chance.choice(_WHEN).strip()}"
        )


def _read_claims(path: Path) -> list[str]:
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        record = json.loads(line) if line.startswith("{") else line
        text = record if isinstance(record, str) else record.get("text") or record.get("full") or ""
        if text.strip():
            found.append(text.strip()[:280])
    if not found:
        sys.exit(f"{path.name}: no claims; one a line, or JSON lines with 'text'")
    return found


def entry(text: str, scope: Scope, now: datetime, *, expires_at: datetime | None = None) -> Entry:
    """Give an active entry as a person's approval leaves it."""
    person = Origin(channel=Channel.USER, principal=str(scope.user))
    seen_at = now - timedelta(days=2)
    proposal_id = new_id("prop")
    made = Entry(
        id=new_id("ent"),
        version=1,
        status=Status.ACTIVE,
        scope=scope,
        claim=Claim(text=text, kind=Kind.FACT, applies_when="working on reports"),
        purpose=Purpose(name="answering", detail="questions about reports"),
        citations=(
            Citation(
                scheme="statement",
                address=new_id("note"),
                seen_at=seen_at,
                origin=person,
                trust=Trust.USER_STATED,
                details=(("digest", sha256(text.encode()).hexdigest()[:32]), ("span", len(text))),
            ),
        ),
        origin=person,
        trust=Trust.USER_APPROVED,
        confidence=Confidence(basis=Basis.STATED, number=0.9),
        worded_by=person,
        observed_at=seen_at,
        recorded_at=seen_at,
        lifetime=Lifetime(expires_at=expires_at, review_at=now + timedelta(days=88), age_max=timedelta(days=365)),
        proposal_id=proposal_id,
    )
    approval = Approval(
        person=str(scope.user),
        at=seen_at,
        strength=Strength.HOST,
        proposal_id=proposal_id,
        digest=digest_of(entry_bytes(made)),
    )
    return replace(made, approval=approval)


def written(made: Entry) -> IndexedEntry:
    """Give an entry as it is put, with its search terms and a vector.

    The vector is put together of those of its words: working out a million whole ones would take hours. It lies near
    the embedder's own, so that a question is related to about as many entries.
    """
    texts = (made.claim.text, made.claim.applies_when or "", made.purpose.detail)
    return IndexedEntry(entry=made, terms=term_hashes(" ".join(texts))[:96], vector=vector_of(made.claim.text))


def vector_of(text: str) -> Vector:
    """Give the vector of a claim's text, as `written` does."""
    numbers, scale = rounded(_composed(text))
    return Vector(mark=embedder_mark(NAME), scale=scale, numbers=numbers)


def _composed(text: str) -> NDArray[np.float32]:
    words = [word.strip(".,;:").lower() for word in text.split() if len(word) > WORD_CHARS_MIN]
    new = [word for word in dict.fromkeys(words) if word not in _OF_WORDS][: WORDS_MAX - len(_OF_WORDS)]
    _OF_WORDS.update(zip(new, _EMBEDDER.embed(new), strict=True))
    found = sum((_OF_WORDS[word] for word in words if word in _OF_WORDS), np.full(WIDTH, 1e-6, dtype=np.float32))
    return (found / np.linalg.norm(found)).astype(np.float32)


def scope_number(number: int) -> Scope:
    """Give the scope that holds the entries ``number * scope_entries`` and on."""
    return Scope(user=f"user {number}", project="reports")


@contextmanager
def fresh(setting: Setting) -> Iterator[Path]:
    """Give an empty folder of the run, gone afterwards."""
    with tempfile.TemporaryDirectory(dir=setting.folder) as made:
        yield Path(made)


def make(folder: Path, *, policy: str = "team") -> Path:
    """Make an empty memory below ``folder``: its data in ``data``, its keys in ``keys``."""
    tenure.open(folder / "data", keys=folder / "keys", policy=policy).close()
    return folder


def opened(folder: Path, *, embedder: Embedder | None = None) -> tenure.Memory:
    """Open the memory below ``folder``."""
    return tenure.open(folder / "data", keys=folder / "keys", create=False, embedder=embedder)


def entries(folder: Path) -> AbstractContextManager[DurableStore]:
    """Open what the memory below ``folder`` stands on: the store's own contract."""
    return store_at(folder / "data", folder / "keys")


@contextmanager
def store_at(data: Path, keys: Path) -> Iterator[DurableStore]:
    """Open the store whose data and keys lie in these folders."""
    store = open_store(data, keys, root=FileRoot(keys / "root.key"))
    try:
        yield store
    finally:
        store.close()


def put(store: Entries, made: Iterable[Entry], now: datetime) -> None:
    """Commit entries in one change."""
    store.commit(change((written(one) for one in made), now))


def change(put_: Iterable[IndexedEntry], now: datetime) -> Change:
    """Give the change that writes entries."""
    return Change(now=now, put=tuple(put_))


def filled(setting: Setting, count: int, *, only_for: str = "") -> Path:
    """Give the memory that holds ``count`` entries in scopes of `Setting.scope_entries`, made if it is not there yet.

    It lies in the run's folder under a name that says what it holds, so that ``--keep`` finds it again. Benchmarks that
    write to it share it with the others; ``only_for`` names one that needs it as it was filled.
    """
    source = "made-up" if setting.claims is None else sha256(setting.claims.read_bytes()).hexdigest()[:12]
    folder = setting.folder / f"filled-{count}-{setting.scope_entries}-{source}{only_for and f'-{only_for}'}"
    mark = folder / "whole"
    if mark.exists():
        return folder
    make(folder)
    now = datetime.now(UTC)
    began = time.perf_counter()
    texts = claims(setting)
    with entries(folder) as store:
        for start in range(0, count, setting.scope_entries):
            scope = scope_number(start // setting.scope_entries)
            wanted = min(setting.scope_entries, count - start)
            for done in range(0, wanted, BATCH):
                put(store, [entry(text, scope, now) for text in islice(texts, min(BATCH, wanted - done))], now)
            if sys.stderr.isatty():
                rate = (start + wanted) / (time.perf_counter() - began)
                print(
                    f"\rloaded {start + wanted:,} of {count:,} entries, {rate:,.0f} a second", end="", file=sys.stderr
                )
    if sys.stderr.isatty():
        print(file=sys.stderr)
    mark.touch()
    return folder
