"""Small files in the forms in which public sets are published, and a memory that keeps all or nothing."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

from tenure.eval.scenario import Tally
from tenure.eval.suites import chosen
from tenure.eval.system import Answer, Found, NotApplicable, System

START = datetime(2026, 5, 1, tzinfo=UTC)


class Keeps(System):
    """Keeps everything it is told, replaces what has the same slot if asked to, finds by shared words."""

    replaces = True
    has_notes = True

    def __init__(self, folder, now):
        super().__init__(folder, now)
        self.entries: dict[str, tuple] = {}
        self.notes: dict[str, str] = {}

    def tell(self, text, scope, *, kind="fact", slot=None, expires_at=None):
        if slot is not None and self.replaces:
            self.entries = {at: each for at, each in self.entries.items() if (each[1] or "")[:2] != slot[:2]}
        self.entries[f"e{len(self.entries)}-{len(text)}-{text[:40]}"] = (text, slot)
        return list(self.entries)[-1]

    def recall(self, question, scope, *, limit=8):
        return Answer(found=self._ranked(question, {at: text for at, (text, _) in self.entries.items()}, limit))

    def note(self, text, scope, *, task):
        if not self.has_notes:
            raise NotApplicable
        self.notes[f"n{len(self.notes)}"] = text
        return list(self.notes)[-1]

    def search(self, question, scope, *, task, limit=8):
        return self._ranked(question, self.notes, limit)

    def forget(self, entry_id, scope):
        del self.entries[entry_id]

    @staticmethod
    def _ranked(question, texts, limit):
        words = set(question.casefold().split())
        order = sorted(texts, key=lambda at: -len(words & set(texts[at].casefold().split())))
        return tuple(Found(id=at, text=texts[at]) for at in order[:limit])


class Accumulates(Keeps):
    """Keeps the old beside the new."""

    replaces = False


class WithoutNotes(Keeps):
    """Has entries alone."""

    has_notes = False


class Silent(System):
    """Keeps nothing and finds nothing."""

    def tell(self, text, scope, *, kind="fact", slot=None, expires_at=None):
        return None

    def recall(self, question, scope, *, limit=8):
        return Answer(stance="abstain")


def told(suite: str, data: Path, system=Keeps, *, reader=None) -> dict[str, Tally]:
    """Tell every story of a suite to a fresh memory, and give what was counted by its name."""
    found: dict[str, Tally] = {}
    (named,) = chosen((suite,))
    for scenario in named.scenarios(7, data):
        tally = Tally(reader=reader)
        scenario.tell(system(data, START), tally)
        found[scenario.name] = tally
    return found


def written(path: Path, rows, *, lines=False) -> Path:
    """Write rows as a file of JSON, or of JSON lines, and give its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(each) + "\n" for each in rows) if lines else json.dumps(rows)
    path.write_text(text, encoding="utf-8")
    return path.parent


def longmemeval(folder: Path) -> Path:
    """Write two questions, one an update and one without an answer, and a third with its own sessions."""

    def session(*turns):
        return [{"role": role, "content": text, "has_answer": has} for role, text, has in turns]

    update = {
        "question_id": "q1",
        "question_type": "knowledge-update",
        "question": "How many plants does the balcony have?",
        "answer": "Seven plants",
        "question_date": "2023/05/30 (Tue) 10:00",
        "haystack_dates": ["2023/05/20 (Sat) 10:00", "2023/05/25 (Thu) 10:00"],
        "haystack_session_ids": ["answer_1", "answer_2"],
        "haystack_sessions": [
            session(
                ("user", "My balcony has four plants. The cat sleeps.", True), ("assistant", "Nice plants.", False)
            ),
            session(("user", "My balcony has seven plants now.", True), ("user", "It rained for days.", False)),
        ],
        "answer_session_ids": ["answer_1", "answer_2"],
    }
    unknown = update | {
        "question_id": "q2_abs",
        "question": "How many fish does the pond have?",
        "answer": "You did not mention fish.",
    }
    other = update | {
        "question_id": "q3",
        "question_type": "single-session-user",
        "question": "Which train goes to the harbour?",
        "answer": "The blue train",
        "haystack_dates": ["2023/05/21 (Sun) 10:00"],
        "haystack_session_ids": ["answer_3"],
        "haystack_sessions": [session(("user", "The blue train goes to the harbour.", True))],
        "answer_session_ids": ["answer_3"],
    }
    return written(folder / "longmemeval_oracle.json", [update, unknown, other])


def counts(tally):
    """Give what a story counted: wrong, looked, found, sought."""
    return tally.wrong, tally.looked, tally.found, tally.sought
