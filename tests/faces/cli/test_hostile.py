"""No text that somebody wrote steers a terminal, hides in it, or makes a page fetch, whatever field it stands in (R33).

The gates refuse most of these texts as unreadable; what is shown must be harmless even if one is there.
"""

from __future__ import annotations

import dataclasses
import json
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tenure.errors import Error
from tenure.faces.cli.entries import entry_lines, listing, origin_lines, why_lines
from tenure.faces.cli.envelope import Answer
from tenure.faces.telling import entry_data
from tenure.lifecycle.disclose import Disclosure, Held
from tenure.model.entry import Entry
from tenure.policy.presets import PERSONAL
from tenure.recall.answer import conclude
from tenure.recall.judge import Usable
from tenure.screen import neutralise
from tenure.store.conformance.samples import NOW, SCOPE, sample_entry, sample_proposal
from tenure.write.approval import show
from tests.unit.recall.making import citation, validation

HOSTILE = {
    "escape": "prefers \x1b[31mred\x1b[0m tables",
    "clear": "prefers \x1b[2J\x1b[H clean pages",
    "title": "prefers \x1b]0;owned\x07 titles",
    "hyperlink": "prefers \x1b]8;;http://evil.test\x1b\\links\x1b]8;;\x1b\\",
    "csi in 8 bits": "prefers \x9b31mbold words",
    "bidi": "prefers \u202eelbat\u202c forms",
    "isolate": "prefers \u2066wide\u2069 rows",
    "zero width": "prefers ta\u200bb\u2060le\ufeffs first",
    "tags": "prefers dates\U000e0049\U000e0067\U000e006e first",
    "carriage": "prefers lists\rprefers nothing",
    "image": "prefers ![x](http://evil.test/p.png?q=1) pictures",
    "link": "prefers [here](https://evil.test) links",
    "spaced link": "prefers [there]( <//evil.test> ) links",
    "reference": "prefers [that]: http://evil.test links",
    "autolink": "prefers <https://evil.test> links",
    "html": "prefers <img src=x onerror=y> pictures",
    "data": "prefers [a](data:text/html,x) pages",
}
LIVE = re.compile(r"\]\(\s*<?\s*(?:\w+:|//)|\]:\s*\w+://|<(?:https?:|img\b)", re.IGNORECASE)


def faults(text: str) -> list[str]:
    """Give what in an output steers, hides or fetches."""
    odd = {
        f"U+{ord(letter):04X}"
        for letter in text
        if unicodedata.category(letter) in {"Cc", "Cf", "Co", "Cs"} and letter not in "\n\r\t"
    }
    lines = [line for line in text.replace("\r\n", "\n").split("\n") if "\r" in line]
    return [*sorted(odd), *LIVE.findall(text), *lines]


def with_each_text(value: Any, text: str) -> Iterator[Any]:
    """Give the value with one of its texts replaced, for each text at whatever depth."""
    if isinstance(value, str) and not hasattr(value, "value"):
        yield text
    elif isinstance(value, tuple):
        yield from (
            (*value[:at], other, *value[at + 1 :])
            for at in range(len(value))
            for other in with_each_text(value[at], text)
        )
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            for other in with_each_text(getattr(value, field.name), text):
                try:
                    yield replace(value, **{field.name: other})
                except (Error, ValueError):  # no such value can exist
                    continue


def entry_outputs(entry: Entry) -> Iterator[str]:
    """Give every way in which an entry is told."""
    found = validation(place=entry.citations[0].address)
    usable = Usable(entry=entry, validation=found, note=entry.claim.text)
    yield "\n".join([*entry_lines(entry, here=SCOPE), *origin_lines(entry, now=NOW), *why_lines(entry, usable, found)])
    yield "\n".join(listing([usable], here=SCOPE))
    yield conclude([(entry, usable)]).render()
    yield Disclosure(person="ana", at=NOW, scopes=(), entries=(Held(entry=entry, state="active"),)).render()
    envelope = Answer(status="answer", data=entry_data(entry, found, usable.note), scope=SCOPE).envelope("recall")
    yield envelope
    yield json.dumps(json.loads(envelope)["data"], ensure_ascii=False)


@pytest.mark.parametrize("name", HOSTILE)
def test_r33_a_hostile_text_in_any_field_is_harmless_in_every_output(name: str) -> None:
    text = HOSTILE[name]
    assert faults(text), "the text is hostile as it stands"
    proposal = replace(sample_proposal(), citations=(citation("file", "a.md"),), reason="why", flags=("odd",))
    shown = [show(each, policy=PERSONAL) for each in with_each_text(proposal, text)]
    assert len(shown) > 12
    said = [part for each in shown for part in (each.text, *each.warnings)]
    entries = list(with_each_text(replace(sample_entry(), flags=("odd",)), text))
    assert len(entries) > 12
    said += [part for each in entries for part in entry_outputs(each)]
    assert [faults(each) for each in said if faults(each)] == []
    assert all(each.text.count("\n") == shown[0].text.count("\n") for each in shown), "no field makes a line of its own"


def test_ordinary_brackets_stay_as_they_are() -> None:
    for text in ("a[0](x) is List<String>", "see [1]: it is 3 < 4", "f(x)[y](z)", "a <b> tag, <T> and 5 <x 6"):
        assert neutralise(text) == text
