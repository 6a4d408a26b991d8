"""Form (R10): is it one compact assertion, and no copy of the conversation around it?

| code | outcome | when |
| --- | --- | --- |
| ok | passes | one assertion within the policy's bounds |
| unreadable | refuses | it holds control, direction or invisible characters |
| transcript | refuses | it copies turns of a conversation |
| not_one_assertion | refuses | it is a list, or several sentences |
| too_long | refuses | it is longer than the policy's `claim_chars_max` |
| field_too_long | refuses | another field is longer than `detail_chars_max`, or not one plain line |
"""

from __future__ import annotations

import re

from tenure.model.decision import Request, Verdict
from tenure.screen import neutralise
from tenure.write.context import WriteContext
from tenure.write.verdicts import Voice
from tenure.write.wording import sentences

VOICE = Voice("form", "R10")

_TURN = re.compile(
    r"(?:^|\n|(?<=[.!?] ))[^\S\n]*+[*_>#-]{0,3}+[^\S\n]*+"
    r"(?:user|assistant|human|ai|agent|system|tool|me|you)[*_]{0,2}\s?:\s",
    re.IGNORECASE,
)
_BULLET = re.compile(r"(?:^|\n)[^\S\n]*+(?:[-*\u2022]|\d{1,2}[.)])\s+(?=\S)")
_GAP = re.compile(r"\n|\s{2,}")
_OMITTED = re.compile(r"<U\+[0-9A-F]{4,6}>")


_ROUNDS_MAX = 5
_REASONS = {
    "unreadable": "It holds characters that nobody can see.",
    "transcript": "It copies a conversation; state what follows from it.",
    "not_one_assertion": "It must be one assertion; propose the others one by one.",
    "too_long": "It has more than {bound} characters.",
}


def judge(context: WriteContext) -> Verdict:
    """Judge the shape of the claim's text and the length of every field."""
    draft, bound = context.draft, context.policy.claim_chars_max
    if draft.request in (Request.FORGET, Request.CHALLENGE):
        return _judge_fields(context)
    code = _fault(draft.claim.text, bound)
    if code:
        reason = _REASONS[code].format(bound=bound)
        return VOICE.refuses(code, reason, field="text", try_=_first_assertion(draft.claim.text, bound))
    return _judge_fields(context)


def _fault(text: str, bound: int) -> str:
    if neutralise(text) != text:
        return "unreadable"
    if len(_TURN.findall(text)) >= 2:
        return "transcript"
    if _BULLET.search(text) or len(sentences(text)) > 1:
        return "not_one_assertion"
    return "too_long" if len(text) > bound else ""


def _judge_fields(context: WriteContext) -> Verdict:
    draft, bound = context.draft, context.policy.detail_chars_max
    fields = {**draft.claim.fields(), "reason": draft.reason, **draft.extra_fields}
    mended = {
        name: " ".join(_visible(value).split())[:bound].strip()
        for name, value in fields.items()
        if name != "text" and (len(value) > bound or neutralise(value) != value or _GAP.search(value))
    }
    purpose = "" if draft.purpose is None else f"{draft.purpose.name}: {draft.purpose.detail}"
    if neutralise(purpose) != purpose or _GAP.search(purpose):  # *purpose* judges how long it is
        mended["purpose"] = " ".join(_visible(purpose).split())
    if not mended:
        return VOICE.passes()
    if any(not mended.get(name, name) for name in ("entity", "attribute")):  # half a slot is none
        mended |= {"entity": "", "attribute": "", "value": ""}
    reason = f"The field must be one line of at most {bound} visible characters, without runs of spaces."
    return VOICE.refuses("field_too_long", reason, field=next(iter(mended)), try_=tuple(mended.items()))


def _first_assertion(text: str, bound: int) -> tuple[tuple[str, str], ...]:
    """Give a claim of which no case here complains, cut out of the text; nothing if there is none."""
    for _ in range(_ROUNDS_MAX):
        lines = sentences(_BULLET.sub("\n", _TURN.sub("\n", _visible(text))))
        text = _cut(" ".join(lines[0].split()), bound) if lines else ""
        if text and not _fault(text, bound):
            return (("claim", text),)
    return ()


def _cut(text: str, bound: int) -> str:
    if len(text) <= bound:
        return text
    head = text[: bound + 1].rpartition(" ")[0]
    return (head or text[:bound]).rstrip(" ,;:")


def _visible(text: str) -> str:
    return _OMITTED.sub("", neutralise(text)).replace("\t", " ")
