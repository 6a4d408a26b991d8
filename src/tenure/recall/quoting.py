"""Write what somebody named or wrote as one JSON string, so that nothing in it is taken for our own words (R17)."""

from __future__ import annotations

import json

from tenure.screen.redact import neutralise


def quoted(text: str) -> str:
    """Give a text that somebody wrote as one JSON string on one line, with nothing hidden in it."""
    return json.dumps(neutralise(text), ensure_ascii=False)
