"""A plain loop with the Anthropic SDK: the model calls Tenure's tools until it answers."""

from __future__ import annotations

import os
from typing import Any

from anthropic import Anthropic
from hosting import STEPS_MAX, Turn, talk

MODEL = os.environ.get("MODEL", "claude-sonnet-5-5")
TOKENS_MAX = 2_000


def answer(turn: Turn, words: str) -> str:
    """Give the model's answer to what the person said."""
    client = Anthropic()  # reads ANTHROPIC_API_KEY and ANTHROPIC_BASE_URL
    messages: list[Any] = [{"role": "user", "content": words}]
    tools: Any = turn.tools.schemas()
    for _ in range(STEPS_MAX):
        said = client.messages.create(
            model=MODEL, max_tokens=TOKENS_MAX, system=turn.prompt, messages=messages, tools=tools
        )
        messages.append({"role": "assistant", "content": said.content})
        results: list[Any] = []
        for block in said.content:
            if block.type == "tool_use":
                done = turn.tools.call(block.name, block.input)
                results.append(
                    {"type": "tool_result", "tool_use_id": block.id, "content": done.text, "is_error": done.is_error}
                )
        if not results:
            return "".join(block.text for block in said.content if block.type == "text")
        messages.append({"role": "user", "content": results})
    return "(no answer: too many steps)"


if __name__ == "__main__":
    talk(answer)
