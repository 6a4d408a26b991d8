"""What a client may read beside the tools: one entry, the scope of the folder, the policy in force; and a prompt."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Final

from mcp import types

from tenure.errors import NotFoundError
from tenure.memory.agent import AgentHandle
from tenure.memory.policies import policy_text

ENTRY: Final = "tenure://entry/"
SCOPE: Final = "tenure://scope"
POLICY: Final = "tenure://policy"
REVIEW: Final = "review"
_JSON: Final = "application/json"
_TEXT: Final = "text/plain"

_REVIEW_TEXT: Final = (
    "Let us look over what is remembered here. Call `list_entries`, and `verify` for what cites code. Then tell me, in "
    "one line each and by id: what is withheld and why, what looks out of date, what I could let go. Where the source "
    "says otherwise now, call `correct` with the id; where I say that something may go, call `forget`. Change nothing "
    "else. At the end remind me that `tenure review` shows what waits for my decision."
)


def resources() -> list[types.Resource]:
    """Give what can be read under a fixed address."""
    return [
        types.Resource(
            uri=SCOPE, name="scope", title="Scope", description="Where this client's memory applies.", mime_type=_JSON
        ),
        types.Resource(
            uri=POLICY, name="policy", title="Policy", description="The policy in force here.", mime_type="text/x-toml"
        ),
    ]


def templates() -> list[types.ResourceTemplate]:
    """Give what can be read by id."""
    return [
        types.ResourceTemplate(
            uri_template=f"{ENTRY}{{id}}",
            name="entry",
            title="One entry",
            description="An entry as quoted data, checked now; of a withheld one its id, kind, reason and next step.",
            mime_type=_TEXT,
        )
    ]


def prompts() -> list[types.Prompt]:
    """Give the prompts that a person can choose in the client."""
    return [types.Prompt(name=REVIEW, title="Look over what is remembered", description="A round over what is kept.")]


def prompt(name: str) -> types.GetPromptResult:
    """Give one prompt; no word of an entry is in it.

    Raises:
        NotFoundError: There is no such prompt.
    """
    if name != REVIEW:
        raise NotFoundError("there is no such prompt", hint=f"There is: {REVIEW}.")
    said = types.PromptMessage(role="user", content=types.TextContent(type="text", text=_REVIEW_TEXT))
    return types.GetPromptResult(description="A round over what is kept.", messages=[said])


def read(agent: AgentHandle, address: str) -> types.ReadResourceResult:
    """Give what an address names, in the scope of this handle.

    Raises:
        NotFoundError: It names nothing here; what is another's answers like what never was (R35).
    """
    if address == SCOPE:
        text, kind = json.dumps(dict(agent.scope.parts())), _JSON
    elif address == POLICY:
        text, kind = policy_text(agent.policy), "text/x-toml"
    elif address.startswith(ENTRY):
        text, kind = _entry(agent, address.removeprefix(ENTRY)), _TEXT
    else:
        raise NotFoundError("there is no such resource")
    contents = types.TextResourceContents(uri=address, mime_type=kind, text=text)
    return types.ReadResourceResult(contents=[contents])


def _entry(agent: AgentHandle, entry_id: str) -> str:
    found = agent.list_entries()
    usable = tuple(each for each in found.usable if each.entry.id == entry_id)
    withheld = tuple(each for each in found.withheld if each.entry_id == entry_id)
    if not usable and not withheld:
        raise NotFoundError("there is no such resource")
    return replace(found, usable=usable, withheld=withheld, set_aside=(), dropped=(), unknown=()).render()
