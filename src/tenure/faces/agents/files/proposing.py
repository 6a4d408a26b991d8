"""Lines of a file as proposals: what a line claims, what became of it, and how the model is told."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from typing import Final

from tenure import AgentHandle, Decision, DecisionStatus
from tenure.errors import LimitError, NotFoundError, RequestError
from tenure.model.claim import Kind
from tenure.model.decision import GateOutcome
from tenure.values import dataclass

LINES_MAX: Final = 20
FORM: Final = "Write each line as 'preference: ...', 'fact: ...', 'instruction: ...' or 'code: ... [src/a.py:10-20]'."
_BULLET: Final = re.compile(r"\s*(?:[-*+]|\d{1,3}[.)])\s+")
_SAID: Final = re.compile(r"(?P<kind>[a-z]{4,11}):\s+(?P<claim>.*)", re.IGNORECASE)
_CITED: Final = re.compile(r"(?P<claim>.*\S)\s*\[(?P<because>[^\[\]]{1,300})\]")
_KINDS: Final = {kind.value: kind.value for kind in Kind} | {f"{kind.value}s": kind.value for kind in Kind}


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What became of the lines of one file.

    Args:
        text: The file as it is kept: the lines that were refused are gone.
        made: The ids of proposals or entries, by line.
        told: One sentence a line that was asked or refused, by its number in what the model wrote.
    """

    text: str = field(repr=False)
    made: Mapping[str, str] = field(repr=False)
    told: tuple[str, ...]


def ask(agent: AgentHandle, text: str, *, name: str, earlier: Mapping[str, str]) -> Asked:
    """Propose each new line of a file, and drop the pending proposals of lines that are gone.

    Blank lines and headings (``#``) claim nothing. A line that was asked before is not asked again.

    Args:
        agent: Who asks.
        text: The file as the model wants it.
        name: The file's own name: ``preferences.md`` says the kind of lines that do not say it.
        earlier: What the lines of the version before made.

    Raises:
        LimitError: More than `LINES_MAX` lines are new; nothing was asked.
    """
    lines = text.split("\n")
    fresh = [line for line in dict.fromkeys(lines) if _claims(line) and line not in earlier]
    if len(fresh) > LINES_MAX:
        raise LimitError(
            f"this asks to remember {len(fresh)} things at once; at most {LINES_MAX}",
            hint="Propose the few that later tasks need; nothing was asked.",
        )
    made = {line: earlier[line] for line in lines if line in earlier}
    told = [_drop(agent, each) for line, each in earlier.items() if line not in made]
    kind = _KINDS.get(name.rsplit(".", 1)[0].lower(), "")
    refused: set[str] = set()
    for number, line in enumerate(lines, 1):
        if line not in fresh or line in made or line in refused:
            continue
        said, identifier = _propose(agent, line, kind)
        told.append(f"line {number}: {said}")
        if identifier:
            made[line] = identifier
        else:
            refused.add(line)
    kept = "\n".join(line for line in lines if line not in refused)
    return Asked(text=kept, made=made, told=tuple(told))


def drop_all(agent: AgentHandle, made: Mapping[str, str]) -> tuple[str, ...]:
    """Drop the pending proposals of a file that is deleted, and say what became of each."""
    return tuple(_drop(agent, each) for each in made.values())


def _claims(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _propose(agent: AgentHandle, line: str, kind: str) -> tuple[str, str]:
    words = _BULLET.sub("", line, count=1).strip()
    said = _SAID.fullmatch(words)
    if said is not None and said["kind"].lower() in _KINDS:
        kind, words = _KINDS[said["kind"].lower()], said["claim"]
    if not kind:
        return f"not asked, it does not say what it is. {FORM}", ""
    cited = _CITED.fullmatch(words)
    words, because = (words, ()) if cited is None else (cited["claim"], (cited["because"].strip(),))
    try:
        decision = agent.propose(words, kind=kind, because=because)
    except RequestError as error:
        return f"not asked, {error} [{error.code}]. {error.hint}".rstrip(), ""
    return _told(decision), decision.entry_id or decision.proposal_id


def _told(decision: Decision) -> str:
    if decision.status is DecisionStatus.ADMITTED:
        return f"kept as {decision.entry_id}"
    if decision.status is DecisionStatus.PENDING:
        return f"pending, {decision.proposal_id}; the user decides, do not repeat it"
    refusing = [each for each in decision.verdicts if each.outcome is GateOutcome.REFUSES]
    return "refused, " + "; ".join(f"{each.code}: {each.reason} (fix: {each.fix.value})" for each in refusing)


def _drop(agent: AgentHandle, made: str) -> str:
    try:
        agent.drop(made)
    except (NotFoundError, RequestError):
        return f"{made}: decided already; only the user can end it"
    return f"{made}: dropped"
