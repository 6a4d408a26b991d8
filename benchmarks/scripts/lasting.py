"""Predicates on what became of entries: corrected, ended, forgotten, returned; and on what scratch and receipts say."""

from __future__ import annotations

import re

import tenure
from benchmarks.scripts.looking import Found, answers, said, texts, usable
from benchmarks.scripts.stage import KEPT_BEFORE, Stage, Step
from tenure import DecisionStatus, Receipt

_CHANGES = ("correct", "supersede", "update", "edit")


def admitted(stage: Stage, found: Found) -> bool:  # noqa: ARG001 - one shape for all predicates
    """Hold if the last decision admitted, and an agent can use the claim."""
    decided = stage.decisions()
    return bool(decided) and decided[-1].status is DecisionStatus.ADMITTED and bool(usable(stage))


def returned(stage: Stage, found: Found) -> bool:  # noqa: ARG001 - one shape for all
    """Hold if the script's last answer bears what the script brought."""
    given = answers(stage)
    return bool(given) and bool(texts(each.entry for each in given[-1].usable) & said(stage))


def newer_returned(stage: Stage, found: Found) -> bool:  # noqa: ARG001 - one shape for all
    """Hold if what the last correction says can be used."""
    changed = stage.steps(*_CHANGES)
    return bool(changed) and _plain(changed[-1].text) in usable(stage)


def older_gone(stage: Stage, found: Found) -> bool:  # noqa: ARG001 - one shape for all
    """Hold if what a correction replaced cannot be used, by list, brief or question."""
    changed = stage.steps(*_CHANGES)
    older = {_plain(step.text) for step in _stated(stage)}
    asked = {text for step in _stated(stage) for text in _found(stage, step.text)}
    return bool(changed) and bool(older) and not (older & (usable(stage) | asked))


def one_active(stage: Stage, found: Found) -> bool:  # noqa: ARG001 - one shape for all
    """Hold if one entry, and no more, came of the script and can be used."""
    return len([entry for entry in stage.listed().values() if entry.claim.text != KEPT_BEFORE]) == 1


def gone_everywhere(stage: Stage, found: Found) -> bool:  # noqa: ARG001 - one shape for all
    """Hold if no way of asking gives it: question, list, brief, the person's export, and each of the agent's tools."""
    stated = _stated(stage)
    asked = {text for step in stated for text in _found(stage, step.text)}
    handed = " ".join((*stage.person().export(), stage.rendered())).casefold()
    return bool(stated) and not (asked | usable(stage)) and not any(_plain(step.text) in handed for step in stated)


def has_end(stage: Stage, found: Found) -> bool:  # noqa: ARG001 - one shape for all
    """Hold if each entry of the script ends, or is asked about again, under the ceiling of the policy."""
    ends = [entry.lifetime for entry in stage.listed().values() if entry.claim.text != KEPT_BEFORE]
    return bool(ends) and all(end.expires_at is not None or end.review_at is not None for end in ends)


def trusted_as(stage: Stage, found: Found) -> bool:
    """Hold if every entry of the script has this trust."""
    kept = [entry for entry in stage.listed().values() if entry.claim.text != KEPT_BEFORE]
    return bool(kept) and all(found["trust"] in (entry.trust.name.lower(), str(entry.trust.value)) for entry in kept)


def derived_gone(stage: Stage, found: Found) -> bool:  # noqa: ARG001 - one shape for all
    """Hold if what rested on another entry was usable, and is no more."""
    rested = stage.steps("derive")
    return (
        bool(rested) and all(step.entry_id for step in rested) and not {_plain(s.text) for s in rested} & usable(stage)
    )


def receipt(stage: Stage, found: Found) -> bool:  # noqa: ARG001 - one shape for all
    """Hold if each forget gave a receipt: done, counted, one that can be checked, without a word of what it erased."""
    given = [step.gave for step in stage.steps("forget", "end_session", "end_task") if isinstance(step.gave, Receipt)]
    words = {word for step in stage.done for word in re.findall(r"\w{6,}", step.text)}
    for one in given:
        try:
            checked, left = stage.person().check_receipt(one)
        except tenure.Error:
            return False
        told = f"{one!r} {checked!r}"
        if checked.state.value != "done" or left or not sum(count for _, count in one.erased):
            return False
        if any(word in told for word in words):
            return False
    return bool(given)


def not_durable(stage: Stage, found: Found) -> bool:  # noqa: ARG001 - one shape for all
    """Hold if nothing of the script is an entry, and nothing waits to be one."""
    return set(stage.listed()) == set(stage.before) and not stage.person().pending()


def scratch_gone(stage: Stage, found: Found) -> bool:  # noqa: ARG001 - one shape for all
    """Hold if something was in scratch, and neither a later task nor any file has a word of it."""
    kept = [step for step in stage.done if step.kept is not None]
    words = {word for step in kept for word in re.findall(r"\w{6,}", step.text)}
    stage.begin()
    later = [note.text for word in words for note in stage.agent().search(word)]
    stage.reopen()
    return bool(kept) and not later and not stage.agent().notes() and not stage.files_with(*map(str.encode, words))


def _stated(stage: Stage) -> list[Step]:
    """The steps that brought a claim and are no correction of one."""
    return [step for step in stage.steps("remember", "propose") if step.text]


def _found(stage: Stage, text: str) -> set[str]:
    return texts(each.entry for each in stage.reader().recall(text).usable) & {_plain(text)}


def _plain(text: str) -> str:
    return text.strip(" .").casefold()
