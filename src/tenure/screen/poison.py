"""Signs of texts that are made for a memory: claimed wishes, claimed authority, grafted experience, self-protection.

Most such lines look like any fact or preference, and no list of words stops them: what stops them is who said them
(R11, R30). These signs only keep apart what shows itself. Patterns meet sentences in lower case.
"""

from __future__ import annotations

from tenure.screen.pattern import Pattern, holds_any

_WHO = r"\b(?:users?|customers?|clients?|owner|employee|manager|boss|team|everyone|[\w'’]{2,20})"
_WISHES = (
    r"(?:prefers?|likes? it when|would (?:like|rather|prefer)|wants?|is (?:fine|okay|ok|happy) with|asked (?:that|for)"
    r"|(?:has|have) (?:opted out|agreed|consented)|does not mind|doesn't mind|expects?|insists? (?:on|that))"
)
_RISKY = (
    r"(?:plain ?text|unencrypted|unsigned|unverified|insecure|unprotected|account (?:number|ending|in memo)|payments? to"
    r"|refunds? to|other (?:people|person|users?|employees)\W?s|credentials?|passwords?|secrets? keys?|api keys?|tokens?"
    r"|(?:no|not|without|skip\w*|opted out of|out of|off|never|remov\w+|disabl\w+|auto\w*)\b[^.;\n]{0,24}?\b(?:confirm\w*"
    r"|approv\w*|review\w*|warning\w*|verif\w*|check\w*|sign-?offs?|two-factor|encryption|audit\w*|prompts?)"
    r"|of (?:all |any |the )?(?:confirm\w*|approv\w*|review\w*|warning\w*|verif\w*)|mirrored|bcc|blind copy|[\w.+-]{1,40}@[\w-]{1,40}\.\w|https?://[^\s]{1,120}[{=]|root access|as root|sudo|hidden from"
    r"|auto-?approv\w*|(?:failing|failed) (?:checks|tests))"
)
_HEAD = r"(?:preferences?(?: \w{2,12}| \([^)]{2,30}\))?|(?:coding |working |user's |customer's )*style|settings?|consent)\s?:"
CLAIMED_WISH = Pattern(
    rf"{_WHO}\s(?:\w+ly |always |also )?{_WISHES}\b|^\W*(?:\w+(?:['’]s)? ){{0,2}}{_HEAD}|\buser['’]s [\w ]{{2,20}}:"
)
"""Words by which a third person is said to wish something, or a head that says so."""

