"""Instructions that are refused from everybody (R31): send secrets away, disable checks, run what was fetched, hide.

A sentence is malicious if it is directive and shows one of these acts, and does not merely speak about it
("our tests check that ... is rejected"). Patterns meet sentences in lower case.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tenure.screen.directive import SENTENCE_CHARS_MAX, is_directive, sentences
from tenure.screen.finding import Category, Finding
from tenure.screen.normalise import View, worded
from tenure.screen.pattern import Pattern, holds_any
from tenure.screen.talk import speaks_about

_SENDS = Pattern(
    r"\b(?:send|forward|upload|post|e-?mail|append|copy|export|share|leak|transmit|exfiltrate|publish|ship"
    r"|sync|dump|paste|attach|report|call|bcc|cc"
    r"|forwards|sends|mirror|submit|relay|write|include)\b"
)
_SENSITIVE = Pattern(
    r"\b(?:credentials?|passwords?|passphrases?|api[ _-]?keys?|secrets?|(?:access |auth |session |api "
    r")?tokens?|private keys?|ssh keys?"
    r"|env(?:ironment)? variables?|environment|cookies?|conversations?|chat (?:history|log)s?|transcripts?"
    r"|memor(?:y|ies)|stored (?:notes|data)"
    r"|system prompt|customer (?:records|data|list)|client list|contact list|contacts|personal (?:data"
    r"|information)|user(?:'s)? (?:data|messages?"
    r"|details|files?)|(?:your|the) (?:answers?|notes|files|context|history|data)|meeting notes|(?:bank"
    r"|payment) details|account numbers?"
    r"|source code|audit log|location history|payroll|salar(?:y|ies)|medical records|clipboard|keystrokes?"
    r"|screenshots?)\b|\.env\b"
)
_AWAY = Pattern(
    r"https?://|www\.|[\w.+-]{1,64}@[\w-]{1,64}\.\w|@[\w-]{3,}|\b(?:external|public(?:ly)?|outside"
    r"|third[- ]part\w+|bucket|webhook|pastebin|gist|archive"
    r"|remote (?:server|host)|attacker|collect\w*|telemetry|dropbox|other users|shared? (?:folder|drive"
    r"|channel|bucket|link)"
    r"|(?:to|with) (?:me|this address|the (?:address|account|server|endpoint|channel)|our (?:server|partner))"
    r"|pull request|commit message|every (?:reply|answer|response)|post it)\b"
)
_REACH_CHARS = 240
_TEMPLATED = Pattern(
    r"(?:(?P<image>!)?\[[^\]\n]{0,80}\]\(|<(?P<tag>img|a|iframe|script)\b[^>\n]{0,80}?(?:src"
    r"|href)\s?=\s?[\"']?)https?://[^\s)>\"'{=]{0,200}[{=]"
    r"[^\s)>\"']{0,120}"
)
_TEMPLATE = Pattern(r"\{[^}]{1,40}\}|<[a-z_ ]{2,40}>|\$\{?[a-z_]{2,40}|base64_of|_context|%s")
_Act = tuple[str, tuple[str, ...], Pattern]
_SENDING: _Act = ("exfiltrate", ("http",), _TEMPLATED)
_ACTS: tuple[_Act, ...] = (
    (
        "disable_checks",
        (
            "disabl",
            "skip",
            "bypass",
            "turn",
            "switch",
            "approve",
            "remov",
            "drop",
            "omit",
            "ignor",
            "circumvent",
            "stop",
            "verify",
        ),
        Pattern(
            r"\b(?:disable|skip|bypass|turn off|switch off|auto-?approve|remove|drop|omit|ignore|circumvent"
            r"|stop)\b[^.;\n]{0,40}?\b(?:tls(?! v?1\.[01])"
            r"|ssl(?! ?v?[23])|certificate|2fa|two-factor|mfa|identity|branch protection|signature|input "
            r"validation|guardrails?|safety|security|audit"
            r"|antivirus|firewall|code owners?|authenticat\w+|authori[sz]ation|all (?:checks|reviews|pull "
            r"requests)|virus|malware|approval|sandbox)\b"
            r"|\b(?:tls|ssl|certificates?|2fa|two-factor|mfa|branch protection|signature|validation|guardrails?"
            r"|audit\w*|code owners?)\b[^.;\n]{0,30}?"
            r"\b(?:is|are|be|stays?) (?:\w+ly )?(?:disabled|skipped|bypassed|turned off|switched off)\b"
            r"|\bauto-?approve\b|\bverify\s?=\s?false\b[^.;\n]{0,40}?\b(?:all|every|always)"
            r"|\bset\b[^.;\n]{0,20}?\bverify\s?=\s?false"
        ),
    ),
    (
        "run_fetched",
        ("curl", "wget", "iwr", "fetch", "download", "invoke-webrequest", "http"),
        Pattern(
            r"\b(?:curl|wget|iwr|invoke-webrequest|fetch)\b[^\n|]{0,200}\|\s{0,3}(?:sudo\s+)?(?:(?:ba|z|da|k)?sh"
            r"|python\d?|node|perl|ruby|iex)\b"
            r"|\b(?:ba|z)?sh\s{0,2}<\(\s{0,2}curl|\beval\b[^\n]{0,6}\$\(\s{0,2}curl"
            r"|\b(?:download|fetch|get)\b[^.;\n]{0,60}?\b(?:script|binary|installer"
            r"|payload)\b[^.;\n]{0,60}?\b(?:and|then) (?:run|execute|launch)\b"
            r"|\b(?:run|execute|install)\b[^.;\n]{0,40}?\b(?:curl pipe|from https?://)"
        ),
    ),
    (
        "hide",
        ("tell", "mention", "inform", "notify", "reveal", "alert", "show", "let", "hid", "conceal", "keep"),
        Pattern(
            r"\b(?:do not|don't|never|without|not)\s+(?:\w+\s+){0,2}(?:tell|telling|mention|mentioning|inform"
            r"|informing|notify|notifying|reveal|revealing"
            r"|alert|alerting|show|showing|let|letting)\b[^.;\n]{0,30}?\b(?:user|owner|human|operator|maintainers?"
            r"|anyone|administrator"
            r"|this (?:text|message|instruction|note)|them know)\b"
            r"|\b(?:hide|conceal|keep)\b[^.;\n]{0,40}?\b(?:hidden|secret|from)\b[^.;\n]{0,12}?\b(?:user|owner"
            r"|human|operator|audit|log|review)\b"
        ),
    ),
)


def malicious_findings(views: Sequence[View], field: str) -> Iterator[Finding]:
    """Findings of kinds ``malicious.*`` in the readings of one text, one for each sentence and kind."""
    for view in worded(views):
        if view.name == "joined" or (view.name == "reversed" and " the " not in view.text and " all " not in view.text):
            continue
        possible = _possible_in(view.text.lower())
        for start, sentence in sentences(view.text) if possible else ():
            for kind in _kinds(sentence.lower(), possible):
                first, last = view.span(start, start + len(sentence))
                yield Finding(
                    category=Category.INSTRUCTION, kind=f"malicious.{kind}", field=field, start=first, end=last
                )


def _possible_in(lowered: str) -> Sequence[_Act]:
    """The acts that a sentence of a text may show: of a short one, whose words no sentence cuts, by its own words."""
    found = [act for act in _ACTS if holds_any(lowered, act[1])]
    if "http" in lowered or len(lowered) > SENTENCE_CHARS_MAX or _SENDS.search(lowered) is not None:
        found.insert(0, _SENDING)
    return found


def _kinds(sentence: str, possible: Sequence[_Act]) -> Iterator[str]:
    directive: bool | None = None
    for kind, start, end, sure in _acts(sentence, possible):
        if directive is None:
            directive = is_directive(sentence)
        if (sure or directive) and not speaks_about(sentence, start, end):
            yield kind


def _acts(sentence: str, possible: Sequence[_Act]) -> Iterator[tuple[str, int, int, bool]]:
    """What looks like a malicious act: kind, start, end, whether its form alone makes it one."""
    for act in possible:
        kind, marks, pattern = act
        if act is _SENDING:
            sent = _exfiltration(sentence)
            if sent is not None:
                yield kind, *sent, False
            for link in pattern.finditer(sentence) if holds_any(sentence, marks) else ():
                if _TEMPLATE.search(sentence, link.start(), link.end()):
                    yield kind, *link.span(), link["image"] is not None or link["tag"] == "img"
        elif holds_any(sentence, marks):
            match = pattern.search(sentence)
            if match is not None:
                yield kind, *match.span(), False


def _exfiltration(sentence: str) -> tuple[int, int] | None:
    """Something sensitive and somewhere away, both within reach after a verb that sends."""
    sends = _SENDS.search(sentence)
    if sends is None:
        return None
    sensitive = _SENSITIVE.search(sentence, sends.end())
    if sensitive is None:
        return None
    away = _AWAY.search(sentence, sends.end())
    if away is None:
        return None
    first = max(sends.start(), min(sensitive.start(), away.start()) - _REACH_CHARS)
    end = max(sensitive.end(), away.end())
    return (sends.start(), end) if first == sends.start() and end - sends.start() <= 2 * _REACH_CHARS else None
