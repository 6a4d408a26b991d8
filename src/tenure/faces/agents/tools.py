"""The tools over one agent's handle, for any SDK: `schemas` in the form that it wants, and `call` (R33, R41)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Final, cast

from tenure.errors import Error, NotAllowedError, RequestError, StoreError
from tenure.faces.agents.calls import CALLS
from tenure.faces.agents.catalog import TOOLS
from tenure.faces.agents.given import Given
from tenure.memory.agent import AgentHandle
from tenure.memory.checked import checked_call
from tenure.memory.envelope import envelope, plain
from tenure.model.decision import Decision, NextStep, Verdict
from tenure.model.scope import Scope
from tenure.values import dataclass

_BY_NAME: Final = {tool.name: tool for tool in TOOLS}


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """What a call gave.

    Args:
        envelope: The JSON envelope, for programs.
        text: What to hand to the model: quoted data for what was recalled, else the envelope as JSON.
        is_error: Whether the call was wrong or the store is broken; a refusal is none.
        decision: The decision that it tells, if any.
    """

    envelope: Mapping[str, object] = field(repr=False)
    text: str = field(repr=False)
    is_error: bool = False
    decision: Decision | None = field(default=None, repr=False)

    def adding(self, *, status: str = "", data: Mapping[str, object], is_over: bool = False) -> Called:
        """Give the same answer with what became of it since.

        Args:
            status: Its status now, if that changed.
            data: What is added to its data.
            is_over: Whether nothing is left to be done next.
        """
        before = cast("Mapping[str, object]", self.envelope["data"])
        told: dict[str, object] = {**self.envelope, "data": plain({**before, **data})}
        told |= {"status": status} if status else {}
        told |= {"next": []} if is_over else {}
        return replace(self, envelope=told, text=_text(told))


class Tools:
    """What a model may be given: eight tools, none of which can approve, grant, widen or name anybody (R33).

    Args:
        agent: The handle on which they act; with a task's handle, ``note`` keeps to that task.
    """

    @checked_call
    def __init__(self, agent: AgentHandle) -> None:
        self._agent = agent

    def schemas(self) -> list[dict[str, object]]:
        """Give each tool as ``name``, ``description`` and ``input_schema``, the form of the Anthropic SDK."""
        return [
            {
                "name": tool.name,
                "description": tool.description,
                "input_schema": tool.parameters(with_task=False),
            }
            for tool in TOOLS
        ]

    def functions(self) -> list[dict[str, object]]:
        """Give each tool as a ``function``, the form of OpenAI's chat completions and of what speaks like them."""
        return [
            {
                "type": "function",
                "function": {
                    "name": tool.name,
                    "description": tool.description,
                    "parameters": tool.parameters(with_task=False),
                },
            }
            for tool in TOOLS
        ]

    def call(self, name: str, arguments: Mapping[str, object] | str | None = None) -> Called:
        """Run one tool; whatever goes wrong is an answer too, so that the agent's work goes on.

        Args:
            name: The tool's name.
            arguments: Its arguments, as an object or as the JSON text that models give.
        """
        return called(self._agent, name, arguments)


def tools(agent: AgentHandle) -> Tools:
    """Give the tools of an agent's handle, to hand to any model: their schemas, and ``call``."""
    return Tools(agent)


def called(agent: AgentHandle, name: str, arguments: Mapping[str, object] | str | None) -> Called:
    """Run one tool on a handle; mistakes and broken stores are answers too."""
    tool = _BY_NAME.get(str(name))
    if tool is None:
        unknown = RequestError("there is no such tool", code="no_tool", hint=f"Use: {', '.join(_BY_NAME)}.")
        return failed(unknown, name="tool", scope=agent.scope)
    try:
        told = CALLS[name](agent, Given(tool, arguments))
    except Error as error:
        return failed(error, name=name, scope=agent.scope)
    return answered(
        name,
        told.status,
        scope=agent.scope,
        data=told.data,
        verdicts=told.verdicts,
        next_steps=told.next,
        warnings=told.warnings,
        text=told.text,
        decision=told.decision,
    )


def failed(error: Error, *, name: str, scope: Scope | None = None) -> Called:
    """Give an error as an answer: what happened, its code, what to do next; never a value that somebody wrote."""
    is_own = isinstance(error, RequestError) and not isinstance(error, NotAllowedError)
    steps = [NextStep(who="agent" if is_own else "person", do=error.hint)]
    if isinstance(error, StoreError):
        steps.append(NextStep(who="agent", do="go on without memory"))
    data = {"code": error.code, "message": str(error)}
    return replace(answered(name, "error", scope=scope, data=data, next_steps=steps), is_error=True)


def answered(
    name: str,
    status: str,
    *,
    scope: Scope | None,
    data: Mapping[str, object],
    verdicts: Sequence[Verdict] = (),
    next_steps: Sequence[NextStep] = (),
    warnings: Sequence[str] = (),
    text: str = "",
    decision: Decision | None = None,
) -> Called:
    """Give an answer as a program and as a model read it."""
    told = envelope(name, status, scope=scope, data=data, verdicts=verdicts, next_steps=next_steps, warnings=warnings)
    return Called(envelope=told, text=text or _text(told), decision=decision)


def _text(told: Mapping[str, object]) -> str:
    return json.dumps(told, ensure_ascii=False)
