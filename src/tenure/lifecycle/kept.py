"""What is kept beside a person's entries, told in words: a disclosure is read by people (R25)."""

from __future__ import annotations

import json
from typing import Final, cast

from tenure.store.records import Setting

_WORDS: Final = {
    "answers": "how you answered",
    "asked": "when you were last asked, how often on that day and before it",
    "challenge": "why it is challenged",
    "looked": "when you last looked at what grants admitted",
    "messages": "which of your messages were edited or withdrawn",
    "outcomes": "how often claims held and did not, by basis, kind and stated confidence in hundredths",
}


def told(kept: Setting) -> str:
    """Give what a record beside the entries says, on one line; of a name that is not known here, the name. Pure."""
    kind, _, whose = kept.id.partition(":")
    about = f" ({whose})" if kind == "challenge" else ""
    return f"{_WORDS.get(kind, kind)}{about}: {_flat(kept.value)}"


def _flat(value: str) -> str:
    try:
        found: object = json.loads(value)
    except ValueError:
        return _line(value)
    return _pairs(found)


def _pairs(found: object) -> str:
    if isinstance(found, dict):
        return ", ".join(f"{name} {_inside(value)}" for name, value in cast("dict[str, object]", found).items())
    if isinstance(found, list):
        return ", ".join(_inside(value) for value in cast("list[object]", found))
    return _line(str(found))


def _inside(found: object) -> str:
    said = _pairs(found)
    return f"({said})" if isinstance(found, dict | list) else said


def _line(text: str) -> str:
    return " ".join(text.split())
