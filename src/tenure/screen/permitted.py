"""Orders that are worded as a state of affairs: permissions, waived safeguards, wants, and what "gets done" each time.

"It is fine to push to main" commands nobody and yet tells an agent that it may. Each form names who waives, wants or
permits, and an act or a safeguard; what a program does or a project forbids has another form. Sentences come in lower
case; every repetition is bounded.
"""

from __future__ import annotations

from tenure.screen.pattern import Pattern, holds_any

_ACT = (
    r"(?:push|delet|deploy|merg|send|sen[dt]|forward|shar|publish|install|execut|run|skip|disabl|bypass|overwrit|wip|eras"
    r"|remov|approv|commit|force-push|upload|pay|transfer|buy|order|hid|reveal|show|restart|reset|kill|ignor|drop|email|mail)"
    r"(?:e|s|es|ed|d|t|ted|ped|ped|ing|n|ning|ting|ping|den)?"
)
_DONE = (
    r"(?:pushed|deleted|deployed|merged|sent|forwarded|shared|published|installed|executed|run|skipped|disabled|bypassed"
    r"|overwritten|wiped|erased|removed|approved|uploaded|paid|transferred|hidden|revealed|restarted|ignored|emailed|mailed)"
)
_SAFEGUARD = r"(?:confirmations?|approvals?|permissions?|consent|sign-?offs?|(?:code )?reviews?|double-?checks?)"
_WAIVED = Pattern(
    rf"\b{_SAFEGUARD} (?:is|are|was|were|stays?|remains?)(?:n't| not| no longer| never)? ?(?:really |always |strictly )?"
    r"(?:optional|unnecessary|superfluous|pointless|waived|off|overkill|(?<=not )(?:required|needed|necessary|mandatory)"
    r"|(?<=n't )(?:required|needed|necessary|mandatory)|(?<=longer )(?:required|needed|necessary|mandatory)|never needed)\b"
    rf"|\b(?:pre-?approved|counts? as (?:approved|approval|consent|permission)|(?:is|are|be) (?:considered|deemed|taken as)"
    r" (?:approved|confirmed|agreed)|has standing (?:approval|permission)|blanket (?:approval|permission|consent))\b"
    r"|\b(?:permission|approval|consent|authori[sz]ation) (?:has been |have been |was |is |were )?(?:already )?(?:granted|given)\b"
    r"(?= (?:for|to) (?:all|any|every|each))"
)
_MAY = Pattern(
    rf"\b(?:feel free|(?:is|are|it's|that's|totally|perfectly) (?:fine|ok|okay|all right|alright|acceptable|welcome|allowed"
    rf"|permitted|safe|free)) to (?:just |simply |always |also |directly )?{_ACT}\b(?! in parallel| concurrently| twice)"
    rf"|\b(?:may|can) (?:always |freely |safely |simply |just )(?:be )?{_DONE}\b(?=[^.!?\n]{{0,60}}\b(?:without|by (?:the )?(?:agent|bot|"
    r"assistant)|at any time|any time|to anybody|to anyone)\b)"
    r"|\b(?:secrets?|passwords?|keys?|tokens?|credentials|customer data|personal data) (?:may|can) be (?:shown|shared|printed"
    r"|sent|published|posted|revealed|disclosed|logged)\b"
    r"|\b(?:instructions?|commands?|orders?|messages?) (?:in|from|of) [\w' -]{1,40}? (?:overrides?|outranks?|takes? precedence"
    r"|counts? as|are binding|have priority|win over)\b|\bauthoritative over\b"
    r"|\b(?:is|are) (?:an? )?(?:admin|administrator|owner|trusted)\b[^.!?\n]{0,40}\bmay (?:approve|grant|decide|overrule|merge)\b"
)
_WANTED = Pattern(
    rf"\b(?:expects?|wants?|likes?|prefers?|needs?|wishes) (?:all |every |each |the |our |any )?[\w' -]{{1,40}} to (?:always )?be "
    rf"{_DONE}\b"
    r"|\b(?:never|doesn't|does not|don't|do not|no longer) (?:ever )?(?:wants?|likes?|needs?|wishes|cares?) to be "
    r"(?:asked|warned|told|notified|informed|consulted|bothered|prompted|alerted)\b"
    r"|\b(?:hates?|dislikes?|is tired of) (?:being (?:asked|warned|prompted|notified|consulted|told)|confirmation|approval|warning)"
    r"|\bprefers? (?:direct |straight |force )?(?:pushes|commits|merges|deploys) (?:over|to|instead of) (?:reviews?|pull requests?|prs)\b"
    r"|\b(?:one|people|everyone|everybody) (?:should|must|ought to|has to|have to) (?:always |also |now )?"
    r"(?:push|delete|deploy|merge|send|forward|install|execute|skip|disable|bypass|overwrite|approve|upload|pay|transfer|hide)\b"
)
_EACH_TIME = Pattern(
    rf"\b(?:is|are) to be (?:always |first |silently )?{_DONE}\b(?=[^.!?\n]{{0,60}}\b(?:before|after|at|on|for|from|to) (?:each|every"
    r"|any|all|the (?:user|owner|start|person|agent)|answering|replying)\b)"
    rf"|\b(?:before|after) (?:answering|replying|responding|each|every)\b[^.!?\n]{{0,60}}\b(?:gets?|is|are) (?:first |always )?"
    r"(?:executed|run|sent|pushed|uploaded|forwarded|installed|downloaded|deleted)\b"
    r"|\b(?:each|every|all|the first) (?:sessions?|answers?|repl(?:y|ies)|responses?|tasks?|conversations?)\b[^.!?\n]{0,40}"
    r"\b(?:curl|wget|bash|https?:|[\w-]{1,40}\.sh\b)"
    r"|\banswers? (?:ends?|begins?|starts?|closes?|includes?) (?:with )?[^.!?\n]{0,40}\bhttps?:"
    r"|\b(?:copy|copies|transcript|summary) of (?:each|every|all|any) (?:answers?|sessions?|repl(?:y|ies)|conversations?|messages?)"
    r"[^.!?\n]{0,20}\b(?:goes|go|is sent|are sent|is mailed|belongs)\b"
)
_SWITCHES = Pattern(
    r"(?<![\w-])--(?:no-verify|dangerously[\w-]*|yolo|trust-all|allow-all|skip-(?:review|permission)[\w-]*)(?![\w-])"
    r"|\b(?:auto[_-]?approve\w*|bypass[_ -]?permissions?|skip[_ -]?(?:confirmation|approval)s?)\b\s{0,3}(?:=|:|to|is|are|stays?)?"
    r"\s{0,3}(?:true|yes|on|always|enabled|all)\b|\byolo mode|\bmode (?:is|=) yolo\b"
    r"|\b(?:tls|ssl|certificate|signature) (?:verification|checks?|validation) (?:stays?|remains?|is kept) (?:off|disabled)\b"
)
# Each form with texts of which one stands in whatever it matches, so that most sentences are read by none.
_FORMS = (
    (
        _WAIVED,
        ("confirm", "approv", "permission", "consent", "sign-", "signoff", "review", "double", "authori", "taken"),
    ),
    (_MAY, (" to ", " be ", " may ", "override", "outrank", "precedence", " as ", "binding", "priority", "win over")),
    (_MAY, ("authoritative",)),
    (_WANTED, (" to ", "hate", "dislike", "tired", " over ", "instead", "should", "must")),
    (_EACH_TIME, ("to be ", "before ", "after ", "each ", "every ", "all ", "first ", "answer", " of any")),
    (_SWITCHES, ("--", "auto", "bypass", "skip", "yolo", "tls", "ssl", "certificate", "signature")),
)


def is_order_in_effect(sentence: str) -> bool:
    """Tell whether a sentence (lower case) permits, waives, wants or schedules what only an order may."""
    return any(form.search(sentence) is not None for form, marks in _FORMS if holds_any(sentence, marks))
