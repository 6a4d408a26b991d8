"""The public suite `agent-memory-integrity` against this store: edited behind its back, read by its own read path.

*Rejected* is said by `tenure.open`, `list_entries` and
`recall` alone; no audit is asked. The attacker holds the data folder; the key folder is where the head is.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from agmi.adapters.base import MemoryAdapter, Record
from agmi.attacks.at_rest import AT_REST_ATTACKS_WITH_SNAPSHOT

import tenure

PLACES = ("one", "two")
CONTENT = ("status", "version", "key_slot", "nonce", "seal", "search", "body", "ends_at", "recorded_at")
DAY_MICROS = 86_400_000_000


class TenureAdapter(MemoryAdapter):
    """A store in two folders; its rows are reached through SQLite, as who holds the data folder would."""

    name = "tenure, read path"
    supports_replay = True
    supports_metadata = True
    supports_snapshot = True

    def setup(self) -> None:
        """Make an empty store."""
        self._folder = Path(tempfile.mkdtemp(prefix="tenure-integrity-"))
        os.environ["TENURE_HOME"] = str(self._folder / "home")
        self._said = 0
        self._memory: tenure.Memory | None = None

    def teardown(self) -> None:
        """Take it away."""
        self._close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def seed(self, n: int) -> None:
        """State things in the first place."""
        self._say(n, PLACES[0])

    def seed_other(self, n: int) -> None:
        """State things in the second place."""
        self._say(n, PLACES[1])

    def append_genuine(self) -> None:
        """State one thing more."""
        self._say(1, PLACES[0])

    def read_all_raw(self) -> list[Record]:
        """Give the rows of the first place, as they are stored."""
        return self._rows(0)

    def read_other_raw(self) -> list[Record]:
        """Give the rows of the second place."""
        return self._rows(1)

    def write_raw(self, record: Record) -> None:
        """Put content into the row at a place, or add a row."""
        with self._file() as file:
            fields = {name: record.fields[name] for name in CONTENT}
            where = (record.fields["bucket"], record.seq)
            if not file.execute("SELECT 1 FROM records WHERE bucket = ? AND seq = ?", where).fetchall():
                row = {**record.fields, "seq": record.seq, "record_id": f"ent_{record.seq:032x}", "slot": None}
                row.pop("id")
                marks = ", ".join("?" * len(row))
                file.execute(f"INSERT INTO records ({', '.join(row)}) VALUES ({marks})", tuple(row.values()))
                return
            self._update(file, fields, where)

    def delete_raw(self, seq: int) -> None:
        """Take a row of the first place away."""
        bucket = self._buckets()[0]
        with self._file() as file:
            file.execute("DELETE FROM records WHERE bucket = ? AND seq = ?", (bucket, seq))

    def mutate_payload(self, record: Record) -> Record:
        """Change a byte of what is sealed."""
        body = bytearray(record.fields["body"])
        body[len(body) // 2] ^= 1
        record.fields["body"] = bytes(body)
        return record

    def replay_onto(self, victim_seq: int, donor: Record) -> None:
        """Put a genuine row's content into another row."""
        victim = next(each for each in self.read_all_raw() if each.seq == victim_seq)
        content = {name: donor.fields[name] for name in CONTENT}
        self.write_raw(Record(seq=victim_seq, fields={**victim.fields, **content}))

    def read_meta(self, seq: int) -> dict[str, Any]:
        """Give the plain columns that are no content: when it ends and when it was recorded."""
        row = next(each for each in self.read_all_raw() if each.seq == seq)
        return {"ends_at": row.fields["ends_at"], "recorded_at": row.fields["recorded_at"]}

    def write_meta(self, seq: int, meta: Mapping[str, Any]) -> None:
        """Give the row a longer life."""
        bucket = self._buckets()[0]
        with self._file() as file:
            self._update(file, {"ends_at": meta["ends_at"] + DAY_MICROS}, (bucket, seq))

    def snapshot_store(self) -> str:
        """Copy the data folder."""
        self._close()
        return self._copy_store(self._folder / "data")

    def restore_store(self, token: object) -> None:
        """Put the older data folder back."""
        self._close()
        self._restore_store(str(token), self._folder / "data")

    def reload(self) -> None:
        """Close it; the next use opens it anew."""
        self._close()

    def verify(self) -> bool:
        """Tell whether the read path served the store without refusing or withholding anything."""
        try:
            memory = self._opened()
            scope = memory.scope(user="ana", project=PLACES[0])
            listed = memory.person("ana").list_entries()
            found = memory.agent("coder", scope=scope).recall("which colour is preferred for which chart")
        except tenure.Error as error:
            self.verify_detail = f"refused: {error.code}"
            return False
        kept_back = [each.reason for each in found.withheld] + ["unreadable" for each in listed if each.entry is None]
        self.verify_detail = f"withheld: {', '.join(sorted(set(kept_back)))}" if kept_back else None
        return not kept_back and bool(found.usable)

    def identity_of(self, record: Record) -> str:
        """Give a row's place."""
        return f"{self.owner_of(record)} {record.seq}"

    def payload_of(self, record: Record) -> str:
        """Give what a row holds."""
        return repr([record.fields[name] for name in ("key_slot", "nonce", "body")])

    def owner_of(self, record: Record) -> str:
        """Give the place whose row it is."""
        return bytes(record.fields["bucket"]).hex()

    def _say(self, count: int, project: str) -> None:
        memory = self._opened()
        for _ in range(count):
            self._said += 1
            text = f"the colour of chart number {self._said} is preferred blue"
            scope = memory.scope(user="ana", project=project)
            assert memory.person("ana").remember(text, scope=scope).entry_id
        self._close()

    def _opened(self) -> tenure.Memory:
        if self._memory is None:
            self._memory = tenure.open(self._folder / "data", keys=self._folder / "keys")
        return self._memory

    def _close(self) -> None:
        memory, self._memory = self._memory, None
        if memory is not None:
            memory.close()

    def _file(self) -> Any:
        self._close()
        return closing(sqlite3.connect(self._folder / "data" / "tenure.db", isolation_level=None))

    def _buckets(self) -> list[bytes]:
        with self._file() as file:
            found = file.execute("SELECT bucket FROM records WHERE form = 1 GROUP BY bucket ORDER BY min(recorded_at)")
            return [bucket for (bucket,) in found]

    def _rows(self, place: int) -> list[Record]:
        bucket = self._buckets()[place]
        with self._file() as file:
            file.row_factory = sqlite3.Row
            rows = file.execute("SELECT * FROM records WHERE bucket = ? ORDER BY seq", (bucket,)).fetchall()
        return [Record(seq=row["seq"], fields={**dict(row), "id": row["record_id"]}) for row in rows]

    def _update(self, file: sqlite3.Connection, fields: Mapping[str, Any], where: Sequence[Any]) -> None:
        named = ", ".join(f"{name} = ?" for name in fields)
        file.execute(f"UPDATE records SET {named} WHERE bucket = ? AND seq = ?", (*fields.values(), *where))


def accepted() -> int:
    """Run T1 to T9, print one line each, and give how many the read path did not reject."""
    results = [attack().run(TenureAdapter()) for attack in AT_REST_ATTACKS_WITH_SNAPSHOT]
    for number, each in enumerate(results, start=1):
        said = {"safe": "rejected", "VULNERABLE": "accepted"}.get(each.status, each.status)
        print(f"T{number} {each.attack:24} {said:10} {each.guard or each.error or each.detail}")
    return sum(each.status != "safe" for each in results)
