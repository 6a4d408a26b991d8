"""What a host does around any model: it hears the person, hands out tools, and asks the person what to keep."""

from __future__ import annotations

import getpass
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import tenure

STEPS_MAX = 12
"""How often a model may call tools before it must answer."""


@dataclass(frozen=True)
class Turn:
    """One task of one conversation: what the model is told of memory, and the tools that it may call."""

    prompt: str
    tools: tenure.Tools


@contextmanager
def turn(memory: tenure.Memory, person: str, words: str) -> Iterator[Turn]:
    """Begin a task for what the person said; its notes are gone when it ends."""
    scope = memory.scope(user=person)
    with memory.task(words[:100], scope=scope) as task:
        heard = task.hear(words, by=memory.person(person))  # the person's own channel: this can carry a proposal
        agent = task.agent("assistant")
        prompt = "\n".join(
            (
                "You have a memory. Note what you find out for this task with `note`.",
                "When the user asks you to remember something, `propose` it in their own words; they decide.",
                agent.brief().render(),
                agent.recall(words).render(),
                f"The user's message is {heard.id}: pass it in `because` to propose what it says.",
            )
        )
        yield Turn(prompt=prompt, tools=tenure.tools(agent))


def decide(memory: tenure.Memory, person: str, ask: Callable[[str], str]) -> None:
    """Show the person everything that waits, whole, and keep what they say yes to."""
    handle = memory.person(person)
    for shown in handle.pending():
        print(shown.text, *shown.warnings, sep="\n")
        if ask("keep it? [y/N] ").strip().lower() == "y":
            handle.approve(shown)
        else:
            handle.decline(shown)


def talk(answer: Callable[[Turn, str], str], *, ask: Callable[[str], str] = input, folder: str = "state") -> None:
    """Converse until an empty line; after each answer the person decides what is to be kept."""
    person = getpass.getuser()
    with tenure.open(folder) as memory:
        while words := ask("you: ").strip():
            with turn(memory, person, words) as this:
                print(answer(this, words))
            decide(memory, person, ask)
