"""A plain loop with the OpenAI SDK: the model calls Tenure's tools until it answers."""

from __future__ import annotations

import os
from typing import Any

from hosting import STEPS_MAX, Turn, talk
from openai import OpenAI

MODEL = os.environ.get("MODEL", "gpt-5-mini")


def answer(turn: Turn, words: str) -> str:
    """Give the model's answer to what the person said."""
    client = OpenAI()  # reads OPENAI_API_KEY and OPENAI_BASE_URL
    messages: list[Any] = [{"role": "system", "content": turn.prompt}, {"role": "user", "content": words}]
    functions: Any = turn.tools.functions()
    for _ in range(STEPS_MAX):
        said = client.chat.completions.create(model=MODEL, messages=messages, tools=functions).choices[0].message
        messages.append(said.model_dump(exclude_none=True))
        if not said.tool_calls:
            return said.content or ""
        for call in said.tool_calls:
            if call.type == "function":
                done = turn.tools.call(call.function.name, call.function.arguments)
                messages.append({"role": "tool", "tool_call_id": call.id, "content": done.text})
    return "(no answer: too many steps)"


if __name__ == "__main__":
    talk(answer)