_AUTHORITY = (
    r"(?:(?:the )?(?:it|hr|finance|legal|security|compliance|privacy|platform|infrastructure|operations|accounting)"
    r"(?: department| team| officer| policy)?|data protection officer|dpo|ciso|cto|ceo|cfo|management|administrators?|admins?"
    r"|maintainers?|repository owner|project owner|platform owner|vendor(?: advisory| notice)?|supplier|auditors?|board)"
)
_ALLOWED = (
    r"(?:ha(?:s|ve) (?:been )?(?:approved|cleared|whitelisted|allowlisted|authori[sz]ed|granted|permitted|waived|lifted|decided|agreed"
    r"|confirmed)|(?:confirmed|decided|agreed|approved|says|states|notice|note|advisory|policy)\b)"
)
_LOOSE = (
    r"(?:(?:can|may) (?:now )?(?:be )?(?:logged|skipped|disabled|shared|stored|printed|read|run|turned off|switched off|merged|committed"
    r"|sent|exported|kept|used without|left out)|(?:is|are) (?:not|no longer) (?:needed|required|necessary|checked)|no longer (?:requires?"
    r"|needs?)|without (?:review|inspection|approval|asking|verification|checks?|a second)|(?:this|the|any|all) agents? (?:may|must|can|has"
    r"|have)|agents (?:may|must)|root access|every mailbox|disable|bypass|sharing (?:the|customer|client|user)|storing (?:\w+ )?(?:keys"
    r"|passwords|secrets|tokens)|whitelisted|allowlisted|no further)"
)
_NEEDS = {"injection.claimed_wish": Pattern(_RISKY), "injection.authority": Pattern(_LOOSE)}
"""What a sentence must hold anywhere before the pattern of a kind is worth its cost."""
_SIGNS: tuple[tuple[str, tuple[str, ...], Pattern], ...] = (
    (
        "injection.claimed_wish",
        (
            "prefer",
            "like",
            "want",
            "would",
            "fine",
            "okay",
            "ok with",
            "happy",
            "asked",
            "has ",
            "have ",
            "mind",
            "expect",
            "insist",
        ),
        Pattern(rf"{_WHO}\s(?:\w+ly |always |also )?{_WISHES}\b[^.;\n]{{0,100}}?(?<!\w){_RISKY}"),
    ),
    (
        "injection.authority",
        (
            "ha",
            "confirm",
            "decide",
            "agree",
            "approve",
            "says",
            "states",
            "notice",
            "note",
            "advisory",
            "policy",
            "according",
            "per ",
            ":",
        ),
        Pattern(
            rf"\b{_AUTHORITY}\b[^.;\n]{{0,16}}?\b{_ALLOWED}[^.;\n]{{0,80}}?\b{_LOOSE}\b"
            rf"|\b(?:according to|as per|per|by order of) (?:the )?{_AUTHORITY}\b[^;\n]{{0,80}}?\b{_LOOSE}\b"
            r"|\b(?:per|under|as required by) (?:\w+ )?policy\b[^;\n]{0,40}?\bagents? (?:must|may|can)\b"
            rf"|^\W*(?:the )?{_AUTHORITY}\b[^.;:\n]{{0,24}}:[^;\n]{{0,80}}?\b{_LOOSE}\b"
        ),
    ),
    (
        "injection.standing",
        ("now on", "forward", "today", "henceforth", "every", "each", "future"),
        Pattern(
            r"\b(?:from now on|going forward|starting (?:today|now)|henceforth|in (?:all|every) (?:future|later)|(?:for|in) every later"
            r"|for all future|every time you|each time you)\b[^.\n]{0,60}?\b(?:(?:add|include|insert|append|put|use|visit|open)\b[^.\n]{0,60}?"
            r"https?://|(?:copy|mirror|sync|duplicate)\b[^.\n]{0,60}?\bto\b|fetch\b|execute\b|treat\b[^\n]{0,80}?\b(?:instruction|order|command"
            r"|administrator|approved|trusted))"
        ),
    ),
    (
        "injection.poisoned_pattern",
        (
            "experience",
            "worked",
            "lesson",
            "practice",
            "proven",
            "known good",
            "validated",
            "success",
            "recipe",
            "workflow",
        ),
        Pattern(
            r"^\W*(?:[\w-]+ ){0,2}(?:experience|what worked|lesson learned|lessons? learnt|best practice|proven \w+|known good|recipe|workflow"
            r"|success(?:ful)?(?: \w+)?)(?: \w+)?\s?:[^\n]{0,160}?\b(?:reuse|always do|do so in|repeat this|apply (?:it |this )?to|as root|sudo"
            r"|skip\w*|forc(?:e|ing|ed)|disabl\w+|delet(?:e|ing|ed) the (?:failing |test)|bypass\w*|turn(?:ing|ed)? off|regardless)\b"
        ),
    ),
    (
        "about_memory",
        ("entr", "memor", "record", "note", "item", "fact", "again", "review", "approve", "propose", "remember"),
        Pattern(
            r"\b(?:renew|copy|save|retrieve|return|repeat|restore|protect|pin|keep|rank|load|cite) (?:this|it) (?:entry|note|memory|record|item|fact"
            r"|again|at every|into every|under another|above|before all)\b|\b(?:always|first|every time) (?:retrieve|return|use|show|load|cite|follow)"
            r" this (?:entry|note|memory|record|item|fact)\b|\b(?:do not|don't|never) let this (?:entry|note|memory|record|item)\b|\bthis (?:entry"
            r"|note|memory|record|item)\b[^\n]{0,24}?\b(?:confirmed|verified|approved|trusted|challenged|outranks?|overrules?|wins|is wrong|twice|"
            r"three times)\b|\b(?:newer|older|other) (?:entry|memory|memories|note|notes|record)s?\b[^\n]{0,24}?\b(?:disagree|contradict|differ|conflict)s?"
            r"|\bcopy this (?:entry|note|memory|record)\b|\bnever (?:show|shown|send|put) (?:it |this )?(?:for|in) review\b|\b(?:add|write|put|save|commit)"
            r"\b[^\n]{0,12}?\b(?:to|in|into) (?:your |the )?(?:persistent|long-term|permanent) (?:notes?|memory|store|storage)\b|\b(?:call|use|invoke|run)"
            r" (?:the )?\w{0,20}(?:propose|approve|remember|save_memory|memory)\b[^\n]{0,12}?(?:tool\b|\bwith\b|\(|\bon\b|\bto (?:delete|approve|store|"
            r"forget|write|save))|\bapprove it yourself\b|\b(?:remember|memorize|propose|approve)\s?\([^)\n]{0,80}?(?:kind|trust|text|approved)\s?="
            r"|\b(?:memory|tenure)\.(?:approve|save|write|delete|update|grant|set)\s?\((?!\)\s(?:raises|returns|is|was|does|needs|takes)\b)|\bmemory policy\b|\bentries? about\b[^\n]{0,24}?\b(?:delete|remove)|\b(?:delete|remove|forget) (?:every|all) (?:entry"
            r"|entries|memor(?:y|ies)|notes?|records?) (?:about|on|of|that)\b"
            r"|\b(?:remov\w+|delet\w+|eras\w+|forget\w*|drop\w*) this (?:entry|note|memory|record)\b[^\n]{0,60}?\b(?:create|write|add|restore|save"
            r"|put)\b[^\n]{0,12}?\b(?:again|back|anew)\b|\b(?:entries|memories|notes|records) (?:that|which) (?:disagree|contradict|conflict|differ)"
            r"|\b(?:save|write|store|add|commit|put)\b (?:this |it |that )?(?:to|into|in) (?:your |the )?(?:long-term |persistent |permanent )?memory"
            r"\s?(?::|that\b)|\b(?:save|store|write|add|update|delete|create)_?memor(?:y|ies)\s?\("
        ),
    ),
)


def poison_signs(sentence: str) -> list[tuple[str, int, int]]:
    """Give the signs in one sentence (lower case) as (kind, start, end)."""
    found: list[tuple[str, int, int]] = []
    for kind, marks, pattern in _SIGNS:
        needs = _NEEDS.get(kind)
        if holds_any(sentence, marks) and (needs is None or needs.search(sentence)):
            match = pattern.search(sentence)
            if match is not None:
                found.append((kind, *match.span()))
    return found


def is_claimed_wish(sentence: str) -> bool:
    """Tell whether a sentence (lower case) reports a third person's wish, in words that a person would not use of itself."""
    return CLAIMED_WISH.search(sentence) is not None
