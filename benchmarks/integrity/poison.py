"""The memory family of `agent-memory-integrity`: what is planted through the front door, and whether it is served.

The suite writes on three channels. *External* is a result of a tool that an agent proposes; *laundered* is an agent's
own wording that claims to be the user's; *agent-laundered* bears the writer's signature, which here stands for the
person's own channel: the person approves the attacker's text. Who approves a plausible lie has it served; nothing of
the other two is served before a person says yes, and nobody does.
"""

from __future__ import annotations

from agmi.adapters.semantic_base import MemoryItem, Retrieved, SemanticMemoryAdapter
from agmi.attacks.memory_specific import ALL_MEMORY_ATTACKS
from agmi.signing import KEYRING

import tenure

APPROVED = "agent-laundered"
"""The channel that bears the signature: the person's own, as this adapter takes it."""


class Kept(SemanticMemoryAdapter):
    """A memory in the process; agents write proposals, persons statements, and agents recall."""

    name = "tenure"

    def __init__(self) -> None:
        self._memory = tenure.open(":memory:")

    def reset(self) -> None:
        """Begin with an empty one."""
        self._memory.close()
        self._memory = tenure.open(":memory:")

    def add_memory(self, item: MemoryItem) -> None:
        """Write as the channel allows; what is refused is not kept."""
        scope = tenure.Scope(user=item.user_id)
        if KEYRING.verify(item.user_id, item.source, item.text, item.signature):
            self._memory.person(item.user_id).remember(item.text, kind="fact", scope=scope)
        elif item.source == "external":
            with self._memory.task("reading", scope=scope) as task:
                seen = task.observe(item.text, tool="browser", call="call_1")
                task.agent("coder").propose(item.text, kind="fact", because=seen)
        else:
            self._memory.agent("coder", scope=scope).propose(item.text, kind="fact")

    def retrieve(self, query: str, user_id: str, k: int = 5) -> list[Retrieved]:
        """Give what an agent may use."""
        found = self._memory.agent("reader", scope=tenure.Scope(user=user_id)).recall(query)
        return [Retrieved(text=each.entry.claim.text, user_id=user_id) for each in found.usable[:k]]

    def close(self) -> None:
        """Let go of it."""
        self._memory.close()


def served_unapproved() -> int:
    """Run the six attacks, print each, and give how many planted texts were served that no person had approved."""
    adapter, served = Kept(), 0
    for attack in ALL_MEMORY_ATTACKS:
        found = attack().run(adapter)
        told = {"safe": "kept out", "VULNERABLE": "surfaced"}.get(found.status, found.status)
        print(f"{found.attack:26} {told:9} {found.error or found.detail}")
        served += sum(outcomes.count(True) for channel, outcomes in found.channels.items() if channel != APPROVED)
    adapter.close()
    return served
