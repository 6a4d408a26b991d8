"""Sentences that would govern an agent: orders (R11), delayed triggers, and signs of injection.

An *order* obliges an agent to act on the world or to leave a safeguard out, whatever its kind says; how an
answer should look ("give me a table") and what a project does ("runs its tests with pytest") are none.
These screens raise flags and ask for a person; they are no defence by themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from tenure.screen.abroad import is_order_abroad
from tenure.screen.directive import (
    gives_power,
    imperative,
    is_about_rules,
    is_directive,
    is_weak,
    leaves_out,
    obligation,
    sentences,
)
from tenure.screen.disguise import disguise_flags
from tenure.screen.finding import Category, Finding
from tenure.screen.injection import sign_flags
from tenure.screen.loosened import (
    is_standing_abroad,
    loosening_signs,
    loosens_abroad,
    sends_away,
)
from tenure.screen.normalise import View, worded
from tenure.screen.pattern import Marked, Pattern
from tenure.screen.permitted import is_order_in_effect
from tenure.screen.poison import is_claimed_wish, poison_signs
from tenure.screen.talk import is_forbidden, speaks_about

_ANSWER_WORDS = Pattern(
    r"\b(?:answers?|repl(?:y|ies)|responses?|explanations?|summar(?:y|ies)|tables?|bullets?|bullet points?"
    r"|lists?|paragraphs?|words?|headings?"
    r"|examples?|diagrams?|code blocks?|comments?|docstrings?|names?|units?|dates?|english|german|french"
    r"|spanish|tone|style|format(?:ting)?|markdown"
    r"|emojis?|jargon|abbreviations?|line numbers?|spelling|sections?|title|intro(?:duction)?|types?|type "
    r"hints|variables?|tests? first|diff"
    r"|citations?|sources?|footnotes?|columns?|rows?|me by|comparison|commit messages?|greetings?|preamble)\b"
)
_WORLD_WORDS = Pattern(
    r"https?://|\b\w{1,64}@\w|\b(?:commands?|scripts?|shell|sudo|root|database|production|prod|staging"
    r"|servers?|bucket|repo(?:sitory)?|branch(?:es)?"
    r"|main|files?|folders?|director(?:y|ies)|credentials?|passwords?|tokens?|keys?|secrets?|tickets?"
    r"|issues?|pull requests?|prs?|invoices?|payments?"
    r"|accounts?|emails?|messages?|customers?|clients?|records?|backups?|logs?|audit|permissions?|access"
    r"|firewall|certificates?|policy|policies"
    r"|memory|memories|entry|entries|tools?|api|endpoint|channel|calendar|meeting|vendors?|instructions?"
    r"|rules?|user'?s?|administrator|admin"
    r"|container|cluster|pipeline|cache|contacts?)\b|\.env\b"
)
_SAFEGUARD = (
    r"(?:review(?:s|ing|ed)?|approvals?|confirm(?:ation|ing)?s?|asking|permission|verif(?:y|ication|ying)"
    r"|validat(?:e|ion|ing)|checks?|checking"
    r"|tests?|tls|ssl|certificates?|2fa|two-factor\w*|mfa|authenticat\w+|authori[sz]ation|branch "
    r"protection|code owners?|guardrails?|safety"
    r"|safeguards?|audit\w*|logging|signatures?|signing|sandbox\w*|encrypt\w+|antivirus|firewall|hooks?"
    r"|lint\w*|sign-?off|consent|moderation"
    r"|filters?|warnings?|security|rate limits?|backups?)"
)
_OFF = (
    r"(?:disabl\w+|skip\w*|bypass\w*|turn(?:ed|ing)? off|switch(?:ed|ing)? off|omit\w*|leav\w+ out|left "
    r"out|without|no longer (?:need|require)\w*"
    r"|not (?:needed|required|necessary)|unnecessary|suppress\w*|remov\w+|drop\w*|ignor\w+|circumvent\w*"
    r"|waiv\w+|weaken\w*)"
)
_OFF_SAFEGUARD = Marked(
    "disabl;skip;bypass;turn;switch;omit;leav;left out;without;no longer;not ;unnecessary;suppress;remov;drop;ignor"
    ";circumvent;waiv;weaken;verify",
    Pattern(
        rf"\b{_OFF}\b[^.;\n]{{0,40}}?\b{_SAFEGUARD}\b|\bverify\s?=\s?false\b"
        rf"|\b{_SAFEGUARD}\b[^.;\n]{{0,50}}?\b(?:is|are|be|being|may be|can be|should be|stays?)\s+(?:\w+ly )?{_OFF}\b"
    ),
)
_NEEDLESS = Marked(
    "need;requir;necess;skip;disabl;bypass;omit;ignor;turn;switch;left out;suppress;waiv;-insecure;-no-;-k",
    Pattern(
        rf"\b{_SAFEGUARD}\b[^.;\n]{{0,40}}?\b(?:(?:is|are) (?:not|no longer) (?:needed|required|necessary)"
        r"|(?:may|can|should|must|need not|shall) (?:always )?(?:be )?(?:skipped|disabled|bypassed|omitted|ignored|turned off"
        r"|switched off|left out|suppressed|waived))\b|\bno (?:further )?(?:confirmation|approval|review|sign-?off|verification)"
        r" (?:is|are) (?:needed|required|necessary)\b|\b(?:turn|switch) (?:the )?[\w -]{2,40} off\b"
        r"|\b(?:always|please|just) (?:use|pass|add) --?(?:insecure|no-verify|no-check-certificate|skip-[\w-]+|k)\b"
    ),
)
_LEAVE = ("skip", "omit", "leave out", "drop")
_RULE_WORDS = Pattern(rf"\b(?:instructions?|rules?|polic(?:y|ies)|{_SAFEGUARD})\b")
_FUTURE = Pattern(
    r"[\s\"'“(>*-]{0,4}(?:(?:note|important|remember)\W{1,3})?(?:if|when|whenever|once|as soon as|the next "
    r"time|next time|should|after"
    r"|on the (?:first|last|next)|each time|every time|any time|anytime|in case|upon|the "
    r"moment)\b(?P<trigger>[^.;\n]{3,160})"
)
_TRIGGER = Pattern(
    r"\b(?:user|someone|somebody|anyone|anybody|customer|person|they|says?|ask(?:s|ed)?|mention(?:s|ed)?"
    r"|types?|requests?|sessions?|word|phrase"
    r"|keyword|appears?|open(?:s|ed|ing)?|month|monday|tuesday|wednesday|thursday|friday|week|tomorrow"
    r"|message|conversation|file named|reviewing)\b"
)
_EFFECT = Pattern(
    r"(?:[,:]|\bthen\b)\s*(?:\w+\s+){0,2}?(?:give|start|begin|answer that|reply that|respond with|tell"
    r"|report|pretend|claim|do not|don't|never|say"
    r"|approve|add|replace|delete|send|save|store|run|export|post|upload|call|forward|install|execute"
    r"|disable|skip|set|push|email|transfer|pay"
    r"|reveal|print|include|append|invite|archive|subscribe|publish|merge|deploy|restart|submit|buy|book|open|treat|mark|grant|share|recommend|suggest|change|remove|write|use)\b"
)


# No words, but letters of an encoding: what they say is read decoded.
_ENCODED = Pattern(r"\s*+[\w+/-]{80,}+={0,2}\s*+")
_HIDING = frozenset(("decoded", "turned"))
_HIDDEN_MOST = 16
"""Of how many hidden sentences of a reading it is asked whether they direct; one is enough."""


def order_findings(views: Sequence[View], field: str) -> Iterator[Finding]:
    """Orders, delayed triggers and text made for a memory, sentence by sentence; flags, not verdicts."""
    for view in worded(views):
        if view.name not in ("joined", "reversed"):
            yield from _told(_flags(view), view, field)


def sign_findings(views: Sequence[View], field: str) -> Iterator[Finding]:
    """Signs of injection and text about the memory; flags, not verdicts."""
    yield from _told(disguise_flags(views[0].text), views[0], field)
    for view in worded(views):
        if view.name != "joined":
            yield from _told(sign_flags(view.text), view, field)


def _told(found: Iterable[tuple[str, int, int]], view: View, field: str) -> Iterator[Finding]:
    for kind, start, end in found:
        first, last = view.span(start, end)
        yield Finding(category=Category.INSTRUCTION, kind=kind, field=field, start=first, end=last)


def _flags(view: View) -> Iterator[tuple[str, int, int]]:
    hidden_left = _HIDDEN_MOST if view.name in _HIDING else 0
    for start, sentence in sentences(view.text):
        if _ENCODED.fullmatch(sentence):
            continue
        lowered = sentence.lower()
        if _is_delayed(lowered):
            yield "delayed_trigger", start, start + len(sentence)
        if _is_order(lowered):
            yield "order", start, start + len(sentence)
            if is_claimed_wish(lowered):
                yield "injection.claimed_wish", start, start + len(sentence)
        words = frozenset(lowered.split())
        if is_standing_abroad(lowered, words) and (is_order_abroad(lowered) or loosens_abroad(lowered)):
            yield "injection.standing", start, start + len(sentence)
        if hidden_left and _is_hidden(view, start, start + len(sentence)):
            hidden_left -= 1
            if is_directive(lowered):
                hidden_left = 0
                yield "injection.hidden", start, start + len(sentence)
        if sends_away(lowered) and (" to be " in lowered or is_directive(lowered)) and not is_forbidden(lowered):
            yield "injection.sent_away", start, start + len(sentence)
        for kind, first, last in chain(poison_signs(lowered), loosening_signs(lowered, words)):
            if not speaks_about(lowered, first, last):
                yield kind, start + first, start + last


def _is_hidden(view: View, start: int, end: int) -> bool:
    """Whether most of a sentence was written so that a person does not read it; nobody hides how an answer should look."""
    if view.name == "turned":
        return True
    first, last = view.span(start, end)
    return (last - first) * 5 >= (end - start) * 6


def _is_delayed(sentence: str) -> bool:
    future = _FUTURE.match(sentence)
    if future is None or not _TRIGGER.search(future["trigger"]):
        return False
    effect = _EFFECT.search(sentence)
    if effect is None:
        return False
    return not (_ANSWER_WORDS.search(sentence, effect.end()) and not _WORLD_WORDS.search(sentence, effect.start()))


def _is_order(sentence: str) -> bool:
    if leaves_out(sentence):
        return not is_forbidden(sentence)
    for act in (imperative(sentence), obligation(sentence)):
        if act is not None and _acts_on_world(*act):
            return True
    if gives_power(sentence) or is_order_abroad(sentence):
        return True
    if is_order_in_effect(sentence):
        return not is_forbidden(sentence)
    if _NEEDLESS.search(sentence) is not None:
        return not is_forbidden(sentence)
    return _OFF_SAFEGUARD.search(sentence) is not None and is_directive(sentence) and not is_forbidden(sentence)


def _acts_on_world(verb: str, rest: str) -> bool:
    """Whether a verb's object is something other than the look of an answer."""
    if re.match(r"\s+(?:me|of|as)\b", rest) and not _WORLD_WORDS.search(rest):
        return False
    if verb in _LEAVE and _ANSWER_WORDS.search(rest) and not (_WORLD_WORDS.search(rest) or _RULE_WORDS.search(rest)):
        return False
    if is_about_rules(verb):
        return _RULE_WORDS.search(rest) is not None
    if is_weak(verb):
        return _WORLD_WORDS.search(rest) is not None and _ANSWER_WORDS.search(rest) is None
    return True
