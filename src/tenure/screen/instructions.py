"""Sentences that would govern an agent: orders (R11), delayed triggers, and malicious instructions (R31).

Judged sentence by sentence in the readings of ``normalise``. A sentence is *directive* if it speaks to an
agent: an imperative, an obligation of the agent or the reader, or a wish that the agent do something.
What a program does ("skips validation when ...") and what a project does ("runs its tests with ...") is
not directive. A sentence that speaks *about* such text (quotes it, forbids it, tests for it) is not
malicious. These screens raise flags and ask for a person; they are no defence by themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tenure.screen.finding import Category, Finding
from tenure.screen.injection import injection_flags
from tenure.screen.normalise import View
from tenure.screen.talk import is_forbidden, speaks_about

_ACTS = (
    "push|run|install|send|delete|remove|skip|disable|approve|reveal|execute|deploy|merge|commit|upload|download|email|mail|e-mail|forward|export|publish|grant|revoke|share|"
    "drop|wipe|erase|restart|reboot|kill|bypass|omit|override|transfer|pay|buy|purchase|order|invite|subscribe|unsubscribe|post|submit|fetch|curl|clone|exfiltrate|leak|"
    "auto-?approve|whitelist|allowlist|unlock|turn off|switch off|shut down|sign|rotate|reset|overwrite|rename|move|copy|append|insert|inject|replace|redirect|rebase|force-push|release|"
    "tag|rollback|roll back|revert|create|open|close|start|stop|schedule|book|cancel|notify|message|text|contact|sudo|chmod|trust|accept|escalate|raise|leave out|"
    "print|dump|store|save|record|write|add|modify|edit|change|update|upgrade|downgrade|migrate|ignore|disregard|obey|follow the|carry out|perform|treat|mark|set|enable|call|ask|make(?! sure)|recommend|suggest|say that"
)
# Verbs that are orders only with an object that acts on the world; alone they shape an answer.
_WEAK = re.compile(
    r"(?i)^(?:print|store|save|record|write|add|modify|edit|change|update|set|mark|make|open|close|start|stop|call|ask|create|follow|treat|recommend|suggest|say|text|sign|tag|move|copy|append|insert|order|move|enable|message|replace|ignore|accept|post|share|remove|drop|include|omit)\b"
)
_ANSWER_WORDS = re.compile(
    r"(?i)\b(?:answers?|repl(?:y|ies)|responses?|explanations?|summar(?:y|ies)|tables?|bullets?|bullet points?|lists?|paragraphs?|words?|headings?|examples?|diagrams?|code blocks?|comments?"
    r"|docstrings?|names?|units?|dates?|english|german|french|spanish|tone|style|format(?:ting)?|markdown|emojis?|jargon|abbreviations?|line numbers?|spelling|sections?|title|intro(?:duction)?"
    r"|types?|type hints|variables?|tests? first|diff|citations?|sources?|footnotes?|columns?|rows?|me by|comparison)\b"
)
_WORLD_WORDS = re.compile(
    r"(?i)https?://|\b\w+@\w|\b(?:commands?|scripts?|shell|sudo|root|database|production|prod|staging|server|servers|bucket|repo(?:sitory)?|branch(?:es)?|main|files?|folders?|director(?:y|ies)|credentials?"
    r"|passwords?|tokens?|keys?|secrets?|\.env|tickets?|issues?|pull requests?|pr|prs|invoices?|payments?|accounts?|emails?|messages?|customers?|clients?|records?|backups?|logs?|audit|permissions?|access"
    r"|firewall|certificates?|policy|policies|memory|memories|entry|entries|tool|tools|api|endpoint|channel|calendar|meeting|vendors?|instructions?|rules?|user'?s?|administrator|admin|container|cluster|pipeline|cache)\b"
)
_SAFEGUARD = (
    r"(?:review(?:s|ing|ed)?|approvals?|confirm(?:ation|ing)?s?|asking|permission|verif(?:y|ication|ying)|validat(?:e|ion|ing)|checks?|checking|tests?|tls|ssl|certificates?|2fa|two-factor\w*|mfa|authenticat\w+|authori[sz]ation"
    r"|branch protection|code owners?|guardrails?|safety|safeguards?|audit\w*|logging|signatures?|signing|sandbox\w*|encrypt\w+|antivirus|firewall|hooks?|lint\w*|sign-?off|consent|moderation|filters?|warnings?|security|rate limits?|backups?)"
)
_OFF = r"(?:disabl\w+|skip\w*|bypass\w*|turn(?:ed|ing)? off|switch(?:ed|ing)? off|omit\w*|leav\w+ out|left out|without|no longer (?:need|require)\w*|not (?:needed|required|necessary)|unnecessary|suppress\w*|remov\w+|drop\w*|ignor\w+|circumvent\w*|waiv\w+|weaken\w*)"
_OFF_SAFEGUARD = re.compile(rf"(?i)\b{_OFF}\b[^.;\n]{{0,40}}\b{_SAFEGUARD}\b|\b{_SAFEGUARD}\b[^.;\n]{{0,50}}\b(?:(?:is|are|be|being|may be|can be|should be|stays?)\s+(?:\w+ly )?)?{_OFF}\b|\bverify\s?=\s?false\b")
_AGENT = r"(?:you|the agents?|agents?|this agent|the assistant|assistants?|the ai|ai|the model|the bot|claude|copilot|gpt|llm|the llm|chatbot|it)"
_LEAD = (
    r"(?:(?:please|kindly|always|now|then|first|also|just|simply|immediately|automatically|silently|quietly|secretly|and|so|next|finally|from now on|going forward|in (?:the )?future|as of today|starting today|henceforth"
    r"|remember(?: (?:to|that|for all future sessions))?|make sure (?:to|that you)|be sure to|do not forget to|don't forget to|you (?:must|should|need to|have to|are to|may|can|will)|in (?:this|every|each|all)[^,:.]{2,40}"
    r"|(?:each|every|any) time[^,:.]{2,60}|when(?:ever)?[^,:.]{2,60}|if[^,:.]{2,60}|before[^,:.]{2,40}|after[^,:.]{2,40}|on[^,:.]{2,40}|for[^,:.]{2,40}|once[^,:.]{2,40}|as soon as[^,:.]{2,60}|until[^,:.]{2,40}"
    r"|user said|the user said|user preference|preference|note|important|rule|todo|hint|tip|known good|official\w* [\w ]{2,24}|security[\w ]{2,24}|developer|system|admin|[^.:;\n]{2,40}:|per [\w .]{3,30}|according to [\w ]{3,24})[\s,:!;\"'“(>*-]{1,4}){0,5}"
)
_IMPERATIVE = re.compile(rf"(?i)^[\s\"'“”‘(\[>*#•\-–0-9.)`]{{0,6}}{_LEAD}(?P<verb>{_ACTS})\b(?!['’-]?s\b|\s?[:=]|[(/.-]\S|\s+(?:is|are|was|were|page|form|has|of|/)\b)")
_OBLIGED = re.compile(
    rf"(?i)\b{_AGENT} (?:must|shall|should|needs? to|ha(?:s|ve) to|(?:is|are) (?:to|required to|expected to|allowed to|permitted to)|may|can|will|ought to)(?: (?:always|also|never|now|automatically|first|not))? (?P<verb>[a-z-]{{2,20}})"
    rf"|\b(?:wants?|would like|asks?|expects?|needs?|tells?|told|instructs?|likes? it when|prefers? (?:that|when)|allows?|lets?|authori[sz]es?|permits?) (?:{_AGENT}|the agent's)(?: to)?(?: (?:always|also|never))? (?P<wish>[a-z-]{{2,20}})"
)
_LEAVE_OUT = re.compile(
    rf"(?i)\b(?:do not|don't|never|stop|without|no need to|need not|needn't|refrain from)\s+(?:\w+\s+){{0,2}}(?P<verb>ask\w*|confirm\w*|check\w*|verif\w+|validat\w+|review\w*|warn\w*|report\w*|log\b|logging|tell\w*|look\w* at|scan\w*|test\w*|encrypt\w*|mention\w*|inform\w*|notify\w*|show\w*|wait\w*|question\w*|refus\w+|disclos\w+)"
)
_FUTURE = re.compile(
    r"(?i)^[\s\"'“(>*-]{0,4}(?:(?:note|important|remember)\W{1,3})?(?:if|when|whenever|once|as soon as|the next time|next time|should|after|on the (?:first|last|next)|each time|every time|any time|anytime|in case|upon|the moment)\b(?P<trigger>[^.;\n]{3,160})"
)
_TRIGGER = re.compile(
    r"(?i)\b(?:user|someone|somebody|anyone|anybody|customer|person|they|says?|asks?|asked|mentions?|mentioned|types?|requests?|session|sessions|word|phrase|keyword|appears?|opened|opens|opening|month|monday|tuesday|wednesday|thursday|friday|week|tomorrow|message|conversation|file named|reviewing|asked to)\b"
)
_EFFECT = re.compile(
    rf"(?i)(?:[,:]|\bthen\b|\byes\b[^,]{{0,30}},)\s*(?:\w+\s+){{0,2}}?(?:{_ACTS}|give|start|begin|answer that|reply that|respond with|tell|report|pretend|claim|do not|don't|never|approve)\b"
)
_ANSWERS_ONLY = re.compile(r"(?i)^(?:give|add|write|make|ask|call|print|insert|include|set|say that|suggest|recommend|create|start|mark|record|treat|change|replace|remove|omit|follow the|update|open)\b")

_SENSITIVE = (
    r"(?:credentials?|passwords?|passphrases?|api[ _-]?keys?|secrets?|(?:access |auth |session |api )?tokens?|private keys?|ssh keys?|\.env|env(?:ironment)? variables?|environment|cookies?|conversations?|chat (?:history|log)s?|transcripts?|memor(?:y|ies)|stored (?:notes|memories|data)"
    r"|system prompt|customer (?:records|data|list)|client list|contact list|contacts|personal (?:data|information)|user(?:'s)? (?:data|messages?|details|files?)|(?:your|the) (?:answer|answers|notes|files|context|history|data)|meeting notes|bank details|payment details|account numbers?|source code|audit log|location history|payroll|salar(?:y|ies)|medical records|clipboard|keystrokes?|screenshots?)"
)
_AWAY = (
    r"(?:https?://|www\.|[\w.+-]+@[\w-]+\.\w|external|public(?:ly)?|outside|third[- ]part\w+|bucket|webhook|pastebin|gist|archive|remote (?:server|host)|attacker|collect\w*|telemetry|drop(?:box)?|other users|share[d ]|(?:to|with) (?:me|this address|the (?:address|account|server|endpoint|channel)|our (?:server|partner))|pull request|commit message|every (?:reply|answer|response)|post it|@[\w-]{3,})"
)
_SENDS = r"(?:send|forward|upload|post|e-?mail|append|copy|export|share|leak|transmit|exfiltrate|publish|ship|sync|dump|paste|attach|report|call|bcc|cc|forwards?|sends?|mirror|submit|relay|write)"
_MALICIOUS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("exfiltrate", re.compile(rf"(?i)\b{_SENDS}\b[^\n]{{0,120}}?\b{_SENSITIVE}(?!\w)[^\n]{{0,160}}?{_AWAY}|\b{_SENDS}\b[^\n]{{0,80}}?{_AWAY}[^\n]{{0,120}}?\b{_SENSITIVE}(?!\w)")),
    ("exfiltrate", re.compile(r"(?i)(?:!?\[[^\]\n]{0,80}\]\(|<(?:img|a|iframe|script)\b[^>\n]{0,80}?(?:src|href)\s?=\s?[\"']?)https?://[^\s)>\"']{0,200}[={][^\s)>\"']{0,40}(?:[{<$][\w .-]{1,40}[}>]?|BASE64_OF|CONTEXT)")),
    (
        "disable_checks",
        re.compile(
            rf"(?i)\b(?:disable|skip|bypass|turn off|switch off|auto-?approve|remove|drop|omit|ignore|circumvent|stop)\b[^.;\n]{{0,40}}\b(?:tls(?! v?1\.[01])|ssl(?! ?v?[23])|certificate|2fa|two-factor|mfa|identity|branch protection|signature|input validation|guardrails?|safety|security|audit|antivirus|firewall|code owners?|authenticat\w+|authori[sz]ation|all (?:checks|reviews|pull requests)|virus|malware|approval|sandbox)\b"
            r"|\b(?:tls|ssl|certificates?|2fa|two-factor|mfa|branch protection|signature|validation|guardrails?|audit\w*|code owners?)\b[^.;\n]{0,30}\b(?:is|are|be|stays?) (?:\w+ly )?(?:disabled|skipped|bypassed|turned off|switched off)\b"
            r"|\bauto-?approve\b[^.;\n]{0,60}|\bverify\s?=\s?false\b[^.;\n]{0,40}\b(?:all|every|always|everywhere)|\bset\b[^.;\n]{0,20}\bverify\s?=\s?false"
        ),
    ),
    (
        "run_fetched",
        re.compile(
            r"(?i)\b(?:curl|wget|iwr|invoke-webrequest|fetch)\b[^\n|]{0,200}\|\s{0,3}(?:sudo\s+)?(?:ba|z|da|k)?(?:sh|python\d?(?:\s-)?|node|perl|ruby|iex)\b|\b(?:ba|z)?sh\s{0,2}<\(\s{0,2}curl|\beval\b[^\n]{0,6}\$\(\s{0,2}curl"
            r"|\b(?:download|fetch|get)\b[^.;\n]{0,60}\b(?:script|binary|installer|payload)\b[^.;\n]{0,60}\b(?:and (?:run|execute|launch)|then (?:run|execute))\b|\b(?:run|execute|install)\b[^.;\n]{0,40}\b(?:curl pipe|from https?://)"
        ),
    ),
    (
        "hide",
        re.compile(
            r"(?i)\b(?:do not|don't|never|without|not)\s+(?:\w+\s+){0,2}(?:tell|telling|mention|mentioning|inform|informing|notify|notifying|reveal|revealing|alert|alerting|show|showing|let)\b[^.;\n]{0,30}\b(?:user|owner|human|operator|maintainers?|anyone|administrator|this (?:text|message|instruction|note)|them know)\b"
            r"|\b(?:hide|conceal|keep)\b[^.;\n]{0,40}\b(?:hidden|secret|from)\b[^.;\n]{0,12}\b(?:user|owner|human|operator|audit|log|review)\b"
        ),
    ),
)  # fmt: skip
_WISH = re.compile(r"(?i)\b(?:prefers?|wants?|likes?|would like|preference|style)\b")
_RULE_WORDS = re.compile(rf"(?i)\b(?:instructions?|rules?|polic(?:y|ies)|{_SAFEGUARD})\b")
_STANDING = re.compile(
    r"(?i)\b(?:from now on|going forward|starting today|henceforth|always|whenever|each time|every time|in every|for all|every (?:answer|response|reply|friday|day|week)|from this point|in (?:all )?future|without (?:being asked|asking|review)|must appear|reuse this pattern|apply (?:this|it)?\s?to every|mark (?:the|it|as)|agents? must|use the form|signature|for (?:convenience|speed))\b"
)
_SENTENCE = re.compile(r"(?:[^.!?\n;]|[.!?;](?=\S)){1,600}+[.!?;\n]?")
_SKIPPED_VIEWS = ("joined",)


def malicious_findings(views: Sequence[View], field: str) -> Iterator[Finding]:
    """Instructions that are refused from everybody: send secrets away, disable checks, run what was fetched, hide."""
    for view in views:
        if view.name in _SKIPPED_VIEWS or (view.name == "reversed" and not _is_prose(view.text)):
            continue
        for start, sentence in _sentences(view.text):
            for kind in _malicious(sentence):
                yield _finding(f"malicious.{kind}", view, start, start + len(sentence), field)


def order_findings(views: Sequence[View], field: str) -> Iterator[Finding]:
    """Orders, delayed triggers, text about the memory, and signs of injection; flags, not verdicts."""
    for view in views:
        if view.name in _SKIPPED_VIEWS:
            continue
        yield from (_finding(kind, view, start, end, field) for kind, start, end in injection_flags(view))
        if view.name == "reversed":
            continue
        for start, sentence in _sentences(view.text):
            if _is_delayed(sentence):
                yield _finding("delayed_trigger", view, start, start + len(sentence), field)
            if _is_order(sentence):
                yield _finding("order", view, start, start + len(sentence), field)


def _finding(kind: str, view: View, start: int, end: int, field: str) -> Finding:
    first, last = view.span(start, end)
    return Finding(category=Category.INSTRUCTION, kind=kind, field=field, start=first, end=last)


def _sentences(text: str) -> Iterator[tuple[int, str]]:
    for match in _SENTENCE.finditer(text):
        if len(match[0]) > 8:
            yield match.start(), match[0]


def _is_prose(text: str) -> bool:
    return re.search(r"(?i)\b(?:the|and|user|you|your|all|ignore|send)\b", text) is not None


def _is_directive(sentence: str) -> bool:
    return any(pattern.search(sentence) for pattern in (_IMPERATIVE, _OBLIGED, _STANDING, _LEAVE_OUT, _FUTURE, _WISH))


def _malicious(sentence: str) -> Iterator[str]:
    for kind, pattern in _MALICIOUS:
        match = pattern.search(sentence)
        if match is None or not _is_directive(sentence):
            continue
        if speaks_about(sentence, match.start(), match.end()):
            continue
        yield kind


def _is_delayed(sentence: str) -> bool:
    future = _FUTURE.match(sentence)
    if future is None or not _TRIGGER.search(future["trigger"]):
        return False
    effect = _EFFECT.search(sentence)
    if effect is None:
        return False
    return not (_ANSWER_WORDS.search(sentence, effect.start()) and not _WORLD_WORDS.search(sentence, effect.start()))


def _is_order(sentence: str) -> bool:
    if _LEAVE_OUT.search(sentence) and not is_forbidden(sentence):
        return True
    imperative = _IMPERATIVE.match(sentence)
    if imperative is not None and _acts_on_world(sentence, imperative["verb"], imperative.end()):
        return True
    obliged = _OBLIGED.search(sentence)
    if obliged is not None:
        verb = obliged["verb"] or obliged["wish"] or ""
        if re.fullmatch(_ACTS, verb.lower()) and _acts_on_world(sentence, verb, obliged.end()):
            return True
    safeguard = _OFF_SAFEGUARD.search(sentence)
    return safeguard is not None and _is_directive(sentence) and not is_forbidden(sentence)


def _acts_on_world(sentence: str, verb: str, end: int) -> bool:
    """Whether a verb's object is something other than the look of an answer."""
    rest = sentence[end:]
    if re.match(r"(?i)\s+(?:me|of|as)\b", rest) and not _WORLD_WORDS.search(rest):
        return False
    if verb.lower() in ("ignore", "disregard"):
        return _RULE_WORDS.search(rest) is not None
    if _WEAK.match(verb):
        return _WORLD_WORDS.search(rest) is not None and not (_ANSWER_WORDS.search(rest) and _ANSWERS_ONLY.match(verb))
    return True
