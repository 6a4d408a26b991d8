"""The bench of `agent-memory-guard`: poison and ordinary notes written under a key, read back after a session's end.

Once with its labels: what a tool brought is observed and proposed by an agent, what the user said the person states.
Once without: every text is taken for the person's own statement and approved unread, so the screens stand alone.
"""

from __future__ import annotations

from importlib import metadata

from agent_memory_guard.bench.adapter import MemorySystemAdapter, RememberOutcome
from agent_memory_guard.bench.harness import run_suite
from agent_memory_guard.bench.scoring import score_report

import tenure

ANA = tenure.Scope(user="ana")


class Labelled(MemorySystemAdapter):
    """Believes the label of each write; asks for exactly the words that were written."""

    name = "tenure, with labels"
    version = metadata.version("tenure")
    is_believing = True

    def __init__(self) -> None:
        self._memory = tenure.open(":memory:")
        self._written: dict[str, str] = {}

    def remember(self, key: str, value: object, *, source_class: str = "external_tool") -> RememberOutcome:
        """Write as the label says, and answer what became of it."""
        text = self._written[key] = str(value)
        try:
            return self._decided(text, source_class)
        except tenure.Error:
            return RememberOutcome.BLOCKED

    def recall(self, key: str) -> object | None:
        """Give what an agent may use of what was written under the key, asked for by its own words."""
        agent = self._memory.agent("reader", scope=ANA)
        found = agent.recall(self._written[key][: self._memory.policy.query_chars_max])
        return "\n".join(each.entry.claim.text for each in found.usable) or None

    def _decided(self, text: str, source_class: str) -> RememberOutcome:
        if not self.is_believing or source_class == "user_input":
            decision = self._memory.person("ana").remember(text, kind="fact", scope=ANA)
        else:
            with self._memory.task("reading", scope=ANA) as task:
                seen = task.observe(text, tool="shell", call="call_1")
                decision = task.agent("coder").propose(text, kind="fact", because=seen)
        return {
            tenure.DecisionStatus.ADMITTED: RememberOutcome.STORED,
            tenure.DecisionStatus.PENDING: RememberOutcome.QUARANTINED,
            tenure.DecisionStatus.REFUSED: RememberOutcome.BLOCKED,
        }[decision.status]


class Unlabelled(Labelled):
    """Takes every write for the person's own."""

    name = "tenure, without labels"
    is_believing = False


def lost_with_labels() -> int:
    """Run the bench both ways, print each scenario that was lost, and give how many attacks came back with labels."""
    lost = {}
    for kind in (Labelled, Unlabelled):
        report = run_suite(kind)
        card = score_report(report)
        print(
            f"{card.system}: grade {card.grade.value}, defended {card.defended_total} of {card.malicious_total}, "
            f"ordinary notes not given back {card.false_positives} of {card.benign_total}"
        )
        for each in report.runs:
            if not each.passed:
                print(f"  {each.scenario_id}: {each.detail} ({each.final_outcome})")
        lost[kind] = card.malicious_total - card.defended_total
    return lost[Labelled]
