"""Knowledge updates of LongMemEval: is the newer statement found, and is the stale one served?

The harness gives claim and slot of the old and the new statement: it measures superseding, not extraction. Which
sentences are the statements is decided where any memory is told them, in `tenure.eval.public.statements`.
"""

from __future__ import annotations

from pathlib import Path

from benchmarks.longmemeval import SEED
from benchmarks.stated import Stated, stated
from tenure.errors import RequestError
from tenure.eval.public.longmemeval import Question, read
from tenure.eval.public.statements import UPDATE, VALUE, statements
from tenure.eval.public.statements import Stated as Said


def measure(folder: Path) -> dict[str, object]:
    """Give how often the newer statement is found and the stale one served, with slots and without.

    Each user states the older statement, the newer one and others of the same sessions; then the question is recalled
    (eight entries at most).

    Args:
        folder: The folder that holds ``longmemeval/``.

    Returns:
        Nothing if the set is absent.
    """
    try:
        questions, turns = read(folder, SEED)
    except RequestError:
        return {}
    told = [(each, statements(each, turns)) for each in questions if each.kind == UPDATE]
    found: dict[str, dict[str, int]] = {}
    for name, has_slots in (("with_slots", True), ("without_slots", False)):
        counts = {"questions": 0, "update_found": 0, "stale_served": 0}
        with stated(drafts_slots=False) as store:
            for question, said in told:
                if len(said.evidence) > 1:
                    _count(store.of(question.id), question, said, counts, has_slots=has_slots)
        found[name] = counts
    return dict(found)


def _count(store: Stated, question: Question, said: Said, counts: dict[str, int], *, has_slots: bool) -> None:
    for text in said.others:
        store.state(text)
    slot = {"entity": f"user {question.id}", "attribute": "answer"} if has_slots else {}
    pair = (said.evidence[0], said.evidence[-1])
    kept = [store.state(text, **slot, **({"value": text[:VALUE]} if has_slots else {})) for text in pair]
    if not all(kept):
        return
    given = {each.entry.id for each in store.agent.recall(question.text).usable}
    counts["questions"] += 1
    counts["update_found"] += kept[1] in given
    counts["stale_served"] += kept[0] in given
