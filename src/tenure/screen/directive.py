"""Whether a sentence tells an agent what to do: imperatives, obligations, standing rules, wishes about the agent.

All functions take sentences in lower case. What a program does ("skips validation when ...") and what a
project does ("runs its tests with ...") is not directive.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tenure.screen.pattern import Marked, Pattern

# Verbs that act on the world, whatever their object.
_STRONG_ACTS = (
    "push|run|install|send|delete|skip|disable|approve|reveal|execute|deploy|merge|commit|upload|download"
    "|email|mail|e-mail|forward|export|"
    "publish|grant|revoke|wipe|erase|restart|reboot|kill|bypass|omit|override|transfer|pay|buy|purchase"
    "|invite|subscribe|unsubscribe|submit|"
    "fetch|curl|clone|exfiltrate|leak|auto-?approve|whitelist|allowlist|unlock|turn off|switch off|shut "
    "down|rotate|reset|overwrite|inject|"
    "redirect|rebase|force-push|release|rollback|roll back|revert|schedule|book|cancel|notify|contact"
    "|sudo|chmod|trust|escalate|leave out|"
    "carry out|obey|dump|migrate|upgrade|downgrade|perform|recommend|archive|hide|conceal"
)
# Verbs that are orders only with an object outside the answer: "add a heading" shapes it, "add a user" acts.
_WEAK_ACTS = (
    "remove|share|drop|order|post|sign|rename|move|copy|append|insert|replace|tag|create|open|close|start"
    "|stop|message|text|accept|raise|"
    "print|store|save|record|write|add|modify|edit|change|update|follow|treat|mark|set|enable|call|ask"
    "|make(?! sure)|suggest|say|include|use sudo"
)
_RULE_ACTS = "ignore|disregard"
# "Push notifications go ..." names a thing: a verb as its second word shows that the first is none.
_NOUN_AHEAD = (
    r"(?!\s+[\w-]+\s+(?:are|is|was|were|live|lives|go|goes|follow|follows|use|uses|have|has|must|should|can|will|come|comes|contain|contains"
    r"|include|includes|need|needs|happen|happens|run|runs|take|takes|start|starts|work|works|belong|belongs)\b)"
)
_ACT = Pattern(
    rf"(?P<verb>{_STRONG_ACTS}|{_WEAK_ACTS}|{_RULE_ACTS})(?![\w'’`-])"
    rf"(?!\s?[:=(]|[/.]\S|\s+(?:is|are|was|were|page|form|has|of|/)\b){_NOUN_AHEAD}"
)
_WEAK = Pattern(rf"(?:{_WEAK_ACTS})\Z")
_RULE = Pattern(rf"(?:{_RULE_ACTS})\Z")
_ACTS = Pattern(rf"(?:{_STRONG_ACTS}|{_WEAK_ACTS}|{_RULE_ACTS})\Z")

# One step of what may stand before an imperative; steps are stripped one by one, so nothing is read twice.
_LEAD = Pattern(
    r"[\s\"'“”‘(\[>*#•–0-9.),:;!`-]{1,12}"
    r"|(?:please|kindly|always|now|then|first|also|just|simply|immediately|automatically|silently|quietly"
    r"|secretly|and|so|next|finally|to"
    r"|from now on|going forward|in (?:the )?future|as of today|starting today|henceforth|remember(?: to| "
    r"that| for all future sessions)?"
    r"|make sure (?:to|that you)|be sure to|do not forget to|don't forget to|you (?:must|should|need to"
    r"|have to|are to|may|can|will))(?![\w'-])"
    r"|(?:in (?:this|every|each|all|my)|(?:each|every|any) time|when(?:ever)?|if|before|after|on|for|once"
    r"|as soon as|until|per|according to)\s[^,:.;]{2,80}[,:]"
    r"|[^,.:;!?]{2,40}:(?=\s)"
)
_LEADS_MAX = 8
# Who an agent is to be; an order where that is one who may do everything, or where a safeguard is left out as such.
_ROLE = Pattern(
    r"(?:act|behave|operate|proceed|function|work|pose|respond|think)\s+(?:as|like)\b|pretend\b|imagine\b|you(?:'re|\sare)\b"
    r"|(?:assume|take on|play)\s+(?:the|an?)\b"
)
_POWERFUL_ROLE = Pattern(
    r"(?:act|behave|operate|proceed|function|work|pose)\s+(?:as|like)\s(?:an?\s|the\s)?(?:\w+\s){0,2}?"
    r"(?:admin(?:istrator)?|root|super-?user|sysadmin)\b"
    r"|(?:assume|take on)\s(?:the\s)?(?:admin(?:istrator)?(?:'s)?|root|super-?user)\s(?:role|rights?|privileges?|permissions?)\b"
)
_AGENT = (
    r"(?:you|the agents?|agents?|this agent|the assistant|assistants?|the ai|ai|the model|the bot|claude"
    r"|copilot|gpt|llm|the llm|chatbot|it)"
)
_OBLIGED = Marked(
    "must;shall;should;need;has to;have to;is to;are to;is require;are require;is expect;are expect;is allow;are allow"
    ";is permit;are permit;may;can;will;ought;want;like;ask;expect;tell;told;instruct;prefer;allow;let;authori;permit",
    Pattern(
        rf"\b{_AGENT} (?:must|shall|should|needs? to|ha(?:s|ve) to|(?:is|are) (?:to|required to|expected to"
        rf"|allowed to|permitted to)|may|can|will"
        r"|ought to)(?: (?:always|also|now|automatically|first))? (?P<verb>[a-z-]{2,20})"
        r"|\b(?:wants?|would like|asks?|expects?|needs?|tells?|told|instructs?|likes? it when|prefers? (?:that"
        r"|when)|allows?|lets?|authori[sz]es?"
        rf"|permits?) {_AGENT}(?: to)?(?: (?:always|also|never))? (?P<wish>[a-z-]{{2,20}})"
    ),
)
_LEAVE_OUT = Marked(
    "do not;don't;never;stop;without;no need;need not;needn't;refrain",
    Pattern(
        r"\b(?:do not|don't|never|stop|without|no need to|need not|needn't|refrain "
        r"from)\s+(?:\w+\s+){0,2}(?:ask\w*|confirm\w*|check\w*|verif\w+"
        r"|validat\w+|review\w*|warn\w*|report\w*|log|logging|tell\w*|look\w* at|scan\w*|test\w*|encrypt\w*"
        r"|mention\w*|inform\w*|notify\w*|show\w*"
        r"|wait\w*|question\w*|refus\w+|disclos\w+)\b"
    ),
)
_STANDING = Pattern(
    r"\b(?:from now on|going forward|starting today|henceforth|always|whenever|each time|every time|in "
    r"every|for all|every (?:answer|response|reply"
    r"|friday|day|week)|from this point|in (?:all )?future|without (?:being asked|asking|review)|must "
    r"appear|reuse this pattern"
    r"|apply (?:this |it )?to every|mark (?:the|it|as)|agents? must|use the form|signature|for "
    r"(?:convenience|speed)|(?:hidden|secret|hide it) from|prefers?|wants?|likes?"
    r"|would like|preference|style)\b"
)
_CONDITION = Pattern(
    r"\s{0,3}(?:if|when|whenever|once|as soon as|the next time|next time|should|after|each time|every time"
    r"|any time|upon)\b"
)
SENTENCE_CHARS_MAX = 600
"""Characters after which a sentence ends, and may cut a word."""
_SENTENCE = Pattern(rf"(?:[^.!?\n;]|[.!?;](?=\S)){{1,{SENTENCE_CHARS_MAX}}}+[.!?;\n]?")


def sentences(text: str) -> Iterator[tuple[int, str]]:
    """The sentences of a text with their offsets; a sentence ends after at most 600 characters."""
    for match in _SENTENCE.finditer(text):
        if len(match[0]) > 8 or (len(match[0]) > 3 and not match[0].isascii()):  # some scripts say much in few signs
            yield match.start(), match[0]


def imperative(sentence: str) -> tuple[str, str] | None:
    """The verb that a sentence commands and what follows it, if it commands one."""
    act = _begun(sentence, _ACT)
    return None if act is None else (act["verb"], sentence[act.end() :])


def gives_power(sentence: str) -> bool:
    """Whether a sentence tells an agent to act as one who may do everything."""
    return _begun(sentence, _POWERFUL_ROLE) is not None


def _begun(sentence: str, pattern: Pattern) -> re.Match[str] | None:
    """What a sentence begins with, after the words that may stand before an imperative."""
    at = 0
    for _ in range(_LEADS_MAX):
        found = pattern.match(sentence, at)
        if found is not None:
            return found
        lead = _LEAD.match(sentence, at)
        if lead is None:
            return None
        at = lead.end()
    return None


def obligation(sentence: str) -> tuple[str, str] | None:
    """The verb that a sentence says an agent must, may or is wished to do, and what follows it."""
    for match in _OBLIGED.finditer(sentence):
        verb = match["verb"] or match["wish"]
        plain = verb.removesuffix("s")
        if _ACTS.match(verb) or _ACTS.match(plain):
            return plain if _ACTS.match(plain) else verb, sentence[match.end() :]
    return None


def leaves_out(sentence: str) -> bool:
    """Whether a sentence asks that something protective be left undone: not asked, not checked, not told."""
    return _LEAVE_OUT.search(sentence) is not None


def is_directive(sentence: str) -> bool:
    """Whether a sentence means to govern what an agent does."""
    return (
        imperative(sentence) is not None
        or _STANDING.search(sentence) is not None
        or _CONDITION.match(sentence) is not None
        or leaves_out(sentence)
        or _OBLIGED.search(sentence) is not None
        or _begun(sentence, _ROLE) is not None
    )


def is_weak(verb: str) -> bool:
    """Whether a verb alone may only shape an answer."""
    return _WEAK.match(verb) is not None


def is_about_rules(verb: str) -> bool:
    """Whether a verb is an order only if its object is a rule or a safeguard: to ignore, to disregard."""
    return _RULE.match(verb) is not None
